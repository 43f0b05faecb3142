"""How alike the words of an aligned class are."""

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .shared_entries import DENSE

Integers = NDArray[np.int64]


class ClassLikeness(NamedTuple):
    """How alike the words of a class are, which stand in M nodes.

    Attributes:
        mean: of the similarities of words of different citances, 0 to 1.
        of_nodes: (M,), the mean of each node with those of other citances.
        rows: (n,) int64, the node of each word, from 0.
    """

    mean: float
    of_nodes: NDArray[np.floating]
    rows: NDArray[np.int64]


class WordSimilarities:
    """The similarities of a group's N words, which stand in M nodes.

    Args:
        similarity: (M, M) of nodes, symmetric, in 0..1.
        nodes: (N,) int64, the node of each word.
        owners: (N,) int64, the citance of each word.
        parts: (N, L) int64 as in ``Alignment``, None where all words were compared.
    """

    def __init__(
        self,
        similarity: sparse.csr_matrix,
        nodes: Integers,
        owners: Integers,
        parts: Integers | None,
    ):
        self._similarity = similarity
        self._nodes = nodes
        self._owners = owners
        self._parts = parts

    def within(self, words: Integers) -> ClassLikeness:
        """Return how alike the words of a class are, ascending numbers: (n,)."""
        nodes = self._nodes[words]
        first = rows = np.arange(len(words))
        if not (nodes[1:] > nodes[:-1]).all():  # else the nodes are the words, or as many
            nodes, first, rows = np.unique(nodes, return_index=True, return_inverse=True)
        apart = self._compared(words[first])
        values = self.similarities(nodes)
        mean = float(values[apart].mean()) if apart.any() else 0.0
        of_nodes = (values * apart).sum(axis=1) / np.maximum(apart.sum(axis=1), 1)
        return ClassLikeness(mean, of_nodes, rows)

    def _compared(self, words: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which of some words are of different citances, and were compared: (m, m)."""
        owners = self._owners[words]
        apart = owners[:, None] != owners
        if self._parts is None:
            return apart
        parts = self._parts[words]
        return apart & ((parts[:, None] == parts) & (parts >= 0)).any(axis=2)

    def similarities(self, nodes: NDArray[np.int64]) -> NDArray[np.floating]:
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
        place = np.minimum(np.searchsorted(nodes, columns), len(nodes) - 1)
        inside = np.flatnonzero(nodes[place] == columns)
        values[row[inside], place[inside]] = matrix.data[at[inside]]
        return values

    @cached_property
    def _summed(self) -> sparse.csr_matrix:
        """The similarities, each in one entry."""
        if self._similarity.has_canonical_format:
            return self._similarity
        matrix = self._similarity.copy()
        matrix.sum_duplicates()
        return matrix

    @cached_property
    def _dense(self) -> NDArray[np.floating] | None:
        """All similarities, in small groups, where each sparse matrix costs more than that."""
        return self._similarity.toarray() if self._similarity.shape[0] <= DENSE else None
