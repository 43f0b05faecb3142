"""Groups that are too large to be aligned at once: in shards of like citances, which are joined.

What two units have to do with each other takes time and memory for each pair, so that a work with
thousands of citances would need hours. It is aligned in four steps, whose costs are linear:

1. Citances are divided by the main direction of their vectors, and again, until a shard has
   few enough words: like citances come together.
2. Each shard is aligned exactly, as a group of its own.
3. Of each shard the citances that show most of its classes, a quarter of its words, are aligned
   with those of the other shards, exactly or, where they are too many, in shards in turn.
4. Clusters of different shards are joined where the greater part of their words of step 3 is in
   one class there: of each shard one cluster, the one with the most such words.

So this is an approximation, and a coarse one: of 500 pooled citances in four shards, .71 of the
pairs of words that share a class in the exact alignment do so here, and .43 of those that do so
here do so there. Two words of different shards share a class only if their clusters, or
they themselves, take part in step 3, and a cluster with forbidden pairs across shards is seen only
by the words there. Merges are known down to the threshold, and not below. Confidences are those of
the pairs that were compared; the accuracy to be expected is the mean over the shards.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .alignment import Alignment
from .closure import Merges, numbered_merges
from .group import Group
from .reasons import Reason
from .word_table import WordTable

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Align = Callable[[Group], Alignment]
_SHARE = 0.25  # of the words of a shard that stand for it when shards are joined
_LESS = 0.6  # of the words of a group that its representatives may be, to be divided again


class _Part(NamedTuple):
    """Some citances of a group, aligned.

    Attributes:
        words: (n,) int64, their words in the group, ascending.
        alignment: of them as a group of their own.
        clusters: (n,) int64, the cluster of each at the threshold, as its first word in the group.
        heights: (n,) float64, the lowest merge within the cluster of each, 1 where there is none.
    """

    words: Integers
    alignment: Alignment
    clusters: Integers
    heights: Floats


def align_large(
    group: Group, vectors: Floats, align: Align, *, most: int, threshold: float
) -> Alignment:
    """Align a group in shards of up to ``most`` words.

    Args:
        group: the citances.
        vectors: (K, D), one for each citance; like ones are alike.
        align: aligns a group exactly.
        most: words of a shard, unless a citance has more.
        threshold: of the merges.
    """
    shards, chosen = [], []
    of_words = np.zeros(len(group.words), dtype=np.int64)
    for number, citances in enumerate(divide(vectors, group.lengths, most)):
        part = _part(group, citances, align, threshold)
        of_words[part.words] = number
        shards.append(part)
        chosen.append(citances[representatives(part.alignment)])
    citances = np.sort(np.concatenate(chosen))
    bridge = _part(
        group,
        citances,
        lambda own: _align_again(own, vectors[citances], align, most, threshold, group),
        threshold,
    )
    merges = _merges(shards, bridge, of_words, group.owners, threshold)
    classes = merges.classes(threshold)
    compared = bridge.alignment.parts
    if compared is None:
        compared = np.zeros((len(bridge.words), 1), dtype=np.int64)
    of_bridge = np.full((len(group.words), compared.shape[1]), -1, dtype=np.int64)
    of_bridge[bridge.words] = compared
    weights = [len(part.words) for part in shards]
    expected = np.average([part.alignment.expected_ama for part in shards], weights=weights)
    return Alignment(
        owners=group.owners,
        size=group.size,
        classes=classes,
        nodes=np.arange(len(group.words)),
        similarity=_similarity(shards, bridge, of_words),
        merges=merges,
        threshold=threshold,
        expected_ama=float(expected),
        kinds=_column(shards, "kinds", len(group.words)),
        rarity=_column(shards, "rarity", len(group.words)),
        confidence=shards[0].alignment.confidence,
        reasons=_reasons([*shards, bridge], classes, group),
        parts=np.concatenate([of_words[:, None], of_bridge], axis=1),
    )


def citance_vectors(table: WordTable) -> Floats:
    """Return the sum of the vectors of each citance's words, by rarity, as unit rows: (K, D)."""
    group = table.group
    shape = (group.size, len(table.stems))
    counts = sparse.csr_matrix((np.ones(len(table.stem)), (group.owners, table.stem)), shape)
    weights = table.rarity * np.log((1 + table.citances) / np.maximum(table.stem_counts, 1))
    rows = counts @ (table.vectors * weights[:, None]).astype(np.float64)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9))


