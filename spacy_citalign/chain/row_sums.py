"""Sums of sparse rows of weights, which are looked up by the keys of features.

Of a row of weights (labels of all models, for each place that a gram may begin at) a few numbers in
a hundred are not zero; only these are kept. There are three ways to add rows up, for few rows, for
many and for many full ones. Each adds the weights of a place in the order of its keys, so that sums
are the same to the last bit, whichever way it is and whatever else is summed.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..words.hashing import Hashes
from ..words.table import HashTable
from .weights import SparseWeights

_SMALL = 1 << 14  # weights up to so many are summed without a sparse matrix, which costs more
_MANY = 1 << 15  # rows from so many on may be worth being unfolded
_FULL, _WIDE = 0.4, 16  # if they are full to such a share, and have so many weights, on average

Sums = NDArray[np.float32]


class RowSums:
    """The weights of some groups of features, whose rows stand side by side.

    Args:
        weights: of each group.
        outputs: D, labels of all models together.
        marks: (groups,) uint64, what the keys of each group are mixed with by exclusive or, so that
            they can stand in one table.
    """

    def __init__(self, weights: Sequence[SparseWeights], outputs: int, marks: Hashes):
        widths = [len(part.features.starts) * outputs for part in weights]
        self._bounds = np.cumsum([0, *widths]).tolist()
        keys, sizes, columns, values = [np.zeros(0, dtype=np.uint64)], [], [], []
        for part, mark, left in zip(weights, marks, self._bounds, strict=False):
            order = np.lexsort((part.columns, part.rows))
            used, counts = np.unique(part.rows, return_counts=True)
            keys.append(part.features.keys[used] ^ mark)
            sizes.append(counts)
            columns.append(part.columns[order] + left)
            values.append(part.values[order])
        self._table = HashTable(np.concatenate(keys))
        self._first_rows = np.cumsum([0, *map(len, sizes)]).tolist()
        starts = np.cumsum(np.concatenate([[0], *sizes]))
        flat = np.concatenate([np.zeros(0, np.float32), *values])
        places = np.concatenate([np.zeros(0, np.int32), *columns]).astype(np.int32)
        shape = (len(starts) - 1, self._bounds[-1])
        self._rows = csr_array((flat, places, starts.astype(np.int32)), shape=shape)

    def bags(self, sizes: NDArray[np.int64], keys: Hashes) -> Sums:
        """Add up the rows of the known keys of each bag, of weights of one group.

        Args:
            sizes: (N,) int64, keys of each bag.
            keys: (K,) uint64 with their mark, bag after bag.

        Returns:
            (N, starts * D) float32.
        """
        rows = self._table.rows(keys)
        known = np.flatnonzero(rows >= 0)
        return self._sums(rows[known], np.searchsorted(known, np.cumsum(sizes)))

    def grid(self, keys: Hashes, groups: Sequence[slice]) -> Sums:
        """Add up the rows of the known keys of each place, those of each group for themselves.

        Args:
            keys: (N, G) uint64 with their marks.
            groups: which of the G keys are of each group.

        Returns:
            (N, sum of starts * D) float32, group after group.
        """
        rows = self._table.rows(keys)
        known = rows >= 0
        hits = rows[known]
        if len(hits) >= _MANY:
            starts = self._rows.indptr
            weights = int((starts[hits + 1] - starts[hits]).sum())
            parts = zip(groups, np.diff(self._bounds).tolist(), strict=True)
            whole = sum(int(known[:, group].sum()) * width for group, width in parts)
            if weights > _FULL * whole and weights > _WIDE * len(hits):
                return self._unfolded(rows, groups)
        return self._sums(hits, np.cumsum(known.sum(axis=1)))

    def _sums(self, hits: NDArray[np.int32], ends: NDArray[np.int64]) -> Sums:
        """Add up rows, (H,) numbers of them, up to each of (N,) ends."""
        shape = (len(ends), self._bounds[-1])
        starts = self._rows.indptr[hits]
        lengths = self._rows.indptr[hits + 1] - starts
        stops = np.cumsum(lengths)
        size = int(stops[-1]) if len(stops) else 0
        if size > _SMALL:
            taken = self._rows[hits]
            bounds = taken.indptr[np.append(0, ends)]
            return csr_array((taken.data, taken.indices, bounds), shape=shape).toarray()
        sums = np.zeros(shape[0] * shape[1], dtype=np.float32)
        firsts = np.repeat(np.arange(shape[0]) * shape[1], np.diff(ends, prepend=0))
        at = np.arange(size) + np.repeat(starts - stops + lengths, lengths)
        places = self._rows.indices[at] + np.repeat(firsts, lengths)
        np.add.at(sums, places, self._rows.data[at])
        return sums.reshape(shape)

    def _unfolded(self, rows: NDArray[np.int32], groups: Sequence[slice]) -> Sums:
        """Add up (N, G) rows, -1 for none, as dense rows of those that there are."""
        out = np.zeros((len(rows), self._bounds[-1]), dtype=np.float32)
        for number, group in enumerate(groups):
            first, end = self._first_rows[number : number + 2]
            left, right = self._bounds[number : number + 2]
            of_group = rows[:, group]
            known = (of_group >= first) & (of_group < end)
            hits = of_group[known] - first
            seen = np.zeros(end - first, dtype=bool)
            seen[hits] = True
            distinct = np.flatnonzero(seen)
            taken = self._rows[distinct + first]
            shape = (len(distinct), right - left)
            dense = csr_array((taken.data, taken.indices - left, taken.indptr), shape=shape)
            places = (np.cumsum(seen, dtype=np.int32) - 1)[hits]
            ends = np.append(0, np.cumsum(known.sum(axis=1)))
            ones = np.ones(len(hits), dtype=np.float32)
            matrix = csr_array((ones, places, ends), shape=(len(rows), len(distinct)))
            out[:, left:right] = matrix @ dense.toarray()
        return out
