"""Word vectors in four bits a number: near the given ones, zeros for unknown words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.statistics import WordVectors
from spacy_citalign.errors import InputError
from spacy_citalign.words.hashing import hash_strings

WORDS = hash_strings(["leaf", "root", "moss"])


def cosines(rows):
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return rows @ rows.T


@given(st.integers(0, 2**32 - 1))
def test_rows_are_unit_vectors_with_nearly_the_given_cosines(seed):
    given_vectors = np.random.default_rng(seed).normal(size=(3, 200))
    rows = WordVectors.quantized(WORDS, given_vectors).rows(WORDS)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(3), abs=1e-5)
    assert cosines(rows) == pytest.approx(cosines(given_vectors), abs=0.06)


def test_length_of_a_vector_does_not_matter():
    vectors = np.random.default_rng(0).normal(size=(3, 8))
    one, other = (WordVectors.quantized(WORDS, vectors * scale).codes for scale in (1, 1000))
    assert np.array_equal(one, other)


def test_unknown_words_are_zeros_and_order_is_that_asked_for():
    vectors = WordVectors.quantized(WORDS, np.array([[3, 1], [0, 2], [-1, -1.0]]))
    assert vectors.codes.shape[1] == 1  # two numbers each
    asked = hash_strings(["moss", "wasp", "leaf", "leaf"])
    rows = vectors.rows(asked)
    assert rows.dtype == np.float32
    assert rows[1].tolist() == [0, 0]
    assert np.array_equal(rows[2], rows[3])
    assert np.array_equal(rows[[0]], vectors.rows(WORDS[2:]))


def test_two_numbers_share_a_byte():
    codes = WordVectors.quantized(WORDS[:1], np.array([[1.0, -1.0]])).codes
    assert codes.shape == (1, 1)
    low, high = int(codes[0, 0]) & 15, int(codes[0, 0]) >> 4
    assert low - 7 == -(high - 7) > 0


def test_a_vector_of_zeros_and_no_words():
    assert not WordVectors.quantized(WORDS[:1], np.zeros((1, 4))).rows(WORDS[:1]).any()
    nothing = WordVectors(WORDS[:0], np.zeros((0, 2), np.uint8))
    assert nothing.rows(WORDS).shape[0] == 3
    assert not nothing.rows(WORDS).any()


@pytest.mark.parametrize(
    "codes", [np.zeros((2, 1), np.uint8), np.zeros(3, np.uint8), np.zeros((3, 1), np.int8)]
)
def test_codes_that_do_not_fit_are_refused(codes):
    with pytest.raises(InputError, match=r"3 keys do not fit codes of shape .*; give a row each"):
        WordVectors(WORDS, codes)
