"""What `citalign export` reads and writes: each format a function from files of rows to a file."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..answer_rows import FailedRow, read_answer
from ..app.answers.harvesting import group_rows
from ..app.answers.problems import Problems
from ..app.output_files import check_output
from ..app.report.exports.annotated import AnnotatedText, annotated_text
from ..app.report.exports.bibtex import bibtex_text
from ..app.report.exports.bioc import bioc_text
from ..app.report.exports.brat import FileNames, configuration, plain_text, standoff, type_of
from ..app.report.exports.csl import csl_text
from ..app.report.exports.prodigy import prodigy_line
from ..app.report.exports.references import Bibliography, Reference
from ..app.report.exports.tables import (
    CITANCE_COLUMNS,
    EVIDENCE_COLUMNS,
    STATEMENT_COLUMNS,
    citance_rows,
    evidence_rows,
    statement_rows,
    write_table,
)
from ..app.report.exports.web_annotations import annotations_text
from ..app.report.phrases import counted
from ..atomic import atomic_output, atomic_text
from ..corpora.io import bounded_lines
from ..corpora.json_lines import json_object
from ..errors import InputError
from ..row_files import record_values
from ..schema import WorkAnswer

GROUPS, TEXTS = "groups of citances", "annotated texts"
_PARQUET = ".parquet"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same rows make the same file


class Written(NamedTuple):
    """What was written, in words; the files; and of how many rows."""

    counts: str
    files: str
    rows: int


def kind_of_rows(path: Path) -> str:
    """Return what the first row of a file is of: those of texts have an id, also where they failed.

    Raises:
        InputError: there is none.
    """
    if path.is_dir() or path.suffix == _PARQUET:
        return TEXTS
    with path.open("rb") as file:
        for number, line in enumerate(bounded_lines(file), start=1):
            if not line.strip():
                continue
            try:
                row = json_object(line.decode().removeprefix("\ufeff"))
            except (InputError, UnicodeDecodeError) as error:
                raise InputError(f"{path}, line {number} is no row of JSON: {error}") from error
            return TEXTS if "id" in row else GROUPS
    raise InputError(f"{path} has no rows")


class _Groups:
    """The groups of files, read one by one and counted."""

    def __init__(self, files: list[Path], problems: Problems) -> None:
        self._files, self._problems = files, problems
        self.count = self.citances = self.statements = 0

    def __iter__(self) -> Iterator[WorkAnswer]:
        for path in self._files:
            for _, group in group_rows(path):
                try:
                    if isinstance(group, InputError):
                        raise group
                    answer = read_answer(record_values(group), 0)
                    if isinstance(answer, FailedRow):
                        raise InputError(answer.error)
                except InputError as error:
                    self._problems.add(path, error)
                    continue
                self.count += 1
                self.citances += len(answer.citances)
                self.statements += len(answer.statements or ())
                yield answer


class _Texts:
    """The annotated texts of files, read one by one and counted."""

    def __init__(self, files: list[Path], problems: Problems) -> None:
        self._files, self._problems = files, problems
        self.count = self.annotations = 0

    def __iter__(self) -> Iterator[AnnotatedText]:
        for path in self._files:
            for row in _text_rows(path):
                text = annotated_text(row) if isinstance(row, dict) else None
                if text is None:
                    self._problems.add(path, _why_no_text(path, row))
                    continue
                self.count += 1
                self.annotations += len(text.annotations)
                yield text


def _text_rows(path: Path) -> Iterator[dict[str, Any] | InputError]:
    """Yield the rows of a file, and the errors of lines that are none."""
    if path.is_dir() or path.suffix == _PARQUET:
        from ..app.batch.outputs.parts import rows_of

        yield from rows_of(path)
        return
    with path.open("rb") as file:
        for number, line in enumerate(bounded_lines(file), start=1):
            if line.strip():
                try:
                    yield json_object(line.decode().removeprefix("\ufeff"))
                except (InputError, UnicodeDecodeError) as error:
                    yield InputError(f"{path}, line {number}: {error}")


def _why_no_text(path: Path, row: dict[str, Any] | InputError) -> InputError:
    if isinstance(row, InputError):
        return row
    name = row.get("source") or row.get("id")
    if "error" in row:
        return InputError(f"{path}: {name} was not annotated: {row['error']}")
    return InputError(f"{path}: {name} has no text; annotate it without --no-text")


def _write_tables(files: list[Path], output: Path, problems: Problems) -> Written:
    beside, places = (
        output.with_suffix(f".{name}{output.suffix}") for name in ("statements", "evidence")
    )
    check_output(beside, files)
    check_output(places, files)
    groups = _Groups(files, problems)
    statements: list[tuple[Any, ...]] = []
    evidence: list[tuple[Any, ...]] = []

    def cells() -> Iterator[tuple[Any, ...]]:
        for group in groups:
            statements.extend(statement_rows(group))
            evidence.extend(evidence_rows(group))
            yield from citance_rows(group)

    with atomic_text(output) as file:
        write_table(file, CITANCE_COLUMNS, cells())
    with atomic_text(beside) as file:
        write_table(file, STATEMENT_COLUMNS, statements)
    counts = f"{counted(groups.citances, 'citance')} and {counted(len(statements), 'statement')}"
    if not evidence:
        return Written(counts, f"{output} and {beside.name}", groups.count)
    with atomic_text(places) as file:
        write_table(file, EVIDENCE_COLUMNS, evidence)
    names = f"{output}, {beside.name} and {places.name}"
    return Written(counts, names, groups.count)


def _write_annotations(files: list[Path], output: Path, problems: Problems) -> Written:
    groups = _Groups(files, problems)
    with atomic_text(output) as file:
        file.writelines(annotations_text(groups, label=output.stem))
    return Written(counted(groups.citances, "citance"), str(output), groups.count)


def _bibliography_writer(
    text_of: Callable[[list[Reference]], str],
) -> Callable[[list[Path], Path, Problems], Written]:
    def write(files: list[Path], output: Path, problems: Problems) -> Written:
        groups = _Groups(files, problems)
        bibliography = Bibliography()
        for group in groups:
            bibliography.add(group)
        references = bibliography.references()
        with atomic_text(output) as file:
            file.write(text_of(references))
        return Written(counted(len(references), "reference"), str(output), groups.count)

    return write


def _write_bioc(files: list[Path], output: Path, problems: Problems) -> Written:
    texts = _Texts(files, problems)
    with atomic_text(output) as file:
        file.writelines(bioc_text(texts, source=output.stem))
    return Written(counted(texts.annotations, "annotation"), str(output), texts.count)


def _write_prodigy(files: list[Path], output: Path, problems: Problems) -> Written:
    texts = _Texts(files, problems)
    with atomic_text(output) as file:
        file.writelines(map(prodigy_line, texts))
    return Written(counted(texts.annotations, "annotation"), str(output), texts.count)


def _write_brat(files: list[Path], output: Path, problems: Problems) -> Written:
    texts, names = _Texts(files, problems), FileNames()
    types: set[str] = set()
    with atomic_output(output) as part, ZipFile(part, "w", ZIP_DEFLATED) as archive:
        for text in texts:
            name = names.name_of(text)
            _add(archive, f"{name}.txt", plain_text(text))
            _add(archive, f"{name}.ann", standoff(text))
            types |= set(map(type_of, text.annotations))
        _add(archive, "annotation.conf", configuration(types))
    return Written(counted(texts.annotations, "annotation"), str(output), texts.count)


def _add(archive: ZipFile, name: str, text: str) -> None:
    member = ZipInfo(name, _LONG_AGO)
    member.compress_type = ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    archive.writestr(member, text)


WRITERS: dict[tuple[str, str], Callable[[list[Path], Path, Problems], Written]] = {
    (GROUPS, ".csv"): _write_tables,
    (GROUPS, ".bib"): _bibliography_writer(bibtex_text),
    (GROUPS, ".json"): _bibliography_writer(csl_text),
    (GROUPS, ".jsonld"): _write_annotations,
    (TEXTS, ".json"): _write_bioc,
    (TEXTS, ".jsonl"): _write_prodigy,
    (TEXTS, ".zip"): _write_brat,
}
