"""Figures of the benchmark of sentences: F of links with what chance leaves open, calibration.

Intervals and differences are a bootstrap over groups of documents, paired where two systems are
compared: 95 % of the draws, and a two-sided p (``bootstrap.estimate``).
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.sentences.scoring import Curve
from spacy_citalign.words.hit_counts import count_hits

from ..bootstrap import Estimate, estimate
from ..calibration import expected_calibration_error
from .data import Case, Ints
from .systems import LOW, Found, above, pairs_of

Floats = NDArray[np.float64]


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
        # Gold, found, right: the other way round.
        hits = count_hits([(gold, own)])[::-1]
        groups[group] = groups.get(group, np.zeros(3, np.int64)) + hits
    return np.array(list(groups.values()), dtype=np.int64).reshape(-1, 3)


def f_of(counted: Ints) -> Floats:
    """Return F, 0 to 1, of right, found and gold links along the last axis."""
    right, found, gold = np.moveaxis(counted, -1, 0)
    ratio: Floats = 2 * right / np.maximum(found + gold, 1)
    return ratio


def estimated(own: Ints, base: Ints | None = None) -> Estimate:
    """Return F in percent, or how much higher it is than another's on the same groups."""
    return estimate(own, lambda counted: 100 * f_of(counted), base)


def calibration_error(found: Sequence[Found], *, only_changed: bool = False) -> float:
    """Return the expected calibration error, 0 to 1, of all links of .01 or more.

    It is that of ten bins of equal width, see ``chain.calibration``; 0 of no links.
    """
    probabilities, right = [], []
    for one in found:
        gold = {(i, j) for i, j in one.case.links.tolist()}
        every = above(one.every, LOW)
        known = dict(zip(pairs_of(every), every.probability.tolist(), strict=True))
        kept = changed(one.case, known) if only_changed else list(known)
        probabilities += [known[pair] for pair in kept]
        right += [pair in gold for pair in kept]
    if not probabilities:
        return 0.0
    return expected_calibration_error(np.array(probabilities), np.array(right))


def f_at(curve: Curve, threshold: float) -> float:
    """Return the F of a curve where all is taken down to a threshold, 0 of nothing."""
    number = int(np.count_nonzero(curve.threshold >= threshold))
    if not number:
        return 0.0
    precision, recall = curve.precision[number - 1], curve.recall[number - 1]
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0
