"""Values for pairs of units, from whole rows of matrices: quick where the pairs fill these rows.

How a product of matrices is rounded depends on their shapes and on the machine; so products are
rounded here, and a tree that asks for "at most 1" gets the same answer everywhere.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.process import cdist, cpdist

from ...words.arrays import Floats32, Ints
from ...words.lazy_scipy import sparse

_FILLED = 8  # of so many places of the rows one at least is a pair, or pairs are taken one by one
_DECIMALS = 4  # of products and means


class PairRows:
    """P pairs of units, as places in the rows of the first ones.

    Args:
        first: (P,) int64.
        second: (P,) int64.
    """

    def __init__(self, first: Ints, second: Ints):
        self._first, self._second = first, second
        self._rows, self._row = np.unique(first, return_inverse=True)
        low, high = int(second.min(initial=0)), int(second.max(initial=-1)) + 1
        self._columns = slice(low, high)
        self._column = second - low
        self._filled = len(first) * _FILLED >= len(self._rows) * (high - low)

    def dots(self, matrix: Any) -> Floats32:
        """Return the products of the rows of a matrix, dense or sparse (CSR): (P,)."""
        if not self._filled and sparse.issparse(matrix):
            product = matrix[self._first].multiply(matrix[self._second])
            dots = np.asarray(product.sum(axis=1), dtype=np.float32).ravel()
        elif not self._filled:
            dots = np.einsum("pf,pf->p", matrix[self._first], matrix[self._second])
        else:
            dots = self._picked(matrix[self._rows] @ matrix[self._columns].T)
        return np.round(dots, _DECIMALS)

    def values(self, matrix: Any) -> NDArray:
        """Return the values of a matrix of units, (U, U), dense or sparse (CSR): (P,)."""
        if not (self._filled and sparse.issparse(matrix)):
            return np.asarray(matrix[self._first, self._second]).ravel()
        return self._picked(matrix[self._rows][:, self._columns])

    def compared(self, texts: Sequence[str], scorer: Callable[..., float]) -> Floats32:
        """Return what a scorer of rapidfuzz says of the texts of units: (P,)."""
        if not self._filled:
            sides = ([texts[n] for n in side.tolist()] for side in (self._first, self._second))
            return cpdist(*sides, scorer=scorer, dtype=np.float32)
        rows = [texts[n] for n in self._rows.tolist()]
        return self._picked(cdist(rows, texts[self._columns], scorer=scorer, dtype=np.float32))

    def matched(
        self, similarity: Floats32, words: Ints, weights: Floats32
    ) -> tuple[Floats32, Floats32, Floats32]:
        """Match each word of a unit with the most similar one of the other unit.

        Args:
            similarity: of S words, (S, S), 0 and more.
            words: (U, L) int64, the words of the units, -1 beyond their ends; one at least.
            weights: (S,) of the words in means.

        Returns:
            The lower mean of the two directions, the higher, the best of all: (P,) each.
        """
        row_words, row_starts = _flat(words[self._rows])
        column_words, column_starts = _flat(words[self._columns])
        cells = similarity[np.ix_(row_words, column_words)]
        of_rows = np.maximum.reduceat(cells, column_starts, axis=1)
        of_columns = np.maximum.reduceat(cells, row_starts, axis=0)
        forth = _means(of_rows, weights[row_words], row_starts, axis=0)
        back = _means(of_columns, weights[column_words], column_starts, axis=1)
        best = np.maximum.reduceat(of_rows, row_starts, axis=0)
        return (
            np.round(self._picked(np.minimum(forth, back)), _DECIMALS),
            np.round(self._picked(np.maximum(forth, back)), _DECIMALS),
            self._picked(best),
        )

    def _picked(self, block: Any) -> NDArray:
        """Return the values of the pairs from those of whole rows: (R, C) to (P,)."""
        dense = block.toarray() if sparse.issparse(block) else block
        return dense[self._row, self._column]


def _flat(words: Ints) -> tuple[Ints, Ints]:
    """Return the words of units one after the other, and where each unit begins."""
    inside = words >= 0
    ends = np.cumsum(inside.sum(axis=1))
    return words[inside], np.append(0, ends[:-1])


def _means(values: Floats32, weights: Floats32, starts: Ints, *, axis: int) -> Floats32:
    """Return the weighted means of the words of units, along an axis."""
    along = weights[:, None] if axis == 0 else weights[None]
    total = np.maximum(np.add.reduceat(weights, starts), np.float32(1e-6))
    sums = np.add.reduceat(values * along, starts, axis=axis)
    return sums / (total[:, None] if axis == 0 else total[None])
