"""From similarities to probabilities that two sentences match.

Nelken & Shieber (2006), section 4.2: p = 1 / (1 + exp(-(a + b similarity))), a logistic regression,
and the threshold on p whose F is highest on the training data. Where only passages are known to
match, what trains it are the pairs of sentences of two matching passages that are each other's best
match there (reciprocal best hits). ``Calibrated`` is a matrix of them that need not be in memory.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..words.arrays import Bools, Floats, Ints
from .similarity import TextVectors, cosines, cosines_at

Passages = Sequence[tuple[Ints, Ints]]
"""Passages that match: numbers of sentences of the first text, and of the second."""

_NO_PENALTY = 1e6  # so weak that it only keeps the slope finite where labels can be told apart


class Sigmoid(NamedTuple):
    """The logistic function of a similarity: log-odds at 0, and what 1 of it adds to them.

    >>> round(float(Sigmoid(-7.89, 27.56)(0.3)), 2)
    0.59
    """

    intercept: float
    slope: float

    def __call__(self, similarity: Floats | float) -> Any:
        """Return 1 / (1 + exp(-(intercept + slope * similarity))), of any shape."""
        from scipy.special import expit

        return expit(self.intercept + self.slope * np.asarray(similarity))


class LinkCalibration(NamedTuple):
    """A calibration of similarities: probabilities, and a threshold for matches.

    Attributes:
        sigmoid: from a similarity to a probability.
        threshold: the least probability of a match.
    """

    sigmoid: Sigmoid
    threshold: float


BRITANNICA = LinkCalibration(Sigmoid(-7.89, 27.56), 0.276)
"""As printed in section 4.2, for the TF*IDF of articles of two encyclopedias."""
GOSPELS = LinkCalibration(Sigmoid(-9.60, 25.00), 0.250)
"""As printed in section 4.2, for the TF*IDF of Matthew and Mark, King James Version."""


def fit_sigmoid(similarities: Floats, labels: Bools) -> Sigmoid:
    """Fit a logistic regression of one variable, without a penalty that could be noticed.

    Args:
        similarities: float64, of any shape.
        labels: bool, of the same shape, whether each pair of sentences matches.

    Raises:
        InputError: all labels are alike.
    """
    if labels.all() or not labels.any():
        raise InputError(
            f"{int(labels.sum())} of {labels.size} pairs of sentences match; a probability can be "
            "learned only from pairs that match and pairs that do not, so give texts with both"
        )
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=_NO_PENALTY, solver="newton-cholesky", tol=1e-8, max_iter=1000)
    model.fit(np.reshape(similarities, (-1, 1)), labels.ravel())
    return Sigmoid(float(model.intercept_[0]), float(model.coef_[0, 0]))


def best_threshold(probabilities: Floats, labels: Bools) -> float:
    """Return the threshold that gives the highest F.

    It lies half-way between the last probability that is taken and the next (0 after the last).
    Of thresholds with equal F it is the highest.

    >>> best_threshold(np.array([0.9, 0.7, 0.5]), np.array([True, True, False]))
    0.6

    Args:
        probabilities: 0..1, of any shape.
        labels: bool, of the same shape, whether each pair matches; one does.
    """
    values, rank = np.unique(-np.ravel(probabilities), return_inverse=True)
    accepted = np.cumsum(np.bincount(rank.ravel()))
    right = np.cumsum(np.bincount(rank.ravel(), labels.ravel()))
    best = int(np.argmax(2 * right / (accepted + right[-1])))
    lowest_taken, after = -values[best], -values[best + 1] if best + 1 < len(values) else 0.0
    middle = (lowest_taken + after) / 2
    return float(middle if middle > after else lowest_taken)


def reciprocal_best_hits(similarities: Floats, passages: Passages) -> Ints:
    """Find the pairs of sentences that are each other's best match in two matching passages.

    Args:
        similarities: (n, m) float64; what is 0 is no match, and of equal ones the first is best.
        passages: numbers of sentences, below n and below m.

    Returns:
        (K, 2) int64, each pair once, sorted.
    """
    hits = [np.zeros((0, 2), dtype=np.int64)]
    for rows, columns in passages:
        if not len(rows) or not len(columns):
            continue
        part = similarities[np.ix_(rows, columns)]
        best, back = part.argmax(axis=1), part.argmax(axis=0)
        numbers = np.arange(len(rows))
        rows_hit = numbers[(back[best] == numbers) & (part[numbers, best] > 0)]
        hits.append(
            np.stack([np.asarray(rows)[rows_hit], np.asarray(columns)[best[rows_hit]]], axis=1)
        )
    return np.unique(np.concatenate(hits), axis=0)


MAX_CELLS = 1 << 22  # of a block: 32 MB


class Matrix:
    """Probabilities that are in memory: (n, m) float64, 0 to 1."""

    def __init__(self, values: Floats):
        self._values, self.shape = values, values.shape

    def blocks(self) -> Iterator[Floats]:
        """Yield the matrix."""
        if self._values.size:
            yield self._values

    def at(self, rows: Ints, columns: Ints) -> Floats:
        """Return the probabilities of K pairs of sentences: (K,) float64."""
        return np.asarray(self._values[rows, columns])


class Calibrated:
    """Probabilities of similarities, found anew each time they are asked for.

    Takes memory for some four million cells at a time; a matrix of so few is kept.

    Args:
        vectors: of the sentences of two texts.
        sigmoid: from a cosine to a probability.
    """

    def __init__(self, vectors: TextVectors, sigmoid: Sigmoid):
        self.shape = vectors.shape
        self._vectors, self._sigmoid = vectors, sigmoid

    def blocks(self) -> Iterator[Floats]:
        """Yield blocks of rows: (b, m) float64, 0 to 1."""
        n, m = self.shape
        if n * m <= MAX_CELLS:
            yield from self._all
            return
        height = max(1, MAX_CELLS // m)
        for start in range(0, n, height):
            part = self._vectors.first[start : start + height]
            yield self._sigmoid(cosines(TextVectors(part, self._vectors.second)))

    def at(self, rows: Ints, columns: Ints) -> Floats:
        """Return the probabilities of K pairs of sentences: (K,) float64."""
        return np.asarray(self._sigmoid(cosines_at(self._vectors, rows, columns)))

    @cached_property
    def _all(self) -> list[Floats]:
        return [self._sigmoid(cosines(self._vectors))] if min(self.shape) else []


Probabilities = Matrix | Calibrated
"""Probabilities that the sentences of two texts match, given in blocks of rows or of pairs."""
