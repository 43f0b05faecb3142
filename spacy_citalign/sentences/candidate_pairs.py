"""Candidate pairs of two texts: the pairs of sentences that may be aligned, as a sparse matrix.

A text of 20,000 sentences has 400 million pairs with another one, of which a few are like each
other at all; everything beyond the paper works on those alone. A pair is a row, the number of a
sentence of the first text, and a column, that of a sentence of the second.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class CandidatePairs:
    """Pairs of sentences, and values at and around them.

    Args:
        rows, columns: (K,) int64, sorted by row, then by column, none twice.
        shape: how many sentences the two texts have.
    """

    def __init__(self, rows: Ints, columns: Ints, shape: tuple[int, int]):
        self.rows, self.columns, self.shape = rows, columns, shape

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.rows)

    @cached_property
    def _keys(self) -> Ints:
        return self.rows * self.shape[1] + self.columns

    def positions(self, rows: Ints, columns: Ints) -> Ints:
        """Return the position of each of these pairs among the candidates, -1 where it is none."""
        inside = (rows >= 0) & (rows < self.shape[0]) & (columns >= 0) & (columns < self.shape[1])
        if not len(self):
            return np.full(len(rows), -1)
        keys = rows * self.shape[1] + columns
        positions = np.minimum(np.searchsorted(self._keys, keys), len(self) - 1)
        return np.where(inside & (self._keys[positions] == keys), positions, -1)

    def neighbour_values(self, values: Floats, down: int, right: int) -> Floats:
        """Return for each pair the value so many rows and columns from it, 0 where is none."""
        positions = self.positions(self.rows + down, self.columns + right)
        return np.where(positions >= 0, values[positions], 0.0)

    def highest(self, values: Floats, axis: int) -> Floats:
        """Return the highest value of each row (axis 1) or column (axis 0), 0 without pairs.

        Args:
            values: (K,) not negative.
            axis: as numpy has it.
        """
        sentences = self.rows if axis else self.columns
        highest = np.zeros(self.shape[0] if axis else self.shape[1])
        np.maximum.at(highest, sentences, values)
        return highest

    def highest_others(self, values: Floats, axis: int) -> Floats:
        """Return for each pair the highest value of the others in its row (axis 1) or column."""
        sentences = self.rows if axis else self.columns
        highest = self.highest(values, axis)
        is_highest = values == highest[sentences]
        several = np.bincount(sentences[is_highest], minlength=len(highest)) > 1
        second = self.highest(np.where(is_highest, 0.0, values), axis)
        return np.where(is_highest & ~several[sentences], second[sentences], highest[sentences])
