"""Grams of features and the sums of their weights, wherever they begin."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from ..words.hashing import Hashes, mix
from .features import REACH, Gram, GramGroup
from .gram_hasher import GramHasher
from .row_sums import RowSums, Sums
from .weights import SparseWeights


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
