"""The two methods of Nelken & Shieber (2006) that choose pairs, sections 4.3 and 4.4.

Both take at most ``limit`` partners a sentence, the most probable ones, in both directions: "we
allow many-to-one matching of sentences, but limit them to at most 2-to-1 sentences". A pair is
taken if it is among the best of its row and of its column; of equal ones the first.

The path of section 4.4 is the heaviest through all pairs, a variant of Needleman & Wunsch (1970)
without a penalty off the diagonal: with pr(i, j) the probability that sentences i and j match,

    s(i, j) = max(s(i - 1, j - 1), s(i - 1, j), s(i, j - 1)) + pr(i, j)

from the first pair of sentences to the last. No probability is below 0, so that a step along the
diagonal never earns more than the same step by way of a neighbour: the path is a staircase of n + m
- 1 cells, and the diagonal move is left out here.

A row is one step of numpy: with C(j) the sum of pr(i, 0) to pr(i, j), s(i, j) = C(j) + max over k
<= j of (s(i - 1, k) - C(k - 1)). To make sums exact, so that paths that are equally good are equal,
probabilities are rounded to multiples of 2 ** -40.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Bools, Floats, Ints
from .calibration import Matrix, Probabilities
from .similarity import first_by

MIN_PROBABILITY = 0.005
"""Least probability of pairs on the path of method 2."""
ABOVE = 0.65
"""What pairs off the path exceed."""
_ONE = 1 << 40  # sums of 2 ** 22 ones fit into int64


class Links(NamedTuple):
    """Pairs of sentences of two texts, sorted by the first, then the second.

    Attributes:
        first: (K,) int64, numbers of sentences of the first text.
        second: (K,) int64, likewise.
        probability: (K,) float64, 0 to 1.
    """

    first: Ints
    second: Ints
    probability: Floats


def by_threshold(
    probabilities: Floats | Probabilities,
    threshold: float,
    *,
    limit: int = 2,
    first_sentences: bool = True,
) -> Links:
    """Take the pairs of at least a probability (method 1).

    Args:
        probabilities: (n, m) float64, 0 to 1, or what gives them in blocks.
        threshold: the least probability.
        limit: partners of a sentence.
        first_sentences: whether the first sentences of both texts match whatever their probability;
            that pair does not count towards the limit of others.
    """
    if isinstance(probabilities, np.ndarray):
        probabilities = Matrix(probabilities)
    rows, columns, values = _candidates(probabilities, threshold, limit)
    kept = limited(rows, columns, values, limit)
    rows, columns = rows[kept], columns[kept]
    if first_sentences and min(probabilities.shape):
        rows, columns = np.append(rows, 0), np.append(columns, 0)
    return _links(rows, columns, probabilities)


def by_alignment(
    probabilities: Floats | Probabilities,
    *,
    limit: int = 2,
    least: float = MIN_PROBABILITY,
    added: int = 5,
    above: float = ABOVE,
) -> Links:
    """Take the pairs on the heaviest path, and the most probable ones off it (method 2).

    The paper does not say whether pairs of the path count among the n = 5 that are added; here they
    do not, and the limit does not hold for what is added. The n is for texts of any length: it is
    much for texts of 25 sentences and little for those of a thousand.

    Args:
        probabilities: (n, m) float64, 0 to 1, or what gives them in blocks.
        limit: partners of a sentence on the path.
        least: pairs of the path with a lower probability are dropped.
        added: how many pairs off the path are added at most.
        above: which probability they exceed.
    """
    if isinstance(probabilities, np.ndarray):
        probabilities = Matrix(probabilities)
    path = alignment_path(probabilities)
    values = probabilities.at(path[:, 0], path[:, 1])
    likely = values >= least
    rows, columns = path[likely].T
    kept = limited(rows, columns, values[likely], limit)
    more_rows, more_columns = _off_path(probabilities, path, added, above)
    return _links(
        np.append(rows[kept], more_rows), np.append(columns[kept], more_columns), probabilities
    )


def limited(rows: Ints, columns: Ints, probabilities: Floats, limit: int) -> Bools:
    """Mark the pairs that are among the ``limit`` most probable of their row and of their column.

    Args:
        rows, columns: (K,) int64.
        probabilities: (K,) float64.
        limit: partners of a sentence.

    Returns:
        (K,) bool.
    """
    kept = np.zeros((2, len(rows)), dtype=np.bool_)
    kept[0, first_by(rows, probabilities, columns, limit)] = True
    kept[1, first_by(columns, probabilities, rows, limit)] = True
    return np.logical_and(*kept)


def _candidates(
    probabilities: Probabilities, threshold: float, limit: int
) -> tuple[Ints, Ints, Floats]:
    """Return rows, columns and values of the cells that ``limited`` has to know of.

    Of each block, what is among the best of its row or of its column there.
    """
    candidates = [(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))]
    start = 0
    for block in probabilities.blocks():
        rows, columns = np.nonzero(block >= threshold)
        values = block[rows, columns]
        by_column = first_by(columns, values, rows, limit)
        best = np.union1d(first_by(rows, values, columns, limit), by_column)
        candidates.append((start + rows[best], columns[best], values[best]))
        start += len(block)
    rows, columns, values = map(np.concatenate, zip(*candidates, strict=True))
    return rows, columns, values


def _off_path(
    probabilities: Probabilities, path: Ints, most: int, above: float
) -> tuple[Ints, Ints]:
    """Return rows and columns of the most probable cells off the path; of equal ones the first."""
    cells, values = np.zeros((0, 2), dtype=np.int64), np.zeros(0)
    start = 0
    for block in probabilities.blocks():
        high = block > above
        on_path = path[(path[:, 0] >= start) & (path[:, 0] < start + len(block))]
        high[on_path[:, 0] - start, on_path[:, 1]] = False
        values = np.append(values, block[high])
        cells = np.concatenate([cells, np.argwhere(high) + np.array([start, 0])])
        top = np.argsort(-values, kind="stable")[:most]
        cells, values = cells[top], values[top]
        start += len(block)
    return cells[:, 0], cells[:, 1]


def _links(rows: Ints, columns: Ints, probabilities: Probabilities) -> Links:
    width = max(probabilities.shape[1], 1)
    rows, columns = np.divmod(np.unique(rows * width + columns), width)
    return Links(rows, columns, probabilities.at(rows, columns))


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
