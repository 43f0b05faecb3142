"""Figures of the benchmark of sentences: F of links with what chance leaves open, calibration.

Intervals and differences are a bootstrap over groups of documents, paired where two systems are
compared (Efron & Tibshirani 1993, "An introduction to the bootstrap"): 95 % of the draws; p is
two-sided, twice the share of the draws on the rarer side of zero, the observed one counted among
them.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sentence_data import Case, Ints
from sentence_systems import LOW, Found, above, pairs_of
from spacy_citalign.sentences.scoring import Curve, score_links

Floats = NDArray[np.float64]
DRAWS = 2000
BINS = 10


class Interval(NamedTuple):
    """A figure, the ends of its 95 % interval, and p against 0."""

    value: float
    low: float
    high: float
    p: float


def changed(case: Case, links: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the links whose sentences are not the same words."""
    return [(i, j) for i, j in links if case.first[i] != case.second[j]]


def counts(found: Iterable[Found], *, only_changed: bool = False) -> Ints:
    """Return how many links are right, found and gold in each group: (G, 3) int64."""
    groups: dict[str, Ints] = {}
    for one in found:
        own, gold = pairs_of(one.taken), [(i, j) for i, j in one.case.links.tolist()]
        if only_changed:
            own, gold = (changed(one.case, links) for links in (own, gold))
        group = one.case.group
        groups[group] = groups.get(group, np.zeros(3, np.int64)) + score_links(own, gold)
    return np.array(list(groups.values()), dtype=np.int64).reshape(-1, 3)


def f_of(counted: Ints) -> Floats:
    """Return F, 0 to 1, of right, found and gold links along the last axis."""
    right, found, gold = np.moveaxis(counted, -1, 0)
    ratio: Floats = 2 * right / np.maximum(found + gold, 1)
    return ratio


def interval(own: Ints, base: Ints | None = None) -> Interval:
    """Return F in percent, or how much higher it is than another's on the same groups.

    Equal counts give equal figures: draws are seeded.
    """
    times = np.random.default_rng(0).multinomial(
        len(own), np.full(len(own), 1 / len(own)), size=DRAWS
    )
    value, drawn = f_of(own.sum(axis=0)), f_of(times @ own)
    if base is not None:
        value, drawn = value - f_of(base.sum(axis=0)), drawn - f_of(times @ base)
    low, high = (100 * np.quantile(drawn, [0.025, 0.975])).tolist()
    rarer = min(np.count_nonzero(drawn <= 0), np.count_nonzero(drawn >= 0))
    return Interval(100 * float(value), low, high, min(1.0, 2 * (rarer + 1) / (DRAWS + 1)))


def calibration_error(found: Sequence[Found], *, only_changed: bool = False) -> float:
    """Return the expected calibration error, 0 to 1, of all links of .01 or more.

    Ten bins of equal width, each weighed by its links: Naeini et al. (2015), "Obtaining well
    calibrated probabilities using Bayesian binning", AAAI.
    """
    probabilities, right = [], []
    for one in found:
        gold = {(i, j) for i, j in one.case.links.tolist()}
        every = above(one.every, LOW)
        known = dict(zip(pairs_of(every), every.probability.tolist(), strict=True))
        kept = changed(one.case, known) if only_changed else list(known)
        probabilities += [known[pair] for pair in kept]
        right += [pair in gold for pair in kept]
    given, labels = np.array(probabilities), np.array(right, dtype=np.float64)
    bins = np.minimum((given * BINS).astype(np.int64), BINS - 1)
    gaps = np.bincount(bins, labels - given, minlength=BINS)
    return float(np.abs(gaps).sum() / max(len(given), 1))


def f_at(curve: Curve, threshold: float) -> float:
    """Return the F of a curve where all is taken down to a threshold, 0 of nothing."""
    number = int(np.count_nonzero(curve.threshold >= threshold))
    if not number:
        return 0.0
    precision, recall = curve.precision[number - 1], curve.recall[number - 1]
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0
