"""Groups that are too large to compare each word with each: types of words are, and shards of them.

Words of a work with thousands of citances recur: the words that differ, its *types*, are far fewer.
So a large group is aligned in steps that cost what its types cost, and little for each word more:

1. Units are cut and compared as in any group, with the statistics of all citances, once for each
   two types (``unit_aligner``).
2. Types are clustered by average link, with the numbers of their words (``type_closure``). Classes
   are those of the exact alignment, but for merges that are equally good.
3. What an alignment keeps of each two words, their similarity, is kept for words of like citances
   only: citances are divided by the main direction of their vectors, and again, until a shard has
   few enough words; and for some words of each class, of all shards.

Merges are known down to the threshold, and not below. Confidences are those of the pairs of words
that are kept; the accuracy to be expected is the mean over the shards.
"""

from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..memory import check_memory
from ..words.array_types import Floats, Integers
from .alignment import Alignment
from .confidence import ClassConfidence
from .decoding import expected_accuracy
from .group import Group
from .merges import grouped
from .reasons import class_reasons
from .type_closure import average_link_of_types
from .unit_aligner import WordSimilarity
from .word_roles import word_kinds
from .word_table import WordTable

_A_KEPT_PAIR = 120  # bytes of a similarity that is kept, until all are
_MAX_OF_CLASS = 64  # words of a class that are compared with each other in any shard


def align_large(
    group: Group,
    types: Integers,
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
    beside = _words_of_classes(classes)
    kept = _kept_pairs(types, alike, of_words, classes, beside)
    check_memory(
        kept * _A_KEPT_PAIR,
        f"a group of {len(of_words):,} words, with {kept:,.0f} pairs alike in like citances,",
    )
    return Alignment(
        owners=group.owners,
        size=group.size,
        classes=classes,
        nodes=np.arange(len(group.words)),
        similarity=_similarity(types, alike, of_words, classes, beside),
        merges=merges,
        threshold=threshold,
        expected_ama=_expected(group, types, alike, shards, classes),
        kinds=word_kinds(compared.table),
        rarity=compared.table.rarity[compared.table.stem].astype(np.float64).round(2),
        confidence=confidence,
        reasons=tuple(class_reasons(compared.pair_features, classes)),
        parts=np.stack([of_words, np.where(beside, classes, 0) - 1], axis=1),
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


def _words_of_classes(classes: Integers) -> NDArray[np.bool_]:
    """Choose some words of each class, evenly, the first and the last among them: (N,) bool."""
    chosen = np.zeros(len(classes), dtype=bool)
    order = np.argsort(classes, kind="stable")
    borders = np.searchsorted(classes[order], np.arange(1, classes.max(initial=0) + 2))
    for start, end in zip(borders[:-1].tolist(), borders[1:].tolist(), strict=True):
        places = np.linspace(start, end - 1, min(end - start, _MAX_OF_CLASS))
        chosen[order[places.round().astype(np.int64)]] = True
    return chosen


def _similarity(
    types: Integers,
    alike: sparse.csr_matrix,
    of_words: Integers,
    classes: Integers,
    beside: NDArray[np.bool_],
) -> sparse.csr_matrix:
    """Return the similarities that are kept: within shards, and of the words beside them."""
    rows, columns, values = [], [], []
    numbered = np.where(beside, classes, 0)
    for words, shards in (
        *((words, None) for words in grouped(of_words)),
        *((words, of_words[words]) for words in grouped(numbered)[1:]),
    ):
        entries = alike[types[words]][:, types[words]].tocoo()
        kept = entries.data > 0
        if shards is not None:
            kept &= shards[entries.row] != shards[entries.col]
        rows.append(words[entries.row[kept]])
        columns.append(words[entries.col[kept]])
        values.append(entries.data[kept])
    places = (np.concatenate(rows), np.concatenate(columns))
    return sparse.csr_matrix((np.concatenate(values), places), (len(types), len(types)))


def _kept_pairs(
    types: Integers,
    alike: sparse.csr_matrix,
    of_words: Integers,
    classes: Integers,
    beside: NDArray[np.bool_],
) -> float:
    """Return how many similarities are kept, those of words of a class in one shard twice."""
    pattern = alike.astype(bool).astype(np.float64)
    numbered = np.where(beside, classes, 0)
    pairs = 0.0
    for words in chain(grouped(of_words), grouped(numbered)[1:]):
        counts = np.bincount(types[words], minlength=alike.shape[0]).astype(np.float64)
        pairs += float(counts @ (pattern @ counts))
    return pairs


def _expected(
    group: Group,
    types: Integers,
    alike: sparse.csr_matrix,
    shards: list[Integers],
    classes: Integers,
) -> float:
    """Return the mean of the accuracies to be expected of the shards, by their words."""
    values, weights = [], []
    for citances in shards:
        words = np.flatnonzero(np.isin(group.owners, citances))
        part = group._replace(
            owners=np.searchsorted(citances, group.owners[words]), size=len(citances)
        )
        values.append(expected_accuracy(alike[types[words]][:, types[words]], classes[words], part))
        weights.append(len(words))
    return float(np.average(values, weights=weights))
