"""Pairs from whole rows say the same as pairs one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from scipy import sparse

from spacy_citalign.citances.units.pair_rows import PairRows

TEXTS = ["leaf", "moss", "leaves", "zork2", "", "mosses", "wasp"]
SIZE = len(TEXTS)
NUMBERS = st.integers(0, SIZE - 1)


@st.composite
def pairs(draw):
    """Few pairs or many: both ways of taking them."""
    chosen = draw(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=60))
    return np.array(chosen, dtype=np.int64).T


def drawn(seed, columns=5):
    return np.random.default_rng(seed).integers(0, 3, (SIZE, columns)).astype(np.float32)


@given(pairs(), st.integers(0, 9))
def test_products_of_rows(places, seed):
    rows, matrix = PairRows(*places), drawn(seed)
    expected = [float(matrix[one] @ matrix[other]) for one, other in places.T]
    assert rows.dots(matrix) == pytest.approx(expected)
    assert rows.dots(sparse.csr_matrix(matrix)) == pytest.approx(expected)


@given(pairs(), st.integers(0, 9))
def test_values_of_a_sparse_matrix(places, seed):
    matrix = drawn(seed, SIZE)
    expected = [matrix[one, other] for one, other in places.T]
    assert PairRows(*places).values(sparse.csr_matrix(matrix)).tolist() == expected


@given(pairs())
def test_texts_are_compared(places):
    scorer = Levenshtein.normalized_similarity
    expected = [scorer(TEXTS[one], TEXTS[other]) for one, other in places.T]
    assert PairRows(*places).compared(TEXTS, scorer) == pytest.approx(expected)


# Two units: of the words 0 and 1 with weights 1 and 3, and of the word 2.
WORDS = np.array([[0, 1], [2, -1]])
WEIGHTS = np.array([1.0, 3.0, 2.0], dtype=np.float32)


def test_words_are_matched_by_hand():
    similarity = np.array([[1, 0, 0.5], [0, 1, 0.25], [0.5, 0.25, 1]], dtype=np.float32)
    rows = PairRows(np.array([0]), np.array([1]))
    least, most, best = rows.matched(similarity, WORDS, WEIGHTS)
    forth = (1 * 0.5 + 3 * 0.25) / (1 + 3)  # each word of the first unit with the only one there
    back = 0.5  # which is nearest to word 0
    assert (least.tolist(), most.tolist(), best.tolist()) == ([forth], [back], [0.5])


@given(st.integers(0, 30))
def test_matches_are_those_of_a_loop(seed):
    generator = np.random.default_rng(seed)
    words = np.full((4, 3), -1)
    for unit in range(4):
        size = generator.integers(1, 4)
        words[unit, :size] = generator.integers(0, 6, size)
    similarity, weights = generator.random((6, 6)).astype(np.float32), generator.random(6)
    first, second = np.triu_indices(4)
    matched = PairRows(first, second).matched(similarity, words, weights.astype(np.float32))
    for place, (one, other) in enumerate(zip(first, second, strict=True)):
        cells = similarity[np.ix_(words[one][words[one] >= 0], words[other][words[other] >= 0])]
        own, others = (weights[words[n][words[n] >= 0]] for n in (one, other))
        means = [cells.max(axis=1) @ own / own.sum(), cells.max(axis=0) @ others / others.sum()]
        expected = [min(means), max(means), cells.max()]
        assert [column[place] for column in matched] == pytest.approx(expected, abs=1e-4)
