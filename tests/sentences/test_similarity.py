"""Similarities: TF*IDF by hand, n-grams against sets of strings, best cells by brute force."""

import tracemalloc
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.sentences.similarity import (
    best_pairs,
    character_vectors,
    cosines,
    cosines_at,
    first_by,
    overlap_vectors,
    tfidf_vectors,
)

MAKERS = [overlap_vectors, tfidf_vectors, character_vectors]
by_maker = pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)

WORDS = st.sampled_from(
    ["cat", "dog", "catalog", "a", "sat", "\u00e4", "\u0130", "\U0001f9ec", "."]
)
TEXTS = st.lists(st.lists(WORDS, max_size=5), max_size=6)

# --- by hand -----------------------------------------------------------------------------------

FIRST = ["the cat sat".split(), "a dog ran ran ran".split()]
SECOND = ["the cat ran".split()]


def test_word_overlap_by_hand():
    found = cosines(overlap_vectors(FIRST, SECOND))
    # Two of three words, and one of three, are shared; "ran" counts once however often it is there.
    np.testing.assert_allclose(found, [[2 / (sqrt(3) * sqrt(3))], [1 / (sqrt(3) * sqrt(3))]])


def test_tfidf_by_hand():
    # Three sentences in all: "the", "cat" and "ran" are in two of them, the others in one.
    two, one = log(3 / 2), log(3 / 1)
    the_cat_sat = sqrt(2 * two**2 + one**2)
    a_dog_ran = sqrt(2 * one**2 + two**2)
    the_cat_ran = sqrt(3 * two**2)
    found = cosines(tfidf_vectors(FIRST, SECOND))
    expected = [
        [2 * two**2 / (the_cat_sat * the_cat_ran)],
        [two**2 / (a_dog_ran * the_cat_ran)],
    ]
    np.testing.assert_allclose(found, expected)


def test_a_word_of_all_sentences_weighs_nothing_in_tfidf():
    first, second = [["the", "cat"], ["the", "dog"]], [["the", "cat"], ["the"]]
    without = [["cat"], ["dog"]], [["cat"], []]
    np.testing.assert_array_equal(
        cosines(tfidf_vectors(first, second)), cosines(tfidf_vectors(*without))
    )
    np.testing.assert_allclose(cosines(tfidf_vectors(first, second)), [[1, 0], [0, 0]])


def test_the_same_single_sentence_twice_is_like_itself_by_overlap_alone():
    text = [["one", "sentence"]]
    assert cosines(overlap_vectors(text, text)) == pytest.approx(1)
    assert cosines(tfidf_vectors(text, text)) == 0  # both words are in every sentence there is
    assert cosines(character_vectors(text, text)) == 0


def test_smoothed_tfidf_by_hand():
    two, one = log(1 + 3 / 2), log(1 + 3 / 1)
    found = cosines(tfidf_vectors(FIRST, SECOND, smooth=True))
    expected = 2 * two**2 / (sqrt(2 * two**2 + one**2) * sqrt(3 * two**2))
    assert found[0, 0] == pytest.approx(expected)


@pytest.mark.parametrize("maker", [tfidf_vectors, character_vectors])
def test_smoothed_a_single_sentence_is_like_itself(maker):
    text = [["one", "sentence"]]
    assert cosines(maker(text, text, smooth=True)) == pytest.approx(1)


def grams(words, sizes):
    """The character n-grams of a sentence, as strings."""
    text = f" {' '.join(words).lower()} " if words else ""
    return {text[i : i + size] for size in sizes for i in range(len(text) - size + 1)}


def oracle(first, second):
    """Cosines of sets weighed by log(N / DF), one cell at a time."""
    every = [*first, *second]
    weight = {
        gram: log(len(every) / sum(gram in other for other in every))
        for grams_of_one in every
        for gram in grams_of_one
    }

    def product(one, other):
        return sum(weight[gram] ** 2 for gram in one & other)

    lengths = [sqrt(product(one, one)) or 1 for one in every]
    return [
        [product(a, b) / (lengths[i] * lengths[len(first) + j]) for j, b in enumerate(second)]
        for i, a in enumerate(first)
    ]


@given(TEXTS, TEXTS, st.sampled_from([(3, 4, 5), (2,), (1, 7)]))
def test_character_ngrams_agree_with_sets_of_strings(first, second, sizes):
    words = [[[w for w in s if w.isalnum()] for s in text] for text in (first, second)]
    sets = [[grams(sentence, sizes) for sentence in text] for text in words]
    found = cosines(character_vectors(first, second, sizes))
    expected = np.reshape(oracle(*sets), (len(first), len(second)))
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_ngrams_are_of_words_with_spaces_and_lower_case():
    first, second = [["The", "cat", "."], ["x"]], [["the-cat"], ["y"]]
    assert cosines(character_vectors(first, second))[0, 0] == pytest.approx(1)
    # " cat " shares " ca" and "cat" with " cats ", but not "at ".
    related = cosines(character_vectors([["cat"], ["x"]], [["cats"], ["y"]]))[0, 0]
    assert 0 < related < 1


# --- what holds for all ------------------------------------------------------------------------


