"""The form of words: the paper's morphology types, case and digits, odd characters."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.words.hashing import PartHasher, Strings, hash_strings
from spacy_citalign.words.shape import DIGIT, LOWER, OTHER, UPPER, Shapes, shapes

SIGNS = {"-": OTHER, "a": LOWER, "A": UPPER, "1": DIGIT}

# word, type I, type II, type III. The first rows are those of Hsu et al. (2008), Table 1.
MORPHOLOGY = [
    ("p53", "p*", "a1", "a11"),
    ("GnRH", "GnRH", "AaA", "AaAA"),
    ("kappaB", "kappaB", "aA", "aaaaaA"),
    ("IL2RA", "IL*RA", "A1A", "AA1AA"),
    ("1983", "*", "1", "1111"),
    ("1a22b", "*a*b", "1a1a", "1a11a"),
    ("x", "x", "a", "a"),
    ("-", "-", "-", "-"),
    ("--", "--", "-", "--"),
    ("\u03b22", "\u03b2*", "a1", "a1"),  # Greek beta
    ("\u03a9", "\u03a9", "A", "A"),
    ("\u01c5", "\u01c5", "A", "A"),  # one letter, written like a title
    ("\u2167b", "*b", "1a", "1a"),  # the Roman numeral eight as one character
    ("x\u00b2", "x*", "a1", "a1"),  # superscript two
    ("\u0663\u0664", "*", "1", "11"),  # Arabic-Indic digits
    ("\u86cb\u767d", "\u86cb\u767d", "a", "aa"),  # letters without case
    ("e\u0301", "e\u0301", "a-", "a-"),
    ("\U0001f9ec", "\U0001f9ec", "-", "-"),
    ("\ud800", "\ud800", "-", "-"),
    ("\x00\x07", "\x00\x07", "-", "--"),
]
WORDS = [row[0] for row in MORPHOLOGY]
SOME_WORD = st.text(st.characters(), min_size=1, max_size=8)


def describe(word: str) -> Shapes:
    return shapes(Strings([word]))


def hash_signs(signs: str) -> int:
    classes = np.array([SIGNS[sign] for sign in signs], dtype=np.uint8)
    return int(PartHasher(classes)(np.array([0]), np.array([len(signs)]))[0])


@pytest.mark.parametrize(("word", "type1", "type2", "type3"), MORPHOLOGY, ids=map(ascii, WORDS))
def test_shapes_have_the_morphology_types_of_the_paper(word, type1, type2, type3):
    shape = describe(word)
    assert shape.type1[0] == hash_strings([type1])[0]
    assert int(shape.type2[0]) == hash_signs(type2)
    assert int(shape.type3[0]) == hash_signs(type3)


@pytest.mark.parametrize(("word", "type3"), [(row[0], row[3]) for row in MORPHOLOGY], ids=ascii)
def test_shapes_count_cases_and_name_the_ends(word, type3):
    shape = describe(word)
    counts = (int(shape.uppers[0]), int(shape.lowers[0]), int(shape.digits[0]))
    assert counts == tuple(map(type3.count, "Aa1"))
    assert int(shape.first_class[0]) == SIGNS[type3[0]]
    assert int(shape.last_class[0]) == SIGNS[type3[-1]]


@pytest.mark.parametrize(
    ("word", "lower"),
    [
        ("GnRH", "gnrh"),
        ("\u03a9", "\u03c9"),
        ("p53", "p53"),
        ("\U0001f9ec", "\U0001f9ec"),
        ("\ud800A", "\ud800a"),
        ("\u0130", "\u0130"),  # its small letter is two characters: it stays as it is
    ],
    ids=ascii,
)
def test_shapes_lower_case_character_by_character(word, lower):
    assert describe(word).lower[0] == hash_strings([lower])[0]


def test_shapes_hash_parts_of_the_lower_cased_word():
    strings = Strings(["xx", "KappaB"])
    part = shapes(strings).lower_parts(strings.starts[1:], strings.ends[1:] - 1)
    assert part.tolist() == hash_strings(["kappa"]).tolist()


@given(st.lists(SOME_WORD, max_size=6))
def test_shapes_of_a_batch_are_those_of_each_word_alone(words):
    together = shapes(Strings(words))
    singles = [describe(word) for word in words]
    for name in set(Shapes._fields) - {"lower_parts"}:
        column = getattr(together, name)
        assert column.shape == (len(words),)
        assert column.tolist() == [getattr(single, name)[0] for single in singles], name


def test_shapes_do_not_run_on_from_word_to_word():
    # Both words end and begin with digits: joined they would be one run.
    together = shapes(Strings(["a1", "1a"]))
    assert together.type2.tolist() == [hash_signs("a1"), hash_signs("1a")]
    assert together.type1.tolist() == hash_strings(["a*", "*a"]).tolist()


@given(SOME_WORD)
def test_shapes_tell_type_two_from_type_three_exactly_by_runs(word):
    shape = describe(word)
    classes = [SIGNS[sign] for sign in map(sign_of, word)]
    has_run = any(a == b for a, b in pairwise(classes))
    assert (shape.type2[0] != shape.type3[0]) == has_run


def sign_of(character: str) -> str:
    if character.isdigit() or character.isnumeric():
        return "1"
    if character.isupper() or character.istitle():
        return "A"
    return "a" if character.isalpha() else "-"
