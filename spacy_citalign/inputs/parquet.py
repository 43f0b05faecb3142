"""Parquet files, cut into row groups and rows of these. Needs pyarrow, the extra ``[parquet]``.

A row group can be read from its beginning only. So that chunks of a large one cost no more than to
read it once in each process, the process keeps the last one open: the next chunk, which as a rule
begins further on, goes on there.
"""

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ..corpora.io import decode_text
from ..errors import InputError, one_line, why_unreadable
from .arrow import column_values, columns_to_read, plain_value, require_pyarrow
from .containers.byte_ranges import CHANGED, FileVersion, check_version, split_size, version_of
from .records import Reading, Record, failed

_LARGEST_RATIO = 1000  # of a row group unpacked to the file; beyond that its size is damaged
_BATCH = 256  # rows
_BUFFER = 1 << 20


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
        problem = None
        if isinstance(text, bytes):
            try:
                text = decode_text(text)
            except InputError as error:
                problem = one_line(error)
        elif text is None:
            problem = f"has no text in the column {reading.text_key!r}"
        if problem is not None:
            yield Record(source, record_id, error=problem, size=size)
            continue
        meta = {column: plain_value(values[row]) for column, values in columns.items()}
        yield Record(source, record_id, text, meta=meta, size=size)


class _OpenGroup(NamedTuple):
    """A row group that is read from its beginning on.

    Attributes:
        key: of the rows in it: file, columns, group.
        row: the next one.
        batch: begins with it.
        batches: follow.
    """

    key: tuple[Any, ...]
    row: int
    batch: Any
    batches: Iterator[Any]


# The row group that was read last in this process, unless all of it was.
_kept: list[_OpenGroup] = []


def _batches(rows: RowRange) -> Iterator[Any]:
    """Yield batches of the rows.

    Raises:
        InputError: the file is not what it was, or too short.
        OSError, ValueError: it cannot be read, or is damaged.
    """
    key, row, batch, batches = _kept.pop() if _kept else _OpenGroup((), 0, None, iter(()))
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
        _kept.append(_OpenGroup(rows[:4], row, batch, batches))


def _group_batches(rows: RowRange) -> Iterator[Any]:
    """Yield the batches of a row group."""
    with open(rows.path, "rb") as file:
        check_version(file, rows.version)
        table = require_pyarrow().parquet.ParquetFile(
            file,
            metadata=_metadata(rows.path, rows.version),
            buffer_size=_BUFFER,
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
