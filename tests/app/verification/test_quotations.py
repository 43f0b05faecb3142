"""Quotations: what counts as verbatim, and the nearest passage of what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.verification.quotations import at_citation, check_quotation, quoted_source
from spacy_citalign.app.verification.ranking import SourceText
from spacy_citalign.evidence.features import ArticleSentence

SENTENCES = [
    "The frogs \u2013 \u201call of them\u201d \u2013 sang at night, and the newts didn\u2019t.",
    "Herons came at\n dawn, when no frog sang.",
]
TEXT = " ".join(SENTENCES)
SOURCE = quoted_source(
    SourceText([ArticleSentence(text) for text in SENTENCES], [0, len(SENTENCES[0]) + 1]), TEXT
)


@pytest.mark.parametrize(
    "quotation",
    [
        "Herons came at dawn, when no frog sang",
        "herons  came at dawn, when no frog sang.",
        'the frogs - "all of them" - sang at night',
        "and the newts didn't",
        "The frogs ... sang at night",
        "The frogs [\u2026] sang at night",
        "[They all] sang at night, and the newts",
        "sang at night, and the newts didn't. Herons came",
        "",
    ],
)
def test_what_is_verbatim(quotation):
    assert check_quotation(quotation, SOURCE).verbatim


@pytest.mark.parametrize(
    ("quotation", "differs"),
    [
        ("Herons came at dusk, when no frog sang", ["dusk"]),
        ("Herons arrived at dawn when no frog sang", ["arrived"]),
        ("erons came at dawn", ["erons"]),
        ("Herons came at dawn, when no frog sang ... The frogs", ["The frogs"]),
    ],
)
def test_what_is_not_verbatim_has_the_nearest_passage(quotation, differs):
    found = check_quotation(quotation, SOURCE)
    assert not found.verbatim
    assert found.nearest.text == SENTENCES[1]
    assert TEXT[found.nearest.start : found.nearest.end] == SENTENCES[1]
    assert [quotation[slice(*span)] for span in found.differs] == differs


def test_words_that_the_source_does_not_have_at_all_have_no_passage():
    found = check_quotation("Toads slept in leaves all winter", SOURCE)
    assert not found.verbatim
    assert found.nearest is None


@given(st.integers(0, len(TEXT)), st.integers(0, len(TEXT)))
def test_every_run_of_whole_words_is_verbatim(first, last):
    words = TEXT.split()
    start, end = sorted((first % len(words), last % len(words)))
    assert check_quotation(" ".join(words[start : end + 1]), SOURCE).verbatim


def test_quotations_belong_to_the_sentence_that_has_them_or_stands_next_to_them():
    quotations = [(0, 10), (30, 40), (60, 70)]
    assert at_citation(quotations, 25, 50) == [(30, 40)]
    assert at_citation(quotations, 42, 50) == [(30, 40)]
    assert at_citation(quotations, 11, 22) == [(0, 10)]
    assert at_citation(quotations, 45, 50) == []
