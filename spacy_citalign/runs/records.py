"""Reads the texts that `citalign annotate` is given. A record that cannot be read is a record too.

Lines end at newline characters only, and whole files keep their line ends, so that character
offsets are those of the file.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, NoReturn

from spacy_citalign.errors import InputError
from spacy_citalign.runs.messages import one_line, why_unreadable

STDIN = Path("-")
_SUFFIXES = {".txt": "text", ".text": "text", ".jsonl": "jsonl", ".ndjson": "jsonl"}
_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")


class Format(Enum):
    """How an input file is cut into records."""

    auto = "auto"
    text = "text"
    lines = "lines"
    jsonl = "jsonl"


@dataclass(frozen=True, slots=True)
class Record:
    """One text to annotate, or the reason why there is none.

    ``source`` is "file" or "file:line", ``size`` the bytes it takes in its file, ``meta`` the
    keys of a JSON record besides id and text. Exactly one of ``text`` and ``error`` is None.
    """

    source: str
    id: Any
    text: str | None = None
    error: str | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    size: int = 0


def file_format(path: Path, wanted: Format, *, lines: bool) -> Format:
    """The format to read ``path`` in: the one wanted, or the one its suffix says.

    Raises InputError where the suffix says nothing.
    """
    if wanted is not Format.auto:
        return wanted
    known = "text" if path == STDIN else _SUFFIXES.get(path.suffix.lower())
    if known is None:
        raise InputError(
            f"cannot tell its format by the suffix {path.suffix!r}; say --format text, lines "
            "or jsonl"
        )
    return Format.lines if lines and known == "text" else Format(known)


def why_not_readable(path: Path, wanted: Format, *, lines: bool) -> str | None:
    """Why no record can come from ``path``, or None."""
    try:
        file_format(path, wanted, lines=lines)
        if path != STDIN:
            path.open("rb").close()
    except InputError as error:
        return one_line(error)
    except OSError as error:
        return why_unreadable(error)
    return None


def read_records(
    paths: Iterable[Path], wanted: Format, *, lines: bool = False, text_key: str = "text"
) -> Iterator[Record]:
    """The records of all files, in order."""
    for path in paths:
        name = "stdin" if path == STDIN else str(path)
        try:
            kind = file_format(path, wanted, lines=lines)
            if kind is Format.text:
                yield _whole(name, _read_all(path))
            else:
                yield from _by_line(name, path, kind, text_key)
        except InputError as error:
            yield Record(name, name, error=one_line(error))
        except OSError as error:
            yield Record(name, name, error=why_unreadable(error))


def _whole(name: str, data: bytes) -> Record:
    """A file as one record."""
    try:
        return Record(name, name, _decode(data.removeprefix(_BOM)), size=len(data))
    except InputError as error:
        return Record(name, name, error=one_line(error), size=len(data))


def _by_line(name: str, path: Path, kind: Format, text_key: str) -> Iterator[Record]:
    """A file with a record a line; blank lines are none."""
    for number, raw in enumerate(_read_lines(path), 1):
        if number == 1:
            if raw.startswith(_WIDE_BOMS):
                raise InputError("is in UTF-16; convert it to UTF-8")
            raw = raw.removeprefix(_BOM)
        if not raw.strip():
            continue
        source = f"{name}:{number}"
        try:
            line = _decode(raw).rstrip("\r\n")
            if kind is Format.lines:
                yield Record(source, source, line, size=len(raw))
            else:
                yield _from_json(source, line, text_key, len(raw))
        except InputError as error:
            yield Record(source, source, error=one_line(error), size=len(raw))


def _from_json(source: str, line: str, text_key: str, size: int) -> Record:
    """The record of a JSON line. Raises InputError where the line is not JSON or no object."""
    try:
        row = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {one_line(error)}") from error
    if not isinstance(row, dict):
        raise InputError(f"is a JSON {_json_type(row)}; each line must be an object")
    text = row.pop(text_key, None)
    own_id = row.pop("id", None)
    record_id = source if own_id is None else own_id
    if isinstance(text, str):
        return Record(source, record_id, text, meta=row, size=size)
    problem = f"has no text under the key {text_key!r}; it has the keys: {', '.join(row) or 'none'}"
    if text is not None:
        problem = f"has a {_json_type(text)} under the key {text_key!r}; it must be a string"
    return Record(source, record_id, error=problem, size=size)


def _decode(data: bytes) -> str:
    """UTF-8 only. Raises InputError that says where it is not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if data.startswith(_WIDE_BOMS):
            raise InputError("is in UTF-16; convert it to UTF-8") from error
        raise InputError(
            f"is not UTF-8: byte 0x{data[error.start]:02x} at position {error.start}; convert it"
        ) from error


def _read_all(path: Path) -> bytes:
    return sys.stdin.buffer.read() if path == STDIN else path.read_bytes()


def _read_lines(path: Path) -> Iterator[bytes]:
    if path == STDIN:
        yield from sys.stdin.buffer
        return
    with path.open("rb") as handle:
        yield from handle


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def _json_type(value: Any) -> str:
    """The JSON word for the type of ``value``."""
    if value is None:
        return "null"
    words = {dict: "object", list: "array", str: "string", bool: "boolean"}
    return words.get(type(value), "number")
