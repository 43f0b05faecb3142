"""Published figures: one JSON file an idea in ``results/``, and the Markdown that is drawn from it.

    python -m benchmarks.results draw [IDEA ...]    writes results/IDEA.md, and the index RESULTS.md
    python -m benchmarks.results check              fails where these are not what the JSON draws

A file has sections, a section has records: a table with the command that measured it, commit, date
and machine. Cells are kept as they were printed. Text is kept line by line, and each row of a table
is one line of JSON, so that a change of a figure is a change of one line. ``recording`` puts the
tables of a run there.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from .common import ROOT, markdown_table

FOLDER_VARIABLE = "CITALIGN_RESULTS"  # another folder for what is recorded, as ``rerun`` sets it
FOLDER = Path(os.environ.get(FOLDER_VARIABLE) or ROOT / "benchmarks" / "results")
INDEX = FOLDER.with_name("RESULTS.md")
INDEX_TEXT = """# Results

Current figures, each with the command, commit, machine and date of its run. The figures are kept in
`results/IDEA.json`; the pages and this index are drawn from them by
`python -m benchmarks.results draw`, and `--record` puts the tables of a run there, for commands
that have that option.

Corpora are read from the folder that `CITALIGN_DATA` names. Nothing was tuned on a test split.
"Official" is the BioCreative II scorer with alternatives, "strict" exact match of characters; the
two are different scales, some ten points apart. Speeds are of one core of a shared two-core
machine, unless a record says otherwise: read the ratios, which were measured in turn in one run.
"""

Strings = tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """A table, or printed lines alone, and the run that they are from.

    Attributes:
        title: the caption of the table; a section has one record of a title and command.
        command: lines for a shell.
        commit: of the code that was measured, or that brought the figures.
        date: of that commit or run, as in 2026-01-31.
        machine: what it was measured on, in words.
        text: lines above the table, written by people.
        columns: the header; empty if there is no table.
        rows: as many cells in each as there are columns.
        notes: lines below the table.
    """

    title: str
    command: Strings
    commit: str
    date: str
    machine: str
    text: Strings = ()
    columns: Strings = ()
    rows: tuple[Strings, ...] = ()
    notes: Strings = ()

    @property
    def run(self) -> str:
        """How the record was measured, in one line."""
        return f"*Commit `{self.commit}`, {self.date}; {self.machine}.*"


@dataclass(frozen=True)
class Section:
    """Records on one question, with lines of text before and behind them."""

    title: str
    text: Strings = ()
    records: tuple[Record, ...] = ()
    notes: Strings = ()


@dataclass(frozen=True)
class Results:
    """All figures of an idea."""

    title: str
    sections: tuple[Section, ...] = ()


# --- JSON ------------------------------------------------------------------------------------


def read_results(text: str) -> Results:
    """Read and check the JSON of an idea.

    Raises:
        ValueError: it has another form; the message says where.
    """
    return _made(Results, json.loads(text), "the file", {"sections": _section})


def _section(value: Any, place: str) -> Section:
    return _made(Section, value, place, {"records": _record})


def _record(value: Any, place: str) -> Record:
    record = _made(Record, value, place, {"rows": lambda row, at: _strings(row, at)})
    for number, row in enumerate(record.rows):
        if len(row) != len(record.columns):
            raise ValueError(
                f"{place}, {record.title!r}: row {number} has {len(row)} cells, not "
                f"{len(record.columns)}"
            )
    return record


def _made(
    kind: type[Any], value: Any, place: str, inner: dict[str, Callable[[Any, str], Any]]
) -> Any:
    """Make a dataclass of an object; members of lists are strings or what ``inner`` makes."""
    known = {one.name: one for one in fields(kind)}
    if not isinstance(value, dict) or not value.keys() <= known.keys():
        raise ValueError(f"{place} is no object with members of {', '.join(known)}")
    place = f"{place}, {value['title']!r}" if isinstance(value.get("title"), str) else place
    made: dict[str, Any] = {}
    for name, given in value.items():
        at = f"{place}, {name}"
        if name in inner:
            if not isinstance(given, list):
                raise ValueError(f"{at} is no list")
            made[name] = tuple(inner[name](one, f"{at} {n}") for n, one in enumerate(given))
        elif known[name].type is str:
            if not isinstance(given, str):
                raise ValueError(f"{at} is no string")
            made[name] = given
        else:
            made[name] = _strings(given, at)
    missing = [name for name in known.keys() - made.keys() if known[name].default is MISSING]
    if missing:
        raise ValueError(f"{place} lacks {', '.join(sorted(missing))}")
    return kind(**made)


def _strings(value: Any, place: str) -> Strings:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"{place} is no list of strings")
    return tuple(value)


def write_results(results: Results) -> str:
    """Write the JSON of an idea: a line of text, or a row of a table, a line; no empty lists.

    >>> print(write_results(Results("Genes", (Section("Speed", ("Words", "a second.")),))))
    {
     "title": "Genes",
     "sections": [
      {
       "title": "Speed",
       "text": [
        "Words",
        "a second."
       ]
      }
     ]
    }
    <BLANKLINE>
    """
    return "\n".join(_object_lines(results, "")) + "\n"


def _object_lines(value: Any, indent: str) -> list[str]:
    """The lines of a dataclass, all but the first indented."""
    members = []
    for one in fields(value):
        inner = getattr(value, one.name)
        if inner == ():
            continue
        if isinstance(inner, str) or one.name == "columns":
            written = [_string(inner)]
        else:
            inside = f"{indent}  "
            items = [
                _object_lines(item, inside) if is_dataclass(item) else [_string(item)]
                for item in inner
            ]
            written = _bracketed(items, "[]", f"{indent} ")
        members.append([f'"{one.name}": {written[0]}', *written[1:]])
    return _bracketed(members, "{}", indent)


def _string(value: str | Strings) -> str:
    return json.dumps(value, ensure_ascii=False)


def _bracketed(members: Sequence[list[str]], brackets: str, indent: str) -> list[str]:
    """The lines of members within brackets, with commas between them."""
    for member in members[:-1]:
        member[-1] += ","
    inside = [line for first, *rest in members for line in (f"{indent} {first}", *rest)]
    return [brackets[0], *inside, indent + brackets[1]]


# --- Markdown --------------------------------------------------------------------------------


def draw(results: Results, idea: str) -> str:
    """Draw the page of an idea."""
    blocks = [
        f"# {results.title}",
        f"Drawn from [{idea}.json]({idea}.json) by `python -m benchmarks.results draw`.",
    ]
    for section in results.sections:
        blocks += [f"## {section.title}", *_text(section.text)]
        command, run = None, None
        for record in section.records:
            if record.command != command:
                blocks.append("\n".join(["```bash", *record.command, "```"]))
            if (record.command, record.run) != (command, run):
                blocks.append(record.run)
            command, run = record.command, record.run
            blocks += _text(record.text)
            if record.title:
                blocks.append(record.title)
            if record.columns:
                blocks.append(markdown_table(record.columns, record.rows))
            blocks += _text(record.notes)
        blocks += _text(section.notes)
    return "\n\n".join(blocks) + "\n"


def _text(lines: Strings) -> list[str]:
    return ["\n".join(lines)] if lines else []


def draw_index(files: dict[str, Results]) -> str:
    """Draw the index of the pages by idea."""
    items = []
    for idea, results in sorted(files.items()):
        items.append(f"- [{results.title}](results/{idea}.md), `python -m benchmarks.{idea}`")
        items += [f"  - {section.title}" for section in results.sections]
    return f"{INDEX_TEXT}\n" + "\n".join(items) + "\n"


def read_all(folder: Path = FOLDER) -> dict[str, Results]:
    """Read the results of all ideas."""
    return {
        path.stem: read_results(path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.json"))
    }


def drawn(folder: Path = FOLDER, index: Path = INDEX) -> Iterator[tuple[Path, str]]:
    """Yield each drawn file and what has to stand in it."""
    files = read_all(folder)
    for idea, results in files.items():
        yield folder / f"{idea}.md", draw(results, idea)
    yield index, draw_index(files)


def stale(folder: Path = FOLDER, index: Path = INDEX) -> list[Path]:
    """Return the drawn files that are not what the JSON draws."""
    return [
        path
        for path, text in drawn(folder, index)
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main() -> None:
    """Draw the pages, or check that they are drawn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    steps = parser.add_subparsers(dest="step", required=True)
    pages = steps.add_parser("draw", help="write the pages and the index")
    pages.add_argument("ideas", nargs="*", metavar="IDEA", help="these pages only; default: all")
    steps.add_parser("check", help="fail where a page is not what its JSON draws")
    args = parser.parse_args()
    if args.step == "check":
        wrong = [str(path.relative_to(ROOT)) for path in stale()]
        if wrong:
            sys.exit(f"not drawn anew: {', '.join(wrong)}; run python -m benchmarks.results draw")
        return
    files = dict(drawn())
    pages_by_idea = {path.stem: path for path in files if path != INDEX}
    unknown = [idea for idea in args.ideas if idea not in pages_by_idea]
    if unknown:
        sys.exit(f"no results of {', '.join(unknown)}; choose from {', '.join(pages_by_idea)}")
    for path in [pages_by_idea[idea] for idea in args.ideas or pages_by_idea] + [INDEX]:
        path.write_text(files[path], encoding="utf-8")


if __name__ == "__main__":
    main()
