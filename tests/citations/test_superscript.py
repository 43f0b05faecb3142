"""Superscript numbers in flattened text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.marks.finder import find_citations, superscript_marks
from spacy_citalign.citations.marks.superscript import WEIGHTS, superscript_candidates
from spacy_citalign.citations.marks.superscript_order import order_of

PIECES = (
    "cells|frogs|Wnt|p53|et al.|al|Zork and Lee|E18|1c|10q|CO|cm|3|4|12|-|\u2013|,|.|;|:|)|(| |\n|"
    "Next|next|%|\u00b1|/|\u03b2|'|[|]|0|2004|15,000|\u0663|\u00b3|a"
).split("|")
TEXT = st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=40)


def readings(text):
    """The keys of all ways to read each candidate."""
    return [
        [[mark.key for mark in one.marks] for one in candidate]
        for candidate in superscript_candidates(text)
    ]


def likely(text):
    """The keys that are cited as far as can be told without a document."""
    return [mark.key for mark in superscript_marks(superscript_candidates(text), asked=True)[0]]


# --- candidates ------------------------------------------------------------------------------


def test_all_ways_to_read_a_name_with_a_number():
    assert readings("of Wnt25 in") == [[["25"], ["5"]]]
    assert readings("of Wnt1234 in") == [[["234"], ["34"], ["4"]]]
    assert readings("of Wnt2,5 in") == [[["2", "5"], ["5"]]]
    assert readings("of Wnt105 in") == [[["105"], ["5"]]]  # no number begins with 0
    assert readings("seen.12 Next") == [[["12"]]]


@pytest.mark.parametrize(
    "text",
    [
        "3 cm2 of",
        "Fig.3 shows",
        "Fig. 3 shows",
        "Ca(OH)2 is",
        "exon4 of",
        "lane3 of",
        "frogs3% of",
        "smad4-dependent",
        "cells3b of",
        "x=3 and",
        "of [30,32] and",
        "cells" + "1," * 60 + "2 of",
        "cells0 of",
        "<.005 of",
    ],
)
def test_units_decimals_and_numbered_things_are_no_candidates(text):
    assert readings(text) == []


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
        ("as Zork et al3.", ["3"]),
        ("as Zork and Lee12.", ["12"]),
        ("The cat and a cat. The cat3 sleeps", ["3"]),
        ("As described3. All described3. They are described3.", ["3"] * 3),
    ],
)
def test_numbers_after_plain_words_and_marks_are_citations(text, numbers):
    assert likely(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "p53 binds",
        "IL6 binds",
        "CO2 and H2O",
        "at E18.5 embryos",
        "(E18.5). At P8.5 some",
        "at 0.05 of",
        "Wnt4 and Wnt7 bind Wnt9",
        "10-6 M",
        "at pH7.9 in",
        "v2.1 of",
        "on 10q22-23 and Xp11 of",
        "Smad4 binds. Smad4 grows. All Smad4 sleeps. No Smad is small.",
    ],
)
def test_names_and_decimals_are_unlikely(text):
    assert likely(text) == []


def test_evidence_is_the_sum_of_the_weights_of_features():
    [[both, _]] = superscript_candidates("In ponds3,4 and ponds")
    features = ("plain", "one digit", "long", "alone", "before small", "list")
    assert set(both.features) == set(features)
    assert both.log_odds == pytest.approx(sum(WEIGHTS[feature] for feature in features))


# --- order -----------------------------------------------------------------------------------

# Six works are cited before: names with numbers are judged by what number is next.
BEFORE = "In spring1 many frogs2 sleep. In ponds3 eggs of toads4 hatch while newts5 eat larvae6. "


def after_six(text):
    marks, certain = superscript_marks(superscript_candidates(BEFORE + text))
    assert certain
    assert [mark.key for mark in marks][:6] == ["1", "2", "3", "4", "5", "6"]
    return [mark.key for mark in marks][6:]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Brca2 binds. Brca2 grows. All Brca27. They sleep8.", ["7", "8"]),
        ("Brca2 binds. Brca2 grows. All Brca229. They sleep7.", ["7"]),  # far from what is next
        ("The Brca2 gene.", []),
        ("By Xork7 and", []),  # one digit is more often of a name
    ],
)
def test_order_of_numbers_decides_on_names(text, numbers):
    assert after_six(text) == numbers


def numbered(numbers):
    """A document that cites these, one in each sentence."""
    return " ".join(f"Frogs sleep deeply{number}." for number in numbers)


def keys(text):
    return [mark.key for mark in superscript_marks(superscript_candidates(text))[0]]


def test_unknown_name_with_the_number_that_is_missing_there_is_cited():
    text = f"{numbered(range(1, 29))} By PolyPhen29 and SIFT30 we {numbered([31, 32])}"
    assert keys(text) == [str(number) for number in range(1, 33)]


def test_unknown_name_with_a_number_that_is_due_later_is_none():
    text = f"{numbered(range(1, 12))} By SIFT30 we {numbered(range(12, 40))}"
    assert keys(text) == [str(number) for number in range(1, 40)]


def test_name_goes_on_with_the_number_that_is_due():
    text = f"RAD2 binds RAD2. {numbered(range(1, 24))} RAD224. {numbered(range(25, 30))}"
    assert keys(text) == [str(number) for number in range(1, 30)]


BY_NAME = [9, 3, 14, 1, 11, 6, 2, 13, 8, 5, 12, 4, 10, 7]


def test_references_numbered_by_name_are_found():
    assert keys(numbered(BY_NAME)) == [str(number) for number in BY_NAME]
    assert keys(numbered(BY_NAME[:6])) == []  # too few to be certain


def test_order_tells_nothing_new_where_numbers_are_numbered_by_name():
    candidates = superscript_candidates(numbered(BY_NAME))
    order = order_of(candidates, [one[0] for one in candidates])
    assert [order.features(one[0]) for one in candidates[:3]] == [
        ["seen rare 1"],
        ["seen rare 1"],
        ["seen rare 2"],
    ]


def test_one_number_out_of_order_leaves_the_chain():
    candidates = superscript_candidates(numbered([1, 9, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
    order = order_of(candidates, [one[0] for one in candidates])
    assert order.numbers == [1, 2, 3, 4, 5, 6, 7, 8, 10]
    assert order.counts[9] == 2
    assert order.features(candidates[1][0]) == ["ahead 1"]


def test_few_numbers_are_no_evidence():
    assert superscript_marks(superscript_candidates("In spring1 frogs sleep2.")) == ([], False)


# --- any text --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [",3", ".12", ")4 and", "\u201d7", "3", ""])
def test_a_text_that_begins_with_a_mark_and_a_number_cites_nothing(text):
    """There is no word before the mark; once an IndexError."""
    assert superscript_candidates(text) == []


@given(text=TEXT)
def test_readings_stay_in_the_text_and_have_weights(text):
    for candidate in superscript_candidates(text):
        assert candidate
        for one in candidate:
            assert set(one.features) <= WEIGHTS.keys()
            assert all(text[m.start : m.end].strip() and int(m.key) for m in one.marks)


@given(text=TEXT)
def test_chosen_readings_do_not_overlap(text):
    text = BEFORE + text
    marks = [m for m in find_citations(text, styles=["superscript"]) if not m.implied]
    assert all(a.end <= b.start for a, b in pairwise(marks))
