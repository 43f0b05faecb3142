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
from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ....components.result_names import ALL_RESULTS
from ....components.results import (
    BASE_PHRASES,
    COLUMNS,
    FIELDS,
    SENTENCES,
    TOKEN_FIELDS,
    Field,
    Kind,
)
from ....errors import InputError, one_line
from ....inputs.records import Record
from .batches import OutputFormat, Row, failure_row, json_row, json_text, packed

if TYPE_CHECKING:
    import pyarrow as pa
    from spacy.tokens import Doc

_ONLY_IN_TABLES = ("characters", "doc")
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


def table_entry(record: Record, doc: "Doc", form: OutputFormat) -> TableRow:
    """Return the row of a record that was annotated; what cannot be written is a failure."""
    from ....components.spans import text_length

    row = json_row(record, doc, tokens=form.tokens, text=form.text)
    row |= {"id": _id(record.id), "source": _escaped(record.source), "characters": text_length(doc)}
    try:
        for name in FIELDS.keys() & row.keys():
            _check_numbers(row[name], FIELDS[name])
        if record.meta:
            row["meta"] = json_text(record.meta)
        if form.docs:
            row["doc"] = packed(record, doc).to_bytes()
    except InputError as error:
        return failed_entry(record, one_line(error))
    return TableRow(record, row)


def failed_entry(record: Record, error: str) -> TableRow:
    """Return the row of a record that failed."""
    row = failure_row(record, _escaped(error))
    return TableRow(record, row | {"id": _id(record.id), "source": _escaped(record.source)}, error)


def record_batch(
    entries: Sequence[TableRow], schema: "pa.Schema"
) -> tuple["pa.RecordBatch", list[TableRow]]:
    """Return the rows as columns, and the entries as they are there.

    One with a value that is not of the type of its column becomes a failure.
    """
    import pyarrow as pa

    try:
        rows = [entry.row for entry in entries]
        return pa.RecordBatch.from_pylist(rows, schema=schema), list(entries)
    except _UNFIT as error:
        if len(entries) == 1:
            (entry,) = entries
            settled = [failed_entry(entry.record, f"cannot be written: {one_line(error)}")]
            return record_batch(settled, schema)
    settled = [as_row for entry in entries for as_row in record_batch([entry], schema)[1]]
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
    for name, records in kept.items():
        if name in FIELDS:
            kept[name] = [_without_nulls(record, FIELDS[name]) for record in records]
    if "tokens" in kept:
        tokens = kept["tokens"]
        kept["tokens"] = {
            name: values
            for name, values in tokens.items()
            if values is not None or name not in _TOKEN_COLUMNS
        }
    if "meta" in kept:
        kept["meta"] = json.loads(kept["meta"])
    return kept


def _check_numbers(records: Sequence[Row], fields: Sequence[Field]) -> None:
    """Raises InputError where a number is none, or one that JSON cannot say either.

    pyarrow would cut off what follows the point of one that should be an integer.
    """
    integers = [field.name for field in fields if field.kind is Kind.integer]
    numbers = [field.name for field in fields if field.kind is Kind.number]
    for record in records:
        for name in integers:
            if not isinstance(value := record.get(name), int | None):
                raise InputError(f"cannot be written: {name} is {value!r}, not an integer")
        for name in numbers:
            value = record.get(name)
            if isinstance(value, float) and not isfinite(value):
                raise InputError(f"cannot be written: {name} is {value!r}, not a finite number")


def _without_nulls(record: Row, fields: Sequence[Field]) -> Row:
    """Return a record without the optional fields that it does not have."""
    absent = {field.name for field in fields if field.optional and record[field.name] is None}
    return {name: value for name, value in record.items() if name not in absent}


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
