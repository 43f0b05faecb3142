"""Groups of sentences that say the same, chosen from many: the broad statements of a work.

Candidates are the nodes of average linkage, and what grows around each sentence when the likest one
is added again and again. The best are taken, each other than those before.
"""

from collections.abc import Iterable, Iterator, Sequence, Set

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform

from ..words.arrays import Bools, Floats, Ints
from ..words.lazy_scipy import sparse

_LEAST = 0.12  # mean likeness inside, which counts for nothing
_SIZE = 0.8  # power of the number of sentences
_CLAIM = 0.6  # weight of the score of the best sentence, in the exponent
_OTHER = 0.5  # share of the sentences of two groups that they may have in common
_FEW, _PAIR = 8, 2  # sentences of a work in which a pair inside of a group is no other one
_STAYS = 0.3  # of the mean likeness inside: less alike sentences leave a group
_STOP = 0.05  # likeness to a group below which no sentence is added
_EQUAL = 1e-9
_MAX_GROWN = 100  # sentences that groups grow around, and that one has


def select_groups(
    similarity: Floats, scores: Floats, articles: Sequence[str | None], most: int
) -> list[list[int]]:
    """Return groups of sentences that say the same, the best first.

    A group is the better, the more alike its sentences are, the more they are, and the better its
    best sentence says what the work is cited for. Only sentences of different articles speak for
    each other, unless all are of one.

    Args:
        similarity: (S, S) symmetric, how alike two sentences are; the diagonal is not read.
        scores: (S,) how well each says what the work is cited for.
        articles: of the sentences, None where it is not known.
        most: so many groups at most.
    """
    if len(similarity) < 2:
        return []
    similarity = np.array(similarity, dtype=np.float64)
    np.fill_diagonal(similarity, 0.0)
    apart = _apart(articles)
    of_others = similarity * apart
    chosen: list[frozenset[int]] = []
    for candidate in _ranked(similarity, of_others, apart, scores):
        if len(chosen) == most:
            break
        if not is_other({*candidate.tolist()}, chosen, len(similarity)):
            continue
        group = _that_belong(of_others, apart, candidate)
        if len(group) > 1 and is_other(group, chosen, len(similarity)):
            chosen.append(group)
    return [_by_likeness(similarity, sorted(group)) for group in chosen]


def overlap(group: Set[int], other: Set[int]) -> float:
    """Return the share of the sentences of two groups that both have."""
    return len(group & other) / len(group | other)


def is_other(
    group: Set[int], chosen: Iterable[Set[int]], size: int, *, most: float = _OTHER
) -> bool:
    """Return whether a group of a work's sentences is another one than those before.

    Args:
        group: the numbers of sentences.
        chosen: the groups before.
        size: how many sentences the work has.
        most: share of the sentences of two groups that they may have in common.
    """
    small = size <= _FEW and len(group) <= _PAIR
    return all(overlap(group, other) < most and not (small and group <= other) for other in chosen)


def _apart(articles: Sequence[str | None]) -> Bools:
    """Return whether two sentences are of different articles, as all are of one: (S, S)."""
    names = np.array([f"\0{n}" if name is None else name for n, name in enumerate(articles)])
    apart = names[:, None] != names
    return apart if apart.any() else ~np.eye(len(names), dtype=bool)


def _ranked(similarity: Floats, of_others: Floats, apart: Bools, scores: Floats) -> Iterator[Ints]:
    """Yield the candidates, the best first."""
    orders, sums, pairs = _grown(similarity, of_others, apart, scores)
    best = np.maximum.accumulate(scores[orders], axis=1) - scores.max()
    grown = _quality(sums / np.maximum(pairs, 1), np.arange(1, orders.shape[1] + 1), best)
    nodes = list(_nodes(similarity, of_others, apart))
    of_nodes = [
        float(_quality(np.array(inner), np.array(len(places)), scores[places].max() - scores.max()))
        for places, inner in nodes
    ]
    quality = np.append(grown.ravel(), of_nodes)
    for number in np.argsort(-quality.round(9), kind="stable").tolist():
        if quality[number] <= _EQUAL:
            return
        if number >= grown.size:
            yield nodes[number - grown.size][0]
        else:
            seed, last = divmod(number, grown.shape[1])
            yield orders[seed, : last + 1]


