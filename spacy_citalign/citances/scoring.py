"""Scoring of aligned words: precision and recall of pairs, alignment metric accuracy, error rate.

Schwartz AS, Divoli A, Hearst MA (2007) Multiple alignment of citation sentences with conditional
random fields and posterior decoding. EMNLP-CoNLL, section 3.2. Och FJ, Ney H (2003) A systematic
comparison of various statistical alignment models. Computational Linguistics 29(1):19-51, for the
alignment error rate. Lan W, Jiang C, Xu W (2021) Neural semi-Markov CRF for monolingual word
alignment. ACL, for the averages over sentence pairs.

A group has K citances with N words in all. ``owners``: (N,) int64, the citance of each word.
``classes``: (N,) int64, the class of each word, 0 for a word that is aligned to nothing. A relation
is (N, N) bool: in row l, the words that are aligned to word l. All scores are 0 to 1.

A ratio without a denominator follows one rule everywhere: nothing predicted has a precision of 1 if
there was nothing to find, else 0; nothing to find has a recall of 1 if nothing was predicted, else
0. Means over no case at all are 0.
"""

from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Floats, Ints

Relation = Bools
Links = Set[tuple[int, int]]

BLOCK = 1 << 22  # cells of a relation that are looked at together


class PairScore(NamedTuple):
    """Ratios, 0 to 1, and counts of pairs; ``f`` is the harmonic mean, 0 where both are 0."""

    precision: float
    recall: float
    f: float
    shared: int
    """Pairs that gold and prediction have in common."""
    predicted: int
    gold: int


class GroupScores(NamedTuple):
    """Means over groups, 0 to 1, and the ratios of all groups' pairs together (``micro``)."""

    groups: int
    precision: float
    recall: float
    f: float
    """Mean of the groups' F, not the F of the two means."""
    ama: float
    """Mean of the groups' alignment metric accuracy (Braun-Blanquet)."""
    micro: PairScore


class LinkScore(NamedTuple):
    """Scores, 0 to 1, of sentence pairs against one reading of their gold links."""

    precision: float
    recall: float
    f: float
    """F of the mean precision and the mean recall, as Lan et al. report it."""
    exact: float
    """Share of sentence pairs whose predicted links are the gold links."""
    micro: PairScore


class LinkScores(NamedTuple):
    """Scores, 0 to 1, of sentence pairs with sure and possible gold links."""

    pairs: int
    full: LinkScore
    """Gold: sure and possible links."""
    sure: LinkScore
    """Gold: sure links only."""
    aer: float
    """Alignment error rate, pooled: 1 - (|A n S| + |A n P|) / (|A| + |S|), where the possible
    links P include the sure links S; 0 is perfect, also where both A and S are empty."""


def relation(classes: Ints, owners: Ints) -> Relation:
    """Return which words are aligned: (N, N) bool, symmetric.

    Two words are aligned if they are of different citances and of the same class other than 0.
    """
    aligned = classes[:, None] == classes
    aligned &= owners[:, None] != owners
    aligned[classes == 0] = False
    return aligned


def pair_score(gold: Relation, predicted: Relation) -> PairScore:
    """Score the ordered word pairs of a relation."""
    counts = (np.count_nonzero(relation) for relation in (gold & predicted, predicted, gold))
    return _pair_score(*map(int, counts))


