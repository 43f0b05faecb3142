"""Emissions from features: every feature of a batch is looked up once, for all models at once.

The models of an ensemble share their features, so their weights stand side by side in one row a
feature. What depends on a single word (its own features, and its unigrams at each distance) is
summed once per distinct word and kept; only longer n-grams are looked up token by token, those of
all groups together.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes, mix
from .features import REACH, Gram, GramGroup, Padded
from .gram_hasher import GramHasher
from .row_sums import RowSums, Sums
from .vocabulary import WordFeatures
from .weights import SparseWeights

_TOKENS_AT_A_TIME = 4096  # what is looked up and summed for them fits into the cache
_NO_MARK = np.zeros(1, dtype=np.uint64)


class Scorer:
    """Emissions of all models for batches of padded token features.

    Args:
        groups: the grams, grouped by starts, as at training.
        weights: one a group, then that of the bag.
        outputs: D, labels of all models together.
        word_features: names of the token features that depend on the word alone.
    """

    def __init__(
        self,
        groups: Sequence[GramGroup],
        weights: Sequence[SparseWeights],
        outputs: int,
        word_features: frozenset[str],
    ):
        self.outputs = outputs
        alone, others = [], []
        for group, part in zip(groups, weights[:-1], strict=True):
            own = [gram for gram in group.grams if _is_alone(gram, word_features)]
            rest = [gram for gram in group.grams if gram not in own]
            alone += [(group.starts, own, part)] if own else []
            others += [(group.starts, rest, part)] if rest else []
        self._bag = RowSums(weights[-1:], outputs, _NO_MARK)
        self._alone = _Lookup(alone, outputs)
        self._others = _Lookup(others, outputs)

    def precompute(self, words: WordFeatures) -> NDArray[np.float32]:
        """Sum what depends on each word alone: S words to (S, E) float32, E entries."""
        bags = self._bag.bags(words.bag_sizes, words.bag)
        if not self._alone.starts:
            return bags
        size = len(words.bag_sizes)
        matrix = self._alone.matrix(words.hashes, size)
        return np.concatenate([bags, self._alone.sums(matrix, 0, size)], axis=1)

    def emissions(
        self, padded: Padded, features: Mapping[str, Hashes], precomputed: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Score every label at every real token: to (tokens, D).

        Args:
            padded: where the sequences lie.
            features: name to (N,) token feature.
            precomputed: (N, E), what ``precompute`` gave for the word of each token.
        """
        size, width = padded.size, self.outputs
        total = precomputed[:, :width].copy()
        for number, start in enumerate(self._alone.starts, start=1):
            part = precomputed[:, number * width : (number + 1) * width]
            _add(total, start, part, 0)
        if self._others.starts:
            matrix = self._others.matrix(features, size)
            for first in range(0, size, _TOKENS_AT_A_TIME):
                last = min(size, first + _TOKENS_AT_A_TIME)
                # With what begins around them, so that sums are the same wherever they are cut.
                begin = max(0, first - REACH)
                sums = self._others.sums(matrix, begin, min(size, last + REACH))
                for number, start in enumerate(self._others.starts):
                    part = sums[:, number * width : (number + 1) * width]
                    _add(total[first:last], start, part, begin - first)
        return total[padded.tokens]


def _add(total: Sums, start: int, values: Sums, begin: int) -> None:
    """Add what grams that begin at ``begin`` and after give to the tokens that read them.

    Args:
        total: (N, D), of tokens.
        start: where a gram begins, relative to the token that reads it.
        values: (K, D), of grams.
        begin: where the first gram begins, relative to the first token.
    """
    shift = begin - start  # of the token that reads the first gram
    first = max(0, shift)
    last = max(first, min(len(total), len(values) + shift))
    total[first:last] += values[first - shift : last - shift]


def _is_alone(gram: Gram, word_features: frozenset[str]) -> bool:
    return len(gram.features) == 1 and gram.features[0] in word_features


class _Lookup:
    """Grams of some groups, and their weights.

    Attributes:
        starts: of all groups, one after the other, as the sums have them.
    """

    def __init__(
        self, groups: Sequence[tuple[tuple[int, ...], list[Gram], SparseWeights]], outputs: int
    ):
        self.starts = [start for starts, _, _ in groups for start in starts]
        marks = mix(np.arange(1, len(groups) + 1, dtype=np.uint64))
        self._sums = RowSums([weights for _, _, weights in groups], outputs, marks)
        grams = [gram for _, members, _ in groups for gram in members]
        self._hasher = GramHasher(grams, np.repeat(marks, [len(own) for _, own, _ in groups]))
        ends = np.cumsum([len(own) for _, own, _ in groups]).tolist()
        self._groups = [slice(*pair) for pair in pairwise([0, *ends])]

    def matrix(self, features: Mapping[str, Hashes], size: int) -> Hashes:
        """Return what keys are made of, from features of (N,), N being the size."""
        return self._hasher.matrix(features, size)

    def sums(self, matrix: Hashes, first: int, last: int) -> Sums:
        """Return the sums of the grams that begin at the places first to last: (n, E)."""
        return self._sums.grid(self._hasher.keys(matrix, first, last), self._groups)
