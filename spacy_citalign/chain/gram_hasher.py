"""Keys of all grams of a scorer, a length of grams at a time over one matrix.

``gram_keys`` in ``features`` says what a key is, gram by gram; this has the same numbers from some
ten operations on arrays, however many grams there are.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes, combine
from .features import PAD, Gram, salt_of


class GramHasher:
    """Hashes G grams wherever they begin.

    Args:
        grams: what to hash.
        marks: (G,) uint64, for each gram what its keys are mixed with by exclusive or.
    """

    def __init__(self, grams: Sequence[Gram], marks: Hashes):
        self._names = list(dict.fromkeys(name for gram in grams for name in gram.features))
        self._salts = np.concatenate([np.zeros((0,), np.uint64), *map(salt_of, self._names)])
        self.reach = max((len(gram.features) for gram in grams), default=1) - 1
        wanted = dict.fromkeys(
            gram.features[:size] for gram in grams for size in range(1, len(gram.features) + 1)
        )
        begun = sorted(wanted, key=len)  # in the order in which they are made
        place = {features: number for number, features in enumerate(begun)}
        self._steps: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        for size in range(1, self.reach + 2):
            level = [features for features in begun if len(features) == size]
            before = [place.get(features[:-1], 0) for features in level]
            last = [self._names.index(features[-1]) for features in level]
            self._steps.append((np.array(before, np.int64), np.array(last, np.int64)))
        self._of_grams = np.array([place[gram.features] for gram in grams], dtype=np.int64)
        self._marks = marks

    def matrix(self, features: Mapping[str, Hashes], size: int) -> Hashes:
        """Return what keys are made of: features of (N,) to (P, N + reach) uint64."""
        rows = np.full((len(self._names), size + self.reach), PAD)
        for row, name in zip(rows, self._names, strict=True):
            row[:size] = features[name]
        return combine(rows, self._salts[:, None])

    def keys(self, matrix: Hashes, first: int, last: int) -> Hashes:
        """Return the keys of grams that begin at the places first to last: (last - first, G)."""
        size = last - first
        made = np.empty((sum(len(before) for before, _ in self._steps), size), dtype=np.uint64)
        done = 0
        for shift, (before, names) in enumerate(self._steps):
            ahead = matrix[names, first + shift : last + shift]
            level = made[done : done + len(names)]
            level[:] = combine(made[before], ahead) if shift else ahead
            done += len(names)
        return made[self._of_grams].T ^ self._marks
