"""How alike two citances are: worked by hand, and what holds for all groups."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.similarity import citance_similarity


def test_by_hand():
    # Citance 0 has units a and b, 1 has c, 2 has d; a and c are alike by .5, nothing else is.
    similarity = np.zeros((4, 4))
    similarity[0, 2] = similarity[2, 0] = 0.5
    found = citance_similarity(sparse.csr_matrix(similarity), np.array([0, 0, 1, 2]), 3)
    alike, alone = np.log(4 / 1.5), np.log(4 / 1)
    first = (0.5 * alike + 0.5 * alike) / 2 / np.sqrt((alike + alone) * alike)
    assert found[0, 1] == found[1, 0] == pytest.approx(first)
    assert found[0, 2] == found[1, 2] == 0


def test_equal_citances_are_alike_and_empty_ones_like_none():
    similarity = sparse.csr_matrix(np.array([[0, 1], [1, 0]]))
    found = citance_similarity(similarity, np.array([0, 1]), 3)
    assert found[0, 1] == pytest.approx(1)
    assert found[2].tolist() == [0, 0, 0]
    assert citance_similarity(sparse.csr_matrix((0, 0)), np.zeros(0, np.int64), 2).shape == (2, 2)


def brute_force(similarity, owners, size):
    units = range(len(owners))
    best = np.zeros((len(owners), size))
    for u in units:
        best[u, owners[u]] = 1
        for v in units:
            best[u, owners[v]] = max(best[u, owners[v]], similarity[u, v])
    weight = np.log((size + 1) / best.sum(axis=1))
    total = [sum(weight[u] for u in units if owners[u] == c) for c in range(size)]
    found = np.zeros((size, size))
    for i in range(size):
        for j in range(size):
            both = sum(weight[u] * best[u, j] for u in units if owners[u] == i)
            both += sum(weight[u] * best[u, i] for u in units if owners[u] == j)
            found[i, j] = min(both / 2 / np.sqrt(max(total[i], 1e-9) * max(total[j], 1e-9)), 1)
    return found


@given(st.integers(0, 10_000), st.integers(1, 5), st.integers(0, 8))
def test_like_brute_force(seed, size, units):
    rng = np.random.default_rng(seed)
    owners = np.sort(rng.integers(0, size, units))
    similarity = rng.random((units, units)) * (rng.random((units, units)) < 0.5)
    similarity = np.maximum(similarity, similarity.T) * (owners[:, None] != owners)
    found = citance_similarity(sparse.csr_matrix(similarity), owners, size)
    np.testing.assert_allclose(found, brute_force(similarity, owners, size), atol=1e-9)
    np.testing.assert_allclose(found, found.T)
