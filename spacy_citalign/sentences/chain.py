"""The heaviest chain of pairs of sentences: the alignment that respects the order of both texts.

What Nelken & Shieber's recurrence (section 4.4) approximates cell by cell of the whole matrix is
here found exactly on sparse pairs, with one link a sentence: of all sets of pairs in which both
numbers grow, the one with the highest sum. O(K log K) for K pairs, whatever the size of the matrix.
"""

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray


def heaviest_chain(
    rows: NDArray[np.int64], columns: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the positions of the pairs of the heaviest strictly monotone chain, in its order.

    Of chains of equal weight one that ends in earlier columns is taken.

    Args:
        rows, columns: (K,) pairs, none twice.
        weights: (K,) positive.

    Returns:
        (L,) int64 positions, rows and columns of which grow.

    >>> heaviest_chain(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([1.0, 2.0, 1.5]))
    array([0, 2])
    """
    # The best chains by their last column: both columns and weights of the frontier ascend. Pairs
    # of one row come with falling columns, so that none follows another of its row.
    ends: list[int] = []
    totals: list[float] = []
    lasts: list[int] = []
    before = np.full(len(rows), -1)
    order = np.lexsort((-columns, rows))
    pairs = zip(order.tolist(), columns[order].tolist(), weights[order].tolist(), strict=True)
    for pair, column, weight in pairs:
        position = bisect_left(ends, column)
        total = weight
        if position:
            total += totals[position - 1]
            before[pair] = lasts[position - 1]
        if position < len(ends) and ends[position] == column and totals[position] >= total:
            continue
        stop = position
        while stop < len(ends) and totals[stop] <= total:
            stop += 1
        ends[position:stop] = [column]
        totals[position:stop] = [total]
        lasts[position:stop] = [pair]
    chain = [lasts[-1]] if lasts else []
    while chain and before[chain[-1]] >= 0:
        chain.append(int(before[chain[-1]]))
    return np.array(chain[::-1], dtype=np.int64)
