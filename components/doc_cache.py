"""What was read of Docs, kept for the components that read them again, within bounds."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray
from spacy.strings import StringStore

Value = TypeVar("Value")
_DIGEST = 16  # bytes


class Kept(Generic[Value]):
    """Values by the attributes of tokens that they are made of, and of nothing else.

    Args:
        most: what the sizes of all values may add up to; with more, all are forgotten.
        longest: values of more are not kept.
    """

    def __init__(self, most: int, longest: int):
        self._most, self._longest = most, longest
        self._values: dict[bytes, Value] = {}
        self._size = 0

    def get(
        self, columns: NDArray[np.uint64], make: Callable[[], Value], *, also: bytes = b""
    ) -> Value:
        """Return the value of attributes, made if it is not kept.

        Args:
            columns: (N, A) uint64, A attributes of N tokens, as ``Doc.to_array`` gives them.
            make: makes the value.
            also: what it is made of besides, up to 64 bytes.
        """
        if len(columns) > self._longest:
            return make()
        key = blake2b(columns.data, digest_size=_DIGEST, key=also).digest()
        value = self._values.get(key)
        if value is None:
            value = make()
            if self._size + len(columns) > self._most:
                self._values, self._size = {}, 0
            self._values[key] = value
            self._size += len(columns)
        return value


_MOST = 1 << 16  # strings that are kept
_kept: dict[int, str] = {}


def strings_of(numbers: Sequence[int], strings: StringStore) -> list[str]:
    """Return the string of each number.

    Args:
        numbers: hashes of strings, unsigned.
        strings: of the vocabulary, which has them.

    Raises:
        KeyError: it lacks one that is not kept.
    """
    global _kept
    kept = _kept
    try:
        return [kept[number] for number in numbers]
    except KeyError:
        new = {*numbers} - kept.keys()
        if len(kept) + len(new) > _MOST:  # another thread may read those before to its end
            _kept = kept = {}
            new = {*numbers}
        kept.update((number, strings[number]) for number in new)
        return [kept[number] for number in numbers]
