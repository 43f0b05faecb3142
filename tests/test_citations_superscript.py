"""Superscript numbers in flattened text."""

import pytest

from spacy_citalign.citations.styles import superscript_marks
from spacy_citalign.citations.superscript import Strength, superscript_candidates

STRONG, WEAK, FAINT = Strength.STRONG, Strength.WEAK, Strength.FAINT


def candidates(text):
    return [
        ([[mark.key for mark in marks] for marks in one.choices], one.strength)
        for one in superscript_candidates(text)
    ]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("All cells grow. In cells3,4 it", ["3", "4"]),
        ("as described12.", ["12"]),
        ("as described3-5 and", ["3", "4", "5"]),
        ("It was shown.12 Next", ["12"]),
        ("It was shown.3,4\n", ["3", "4"]),
        ("in most ponds,3 which", ["3"]),
        ("(in ponds)3 they", ["3"]),
        ("the \u201cpond\u201d3 and", ["3"]),
        ("as Zork et al.3 saw", ["3"]),
        ("as Zork et al.,3 who", ["3"]),
        ("The cat and a cat. The cat3 sleeps", ["3"]),
        ("As described3. All described3. They are described3.", ["3"]),
    ],
)
def test_numbers_after_plain_words_and_marks_are_strong(text, numbers):
    found = candidates(text)
    assert found
    assert all(one == ([numbers], STRONG) for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "p53 binds",
        "IL6 binds",
        "CO2 and H2O",
        "10-6 M",
        "3 cm2 of",
        "Fig.3 shows",
        "Fig. 3 shows",
        "Ca(OH)2 is",
        "at pH7.9 in",
        "E18.5 Embryos",
        "0.05 of",
        "v2.1 of",
        "exon4 of",
        "frogs3% of",
        "smad4-dependent",
        "cells3b of",
        "x=3 and",
    ],
)
def test_names_units_and_decimals_are_none(text):
    assert candidates(text) == []


def test_names_that_keep_their_number_are_none():
    assert candidates("Smad4 binds. Smad4 grows. All Smad4 sleeps. No Smad is small.") == []


def test_number_goes_to_a_name_that_has_it_elsewhere():
    assert candidates("Brca2 binds Brca24.") == [([["4"]], WEAK)]
    assert candidates("Brca2 binds. Brca2 grows. Brca2 sleeps. All Brca2,4 in") == [([["4"]], WEAK)]


def test_unknown_name_with_two_digits_is_faint():
    assert candidates("by XorkPlan29 and") == [([["29"]], FAINT)]


# Six works are cited before: names with numbers are judged by what number is next.
BEFORE = "In spring1 many frogs2 sleep. In ponds3 eggs of toads4 hatch while newts5 eat larvae6. "


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Brca2 binds Brca27.", ["7"]),
        ("Brca2 binds Brca23.", ["3"]),  # cited before
        ("Brca2 binds Brca229.", []),  # far from what is next
        ("The Brca2 gene.", []),
        ("By Xork7 and", []),  # one digit is more often of a name
    ],
)
def test_order_of_numbers_decides_on_names(text, numbers):
    marks, certain = superscript_marks(superscript_candidates(BEFORE + text))
    assert certain
    assert [mark.key for mark in marks] == ["1", "2", "3", "4", "5", "6", *numbers]


def test_faint_number_counts_if_it_is_next():
    before = " ".join(f"Frogs sleep deeply{number}." for number in range(1, 12))
    marks, _ = superscript_marks(superscript_candidates(f"{before} By XorkPlan12 and ZIFT29."))
    assert [mark.key for mark in marks][-2:] == ["11", "12"]


def test_few_numbers_are_no_evidence():
    assert superscript_marks(superscript_candidates("In spring1 frogs sleep2.")) == ([], False)
