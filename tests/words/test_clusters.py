"""Word classes from unlabelled text: words with the same neighbours stand together.

Positive pointwise mutual information by hand, and what its factors give back.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.errors import InputError
from spacy_citalign.words import clusters as clusters_module
from spacy_citalign.words.clusters import (
    ClusterTable,
    WordClusters,
    factor,
    learn_clusters,
    normalize,
    positive_information,
)

GENES = ["Zork1", "Blip2", "Quux3", "Frob4"]
PLACES = ["liver", "kidney", "spleen", "heart"]


@pytest.fixture(scope="module")
def texts():
    """Genes are expressed, organs are expressed in; no word says so by its form."""
    choose = np.random.default_rng(0).integers(0, 4, (400, 2)).tolist()
    return [f"the {GENES[a]} gene is found in the {PLACES[b]} of mice".split() for a, b in choose]


def few_clusters(texts, sizes=(4, 6), min_count=4):
    """Put words into few classes, by rows of four dimensions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clusters_module, "SIZES", sizes)
        patch.setattr(clusters_module, "_MIN_COUNT", min_count)
        patch.setattr(clusters_module, "_DIMENSIONS", 4)
        return learn_clusters(texts)


@pytest.fixture(scope="module")
def clusters(texts):
    return few_clusters(texts)


def classes(clusters, words):
    return np.stack(ClusterTable(clusters)(words), axis=1).tolist()


def test_words_with_the_same_neighbours_share_their_classes(clusters):
    genes, places = classes(clusters, GENES), classes(clusters, PLACES)
    assert genes == [genes[0]] * 4
    assert places == [places[0]] * 4
    assert genes[0] != places[0]


@pytest.mark.parametrize(
    ("word", "like"), [("ZORK1", "zork1"), ("Zork9", "Zork1"), ("LIVER", "liver")]
)
def test_letter_case_and_which_digit_do_not_matter(clusters, word, like):
    assert normalize(word) == normalize(like)
    assert classes(clusters, [word]) == classes(clusters, [like])


def test_an_unknown_word_is_of_no_class(clusters):
    unknown, other = classes(clusters, ["mentioned", "nowhere"])
    assert unknown == other
    assert all(unknown != own for own in classes(clusters, [*GENES, *PLACES]))


def test_rare_words_are_left_out(texts):
    clusters = few_clusters([*texts, ["rare", "words"]], sizes=(4,), min_count=2)
    assert classes(clusters, ["rare"]) == classes(clusters, ["unseen"])
    clusters = few_clusters([*texts, ["rare", "words"]], sizes=(4,), min_count=1)
    assert classes(clusters, ["rare"]) != classes(clusters, ["unseen"])


def test_hashes_ascend_and_classes_are_in_range(clusters):
    assert np.all(np.diff(clusters.words.astype(object)) > 0)
    assert clusters.classes.dtype == np.uint16
    assert clusters.classes.shape == (len(clusters.words), 2)
    assert np.all(clusters.classes.max(axis=0) < (4, 6))


def test_same_texts_same_classes(texts, clusters):
    again = few_clusters(texts)
    assert all(np.array_equal(a, b) for a, b in zip(clusters, again, strict=True))


def test_more_classes_than_words_is_a_class_for_each():
    clusters = learn_clusters([["a", "b", "a", "b"]] * 3)
    assert sorted(clusters.classes[:, 0].tolist()) == [0, 1]


def test_neighbours_are_not_counted_across_texts():
    with pytest.raises(InputError, match="beside others"):
        learn_clusters([["alone"]] * 20)


@pytest.mark.parametrize("texts", [[], [[]], [["rare", "words"]]])
def test_too_little_text_is_said(texts):
    with pytest.raises(InputError, match="give more text"):
        learn_clusters(texts)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(max_size=8), max_size=6))
def test_any_word_can_be_looked_up(words):
    table = ClusterTable(
        WordClusters(np.array([3, 9], dtype=np.uint64), np.zeros((2, 3), dtype=np.uint16))
    )
    columns = table(words)
    assert [column.shape for column in columns] == [(len(words),)] * 3


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
