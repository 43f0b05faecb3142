"""Groups that are too large to compare each word with each: types of words are, and shards of them.

Words of a work with thousands of citances recur: the words that differ, its *types*, are far fewer.
So a large group is aligned in steps that cost what its types cost, and little for each word more:

1. Units are cut and compared as in any group, with the statistics of all citances, once for each
   two types (``unit_aligner``).
2. Types are clustered by average link, with the numbers of their words. A type whose words are not
   less alike among themselves than to others is one node from the beginning, as average link joins
   them first anyhow; the words of any other type are a node each. Classes are those of the exact
   alignment, but for merges that are equally good; and in a set of more than ``MAX_NODES`` nodes
   that hang together each type is one node, joined with another as a whole or not at all.
3. What an alignment keeps of each two words, their similarity, is kept for words of like citances
   only: citances are divided by the main direction of their vectors, and again, until a shard has
   few enough words; and for some words of each class, of all shards.

Merges are known down to the threshold, and not below. Confidences are those of the pairs of words
that are kept; the accuracy to be expected is the mean over the shards.
"""

from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from ..memory import check_memory
from ..words.arrays import Bools, Floats, Ints
from .alignment import Alignment
from .closure import (
    Merges,
    block,
    by_first,
    components,
    greedy_merges,
    grouped,
    numbered_merges,
    rounded,
)
from .confidence import ClassConfidence
from .group import Group
from .paper.decoding import expected_accuracy
from .units.reasons import class_reasons
from .units.unit_aligner import WordSimilarity
from .units.word_table import WordTable, word_kinds

A_KEPT_PAIR = 120  # bytes of a similarity that is kept, until all are
_MAX_OF_CLASS = 64  # words of a class that are compared with each other in any shard


def align_large(
    group: Group,
    types: Ints,
    compared: WordSimilarity,
    *,
    most: int,
    threshold: float,
    confidence: ClassConfidence | None = None,
) -> Alignment:
    """Align a group by the types of its words.

    Args:
        group: the citances.
        types: of its words, as ``UnitAligner`` numbers them.
        compared: how alike the types are.
        most: words of a shard, unless a citance has more.
        threshold: of the merges.
        confidence: calibrates the confidence of classes.
    """
    merges = average_link_of_types(
        types, compared.similarity, group.owners, floor=threshold, forbidden=compared.forbidden
    )
    classes = merges.classes(threshold)
    alike = sparse.csr_matrix(compared.similarity)
    shards = divide(citance_vectors(compared.table), group.lengths, most)
    of_citances = np.empty(group.size, dtype=np.int64)
    for number, citances in enumerate(shards):
        of_citances[citances] = number
    of_words = of_citances[group.owners]
    beside = np.where(_words_of_classes(classes), classes, 0)
    kept = _kept_pairs(types, alike, of_words, beside)
    check_memory(
        kept * A_KEPT_PAIR,
        f"a group of {len(of_words):,} words, with {kept:,.0f} pairs alike in like citances,",
    )
    return Alignment(
        owners=group.owners,
        size=group.size,
        classes=classes,
        nodes=np.arange(len(group.words)),
        similarity=_similarity(types, alike, of_words, beside),
        merges=merges,
        threshold=threshold,
        expected_ama=_expected(group, types, alike, shards, classes),
        kinds=word_kinds(compared.table),
        rarity=compared.table.rarity[compared.table.stem].astype(np.float64).round(2),
        confidence=confidence,
        reasons=tuple(class_reasons(compared.pair_features, classes)),
        parts=np.stack([of_words, beside - 1], axis=1),
    )


def citance_vectors(table: WordTable) -> Floats:
    """Return the sum of the vectors of each citance's words, by rarity, as unit rows: (K, D)."""
    group = table.group
    shape = (group.size, len(table.stems))
    counts = sparse.csr_matrix((np.ones(len(table.stem)), (group.owners, table.stem)), shape)
    weights = table.rarity * np.log((1 + table.citances) / np.maximum(table.stem_counts, 1))
    rows = counts @ (table.vectors * weights[:, None]).astype(np.float64)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9))


def divide(vectors: Floats, lengths: Ints, most: int) -> list[Ints]:
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


def _words_of_classes(classes: Ints) -> Bools:
    """Choose some words of each class, evenly, the first and the last among them: (N,) bool."""
    chosen = np.zeros(len(classes), dtype=bool)
    order = np.argsort(classes, kind="stable")
    borders = np.searchsorted(classes[order], np.arange(1, classes.max(initial=0) + 2))
    for start, end in zip(borders[:-1].tolist(), borders[1:].tolist(), strict=True):
        places = np.linspace(start, end - 1, min(end - start, _MAX_OF_CLASS))
        chosen[order[places.round().astype(np.int64)]] = True
    return chosen


def _similarity(
    types: Ints, alike: sparse.csr_matrix, of_words: Ints, beside: Ints
) -> sparse.csr_matrix:
    """Return the similarities that are kept: within shards, and of the words beside them.

    Args:
        types, alike: as of ``align_large``.
        of_words: (N,) int64, the shard of each word.
        beside: (N,) int64, the class of the words that are compared in any shard, else 0.
    """
    parts = []
    shards = grouped(of_words)
    for number, words in enumerate([*shards, *grouped(beside)[1:]]):
        entries = alike[types[words]][:, types[words]].tocoo()
        rows, columns = words[entries.row], words[entries.col]
        kept = entries.data > 0
        if number >= len(shards):
            kept &= of_words[rows] != of_words[columns]
        parts.append((rows[kept], columns[kept], entries.data[kept]))
    rows, columns, values = map(np.concatenate, zip(*parts, strict=True))
    return sparse.csr_matrix((values, (rows, columns)), (len(types), len(types)))


