"""Classes of characters that a boundary detector tells apart, for a whole text at a time."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..words.shape import lower_code

OTHER, BLANK, BREAK, LOWER, UPPER, DIGIT = range(6)
STOP, END, COMMA, COLON, DASH, OPEN, CLOSE, QUOTE = range(6, 14)
CLASSES = 14

_BREAKS = "\n\r\x85\u2028\u2029"
_MARKS = {
    ".": STOP,
    "…": STOP,
    "?": END,
    "!": END,
    ",": COMMA,
    ":": COLON,
    ";": COLON,
    **dict.fromkeys("-\u2013\u2014", DASH),
    **dict.fromkeys("([{", OPEN),
    **dict.fromkeys(")]}", CLOSE),
    **dict.fromkeys("\"'`\u201c\u201d\u2018\u2019\xab\xbb", QUOTE),
}
_TABLED = 0x3000  # characters below are looked up in a table, the few above are taken one by one


def character_class(character: str) -> int:
    """Return the class of one character.

    >>> [character_class(c) for c in "aA1.( "] == [LOWER, UPPER, DIGIT, STOP, OPEN, BLANK]
    True
    """
    if character.isspace():
        return BREAK if character in _BREAKS else BLANK
    if character in _MARKS:
        return _MARKS[character]
    if character.isdigit() or character.isnumeric():
        return DIGIT
    if character.isupper() or character.istitle():
        return UPPER
    return LOWER if character.isalpha() else OTHER


@lru_cache(maxsize=2)
def _table(of: Callable[[str], int]) -> NDArray[np.uint32]:
    return np.array([of(chr(code)) for code in range(_TABLED)], dtype=np.uint32)


def _look_up(codes: NDArray[np.uint32], of: Callable[[str], int]) -> NDArray[np.uint32]:
    values = _table(of)[np.minimum(codes, _TABLED - 1)]
    beyond = np.flatnonzero(codes >= _TABLED)
    if len(beyond):
        unique, inverse = np.unique(codes[beyond], return_inverse=True)
        values[beyond] = np.array([of(chr(code)) for code in unique])[inverse]
    return values


def character_classes(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Class characters given as code points: (C,) uint32 to (C,) uint32."""
    return _look_up(codes, character_class)


def lower_codes(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Put small letters for capitals, where one character is for one: (C,) uint32 code points."""
    return _look_up(codes, lower_code)
