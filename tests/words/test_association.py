"""Positive pointwise mutual information by hand, and what its factors give back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.words.association import factor, positive_information


def information(counts):
    return positive_information(sparse.coo_array(np.array(counts, dtype=float))).toarray()


def test_information_by_hand():
    # Columns have 3 and 1 counts, raised to .75; p(0 | row 1) is below the share of column 0.
    first = 3**0.75 / (3**0.75 + 1)
    expected = [[np.log(1 / first), 0], [0, np.log((1 / 2) / (1 - first))]]
    assert information([[2, 0], [1, 1]]) == pytest.approx(np.array(expected))


def test_words_that_stand_everywhere_alike_have_no_information():
    assert information([[1, 1], [2, 2]]) == pytest.approx(np.zeros((2, 2)))


def test_no_counts_no_information():
    assert information([[0, 0], [0, 0]]).tolist() == [[0, 0], [0, 0]]


@given(st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1, max_size=5))
def test_information_is_positive_and_only_where_there_are_counts(counts):
    found = information(counts)
    assert np.all(found >= 0)
    assert np.all((found == 0) | (np.array(counts) > 0))


@given(st.integers(1, 9))
def test_a_context_of_ones_own_says_more_the_rarer_it_is(times):
    share = 2**0.75 / (2**0.75 + times**0.75)
    expected = np.diag([-np.log(share), -np.log(1 - share)])
    assert information([[2, 0], [0, times]]) == pytest.approx(expected)


def test_factors_of_a_symmetric_matrix_give_it_back():
    # U S V' = U S U' where no eigenvalue is below 0, and vectors are U times the root of S.
    root = np.random.default_rng(1).random((6, 3))
    matrix = root @ root.T
    vectors = factor(sparse.csr_array(matrix), 3)
    assert vectors.shape == (6, 3)
    assert vectors @ vectors.T == pytest.approx(matrix)


def test_fewer_dimensions_keep_the_strongest():
    vectors = factor(sparse.csr_array(np.diag([9.0, 1.0, 4.0])), 2)
    assert np.abs(vectors) == pytest.approx(np.array([[3.0, 0], [0, 0], [0, 2.0]]), abs=1e-9)


def test_equal_seeds_give_equal_vectors():
    matrix = sparse.csr_array(np.random.default_rng(2).random((9, 7)))
    assert np.array_equal(factor(matrix, 4, seed=5), factor(matrix, 4, seed=5))