def _kept_pairs(types: Ints, alike: sparse.csr_matrix, of_words: Ints, beside: Ints) -> float:
    """Return how many similarities are kept, those of words of a class in one shard twice."""
    pattern = alike.astype(bool).astype(np.float64)
    pairs = 0.0
    for words in chain(grouped(of_words), grouped(beside)[1:]):
        counts = np.bincount(types[words], minlength=alike.shape[0]).astype(np.float64)
        pairs += float(counts @ (pattern @ counts))
    return pairs


def _expected(
    group: Group, types: Ints, alike: sparse.csr_matrix, shards: list[Ints], classes: Ints
) -> float:
    """Return the mean of the accuracies to be expected of the shards, by their words."""
    values, weights = [], []
    for citances in shards:
        words = np.flatnonzero(np.isin(group.owners, citances))
        owners = np.searchsorted(citances, group.owners[words])
        part = group._replace(owners=owners, size=len(citances))
        values.append(expected_accuracy(alike[types[words]][:, types[words]], classes[words], part))
        weights.append(len(words))
    return float(np.average(values, weights=weights))


MAX_NODES = 8_000  # that hang together: 830 MB


class _Nodes(NamedTuple):
    """The n nodes of a set of types that hang together, by their first words.

    Attributes:
        words: (m,) int64, the words of all, in ascending order.
        of_words: (m,) int64, the node of each.
        firsts: (n,) int64, the first word of each.
        types: (n,) int64, the type of each.
    """

    words: Ints
    of_words: Ints
    firsts: Ints
    types: Ints


def average_link_of_types(
    types: Ints,
    similarity: Any,
    owners: Ints,
    *,
    floor: float,
    forbidden: Any,
    most_nodes: int = MAX_NODES,
) -> Merges:
    """Cluster words as ``closure.average_link`` does, down to a similarity of ``floor``.

    Args:
        types: (N,) int64, the type of each word, numbered by their first words.
        similarity: (T, T), of words of two types, symmetric, 0 to 1, sparse or dense; that of words
            of one type is on the diagonal.
        owners: (N,) int64, the citance of each word, ascending.
        floor: least mean similarity of a merge.
        forbidden: (T, T) bool, symmetric, sparse or dense: types that are never in one cluster.
        most_nodes: of a set whose types are taken apart.
    """
    alike = sparse.csr_matrix(similarity, dtype=np.float64)
    alike.data = rounded(np.minimum(alike.data, 1))
    least = float(rounded(floor))
    alone = alike.diagonal()
    of_citances = np.unique(np.stack([types, owners]), axis=1)
    alone[np.bincount(of_citances[0], minlength=len(alone)) < 2] = 0
    others = alike - sparse.diags(alike.diagonal())
    best = np.asarray(others.max(axis=1).todense()).ravel() if len(alone) else alone
    strong = others.tocoo()
    kept = strong.data >= least
    component = components(strong.row[kept], strong.col[kept], len(alone))
    parts: list[tuple[Ints, Ints, Floats]] = []
    words_of_types = grouped(types, len(alone))
    for members in grouped(component, int(component.max(initial=-1)) + 1):
        members = members[np.maximum(alone, best)[members] >= least]
        words = np.sort(np.concatenate([words_of_types[t] for t in members.tolist()] or [members]))
        if len(words) < 2:
            continue
        apart = alone < best
        nodes = _nodes(words, types, apart)
        if len(nodes.firsts) > most_nodes:
            nodes = _nodes(words, types, np.zeros_like(apart))
        first, second, height = _merged(nodes, alike, owners, forbidden, least)
        inside = alone[nodes.types]  # the height at which a node is whole, or joined with another
        np.maximum.at(inside, first, height)
        np.maximum.at(inside, second, height)
        later = nodes.words != nodes.firsts[nodes.of_words]
        within = nodes.of_words[later]
        made = inside[within] >= least
        # A node is whole before it is joined: its own merges come first, and are no lower.
        parts.append((nodes.firsts[within[made]], nodes.words[later][made], inside[within[made]]))
        parts.append((nodes.firsts[first], nodes.firsts[second], height))
    return numbered_merges(parts, owners, floor)


def _nodes(words: Ints, types: Ints, apart: Bools) -> _Nodes:
    """Make a node of each type, or of each of its words where it is taken apart."""
    # Types come first in the numbers of nodes' keys, single words after them.
    keys = np.where(apart[types[words]], len(types) + words, types[words])
    positions, node = by_first(keys)
    firsts = words[positions]
    return _Nodes(words, node, firsts, types[firsts])


def _merged(
    nodes: _Nodes, alike: sparse.csr_matrix, owners: Ints, forbidden: Any, least: float
) -> tuple[Ints, Ints, Floats]:
    """Return the merges of nodes: the node that is kept, the one that is added, the mean."""
    size = len(nodes.firsts)
    citances, citance = np.unique(owners[nodes.words], return_inverse=True)
    ones, places = np.ones(len(nodes.words), np.int32), (nodes.of_words, citance.ravel())
    counts = sparse.csr_matrix((ones, places), (size, len(citances)))
    # All pairs of words of two nodes, without those of one citance.
    pairs = -(counts @ counts.T).toarray()
    words = np.bincount(nodes.of_words).astype(np.int32)
    pairs += words[:, None] * words
    sums = alike[nodes.types][:, nodes.types].toarray()
    sums *= pairs
    np.fill_diagonal(sums, 0)
    return greedy_merges(sums, pairs, block(forbidden, nodes.types), least)
