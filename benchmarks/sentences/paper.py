"""The methods of the paper in the benchmark of sentences: Nelken & Shieber (2006).

"Word overlap" and "TF*IDF" are its method 1 with either similarity, "TF*IDF + align" its method 2.
All are calibrated on the pairs that a part names. Where gold is passages, their reciprocal best
hits are learned as links and the other pairs within are left out.

The paper prints how the path of method 2 was pruned, "learned on the training data". For other
texts that is learned anew where gold is links, from a few choices, so that what ours is compared
with is not hampered by texts of another kind; the printed choice is shown beside it.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from spacy_citalign.sentences.calibration import (
    Calibrated,
    LinkCalibration,
    best_threshold,
    fit_sigmoid,
    reciprocal_best_hits,
)
from spacy_citalign.sentences.methods import Links, by_alignment, by_threshold
from spacy_citalign.sentences.similarity import (
    TextVectors,
    cosines,
    overlap_vectors,
    tfidf_vectors,
)
from spacy_citalign.sentences.terms import Normalizer
from spacy_citalign.sentences.training import TextPair
from spacy_citalign.words.hit_counts import HitCounts, count_hits

from .data import ENGLISH, Case
from .systems import System, pairs_of

Vectors = Callable[[list[list[str]], list[list[str]]], TextVectors]


class Pruning(NamedTuple):
    """What method 2 makes of its path; the defaults are printed.

    Attributes:
        least: probability of pairs of the path that stay.
        added: how many pairs off the path are added; None for all that may be.
    """

    least: float = 0.005
    added: int | None = 5


PRINTED = Pruning()
CHOICES = [
    Pruning(least, added)
    for least, added in product((0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5), (5, 2, 0))
]
OVERLAP, TFIDF, ALIGNED = "word overlap", "TF*IDF", "TF*IDF + align"
ALIGNED_PRINTED = f"{ALIGNED}, printed pruning"


def passage_systems(pairs: Sequence[TextPair]) -> list[System]:
    """Return the paper's methods, calibrated on pairs in English with passages, pruned as printed.

    Method 2 comes twice, with the five pairs off the path and with all that may be added.
    """
    normalizer, overlap, tfidf = calibrations(pairs, ENGLISH)
    return [
        method_1(OVERLAP, overlap_vectors, normalizer, overlap),
        method_1(TFIDF, tfidf_vectors, normalizer, tfidf),
        method_2(ALIGNED, normalizer, tfidf),
        method_2(f"{ALIGNED}, n = all", normalizer, tfidf, Pruning(added=None)),
    ]


def link_systems(pairs: Sequence[TextPair], language: str = ENGLISH) -> list[System]:
    """Return the paper's methods, calibrated and pruned for pairs with links."""
    normalizer, overlap, tfidf = calibrations(pairs, language)
    return [
        method_1(OVERLAP, overlap_vectors, normalizer, overlap),
        method_1(TFIDF, tfidf_vectors, normalizer, tfidf),
        method_2(ALIGNED_PRINTED, normalizer, tfidf),
        method_2(ALIGNED, normalizer, tfidf, best_pruning(pairs, normalizer, tfidf)),
    ]


def method_1(
    title: str, vectors: Vectors, normalizer: Normalizer, calibration: LinkCalibration
) -> System:
    """Return pairs above a threshold, and the first sentences, which match whatever they say."""

    def links(case: Case) -> Links:
        own = vectors(normalizer.terms(case.first), normalizer.terms(case.second))
        sigmoid = calibration.sigmoid
        least = np.nextafter(sigmoid(0.0), 1.0)  # some similarity, as in the paper
        found = by_threshold(Calibrated(own, sigmoid), float(least))
        start = (found.first == 0) & (found.second == 0)
        return found._replace(probability=np.where(start, 1.0, found.probability))

    return System(title, links, calibration.threshold, calibrated=True)


def method_2(
    title: str, normalizer: Normalizer, calibration: LinkCalibration, pruning: Pruning = PRINTED
) -> System:
    """Return the global alignment, whose pairs are all taken."""

    def links(case: Case) -> Links:
        own = tfidf_vectors(normalizer.terms(case.first), normalizer.terms(case.second))
        return aligned(Calibrated(own, calibration.sigmoid), pruning)

    return System(title, links, calibrated=True)


def aligned(probabilities: Calibrated, pruning: Pruning) -> Links:
    """Align by method 2."""
    n, m = probabilities.shape
    added = n * m if pruning.added is None else pruning.added
    return by_alignment(probabilities, least=pruning.least, added=added)


def best_pruning(
    pairs: Sequence[TextPair], normalizer: Normalizer, calibration: LinkCalibration
) -> Pruning:
    """Return the choice whose F is highest, of equal ones the first; the printed one is that."""
    matrices = [
        Calibrated(
            tfidf_vectors(normalizer.terms(pair.first), normalizer.terms(pair.second)),
            calibration.sigmoid,
        )
        for pair in pairs
    ]
    golds = [[(i, j) for i, j in np.asarray(pair.links).tolist()] for pair in pairs]

    def f(pruning: Pruning) -> float:
        scores = [
            count_hits([(gold, pairs_of(aligned(matrix, pruning)))])
            for matrix, gold in zip(matrices, golds, strict=True)
        ]
        return HitCounts(*map(sum, zip(*scores, strict=True))).f

    return max(CHOICES, key=f)


def calibrations(
    pairs: Sequence[TextPair], language: str
) -> tuple[Normalizer, LinkCalibration, LinkCalibration]:
    """Return what makes terms, and the calibrations of overlap and of TF*IDF."""
    normalizer = Normalizer(language)
    overlap, tfidf = (
        calibrated(pairs, vectors, normalizer) for vectors in (overlap_vectors, tfidf_vectors)
    )
    return normalizer, overlap, tfidf


def calibrated(
    pairs: Sequence[TextPair], vectors: Vectors, normalizer: Normalizer
) -> LinkCalibration:
    """Learn the logistic regression and the threshold (section 4.2)."""
    values, labels = [], []
    for pair in pairs:
        similarities = cosines(vectors(normalizer.terms(pair.first), normalizer.terms(pair.second)))
        links, known = pair.links, np.ones(similarities.shape, dtype=bool)
        if links is None:
            links = reciprocal_best_hits(similarities, pair.passages)
            for rows, columns in pair.passages:
                known[np.ix_(rows, columns)] = False
        gold = np.zeros(similarities.shape, dtype=bool)
        gold[links[:, 0], links[:, 1]] = True
        values.append(similarities[known | gold])
        labels.append(gold[known | gold])
    every, right = np.concatenate(values), np.concatenate(labels)
    sigmoid = fit_sigmoid(every, right)
    return LinkCalibration(sigmoid, best_threshold(sigmoid(every), right))
