r"""Rows of a table: the columns of a Parquet file and the values in them.

All parts of a run have the same columns of the same types, whatever their records hold:

| column | type | |
|---|---|---|
| ``id`` | string | an id that is no string stands as JSON |
| ``source`` | string | file, or file:line |
| ``text`` | string | left out if not asked for |
| ``error`` | string | why the record failed; null for all others |
| ``characters`` | int64 | length of the text |
| results | list of structs | the fields of ``results.FIELDS``; null where nobody looked |
| ``tokens`` | struct of lists | if asked for, as are ``base_phrases`` and ``sentences`` |
| ``meta`` | string | JSON of the other keys of the input |
| ``doc`` | binary | if asked for, a DocBin of the one Doc with its user data |

Offsets count characters, not bytes. Of the records of a result, other keys than these fields are
not written; nor are Doc attributes that are no results of ours. Half a surrogate pair, which UTF-8
cannot say, stands in id, source and error as its escape, such as ``\ud800``: file names may have
one. Texts and what is found in them cannot.
"""

import json
from collections.abc import Collection, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ....components.base.names import BASE_PHRASES, COLUMNS
from ....components.results import ALL_RESULTS, FIELDS, SENTENCES, TOKEN_FIELDS, Field, Kind
from ....errors import InputError, one_line
from ....inputs.records import Record
from ..stream import Outcome
from .batches import PARQUET, OutputFormat, Row, failure_row, json_row, json_text, packed

if TYPE_CHECKING:
    import pyarrow as pa

_ONLY_IN_TABLES = ("characters", "doc")
_NUMERIC = (Kind.integer, Kind.number)
_TOKEN_COLUMNS = ("column", "column_region")


class TableRow(NamedTuple):
    """A row with the record that it is of; ``error`` where that failed."""

    record: Record
    row: Row
    error: str | None = None


def table_schema(form: OutputFormat, results: Sequence[str] = ALL_RESULTS) -> "pa.Schema":
    """Return the columns of a table.

    Args:
        form: what is written.
        results: names of the results that have a column, as ``result_names`` gives them.
    """
    import pyarrow as pa

    columns: dict[str, pa.DataType] = {"id": pa.string(), "source": pa.string()}
    if form.text:
        columns["text"] = pa.string()
    columns |= {"error": pa.string(), "characters": pa.int64()}
    columns |= {name: _list_type(FIELDS[name]) for name in FIELDS if name in results}
    if form.tokens:
        columns["tokens"] = _tokens_type(with_columns=COLUMNS in results)
        if BASE_PHRASES in results:
            columns[BASE_PHRASES] = _list_type(TOKEN_FIELDS[BASE_PHRASES])
        columns[SENTENCES] = _list_type(TOKEN_FIELDS[SENTENCES])
    columns["meta"] = pa.string()
    if form.docs:
        columns["doc"] = pa.binary()
    return pa.schema(list(columns.items()))


def row_of_outcome(outcome: Outcome, form: OutputFormat) -> TableRow:
    """Return the row of a record; one with a value that cannot be written is a failure."""
    from ....components.base.spans import text_length

    record, doc, error = outcome
    about = {"id": _id(record.id), "source": _escaped(record.source)}
    if doc is not None:
        row = json_row(record, doc, tokens=form.tokens, text=form.text) | about
        row["characters"] = text_length(doc)
        try:
            for name in FIELDS.keys() & row.keys():
                _check_numbers(row[name], FIELDS[name])
            if record.meta:
                row["meta"] = json_text(record.meta)
            if form.docs:
                row["doc"] = packed(record, doc).to_bytes()
            return TableRow(record, row)
        except InputError as problem:
            error = one_line(problem)
    error = error or "has no result"
    return TableRow(record, failure_row(record, _escaped(error)) | about, error)


def record_batch(
    rows: Sequence[TableRow], schema: "pa.Schema"
) -> tuple["pa.RecordBatch", list[TableRow]]:
    """Return the rows as columns, and the rows as they are there.

    One with a value that is not of the type of its column becomes a failure.
    """
    import pyarrow as pa

    try:
        return pa.RecordBatch.from_pylist([row.row for row in rows], schema=schema), list(rows)
    except _UNFIT as error:
        if len(rows) == 1:
            outcome = Outcome(rows[0].record, None, f"cannot be written: {one_line(error)}")
            settled = [row_of_outcome(outcome, OutputFormat(PARQUET))]
        else:
            settled = [settled for row in rows for settled in record_batch([row], schema)[1]]
    return record_batch(settled, schema)


# What pyarrow raises for a value that does not fit; its own errors are kinds of these.
_UNFIT = (ValueError, TypeError, OverflowError, NotImplementedError, KeyError, AttributeError)


def json_row_of(row: Row) -> Row:
    """Return the JSON row that a row of a table is made of, but for an id that is no string."""
    kept = {
        name: value
        for name, value in row.items()
        if value is not None and name not in _ONLY_IN_TABLES
    }
    for name in kept.keys() & FIELDS.keys():
        optional = {field.name for field in FIELDS[name] if field.optional}
        kept[name] = [_without_nulls(record, optional) for record in kept[name]]
    if "tokens" in kept:
        kept["tokens"] = _without_nulls(kept["tokens"], _TOKEN_COLUMNS)
    if "meta" in kept:
        kept["meta"] = json.loads(kept["meta"])
    return kept


def _without_nulls(record: Row, optional: Collection[str]) -> Row:
    return {
        name: value for name, value in record.items() if value is not None or name not in optional
    }


def _check_numbers(records: Sequence[Row], fields: Sequence[Field]) -> None:
    """Raises InputError where a number is none, or one that JSON cannot say either.

    pyarrow would cut off what follows the point of one that should be an integer.
    """
    numeric = [(field.name, field.kind) for field in fields if field.kind in _NUMERIC]
    for record in records:
        for name, kind in numeric:
            value = record.get(name)
            if kind is Kind.integer and not isinstance(value, int | None):
                raise InputError(f"cannot be written: {name} is {value!r}, not an integer")
            if kind is Kind.number and isinstance(value, float) and not isfinite(value):
                raise InputError(f"cannot be written: {name} is {value!r}, not a finite number")


def _list_type(fields: Sequence[Field]) -> "pa.DataType":
    import pyarrow as pa

    types = {
        Kind.integer: pa.int32(),
        Kind.number: pa.float64(),
        Kind.text: pa.string(),
        Kind.flag: pa.bool_(),
    }
    return pa.list_(pa.struct([(field.name, types[field.kind]) for field in fields]))


def _tokens_type(*, with_columns: bool) -> "pa.DataType":
    import pyarrow as pa

    numbers, names = pa.list_(pa.int32()), pa.list_(pa.string())
    fields = [("start_char", numbers), ("end_char", numbers), ("tag", names), ("pos", names)]
    if with_columns:
        fields += [(name, numbers) for name in _TOKEN_COLUMNS]
    return pa.struct(fields)


def _id(value: Any) -> str:
    """Return an id as text. One that JSON cannot say, which no input has, is described."""
    if isinstance(value, str):
        return _escaped(value)
    try:
        return json_text(value)
    except InputError:
        return _escaped(repr(value))


def _escaped(text: str) -> str:
    r"""``text`` in what UTF-8 can say.

    >>> _escaped("caf\udce9.txt")
    'caf\\udce9.txt'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
