"""`citalign export`: rows of the other commands in, tables, bibliographies or annotations out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, Generic, NamedTuple, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import typer

from ..answer_rows import FailedRow, read_answer
from ..app.answers.events import Problems
from ..app.answers.harvesting import group_rows
from ..app.output_files import write_lines, write_text
from ..app.report.exports.annotated import AnnotatedText, annotated_text
from ..app.report.exports.bibtex import bibtex_text
from ..app.report.exports.bioc import bioc_text
from ..app.report.exports.brat import (
    INDEX,
    INDEX_COLUMNS,
    configuration,
    file_name,
    plain_text,
    standoff,
    type_of,
)
from ..app.report.exports.csl import csl_text
from ..app.report.exports.prodigy import prodigy_line
from ..app.report.exports.pubtator import pubtator_block, pubtator_text
from ..app.report.exports.references import Bibliography, Reference
from ..app.report.exports.tables import (
    CITANCE_COLUMNS,
    DIRECTION_COLUMNS,
    EVIDENCE_COLUMNS,
    STATEMENT_COLUMNS,
    citance_rows,
    direction_rows,
    evidence_rows,
    statement_rows,
    write_table,
)
from ..app.report.exports.web_annotations import annotations_text
from ..app.report.phrases import counted
from ..atomic import atomic_output, atomic_text
from ..corpora.io import bounded_lines
from ..corpora.json_lines import json_object
from ..errors import InputError, SettingError
from ..row_files import record_values
from ..schema import WorkAnswer
from .console import exit_if, hold, say
from .options import Quiet, output_option


def export(
    rows: Annotated[
        list[Path],
        typer.Argument(
            metavar="ROWS...",
            help="Files that `citalign align`, `report`, `citances` or `annotate` wrote, .jsonl; "
            "or a folder of tables that `annotate` wrote, .parquet.",
        ),
    ],
    output: Annotated[
        Path, output_option("File to write: .csv, .bib, .jsonld, .json, .jsonl, .pubtator or .zip.")
    ],
    quiet: Quiet = False,
) -> None:
    """Write results in formats of other programs; the suffix of the output says which.

    Of groups of citances: .csv is a table of the citances, and beside it NAME.statements.csv is one
    of the statements, NAME.evidence.csv one of where cited articles say it, where that was looked
    for, NAME.directions.csv one of what some say the reverse of, where there is such; .bib is a
    bibliography of cited works and citing articles in BibTeX, .json the same in CSL-JSON; .jsonld
    has citances and aligned words as W3C Web Annotations, with properties of CiTO. Of the texts of
    `citalign annotate`: .json is BioC JSON, .jsonl has tasks for Prodigy, .pubtator is PubTator's
    format, .zip has the files of brat.

    A line that is no such row is reported, and does not stop the others. The exit status is 0 if
    all went well, 1 if rows failed, 2 if nothing could be written.
    """
    hold(output, rows)
    for path in rows:
        if not path.exists():
            raise SettingError(f"{path} does not exist")
    kind = kind_of_rows(rows[0])
    writer = WRITERS.get((kind, output.suffix))
    if writer is None:
        suffixes = ", ".join(suffix for of, suffix in WRITERS if of == kind)
        other = TEXTS if kind == GROUPS else GROUPS
        hint = f"; that is for {other}" if (other, output.suffix) in WRITERS else ""
        raise SettingError(
            f"the output {output} must end in {suffixes}, as {rows[0]} has {kind}{hint}"
        )
    problems = Problems(lambda problem: say(problem.message))
    written = writer(rows, output, problems)
    if not quiet:
        told = f"{written.counts} of {counted(written.rows, 'row')} -> {written.files}"
        say(told, *problems.summary(len(rows)))
    exit_if(problems.count)


T = TypeVar("T")
_TextOf = Callable[[Mapping[str, Any]], AnnotatedText | None]
GROUPS, TEXTS = "groups of citances", "annotated texts"
_PARQUET = ".parquet"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same rows make the same file


class Written(NamedTuple):
    """What was written, in words; the files; and of how many rows."""

    counts: str
    files: str
    rows: int


_Writer = Callable[[list[Path], Path, Problems], Written]


def kind_of_rows(path: Path) -> str:
    """Return what the first row of a file is of: those of texts have an id, also where they failed.

    Raises:
        InputError: there is none.
    """
    if _is_table(path):
        return TEXTS
    for number, row in _json_rows(path):
        if isinstance(row, Exception):
            raise InputError(f"{path}, line {number} is no row of JSON: {row}") from row
        return TEXTS if "id" in row else GROUPS
    raise InputError(f"{path} has no rows")


@dataclass
class _Counted(Generic[T]):
    """What is read of files, one by one, and counted.

    Attributes:
        files: in order.
        problems: are told of the errors that ``read`` gives.
        read: yields what a file has, an error in place of what cannot be read.
        size_of: how many citances or annotations there are in one.
        count, size: of what was read.
    """

    files: list[Path]
    problems: Problems
    read: Callable[[Path], Iterator[T | InputError]]
    size_of: Callable[[T], int]
    count: int = 0
    size: int = 0

    def __iter__(self) -> Iterator[T]:
        for path in self.files:
            for row in self.read(path):
                if isinstance(row, InputError):
                    self.problems.add(path, row)
                else:
                    self.count += 1
                    self.size += self.size_of(row)
                    yield row


def _groups(files: list[Path], problems: Problems) -> _Counted[WorkAnswer]:
    return _Counted(files, problems, _groups_of, lambda group: len(group.citances))


def _groups_of(path: Path) -> Iterator[WorkAnswer | InputError]:
    for _, group in group_rows(path):
        try:
            if isinstance(group, InputError):
                raise group
            answer = read_answer(record_values(group), 0)
            yield InputError(answer.error) if isinstance(answer, FailedRow) else answer
        except InputError as error:
            yield error


def _texts(
    files: list[Path], problems: Problems, text_of: _TextOf = annotated_text
) -> _Counted[AnnotatedText]:
    read = partial(_texts_of, text_of=text_of)
    return _Counted(files, problems, read, lambda text: len(text.annotations))


def _texts_of(path: Path, text_of: _TextOf) -> Iterator[AnnotatedText | InputError]:
    from ..app.batch.outputs.parts import rows_of

    for number, row in enumerate(rows_of(path)) if _is_table(path) else _json_rows(path):
        if isinstance(row, Exception):
            yield InputError(f"{path}, line {number}: {row}")
        elif (text := text_of(row)) is not None:
            yield text
        else:
            name = row.get("source") or row.get("id")
            problem = "has no text; annotate it without --no-text"
            if "error" in row:
                problem = f"was not annotated: {row['error']}"
            yield InputError(f"{path}: {name} {problem}")


def _is_table(path: Path) -> bool:
    return path.is_dir() or path.suffix == _PARQUET


def _json_rows(path: Path) -> Iterator[tuple[int, dict[str, Any] | Exception]]:
    with path.open("rb") as file:
        for number, line in enumerate(bounded_lines(file), start=1):
            if line.strip():
                try:
                    yield number, json_object(line.decode().removeprefix("\ufeff"))
                except (InputError, UnicodeDecodeError) as error:
                    yield number, error


# Of a table beside that of the citances: its name, its columns, and what makes its rows.
_TABLES = {
    "statements": (STATEMENT_COLUMNS, statement_rows),
    "evidence": (EVIDENCE_COLUMNS, evidence_rows),
    "directions": (DIRECTION_COLUMNS, direction_rows),
}


def _write_tables(files: list[Path], output: Path, problems: Problems) -> Written:
    paths = {name: output.with_suffix(f".{name}{output.suffix}") for name in _TABLES}
    for path in paths.values():
        hold(path, files)
    groups = _groups(files, problems)
    cells: dict[str, list[tuple[Any, ...]]] = {name: [] for name in _TABLES}

    def citance_cells() -> Iterator[tuple[Any, ...]]:
        for group in groups:
            for name, (_, rows_of) in _TABLES.items():
                cells[name].extend(rows_of(group))
            yield from citance_rows(group)

    with atomic_text(output) as file:
        write_table(file, CITANCE_COLUMNS, citance_cells())
    names = [str(output)]
    for name, rows in cells.items():
        if rows or name == "statements":
            names.append(paths[name].name)
            with atomic_text(paths[name]) as file:
                write_table(file, _TABLES[name][0], rows)
    statements = counted(len(cells["statements"]), "statement")
    counts = f"{counted(groups.size, 'citance')} and {statements}"
    return Written(counts, f"{', '.join(names[:-1])} and {names[-1]}", groups.count)


def _pieces_writer(
    read: Callable[[list[Path], Problems], _Counted[T]],
    pieces: Callable[[Iterable[T], str], Iterable[str]],
    unit: str,
) -> _Writer:
    """Return what writes a file of pieces, which are made of what is read and of its name."""

    def write(files: list[Path], output: Path, problems: Problems) -> Written:
        records = read(files, problems)
        write_lines(output, pieces(records, output.stem))
        return Written(counted(records.size, unit), str(output), records.count)

    return write


def _bibliography_writer(text_of: Callable[[list[Reference]], str]) -> _Writer:
    def write(files: list[Path], output: Path, problems: Problems) -> Written:
        groups = _groups(files, problems)
        bibliography = Bibliography()
        for group in groups:
            bibliography.add(group)
        references = bibliography.references()
        write_text(output, text_of(references))
        return Written(counted(len(references), "reference"), str(output), groups.count)

    return write


def _write_brat(files: list[Path], output: Path, problems: Problems) -> Written:
    texts, names = _texts(files, problems), dict[str, int]()
    types: set[str] = set()
    index: list[tuple[str, ...]] = []
    with atomic_output(output) as part, ZipFile(part, "w", ZIP_DEFLATED) as archive:
        for text in texts:
            name = file_name(text, names)
            _add(archive, f"{name}.txt", plain_text(text))
            _add(archive, f"{name}.ann", standoff(text))
            index.append((name, text.id, text.about.get("source", "")))
            types |= set(map(type_of, text.annotations))
        _add(archive, "annotation.conf", configuration(types))
        table = StringIO(newline="")
        write_table(table, INDEX_COLUMNS, index)
        _add(archive, INDEX, table.getvalue())
    return Written(counted(texts.size, "annotation"), str(output), texts.count)


def _add(archive: ZipFile, name: str, text: str) -> None:
    member = ZipInfo(name, _LONG_AGO)
    member.compress_type = ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    archive.writestr(member, text)


WRITERS: dict[tuple[str, str], _Writer] = {
    (GROUPS, ".csv"): _write_tables,
    (GROUPS, ".bib"): _bibliography_writer(bibtex_text),
    (GROUPS, ".json"): _bibliography_writer(csl_text),
    (GROUPS, ".jsonld"): _pieces_writer(_groups, annotations_text, "citance"),
    (TEXTS, ".json"): _pieces_writer(_texts, bioc_text, "annotation"),
    (TEXTS, ".jsonl"): _pieces_writer(
        _texts, lambda texts, _: map(prodigy_line, texts), "annotation"
    ),
    (TEXTS, ".pubtator"): _pieces_writer(
        partial(_texts, text_of=pubtator_text),
        lambda texts, _: map(pubtator_block, texts),
        "annotation",
    ),
    (TEXTS, ".zip"): _write_brat,
}
