"""Precision, recall and F by counts of what is given, predicted and right."""

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

import numpy as np


class HitCounts(NamedTuple):
    """Counts, and ratios (0 to 1; 0 where there is nothing to divide by).

    Attributes:
        gold: what is to be predicted.
        predicted: what is predicted.
        correct: what of that is right, each once.
    """

    gold: int
    predicted: int
    correct: int

    @property
    def precision(self) -> float:
        """Share of the predicted that is right."""
        return self.correct / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold that was predicted."""
        return self.correct / self.gold if self.gold else 0.0

    @property
    def f(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.gold + self.predicted
        return 2 * self.correct / total if total else 0.0


def most_pairs(pairs: Sequence[tuple[int, int]]) -> int:
    """Return how many of the pairs there can be if no number is in two, on the same side.

    >>> most_pairs([(0, 0), (1, 0), (1, 1), (2, 1)])
    2
    """
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import maximum_bipartite_matching

    if not pairs:
        return 0
    ends = tuple(zip(*pairs, strict=True))
    shape = max(ends[0]) + 1, max(ends[1]) + 1
    graph = csr_matrix((np.ones(len(pairs), np.int8), ends), shape)
    return int(np.count_nonzero(maximum_bipartite_matching(graph, perm_type="column") >= 0))


def count_hits(texts: Iterable[tuple[Iterable[Hashable], Iterable[Hashable]]]) -> HitCounts:
    """Return the counts of texts, each with what is gold and what is predicted, each once a text.

    >>> count_hits([({"1", "2"}, {"2", "3"}), (set(), {"4"})])
    HitCounts(gold=2, predicted=3, correct=1)
    """
    pairs = ((set(gold), set(predicted)) for gold, predicted in texts)
    sizes = [(len(gold), len(given), len(gold & given)) for gold, given in pairs]
    return HitCounts(*map(sum, zip((0, 0, 0), *sizes, strict=True)))
