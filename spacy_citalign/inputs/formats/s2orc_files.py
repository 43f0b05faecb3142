"""Files of full texts in JSON: one object, or an object a line; their beginning tells which."""

from collections.abc import Iterable, Iterator
from itertools import chain

from ...corpora.json_lines import json_object
from ...errors import InputError
from ..containers import byte_ranges
from ..containers.byte_ranges import joined
from ..records import Format, Reading, Record
from .cutting import Cut
from .lines import cut_lines, read_lines
from .whole import read_article

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
        if size > byte_ranges.MOST_BYTES or (b"\n" in block and _has_lines(b"".join(held))):
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


def read_s2orc_file(
    name: str, content: bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield the record of an object, or those of lines, the first of which is number ``first``.

    Raises:
        InputError: the object is no full text.
    """
    read = read_lines if first else read_article
    return read(name, content, first, format_, reading)
