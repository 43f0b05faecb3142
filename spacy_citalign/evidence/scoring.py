"""Scores of a ranking of sentences: what is right among the first of them.

Sentences that any annotator chose are right. Citances without such sentences do not count.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np


class RankingScore(NamedTuple):
    """Means over citances, 0 to 1, but for the F.

    Attributes:
        citances: how many count.
        p1: share whose first sentence is right.
        mrr: mean of one over the rank of the first sentence that is right.
        any3, any5: share with a right sentence among the first three, five.
        f2: F of the first two sentences of all citances together, as the shared tasks count.
    """

    citances: int
    p1: float
    mrr: float
    any3: float
    any5: float
    f2: float


def score_rankings(rankings: Iterable[tuple[Sequence[int], set[int]]]) -> RankingScore:
    """Score rankings of sentences, best first, each with the numbers of those that are right.

    >>> score_rankings([([4, 2, 0], {2}), ([1, 0], {1})])
    RankingScore(citances=2, p1=0.5, mrr=0.75, any3=1.0, any5=1.0, f2=0.6666666666666666)
    """
    rows = []
    shared = chosen = right = 0
    for ranking, gold in rankings:
        if not gold:
            continue
        hits = np.array([number in gold for number in ranking], bool)
        rank = float(np.argmax(hits)) + 1 if hits.any() else np.inf
        rows.append([hits[:1].any(), 1 / rank, hits[:3].any(), hits[:5].any()])
        shared += int(hits[:2].sum())
        chosen += len(hits[:2])
        right += len(gold)
    if not rows:
        return RankingScore(0, 0.0, 0.0, 0.0, 0.0, 0.0)
    p1, mrr, any3, any5 = np.mean(np.array(rows, float), axis=0).tolist()
    return RankingScore(len(rows), p1, mrr, any3, any5, 2 * shared / (chosen + right))
