"""Similarity of the words of an aligned class, and of what two citances say."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..words.arrays import Bools, Floats, Ints
from .knowledge.thesaurus import DENSE


def citance_similarity(similarity: sparse.csr_matrix, owners: Ints, size: int) -> Floats:
    """Return how much of what two citances say is alike: (K, K), symmetric, 0..1.

    A unit counts as much as its most similar unit in the other citance is like it, and the less the
    more citances have such units: with m(u, c) the largest similarity of unit u to those of citance
    c, 1 in its own, it weighs w(u) = log((K + 1) / sum of m(u, c) over all c). Two citances are as
    alike as the weight of the units of both that the other has, over the root of the product of
    their weights: Dice's coefficient with the geometric mean, so that a short sentence can be like
    a long one.

    Args:
        similarity: (M, M) of units, symmetric, 0..1.
        owners: (M,) the citance of each unit.
        size: K citances.
    """
    units = len(owners)
    best = _best(similarity, owners, size)
    weights = np.log((size + 1) / np.maximum(np.asarray(best.sum(axis=1)).ravel(), 1.0))
    members = sparse.csr_matrix((weights, (owners, np.arange(units))), shape=(size, units))
    shared = (members @ best).toarray()
    totals = np.maximum(np.asarray(members.sum(axis=1)).ravel(), 1e-9)
    alike = (shared + shared.T) / 2 / np.sqrt(totals[:, None] * totals)
    return np.asarray(np.minimum(alike, 1.0), dtype=np.float64)


def _best(similarity: sparse.csr_matrix, owners: Ints, size: int) -> sparse.csr_matrix:
    """Return the largest similarity of each unit to those of each citance: (M, K)."""
    entries = similarity.tocoo()
    units = len(owners)
    rows = np.concatenate([entries.row, np.arange(units)]).astype(np.int64)
    columns = np.concatenate([owners[entries.col], owners])
    values = np.concatenate([entries.data.astype(np.float64), np.ones(units)])
    order = np.lexsort((values, columns, rows))
    places = (rows * size + columns)[order]
    last = np.append(places[1:] != places[:-1], True)[: len(places)]
    chosen = order[last]
    return sparse.csr_matrix((values[chosen], (rows[chosen], columns[chosen])), shape=(units, size))


class ClassSimilarity(NamedTuple):
    """How alike the words of a class are, which stand in M nodes.

    Attributes:
        mean: of the similarities of words of different citances, 0 to 1.
        of_nodes: (M,), the mean of each node with those of other citances.
        rows: (n,) int64, the node of each word, from 0.
    """

    mean: float
    of_nodes: NDArray[np.floating]
    rows: Ints


@dataclass(frozen=True, eq=False)
class WordSimilarities:
    """The similarities of a group's N words, which stand in M nodes.

    Args:
        similarity: (M, M) of nodes, symmetric, in 0..1.
        nodes: (N,) int64, the node of each word.
        owners: (N,) int64, the citance of each word.
        parts: (N, L) int64 as in ``Alignment``, None where all words were compared.
    """

    similarity: sparse.csr_matrix
    nodes: Ints
    owners: Ints
    parts: Ints | None

    def within(self, words: Ints) -> ClassSimilarity:
        """Return how alike the words of a class are, ascending numbers: (n,)."""
        nodes = self.nodes[words]
        first = rows = np.arange(len(words))
        if not (nodes[1:] > nodes[:-1]).all():  # else the nodes are the words, or as many
            nodes, first, rows = np.unique(nodes, return_index=True, return_inverse=True)
        apart = self._compared(words[first])
        values = self.similarities(nodes)
        mean = float(values[apart].mean()) if apart.any() else 0.0
        of_nodes = (values * apart).sum(axis=1) / np.maximum(apart.sum(axis=1), 1)
        return ClassSimilarity(mean, of_nodes, rows)

    def _compared(self, words: Ints) -> Bools:
        """Tell which of some words are of different citances, and were compared: (m, m)."""
        owners = self.owners[words]
        apart = owners[:, None] != owners
        if self.parts is None:
            return apart
        parts = self.parts[words]
        return apart & ((parts[:, None] == parts) & (parts >= 0)).any(axis=2)

    def similarities(self, nodes: Ints) -> NDArray[np.floating]:
        """Return the similarities of some nodes, ascending, among each other, dense: (m, m)."""
        if self._dense is not None:
            return self._dense[nodes[:, None], nodes]
        matrix = self._summed
        values = np.zeros((len(nodes), len(nodes)), dtype=matrix.dtype)
        starts = matrix.indptr[nodes].astype(np.int64)
        sizes = matrix.indptr[nodes + 1] - starts
        row = np.repeat(np.arange(len(nodes)), sizes)
        at = np.arange(len(row)) + (starts - np.cumsum(sizes) + sizes)[row]
        columns = matrix.indices[at]
        position = np.minimum(np.searchsorted(nodes, columns), len(nodes) - 1)
        inside = np.flatnonzero(nodes[position] == columns)
        values[row[inside], position[inside]] = matrix.data[at[inside]]
        return values

    @cached_property
    def _summed(self) -> sparse.csr_matrix:
        """The similarities, each in one entry."""
        if self.similarity.has_canonical_format:
            return self.similarity
        matrix = self.similarity.copy()
        matrix.sum_duplicates()
        return matrix

    @cached_property
    def _dense(self) -> NDArray[np.floating] | None:
        """All similarities, in small groups, where each sparse matrix costs more than that."""
        return self.similarity.toarray() if self.similarity.shape[0] <= DENSE else None
