"""Stems: forms of a word that are the same, words that stay apart, phrases without stop words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.stems import STOP_WORDS, phrase_stems, stem, word_stems
from spacy_citalign.words.stem import porter_stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cleaves", "cleaving"),
        ("Cleavage", "cleavage"),
        ("RNAs", "RNA"),
        ("miRNAs", "miRNA"),
        ("IFN\N{GREEK SMALL LETTER ALPHA}", "IFNalpha"),
        ("TNF\N{GREEK SMALL LETTER GAMMA}", "tnfgamma"),
        ("NFκB", "NFkappaB"),
        ("Β", "beta"),  # a capital Greek letter
    ],
)
def test_forms_of_one_word(one, other):
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Gas6", "Ga6"), ("p53", "p63"), ("IFNβ", "IFN\N{GREEK SMALL LETTER ALPHA}")],
)
def test_other_words(one, other):
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("play a role in", ("plai", "role")),
        ("stem-cells", ("stem", "cell")),
        ("2.5 fold", ("2.5", "fold")),
        ("type 2 helper", ("type", "helper")),  # a single digit is no word of a group
        ("type 12 helper", ("type", "12", "helper")),
        ("of the", ()),
        ("...", ()),
        ("", ()),
    ],
)
def test_phrases_without_stop_words_and_single_digits(phrase, expected):
    assert phrase_stems(phrase) == expected


def test_letters_alone_are_words():
    assert word_stems(["vitamin", "K", "X"]) == ("vitamin", "k", "x")


@given(st.text(st.characters(categories=["Ll", "Lu", "Nd"]), max_size=12))
def test_case_of_plain_words_does_not_matter(word):
    plain = word.lower()
    if plain.isascii():
        assert stem(plain) == stem(plain.capitalize()) == porter_stem(plain)


@given(st.lists(st.sampled_from(["leaf", "the", "Roots", "7", "12", "of", "RNAs"]), max_size=6))
def test_phrases_are_read_as_the_words_of_a_group(words):
    kept = [w for w in words if w.lower() not in STOP_WORDS and w != "7"]
    assert phrase_stems(" ".join(words)) == word_stems(words) == tuple(map(stem, kept))
