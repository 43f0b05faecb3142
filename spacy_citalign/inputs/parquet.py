"""Parquet files, cut into row groups and rows of these. Needs pyarrow, the extra ``[parquet]``.

A row group can be read from its beginning only. So that chunks of a large one cost no more than to
read it once in each process, the process keeps the last one open: the next chunk, which as a rule
begins further on, goes on there.
"""

import importlib
import math
import os
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from ..corpora.io import decode_text
from ..errors import InputError, SettingError, one_line, why_unreadable
from .containers.byte_ranges import CHANGED, FileVersion, check_version, split_size, version_of
from .records import Reading, Record, failed

_LARGEST_RATIO = 1000  # of a row group unpacked to the file; beyond that its size is damaged
_BATCH = 256  # rows


class RowRange(NamedTuple):
    """Rows of a row group.

    Attributes:
        path, version: the file.
        columns: those to read, the text first.
        group: number of the row group.
        start, length: so many rows from ``start`` on.
        first: number of the first row in the file, from 1.
        size: bytes of all columns, unpacked.
    """

    path: str
    version: FileVersion
    columns: tuple[str, ...]
    group: int
    start: int
    length: int
    first: int
    size: int


def row_ranges(
    path: str, reading: Reading, most_bytes: int, version: FileVersion | None = None
) -> Iterator[RowRange]:
    """Yield the row groups of a file; of a large one, rows of about that size.

    Args:
        path: the file.
        reading: names the column of the texts.
        most_bytes: the size.
        version: what the file was; by default, what it is.

    Raises:
        SettingError: pyarrow is not installed.
        InputError: the file is not what it was, cannot be read, or has no column of texts.
    """
    most_bytes = split_size(most_bytes)
    version, columns, groups = _described(path, reading, version)
    first = 1
    for group, (rows, size) in enumerate(groups):
        step = rows if size <= most_bytes else max(1, rows * most_bytes // size)
        for start in range(0, rows, step or 1):
            end = min(start + step, rows)
            share = size * end // rows - size * start // rows
            yield RowRange(path, version, columns, group, start, end - start, first + start, share)
        first += rows


def parquet_size(path: str, reading: Reading, version: FileVersion) -> int:
    """Return the bytes of all columns of a file, unpacked.

    Raises:
        SettingError, InputError: as in ``row_ranges``.
    """
    return sum(size for _, size in _described(path, reading, version)[2])


def read_rows(name: str, rows: RowRange, reading: Reading) -> Iterator[Record]:
    """Yield a record for each row, or one for the rows that cannot be read."""
    arrow = require_pyarrow()
    done = 0

    def unread(error: str) -> Record:
        last = rows.first + rows.length - 1
        return failed(f"{name}:{rows.first + done}", f"{error} (rows up to {last})")

    try:
        for batch in _batches(rows):
            for record in _batch_records(name, batch, rows.first + done, rows, reading):
                done += 1
                yield record
    except InputError as error:
        yield unread(str(error))
    except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
        yield unread(_why(error) or f"cannot be read: {one_line(error)}; write the file again")


def _described(
    path: str, reading: Reading, version: FileVersion | None
) -> tuple[FileVersion, tuple[str, ...], list[tuple[int, int]]]:
    """Return version and columns of a file, and rows and bytes of each row group.

    The bytes are those of all columns. At some damage pyarrow ends the process where it is asked
    about a single column.
    """
    arrow = require_pyarrow()
    try:
        found = version_of(os.stat(path))
        if version not in (None, found):
            raise InputError(CHANGED)
        metadata = _metadata(path, found)
        columns = columns_to_read(metadata.schema.to_arrow_schema(), reading)
        largest = _LARGEST_RATIO * found.size
        groups = map(metadata.row_group, range(metadata.num_row_groups))
        sizes = [
            (max(group.num_rows, 0), min(max(group.total_byte_size, 0), largest))
            for group in groups
        ]
    except InputError:
        raise
    except (arrow.ArrowException, ValueError, OSError) as error:
        reason = _why(error) or f"is no Parquet file, or damaged: {one_line(error)}"
        raise InputError(reason) from error
    return found, columns, sizes


@lru_cache(maxsize=1)
def _metadata(path: str, version: FileVersion) -> Any:
    """Return what the end of a file says of it. Raises InputError where it is not what it was."""
    with open(path, "rb") as file:
        check_version(file, version)
        return require_pyarrow().parquet.read_metadata(file)


def _batch_records(
    name: str, batch: Any, first: int, rows: RowRange, reading: Reading
) -> Iterator[Record]:
    """Yield the records of a batch of rows."""
    size = rows.size // rows.length
    columns = {column: column_values(batch.column(column)) for column in rows.columns}
    texts = columns.pop(reading.text_key)
    ids = columns.pop(reading.id_key, [None] * len(texts))
    for row, text in enumerate(texts):
        source = f"{name}:{first + row}"
        record_id = source if ids[row] is None else plain_value(ids[row])
        try:
            if text is None:
                raise InputError(f"has no text in the column {reading.text_key!r}")
            text = decode_text(text) if isinstance(text, bytes) else text
        except InputError as error:
            yield Record(source, record_id, error=str(error), size=size)
            continue
        meta = {column: plain_value(values[row]) for column, values in columns.items()}
        yield Record(source, record_id, text, meta=meta, size=size)


# The row group that was read last in this process, from its beginning on, unless all of it was:
# the key of its rows (file, columns, group), the next row, the batch that begins with it, the rest.
_kept: list[tuple[tuple[Any, ...], int, Any, Iterator[Any]]] = []


def _batches(rows: RowRange) -> Iterator[Any]:
    """Yield batches of the rows.

    Raises:
        InputError: the file is not what it was, or too short.
        OSError, ValueError: it cannot be read, or is damaged.
    """
    key, row, batch, batches = _kept.pop() if _kept else ((), 0, None, iter(()))
    changed = version_of(os.stat(rows.path)) != rows.version
    if key != rows[:4] or row > rows.start or changed:
        row, batches = 0, _group_batches(rows)  # the file before is closed with its batches
        batch = next(batches, None)
    end = rows.start + rows.length
    while row < end:
        if batch is None:
            raise InputError("ends before its last row; write the file again")
        skip, stop = max(rows.start - row, 0), min(end - row, len(batch))
        if skip < stop:
            yield batch.slice(skip, stop - skip)
        row += stop
        batch = batch.slice(stop) if stop < len(batch) else next(batches, None)
    if batch is not None:
        _kept.append((rows[:4], row, batch, batches))


def _group_batches(rows: RowRange) -> Iterator[Any]:
    """Yield the batches of a row group."""
    with open(rows.path, "rb") as file:
        check_version(file, rows.version)
        table = require_pyarrow().parquet.ParquetFile(
            file,
            metadata=_metadata(rows.path, rows.version),
            buffer_size=1 << 20,
            pre_buffer=False,
        )
        yield from table.iter_batches(
            _BATCH, row_groups=[rows.group], columns=list(rows.columns), use_threads=False
        )


def _why(error: Exception) -> str:
    """Return the reason that the system gives; "" where the error is of Parquet."""
    if isinstance(error, OSError) and error.errno is not None:
        return why_unreadable(error)
    return ""


def require_pyarrow() -> Any:
    """Return the module ``pyarrow``, with ``pyarrow.parquet``.

    Raises:
        SettingError: it is not installed, does not load or is too old.
    """
    try:
        parquet = importlib.import_module("pyarrow.parquet")
        pyarrow = importlib.import_module("pyarrow")
    except ImportError as error:
        problem = one_line(error)
    else:
        if hasattr(parquet.ParquetWriter, "add_key_value_metadata"):
            return pyarrow
        problem = "the one that is installed is older than version 17"
    raise SettingError(
        f"tables in Parquet need pyarrow ({problem}); install it with "
        'pip install "spacy-citalign[parquet]"'
    )


_MAX_OTHERS = 32


def columns_to_read(schema: Any, reading: Reading) -> tuple[str, ...]:
    """Return the names of the columns to read.

    Raises:
        InputError: there is none of texts.
    """
    arrow = require_pyarrow()
    names = schema.names
    key = reading.text_key
    if names.count(key) != 1:
        raise InputError(
            f"has {names.count(key)} columns {key!r} for the text; it has: "
            f"{', '.join(names[:_MAX_OTHERS]) or 'none'}. Name one with --text-key"
        )
    kind = schema.field(key).type
    if arrow.types.is_dictionary(kind):
        kind = kind.value_type
    if not (_is_string(arrow, kind) or arrow.types.is_null(kind)):
        raise InputError(f"has a column {key!r} of {kind}; the text must be strings")
    fields = (field for field in schema if field.name != key and names.count(field.name) == 1)
    others = [field.name for field in fields if _is_plain(arrow, field.type)]
    ids = [reading.id_key] if reading.id_key in others else []
    others = [name for name in others if name not in ids]
    return (key, *ids, *(others if len(others) <= _MAX_OTHERS else ()))


def _is_string(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    strings = (types.is_string, types.is_large_string, types.is_string_view)
    return any(is_kind(kind) for is_kind in strings)


def _is_plain(arrow: Any, kind: Any) -> bool:
    """Return whether values of an Arrow type can be written as JSON."""
    types = arrow.types
    nested = (types.is_dictionary, types.is_list, types.is_large_list, types.is_fixed_size_list)
    if any(is_kind(kind) for is_kind in nested):
        return _is_plain(arrow, kind.value_type)
    if types.is_map(kind):
        return _is_plain(arrow, kind.key_type) and _is_plain(arrow, kind.item_type)
    if types.is_struct(kind):
        return all(_is_plain(arrow, kind.field(at).type) for at in range(kind.num_fields))
    simple = (types.is_integer, types.is_float32, types.is_float64, types.is_boolean)
    written = (types.is_null, types.is_date, types.is_time, types.is_timestamp, types.is_decimal)
    return _is_string(arrow, kind) or any(is_kind(kind) for is_kind in (*simple, *written))


def column_values(column: Any) -> list[Any]:
    """Return the values of a column; bytes where one of its strings is no UTF-8."""
    arrow = require_pyarrow()
    if arrow.types.is_timestamp(column.type) and column.type.unit == "ns":  # Python has no such
        column = column.cast(arrow.timestamp("us", column.type.tz), safe=False)
    try:
        return column.to_pylist()
    except UnicodeDecodeError:
        return column.cast("binary").to_pylist()


def plain_value(value: Any) -> Any:
    """Return a value as JSON can hold it.

    >>> plain_value([1.5, math.nan, date(2026, 11, 22), {"a": (Decimal("0.10"), None)}])
    [1.5, None, '2026-11-22', {'a': ['0.10', None]}]
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: plain_value(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(inner) for inner in value]
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value) if isinstance(value, Decimal) else value
