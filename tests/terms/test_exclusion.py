"""What is no term: rules over words, their tags, and names that a text cites."""

import numpy as np
import pytest

import spacy_citalign.terms.texts as module
from spacy_citalign.terms.texts import (
    Exclusion,
    find_exclusion,
    generic_words,
    no_exclusion,
    united,
)
from spacy_citalign.words.data_files import read_words

# A phrase, its tags, and whether it may be a term; authors are Smith and Jones.
PHRASES = [
    ("moss counts", "NN NNS", True),
    ("Smith normal form", "NNP JJ NN", True),
    ("Smith", "NNP", False),
    ("Smith and Jones", "NNP CC NNP", False),
    ("Markov model", "NNP NN", True),
    ("results", "NNS", False),
    ("Results of the study", "NNS IN DT NN", False),
    ("assay results", "NN NNS", True),
    ("Introduction", "NN", False),
    ("someone", "NN", False),
    ("your moss", "PRP$ NN", False),
    ("these counts", "DT NNS", False),
    ("X", "NN", False),
    ("X chromosome", "NN NN", True),
    ("K +", "NN SYM", True),
    ("12", "CD", False),
    ("12 %", "CD NN", False),
    ("p53", "NN", True),
    ("ACGTACGTAACC", "NN", False),
    ("CAT", "NN", True),
    ("moss ) counts", "NN -RRB- NNS", False),
    ("moss ( LM", "NN -LRB- NN", False),
    ("lunar moss ( LM )", "JJ NN -LRB- NN -RRB-", True),
    ("moss ) in ( LM", "NN -RRB- IN -LRB- NN", True),  # known to pass: they are as many
]


@pytest.mark.parametrize(("phrase", "tags", "admitted"), PHRASES)
def test_a_phrase_may_be_a_term_or_not(phrase, tags, admitted):
    words = phrase.split()
    exclusion = find_exclusion(words, tags.split(), authors={"Smith", "Jones"})
    assert exclusion.admits(np.array([0]), np.array([len(words)])).tolist() == [admitted]


def test_no_term_touches_barred_words():
    words = "models of Smith et al. of moss".split()
    exclusion = find_exclusion(words, ["NN"] * len(words), [(2, 5)])
    starts, ends = np.array([0, 0, 2, 4, 5, 6]), np.array([1, 3, 5, 7, 7, 7])
    assert exclusion.admits(starts, ends).tolist() == [True, False, False, False, True, True]


def test_documents_in_a_row_are_as_each_alone():
    first = find_exclusion(["Smith", "moss"], ["NNP", "NN"], authors={"Smith"})
    row = united([first, no_exclusion(2), first])
    starts = np.arange(6)
    assert row.admits(starts, starts + 1).tolist() == [False, True, True, True, False, True]


def test_of_no_words_there_is_nothing_to_admit():
    none = np.zeros(0, dtype=np.int64)
    assert find_exclusion([], []).admits(none, none).tolist() == []
    assert isinstance(no_exclusion(0), Exclusion)


def test_generic_words_are_in_small_letters_and_stand_once():
    (words,) = read_words(module.__package__, "generic_words.txt").values()
    assert len(words) == len(set(words)) == len(generic_words())
    assert words == [word.lower() for word in words]
