"""Records that are a line each: texts, or JSON objects. Blank lines are none.

Lines end at newline characters only, and whole files keep their line ends, so that character
offsets are those of the file.
"""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NoReturn

from spacy_citalign.errors import InputError
from spacy_citalign.runs.messages import one_line
from spacy_citalign.runs.records import Format, Reading, Record, failed

BOM = b"\xef\xbb\xbf"
WIDE = "is in UTF-16; convert it to UTF-8"


def line_records(
    name: str, content: bytes, first: int, kind: Format, reading: Reading
) -> Iterator[Record]:
    """The records of whole lines, the first of which has the number ``first`` in its file."""
    for number, raw in enumerate(BytesIO(content), first):
        if number == 1:
            raw = raw.removeprefix(BOM)
        if not raw.strip():
            continue
        source = f"{name}:{number}"
        try:
            line = decoded(raw).rstrip("\r\n")
            if kind is Format.lines:
                yield Record(source, source, line, size=len(raw))
            else:
                yield _from_json(source, line, reading, len(raw))
        except InputError as error:
            yield failed(source, error, len(raw))


def decoded(content: bytes) -> str:
    """UTF-8 only. Raises InputError that says where it is not."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"is not UTF-8: byte 0x{content[error.start]:02x} at position {error.start}; convert it"
        ) from error


def _from_json(source: str, line: str, reading: Reading, size: int) -> Record:
    """The record of a JSON line. Raises InputError where the line is not JSON or no object."""
    try:
        row = _JSON.decode(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {one_line(error)}") from error
    if not isinstance(row, dict):
        raise InputError(f"is a JSON {_json_type(row)}; each line must be an object")
    key = reading.text_key
    text = row.pop(key, None)
    own_id = row.pop(reading.id_key, None)
    record_id = source if own_id is None else own_id
    if isinstance(text, str):
        return Record(source, record_id, text, meta=row, size=size)
    problem = f"has no text under the key {key!r}; it has the keys: {', '.join(row) or 'none'}"
    if text is not None:
        problem = f"has a {_json_type(text)} under the key {key!r}; it must be a string"
    return Record(source, record_id, error=problem, size=size)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


_JSON = json.JSONDecoder(parse_constant=_refuse_constant)


def _json_type(value: Any) -> str:
    """The JSON word for the type of ``value``."""
    if value is None:
        return "null"
    words = {dict: "object", list: "array", str: "string", bool: "boolean"}
    return words.get(type(value), "number")
