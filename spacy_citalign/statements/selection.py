"""Groups of sentences that say the same, chosen from many: the broad statements of a work.

Candidates are the nodes of average linkage, and what grows around each sentence when the likest one
is added again and again. The best are taken, each other than those before.
"""

import math
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

from ..words.array_types import Floats, Integers

_LEAST = 0.1  # mean likeness inside, which counts for nothing
_SIZE = 0.8  # power of the number of sentences
_CLAIM = 0.6  # weight of the score of the best sentence, in the exponent
_OTHER = 0.5  # share of the sentences of two groups that they may have in common
_STOP = 0.05  # likeness to a group below which no sentence is added
_MAX_GROWN = 300  # sentences that groups grow around, and that one has


class _Candidate(NamedTuple):
    places: Integers
    inner: float  # the mean likeness of two of its sentences


def select_groups(
    similarity: Floats, scores: Floats, articles: Sequence[str | None], most: int
) -> list[list[int]]:
    """Return groups of sentences that say the same, the best first.

    A group is the better, the more alike its sentences are, the more they are, and the better its
    best sentence says what the work is cited for. Sentences of one article are no group where the
    work has several.

    Args:
        similarity: (S, S) symmetric, how alike two sentences are; the diagonal is not read.
        scores: (S,) how well each says what the work is cited for.
        articles: of the sentences, None where it is not known.
        most: so many groups at most.
    """
    similarity = np.array(similarity, dtype=np.float64)
    np.fill_diagonal(similarity, 0.0)
    names = np.array([f"\0{n}" if name is None else name for n, name in enumerate(articles)])
    several = len({*names.tolist()}) > 1
    best_score = float(scores.max(initial=-math.inf))
    ranked: dict[frozenset[int], float] = {}
    for places, inner in _candidates(similarity, scores):
        group = frozenset(places.tolist())
        if inner <= _LEAST or group in ranked:
            continue
        if several and len({*names[places].tolist()}) == 1:
            continue
        claim = math.exp(_CLAIM * (float(scores[places].max()) - best_score))
        ranked[group] = (inner - _LEAST) * len(group) ** _SIZE * claim
    chosen: list[frozenset[int]] = []
    for group in sorted(ranked, key=lambda one: (-round(ranked[one], 9), sorted(one))):
        if len(chosen) == most:
            break
        if all(overlap(group, other) < _OTHER for other in chosen):
            chosen.append(group)
    return [by_likeness(similarity, sorted(group)) for group in chosen]


def overlap(group: Set[int], other: Set[int]) -> float:
    """Return the share of the sentences of two groups that both have."""
    return len(group & other) / len(group | other)


def by_likeness(similarity: Floats, places: Sequence[int]) -> list[int]:
    """Return the sentences of a group, those that are likest to the others first."""
    to_others = similarity[np.ix_(places, places)].sum(axis=1).round(9)
    return [places[number] for number in np.argsort(-to_others, kind="stable")]


def _candidates(similarity: Floats, scores: Floats) -> Iterator[_Candidate]:
    if len(similarity) < 2:
        return
    yield from _nodes(similarity)
    for seed in np.argsort(-scores, kind="stable")[:_MAX_GROWN].tolist():
        yield from _grown(similarity, seed)


def _nodes(similarity: Floats) -> Iterator[_Candidate]:
    """Yield the nodes of average linkage."""
    top = float(similarity.max())
    distances = top - (similarity + similarity.T) / 2
    np.fill_diagonal(distances, 0.0)
    members = [np.array([place]) for place in range(len(similarity))]
    sums = [0.0] * len(similarity)  # of the likeness of all pairs of a node
    for first, second, distance, _ in linkage(squareform(distances, checks=False), "average"):
        one, other = members[int(first)], members[int(second)]
        members.append(np.concatenate([one, other]))
        between = (top - distance) * len(one) * len(other)
        sums.append(sums[int(first)] + sums[int(second)] + between)
        size = len(members[-1])
        yield _Candidate(members[-1], 2 * sums[-1] / (size * (size - 1)))


def _grown(similarity: Floats, seed: int) -> Iterator[_Candidate]:
    """Yield what grows around a sentence, each with a sentence more."""
    group, total = [seed], 0.0
    to_group = similarity[seed].copy()
    open_places = np.ones(len(similarity), dtype=bool)
    open_places[seed] = False
    while len(group) < min(len(similarity), _MAX_GROWN):
        likest = int(np.where(open_places, to_group, -1.0).argmax())
        if to_group[likest] <= _STOP * len(group):
            break
        total += float(to_group[likest])
        group.append(likest)
        open_places[likest] = False
        to_group += similarity[likest]
        size = len(group)
        yield _Candidate(np.array(group), 2 * total / (size * (size - 1)))
