"""A library that grows to 10^5 generated articles: bytes a citance, seconds an add, questions."""

import random
import sqlite3
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from pathlib import Path

import numpy as np

from spacy_citalign.app.answers.aligner import AlignerSetup
from spacy_citalign.app.library.library import Library

from ..recording import Table
from .commands import Run, citalign
from .generated_rows import ARTICLES, WORKS, write_batch
from .invented import drawn_works, word, work

_ENDS = 5  # adds at the begin and at the end, of which the median is taken
_ASKED = 100
_MOST_CITANCES = 500  # of a work that is aligned here
_SMALL = 0.005  # share of a table in the file that is not worth a row


def grow(folder: Path, articles: int, minutes: float) -> tuple[Path, list[Table]]:
    """Fill a library with batches of rows, an add each; the library and what it took.

    Args:
        folder: for the rows and the library, some 35 MB a thousand articles.
        articles: how many at most, in thousands.
        minutes: after which nothing more is added.
    """
    library = folder / "large.calg"
    runs, citances = [], 0
    began = time.perf_counter()
    for number, (path, count) in enumerate(_batches(folder, articles // ARTICLES), start=1):
        runs.append(citalign("library", "add", library, path, "-q"))
        citances += count
        path.unlink()
        if number % 10 == 0 or number <= _ENDS:
            size, last = library.stat().st_size, runs[-1]
            print(
                f"{number * ARTICLES:,} articles, {citances:,} citances: {last.seconds:.1f} s an "
                f"add, {last.processor:.1f} of processors; {size / citances:.0f} bytes a citance",
                flush=True,
            )
        if time.perf_counter() - began > 60 * minutes:
            break
    passed = time.perf_counter() - began
    return library, [_adds(runs, citances, passed), _sizes(library, citances)]


def _batches(folder: Path, count: int) -> Iterator[tuple[Path, int]]:
    """Yield files of rows, each with its citances; the next one is made meanwhile."""
    with ProcessPoolExecutor(1) as pool:

        def begun(number: int) -> tuple[Path, Future[int]]:
            path = folder / f"rows{number}.jsonl"
            return path, pool.submit(write_batch, path, number)

        coming = [begun(0)]
        for number in range(1, count + 1):
            path, made = coming.pop()
            found = made.result()
            if number < count:
                coming.append(begun(number))
            yield path, found


def _adds(runs: Sequence[Run], citances: int, passed: float) -> Table:
    mean = citances / len(runs)
    parts = {
        "the first": runs[:1],
        f"the first {_ENDS}, median": runs[:_ENDS],
        f"the last {_ENDS}, median": runs[-_ENDS:],
        "all, median": runs,
        "the slowest": [max(runs)],
    }
    rows = []
    middles = []
    for name, some in parts.items():
        wall = statistics.median(run.seconds for run in some)
        used = statistics.median(run.processor for run in some)
        middles.append((wall, used))
        rows.append([name, f"{wall:.1f}", f"{used:.1f}", f"{mean / used:,.0f}"])
    wall, used = (last / first for first, last in zip(middles[1], middles[2], strict=True))
    return Table(
        f"`library add` of 1,000 articles, {mean:,.0f} citances, {len(runs)} times",
        ["adds", "seconds", "of processors", "citances a second of processors"],
        rows,
        [
            f"The last adds take {used:.2f} times as much of the processors as the first ones, and "
            f"{wall:.2f} times as long, which is of what else the machine does, too. All took "
            f"{passed / 60:.1f} minutes, the making of the rows beside it."
        ],
    )


def _sizes(library: Path, citances: int) -> Table:
    """The bytes of each table with its indexes."""
    with closing(sqlite3.connect(library)) as connection:
        found = connection.execute(
            "SELECT coalesce(m.tbl_name, s.name), m.type, s.name, s.pgsize FROM "
            "(SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE) s "
            "LEFT JOIN sqlite_master m ON m.name = s.name"
        ).fetchall()
        articles = connection.execute("SELECT count(*) FROM articles").fetchone()[0]
        works = connection.execute("SELECT count(*) FROM works").fetchone()[0]
    tables: Counter[str] = Counter()
    indexes: Counter[str] = Counter()
    for table, kind, _, size in found:
        name = table.rpartition("_words_")[0]
        name = f"{name}_words" if name else table
        (indexes if kind == "index" else tables)[name] += size
    whole = library.stat().st_size
    rows = []
    for name, _ in (tables + indexes).most_common():
        own, more = tables[name], indexes[name]
        if own + more >= _SMALL * whole:
            rows.append([name, f"{own / citances:.1f}", f"{more / citances:.1f}" if more else ""])
    rows.append(["the file", f"{whole / citances:.1f}", ""])
    return Table(
        f"Bytes a citance, of {articles:,} articles, {citances:,} citances of {works:,} works",
        ["table", "itself", "its indexes"],
        rows,
        [f"The file has {whole / 1e9:.2f} GB."],
    )


def questions(library: Path) -> list[Table]:
    """Ask for works and words, in a process that has the library open and its pipeline loaded."""
    dice = random.Random(49)
    with closing(sqlite3.connect(library)) as connection:
        works = _drawn(connection, dice)
    keys, sizes = zip(*works, strict=True)
    answered = [key for key, size in works if size <= _MOST_CITANCES]
    dated = [
        f"{known['first_author']} {known['year']}"
        for known in map(work, drawn_works(np.random.default_rng(49), _ASKED, WORKS))
    ]
    # One word that is frequent and one that is not, as people ask.
    words = [
        f"{word(dice.randrange(100))} {word(dice.randrange(500, 20_000))}" for _ in range(_ASKED)
    ]
    aligner = AlignerSetup().load()
    with Library(library) as opened:
        rows = [
            _timed("a work by its id", opened.work, keys),
            _timed("its citing sentences", opened.group, keys),
            _timed(
                "its answer, new",
                lambda key: opened.ask(key, aligner=lambda: aligner),
                answered,
            ),
            _timed("its answer, kept", opened.ask, answered),
            _timed("works by author and year", opened.find, dated),
            _timed("20 sentences by two words", opened.citances, words),
            _timed("works of sentences with two words", opened.works_of_words, words),
        ]
    middle = statistics.median(sizes)
    return [
        Table(
            "Questions, in a process that has the pipeline loaded",
            ["question", "asked", "median s", "worst", "of a processor, median", "worst"],
            rows,
            [
                f"The works are those of references drawn by chance: a work has {middle:,.0f} "
                f"citances in the median, {max(sizes):,} at most. Answers are those of works with "
                f"at most {_MOST_CITANCES:,}."
            ],
        )
    ]


def _drawn(connection: sqlite3.Connection, dice: random.Random) -> list[tuple[str, int]]:
    """The keys and citances of the works of some references."""
    last = connection.execute("SELECT max(id) FROM refs").fetchone()[0]
    return [
        connection.execute(
            "SELECT w.key, w.citances FROM refs r JOIN records k ON k.id = r.record "
            "JOIN units u ON u.id = k.unit JOIN works w ON w.id = u.work "
            "WHERE r.id >= ? ORDER BY r.id LIMIT 1",
            (dice.randrange(last),),
        ).fetchone()
        for _ in range(_ASKED)
    ]


def _timed(name: str, ask: Callable[[str], object], questions: Sequence[str]) -> list[str]:
    seconds, used = [], []
    for question in questions:
        start, begun = time.perf_counter(), time.process_time()
        ask(question)
        seconds.append(time.perf_counter() - start)
        used.append(time.process_time() - begun)
    found = statistics.median(seconds), max(seconds), statistics.median(used), max(used)
    return [name, str(len(questions)), *(f"{one:.3f}" for one in found)]