@by_maker
@given(first=TEXTS, second=TEXTS)
def test_rows_are_of_length_one_or_zero(maker, first, second):
    vectors = maker(first, second)
    assert vectors.shape == (len(first), len(second))
    for matrix in vectors:
        lengths = np.sqrt((matrix.toarray() ** 2).sum(axis=1))
        assert all(length == 0 or length == pytest.approx(1) for length in lengths)
    found = cosines(vectors)
    assert found.dtype == np.float64
    assert found.shape == (len(first), len(second))
    assert ((found >= 0) & (found <= 1)).all()


@by_maker
@given(first=TEXTS, second=TEXTS)
def test_the_order_of_the_texts_does_not_matter(maker, first, second):
    one, other = cosines(maker(first, second)), cosines(maker(second, first))
    np.testing.assert_allclose(one, other.T, atol=1e-12)


@by_maker
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([], []),
        ([], [["word"]]),
        ([["word"]], []),
        ([[]], [[]]),
        ([["..."]], [["\ud800"]]),
        ([["cat", "sat"]], [["dogs", "bark"]]),  # nothing in common
        ([["word", "one"], []], [["word", "one"]]),
    ],
    ids=ascii,
)
def test_little_text_is_defined(maker, first, second):
    vectors = maker(first, second)
    found = cosines(vectors)
    assert found.shape == (len(first), len(second))
    assert np.isfinite(found).all()
    rows, columns = best_pairs(vectors, 2)
    assert (found[rows, columns] > 0).all()
    assert len(rows) == np.count_nonzero(found)


@by_maker
def test_identical_texts_have_ones_on_the_diagonal(maker):
    text = [["the", "cat"], ["a", "dog"], ["no", "bird"]]
    found = cosines(maker(text, text))
    np.testing.assert_allclose(np.diag(found), 1)
    assert found.max() <= 1


@given(TEXTS, TEXTS, st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=9))
def test_cosines_at_cells_are_those_of_the_matrix(first, second, cells):
    cells = [(i, j) for i, j in cells if i < len(first) and j < len(second)]
    rows, columns = np.array(cells, dtype=np.int64).reshape(-1, 2).T
    vectors = character_vectors(first, second)
    found = cosines_at(vectors, rows, columns)
    assert found.tolist() == cosines(vectors)[rows, columns].tolist()


def test_cosines_at_many_cells_are_taken_in_parts(monkeypatch):
    monkeypatch.setattr("spacy_citalign.sentences.similarity.MAX_PAIRS", 2)
    vectors = overlap_vectors(FIRST, SECOND * 3)
    rows, columns = np.array([0, 1, 0, 1, 1]), np.array([2, 1, 0, 0, 2])
    found = cosines_at(vectors, rows, columns)
    assert found.tolist() == cosines(vectors)[rows, columns].tolist()


# --- best cells --------------------------------------------------------------------------------


def best_by_brute_force(similarities, most):
    """Cells above 0 that fewer than ``most`` others of their row or of their column go before."""
    n, m = similarities.shape

    def merit(i, j):
        """Of cells as high as each other those nearest to the diagonal, then the first."""
        return -similarities[i, j], abs(i * m - j * n), i, j

    rows = [sorted(range(m), key=lambda j: merit(i, j))[:most] for i in range(n)]
    columns = [sorted(range(n), key=lambda i: merit(i, j))[:most] for j in range(m)]
    return [
        (i, j)
        for i in range(n)
        for j in range(m)
        if similarities[i, j] > 0 and (j in rows[i] or i in columns[j])
    ]


LETTERS = st.lists(st.lists(st.sampled_from("abcd"), max_size=3), max_size=8)  # many ties


@given(LETTERS, LETTERS, st.integers(0, 4), st.integers(1, 9))
def test_best_cells_agree_with_brute_force(first, second, most, block):
    vectors = overlap_vectors(first, second)
    rows, columns = best_pairs(vectors, most, block)
    assert rows.dtype == columns.dtype == np.int64
    found = list(zip(rows.tolist(), columns.tolist(), strict=True))
    assert found == best_by_brute_force(cosines(vectors), most)


def test_of_equal_cells_those_on_the_diagonal_are_best():
    text = [["same"]] * 4
    rows, columns = best_pairs(overlap_vectors(text, text), 1)
    assert list(zip(rows.tolist(), columns.tolist(), strict=True)) == [(i, i) for i in range(4)]
    rows, columns = best_pairs(overlap_vectors(text[:2], text), 1)
    assert list(zip(rows.tolist(), columns.tolist(), strict=True)) == [
        (0, 0),
        (0, 1),
        (1, 2),
        (1, 3),
    ]


def test_best_cells_never_hold_the_whole_matrix():
    rng = np.random.default_rng(0)
    n = 2000
    text = [["common", *map(str, rng.integers(0, 500, 6))] for _ in range(n)]
    vectors = overlap_vectors(text, text[::-1])  # every cell is above 0
    tracemalloc.start()
    best_pairs(vectors, 3, block=32)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < n * n * 8 / 3


def test_first_by_group():
    groups, order = np.array([1, 0, 1, 1, 0]), np.arange(5)
    values = np.array([0.5, 0.1, 0.9, 0.5, 0.2])
    assert first_by(groups, values, order, 2).tolist() == [4, 1, 2, 0]
    assert first_by(groups, values, -order, 2).tolist() == [4, 1, 2, 3]
    assert first_by(groups, values, order, 0).tolist() == []