def alignment_metric_accuracy(
    gold: Relation, predicted: Relation, owners: Ints, agreement: str = "braun-blanquet"
) -> float:
    """Return the alignment metric accuracy (Eq. 5) of relations that need not be transitive.

    It is the mean, over all words l and all other citances i, of the agreement of two sets: the
    words of i that are aligned to l in ``gold``, and those in ``predicted``. With sets of g and p
    words, s of them shared, and c words in citance i, the agreements are

    - "braun-blanquet": s / max(g, p) (Eq. 6);
    - "dice": 2 s / (g + p);
    - "jaccard": s / (g + p - s);
    - "hamming": 1 - (g + p - 2 s) / c, the share of citance i on which both say the same;
    - "zero-one": 1 if the sets are equal, else 0.

    All are 1 where both sets are empty. Pairs within a citance are not looked at. A citance without
    words is not counted in K: it could only agree. A group of fewer than two citances gets 1.0.

    Notes:
        Time is that of reading both relations; beyond them it takes some 200 MB at most, however
        many words there are.
    """
    numbers, citances = np.unique(owners, return_inverse=True)
    words, size = len(citances), len(numbers)
    if size < 2:
        return 1.0
    lengths = np.bincount(citances)
    total = 0.0
    for start in range(0, words, step := max(1, BLOCK // words)):
        rows = slice(start, start + step)
        g, p, s = (
            _aligned(relation, citances, size)
            for relation in (gold[rows], predicted[rows], gold[rows] & predicted[rows])
        )
        same_citance = citances[rows, None] == np.arange(size)
        aligned = ((g > 0) | (p > 0)) & ~same_citance
        lost = 1 - AGREEMENTS[agreement](
            g[aligned], p[aligned], s[aligned], np.broadcast_to(lengths, g.shape)[aligned]
        )
        total += float(len(g) * (size - 1) - lost.sum())
    return total / (words * (size - 1))


AGREEMENTS: dict[str, Callable[[Ints, Ints, Ints, Ints], Floats]] = {
    "braun-blanquet": lambda g, p, s, c: s / np.maximum(g, p),
    "dice": lambda g, p, s, c: 2 * s / (g + p),
    "jaccard": lambda g, p, s, c: s / (g + p - s),
    "hamming": lambda g, p, s, c: 1 - (g + p - 2 * s) / c,
    "zero-one": lambda g, p, s, c: ((g == s) & (p == s)).astype(np.float64),
}
"""Agreement of sets by name, given gold, predicted, shared and all words; not both are empty."""


def _aligned(rows: Relation, citances: Ints, size: int) -> Ints:
    """Count the words of each citance that are aligned to each word: (rows, K) int64."""
    word, other = np.nonzero(rows)
    counts = np.bincount(word * size + citances[other], minlength=len(rows) * size)
    return counts.reshape(len(rows), size)


def score_groups(cases: Iterable[tuple[Ints, Ints, Ints]]) -> GroupScores:
    """Score groups, each given as (gold classes, predicted classes, owners).

    Notes:
        A group of N words takes some 3 N^2 bytes: 700 MB and 3 s for 15,000.
    """
    scores, accuracies = list[PairScore](), list[float]()
    for gold_classes, predicted_classes, owners in cases:
        gold, predicted = relation(gold_classes, owners), relation(predicted_classes, owners)
        scores.append(pair_score(gold, predicted))
        accuracies.append(alignment_metric_accuracy(gold, predicted, owners))
    return GroupScores(
        groups=len(scores),
        precision=_mean(score.precision for score in scores),
        recall=_mean(score.recall for score in scores),
        f=_mean(score.f for score in scores),
        ama=_mean(accuracies),
        micro=_pooled(scores),
    )


def link_scores(cases: Iterable[tuple[Links, Links, Links]]) -> LinkScores:
    """Score sentence pairs, each given as its sets of (sure, possible, predicted) links (i, j).

    A link that is both sure and possible counts as sure.
    """
    full, sure = list[PairScore](), list[PairScore]()
    for certain, possible, predicted in cases:
        either = certain | possible
        full.append(_pair_score(len(predicted & either), len(predicted), len(either)))
        sure.append(_pair_score(len(predicted & certain), len(predicted), len(certain)))
    result, strict = _link_score(full), _link_score(sure)
    links = strict.micro.predicted + strict.micro.gold
    error = 1 - (strict.micro.shared + result.micro.shared) / links if links else 0.0
    return LinkScores(pairs=len(full), full=result, sure=strict, aer=error)


def _link_score(scores: list[PairScore]) -> LinkScore:
    precision = _mean(score.precision for score in scores)
    recall = _mean(score.recall for score in scores)
    exact = _mean(float(score.shared == score.predicted == score.gold) for score in scores)
    return LinkScore(precision, recall, _harmonic(precision, recall), exact, _pooled(scores))


def _pooled(scores: list[PairScore]) -> PairScore:
    if not scores:
        return PairScore(0.0, 0.0, 0.0, 0, 0, 0)
    shared, predicted, gold = (sum(counts) for counts in zip(*(s[3:] for s in scores), strict=True))
    return _pair_score(shared, predicted, gold)


def _pair_score(shared: int, predicted: int, gold: int) -> PairScore:
    precision = shared / predicted if predicted else float(not gold)
    recall = shared / gold if gold else float(not predicted)
    return PairScore(precision, recall, _harmonic(precision, recall), shared, predicted, gold)


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
