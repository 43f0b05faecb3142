"""Files with a record a line: texts, JSON objects, full texts in JSON. Blank lines are no records.

Lines end at newline characters only, and texts keep what else they have, so that character offsets
are those of the file.
"""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import chain

from ...corpora.io import WIDE, decode_text, is_wide
from ...corpora.json_lines import decode_json, json_kind, json_object, json_type
from ...errors import InputError, one_line, without_name
from ..containers import byte_ranges
from ..containers.byte_ranges import joined, too_large
from ..records import Reading, Record, failed

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

    content: bytes = b""
    size: int = 0
    start: int = 0
    first: int = 0
    head: bytes = b""
    problem: str = ""


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
                    yield Cut(problem=WIDE)
                    return
            yield from cutter.feed(block)
    except InputError as error:
        yield from cutter.whole_lines()
        yield Cut(first=cutter.line, problem=one_line(error))
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
            return Cut(size=size, first=line, problem=too_large(size))
        return Cut(content, size, start, line)


def line_records(
    name: str, content: bytes, first: int, read: Callable[[str, str, int], Record]
) -> Iterator[Record]:
    """Yield the records of whole lines, the first of which has the number ``first``.

    Args:
        name: what the file is called.
        content: the lines.
        first: the number.
        read: makes a record of a source, a line and its size in bytes, or raises InputError.
    """
    for number, raw in enumerate(BytesIO(content), first):
        if number == 1:
            raw = raw.removeprefix(BOM_UTF8)
        if not raw.strip():
            continue
        source = f"{name}:{number}"
        try:
            yield read(source, decode_text(raw).rstrip("\r\n"), len(raw))
        except InputError as error:
            yield failed(source, without_name(error, source), len(raw))


def read_text_lines(name: str, content: bytes, first: int, reading: Reading) -> Iterator[Record]:
    """Yield the records of whole lines of text."""
    return line_records(
        name, content, first, lambda source, line, size: Record(source, source, line, size=size)
    )


def read_json_lines(name: str, content: bytes, first: int, reading: Reading) -> Iterator[Record]:
    """Yield the records of whole lines of JSON."""
    return line_records(name, content, first, partial(_json_record, reading))


def _json_record(reading: Reading, source: str, line: str, size: int) -> Record:
    """Return the record of a JSON line. Raises InputError where the line is no JSON object."""
    try:
        row = decode_json(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {one_line(error)}") from error
    if not isinstance(row, dict):
        raise InputError(f"is {json_kind(row)}; each line must be an object")
    key = reading.text_key
    text = row.pop(key, None)
    stated_id = row.pop(reading.id_key, None)
    record_id = source if stated_id is None else stated_id
    if isinstance(text, str):
        return Record(source, record_id, text, meta=row, size=size)
    problem = f"has no text under the key {key!r}; it has the keys: {', '.join(row) or 'none'}"
    if text is not None:
        problem = f"has a {json_type(text)} under the key {key!r}; it must be a string"
    return Record(source, record_id, error=problem, size=size)


_BEFORE = b"\xef\xbb\xbf \t\r\n"


def cut_s2orc(blocks: Iterable[bytes], most_bytes: int) -> Iterator[Cut]:
    """Yield whole lines of about that size, or one object as a whole, whose ``first`` is 0.

    Raises:
        InputError: the object is damaged or too large.
    """
    blocks = iter(blocks)
    held: list[bytes] = []
    size = 0
    for block in blocks:
        held.append(block)
        size += len(block)
        if size > byte_ranges.MAX_BYTES or (b"\n" in block and _has_lines(b"".join(held))):
            break
    if _has_lines(b"".join(held)):
        yield from cut_lines(chain(held, blocks), most_bytes)
    else:
        content = joined(chain(held, blocks))
        yield Cut(content, len(content))


def _has_lines(begin: bytes) -> bool:
    """Return whether a content that begins so has an object a line.

    Of lines the second one begins with a brace, too, whatever is wrong with the first.
    """
    line, _, rest = begin.lstrip(_BEFORE).partition(b"\n")
    following = rest.lstrip()[:1]
    return following == b"{" or (following != b"" and _is_object(line))


def _is_object(line: bytes) -> bool:
    try:
        json_object(line.decode(errors="replace"))
    except InputError:
        return False
    return True
