"""Adds that are killed at random moments: nothing is lost or twice, the library is the same."""

import hashlib
import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

from spacy_citalign.app.answers.work_filter import WorkFilter
from spacy_citalign.app.library.asking.groups import LibraryGroups
from spacy_citalign.app.library.database import reading

from ..common import ONE_THREAD
from ..recording import Table
from .commands import citalign
from .generated_articles import write_articles
from .generated_rows import write_batch

KILLS = 40  # in all
_ARTICLES = 100
_BATCHES, _OF_BATCH = 12, 50  # of rows, and their articles


def killed(folder: Path, seed: int) -> Table:
    """Kill adds of articles, and adds of rows, and compare what they made."""
    dice = random.Random(seed)
    write_articles(folder / "articles", count=_ARTICLES)
    (folder / "rows").mkdir(parents=True, exist_ok=True)
    for number in range(_BATCHES):
        write_batch(folder / "rows" / f"{number:02d}.jsonl", number, _OF_BATCH)
    rows = []
    for kind in ("articles", "rows"):
        whole = folder / f"{kind}.whole.calg"
        seconds = citalign("library", "add", whole, folder / kind, "-q").seconds
        rows.append([kind, *_killed(folder, kind, dice, seconds, content(whole))])
    return Table(
        "SIGKILL at random moments of `library add`",
        ["added", "kills", "runs to the end", "damaged", "citances", "lost or twice", "the same"],
        rows,
    )


def _killed(
    folder: Path, kind: str, dice: random.Random, seconds: float, expected: Counter[str]
) -> list[str]:
    """Kill and go on until it is done; where that is too soon, begin anew."""
    library = folder / f"{kind}.killed.calg"
    kills = ended = damaged = wrong = 0
    same = True
    while kills < KILLS // 2 or not ended:
        command = [sys.executable, "-m", "spacy_citalign", "library", "add", str(library)]
        command += [str(folder / kind), "-q", "--n-process", str(dice.choice([1, 2]))]
        limit = dice.uniform(0.3, 0.7 * seconds) if kills < KILLS // 2 else None
        with subprocess.Popen(command, env=os.environ | ONE_THREAD) as process:
            try:
                status = process.wait(limit)
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
                status = None
        if library.exists():
            damaged += not _is_sound(library)
        if status == 0:
            ended += 1
            found = content(library)
            wrong += sum(((found - expected) + (expected - found)).values())
            same = same and found == expected
            library.unlink()
        elif status is not None:
            sys.exit(f"an add ended with {status}")
    citances = f"{sum(expected.values()):,}"
    return [str(kills), str(ended), str(damaged), citances, str(wrong), "yes" if same else "no"]


def _is_sound(library: Path) -> bool:
    """Whether SQLite finds nothing wrong, in the tables and in the index of words."""
    with closing(sqlite3.connect(library)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        try:
            connection.execute(
                "INSERT INTO sentence_words (sentence_words, rank) VALUES ('integrity-check', 1)"
            )
        except sqlite3.DatabaseError as error:
            found.append((str(error),))
        connection.rollback()
    return found == [("ok",)]


def content(library: Path) -> Counter[str]:
    """The citances of a library, each by the key of its work and its record."""
    found: Counter[str] = Counter()
    with reading(library) as connection:
        groups = LibraryGroups(connection, WorkFilter())
        for work in groups.ids():
            group = groups.group(work).group()
            head = group.cited.model_dump_json()
            for citance in group.citances:
                record = f"{head} {citance.model_dump_json()}".encode()
                found[hashlib.sha256(record).hexdigest()] += 1
    return found
