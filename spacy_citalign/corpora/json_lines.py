r"""JSON Lines, one object a line: the lines of a file, and checks of what stands in them.

Whole numbers may have as many digits as Python reads (4,300 unless it is told otherwise). A number
too large for a float is read as infinite, and refused where it would be written again. NaN and
Infinity are no JSON. Half characters (``\ud800`` without its other half) are refused, because no
UTF-8 can hold them. The errors of the checks name the value; who reads the file adds its name and
the line.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from reprlib import repr as short
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ..errors import InputError
from .io import at_line, read_lines

_HALF = re.compile("[\ud800-\udfff]")
_SHOWN = 40  # characters of keys that a message repeats
_TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}

_SPAN = "[start, end]"
_WANTED = {
    "string": "a string",
    "list": "an array",
    "model": "an object",
    "dict": "an object",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
}

Problem = Mapping[str, Any]
"""What pydantic found: ``loc``, ``input``, ``type``, ``msg``."""
_Record = TypeVar("_Record")


def read_json_lines(
    path: Path, read: Callable[[dict[str, Any], int], _Record], *, wanted: str, shape: str
) -> Iterator[_Record]:
    """Yield the record of each line of a file that is not blank.

    Args:
        path: the file, plain or packed.
        read: makes a record of the object of a line and the number of the line, from 1; its
            InputError is raised with file and line.
        wanted: what the file should be, for errors.
        shape: what it should have on each line, for the error of an empty file.

    Raises:
        InputError: the file cannot be read, is not UTF-8 or has no record; a line is not an object.
            Names file, line and value.
    """
    empty = True
    for number, line in read_lines(path, wanted):
        if line.strip():
            with at_line(path, number):
                record = read(json_object(line), number)
            empty = False
            yield record
    if empty:
        raise InputError(f"{path} is empty; give a file with {shape}")


def decode_json(line: str) -> Any:
    """Return the value that a line of JSON holds.

    >>> decode_json('{"key": [10000000000000000000, 1e999]}')
    {'key': [10000000000000000000, inf]}

    Raises:
        ValueError: it is not JSON (``json.JSONDecodeError``), or has a number that Python does not
            read.
        RecursionError: it is nested too deep.
    """
    return _DECODER.decode(line)


def json_object(text: str, *, whole_file: bool = False) -> dict[str, Any]:
    """Return the object that a line of JSON holds, or a file.

    >>> json_object('{"key": [1, null]}')
    {'key': [1, None]}

    Args:
        text: the line, or all of the file.
        whole_file: whether it is a file, of which errors name line and character.

    Raises:
        InputError: it is none.
    """
    what = "file" if whole_file else "line"
    wanted = "give a file with one JSON object" if whole_file else "write one JSON object a line"
    try:
        row = decode_json(text)
    except json.JSONDecodeError as error:
        place, advice = f"character {error.pos + 1} of the line", wanted
        if whole_file:
            place = f"line {error.lineno}, character {error.colno} of the file"
            advice = "fetch it again, or correct it there"
        raise InputError(f"this is not JSON ({error.msg} at {place}); {advice}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not usable JSON ({error}); correct the {what}") from error
    if not isinstance(row, dict):
        raise InputError(f"the {what} is {json_kind(row)}, not an object; {wanted}")
    return row


class JsonRow(BaseModel):
    """An object of JSON; other keys are not read, and strings have no half characters."""

    model_config = ConfigDict(str_min_length=0)  # with a constraint pydantic looks into strings


_Row = TypeVar("_Row", bound=JsonRow)


def json_record(kind: type[_Row], row: Any, row_shape: str = _SPAN) -> _Row:
    """Return an object of JSON as a record.

    Args:
        kind: of the record.
        row: the object.
        row_shape: what to write for arrays of a certain length, for errors.

    Raises:
        InputError: it is none. Names field and value.
    """
    try:
        return kind.model_validate(row)
    except ValidationError as error:
        raise InputError(problem_text(error.errors(include_url=False)[0], row_shape)) from error


def problem_text(problem: Problem, row_shape: str = _SPAN) -> str:
    """Return what is wrong, where, and what to write instead."""
    where = path_text(problem["loc"]) or "the line"
    value, kind = problem["input"], problem["type"]
    if kind == "misfit":
        return f"{where}.{problem['msg']}"
    if kind == "too_long" or (kind == "too_short" and where.endswith("]")):
        return f"{where} is {short(value)}; write {row_shape}"
    if kind == "missing":
        parent, field = path_text(problem["loc"][:-1]) or "the line", problem["loc"][-1]
        if isinstance(field, int):
            return f"{parent} is {short(value)}; write {row_shape}"
        keys = json_keys(dict(value)) if isinstance(value, Mapping) else "none"
        return f"{parent} has no {field}, its keys are: {keys}; give it one"
    if kind == "too_short" and where == "citances":
        return "citances is an empty array; write an array of one citance or more"
    if kind == "string_unicode":
        half = _HALF.search(str(value))
        return (
            f"{where} has half a character, {half[0] if half else ''!a}, at character "
            f"{half.start() if half else 0} (from 0); write the whole character or leave it out"
        )
    wanted = next(
        (name for start, name in {**_WANTED, "tuple": row_shape}.items() if kind.startswith(start)),
        "",
    )
    if wanted and kind.endswith(("_type", "_parsing")):
        citance = (
            " or a string" if kind == "model_type" and problem["loc"][:-1] == ("citances",) else ""
        )
        return f"{where} is {json_kind(value)}; write {wanted}{citance}"
    return f"{where} is {short(value)}; {problem['msg'][:1].lower()}{problem['msg'][1:]}"


def path_text(location: Iterable[str | int]) -> str:
    """Return where a value stands, as in "citances[0].words[2]"."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in location)
    return "".join(steps).lstrip(".")


