"""Records that are a line each: texts, or JSON objects. Blank lines are none.

Lines end at newline characters only, and whole files keep their line ends, so that character
offsets are those of the file.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator
from io import BytesIO

from ...corpora.io import decode_text
from ...corpora.json_lines import decode_json, json_kind, json_type
from ...errors import InputError, one_line
from ..records import Format, Reading, Record, failed


def line_records(
    name: str, content: bytes, first: int, kind: Format, reading: Reading
) -> Iterator[Record]:
    """The records of whole lines, the first of which has the number ``first`` in its file."""
    for number, raw in enumerate(BytesIO(content), first):
        if number == 1:
            raw = raw.removeprefix(BOM_UTF8)
        if not raw.strip():
            continue
        source = f"{name}:{number}"
        try:
            line = decode_text(raw).rstrip("\r\n")
            if kind is Format.lines:
                yield Record(source, source, line, size=len(raw))
            else:
                yield _from_json(source, line, reading, len(raw))
        except InputError as error:
            yield failed(source, error, len(raw))


def _from_json(source: str, line: str, reading: Reading, size: int) -> Record:
    """The record of a JSON line. Raises InputError where the line is not JSON or no object."""
    try:
        row = decode_json(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {one_line(error)}") from error
    if not isinstance(row, dict):
        raise InputError(f"is {json_kind(row)}; each line must be an object")
    key = reading.text_key
    text = row.pop(key, None)
    own_id = row.pop(reading.id_key, None)
    record_id = source if own_id is None else own_id
    if isinstance(text, str):
        return Record(source, record_id, text, meta=row, size=size)
    problem = f"has no text under the key {key!r}; it has the keys: {', '.join(row) or 'none'}"
    if text is not None:
        problem = f"has a {json_type(text)} under the key {key!r}; it must be a string"
    return Record(source, record_id, error=problem, size=size)
