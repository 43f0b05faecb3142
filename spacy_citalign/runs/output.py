"""Writes what `citalign annotate` found: JSON Lines or a `.spacy` file.

A JSON row is ``{"id", "source", "text", <result>: [...], "meta"}`` (meta only where the input had
more keys; ``tokens`` and ``sentences`` if asked for) or, for a record that failed, ``{"id",
"source", "error"}`` in its place. A `.spacy` file holds the Docs that succeeded, each with id,
source and meta in ``doc.user_data["citalign_record"]``; its failed records stand in
``NAME.spacy.errors.jsonl``.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.runs.files import replacing
from spacy_citalign.runs.messages import one_line
from spacy_citalign.runs.records import Record
from spacy_citalign.runs.results import doc_results, token_results
from spacy_citalign.runs.stream import Outcome

if TYPE_CHECKING:
    from spacy.tokens import Doc, DocBin

JSONL = ".jsonl"
SPACY = ".spacy"
USER_DATA_KEY = "citalign_record"


class OutputForm(NamedTuple):
    """How results are written: the suffix of the file, and whether rows have tokens."""

    suffix: str
    tokens: bool = False


class Written(NamedTuple):
    """A batch in its written form, as a worker process sends it.

    ``rows``: lines for the JSON file, that is all records, or for `.spacy` the failed ones.
    ``docs``: a DocBin as bytes, empty for JSON. ``problems``: a line for each failed record.
    ``read``: number of records, ``size`` their bytes in the input.
    """

    rows: str
    docs: bytes
    problems: list[str]
    read: int
    size: int


def check_suffix(path: Path) -> None:
    """Raises SettingError where the suffix of the output names no format of ours."""
    if path.suffix not in (JSONL, SPACY):
        raise SettingError(f"the output {path} must end in {JSONL} or {SPACY}")


def errors_path(path: Path) -> Path:
    """The file for the failed records beside a `.spacy` file."""
    return path.with_name(f"{path.name}.errors.jsonl")


def write_batch(outcomes: Iterable[Outcome], form: OutputForm) -> Written:
    """The written form of a batch."""
    from spacy.tokens import DocBin

    docs = DocBin(store_user_data=True)
    rows: list[str] = []
    problems: list[str] = []
    read = size = 0
    for record, doc, error in outcomes:
        read += 1
        size += record.size
        if doc is not None:
            try:
                if form.suffix == JSONL:
                    rows.append(_row(record, doc, tokens=form.tokens))
                else:
                    docs.merge(_packed(record, doc))
            except InputError as problem:
                error = one_line(problem)
        if error is not None:
            rows.append(_failure_row(record, error))
            problems.append(f"{record.source}: {error}")
    packed = b"" if form.suffix == JSONL else docs.to_bytes()
    return Written("".join(rows), packed, problems, read, size)


@contextmanager
def open_output(path: Path) -> Iterator[Callable[[Written], object]]:
    """A function that takes the batches for that file; at the end the file is there, whole."""
    with replacing(path) as part:
        if path.suffix == JSONL:
            with part.open("w", encoding="utf-8", newline="\n") as handle:
                yield lambda written: handle.write(written.rows)
            return
        from spacy.tokens import DocBin

        docs = DocBin(store_user_data=True)
        failures: list[str] = []

        def add(written: Written) -> None:
            docs.merge(DocBin(store_user_data=True).from_bytes(written.docs))
            failures.append(written.rows)

        yield add
        docs.to_disk(part)
        _write_failures(errors_path(path), "".join(failures))


def _write_failures(path: Path, rows: str) -> None:
    """Write the failed records; where there are none, remove those of an earlier run."""
    if not rows:
        path.unlink(missing_ok=True)
        return
    with replacing(path) as part:
        part.write_text(rows, encoding="utf-8")


def _row(record: Record, doc: "Doc", *, tokens: bool) -> str:
    row = {"id": record.id, "source": record.source, "text": doc.text, **doc_results(doc)}
    if tokens:
        row |= token_results(doc)
    if record.meta:
        row["meta"] = record.meta
    return _json_line(row)


def _failure_row(record: Record, error: str) -> str:
    try:
        return _json_line({"id": record.id, "source": record.source, "error": error})
    except InputError:  # the id itself cannot be written
        return _json_line({"id": record.source, "source": record.source, "error": error})


def _packed(record: Record, doc: "Doc") -> "DocBin":
    """The Doc in a DocBin of its own: one that fails in the middle of add() is damaged.

    Raises InputError where the Doc or the record holds what msgpack cannot say.
    """
    from spacy.tokens import DocBin

    doc.user_data[USER_DATA_KEY] = {"id": record.id, "source": record.source, "meta": record.meta}
    try:
        return DocBin(store_user_data=True, docs=[doc])
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InputError(f"cannot be written: {one_line(error)}") from error


def _json_line(row: dict[str, Any]) -> str:
    """``row`` as a line of JSON. Raises InputError where it holds what JSON cannot say."""
    try:
        line = json.dumps(row, ensure_ascii=False, allow_nan=False)
        try:
            line.encode("utf-8")
        except UnicodeEncodeError:  # half of a surrogate pair, which only an escape can carry
            line = json.dumps(row, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"cannot be written: {one_line(error)}") from error
    return line + "\n"
