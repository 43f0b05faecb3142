"""Counts of everyday words and pairs, and vectors of words, as a model keeps them."""

import math

import numpy as np
import pytest

from spacy_citalign.citances.background import Background
from spacy_citalign.citances.resources import NOTHING, Resources
from spacy_citalign.citances.types import WordTypes
from spacy_citalign.citances.vectors import WordVectors, check_vectors, mean_by_key
from spacy_citalign.errors import InputError
from spacy_citalign.words.hashing import hash_strings

# "leaf" 3 times, "margin" 2, "rot" 2, "heals" 1; 8 words.
PHRASES = [["leaf", "margins"], ["Leaf", "margin", "rots"], ["leaf"], ["rot", "heals"]]


def counted(**least):
    settings = {"least_word": 1, "least_pair": 1} | least
    return Background.count(PHRASES, **settings)


def keys(*stems):
    return hash_strings(stems)


# --- counts ----------------------------------------------------------------------------------


def test_stems_and_adjacent_stems_are_counted():
    background = counted()
    assert background.total == 8
    counts = background.counts(keys("leaf", "margin", "rot", "heal", "wasp"))
    assert counts.tolist() == [3, 2, 2, 1, 0]
    firsts = keys("leaf", "margin", "rot", "margin", "leaf")
    seconds = keys("margin", "rot", "heal", "leaf", "leaf")
    # A pair has an order, and does not reach over the end of a phrase.
    assert background.pair_counts_of(firsts, seconds).tolist() == [2, 1, 1, 0, 0]


def test_rare_words_and_pairs_are_forgotten_but_count_as_words():
    background = counted(least_word=3, least_pair=2)
    assert background.total == 8
    assert background.counts(keys("leaf", "margin")).tolist() == [3, 0]
    firsts, seconds = keys("leaf", "margin"), keys("margin", "rot")
    assert background.pair_counts_of(firsts, seconds).tolist() == [2, 0]


def test_rarity_by_hand():
    rarity = counted().rarity(keys("leaf", "heal", "wasp"))
    expected = [-math.log((3 + 1) / 9) / math.log(9), -math.log((1 + 1) / 9) / math.log(9), 1]
    assert rarity == pytest.approx(expected, rel=1e-6)


def test_rarity_is_0_for_the_only_word_and_1_for_others():
    background = Background.count([["leaf"] * 5], least_word=1)
    assert background.rarity(keys("leaf", "wasp")) == pytest.approx([0, 1], abs=1e-6)


def test_a_corpus_without_words():
    background = Background.count([])
    assert background.total == 1
    assert background.rarity(keys("leaf")).tolist() == [1]
    assert background.counts(keys()).shape == (0,)


@pytest.mark.parametrize(("words", "pairs", "total"), [(1, 2, 8), (2, 1, 8), (2, 2, 0)])
def test_counts_that_do_not_fit_are_refused(words, pairs, total):
    two = np.arange(2, dtype=np.uint64)
    with pytest.raises(InputError, match=f"{words} and {pairs} counts do not fit 2 and 2 keys"):
        Background(total, two, np.ones(words, np.uint32), two, np.ones(pairs, np.uint32))


# --- vectors ---------------------------------------------------------------------------------

THREE = np.array([[1.0, 0.0], [3.0, 4.0], [-2.0, 0.0]])


def test_cosines_by_hand():
    vectors = WordVectors.quantized(keys("leaf", "margin", "rot"), THREE)
    found = vectors.cosine(keys("leaf", "margin", "rot", "wasp"))
    assert found.dtype == np.float32
    # Eight bits: 3 and 4 become 95 and 127.
    share = 95 / math.hypot(95, 127)
    assert share == pytest.approx(3 / 5, abs=0.005)
    expected = [
        [1, share, 0, 0],
        [share, 1, 0, 0],
        [0, 0, 1, 0],  # what points away is as unrelated as what is unknown
        [0, 0, 0, 0],
    ]
    assert found == pytest.approx(np.array(expected), abs=1e-6)


def test_a_vector_of_zeros_is_like_nothing():
    vectors = WordVectors.quantized(keys("leaf", "rot"), np.array([[0.0, 0.0], [1.0, 1.0]]))
    assert vectors.cosine(keys("leaf", "rot")) == pytest.approx(np.diag([0, 1]))


def test_vectors_of_no_word_and_of_unknown_words():
    nothing = WordVectors(keys(), np.zeros((0, 2), np.int8))
    assert nothing.cosine(keys("leaf", "rot")).tolist() == [[0, 0], [0, 0]]
    assert WordVectors.quantized(keys("leaf"), THREE[:1]).cosine(keys()).shape == (0, 0)


def test_words_of_one_stem_share_a_vector():
    distinct, rows = mean_by_key(keys("leaf", "rot", "leaf"), np.array([[5, 0], [0, 2], [0, 1.0]]))
    assert set(distinct.tolist()) == set(keys("leaf", "rot").tolist())
    # Of (1, 0) and (0, 1), which count alike whatever their lengths.
    leaf = rows[distinct.tolist().index(int(keys("leaf")[0]))]
    assert leaf / np.linalg.norm(leaf) == pytest.approx([math.sqrt(0.5)] * 2)


@pytest.mark.parametrize("shape", [(2, 3), (1,)])
def test_vectors_that_do_not_fit_their_keys_are_refused(shape):
    with pytest.raises(InputError, match="1 keys do not fit vectors of shape"):
        WordVectors(keys("leaf"), np.zeros(shape, np.int8))


@pytest.mark.parametrize("vectors", [np.zeros((1, 3)), np.zeros(2), np.full((2, 3), np.nan)])
def test_check_vectors_refuses_what_is_not_a_finite_row_a_word(vectors):
    with pytest.raises(InputError, match="2 words do not fit vectors of shape"):
        check_vectors(["leaf", "rot"], vectors)
    check_vectors(["leaf", "rot"], np.zeros((2, 3)))


# --- what a model knows ----------------------------------------------------------------------


def test_resources_speak_where_their_family_is_wanted():
    types = WordTypes(["leaf", "Leaves", "rots"])
    known = Resources(vectors=WordVectors.quantized(keys("leaf", "rot"), THREE[:2]))
    assert known.similarities(types, frozenset({"senses"})) == {}
    assert NOTHING.similarities(types, frozenset({"vectors", "wordnet"})) == {}
    (name,) = found = known.similarities(types, frozenset({"vectors", "wordnet"}))
    assert name == "vector cosine"
    assert np.array_equal(found[name], known.vectors.cosine(types.stem_keys))
