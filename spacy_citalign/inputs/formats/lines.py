"""Files with a record a line: texts, JSON objects, full texts in JSON. Blank lines are no records.

Lines end at newline characters only, and texts keep what else they have, so that character offsets
are those of the file.
"""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain

from ...corpora.io import decode_text
from ...corpora.json_lines import decode_json, json_kind, json_object, json_type
from ...errors import InputError, one_line, without_name
from ..containers import byte_ranges
from ..containers.byte_ranges import joined
from ..records import Format, Reading, Record, failed
from .record_splitter import Cut, cut_lines
from .single import article_record, read_article


def read_lines(
    name: str, content: bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield the records of whole lines, the first of which has the number ``first``."""
    for number, raw in enumerate(BytesIO(content), first):
        if number == 1:
            raw = raw.removeprefix(BOM_UTF8)
        if not raw.strip():
            continue
        source = f"{name}:{number}"
        try:
            line = decode_text(raw).rstrip("\r\n")
            if format_ is Format.lines:
                yield Record(source, source, line, size=len(raw))
            elif format_ is Format.s2orc:
                yield _s2orc_record(source, line, reading, len(raw))
            else:
                yield _json_record(source, line, reading, len(raw))
        except InputError as error:
            yield failed(source, without_name(error, source), len(raw))


def _s2orc_record(source: str, line: str, reading: Reading, size: int) -> Record:
    """Return the record of a full text. Raises InputError where the line is none."""
    from .s2orc.reader import s2orc_article

    parts = {"captions": reading.captions, "tables": reading.tables}
    return article_record(source, s2orc_article(json_object(line), name=source, **parts), size)


def _json_record(source: str, line: str, reading: Reading, size: int) -> Record:
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


def read_s2orc_file(
    name: str, content: bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield the record of an object, or those of lines, the first of which is number ``first``.

    Raises:
        InputError: the object is no full text.
    """
    read = read_lines if first else read_article
    return read(name, content, first, format_, reading)
