"""Emissions from features: every feature of a batch is looked up once, for all models at once.

The models of an ensemble share their features, so their weights stand side by side in one row a
feature. What depends on a single word (its own features, and its unigrams at each distance) is
summed once per distinct word and kept; only longer n-grams are looked up token by token.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..words.hashing import Hashes
from ..words.table import HashTable
from .features import REACH, GramGroup, Padded, gram_keys
from .vocabulary import WordFeatures
from .weights import SparseWeights

_TOKENS_AT_A_TIME = 4096  # what is looked up and summed for them fits into the cache


class _Block:
    """Dense rows of one group, behind a hash table."""

    def __init__(self, weights: SparseWeights, outputs: int):
        used, rows = np.unique(weights.rows, return_inverse=True)
        self.starts = weights.features.starts
        self.table = HashTable(weights.features.keys[used])
        self.rows = np.zeros((len(used), len(self.starts) * outputs), dtype=np.float32)
        self.rows[rows, weights.columns] = weights.values

    def sum(self, keys: Hashes) -> NDArray[np.float32]:
        """Sum the rows of the known keys: (N, F) uint64 to (N, starts * D)."""
        sizes = np.full(len(keys), keys.shape[1])
        return self.sum_bags(sizes, keys.ravel())

    def sum_bags(self, sizes: NDArray[np.int64], keys: Hashes) -> NDArray[np.float32]:
        """Sum the rows of the known keys of each bag, in order: to (N, starts * D)."""
        rows = self.table.rows(keys)
        known = rows >= 0
        before = np.concatenate([np.zeros(1, np.int64), np.cumsum(known)])
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        hits = rows[known]
        ones = np.ones(len(hits), dtype=np.float32)
        matrix = csr_array((ones, hits, before[ends]), shape=(len(sizes), len(self.rows)))
        return matrix @ self.rows


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
        self._bag = _Block(weights[-1], outputs)
        blocks = [_Block(part, outputs) for part in weights[:-1]]
        self._precomputed: list[tuple[GramGroup, _Block]] = []
        self._looked_up: list[tuple[GramGroup, _Block]] = []
        for group, block in zip(groups, blocks, strict=True):
            alone = tuple(
                g for g in group.grams if len(g.features) == 1 and g.features[0] in word_features
            )
            others = tuple(g for g in group.grams if g not in alone)
            if alone:
                self._precomputed.append((GramGroup(group.starts, alone), block))
            if others:
                self._looked_up.append((GramGroup(group.starts, others), block))

    def precompute(self, words: WordFeatures) -> NDArray[np.float32]:
        """Sum what depends on each word alone: S words to (S, E) float32, E entries."""
        parts = [self._bag.sum_bags(words.bag_sizes, words.bag)]
        parts += [block.sum(gram_keys(words.hashes, g.grams)) for g, block in self._precomputed]
        return np.concatenate(parts, axis=1)

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
        # Padding all around, so that what a gram adds to the tokens beside it needs no bounds.
        total = np.zeros((size + 2 * REACH, width), dtype=np.float32)
        total[REACH : REACH + size] = precomputed[:, :width]

        def add(starts: tuple[int, ...], first: int, values: NDArray[np.float32]) -> None:
            for number, start in enumerate(starts):
                reader = REACH + first - start
                part = values[:, number * width : (number + 1) * width]
                total[reader : reader + len(values)] += part

        left = width
        for group, _ in self._precomputed:
            right = left + len(group.starts) * width
            add(group.starts, 0, precomputed[:, left:right])
            left = right
        for group, block in self._looked_up:
            keys = gram_keys(features, group.grams)
            for first in range(0, size, _TOKENS_AT_A_TIME):
                add(group.starts, first, block.sum(keys[first : first + _TOKENS_AT_A_TIME]))
        return total[padded.tokens + REACH]
