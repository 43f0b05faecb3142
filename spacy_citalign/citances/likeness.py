"""How much of what two citances say is alike, from how alike their words are."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Integers = NDArray[np.int64]


def citance_similarity(
    similarity: sparse.csr_matrix, owners: Integers, size: int
) -> NDArray[np.float64]:
    """Return how much of what two citances say is alike: (K, K), symmetric, 0..1.

    A unit counts as much as its most similar unit in the other citance is like it, and the less the
    more citances have such units: with m(u, c) the largest similarity of unit u to those of citance
    c, 1 in its own, it weighs w(u) = log((K + 1) / sum of m(u, c) over all c). Two citances are as
    alike as the weight of the units of both that the other has, over the root of the product of
    their weights: Dice's coefficient with the geometric mean, so that a short sentence can be like
    a long one.

    Args:
        similarity: (M, M) of units, symmetric, 0..1.
        owners: (M,) the citance of each unit.
        size: K citances.
    """
    units = len(owners)
    best = _best(similarity, owners, size)
    weights = np.log((size + 1) / np.maximum(np.asarray(best.sum(axis=1)).ravel(), 1.0))
    members = sparse.csr_matrix((weights, (owners, np.arange(units))), shape=(size, units))
    shared = (members @ best).toarray()
    totals = np.maximum(np.asarray(members.sum(axis=1)).ravel(), 1e-9)
    alike = (shared + shared.T) / 2 / np.sqrt(totals[:, None] * totals)
    return np.asarray(np.minimum(alike, 1.0), dtype=np.float64)


def _best(similarity: sparse.csr_matrix, owners: Integers, size: int) -> sparse.csr_matrix:
    """Return the largest similarity of each unit to those of each citance: (M, K)."""
    entries = similarity.tocoo()
    units = len(owners)
    rows = np.concatenate([entries.row, np.arange(units)]).astype(np.int64)
    columns = np.concatenate([owners[entries.col], owners])
    values = np.concatenate([entries.data.astype(np.float64), np.ones(units)])
    order = np.lexsort((values, columns, rows))
    places = (rows * size + columns)[order]
    last = np.append(places[1:] != places[:-1], True)[: len(places)]
    chosen = order[last]
    return sparse.csr_matrix((values[chosen], (rows[chosen], columns[chosen])), shape=(units, size))
