"""The dictionary: which names are in it, in which case, and how spellings meet."""

import numpy as np
import pytest

from spacy_citalign.genes.rows import GeneDictionary, term_form
from spacy_citalign.words.tokens import split_fine

NAMES = ["ZRK2", "zorkin kinase 2", "ZK-2", "gap", "Q7", "TNF\u03b1", "mup (4)", "ZRK2"]


def contains(dictionary, *names):
    return dictionary.contains([split_fine([name]).words for name in names]).tolist()


@pytest.fixture
def dictionary():
    return GeneDictionary.from_terms(NAMES)


def test_dictionary_knows_its_names_in_their_own_case(dictionary):
    assert contains(dictionary, "ZRK2", "zorkin kinase 2", "TNF\u03b1") == [True] * 3
    assert contains(dictionary, "zrk2", "Zorkin kinase 2", "TNF\u0391") == [False] * 3


def test_dictionary_knows_spellings_that_cut_into_the_same_tokens(dictionary):
    assert contains(dictionary, "ZK - 2", "zorkin  kinase\n2", "mup(4)") == [True] * 3


def test_dictionary_does_not_know_other_names(dictionary):
    assert contains(dictionary, "ZRK", "ZRK22", "zorkin", "kinase 2", "ZK2", "") == [False] * 6


def test_dictionary_holds_names_longer_than_three_characters_only(dictionary):
    # Hsu et al. (2008), section 2.3: its example "gap" is not longer than three.
    assert contains(dictionary, "gap", "Q7") == [False, False]
    assert len(dictionary) == len({"ZRK2", "zorkin kinase 2", "ZK - 2", "TNF\u03b1", "mup ( 4 )"})


def test_dictionary_does_not_depend_on_the_order_of_its_names():
    forward, backward = GeneDictionary.from_terms(NAMES), GeneDictionary.from_terms(NAMES[::-1])
    assert np.array_equal(forward.hashes, backward.hashes)
    assert np.all(np.diff(forward.hashes.astype(object)) > 0)


def test_dictionary_from_its_hashes_is_the_same(dictionary):
    again = GeneDictionary(dictionary.hashes)
    assert contains(again, *NAMES) == contains(dictionary, *NAMES)


def test_dictionary_of_nothing_knows_nothing():
    empty = GeneDictionary.from_terms([])
    assert len(empty) == 0
    assert contains(empty, "ZRK2", "") == [False, False]
    assert empty.contains([]).shape == (0,)


def test_dictionary_leaves_out_names_without_a_token():
    blank = GeneDictionary.from_terms(["    ", "\n\n\n\n\n"])
    assert len(blank) == 0
    assert contains(blank, "") == [False]


@pytest.mark.parametrize(
    ("name", "form"), [("IL-2", "IL - 2"), ("TNF\u03b1", "TNF\u03b1"), ("a  b", "a b")]
)
def test_term_form_is_what_spellings_share(name, form):
    assert term_form(split_fine([name]).words) == form
