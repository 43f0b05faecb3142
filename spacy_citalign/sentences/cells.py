"""Cells of the matrix of two texts, sparse: the pairs of sentences that may be aligned.

A text of 20,000 sentences has 400 million pairs with another one, of which a few are like each
other at all; everything beyond the paper works on those alone.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Cells:
    """Cells of a matrix, and values at and around them.

    Args:
        rows, columns: (K,) int64, sorted by row, then by column, none twice.
        shape: how many rows and columns the matrix has.
    """

    def __init__(self, rows: Ints, columns: Ints, shape: tuple[int, int]):
        self.rows, self.columns, self.shape = rows, columns, shape

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.rows)

    @cached_property
    def _keys(self) -> Ints:
        return self.rows * self.shape[1] + self.columns

    def places(self, rows: Ints, columns: Ints) -> Ints:
        """Return the place of each of these among the cells, -1 of those that are none."""
        inside = (rows >= 0) & (rows < self.shape[0]) & (columns >= 0) & (columns < self.shape[1])
        if not len(self):
            return np.full(len(rows), -1)
        keys = rows * self.shape[1] + columns
        places = np.minimum(np.searchsorted(self._keys, keys), len(self) - 1)
        return np.where(inside & (self._keys[places] == keys), places, -1)

    def beside(self, values: Floats, down: int, right: int) -> Floats:
        """Return for each cell the value so far below and to the right of it, 0 where is none."""
        places = self.places(self.rows + down, self.columns + right)
        return np.where(places >= 0, values[places], 0.0)

    def highest(self, values: Floats, axis: int) -> Floats:
        """Return the highest value of each row (axis 1) or column (axis 0), 0 without cells.

        Args:
            values: (K,) not negative.
            axis: as numpy has it.
        """
        groups = self.rows if axis else self.columns
        found = np.zeros(self.shape[0] if axis else self.shape[1])
        np.maximum.at(found, groups, values)
        return found

    def rivals(self, values: Floats, axis: int) -> Floats:
        """Return for each cell the highest value of the others in its row (axis 1) or column."""
        groups = self.rows if axis else self.columns
        highest = self.highest(values, axis)
        first = values == highest[groups]
        several = np.bincount(groups[first], minlength=len(highest)) > 1
        second = self.highest(np.where(first, 0.0, values), axis)
        return np.where(first & ~several[groups], second[groups], highest[groups])
