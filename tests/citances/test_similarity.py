"""How alike the words of a class are: similarities of nodes, in small groups and in large ones."""

import numpy as np
import pytest
from scipy import sparse

from spacy_citalign.citances import similarity as similarity_module
from spacy_citalign.citances.similarity import WordSimilarities

# Five nodes, a word each but the second, which has two; the citances are 0, 0, 0, 1, 1, 2.
NODES = np.array([0, 1, 1, 2, 3, 4])
OWNERS = np.array([0, 0, 0, 1, 1, 2])
DENSE = np.array(
    [
        [0.0, 0.0, 0.5, 0.0, 0.25],
        [0.0, 0.0, 0.0, 0.75, 0.125],
        [0.5, 0.0, 0.0, 0.0, 1.0],
        [0.0, 0.75, 0.0, 0.0, 0.0],
        [0.25, 0.125, 1.0, 0.0, 0.0],
    ]
)


def words(similarity=None, parts=None):
    matrix = sparse.csr_matrix(DENSE) if similarity is None else similarity
    return WordSimilarities(matrix, NODES, OWNERS, parts)


@pytest.fixture
def large(monkeypatch):
    """A group of any size counts as large."""
    monkeypatch.setattr(similarity_module, "DENSE", 0)


def test_similarity_by_hand():
    alike = words().within(np.array([0, 3, 5]))
    assert alike.mean == pytest.approx((0.5 + 0.25 + 1.0) / 3)
    assert alike.of_nodes == pytest.approx([0.375, 0.75, 0.625])
    assert alike.rows.tolist() == [0, 1, 2]


def test_words_of_one_node_count_once():
    alike = words().within(np.array([1, 2, 4]))
    assert alike.mean == pytest.approx(0.75)
    assert alike.of_nodes == pytest.approx([0.75, 0.75])
    assert alike.rows.tolist() == [0, 0, 1]


def test_words_that_were_not_compared_do_not_count():
    parts = np.array([[0], [0], [0], [0], [0], [1]])  # the last word was aligned elsewhere
    assert words(parts=parts).within(np.array([0, 3, 5])).mean == pytest.approx(0.5)
    assert words(parts=-np.ones((6, 1), int)).within(np.array([0, 3, 5])).mean == 0


@pytest.mark.parametrize("nodes", [[0, 2, 4], [1], [0, 1, 2, 3, 4], []])
def test_similarities_of_a_large_group_are_those_of_a_small_one(nodes, large):
    nodes = np.array(nodes, dtype=np.int64)
    halves = sparse.coo_matrix(DENSE / 2)
    twice = sparse.csr_matrix(  # each entry twice, which sums to what it was, columns in disorder
        (
            np.concatenate([halves.data[::-1], halves.data]),
            (
                np.concatenate([halves.row[::-1], halves.row]),
                np.concatenate([halves.col[::-1], halves.col]),
            ),
        ),
        DENSE.shape,
    )
    for similarity in (sparse.csr_matrix(DENSE), twice):
        found = words(similarity).similarities(nodes)
        assert np.array_equal(found, DENSE[nodes[:, None], nodes])
