"""A cache, within bounds, of what several components read of the same Docs, and of strings.

spaCy's StringStore makes a Python string anew each time. The number of a string is a hash of it,
the same in every vocabulary.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from spacy.strings import StringStore

Value = TypeVar("Value")
_DIGEST = 16  # bytes
_LONG = 32  # characters a token from which on a text is not kept: no words of a language
_SHORT_TEXT = 2_000  # characters; such a text may be of one token
_MAX_STRING = 200  # characters of a string that is kept


class DocCache(Generic[Value]):
    """Values by the attributes of tokens that they are made of, and of nothing else.

    Args:
        max_size: what the sizes of all values may add up to; with more, all are forgotten.
        max_length: values of more tokens are not kept, nor are those of very long ones.
    """

    def __init__(self, max_size: int, max_length: int):
        self._max_size, self._max_length = max_size, max_length
        self._values: dict[bytes, Value] = {}
        self._size = 0

    def get(
        self,
        columns: NDArray[np.uint64],
        make: Callable[[], Value],
        *,
        characters: int,
        also: bytes = b"",
    ) -> Value:
        """Return the value of attributes, made if it is not kept.

        Args:
            columns: (N, A) uint64, A attributes of N tokens, as ``Doc.to_array`` gives them.
            make: makes the value.
            characters: how many the tokens have together.
            also: what it is made of besides, up to 64 bytes.
        """
        if len(columns) > self._max_length or characters > _SHORT_TEXT + _LONG * len(columns):
            return make()
        key = blake2b(columns.data, digest_size=_DIGEST, key=also).digest()
        value = self._values.get(key)
        if value is None:
            value = make()
            if self._size + len(columns) > self._max_size:
                self._values, self._size = {}, 0
            self._values[key] = value
            self._size += len(columns)
        return value


MAX_STRINGS = 1 << 16
kept_strings: dict[int, str] = {}


def strings_of(numbers: Sequence[int], strings: StringStore) -> list[str]:
    """Return the string of each number.

    Args:
        numbers: hashes of strings, unsigned.
        strings: of the vocabulary, which has them.

    Raises:
        KeyError: it lacks one that is not kept.
    """
    global kept_strings
    kept = kept_strings
    try:
        return [kept[number] for number in numbers]
    except KeyError:
        new = {*numbers} - kept.keys()
        if len(kept) + len(new) > MAX_STRINGS:  # another thread may read those before to its end
            kept_strings = kept = {}
            new = {*numbers}
        made = {number: strings[number] for number in new}
        kept.update(item for item in made.items() if len(item[1]) <= _MAX_STRING)
        return [made[number] if number in made else kept[number] for number in numbers]
