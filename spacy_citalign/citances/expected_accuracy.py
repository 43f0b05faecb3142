"""The alignment metric accuracy that a model expects of an alignment, without gold.

Schwartz, Divoli & Hearst (2007), eq. 5 and 6.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .decoding import expected_agreement
from .group import Group


def expected_accuracy(belief: Any, classes: NDArray[np.int64], group: Group) -> float:
    """Return the expected alignment metric accuracy (eq. 5 and 6) without gold, in 0..1.

    Args:
        belief: (N, N), how likely a source word (row) is aligned to a target word, as the words of
            eq. 10, independently: their similarity, or the posteriors; sparse (CSR) or dense.
        classes: (N,) int64, the alignment, 0 for none.
        group: the words.
    """
    words, citances = len(classes), np.count_nonzero(group.lengths)
    if citances < 2:
        return 1.0
    total = 0.0
    for start, rows in blocks(belief, group):
        citance_classes = classes[start : start + rows.shape[1]]
        chosen = (classes[:, None] == citance_classes) & (citance_classes > 0)
        elsewhere = np.ones(words, dtype=bool)
        elsewhere[start : start + rows.shape[1]] = False
        total += float(expected_agreement(rows[elsewhere], chosen[elsewhere]).sum())
    return float(total / (words * (citances - 1)))


def blocks(posteriors: Any, group: Group) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Yield, for each citance with words, its first word and the (N, n) posteriors of its words."""
    for start, length in zip(group.starts.tolist(), group.lengths.tolist(), strict=True):
        if length:
            rows = posteriors[start : start + length]
            dense = rows.toarray() if sparse.issparse(rows) else rows
            yield start, np.minimum(dense.T.astype(np.float64), 1.0)
