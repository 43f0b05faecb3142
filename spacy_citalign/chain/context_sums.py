"""Sums of weights that are remembered for what stands around a token.

Features that take few values (whether white space is beside a token, how like a gene its word is)
stand in the same few windows again and again, and most weights of their grams are not zero. So
what all grams of some such features give to a token is summed once for each window.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes, combine
from ..words.table import HashTable
from .features import REACH, Gram
from .lookup import Lookup
from .row_sums import RowSums, Sums

_TOKENS_AT_A_TIME = 4096
_LIMIT = 1 << 14  # windows; each takes a weight of 4 bytes for every label


class ContextSums:
    """What some grams give to a token, by the window that they read.

    It forgets everything when it holds more than ``_LIMIT`` windows, so memory stays bounded over
    any corpus; results do not depend on what it holds.

    Args:
        sums: of the weights of all groups, by token.
        grams: of each group, those to look up; all have features of the same few.
        outputs: D, labels of all models together.
    """

    def __init__(self, sums: RowSums, grams: Sequence[Sequence[Gram]], outputs: int):
        self._lookup = Lookup(sums, grams)
        places = [
            (start, start + len(gram.features))
            for members in grams
            for gram in members
            for start in gram.starts
        ]
        self._first = min(first for first, _ in places)
        self._size = max(last for _, last in places) - self._first
        nothing = np.zeros(0, dtype=np.uint64), np.zeros((0, outputs), dtype=np.float32)
        self._empty = HashTable(nothing[0]), *nothing
        # Replaced as a whole, so that threads that read it at once see one that fits together.
        self._known = self._empty

    def __call__(
        self, features: Mapping[str, Hashes], size: int, tokens: NDArray[np.int64]
    ) -> Sums:
        """Return what the grams give to tokens: (T, D) float32.

        Args:
            features: name to (N,) padded token feature, N being the size.
            size: of the padded features.
            tokens: (T,) int64, the places of the tokens among them.
        """
        matrix = self._lookup.matrix(features, size)
        keys = self._keys(matrix, size)[tokens + self._first]
        known = self._empty if len(self._known[1]) > _LIMIT else self._known
        rows = known[0].rows(keys)
        new = np.flatnonzero(rows < 0)
        if len(new):
            _, firsts = np.unique(keys[new], return_index=True)
            new = new[firsts]
            all_keys = np.concatenate([known[1], keys[new]])
            sums = np.concatenate([known[2], self._sums(matrix, tokens[new])])
            self._known = known = HashTable(all_keys), all_keys, sums
            rows = known[0].rows(keys)
        return np.take(known[2], rows, axis=0)

    def _keys(self, matrix: Hashes, size: int) -> Hashes:
        """Return a key of the window from each place on."""
        here = matrix[0, :size]
        for row in matrix[1:, :size]:
            here = combine(here, row)
        keys = here[: size - self._size + 1]
        for shift in range(1, self._size):
            keys = combine(keys, here[shift : shift + len(keys)])
        return keys

    def _sums(self, matrix: Hashes, tokens: NDArray[np.int64]) -> Sums:
        """Return what the grams give to (T,) tokens, each with its window alone."""
        at_a_time = max(1, _TOKENS_AT_A_TIME // self._size)
        sums = []
        for some in np.split(tokens, range(at_a_time, len(tokens), at_a_time)):
            places = some[:, None] + np.arange(self._first, self._first + self._size)
            windows = np.pad(matrix[:, places.ravel()], ((0, 0), (0, self._lookup.ahead)))
            of_places = self._lookup.sums(windows, 0, places.size)
            sums.append(of_places[REACH - self._first : places.size + REACH : self._size])
        return np.concatenate(sums)
