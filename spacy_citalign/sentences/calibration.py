"""From similarities to probabilities that two sentences match.

Nelken & Shieber (2006), section 4.2: p = 1 / (1 + exp(-(a + b similarity))), a logistic regression,
and the threshold on p whose F is highest on the training data. Where only passages are known to
match, what trains it are the pairs of sentences of two matching passages that are each other's best
match there (reciprocal best hits).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.array_types import Floats, Integers

Passages = Sequence[tuple[Integers, Integers]]
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


def fit_sigmoid(similarities: Floats, labels: NDArray[np.bool_]) -> Sigmoid:
    """Fit a logistic regression of one variable, without a penalty that could be noticed.

    Args:
        similarities: float64, of any shape.
        labels: bool, of the same shape, whether each pair of sentences matches.

    Raises:
        InputError: the shapes differ, a value is not finite, or all labels are alike.
    """
    labels = np.asarray(labels, dtype=np.bool_)
    _check_pairs("similarities", similarities, labels)
    if labels.all() or not labels.any():
        raise InputError(
            f"{int(labels.sum())} of {labels.size} pairs of sentences match; a probability can be "
            "learned only from pairs that match and pairs that do not, so give texts with both"
        )
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=_NO_PENALTY, solver="newton-cholesky", tol=1e-8, max_iter=1000)
    model.fit(np.reshape(similarities, (-1, 1)), labels.ravel())
    return Sigmoid(float(model.intercept_[0]), float(model.coef_[0, 0]))


def best_threshold(probabilities: Floats, labels: NDArray[np.bool_]) -> float:
    """Return the threshold that gives the highest F.

    It lies half-way between the last probability that is taken and the next (0 after the last).
    Of thresholds with equal F it is the highest.

    >>> best_threshold(np.array([0.9, 0.7, 0.5]), np.array([True, True, False]))
    0.6

    Args:
        probabilities: 0..1, of any shape.
        labels: bool, of the same shape, whether each pair matches.

    Raises:
        InputError: the shapes differ, a value is not finite, or no pair matches.
    """
    labels = np.asarray(labels, dtype=np.bool_)
    _check_pairs("probabilities", probabilities, labels)
    if not labels.any():
        raise InputError(
            f"none of {labels.size} pairs of sentences matches, so no threshold can be learned; "
            "give texts with matches"
        )
    values, rank = np.unique(-np.ravel(probabilities), return_inverse=True)
    accepted = np.cumsum(np.bincount(rank.ravel()))
    right = np.cumsum(np.bincount(rank.ravel(), labels.ravel()))
    best = int(np.argmax(2 * right / (accepted + right[-1])))
    lowest_taken, after = -values[best], -values[best + 1] if best + 1 < len(values) else 0.0
    middle = (lowest_taken + after) / 2
    return float(middle if middle > after else lowest_taken)


def reciprocal_best_hits(similarities: Floats, passages: Passages) -> Integers:
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


def _check_pairs(name: str, values: Floats, labels: NDArray[np.bool_]) -> None:
    if np.shape(values) != labels.shape:
        raise InputError(
            f"{name} have shape {np.shape(values)} and labels {labels.shape}; give one label each"
        )
    if not np.isfinite(values).all():
        raise InputError(f"{name} are not all finite; give a number for each pair of sentences")
