"""Tables and figures of a run: printed, checked against floors, and put into the kept results.

With the option ``--record`` of a benchmark its tables go into ``results/IDEA.json``, with the
command, commit, date and machine; what people wrote about them stays.
"""

import argparse
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from .common import ROOT, markdown_table
from .results import FOLDER, INDEX, Record, Results, Section, drawn, read_results, write_results

OPTION = "--record"


class Table(NamedTuple):
    """What a benchmark prints: a caption, a table, and lines below it."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def __str__(self) -> str:
        parts = [self.title, markdown_table(self.columns, self.rows), "\n".join(self.notes)]
        return "\n\n".join(filter(None, parts))


class Figure(NamedTuple):
    """A figure that a gate looks at, 0 to 1, and the least that passes, if any."""

    name: str
    value: float
    floor: float | None = None


def add_record_option(parser: argparse.ArgumentParser) -> None:
    """Give a benchmark's command line the option to keep the tables of its run."""
    parser.add_argument(OPTION, action="store_true", help="put the tables into results/*.json")


def publish(idea: str, section: str, tables: Sequence[Table], *, keep: bool) -> None:
    """Print the tables of a run and, if wanted, record them."""
    print("\n\n".join(map(str, tables)))
    if keep:
        record(idea, section, tables)


def record(
    idea: str,
    section: str,
    tables: Sequence[Table],
    *,
    command: str | None = None,
    folder: Path = FOLDER,
) -> None:
    """Put the tables of a run into the JSON of an idea, and draw its page and the index.

    The record with a table's title is replaced, but for its text; of several the one with the same
    command. Else the table becomes the last record of the section, which is made where there is
    none.

    Args:
        idea: name of the file.
        section: its title.
        tables: what was measured.
        command: how; None: the command of this process.
        folder: where the files are; the index is beside it.
    """
    path = folder / f"{idea}.json"
    results = read_results(path.read_text(encoding="utf-8")) if path.exists() else Results(idea)
    line = own_command() if command is None else command
    sections = {one.title: one for one in results.sections}
    records = list(sections.setdefault(section, Section(section)).records)
    for table in tables:
        new = Record(
            table.title,
            (line,),
            current_commit(),
            date.today().isoformat(),
            this_machine(),
            columns=tuple(table.columns),
            rows=tuple(map(tuple, table.rows)),
            notes=tuple(table.notes),
        )
        same = [n for n, one in enumerate(records) if one.title == table.title]
        if len(same) > 1:
            same = [n for n in same if records[n].command == new.command]
        if same:
            records[same[0]] = replace(new, text=records[same[0]].text)
        else:
            records.append(new)
    sections[section] = replace(sections[section], records=tuple(records))
    results = replace(results, sections=tuple(sections.values()))
    path.write_text(write_results(results), encoding="utf-8")
    for file, text in drawn(folder, folder.with_name(INDEX.name)):
        file.write_text(text, encoding="utf-8")


def check_floors(idea: str, subject: str, figures: Sequence[Figure], *, keep: bool) -> None:
    """Print the figures of a gate, and exit with status 1 where one is below its floor.

    Args:
        idea: whose results keep them.
        subject: what is below the floor, for the message.
        figures: with or without floors.
        keep: whether they are recorded.
    """
    for name, value, floor in figures:
        print(f"{name}: {value:.4f}" + ("" if floor is None else f"; floor {floor:g}"))
    if keep:
        rows = [
            [name, f"{value:.4f}", "-" if floor is None else f"{floor:g}"]
            for name, value, floor in figures
        ]
        record(idea, "Floors", [Table("", ["figure", "value", "floor"], rows)])
    low = [name for name, value, floor in figures if floor is not None and not value >= floor]
    if low:
        sys.exit(f"{subject} is below the floor: {', '.join(low)}")


def own_command() -> str:
    """Return the command of this process, without the option to record."""
    arguments = [one for one in sys.orig_argv[1:] if one != OPTION]
    return shlex.join(["python", *arguments])


def current_commit() -> str:
    """Return the short hash of the checkout's commit, and whether files but results differ."""
    head = _git("rev-parse", "--short=7", "HEAD")
    others = (":!benchmarks/results", ":!benchmarks/RESULTS.md")
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", *others)
    return f"{head} with changes" if changed else head


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def this_machine() -> str:
    """Return what a run is measured on, in words that name no machine."""
    cores = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    return f"{cores}, Python {platform.python_version()}"
