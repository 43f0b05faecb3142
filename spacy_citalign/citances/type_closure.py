"""Average link over the types of words, of which a large group has far fewer than words.

Words of one type are as alike to every other word as the others of their type are. Where they are
not less alike among themselves, average link over words joins them before it joins any with others,
so they can be one node from the beginning, whose pairs of words of different citances are counted.
The words of any other type are a node each. So this is what ``closure.average_link`` finds, but for
the order of merges that are equally good.

What it does not do: in a set of nodes that hang together and are more than ``MAX_NODES``, all
words of a type are one node, which is joined with another as a whole or not at all.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..words.array_types import Floats, Integers
from .closure import block, greedy_merges
from .merges import Merges, by_first, components, grouped, numbered_merges, rounded

MAX_NODES = 8_000  # that hang together: 830 MB


class _Nodes(NamedTuple):
    """The n nodes of a set of types that hang together, by their first words.

    Attributes:
        words: (m,) int64, the words of all, in ascending order.
        of_words: (m,) int64, the node of each.
        firsts: (n,) int64, the first word of each.
        types: (n,) int64, the type of each.
    """

    words: Integers
    of_words: Integers
    firsts: Integers
    types: Integers


def average_link_of_types(
    types: Integers,
    similarity: Any,
    owners: Integers,
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
    alone[np.bincount(_distinct(types, owners)[0], minlength=len(alone)) < 2] = 0
    others = alike - sparse.diags(alike.diagonal())
    best = np.asarray(others.max(axis=1).todense()).ravel() if len(alone) else alone
    strong = others.tocoo()
    kept = strong.data >= least
    component = components(strong.row[kept], strong.col[kept], len(alone))
    keep, gone, heights = [], [], []
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
        inside = np.maximum(alone[nodes.types], _first_joins(first, second, height, nodes.firsts))
        later = nodes.words != nodes.firsts[nodes.of_words]
        within = nodes.of_words[later]
        made = inside[within] >= least
        # A node is whole before it is joined: its own merges come first, and are no lower.
        keep += [nodes.firsts[within[made]], nodes.firsts[first]]
        gone += [nodes.words[later][made], nodes.firsts[second]]
        heights += [inside[within[made]], height]
    nothing = np.zeros(0, dtype=np.int64)
    height = np.concatenate([np.zeros(0), *heights])
    order = np.argsort(-height, kind="stable")
    return numbered_merges(
        np.concatenate([nothing, *keep])[order],
        np.concatenate([nothing, *gone])[order],
        height[order],
        owners,
        floor,
    )


def _nodes(words: Integers, types: Integers, apart: NDArray[np.bool_]) -> _Nodes:
    """Make a node of each type, or of each of its words where it is taken apart."""
    # Types come first in the numbers of nodes' keys, single words after them.
    keys = np.where(apart[types[words]], len(types) + words, types[words])
    positions, node = by_first(keys)
    firsts = words[positions]
    return _Nodes(words, node, firsts, types[firsts])


def _merged(
    nodes: _Nodes, alike: sparse.csr_matrix, owners: Integers, forbidden: Any, least: float
) -> tuple[Integers, Integers, Floats]:
    """Return the merges of nodes: the node that is kept, the one that is added, the mean."""
    size = len(nodes.firsts)
    citances, citance = np.unique(owners[nodes.words], return_inverse=True)
    counts = sparse.csr_matrix(
        (np.ones(len(nodes.words), np.int32), (nodes.of_words, citance.ravel())),
        (size, len(citances)),
    )
    # All pairs of words of two nodes, without those of one citance.
    pairs = -(counts @ counts.T).toarray()
    words = np.bincount(nodes.of_words).astype(np.int32)
    pairs += words[:, None] * words
    sums = alike[nodes.types][:, nodes.types].toarray()
    sums *= pairs
    np.fill_diagonal(sums, 0)
    return greedy_merges(sums, pairs, block(forbidden, nodes.types), least)


def _first_joins(first: Integers, second: Integers, height: Floats, firsts: Integers) -> Floats:
    """Return the height at which each node is joined with another first, 0 where it never is."""
    joined = np.zeros(len(firsts))
    np.maximum.at(joined, first, height)
    np.maximum.at(joined, second, height)
    return joined


def _distinct(types: Integers, owners: Integers) -> Integers:
    """Return the distinct pairs of type and citance: (2, M)."""
    return np.unique(np.stack([types, owners]), axis=1)
