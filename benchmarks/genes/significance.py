"""Intervals of official scores, and the test whether one run is better: the bootstrap.

Hsu et al. (2008, section 3.4) drew the 5,000 test sentences anew with replacement, 10,000 times,
and took as p-value the share of the draws in which the better run was not better. Sentences are
drawn, not mentions, because mentions of one sentence are right or wrong together.

The draws are those of ``benchmarks.bootstrap``, one sentence after the other.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.errors import InputError
from spacy_citalign.genes.scoring import Spans, official_score

from ..bootstrap import Interval, interval, resampled_sums

DRAWS = 10_000


class Intervals(NamedTuple):
    """One interval for each ratio, all fractions from 0 to 1."""

    precision: Interval
    recall: Interval
    f: Interval


class Comparison(NamedTuple):
    """A second run against a first one on the same sentences.

    Attributes:
        difference: F of the second less F of the first, -1 to 1.
        interval: of that difference.
        p: share of the draws in which the second has no higher F than the first, 0 to 1. It is 1
            for a run against itself.
    """

    difference: float
    interval: Interval
    p: float


def sentence_counts(
    gold: Spans, alternatives: Spans, predictions: Spans, ids: Sequence[str]
) -> NDArray[np.int64]:
    """Return official (TP, FP, FN) of each sentence of ``ids``: (S, 3) int64, in their order.

    Spans are those of ``scoring.official_score``; the counts add up to its counts.

    Raises:
        InputError: an id is there twice, spans belong to no sentence of ``ids``, or a span is bad.
    """
    known = set(ids)
    if len(known) < len(ids):
        twice = next(key for place, key in enumerate(ids) if key in ids[:place])
        raise InputError(f"the sentence id {twice!r} is listed twice; list every sentence once")
    given = (("gold", gold), ("alternatives", alternatives), ("predictions", predictions))
    for name, spans in given:
        stray = sorted(spans.keys() - known)
        if stray:
            raise InputError(
                f"{name} has spans of {len(stray)} sentences that ids does not list, such as "
                f"{stray[0]!r}; list all sentences of the corpus"
            )
    counts = np.zeros((len(ids), 3), dtype=np.int64)
    for place, key in enumerate(ids):
        one = ({key: spans[key]} if key in spans else {} for _, spans in given)
        counts[place] = official_score(*one)[:3]
    return counts


def ratios(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return precision, recall and F of (..., 3) counts (TP, FP, FN): (..., 3), 0 where undefined.

    >>> ratios(np.array([3, 1, 2])).round(3).tolist()
    [0.75, 0.6, 0.667]
    """
    tp, fp, fn = np.moveaxis(np.asarray(counts, dtype=np.float64), -1, 0)
    shares = np.stack([tp, tp, 2 * tp], axis=-1)
    wholes = np.stack([tp + fp, tp + fn, 2 * tp + fp + fn], axis=-1)
    return np.divide(shares, wholes, out=np.zeros_like(shares), where=wholes > 0)


def score_intervals(
    counts: NDArray[np.int64], *, level: float = 0.95, draws: int = DRAWS, seed: int = 0
) -> Intervals:
    """Return percentile intervals of precision, recall and F of one run.

    Args:
        counts: (S, 3) int64 of ``sentence_counts``.
        level: share of the draws inside, between 0 and 1.
        draws: number of draws of S sentences each.
        seed: equal seeds give equal intervals.

    Raises:
        InputError: ``counts`` has another shape or negative numbers.
        SettingError: a number is out of range.
    """
    _check(counts)
    drawn = ratios(resampled_sums(counts, draws, drawing="units", seed=seed))
    return Intervals(*(interval(column, level) for column in drawn.T))


def compare(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    *,
    level: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
) -> Comparison:
    """Test whether the ``second`` run has a higher F than the ``first``: the paired bootstrap.

    Args:
        first, second: (S, 3) int64 of ``sentence_counts`` over the same sentences in one order.
        level, draws, seed: as for ``score_intervals``.

    Raises:
        InputError: the arrays differ in their sentences, have another shape or negative numbers.
        SettingError: a number is out of range.
    """
    _check(first)
    _check(second)
    if len(first) != len(second):
        raise InputError(
            f"the runs have {len(first)} and {len(second)} sentences; count both on the same ones"
        )
    sums = resampled_sums(
        np.concatenate([first, second], axis=1), draws, drawing="units", seed=seed
    )
    gained = ratios(sums[:, 3:])[:, 2] - ratios(sums[:, :3])[:, 2]
    difference = ratios(second.sum(axis=0))[2] - ratios(first.sum(axis=0))[2]
    return Comparison(float(difference), interval(gained, level), float(np.mean(gained <= 0)))


def _check(counts: NDArray[np.int64]) -> None:
    if counts.ndim != 2 or counts.shape[1] != 3 or np.any(counts < 0):
        raise InputError(
            f"counts has shape {counts.shape}, or negative numbers; give (TP, FP, FN) of each "
            "sentence as sentence_counts returns them"
        )
