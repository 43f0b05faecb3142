"""Cuts of contents with many records, wherever the bytes come from; lines are cut here.

Lines end at newline characters only.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...corpora.io import WIDE, is_wide
from ...errors import InputError, one_line
from ..containers import byte_ranges
from ..containers.byte_ranges import too_large

_NEWLINE = b"\n"
_BEGIN = 4  # bytes that tell how a text is coded


@dataclass(frozen=True, slots=True)
class Cut:
    """Some whole records of a content, or what is wrong with it there.

    Attributes:
        content: the bytes, from the byte ``start`` of the content on.
        size: how many bytes they are; of what is too large to be held, too.
        start: where they begin.
        first: the number of the first record, from 1; 0 for a problem of the whole content.
        head: what is read before the bytes, such as an XML declaration.
        problem: why there are no records, "" where there are.
    """

    content: bytes
    size: int
    start: int = 0
    first: int = 0
    head: bytes = b""
    problem: str = ""


def problem_cut(problem: str, *, size: int = 0, first: int = 0) -> Cut:
    """Return the cut that says what is wrong."""
    return Cut(b"", size, first=first, problem=problem)


def cut_lines(blocks: Iterable[bytes], most_bytes: int) -> Iterator[Cut]:
    """Yield whole lines of about that size; a longer line is a cut of its own.

    No more than a cut, a block or the longest line is held. Where the blocks end with an
    InputError, the whole lines before it are there, and then the error.
    """
    cutter = _LineCutter(most_bytes)
    begin = b""
    try:
        for block in blocks:
            if len(begin) < _BEGIN:
                begin += block[:_BEGIN]
                if is_wide(begin):
                    yield problem_cut(WIDE)
                    return
            yield from cutter.feed(block)
    except InputError as error:
        yield from cutter.whole_lines()
        yield problem_cut(one_line(error), first=cutter.line)
        return
    yield from cutter.rest()


class _LineCutter:
    """Cuts blocks into whole lines; ``line`` is the number of the next line."""

    def __init__(self, most_bytes: int) -> None:
        self.line = 1
        self._most = most_bytes
        self._held = bytearray()
        self._start = 0  # of what is held, in the content
        self._searched = 0  # of the held bytes, in a line that is longer than a cut
        self._dropped = 0  # bytes of a line that is too long to be held

    def feed(self, block: bytes) -> Iterator[Cut]:
        """Yield what is whole with this block."""
        self._held += block
        while len(self._held) > self._most or self._dropped:
            end = self._end()
            if not end:
                self._searched = len(self._held)
                if self._dropped or len(self._held) > byte_ranges.MAX_BYTES:
                    self._dropped += len(self._held)
                    self._held.clear()
                    self._searched = 0
                return
            yield self._take(end)

    def whole_lines(self) -> Iterator[Cut]:
        """Yield the lines that are held and have an end."""
        end = self._held.rfind(_NEWLINE) + 1
        if end:
            yield self._take(end)

    def rest(self) -> Iterator[Cut]:
        """Yield all that is left; the last line may have no newline."""
        if self._held or self._dropped:
            yield self._take(len(self._held))

    def _end(self) -> int:
        """Return where the held lines that fill a cut end, or else the first one; 0 if none has."""
        if self._dropped:
            return self._held.find(_NEWLINE) + 1
        end = self._held.rfind(_NEWLINE, 0, self._most) + 1
        return end or self._held.find(_NEWLINE, max(self._searched, self._most)) + 1

    def _take(self, end: int) -> Cut:
        """Return the held bytes before ``end``."""
        content = bytes(self._held[:end])
        del self._held[:end]
        size, line, start = self._dropped + end, self.line, self._start
        self.line += content.count(_NEWLINE)
        self._start += size
        self._searched = self._dropped = 0
        if size > byte_ranges.MAX_BYTES:
            return problem_cut(too_large(size), size=size, first=line)
        return Cut(content, size, start, line)
