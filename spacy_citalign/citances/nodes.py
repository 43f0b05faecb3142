"""The nodes of the clustering: units of words, with the posteriors of their words put together.

A source word is aligned to one target word at most, so the posteriors of a word to a unit of three
words share its mass out over the three, and over the unit's repetitions in the same citance. Added
up over all of them they say what is wanted: is this word aligned to that unit?
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .features import GroupFeatures


class Nodes(NamedTuple):
    """M nodes of a group's N words: units, where units alike in one citance are one node.

    Attributes:
        of_words: (N,) int64, the node of each word; nodes are numbered by their first words.
        units: (N,) int64, the unit of each word, numbered from 0 in order.
        owners: (M,) int64, the citance of each node.
    """

    of_words: NDArray[np.int64]
    units: NDArray[np.int64]
    owners: NDArray[np.int64]


def make_nodes(features: GroupFeatures, continues: NDArray[np.bool_]) -> Nodes:
    """Form nodes, given which words continue the unit of the word before: (N,) bool."""
    owners = features.group.owners
    units = np.cumsum(~continues) - 1 if len(continues) else np.zeros(0, dtype=np.int64)
    stems = features.types.stem_numbers[features.types.rows].tolist()
    parts = np.split(np.arange(len(units)), np.flatnonzero(np.diff(units)) + 1)
    numbers: dict[tuple[int, ...], int] = {}
    of_units = [
        numbers.setdefault((int(owners[part[0]]), *(stems[word] for word in part)), len(numbers))
        for part in parts
        if len(part)
    ]
    of_words = np.array(of_units, dtype=np.int64)[units]
    _, first = np.unique(of_words, return_index=True)
    return Nodes(of_words, units, owners[first])


def node_members(nodes: Nodes) -> sparse.csr_matrix:
    """Return which words each node has: (N, M) float64, 0 or 1."""
    words, size = len(nodes.of_words), len(nodes.owners)
    return sparse.csr_matrix(
        (np.ones(words), (np.arange(words), nodes.of_words)), shape=(words, size)
    )


def word_shares(posteriors: sparse.csr_matrix, nodes: Nodes) -> sparse.csr_matrix:
    """Return the expected share of a node's words that are aligned to another.

    It is (M, M) float64, in 0..1, from (N, N) posteriors.
    """
    member = node_members(nodes)
    counts = np.bincount(nodes.of_words, minlength=len(nodes.owners)).astype(np.float64)
    share = sparse.diags(1 / np.maximum(counts, 1)) @ (member.T @ posteriors @ member)
    return share.tocsr().minimum(1.0)


def node_similarity(posteriors: sparse.csr_matrix, nodes: Nodes) -> sparse.csr_matrix:
    """Return how likely any two nodes are aligned: (M, M) float64, symmetric, in 0..1.

    The two directions, which the paper joins by a union, are joined by their geometric mean: a link
    counts as far as both find it.
    """
    share = word_shares(posteriors, nodes)
    return share.multiply(share.T).sqrt().tocsr()
