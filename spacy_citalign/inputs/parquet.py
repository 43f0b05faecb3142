"""Parquet files, cut into row groups and rows of these. Needs pyarrow, the extra ``[parquet]``.

A row group can be read from its beginning only. So that chunks of a large one cost no more than to
read it once in each process, the process keeps the last file open: the next chunk, which as a rule
begins further on, goes on there.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..corpora.io import decode_text
from ..errors import InputError, one_line, why_unreadable
from .arrow import column_values, columns_to_read, plain_value, require_pyarrow
from .containers.byte_ranges import FileVersion, check_version, split_size, version_of
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
    """Return version and columns of a file, and rows and bytes of each row group."""
    arrow = require_pyarrow()
    try:
        with open(path, "rb") as file:
            version = version or version_of(os.fstat(file.fileno()))
            check_version(file, version)
            table = arrow.parquet.ParquetFile(file)
            columns = columns_to_read(table.schema_arrow, reading)
            return version, columns, list(_groups(table.metadata, _LARGEST_RATIO * version.size))
    except InputError:
        raise
    except (arrow.ArrowException, ValueError, OSError) as error:
        reason = _why(error) or f"is no Parquet file, or damaged: {one_line(error)}"
        raise InputError(reason) from error


def _groups(metadata: Any, most: int) -> Iterator[tuple[int, int]]:
    """Yield rows of each row group, and bytes of all its columns: if damaged, at most ``most``.

    At some damage pyarrow ends the process where it is asked about a single column.
    """
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        yield max(group.num_rows, 0), min(max(group.total_byte_size, 0), most)


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


class _OpenFile:
    """A file whose row groups are read one after the other."""

    def __init__(self, rows: RowRange) -> None:
        self._key = rows[:3]
        self._group = -1
        self._place = 0  # the next row of the group
        self._rest: Any = None  # of the last batch
        self._batches: Iterator[Any] = iter(())
        self._file = open(rows.path, "rb")  # noqa: SIM115
        try:
            check_version(self._file, rows.version)
            parquet = require_pyarrow().parquet
            self._table = parquet.ParquetFile(self._file, buffer_size=_BUFFER, pre_buffer=False)
        except BaseException:
            self._file.close()
            raise

    def holds(self, rows: RowRange) -> bool:
        """Return whether it is the file of the rows, unchanged."""
        try:
            return self._key == rows[:3] and version_of(os.stat(rows.path)) == rows.version
        except OSError:
            return False

    def batches(self, rows: RowRange) -> Iterator[Any]:
        """Yield the rows in batches."""
        end = rows.start + rows.length
        if rows.group != self._group or rows.start < self._place:
            self._begin(rows)
        while self._place < end:
            batch = next(self._batches, None) if self._rest is None else self._rest
            if batch is None:
                raise InputError("ends before its last row; write the file again")
            skip = min(max(rows.start - self._place, 0), len(batch))
            stop = min(end - self._place, len(batch))
            self._rest = batch.slice(stop) if stop < len(batch) else None
            self._place += stop
            if skip < stop:
                yield batch.slice(skip, stop - skip)

    def is_at_end(self) -> bool:
        """Return whether its last row was read."""
        groups = self._table.metadata.num_row_groups
        last = self._group == groups - 1
        return last and self._place >= self._table.metadata.row_group(self._group).num_rows

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _begin(self, rows: RowRange) -> None:
        self._group, self._place = rows.group, 0
        self._rest = None
        self._batches = self._table.iter_batches(
            _BATCH, row_groups=[rows.group], columns=list(rows.columns), use_threads=False
        )


# The file that was read last in this process, or none.
_kept: list[_OpenFile] = []


def _batches(rows: RowRange) -> Iterator[Any]:
    """Yield batches of the rows.

    Raises:
        InputError: the file is not what it was.
        OSError, ValueError: it cannot be read, or is damaged.
    """
    file = _kept.pop() if _kept else None
    if file is not None and not file.holds(rows):
        file.close()
        file = None
    file = file or _OpenFile(rows)
    try:
        yield from file.batches(rows)
    except BaseException:
        file.close()
        raise
    if file.is_at_end():
        file.close()
    else:
        _kept.append(file)


def _why(error: Exception) -> str:
    """Return the reason that the system gives; "" where the error is of Parquet."""
    if isinstance(error, OSError) and error.errno is not None:
        return why_unreadable(error)
    return ""
