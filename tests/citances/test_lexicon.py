"""A lexicon of terms: what is found, symbols and names, what is left out."""

import numpy as np
import pytest

from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.citances.knowledge.lexicon import Lexicon
from spacy_citalign.errors import InputError

TERMS = [
    ("leaf margin", "M1"),
    ("margin of the leaf", "M1"),
    ("leaf margin disease", "M2"),
    ("CAT", "G1"),
    ("Zork2", "G2"),
    ("zorkin-2", "G2"),
    ("moth", "A1"),
]
LEXICON = Lexicon.compile(TERMS, frozenset({"of", "the"}))


def found(text, lexicon=LEXICON, **columns):
    """The terms in a citance, as (words, concept number) in any order."""
    group = make_group([text.split()], **columns)
    runs = lexicon.find(group)
    return {
        " ".join(group.words[start:end]): key
        for start, end, key in zip(
            runs.starts.tolist(), runs.ends.tolist(), runs.concepts.tolist(), strict=True
        )
    }


def test_all_terms_are_found_long_and_short():
    text = "the leaf margins disease of moths"
    assert set(found(text)) == {"leaf margins", "leaf margins disease", "moths"}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("leaf margin", "margin leaf", True),  # both are M1, stop words left out
        ("Zork2", "zorkin 2", True),
        ("leaf margin", "leaf margin disease", False),
        ("CAT", "moth", False),
    ],
)
def test_terms_of_one_concept_have_one_key(one, other, alike):
    assert (found(one)[one] == found(other)[other]) is alike


@pytest.mark.parametrize(
    ("term", "word", "is_found"),
    [
        # A symbol matches in any case, but never in small letters alone.
        ("CAT", "CAT", True),
        ("CAT", "Cat", True),
        ("CAT", "cat", False),
        ("p53", "p53", True),
        ("p53", "P53", True),
        ("Zork2", "zork2", True),  # a digit is no everyday word
        # A name matches in any case and inflection.
        ("moth", "moth", True),
        ("moth", "Moths", True),
        ("moth", "MOTH", True),
        # So does one of several words, whatever their case.
        ("Leaf MARGIN", "leaf margins", True),
    ],
)
def test_symbols_are_no_everyday_words(term, word, is_found):
    assert bool(found(word, Lexicon.compile([(term, "X")]))) is is_found


def test_words_apart_are_no_term():
    first, after, skipped, broken = (
        Adjacency.FIRST,
        Adjacency.NEXT,
        Adjacency.SKIPPED,
        Adjacency.BROKEN,
    )
    assert found("leaf margin", adjacency=[first, skipped])
    assert not found("leaf margin", adjacency=[first, broken])
    assert len(LEXICON.find(make_group([["leaf"], ["margin"]])).starts) == 0
    assert found("moth leaf margin", adjacency=[first, broken, after]).keys() == {
        "moth",
        "leaf margin",
    }


@pytest.mark.parametrize("term", ["", "-", "x", "12", "3.5", "a b c d e f g"])
def test_terms_that_are_left_out(term):
    lexicon = Lexicon.compile([(term, "X")])
    assert lexicon.keys.shape == lexicon.concepts.shape == (0,)


def test_terms_of_six_words_are_the_longest():
    assert found("a b c d e f", Lexicon.compile([("a b c d e f", "X")]))


def test_of_several_concepts_of_a_term_the_first_counts():
    lexicon = Lexicon.compile([("moth", "A1"), ("moths", "A2"), ("wasp", "A2"), ("bee", "A1")])
    assert len(lexicon.keys) == 3
    keys = {word: found(word, lexicon)[word] for word in ("moth", "wasp", "bee")}
    assert keys["moth"] == keys["bee"] != keys["wasp"]


def test_compiling_does_not_depend_on_the_names_of_concepts():
    renamed = Lexicon.compile([(term, f"{concept}/v2") for term, concept in TERMS])
    again = Lexicon.compile(TERMS)
    assert np.array_equal(renamed.keys, again.keys)
    assert np.array_equal(renamed.concepts, again.concepts)
    assert np.all(np.diff(again.keys) > 0)
    assert again.concepts.dtype == np.uint32


def test_keys_and_concepts_are_all_of_a_lexicon():
    again = Lexicon(LEXICON.keys, LEXICON.concepts)
    assert found("Moth leaf margin", again) == found("Moth leaf margin")


def test_nothing_is_found_in_nothing():
    for lexicon in (LEXICON, Lexicon.compile([])):
        for citances in ([], [[]]):
            runs = lexicon.find(make_group(citances))
            assert runs.starts.shape == runs.ends.shape == runs.concepts.shape == (0,)
    assert found("moth", Lexicon.compile([])) == {}


def test_terms_without_a_concept_are_refused():
    with pytest.raises(InputError, match="2 terms do not fit 1 concepts"):
        Lexicon(np.arange(2, dtype=np.uint64), np.zeros(1, np.uint32))