def _quality(inner: Floats, sizes: NDArray[np.integer], claim: Floats) -> Floats:
    """Return how good groups are; at most 0 where their sentences are too little alike."""
    return np.asarray((inner - _LEAST) * sizes**_SIZE * np.exp(_CLAIM * claim), dtype=np.float64)


def _that_belong(of_others: Floats, apart: Bools, group: Ints) -> frozenset[int]:
    """Return the sentences of a group without those that are like few of the others."""
    places = np.sort(group)
    inside = np.ix_(places, places)
    to_others = of_others[inside].sum(axis=1) / np.maximum(apart[inside].sum(axis=1), 1)
    return frozenset(places[to_others > _STAYS * to_others.mean()].tolist())


def _by_likeness(similarity: Floats, places: Sequence[int]) -> list[int]:
    """Return the sentences of a group, those that are likest to the others first."""
    to_others = similarity[np.ix_(places, places)].sum(axis=1).round(9)
    return [places[number] for number in np.argsort(-to_others, kind="stable")]


def _nodes(similarity: Floats, of_others: Floats, apart: Bools) -> Iterator[tuple[Ints, float]]:
    """Yield the nodes of average linkage, each with the likeness of two of its sentences."""
    distances = similarity.max() - (similarity + similarity.T) / 2
    np.fill_diagonal(distances, 0.0)
    nodes: list[tuple[Ints, float, int]] = [
        (np.array([place]), 0.0, 0) for place in range(len(similarity))
    ]
    for first, second in linkage(squareform(distances, checks=False), "average")[:, :2]:
        one, other = nodes[int(first)], nodes[int(second)]
        between = np.ix_(one[0], other[0])
        places = np.concatenate([one[0], other[0]])
        total = one[1] + other[1] + float(of_others[between].sum())
        pairs = one[2] + other[2] + int(apart[between].sum())
        nodes.append((places, total, pairs))
        yield places, total / max(pairs, 1)


def _grown(
    similarity: Floats, of_others: Floats, apart: Bools, scores: Floats
) -> tuple[Ints, Floats, Ints]:
    """Return what grows around G sentences, those that say best what the work is cited for.

    Returns:
        (G, T) the sentences as they are added; and of the first of them up to each, over all pairs
        of different articles, the sum of their likeness, which grows no more where no sentence is
        like the group, and how many pairs they are.
    """
    seeds = np.argsort(-scores, kind="stable")[:_MAX_GROWN]
    steps = min(len(similarity), _MAX_GROWN)
    rows = np.arange(len(seeds))
    orders = np.repeat(seeds[:, None], steps, axis=1)
    sums, pairs = np.zeros(orders.shape), np.zeros(orders.shape, dtype=np.int64)
    to_group, to_others = similarity[seeds].copy(), of_others[seeds].copy()
    count, outside = apart[seeds].astype(np.int64), np.ones_like(to_group, dtype=bool)
    outside[rows, seeds] = False
    grows = np.ones(len(seeds), dtype=bool)
    for step in range(1, steps):
        likest = np.where(outside, to_group, -1.0).argmax(axis=1)
        grows &= to_group[rows, likest] > _STOP * step
        if not grows.any():
            break
        orders[:, step] = likest
        sums[:, step] = np.where(grows, sums[:, step - 1] + to_others[rows, likest], 0.0)
        pairs[:, step] = pairs[:, step - 1] + count[rows, likest]
        outside[rows, likest] = False
        to_group += similarity[likest]
        to_others += of_others[likest]
        count += apart[likest]
    return orders, sums, pairs


def word_similarity(stems: Sequence[Iterable[str]]) -> Floats:
    """Return how many words each two sentences have in common.

    Words that many of them have count as much as others: they are what the work is cited for.

    Args:
        stems: those of S sentences.

    Returns:
        (S, S) 0..1, the cosine of the sets; 0 of sentences without words.
    """
    numbers: dict[str, int] = {}
    rows = [[numbers.setdefault(word, len(numbers)) for word in {*words}] for words in stems]
    sizes = [len(row) for row in rows]
    table = sparse.csr_matrix(
        (np.ones(sum(sizes)), [column for row in rows for column in row], np.cumsum([0, *sizes])),
        shape=(len(rows), max(len(numbers), 1)),
    )
    lengths = np.sqrt(np.maximum(sizes, 1))
    return np.asarray((table @ table.T).toarray() / lengths[:, None] / lengths, dtype=np.float64)