def divide(vectors: Floats, lengths: Integers, most: int) -> list[Integers]:
    """Divide K citances into shards of like ones, with up to ``most`` words, or one citance.

    Each division is at the middle of the words, along the direction in which the vectors differ
    most.

    Args:
        vectors: (K, D).
        lengths: (K,) int64, words of each citance.
        most: words of a shard.

    Returns:
        The citances of each shard, ascending; shards by their first citances.
    """
    shards = []
    waiting = [np.arange(len(lengths))]
    while waiting:
        members = waiting.pop()
        if len(members) < 2 or lengths[members].sum() <= most:
            shards.append(members)
            continue
        centred = vectors[members] - vectors[members].mean(axis=0)
        places = np.zeros(len(members))
        if centred.shape[1]:
            direction = np.linalg.eigh(centred.T @ centred)[1][:, -1]
            # A direction and its opposite are one: the largest part is positive.
            direction = direction * np.sign(direction[np.abs(direction).argmax()])
            places = (centred @ direction).round(9)
        order = np.argsort(places, kind="stable")
        words = np.cumsum(lengths[members[order]])
        cut = int(np.searchsorted(words, words[-1] / 2)) + 1
        cut = min(max(cut, 1), len(members) - 1)
        waiting += [np.sort(members[order[:cut]]), np.sort(members[order[cut:]])]
    return sorted(shards, key=lambda shard: int(shard[0]))


def representatives(alignment: Alignment) -> Integers:
    """Return the citances that show most of the classes, a quarter of the words, one at least.

    Each next one has the most classes, those counting less that were shown before.
    """
    classes, owners = alignment.classes, alignment.owners
    shown = np.zeros((alignment.size, int(classes.max(initial=0)) + 1), dtype=np.float64)
    shown[owners, classes] = 1
    shown[:, 0] = 0
    lengths = np.bincount(owners, minlength=alignment.size)
    left = _SHARE * len(owners)
    times = np.ones(shown.shape[1])
    waiting = lengths > 0
    chosen: list[int] = []
    while waiting.any() and (not chosen or left > 0):
        gains = np.where(waiting, (shown / times).sum(axis=1).round(9), -1.0)
        best = int(gains.argmax())
        chosen.append(best)
        waiting[best] = False
        times += shown[best]
        left -= lengths[best]
    return np.array(sorted(chosen), dtype=np.int64)


def _align_again(
    own: Group, vectors: Floats, align: Align, most: int, threshold: float, whole: Group
) -> Alignment:
    if most < len(own.words) < _LESS * len(whole.words):
        return align_large(own, vectors, align, most=most, threshold=threshold)
    return align(own)


def _part(group: Group, citances: Integers, align: Align, threshold: float) -> _Part:
    words = np.flatnonzero(np.isin(group.owners, citances))
    numbers = words.tolist()
    alignment = align(
        group._replace(
            words=tuple(group.words[n] for n in numbers),
            owners=np.searchsorted(citances, group.owners[words]),
            size=len(citances),
            adjacency=group.adjacency[words],
            tags=tuple(group.tags[n] for n in numbers),
            genes=group.genes[words],
            terms=group.terms[words],
            phrases=group.phrases[words],
            concepts=group.concepts[words],
            rows=group.rows[words],
        )
    )
    firsts, heights = _clusters(alignment, threshold)
    return _Part(words, alignment, words[firsts], heights)


def _clusters(alignment: Alignment, threshold: float) -> tuple[Integers, Floats]:
    """Return the first word and the lowest merge of the cluster of each word: (N,) each."""
    size = len(alignment.owners)
    merged = list(_inner(alignment, threshold))
    firsts, heights = list(range(size)), [1.0] * size
    # A cluster is known by its first word: later merges have the whole of it.
    for keep, gone, height in reversed(merged):
        root = firsts[keep]
        if root == keep and heights[keep] == 1.0:
            heights[keep] = height
        firsts[gone], heights[gone] = root, heights[keep]
    return np.array(firsts, dtype=np.int64), np.array(heights)


