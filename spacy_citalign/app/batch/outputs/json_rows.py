"""Rows of JSON: a record with what was found in it, or with the reason why nothing was.

A row is ``{"id", "source", "text", <result>: [...], "meta"}`` (meta only where the input had more
keys; ``tokens``, ``sentences`` and ``base_phrases`` if asked for) or, for a record that failed,
``{"id", "source", "error"}``.
"""

import json
from typing import TYPE_CHECKING, Any

from ....components.results import doc_results, token_results
from ....errors import InputError, one_line
from ....inputs.records import Record

if TYPE_CHECKING:
    from spacy.tokens import Doc

Row = dict[str, Any]


def json_row(record: Record, doc: "Doc", *, tokens: bool = False, text: bool = True) -> Row:
    """Return the row of a record that was annotated.

    Args:
        record: says id, source and meta.
        doc: has the text and the results.
        tokens: whether words, columns, base phrases and sentences are written.
        text: whether the text is written.
    """
    from ....components.spans import text_of

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
        return json_line(row)
    except InputError:  # the id itself cannot be written
        return json_line(row | {"id": record.source})


def json_line(row: Row) -> str:
    """``row`` as a line of JSON.

    Raises:
        InputError: it holds what JSON cannot say.
    """
    return json_text(row) + "\n"


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
