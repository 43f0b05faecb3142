"""The heaviest path through all pairs of sentences of two texts.

Nelken & Shieber (2006), section 4.4, a variant of Needleman & Wunsch (1970) without a penalty off
the diagonal: with pr(i, j) the probability that sentences i and j match,

    s(i, j) = max(s(i - 1, j - 1), s(i - 1, j), s(i, j - 1)) + pr(i, j)

from the first pair of sentences to the last. No probability is below 0, so that a step along the
diagonal never earns more than the same step by way of a neighbour: the path is a staircase of
n + m - 1 cells, and the diagonal move is left out here.

A row is one step of numpy: with C(j) the sum of pr(i, 0) to pr(i, j),
s(i, j) = C(j) + max over k <= j of (s(i - 1, k) - C(k - 1)). To make sums exact, so that paths that
are equally good are equal, probabilities are rounded to multiples of 2 ** -40.
"""

import numpy as np
from numpy.typing import NDArray

from .blocks import Matrix, Probabilities

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_ONE = 1 << 40  # sums of 2 ** 22 ones fit into int64


def alignment_path(probabilities: Floats | Probabilities) -> Ints:
    """Return the cells of the heaviest path from the first cell to the last.

    Of equal paths it is the one that, seen from its end, goes up before it goes left. Takes
    O(nm) time; beside ``probabilities`` it needs a bit a cell to find the way back.

    >>> alignment_path(np.array([[0.9, 0.1], [0.2, 0.8]])).tolist()
    [[0, 0], [1, 0], [1, 1]]

    Args:
        probabilities: (n, m) float64, 0 to 1, or what gives them in blocks.

    Returns:
        (n + m - 1, 2) int64, row and column of each cell, in order; (0, 2) without cells.

    Raises:
        InputError: there are not two dimensions, or a value is no probability.
    """
    if isinstance(probabilities, np.ndarray):
        probabilities = Matrix(probabilities)
    n, m = probabilities.shape
    if not n or not m:
        return np.zeros((0, 2), dtype=np.int64)
    return _way_back(_moves(probabilities), n, m)


def _moves(probabilities: Probabilities) -> NDArray[np.uint8]:
    """Return, a bit a cell, whether the best path to it comes from the left: (n, ceil(m / 8))."""
    n, m = probabilities.shape
    moves = np.zeros((n, (m + 7) // 8), dtype=np.uint8)
    above = np.zeros(m, dtype=np.int64)
    for i, row in enumerate(row for block in probabilities.blocks() for row in block):
        gains = np.rint(row * _ONE).astype(np.int64)
        sums = np.cumsum(gains)
        entering = above - sums + gains  # from above into each column
        if i == 0:
            entering[1:] = entering[0] - 1  # nothing is above: all come from the left
        best = np.maximum.accumulate(entering)
        moves[i] = np.packbits(entering < best)
        above = best + sums
    return moves


def _way_back(moves: NDArray[np.uint8], n: int, m: int) -> Ints:
    path = np.zeros((n + m - 1, 2), dtype=np.int64)
    i, j = n - 1, m - 1
    for step in range(n + m - 2, -1, -1):
        path[step] = i, j
        if moves[i, j >> 3] >> (7 - (j & 7)) & 1:
            j -= 1
        else:
            i -= 1
    return path
