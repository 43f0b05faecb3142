"""Association of words: positive pointwise mutual information, and its factors.

Levy & Goldberg (2014), "Neural word embedding as implicit matrix factorization", NIPS; Levy,
Goldberg & Dagan (2015), "Improving distributional similarity with lessons learned from word
embeddings", TACL 3.
"""

import numpy as np
from numpy.typing import NDArray

from .lazy_scipy import sparse

_SMOOTHING = 0.75


def positive_information(counts: "sparse.coo_array") -> "sparse.csr_array":
    """Return max(0, log p(row, column) / (p(row) p(column))) of counts: (V, C) to (V, C) float64.

    Counts of columns are raised to .75, which keeps rare contexts from being overrated (context
    distribution smoothing of Levy, Goldberg & Dagan 2015).
    """
    row, column = counts.row, counts.col
    totals = np.bincount(row, counts.data, counts.shape[0])
    context = np.bincount(column, counts.data, counts.shape[1]) ** _SMOOTHING
    context /= max(context.sum(), 1.0)
    values = np.log(counts.data / (totals[row] * context[column]))
    positive = values > 0
    return sparse.csr_array((values[positive], (row[positive], column[positive])), counts.shape)


def factor(information: "sparse.csr_array", dimensions: int, seed: int = 0) -> NDArray[np.float64]:
    """Return the rows' vectors by a truncated singular value decomposition: (V, D) float64.

    Singular values count by their root.
    """
    from sklearn.utils.extmath import randomized_svd

    left, values, _ = randomized_svd(information, dimensions, random_state=seed)
    return np.asarray(left * np.sqrt(values))
