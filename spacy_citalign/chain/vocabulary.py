"""What depends on a word alone is computed once per distinct word and kept."""

from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from .features import PAD

PADDING_ID = 0


class WordFeatures(NamedTuple):
    """What a describer says of S words.

    Attributes:
        columns: name to (S,) uint64, the columns that windows are made of.
        bag_sizes: (S,) int64, how many further features each word has of itself.
        bag: (sum of bag_sizes,) uint64, those features' keys, word after word.
    """

    columns: dict[str, Hashes]
    bag_sizes: NDArray[np.int64]
    bag: Hashes


Describe = Callable[[Sequence[str]], WordFeatures]
Fold = Callable[[WordFeatures], NDArray[np.float32]]


class Vocabulary:
    """Distinct words, their columns and whatever is folded from them; number 0 is padding.

    It forgets everything when it holds ``limit`` words and is about to read more, so memory stays
    bounded over any corpus; results do not depend on what it holds. Threads take turns by ``lock``
    from numbering words to reading what belongs to the numbers.
    """

    def __init__(self, describe: Describe, fold: Fold, limit: int = 100_000):
        self._describe = describe
        self._fold = fold
        self._limit = limit
        self.lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._ids: dict[str, int] = {}
        self._size = 0
        self._columns: dict[str, Hashes] = {}
        self._folded = np.zeros((0, 0), dtype=np.float32)

    def __len__(self) -> int:
        return len(self._ids)

    def ids(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Number the words: S strings to (S,) int64, the new ones described and kept.

        Numbers hold until the next call.
        """
        if len(self._ids) > self._limit:
            self._clear()
        new = [word for word in dict.fromkeys(words) if word not in self._ids]
        if new:
            self._add(new)
        return np.fromiter(map(self._ids.__getitem__, words), np.int64, len(words))

    def _add(self, words: Sequence[str]) -> None:
        features = self._describe(words)
        if not self._columns:
            features = with_padding(features)
        folded = self._fold(features)
        size = self._size + len(features.bag_sizes)
        if not self._columns:
            self._columns = {name: values[:0] for name, values in features.columns.items()}
            self._folded = folded[:0]
        for name, values in features.columns.items():
            self._columns[name] = _put(self._columns[name], self._size, values)
        self._folded = _put(self._folded, self._size, folded)
        self._ids.update(zip(words, range(size - len(words), size), strict=True))
        self._size = size

    def columns(self, ids: NDArray[np.int64]) -> dict[str, Hashes]:
        """Return each column at the numbered words: name to (N,) uint64."""
        return {name: values[ids] for name, values in self._columns.items()}

    def folded(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return what was folded for the numbered words: (N, D) float32, zeros for padding."""
        return self._folded[ids]


def with_padding(features: WordFeatures) -> WordFeatures:
    """Put the padding word in front: every column is PAD and the bag is empty."""
    columns = {name: np.append(PAD, values) for name, values in features.columns.items()}
    return WordFeatures(columns, np.append(0, features.bag_sizes), features.bag)


def _put(array: NDArray, size: int, values: NDArray) -> NDArray:
    """Write ``values`` after the first ``size`` rows, growing the array by doubling."""
    needed = size + len(values)
    if needed > len(array):
        grown = np.zeros((max(needed, 2 * len(array), 1024), *array.shape[1:]), dtype=array.dtype)
        grown[:size] = array[:size]
        array = grown
    array[size:needed] = values
    return array


def concatenate_bags(parts: Iterable[tuple[NDArray[np.int64], Hashes]], size: int) -> WordFeatures:
    """Join bags, each given as the words that its keys belong to and the keys, both (P,)."""
    owners, keys = zip(*parts, strict=True)
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    sizes = np.bincount(owner, minlength=size)
    return WordFeatures({}, sizes, np.concatenate(keys)[order])
