"""A store of what depends on a word alone, computed once per distinct word."""

from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints
from ..words.hashing import Hashes
from .features import PAD, Padded

_CHARACTERS = 24  # of a word, on average, at most

PADDING_ID = 0


class WordFeatures(NamedTuple):
    """Features of S words by themselves, as a word featurizer gives them.

    Attributes:
        hashes: name to (S,) uint64, the token features that windows are made of.
        bag_sizes: (S,) int64, how many further features each word has of itself.
        bag: (sum of bag_sizes,) uint64, those features' keys, word after word.
    """

    hashes: dict[str, Hashes]
    bag_sizes: Ints
    bag: Hashes


class WordSums(NamedTuple):
    """What was computed of the words of N padded tokens, without a copy for each token.

    Attributes:
        rows: (W, E) float32, of each distinct word.
        ids: (N,) int64, the word of each token.
    """

    rows: NDArray[np.float32]
    ids: Ints


Featurize = Callable[[Sequence[str]], WordFeatures]
Precompute = Callable[[WordFeatures], NDArray[np.float32]]


class Vocabulary:
    """Distinct words, their features and whatever is computed from them; number 0 is padding.

    It forgets everything when it holds ``limit`` words, or the characters of so many, and is about
    to read more, so memory stays bounded over any corpus; results do not depend on what it holds.
    Threads take turns by ``lock`` from numbering words to reading what belongs to the numbers.
    """

    def __init__(self, featurize: Featurize, precompute: Precompute, limit: int = 30_000):
        self._featurize = featurize
        self._precompute = precompute
        self._limit = limit
        self.lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._ids: dict[str, int] = {}
        self._size = self._characters = 0
        self._hashes: dict[str, Hashes] = {}
        self._precomputed = np.zeros((0, 0), dtype=np.float32)

    def __len__(self) -> int:
        return len(self._ids)

    def ids(self, words: Sequence[str]) -> Ints:
        """Number the words: S strings to (S,) int64, the new ones featurized and kept.

        Numbers hold until the next call.
        """
        if len(self._ids) > self._limit or self._characters > _CHARACTERS * self._limit:
            self._clear()
        new = [word for word in dict.fromkeys(words) if word not in self._ids]
        if new:
            self._add(new)
        return np.fromiter(map(self._ids.__getitem__, words), np.int64, len(words))

    def _add(self, words: Sequence[str]) -> None:
        features = self._featurize(words)
        if not self._hashes:
            features = with_padding(features)
        precomputed = self._precompute(features)
        size = self._size + len(features.bag_sizes)
        if not self._hashes:
            self._hashes = {name: values[:0] for name, values in features.hashes.items()}
            self._precomputed = precomputed[:0]
        for name, values in features.hashes.items():
            self._hashes[name] = _put(self._hashes[name], self._size, values)
        self._precomputed = _put(self._precomputed, self._size, precomputed)
        self._ids.update(zip(words, range(size - len(words), size), strict=True))
        self._size = size
        self._characters += sum(map(len, words))

    def look_up(self, words: Sequence[str], padded: Padded) -> tuple[dict[str, Hashes], WordSums]:
        """Return the padded token features of words, and what was computed of each."""
        with self.lock:
            ids = padded.spread(self.ids(words), PADDING_ID)
            return self.hashes(ids), self.precomputed(ids)

    def hashes(self, ids: Ints) -> dict[str, Hashes]:
        """Return each token feature at the numbered words: name to (N,) uint64."""
        return {name: values[ids] for name, values in self._hashes.items()}

    def precomputed(self, ids: Ints) -> WordSums:
        """Return what was computed of the (N,) numbered words, zeros for padding.

        It stays as it is whatever else is read: rows are added and replaced as a whole, never
        changed.
        """
        return WordSums(self._precomputed, ids)


def with_padding(features: WordFeatures) -> WordFeatures:
    """Put the padding word in front: every token feature is PAD and the bag is empty."""
    hashes = {name: np.append(PAD, values) for name, values in features.hashes.items()}
    return WordFeatures(hashes, np.append(0, features.bag_sizes), features.bag)


def describe_words(featurize: Featurize, words: Sequence[str]) -> tuple[WordFeatures, Ints]:
    """Describe distinct words once, after the padding word; return also the number of each word."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words), start=1)}
    ids = np.fromiter(map(numbers.__getitem__, words), np.int64, len(words))
    return with_padding(featurize(list(numbers))), ids


def _put(array: NDArray, size: int, values: NDArray) -> NDArray:
    """Write ``values`` after the first ``size`` rows, growing the array by doubling."""
    needed = size + len(values)
    if needed > len(array):
        grown = np.zeros((max(needed, 2 * len(array), 1024), *array.shape[1:]), dtype=array.dtype)
        grown[:size] = array[:size]
        array = grown
    array[size:needed] = values
    return array


def concatenate_bags(parts: Iterable[tuple[Ints, Hashes]], size: int) -> WordFeatures:
    """Join bags, each given as the words that its keys belong to and the keys, both (P,)."""
    owners, keys = zip(*parts, strict=True)
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    sizes = np.bincount(owner, minlength=size)
    return WordFeatures({}, sizes, np.concatenate(keys)[order])
