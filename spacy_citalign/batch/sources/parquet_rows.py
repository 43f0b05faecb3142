"""Rows of row groups of Parquet files, with little memory whatever the size of the row group.

A row group can be read from its beginning only. So that splits of a large one cost no more than to
read it once in each process, the process keeps the last one open: the next split, which as a rule
begins further on, goes on there.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from ...errors import InputError
from ...inputs.containers.byte_ranges import FileVersion, check_version, version_of
from ..arrow import require_pyarrow

_BATCH = 256  # rows
_BUFFER = 1 << 20


class RowGroups(NamedTuple):
    """Row groups of a file that follow each other, with the columns to read."""

    path: str
    version: FileVersion
    groups: tuple[int, ...]
    columns: tuple[str, ...]


def rows_of(groups: RowGroups, start: int, end: int) -> Iterator[Any]:
    """Batches of the rows from ``start`` to ``end``, none over the end of a row group.

    Raises:
        InputError: the file is not what it was.
        OSError, ValueError: it cannot be read, or is damaged.
    """
    rows = _opened(groups, start)
    try:
        yield from rows.between(start, end)
    except BaseException:
        rows.close()
        raise
    if rows.place < rows.count:
        _kept.append(rows)
    else:
        rows.close()


class _Rows:
    """The rows of row groups in their order; ``place`` is the next one, of ``count``."""

    def __init__(self, groups: RowGroups) -> None:
        self.groups = groups
        self.place = 0
        self._rest: Any = None  # of the last batch
        self._file = open(groups.path, "rb")  # noqa: SIM115
        try:
            check_version(self._file, groups.version)
            parquet = require_pyarrow().parquet
            table = parquet.ParquetFile(self._file, buffer_size=_BUFFER, pre_buffer=False)
            parts = map(table.metadata.row_group, groups.groups)
            self.count: int = sum(part.num_rows for part in parts)
        except BaseException:
            self._file.close()
            raise
        self._batches = self._read(table)

    def _read(self, table: Any) -> Iterator[Any]:
        # One by one: a batch over the end of a row group would be lost if the next is damaged.
        for group in self.groups.groups:
            yield from table.iter_batches(
                _BATCH, row_groups=[group], columns=list(self.groups.columns), use_threads=False
            )

    def between(self, start: int, end: int) -> Iterator[Any]:
        """Batches from ``start``, which is not before the place, to ``end``."""
        while self.place < end:
            batch = next(self._batches, None) if self._rest is None else self._rest
            if batch is None:
                raise InputError("ends before its last row; write the file again")
            skip = min(max(start - self.place, 0), len(batch))
            stop = min(end - self.place, len(batch))
            self._rest = batch.slice(stop) if stop < len(batch) else None
            self.place += stop
            if skip < stop:
                yield batch.slice(skip, stop - skip)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


# The rows that were read last in this process, or none.
_kept: list[_Rows] = []


def _opened(groups: RowGroups, start: int) -> _Rows:
    """The rows that are open, where they are those and not yet past ``start``; else anew."""
    if _kept:
        rows = _kept.pop()
        if rows.groups == groups and rows.place <= start and _is_as_it_was(groups):
            return rows
        rows.close()
    return _Rows(groups)


def _is_as_it_was(groups: RowGroups) -> bool:
    try:
        return version_of(os.stat(groups.path)) == groups.version
    except OSError:
        return False
