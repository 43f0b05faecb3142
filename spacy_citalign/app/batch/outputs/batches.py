"""Writes what `citalign annotate` found into one file: JSON Lines, `.pubtator`, Docs as `.spacy`.

A `.spacy` file holds the Docs that succeeded, each with id, source and meta in
``doc.user_data["citalign_record"]``. A file in PubTator's format has a block for each text. The
failed records of both stand beside them, in ``NAME.spacy.errors.jsonl``.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ....atomic import atomic_output, atomic_write
from ....components.results import doc_results, token_results
from ....errors import InputError, one_line
from ....inputs.records import Record
from ..stream import Outcome

if TYPE_CHECKING:
    from spacy.tokens import Doc, DocBin


Row = dict[str, Any]


def json_row(record: Record, doc: "Doc", *, tokens: bool = False, text: bool = True) -> Row:
    """Return the row of a record that was annotated.

    Args:
        record: says id, source and meta.
        doc: has the text and the results.
        tokens: whether words, columns, base phrases and sentences are written.
        text: whether the text is written.
    """
    from ....components.base.spans import text_of

    row: Row = {"id": record.id, "source": record.source}
    if text:
        row["text"] = text_of(doc)
    row |= doc_results(doc)
    if tokens:
        row |= token_results(doc)
    if record.meta:
        row["meta"] = record.meta
    return row


def failure_row(record: Record, error: str) -> Row:
    """Return the row of a record that failed."""
    return {"id": record.id, "source": record.source, "error": error}


def failure_line(record: Record, error: str) -> str:
    """Return the line of a record that failed, whatever it holds."""
    row = failure_row(record, error)
    try:
        return f"{json_text(row)}\n"
    except InputError:  # the id itself cannot be written
        return f"{json_text(row | {'id': record.source})}\n"


def json_text(value: Any) -> str:
    """``value`` as JSON that is UTF-8.

    Raises:
        InputError: it holds what JSON cannot say.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:  # half of a surrogate pair, which only an escape can carry
            text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"cannot be written: {one_line(error)}") from error
    return text


JSONL = ".jsonl"
SPACY = ".spacy"
PARQUET = ".parquet"
PUBTATOR = ".pubtator"
USER_DATA_KEY = "citalign_record"


@dataclass(frozen=True)
class OutputFormat:
    """How results are written.

    Attributes:
        suffix: of the output.
        tokens: whether words, columns, base phrases and sentences are written.
        text: whether the text is written too.
        docs: whether a table has the Docs too.
    """

    suffix: str
    tokens: bool = False
    text: bool = True
    docs: bool = False


class RowBatch(NamedTuple):
    """A batch in its written form, as a worker process sends it.

    ``rows``: lines for the JSON file, that is all records, or for the others the failed ones.
    ``docs``: a DocBin as bytes, or blocks of PubTator's format; empty for JSON. ``problems``: a
    line for each failed record. ``read``: number of records, ``size`` their bytes in the input.
    """

    rows: str
    docs: bytes
    problems: list[str]
    read: int
    size: int

    @property
    def failed(self) -> int:
        """Number of records that failed."""
        return len(self.problems)


def errors_path(path: Path) -> Path:
    """Return the file for the failed records beside one that has no place for them."""
    return path.with_name(f"{path.name}.errors.jsonl")


def write_batch(outcomes: Iterable[Outcome], form: OutputFormat) -> RowBatch:
    """Return the written form of a batch."""
    from spacy.tokens import DocBin

    docs = DocBin(store_user_data=True)
    rows: list[str] = []
    blocks: list[str] = []
    problems: list[str] = []
    read = size = 0
    for record, doc, error in outcomes:
        read += 1
        size += record.size
        if doc is not None:
            try:
                if form.suffix == JSONL:
                    row = json_row(record, doc, tokens=form.tokens, text=form.text)
                    rows.append(f"{json_text(row)}\n")
                elif form.suffix == PUBTATOR:
                    blocks.append(_block(record, doc))
                else:
                    docs.merge(packed(record, doc))
            except InputError as problem:
                error = one_line(problem)
        if error is not None:
            rows.append(failure_line(record, error))
            problems.append(f"{record.source}: {error}")
    data = docs.to_bytes() if form.suffix == SPACY else "".join(blocks).encode()
    return RowBatch("".join(rows), data, problems, read, size)


@contextmanager
def open_output(path: Path) -> Iterator[Callable[[RowBatch], object]]:
    """Yield a function that takes the batches for a file, which is there, whole, at the end."""
    from spacy.tokens import DocBin

    failures: list[str] = []
    docs = DocBin(store_user_data=True)
    with atomic_output(path) as part:
        with part.open("wb") as file:

            def add(written: RowBatch) -> None:
                if path.suffix == JSONL:
                    file.write(written.rows.encode())
                    return
                failures.append(written.rows)
                if path.suffix == PUBTATOR:
                    file.write(written.docs)
                else:
                    docs.merge(DocBin(store_user_data=True).from_bytes(written.docs))

            yield add
            if path.suffix == SPACY:
                file.write(docs.to_bytes())
        if path.suffix == JSONL:
            return
        if rows := "".join(failures):
            atomic_write(errors_path(path).resolve(), rows.encode())
        else:  # those of an earlier run
            errors_path(path).unlink(missing_ok=True)


def _block(record: Record, doc: "Doc") -> str:
    """Return the text and what was found in it, in PubTator's format."""
    from ....components.results import span_records
    from ...report.exports.pubtator import SPECIES, pubtator_block, pubtator_text

    row = json_row(record, doc) | {SPECIES: span_records(doc, SPECIES) or []}
    text = pubtator_text(row)
    if text is None:
        raise InputError("cannot be written: it has no text")
    return pubtator_block(text)


def packed(record: Record, doc: "Doc") -> "DocBin":
    """Return the Doc in a DocBin of its own: one that fails in the middle of add() is damaged.

    Raises:
        InputError: the Doc or the record holds what msgpack cannot say.
    """
    from spacy.tokens import DocBin

    doc.user_data[USER_DATA_KEY] = {"id": record.id, "source": record.source, "meta": record.meta}
    try:
        return DocBin(store_user_data=True, docs=[doc])
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InputError(f"cannot be written: {one_line(error)}") from error
