"""The cohesion of spans of tokens, over the connected words that they touch."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Floats, Ints
from .cohesion import (
    Cohesion,
    Matrix,
    WindowCounts,
    combined_association,
    log_combined_association,
    mutual_expectation,
    normalized_expectation,
    parts_of,
)
from .ngrams import LONGEST
from .texts import ConnectedWords, Span

_SMOOTHING = 0.5

Pairs = Floats
Values = Floats
Places = Ints


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
        expectations = cohesion.expectations(connected)
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


class SpanAssociations(NamedTuple):
    """Associations of S spans of connected words by the background, (S,) float64 each.

    Attributes:
        log_association: the logarithm of CAM (Eq. 8), smoothed.
        log_expectation: the logarithm of the words' NE (Eq. 5), smoothed.
        known: how often the background has the words.
    """

    log_association: Values
    log_expectation: Values
    known: Values


class Associations:
    """Associations of the windows of a text by the background, counted for those asked for.

    Args:
        cohesion: over the background.
        words: of the text.
        alpha: weight of words against tags.
    """

    def __init__(self, cohesion: Cohesion, words: ConnectedWords, alpha: float):
        self._cohesion, self._words, self._alpha = cohesion, words, alpha
        self._counts: list[WindowCounts] = []
        self._counted = np.zeros((LONGEST, len(words.words)), dtype=bool)

    def association(self) -> Matrix:
        """Return CAM (Eq. 8) of all windows: (8, W) float64, 0 where the background lacks some."""
        return combined_association(*self._cohesion.expectations(self._words), self._alpha)

    def of_spans(self, starts: Places, ends: Places) -> SpanAssociations:
        """Return those of half-open spans of connected words, (S,) each; see ``weakest``."""
        return SpanAssociations(*weakest(self._of_windows, starts, ends))

    def _of_windows(self, rows: Places, places: Places) -> Values:
        """Return what ``SpanAssociations`` has, of windows: (M,), (M,) to (3, M) float64."""
        if not self._counted[rows, places].all():
            self._counted |= parts_of(rows, places, self._counted.shape[1])
            self._counts = self._cohesion.counts(self._words, self._counted)
        sizes = rows + 1
        if not self._counts:
            return np.zeros((3, 0))
        counts = [WindowCounts(*(part[rows, places] for part in one)) for one in self._counts]
        of_words, of_tags = (
            mutual_expectation(one, totals, smoothing=_SMOOTHING, sizes=sizes)
            for one, totals in zip(counts, self._cohesion.totals, strict=True)
        )
        expectation = normalized_expectation(counts[0], smoothing=_SMOOTHING, sizes=sizes)
        association = log_combined_association(of_words, of_tags, self._alpha)
        return np.stack([association, np.log(expectation), counts[0].whole])


def touched(words: ConnectedWords, starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Return the connected words that spans of tokens touch, as half-open spans: (S,) each."""
    return (
        np.searchsorted(words.starts, starts, side="right") - 1,
        np.searchsorted(words.starts, ends, side="left"),
    )


def weakest(values: Callable[[Places, Places], Values], starts: Places, ends: Places) -> Values:
    """Return the values of spans of connected words: (..., S) float64.

    A span of more than 8 words is as strong as its weakest window of 8: our own addition.

    Args:
        values: of windows, (..., M), by their words less 1 and where they begin, (M,) each.
        starts, ends: (S,) int64.
    """
    sizes = ends - starts
    counts = np.maximum(sizes - LONGEST, 0) + 1
    if counts.max(initial=1) == 1:
        return values(sizes - 1, starts)
    begins = np.cumsum(counts) - counts
    owner = np.repeat(np.arange(len(starts)), counts)
    places = starts[owner] + np.arange(len(owner)) - begins[owner]
    of_windows = values(np.minimum(sizes, LONGEST)[owner] - 1, places)
    return np.minimum.reduceat(of_windows, begins, axis=-1)
