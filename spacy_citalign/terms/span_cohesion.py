"""The cohesion of spans of tokens, over the connected words that they touch."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cohesion import (
    Cohesion,
    Expectations,
    combined_association,
    log_combined_association,
    mutual_expectation,
    normalized_expectation,
)
from .texts import ConnectedWords, Span
from .window_counts import Matrix
from .windows import LONGEST

_SMOOTHING = 0.5

Pairs = NDArray[np.float64]


def bigram_expectations(
    cohesion: Cohesion, words: Sequence[ConnectedWords], terms: Sequence[Sequence[Span]]
) -> Pairs:
    """Return the mutual expectations of terms of two connected words: (K, 2), words and tags.

    Args:
        cohesion: over the background.
        words: of each document.
        terms: spans of its tokens; what runs over the end of a sentence is not measured.
    """
    by_document = [np.zeros((0, 2))]
    for connected, spans in zip(words, terms, strict=True):
        first, last = touched(connected, *np.array(list(spans), dtype=np.int64).reshape(-1, 2).T)
        at = first[last - first == 2]
        (expectations,) = cohesion.expectations([connected])
        by_document.append(np.stack([expectations.words[1, at], expectations.tags[1, at]], axis=1))
    pairs = np.concatenate(by_document)
    return pairs[~np.isnan(pairs).any(axis=1)]


def mean_bigram_association(pairs: Pairs, alpha: float) -> float:
    """Return the mean CAM of ``bigram_expectations``, (K, 2), at least 0; NaN if there are none.

    >>> mean_bigram_association(np.array([[0.04, 0.25], [0.01, 0.09]]), 0.5)  # (.1 + .03) / 2
    0.065
    """
    words, tags = pairs.T
    return float(combined_association(words, tags, alpha).mean()) if len(pairs) else float("nan")


class Associations(NamedTuple):
    """Associations of all windows of a text by the background, (8, W) float64 each.

    Attributes:
        association: CAM (Eq. 8), 0 where the background lacks words or tags.
        log_association: its logarithm, smoothed.
        log_expectation: the logarithm of the words' NE (Eq. 5), smoothed.
        known: how often the background has the words.
    """

    association: Matrix
    log_association: Matrix
    log_expectation: Matrix
    known: Matrix


def associations(cohesion: Cohesion, words: ConnectedWords, alpha: float) -> Associations:
    """Measure all windows of a text; ``alpha`` is the weight of words against tags."""
    counts = cohesion.counts([words])

    def expectations(smoothing: float) -> Expectations:
        by_kind = (
            mutual_expectation(window_counts, totals, smoothing=smoothing)
            for window_counts, totals in zip(counts, cohesion.totals, strict=True)
        )
        return Expectations(*by_kind)

    smooth = normalized_expectation(counts[0], smoothing=_SMOOTHING)
    return Associations(
        combined_association(*expectations(0.0), alpha),
        log_combined_association(*expectations(_SMOOTHING), alpha),
        np.log(smooth),
        counts[0].whole,
    )


def touched(
    words: ConnectedWords, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the connected words that spans of tokens touch, as half-open spans: (S,) each."""
    return (
        np.searchsorted(words.starts, starts, side="right") - 1,
        np.searchsorted(words.starts, ends, side="left"),
    )


def weakest(values: Matrix, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray:
    """Return the value of each span of connected words: (8, W) to (S,) float64.

    A span of more than 8 words is as strong as its weakest window of 8: our own addition.
    """
    rows = np.minimum(ends - starts, LONGEST) - 1
    lowest = values[rows, starts]
    for number in np.flatnonzero(ends - starts > LONGEST):
        lowest[number] = values[-1, starts[number] : ends[number] - LONGEST + 1].min()
    return lowest
