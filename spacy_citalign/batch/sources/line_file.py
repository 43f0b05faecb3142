"""Files with a record a line, cut at newlines.

A plain file is cut by byte ranges, which the workers read themselves; each split knows the number
of its first line, so that records are named as if the file were read in one go. A packed file can
be read from its beginning only: there the lines travel.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from ...corpora.io import GZIP, WIDE, is_wide, unpack
from ...errors import InputError, one_line, why_unreadable
from ...inputs.containers import byte_ranges
from ...inputs.containers.byte_ranges import (
    BLOCK,
    ByteRange,
    FileVersion,
    blocks_of,
    bytes_of,
    check_version,
    split_size,
    too_large,
)
from ..records import Format, Reading, Record, failed
from ..splits import Split
from .failures import Failure
from .line_records import line_records

_NEWLINE = b"\n"
_BEGIN = 4  # bytes that tell how a file is packed, or coded


@dataclass(frozen=True, slots=True)
class LineSplit:
    """Whole lines, the first of which has the number ``first`` in the file, counted from 1."""

    name: str
    content: ByteRange | bytes
    first: int
    kind: Format
    reading: Reading

    @property
    def size(self) -> int:
        """Its bytes in the input."""
        return len(self.content)

    def records(self) -> Iterator[Record]:
        """A record for each line that is not blank."""
        try:
            content = bytes_of(self.content)
        except InputError as error:
            yield failed(f"{self.name}:{self.first}", error, self.size)
            return
        yield from line_records(self.name, content, self.first, self.kind, self.reading)


@dataclass(frozen=True, slots=True)
class LineFile:
    """A file with a record a line, plain or gzipped; ``size`` is what it has unpacked."""

    path: str
    name: str
    version: FileVersion
    size: int
    kind: Format
    reading: Reading

    def identity(self) -> list[Any]:
        """Name, size, time of last change, and how it is read."""
        return ["lines", self.name, *self.version, self.kind.value, *self.reading.identity()]

    def splits(self, most_bytes: int) -> Iterator[Split]:
        """Whole lines of about that size; a longer line is a split of its own."""
        try:
            with open(self.path, "rb") as file:
                check_version(file, self.version)
                begin = file.read(_BEGIN)
                file.seek(0)
                if is_wide(begin):
                    yield Failure(self.name, WIDE, self.size)
                elif begin.startswith(GZIP):
                    blocks = blocks_of(unpack(file))
                    yield from line_splits(blocks, self.name, self.kind, self.reading, most_bytes)
                else:
                    yield from self._ranges(file, split_size(most_bytes))
        except OSError as error:
            yield Failure(self.name, why_unreadable(error))
        except InputError as error:
            yield Failure(self.name, one_line(error))

    def _ranges(self, file: BinaryIO, most_bytes: int) -> Iterator[Split]:
        start, line = 0, 1
        while True:
            end, count = _stretch(file, start, most_bytes)
            if end == start:
                return
            if end - start > byte_ranges.MOST_BYTES:
                yield Failure(f"{self.name}:{line}", too_large(end - start), end - start)
            else:
                content = ByteRange(self.path, self.version, start, end)
                yield LineSplit(self.name, content, line, self.kind, self.reading)
            start, line = end, line + count


def _stretch(file: BinaryIO, start: int, most_bytes: int) -> tuple[int, int]:
    """Where whole lines of at most that size end, and how many; at least one where there is one."""
    file.seek(start)
    place = end = start
    lines = 0
    while True:
        room = most_bytes - (place - start)
        if room <= 0 and end > start:
            return end, lines
        block = file.read(min(room, BLOCK) if room > 0 else BLOCK)
        if not block:  # the last line may have no newline
            return place, lines + (place > end)
        if room > 0:
            lines += block.count(_NEWLINE)
            cut = block.rfind(_NEWLINE) + 1
        else:  # the first line alone is longer
            cut = block.find(_NEWLINE) + 1
            lines += cut > 0
        if cut:
            end = place + cut
        place += len(block)


def line_splits(
    blocks: Iterable[bytes], name: str, kind: Format, reading: Reading, most_bytes: int
) -> Iterator[Split]:
    """Cut what comes in blocks; no more than a split, a block or the longest line is held.

    Where the blocks end with an InputError, the whole lines before it are there, and then the
    error.
    """
    cutter = _Cutter(name, kind, reading, split_size(most_bytes))
    begin = b""
    try:
        for block in blocks:
            if len(begin) < _BEGIN:
                begin += block[:_BEGIN]
                if is_wide(begin):
                    yield Failure(name, WIDE)
                    return
            yield from cutter.feed(block)
    except InputError as error:
        yield from cutter.whole_lines()
        yield Failure(f"{name}:{cutter.line}", one_line(error))
        return
    yield from cutter.rest()


class _Cutter:
    """Cuts blocks into splits of whole lines; ``line`` is the number of the next line."""

    def __init__(self, name: str, kind: Format, reading: Reading, most_bytes: int) -> None:
        self.line = 1
        self._name, self._kind, self._reading = name, kind, reading
        self._most = most_bytes
        self._held = bytearray()
        self._searched = 0  # of the held bytes, in a line that is longer than a split
        self._dropped = 0  # bytes of a line that is too long to be held

    def feed(self, block: bytes) -> Iterator[Split]:
        """The splits that are whole with this block."""
        self._held += block
        while len(self._held) > self._most or self._dropped:
            cut = self._cut()
            if not cut:
                self._searched = len(self._held)
                if self._dropped or len(self._held) > byte_ranges.MOST_BYTES:
                    self._dropped += len(self._held)
                    self._held.clear()
                    self._searched = 0
                return
            yield self._take(cut)

    def whole_lines(self) -> Iterator[Split]:
        """The lines that are held and have an end."""
        cut = self._held.rfind(_NEWLINE) + 1
        if cut:
            yield self._take(cut)

    def rest(self) -> Iterator[Split]:
        """All that is left; the last line may have no newline."""
        if self._held or self._dropped:
            yield self._take(len(self._held))

    def _cut(self) -> int:
        """Where the held lines that fill a split end, or else the first one; 0 if it has no end."""
        if self._dropped:
            return self._held.find(_NEWLINE) + 1
        cut = self._held.rfind(_NEWLINE, 0, self._most) + 1
        return cut or self._held.find(_NEWLINE, max(self._searched, self._most)) + 1

    def _take(self, cut: int) -> Split:
        """A split of the held bytes before ``cut``."""
        content = bytes(self._held[:cut])
        del self._held[:cut]
        size, line = self._dropped + cut, self.line
        self.line += content.count(_NEWLINE)
        self._searched = self._dropped = 0
        if size > byte_ranges.MOST_BYTES:
            return Failure(f"{self._name}:{line}", too_large(size), size)
        return LineSplit(self._name, content, line, self._kind, self._reading)
