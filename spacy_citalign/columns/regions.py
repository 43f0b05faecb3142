"""Anchors and coarse columns: a few regions of the sentence instead of hundreds of columns.

Roark (section 5): anchors are "those columns that are rarely empty"; "given k anchors, there are
k + 1 regions, leading to a total of 2k + 1 coarse columns". As in Table 2, odd numbers are anchors,
even ones the regions between them.
"""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
CHOICES = (5, 10, 100)
"""The numbers of anchors in the paper, besides all columns."""


def anchor_columns(occupancy: Ints, anchors: int) -> Ints:
    """Return the columns that are least often empty, ascending.

    >>> anchor_columns(np.array([3, 9, 1, 9, 5]), 2).tolist()
    [1, 3]

    Args:
        occupancy: (M,) int64, sentences that have a word in each column.
        anchors: how many; where there are fewer columns, all of them. Of equals the first.
    """
    chosen = np.argsort(-occupancy, kind="stable")[:anchors]
    return np.sort(chosen)


def regions(columns: Ints, anchors: Ints) -> Ints:
    """Return coarse columns, 0 to 2k, of columns: (N,) int64, -1 for none, to (N,) int64.

    >>> regions(np.array([0, 1, 2, 3, 4, -1]), np.array([1, 3])).tolist()
    [0, 1, 2, 3, 4, -1]
    """
    after = np.searchsorted(anchors, columns)
    is_anchor = np.append(anchors, -2)[after] == columns
    return np.where(columns >= 0, 2 * after + is_anchor, -1)
