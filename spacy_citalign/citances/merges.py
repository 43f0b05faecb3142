"""The merges of a clustering of words, from which the classes at any threshold are read.

Notes:
    Merging two clusters makes the similarity to a third the mean of two means, weighted by their
    pairs, so it never exceeds the larger one: an upper bound on a row's best stays one, and a merge
    is never more similar than the one before. For this to hold to the last bit similarities are
    rounded to multiples of ``STEP``: sums are then exact, whatever their order, and equal means are
    equal numbers. Thresholds are rounded alike, so a similarity of .9 passes a threshold of .9.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.array_types import Floats, Integers
from ..words.lazy_scipy import sparse

STEP = 2.0**-26  # 1.5e-8; sums of 2^27 similarities are exact


class Merges(NamedTuple):
    """The M merges of a clustering, most similar first.

    Attributes:
        first, second: (M,) int64, the merged clusters, first < second; 0 to N - 1 are the words,
            N + m is the cluster that merge m made, as in scipy's linkage.
        height: (M,) float64, descending: mean similarity of the two, from ``floor`` to 1.
        size: (M,) int64, words of the new cluster.
        owners: (N,) int64, the citance of each word.
        floor: least height of the merges that were looked for.
    """

    first: Integers
    second: Integers
    height: Floats
    size: Integers
    owners: Integers
    floor: float

    def classes(self, threshold: float) -> Integers:
        """Return the classes after all merges of at least this height: (N,) int64.

        A cluster whose words are all of one citance is aligned to nothing.

        Raises:
            SettingError: the threshold is below ``floor``, where merges are not known.
        """
        if not threshold >= self.floor:
            raise SettingError(
                f"threshold {threshold} is below the floor {self.floor} of this clustering; "
                "cluster again with a lower floor"
            )
        words = len(self.owners)
        made = int(np.searchsorted(-self.height, -rounded(threshold), side="right"))
        parts = np.concatenate([self.first[:made], self.second[:made]])
        clusters = np.tile(np.arange(words, words + made), 2)
        label = components(clusters, parts, words + made)[:words]
        first_word = np.unique(label, return_index=True)[1]
        elsewhere = self.owners != self.owners[first_word[label]]
        several = np.bincount(label, elsewhere) > 0
        return (np.cumsum(several, dtype=np.int64) * several)[label]


def numbered_merges(
    keep: Integers, gone: Integers, height: Floats, owners: Integers, floor: float
) -> Merges:
    """Number the clusters of M merges, which are known by their first words.

    Args:
        keep, gone: (M,) int64, the first word of the merged clusters, ``keep`` the lower.
        height: (M,) float64, descending.
        owners, floor: as ``Merges`` has them.
    """
    words = len(owners)
    cluster, size = list(range(words)), [1] * words
    rows = np.empty((len(keep), 3), dtype=np.int64)
    for row, (a, b) in enumerate(zip(keep.tolist(), gone.tolist(), strict=True)):
        size[a] += size[b]
        rows[row] = min(cluster[a], cluster[b]), max(cluster[a], cluster[b]), size[a]
        cluster[a] = words + row
    return Merges(rows[:, 0], rows[:, 1], height, rows[:, 2], owners, floor)


def components(left: Integers, right: Integers, size: int) -> Integers:
    """Return the connected component of each node, numbered from 0 by their first nodes."""
    from scipy.sparse.csgraph import connected_components

    graph = sparse.csr_matrix((np.ones(len(left)), (left, right)), (size, size))
    label = connected_components(graph, directed=False)[1]
    return by_first(label)[1]


def by_first(values: NDArray, axis: int | None = None) -> tuple[Integers, Integers]:
    """Number equal values from 0 by their first positions.

    Returns:
        The first positions, ascending, and the number of each value.
    """
    _, firsts, label = np.unique(values, return_index=True, return_inverse=True, axis=axis)
    rank = np.empty_like(firsts)
    rank[np.argsort(firsts)] = np.arange(len(firsts))
    return np.sort(firsts), rank[label.ravel()]


def grouped(label: Integers, size: int = 0) -> list[Integers]:
    """Return the ascending positions of each label from 0 to the largest, and to size - 1."""
    order = np.argsort(label, kind="stable")
    return np.split(order, np.cumsum(np.bincount(label, minlength=size))[:-1])


def rounded(values: Any) -> Any:
    """Return similarities, rounded to multiples of ``STEP``."""
    return np.rint(np.asarray(values) / STEP) * STEP
