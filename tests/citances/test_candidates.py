"""Citation markers: names of authors wherever they stand, years, references to figures."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.candidates import citation_markers


def left(*texts, marks=()):
    """The texts with a dash for each run of characters that is in a marker."""
    found = citation_markers(texts, [*marks, *[[]] * (len(texts) - len(marks))])
    kept = []
    for text, spans in zip(texts, found, strict=True):
        inside = {place for start, end in spans for place in range(start, end)}
        shown = "".join("\0" if n in inside else c for n, c in enumerate(text))
        kept.append("-".join(part for part in shown.split("\0") if part))
    return kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Without a year.
        ("Gnu et al. found moss", " found moss"),
        ("as Gnu and colleagues found", "as - found"),
        ("as Gnu and co-workers found", "as - found"),
        ("Gnu, et al found moss", " found moss"),
        # Lists of authors whose years were lost.
        ("moss (Gnu and Yak,; van der Newt) grows", "moss (-) grows"),
        ("moss (Gnu et al.,; Yak, Emu and Newt,;", "moss ("),
        ("moss (Zork and Mup; Parkin) grows", "moss (Zork and Mup; Parkin) grows"),
        ("moss (Gnu et al. and 3 others; it grows)", "moss (- and 3 others; it grows)"),
        # Years alone in brackets, not those that are said.
        ("moss (2004) grows", "moss (-) grows"),
        ("moss (2004, 2011a) grows", "moss (-, -) grows"),
        ("since 2004 moss grows", "since 2004 moss grows"),
        ("2004 goats", "2004 goats"),
        ("in 2004% of all", "in 2004% of all"),
        # References to figures, tables, equations.
        ("moss, Figure 2B, grows", "moss, -, grows"),
        ("moss (Fig. 2) grows", "moss (- grows"),
        ("moss in Supplementary Table S3 grows", "moss in - grows"),
        ("by Eq. 4 and in section 3.2", "by - and in "),
        ("figure and table", "figure and table"),
    ],
)
def test_what_is_left_of_a_citance(text, expected):
    assert left(text)[0].strip("-") == expected


def test_given_marks_are_kept():
    assert citation_markers(["moss (Gnu 2004) grows"], [[(5, 15)]])[0][0] == (5, 15)


def test_names_of_a_mark_are_found_in_the_other_citances():
    first, second, third = left(
        "Yak and Gnu (2004) find moss", "the Yak-like Gnu model", "Gnu's moss", marks=[[(0, 18)]]
    )
    assert first == " find moss"
    assert second == "the Yak-like - model"
    assert third == " moss"


def test_a_name_that_is_a_word_of_the_group_is_kept():
    # "moss" in small letters: Moss may begin a sentence.
    assert left("Moss (2004) grows", "Moss eats moss", marks=[[(0, 11)]])[1] == "Moss eats moss"


def test_words_before_a_year_that_are_no_names():
    assert left("In English (2004) texts", "In English texts", marks=[[(0, 17)]])[1] == (
        "In English texts"
    )


def test_names_of_one_group_say_nothing_of_another():
    assert left("Gnu et al. find moss", "Gnu trees")[1] == " trees"
    assert left("Gnu trees") == ["Gnu trees"]


@pytest.mark.parametrize("texts", [[], [""], ["", "moss"], [" ", "..."]])
def test_nothing_is_found_in_little(texts):
    assert citation_markers(texts, [[] for _ in texts]) == [[] for _ in texts]


@given(st.lists(st.text("Aa et.l,(2004)Fig3'- ", max_size=40), max_size=3))
def test_spans_lie_inside_their_citances(texts):
    found = citation_markers(texts, [[] for _ in texts])
    assert len(found) == len(texts)
    for text, spans in zip(texts, found, strict=True):
        assert all(0 <= start < end <= len(text) for start, end in spans)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["A", "Aa", "Aa-", "Aa ", "Aa, ", "a'-", "(2004) ", "fig 1,", ", 1", " ", "Aa et"]
)
@pytest.mark.parametrize("front", ["", "Aa", "fig"])
def test_time_is_linear(front, piece):
    begin = time.process_time()
    citation_markers([front + piece * 20_000], [[]])
    assert time.process_time() - begin < 20