def _inner(alignment: Alignment, threshold: float) -> Iterator[tuple[int, int, float]]:
    """Yield the merges down to a threshold by first words: the lower, the higher, the height."""
    merges = alignment.merges
    if merges is None:
        return
    first_word = list(range(len(merges.owners)))
    columns = (merges.first.tolist(), merges.second.tolist(), merges.height.tolist())
    for one, other, height in zip(*columns, strict=True):
        keep, gone = sorted((first_word[one], first_word[other]))
        first_word.append(keep)
        if height >= threshold:
            yield keep, gone, height


def _merges(
    shards: Iterable[_Part], bridge: _Part, of_words: Integers, owners: Integers, threshold: float
) -> Merges:
    rows = [
        (int(part.words[keep]), int(part.words[gone]), height)
        for part in shards
        for keep, gone, height in _inner(part.alignment, threshold)
    ]
    cluster, lowest = np.zeros(len(owners), dtype=np.int64), np.ones(len(owners))
    for part in shards:
        cluster[part.words], lowest[part.words] = part.clusters, part.heights
    for firsts, height in _joins(bridge, cluster, of_words):
        # No join is above the merges within the clusters that it joins, which come before it.
        height = min(height, *(float(lowest[first]) for first in firsts))
        rows += [(firsts[0], other, height) for other in firsts[1:]]
    rows.sort(key=lambda row: -row[2])
    keep, gone, heights = zip(*rows, strict=True) if rows else ((), (), ())
    return numbered_merges(
        np.array(keep, dtype=np.int64),
        np.array(gone, dtype=np.int64),
        np.array(heights, dtype=np.float64),
        owners,
        threshold,
    )


def _joins(
    bridge: _Part, cluster: Integers, of_words: Integers
) -> Iterator[tuple[list[int], float]]:
    """Yield the clusters that a class of the representatives joins, by first words; its height."""
    own = cluster[bridge.words].tolist()
    classes = bridge.alignment.classes.tolist()
    totals = Counter(own)
    height = dict(zip(classes, bridge.heights.tolist(), strict=True))
    members: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for number, first in zip(classes, own, strict=True):
        if number:
            members[number][first] += 1
    for number, counts in sorted(members.items()):
        best: dict[int, tuple[int, int]] = {}
        for first, count in sorted(counts.items()):
            if 2 * count > totals[first]:
                shard = int(of_words[first])
                best[shard] = max(best.get(shard, (0, 0)), (count, -first))
        if len(best) > 1:
            yield sorted(-first for _, first in best.values()), height[number]


def _similarity(shards: list[_Part], bridge: _Part, of_words: Integers) -> sparse.csr_matrix:
    """Return what is known of all pairs of words: within shards, and of the representatives."""
    rows, columns, values = [], [], []
    for part in (*shards, bridge):
        entries = part.alignment.similarity.tocoo()
        row, column = part.words[entries.row], part.words[entries.col]
        kept = slice(None) if part is not bridge else of_words[row] != of_words[column]
        rows.append(row[kept])
        columns.append(column[kept])
        values.append(entries.data[kept])
    places = (np.concatenate(rows), np.concatenate(columns))
    return sparse.csr_matrix((np.concatenate(values), places), (len(of_words), len(of_words)))


def _column(shards: list[_Part], name: str, size: int) -> NDArray | None:
    """Return a column of the shards' words in order; what a citance alone does not know is 0."""
    known = [(part.words, getattr(part.alignment, name)) for part in shards]
    types = [column.dtype for _, column in known if column is not None]
    if not types:
        return None
    whole = np.zeros(size, dtype=types[0])
    for words, column in known:
        if column is not None:
            whole[words] = column
    return whole


def _reasons(parts: list[_Part], classes: Integers, group: Group) -> tuple[Reason, ...]:
    """Return the reasons of all parts, those of the same two words of a class once."""
    found: dict[tuple[int, str, str], Reason] = {}
    for part in parts:
        for one, other, told in part.alignment.reasons:
            first, second = int(part.words[one]), int(part.words[other])
            number = int(classes[first])
            if number and number == classes[second]:
                texts = sorted((group.words[first].lower(), group.words[second].lower()))
                found.setdefault((number, *texts), Reason(first, second, told))  # type: ignore[arg-type]
    return tuple(sorted(found.values()))
