"""Grams of features and the sums of their weights, wherever they begin.

``GramHasher`` makes the keys of all grams of a scorer, a length of grams at a time over one matrix.
``gram_keys`` in ``features`` says what a key is, gram by gram; this has the same numbers from some
ten operations on arrays, however many grams there are.

``ContextSums`` remembers sums of weights for what stands around a token. Features that take few
values (whether white space is beside a token, how like a gene its word is) stand in the same few
windows again and again, and most weights of their grams are not zero. So what all grams of some
such features give to a token is summed once for each window.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from ..words.arrays import Ints
from ..words.hashing import Hashes, combine, mix
from ..words.table import HashTable
from .features import PAD, REACH, Gram, GramGroup, salt_of
from .row_sums import RowSums, Sums
from .weights import SparseWeights

_TOKENS_AT_A_TIME = 4096
_LIMIT = 1 << 14  # windows; each takes a weight of 4 bytes for every label


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
        self._steps: list[tuple[Ints, Ints]] = []
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


def marks(size: int) -> Hashes:
    """Return what the keys of each of so many groups are mixed with: (size,) uint64."""
    return mix(np.arange(1, size + 1, dtype=np.uint64))


def sums_by_start(
    groups: Sequence[GramGroup], weights: Sequence[SparseWeights], outputs: int
) -> RowSums:
    """Return sums that hold, place by place, what a gram gives for each of its starts.

    The starts of all groups come one after the other: (N, sum of starts * outputs).
    """
    bounds = np.cumsum([0, *(len(group.starts) * outputs for group in groups)]).tolist()
    columns = [np.arange(*pair, dtype=np.int32) for pair in pairwise(bounds)]
    return RowSums(weights, columns, bounds[-1], marks(len(groups)))


def sums_by_token(
    groups: Sequence[GramGroup], weights: Sequence[SparseWeights], outputs: int
) -> RowSums:
    """Return sums of what grams give to the tokens that read them: (N + 2 * REACH, outputs).

    The first row is that of the token ``REACH`` before the first place.
    """
    labels = np.arange(outputs, dtype=np.int32)
    columns = [
        ((REACH - np.array(group.starts, dtype=np.int32))[:, None] * outputs + labels).ravel()
        for group in groups
    ]
    return RowSums(weights, columns, outputs, marks(len(groups)))


class Lookup:
    """Looks up some grams.

    Args:
        sums: of the weights of all groups.
        grams: of each group, those to look up.
    """

    def __init__(self, sums: RowSums, grams: Sequence[Sequence[Gram]]):
        self._sums = sums
        of_grams = np.repeat(marks(len(grams)), [len(members) for members in grams])
        self._hasher = GramHasher([gram for members in grams for gram in members], of_grams)
        self.ahead = self._hasher.reach

    def matrix(self, features: Mapping[str, Hashes], size: int) -> Hashes:
        """Return what keys are made of: features of (N,) to (P, N + ahead), N being the size."""
        return self._hasher.matrix(features, size)

    def sums(self, matrix: Hashes, first: int, last: int) -> Sums:
        """Return the sums of the grams that begin at the places first to last, place by place."""
        return self._sums.grid(self._hasher.keys(matrix, first, last))


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

    def __call__(self, features: Mapping[str, Hashes], size: int, tokens: Ints) -> Sums:
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

    def _sums(self, matrix: Hashes, tokens: Ints) -> Sums:
        """Return what the grams give to (T,) tokens, each with its window alone."""
        at_a_time = max(1, _TOKENS_AT_A_TIME // self._size)
        sums = []
        for some in np.split(tokens, range(at_a_time, len(tokens), at_a_time)):
            places = some[:, None] + np.arange(self._first, self._first + self._size)
            windows = np.pad(matrix[:, places.ravel()], ((0, 0), (0, self._lookup.ahead)))
            of_places = self._lookup.sums(windows, 0, places.size)
            sums.append(of_places[REACH - self._first : places.size + REACH : self._size])
        return np.concatenate(sums)
