"""Sums of sparse rows of weights, which are looked up by the keys of features.

Of a row of weights (labels of all models, for each place that a gram may begin at) a few numbers in
a hundred are not zero; only these are kept, each with the place in the result that it is added to.
There are two ways to add rows up, for few weights and for many. Both add them in the order of their
keys, so that sums are the same to the last bit, whichever way it is and whatever else is summed.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints
from ..words.hashing import Hashes, HashTable
from ..words.lazy_scipy import sparse
from .weights import SparseWeights

MAX_SMALL = 1 << 14  # weights up to so many are summed without a sparse matrix, which costs more

Sums = NDArray[np.float32]


class RowSums:
    """The weights of some groups of features.

    The weights of the keys of place n are added to the columns from ``n * stride`` on, in one row
    that holds those of all places; where they have more than ``stride`` columns, places overlap.

    Args:
        weights: of each group.
        columns: of each group, (starts * D,) int32: where its weights are added, from the place on.
        stride: columns from a place to the next.
        marks: (groups,) uint64, what the keys of each group are mixed with by exclusive or, so that
            they can stand in one table.
    """

    def __init__(
        self,
        weights: Sequence[SparseWeights],
        columns: Sequence[NDArray[np.int32]],
        stride: int,
        marks: Hashes,
    ):
        keys, sizes, places, values = [np.zeros(0, dtype=np.uint64)], [], [], []
        for part, where, mark in zip(weights, columns, marks, strict=False):
            part = _in_order(part)
            firsts = np.flatnonzero(np.diff(part.rows, prepend=-1))
            keys.append(part.features.keys[part.rows[firsts]] ^ mark)
            sizes.append(np.diff(firsts, append=len(part.rows)))
            places.append(where[part.columns])
            values.append(part.values)
        self._table = HashTable(np.concatenate(keys))
        self._stride = stride
        self._width = max([stride, *(int(where.max()) + 1 for where in columns)])
        starts = np.cumsum(np.concatenate([[0], *sizes]))
        flat = np.concatenate([np.zeros(0, np.float32), *values])
        indices = np.concatenate([np.zeros(0, np.int32), *places]).astype(np.int32)
        self._parts = flat, indices, starts.astype(np.int32)

    @cached_property
    def _rows(self) -> "sparse.csr_array":
        """The weights of each row, of which many are taken at a time."""
        return sparse.csr_array(self._parts, shape=(len(self._parts[2]) - 1, self._width))

    def bags(self, sizes: Ints, keys: Hashes) -> Sums:
        """Add up the rows of the known keys of each bag, of weights of one group.

        Args:
            sizes: (N,) int64, keys of each bag.
            keys: (K,) uint64 with their mark, bag after bag.

        Returns:
            (N, stride) float32, and rows for what goes beyond the last place.
        """
        rows = self._table.rows(keys)
        known = np.flatnonzero(rows >= 0)
        return self._sums(rows[known], np.searchsorted(known, np.cumsum(sizes)))

    def grid(self, keys: Hashes) -> Sums:
        """Add up the rows of the known keys of each place: (N, G) uint64 with their marks.

        Returns:
            (N, stride) float32, and rows for what goes beyond the last place.
        """
        rows = self._table.rows(keys)
        known = rows >= 0
        return self._sums(rows[known], np.cumsum(known.sum(axis=1)))

    def _sums(self, hits: NDArray[np.int32], ends: Ints) -> Sums:
        """Add up rows, (H,) numbers of them, up to each of (N,) ends."""
        beyond = -(-(self._width - self._stride) // self._stride)
        size = (len(ends) + beyond) * self._stride
        values, indices, firsts = self._parts
        starts = firsts[hits]
        bounds = np.zeros(len(hits) + 1, dtype=np.int64)
        np.cumsum(firsts[hits + 1] - starts, out=bounds[1:])
        count = int(bounds[-1])
        if count > MAX_SMALL:
            taken = self._rows[hits]
            columns, values = taken.indices, taken.data
        else:
            at = np.arange(count) + np.repeat(starts - bounds[:-1], np.diff(bounds))
            columns, values = indices[at], values[at]
        places = np.arange(len(ends), dtype=np.int32) * np.int32(self._stride)
        columns = columns + np.repeat(places, np.diff(bounds[ends], prepend=0))
        if count > MAX_SMALL:
            row = (values, columns, np.array([0, count], dtype=np.int32))
            return sparse.csr_array(row, shape=(1, size)).toarray().reshape(-1, self._stride)
        sums = np.zeros(size, dtype=np.float32)
        np.add.at(sums, columns, values)
        return sums.reshape(-1, self._stride)


def _in_order(part: SparseWeights) -> SparseWeights:
    """Return weights by rows and columns, as those that were stored are."""
    steps, further = np.diff(part.rows), np.diff(part.columns) > 0
    if ((steps > 0) | (steps == 0) & further).all():
        return part
    order = np.lexsort((part.columns, part.rows))
    return part._replace(
        rows=part.rows[order], columns=part.columns[order], values=part.values[order]
    )
