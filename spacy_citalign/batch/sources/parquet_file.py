"""Parquet files, cut into row groups and rows of these. Needs pyarrow, the extra ``[parquet]``."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...corpora.io import decode_text
from ...errors import InputError, one_line, why_unreadable
from ...inputs.containers.byte_ranges import FileVersion, split_size
from ..arrow import require_pyarrow
from ..records import Reading, Record, failed
from ..splits import Split
from .parquet_columns import (
    column_values,
    columns_to_read,
    plain_value,
)
from .parquet_rows import RowGroups, rows_of

_LARGEST_RATIO = 1000  # of a row group unpacked to the file; beyond that its size is damaged


@dataclass(frozen=True, slots=True)
class ParquetSplit:
    """``rows`` of row groups from their row ``start`` on, which is ``first`` in the file."""

    path: str
    name: str
    version: FileVersion
    groups: tuple[int, ...]
    start: int
    rows: int
    first: int
    columns: tuple[str, ...]
    size: int
    reading: Reading

    def records(self) -> Iterator[Record]:
        """A record for each row, or one for the rows that cannot be read."""
        arrow = require_pyarrow()
        done = 0
        try:
            where = RowGroups(self.path, self.version, self.groups, self.columns)
            for batch in rows_of(where, self.start, self.start + self.rows):
                for row in self._of_batch(batch, self.first + done):
                    done += 1
                    yield row
        except InputError as error:
            yield self._unread(done, str(error))
        except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
            reason = _why(error) or f"cannot be read: {one_line(error)}; write the file again"
            yield self._unread(done, reason)

    def _unread(self, done: int, error: str) -> Record:
        last = self.first + self.rows - 1
        return failed(f"{self.name}:{self.first + done}", f"{error} (rows up to {last})")

    def _of_batch(self, batch: Any, first: int) -> Iterator[Record]:
        """The records of a batch of rows."""
        size = self.size // self.rows
        columns = {name: column_values(batch.column(name)) for name in self.columns}
        texts = columns.pop(self.reading.text_key)
        ids = columns.pop(self.reading.id_key, [None] * len(texts))
        for place, text in enumerate(texts):
            source = f"{self.name}:{first + place}"
            record_id = source if ids[place] is None else plain_value(ids[place])
            problem = None
            if isinstance(text, bytes):
                try:
                    text = decode_text(text)
                except InputError as error:
                    problem = one_line(error)
            elif text is None:
                problem = f"has no text in the column {self.reading.text_key!r}"
            if problem is not None:
                yield Record(source, record_id, error=problem, size=size)
                continue
            meta = {name: plain_value(values[place]) for name, values in columns.items()}
            yield Record(source, record_id, text, meta=meta, size=size)


@dataclass(frozen=True, slots=True)
class ParquetFile:
    """A file of which ``columns`` are read; ``groups`` has rows and bytes of each row group."""

    path: str
    name: str
    version: FileVersion
    groups: tuple[tuple[int, int], ...]
    columns: tuple[str, ...]
    reading: Reading

    @property
    def size(self) -> int:
        """Bytes of all columns, unpacked."""
        return sum(size for _, size in self.groups)

    def identity(self) -> list[Any]:
        """Name, size, time of last change, and how it is read."""
        return ["parquet", self.name, *self.version, *self.reading.identity()]

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Rows of about that size: whole row groups, or a part of a large one."""
        most_bytes = split_size(most_bytes)
        held: list[int] = []
        rows = size = 0
        first = 1  # of what is held
        for group, (count, own) in enumerate(self.groups):
            if held and size + own > most_bytes:
                yield self._split(held, 0, rows, size, first)
                held, first, rows, size = [], first + rows, 0, 0
            if own <= most_bytes:
                held.append(group)
                rows, size = rows + count, size + own
                continue
            step = max(1, count * most_bytes // own)
            for start in range(0, count, step):
                end = min(start + step, count)
                begin, stop = (own * row // count for row in (start, end))
                yield self._split([group], start, end - start, stop - begin, first + start)
            first += count
        if rows:
            yield self._split(held, 0, rows, size, first)

    def _split(
        self, groups: list[int], start: int, rows: int, size: int, first: int
    ) -> ParquetSplit:
        return ParquetSplit(
            self.path,
            self.name,
            self.version,
            tuple(groups),
            start,
            rows,
            first,
            self.columns,
            size,
            self.reading,
        )


def parquet_source(path: Path, name: str, version: FileVersion, reading: Reading) -> ParquetFile:
    """The source of a file.

    Raises:
        SettingError: pyarrow is not installed.
        InputError: the file cannot be read, or has no column of texts.
    """
    arrow = require_pyarrow()
    try:
        with path.open("rb") as file:
            table = arrow.parquet.ParquetFile(file)
            columns = columns_to_read(table.schema_arrow, reading)
            groups = tuple(_groups(table.metadata, _LARGEST_RATIO * version.size))
    except InputError:
        raise
    except (arrow.ArrowException, ValueError, OSError) as error:
        reason = _why(error) or f"is no Parquet file, or damaged: {one_line(error)}"
        raise InputError(reason) from error
    return ParquetFile(str(path), name, version, groups, columns, reading)


def _groups(described: Any, most: int) -> Iterator[tuple[int, int]]:
    """Rows of each row group, and bytes of all its columns, which may be damaged: at most ``most``.

    At some damage pyarrow ends the process where it is asked about a single column.
    """
    for number in range(described.num_row_groups):
        group = described.row_group(number)
        yield max(group.num_rows, 0), min(max(group.total_byte_size, 0), most)


def _why(error: Exception) -> str:
    """The reason that the system gives; "" where the error is of Parquet."""
    if isinstance(error, OSError) and error.errno is not None:
        return why_unreadable(error)
    return ""
