"""Run the cheap benchmarks again, and say which figures moved against the kept ones.

    python -m benchmarks.rerun              all of them, some minutes
    python -m benchmarks.rerun lemmas tags  these
    python -m benchmarks.rerun --list       their names, commands and seconds

Nothing that is kept changes: a benchmark records into a copy of ``results/``, whose tables are then
compared with the kept ones, cell by cell. Times and memory are of the machine and of what else it
does, so they are left out. The exit status is 1 if a figure moved or a benchmark failed.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from .common import ROOT
from .recording import OPTION
from .results import FOLDER, FOLDER_VARIABLE, Record, Results, read_all, read_results, write_results

NOT_RUN = "not run again"
_OF_THE_MACHINE = re.compile(
    r"/s\b|\b(?:time|times|cold|warm|again|ratio|speed|seconds?|ms|s|MB|memory|faster)\b", re.I
)


class Cheap(NamedTuple):
    """A benchmark that takes about a minute or less.

    Attributes:
        name: what it is called here.
        arguments: of ``python -m benchmarks.``.
        seconds: about how long it takes on one core.
    """

    name: str
    arguments: str
    seconds: int

    @property
    def idea(self) -> str:
        """The file of results that it records into."""
        return self.arguments.split()[0]


CHEAP = (
    Cheap("lemmas", "lemmas", 26),
    Cheap("columns", "columns shipped", 50),
    Cheap("genes", "genes --gate", 33),
    Cheap("guidelines", "genes guidelines", 23),
    Cheap("no-genes", "genes nogenes", 47),
    Cheap("gene-ids", "gene_ids", 32),
    Cheap("terms", "terms shipped", 66),
    Cheap("citations", "citations extent", 18),
    Cheap("self-citations", "citations self", 35),
    Cheap("articles", "articles sentences", 27),
    Cheap("pdf", "pdf gate", 35),
    Cheap("statements", "statements shared", 30),
    Cheap("differing", "statements differing", 24),
    Cheap("quiet", "statements quiet", 20),
    Cheap("copies", "statements copies", 20),
    Cheap("sentences", "sentences shipped", 15),
)


class Moved(NamedTuple):
    """A figure that is another than the kept one; None for a row that is there in one run only."""

    place: str
    kept: str | None
    now: str | None

    def __str__(self) -> str:
        return f"{self.place}: {self.kept or 'nothing'} -> {self.now or 'nothing'}"


def rerun(cheap: Cheap, folder: Path) -> tuple[int, list[Moved]]:
    """Run a benchmark with a folder of its own for what it records.

    Args:
        cheap: what to run.
        folder: an empty one.

    Returns:
        How many figures were compared, and those that moved.

    Raises:
        RuntimeError: the benchmark failed; the last line that it wrote.
    """
    target = folder / "results"
    target.mkdir()
    for idea, results in read_all().items():
        (target / f"{idea}.json").write_text(write_results(_as_not_run(results)), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", *f"benchmarks.{cheap.arguments} {OPTION}".split()],
        env=os.environ | {FOLDER_VARIABLE: str(target)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise RuntimeError((run.stderr.strip() or "no message").splitlines()[-1])
    path = f"{cheap.idea}.json"
    kept, now = (
        read_results((where / path).read_text(encoding="utf-8")) for where in (FOLDER, target)
    )
    return compare(kept, now)


def _as_not_run(results: Results) -> Results:
    sections = [
        replace(one, records=tuple(replace(record, date=NOT_RUN) for record in one.records))
        for one in results.sections
    ]
    return replace(results, sections=tuple(sections))


def compare(kept: Results, now: Results) -> tuple[int, list[Moved]]:
    """Return how many figures of the records that were run are compared, and those that moved."""
    count, moved = 0, []
    before = {section.title: section.records for section in kept.sections}
    for section in now.sections:
        for record in section.records:
            if record.date == NOT_RUN:
                continue
            for place, old, new in _cells(
                _same(record, before.get(section.title, ())), record, section.title
            ):
                count += 1
                if old != new:
                    moved.append(Moved(place, old, new))
    return count, moved


def _same(record: Record, kept: Sequence[Record]) -> Record | None:
    """Return the kept record of the same table, that of the same command where there are more."""
    alike = [one for one in kept if (one.title, one.columns) == (record.title, record.columns)]
    first = alike[0] if alike else None
    return next((one for one in alike if one.command == record.command), first)


def _cells(
    kept: Record | None, now: Record, section: str
) -> Iterator[tuple[str, str | None, str | None]]:
    """Yield each figure of a table that is no time: where it stands, as it was, and as it is."""
    title = now.title or section
    old = {} if kept is None else {row[0]: row for row in kept.rows}
    new = {row[0]: row for row in now.rows}
    for name in [*new, *(name for name in old if name not in new)]:
        if _OF_THE_MACHINE.search(name):
            continue
        for place, column in enumerate(now.columns):
            if place and not _OF_THE_MACHINE.search(column):
                was, is_now = (rows[name][place] if name in rows else None for rows in (old, new))
                yield f"{title}, {name}, {column}", was, is_now


def main() -> None:
    """Run what is asked for, and print what moved."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="these only; default: all")
    parser.add_argument("--list", action="store_true", help="show names, commands and seconds")
    args = parser.parse_args()
    known = {one.name: one for one in CHEAP}
    unknown = [name for name in args.names if name not in known]
    if unknown:
        sys.exit(f"{', '.join(unknown)} is not cheap or unknown; choose from {', '.join(known)}")
    if args.list:
        for one in CHEAP:
            print(f"{one.name}: python -m benchmarks.{one.arguments}, about {one.seconds} s")
        return
    clean = True
    for one in [known[name] for name in args.names] or CHEAP:
        with tempfile.TemporaryDirectory() as folder:
            try:
                count, moved = rerun(one, Path(folder))
            except RuntimeError as error:
                print(f"{one.name}: failed: {error}")
                clean = False
                continue
        print(f"{one.name}: {count} figures compared, {len(moved)} moved", flush=True)
        for figure in moved:
            print(f"  {figure}")
        clean = clean and not moved
    sys.exit(not clean)


if __name__ == "__main__":
    main()
