"""Invented abbreviations: phrases of the same initials that have no word in common, by hand."""

import pytest

from benchmarks.citances.abbreviations import Invented, initials, invented


def test_two_phrases_without_a_common_word_make_an_invented_abbreviation():
    found = invented(["RNA", "red nut apple", "rather new acorn", "nut"])
    assert found == Invented("RNA", ("red nut apple", "rather new acorn"))


@pytest.mark.parametrize(
    "wordings",
    [
        ["RNA"],
        ["RNA", "red nut apple"],  # one phrase may be its long form
        ["RNA", "red nut apple", "red nuts, apples"],  # the same in other words
        ["RNA", "red nut apple", "red new acorn"],  # they share a word
        ["RNA", "red nut apple", "rather new oak"],  # other initials
        ["red nut apple", "rather new acorn"],  # no short form
        ["Rna", "red nut apple", "rather new acorn"],
        ["RNAPOLY", "red nut apple"],  # more than six letters
        ["R", "red", "rather"],
        [],
    ],
)
def test_classes_that_invent_nothing(wordings):
    assert invented(wordings) is None


def test_plurals_and_small_letters_do_not_matter():
    found = invented(["OTs", "Oak Tree", "old trunk"])
    assert found == Invented("OTs", ("Oak Tree", "old trunk"))


def test_the_first_phrase_may_share_words_with_some_of_the_others():
    wordings = ["OT", "oak tree", "oak trunk", "old trunk"]
    assert invented(wordings) == Invented("OT", ("oak tree", "old trunk"))


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("oak tree", {"ot"}),
        ("oak-tree", {"ot"}),
        ("bark of the oak", {"boto", "bo"}),  # with and without stop words
        ("oak", set()),
        ("", set()),
    ],
)
def test_initials_of_phrases(phrase, expected):
    assert initials(phrase) == expected
