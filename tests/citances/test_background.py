"""Counts of everyday words and of adjacent words, as a model keeps them."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.statistics import Background
from spacy_citalign.errors import InputError
from spacy_citalign.words.hashing import hash_strings

# "leaf" 3 times, "margin" 2, "rot" 2, "heals" 1; 8 words.
PHRASES = [["leaf", "margins"], ["Leaf", "margin", "rots"], ["leaf"], ["rot", "heals"]]


def counted(**least):
    settings = {"least_word": 1, "least_pair": 1} | least
    return Background.count(PHRASES, **settings)


def keys(*stems):
    return hash_strings(stems)


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


STEMS = ["leaf", "moth", "wasp"]


@given(
    st.lists(st.lists(st.sampled_from(STEMS), max_size=5), max_size=6),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_counts_are_those_of_counting(phrases, least_word, least_pair):
    background = Background.count(phrases, least_word=least_word, least_pair=least_pair)
    words = Counter(word for phrase in phrases for word in phrase)
    pairs = Counter(pair for phrase in phrases for pair in pairwise(phrase))
    expected = [words[word] if words[word] >= least_word else 0 for word in STEMS]
    assert background.counts(keys(*STEMS)).tolist() == expected
    both = [(one, other) for one in STEMS for other in STEMS]
    found = background.pair_counts_of(*(keys(*side) for side in zip(*both, strict=True)))
    assert found.tolist() == [pairs[pair] if pairs[pair] >= least_pair else 0 for pair in both]
    # A commoner word is not rarer.
    rarity = background.rarity(keys(*STEMS))
    order = np.argsort(expected, kind="stable")
    assert np.all(np.diff(rarity[order]) <= 1e-6)
    assert np.all((rarity >= 0) & (rarity <= 1))
