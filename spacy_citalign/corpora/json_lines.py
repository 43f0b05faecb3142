r"""JSON Lines, one object a line: read the lines, and check what stands in them.

Half characters (``\ud800`` without its other half) are refused, because no UTF-8 can hold them, and
so are NaN, infinite numbers and whole numbers of more than 18 digits. The errors name the value;
whoever reads the file adds its name and the line.
"""

import json
import math
import re
import reprlib
from collections.abc import Iterator
from typing import Any, NoReturn

from ..errors import InputError

_HALF = re.compile("[\ud800-\udfff]")
_DIGITS = 18  # of a whole number: surely within 64 bits
_SHOWN = 40  # characters of a bad number that a message repeats
_KINDS = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}


def json_object(line: str) -> dict[str, Any]:
    """Read a line that is one JSON object, with finite numbers of ordinary size.

    >>> json_object('{"key": [1, null]}')
    {'key': [1, None]}

    Raises:
        InputError: it is none.
    """
    try:
        row = json.loads(line, parse_constant=_constant, parse_int=_whole, parse_float=_real)
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not JSON ({error.msg} at character {error.pos + 1} of the line); write one "
            "JSON object a line"
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not usable JSON ({error}); correct the line") from error
    if not isinstance(row, dict):
        raise InputError(
            f"the line is {json_kind(row)}, not an object; write one JSON object a line"
        )
    return row


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
    """Return a value as it is, after a look at all strings in it; ``what`` says what it is.

    Raises:
        InputError: a string of it, keys included, has half a character.
    """
    for text in _strings(value):
        json_string(text, f"a string of {what}")
    return value


def json_span(value: Any, text: str, what: str) -> tuple[int, int]:
    """Return a value that has to be ``[start, end]``, half-open characters of ``text``.

    Raises:
        InputError: it is not, or lies outside the text or is empty.
    """
    # Not isinstance: true and false are int to Python.
    if not (isinstance(value, list) and [type(place) for place in value] == [int, int]):
        raise InputError(f"{what} is {reprlib.repr(value)}; write [start, end], two whole numbers")
    start, end = value
    if not 0 <= start < end <= len(text):
        raise InputError(
            f"{what} is {value}, which is not in its text of {len(text)} characters; give "
            "half-open character offsets with 0 <= start < end <= length"
        )
    return start, end


def json_kind(value: Any) -> str:
    """Say what a value is in words of JSON, for errors.

    >>> json_kind([]), json_kind(1.5)
    ('a JSON array', 'a JSON number')
    """
    return f"a JSON {_KINDS.get(type(value), 'number')}"


def _strings(value: Any) -> Iterator[str]:
    """Yield all strings of a JSON value, keys included, however deep it is nested."""
    values = [value]
    for inner in values:
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, dict):
            values += [*inner, *inner.values()]
        elif isinstance(inner, list):
            values += inner


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > _DIGITS:
        raise ValueError(f"a whole number has more than {_DIGITS} digits: {digits[:_DIGITS]}...")
    return int(digits)


def _real(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"the number {digits[:_SHOWN]} is too large")
    return number