def json_string(value: Any, what: str) -> str:
    """Return a value that has to be a string; ``what`` says in errors what it is.

    Raises:
        InputError: it is none, or has half a character, which UTF-8 cannot hold.
    """
    if not isinstance(value, str):
        raise InputError(f"{what} is {json_kind(value)}; write a string")
    half = _HALF.search(value)
    if half is not None:
        raise InputError(
            f"{what} has half a character, {half[0]!a}, at character {half.start()} (from 0); "
            "write the whole character or leave it out"
        )
    return value


def json_value(value: Any, what: str) -> Any:
    """Return a value that is kept as it is, to be written again; ``what`` says what it is.

    Raises:
        InputError: a string of it, keys included, has half a character, or a number of it is too
            large for a float.
    """
    for inner in _scalars(value):
        if isinstance(inner, str):
            json_string(inner, f"a string of {what}")
        elif isinstance(inner, float) and math.isinf(inner):
            raise InputError(
                f"a number of {what} is too large to be written again; write one below 1.8e308, "
                "or leave it out"
            )
    return value


def check_values(value: Any, where: str) -> None:
    """See that a value can be written again.

    Raises:
        InputError: it cannot. Names the field of an object.
    """
    if not isinstance(value, Mapping):
        json_value(value, where)
        return
    json_value(list(value), where)
    for field, inner in value.items():
        json_value(inner, f"{where}.{field}" if field.isidentifier() else where)


def check_span(start: int, end: int, text: str, what: str) -> None:
    """See that ``start`` and ``end`` are half-open characters of ``text``.

    Raises:
        InputError: they are not, or there is none between them.
    """
    if not 0 <= start < end <= len(text):
        raise InputError(
            f"{what} is {short([start, end])}, which is not in its text of {len(text)} characters; "
            "give half-open character offsets with 0 <= start < end <= length"
        )


def json_keys(row: dict[str, Any]) -> str:
    """Return the keys of an object as errors repeat them.

    >>> json_keys({"a": 1, "b": 2}), json_keys({})
    ("'a', 'b'", 'none')
    """
    return ", ".join(map(ascii, row))[:_SHOWN] or "none"


def json_type(value: Any) -> str:
    """Return JSON's word for the type of a value.

    >>> json_type([]), json_type(1.5)
    ('array', 'number')
    """
    return _TYPES.get(type(value), "number")


def json_kind(value: Any) -> str:
    """Return what a value is in words of JSON, for errors.

    >>> json_kind(None)
    'a JSON null'
    """
    return f"a JSON {json_type(value)}"


def _scalars(value: Any) -> Iterator[Any]:
    """Yield all of a JSON value that is no object or array, keys included, however deep it is."""
    values = [value]
    for inner in values:
        if isinstance(inner, dict):
            values += [*inner, *inner.values()]
        elif isinstance(inner, list):
            values += inner
        else:
            yield inner


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
