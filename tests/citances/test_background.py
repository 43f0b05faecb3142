"""Counts of everyday words and of adjacent words, as a model keeps them."""

import math

import numpy as np
import pytest

from spacy_citalign.citances.knowledge.statistics import Background
from spacy_citalign.errors import InputError
from spacy_citalign.words.hashing import combine, hash_strings

# "leaf" 3 times, "margin" 2, "rot" 2, "heal" 1; 8 words. "leaf margin" twice, two pairs once.
WORDS = {"leaf": 3, "margin": 2, "rot": 2, "heal": 1}
PAIRS = {("leaf", "margin"): 2, ("margin", "rot"): 1, ("rot", "heal"): 1}


def keys(*stems):
    return hash_strings(stems)


def counted(words=WORDS, pairs=PAIRS, total=8):
    pair_keys = combine(*(keys(*[pair[side] for pair in pairs]) for side in (0, 1)))
    counts = (np.array(list(kept.values()), np.uint32) for kept in (words, pairs))
    word_counts, pair_counts = counts
    return Background(total, keys(*words), word_counts, pair_keys, pair_counts)


def test_stems_and_adjacent_stems_are_looked_up():
    background = counted()
    counts = background.counts(keys("leaf", "margin", "rot", "heal", "wasp"))
    assert counts.tolist() == [3, 2, 2, 1, 0]
    firsts = keys("leaf", "margin", "rot", "margin", "leaf")
    seconds = keys("margin", "rot", "heal", "leaf", "leaf")
    assert background.pair_counts_of(firsts, seconds).tolist() == [2, 1, 1, 0, 0]  # in this order


def test_rarity_by_hand():
    rarity = counted().rarity(keys("leaf", "heal", "wasp"))
    expected = [-math.log((3 + 1) / 9) / math.log(9), -math.log((1 + 1) / 9) / math.log(9), 1]
    assert rarity == pytest.approx(expected, rel=1e-6)


def test_rarity_is_0_for_the_only_word_and_1_for_others():
    background = counted({"leaf": 5}, {}, 5)
    assert background.rarity(keys("leaf", "wasp")) == pytest.approx([0, 1], abs=1e-6)


def test_a_commoner_word_is_not_rarer():
    rarity = counted().rarity(keys("leaf", "margin", "rot", "heal", "wasp"))
    assert np.all(np.diff(rarity) >= 0)
    assert np.all((rarity >= 0) & (rarity <= 1))


def test_a_corpus_without_words():
    background = counted({}, {}, 1)
    assert background.rarity(keys("leaf")).tolist() == [1]
    assert background.counts(keys()).shape == (0,)


@pytest.mark.parametrize(("words", "pairs", "total"), [(1, 2, 8), (2, 1, 8), (2, 2, 0)])
def test_counts_that_do_not_fit_are_refused(words, pairs, total):
    two = np.arange(2, dtype=np.uint64)
    with pytest.raises(InputError, match=f"{words} and {pairs} counts do not fit 2 and 2 keys"):
        Background(total, two, np.ones(words, np.uint32), two, np.ones(pairs, np.uint32))
