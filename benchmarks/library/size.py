"""A library of 1,445 generated articles: how soon it answers, what ten more articles cost."""

import shutil
import sqlite3
import statistics
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ..common import last_core
from ..recording import Table
from .commands import Run, citalign, load
from .generated_articles import ARTICLES, ASKED_SENTENCES, ASKING, asked_doi, write_articles

TITLE = "A work of {articles} articles and {citances} sentences in 1,445 articles, one core"
RUNS = 20
_COLUMNS = ("runs", "median s", "least", "most", "of a processor, median", "limit s")
ADDED = 10
_ADDS = 3  # of ten articles, of which the median is taken


def asked(folder: Path) -> list[Table]:
    """Make the library, ask for the work and add ten articles."""
    collection, more = folder / "collection", folder / "more"
    citations = write_articles(collection)
    write_articles(more, ARTICLES, ADDED)
    library = folder / "collection.calg"
    filled = citalign("library", "add", library, collection, "-q")
    core = last_core()
    loads, new, kept = [], [], []
    for _ in range(RUNS):  # in turn, so that all have the same of what else the machine does
        with closing(sqlite3.connect(library)) as connection, connection:
            connection.execute("DELETE FROM answers")
        loads.append(load(core))
        new.append(citalign("ask", library, asked_doi(), core=core))
        kept.append(citalign("ask", library, asked_doi(), core=core))
    sentences = sum(ASKED_SENTENCES) * ASKING // len(ASKED_SENTENCES)
    limit = _median(loads) + 2
    answers = Table(
        TITLE.format(articles=ASKING, citances=sentences),
        ["cold processes", *_COLUMNS],
        [
            _row("`spacy.load`, with the import of spaCy", loads, ""),
            _row("`citalign ask`, kept", kept, "0.50"),
            _row("`citalign ask`, new", new, f"{limit:.2f}"),
        ],
        [
            f"The collection has {citations:,} citations; `library add`, in as many processes as "
            f"there are cores, took {filled.seconds:.0f} s and made "
            f"{library.stat().st_size / 1e6:.1f} MB."
        ],
    )
    return [answers, _additions(folder, library, more)]


def _additions(folder: Path, library: Path, more: Path) -> Table:
    alone, onto = [], []
    for number in range(_ADDS):
        one, other = folder / f"alone{number}.calg", folder / f"onto{number}.calg"
        shutil.copyfile(library, other)
        alone.append(citalign("library", "add", one, more, "-q"))
        onto.append(citalign("library", "add", other, more, "-q"))
        other.unlink()
    ratio = _median(onto) / _median(alone)
    return Table(
        f"Adding {ADDED} articles",
        ["to", *_COLUMNS],
        [
            _row("a new library", alone, ""),
            _row("one of 1,445 articles", onto, f"{2 * _median(alone):.2f}"),
        ],
        [f"That is {ratio:.2f} times as long."],
    )


def _row(name: str, runs: Sequence[Run], limit: str) -> list[str]:
    seconds = [run.seconds for run in runs]
    used = statistics.median(run.processor for run in runs)
    found = _median(runs), min(seconds), max(seconds), used
    return [name, str(len(runs)), *(f"{one:.2f}" for one in found), limit]


def _median(runs: Sequence[Run]) -> float:
    return statistics.median(run.seconds for run in runs)
