"""Edits of the ends of words, and the forms that training makes of lemmas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.lemmas.edits import NOTHING, Edit, edit_between, folded, has_letter
from spacy_citalign.lemmas.inflections import PARTS, irregular_forms, regular_forms

# --- edits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "lemma", "expected"),
    [
        ("frogs", "frog", Edit("s", "")),
        ("berries", "berry", Edit("ies", "y")),
        ("hopped", "hop", Edit("ped", "")),
        ("was", "be", Edit("was", "be")),
        ("mice", "mouse", Edit("ice", "ouse")),
        ("newt", "newt", NOTHING),
        ("u", "you", Edit("u", "you")),
        ("better", "good", Edit("better", "good")),
        ("tadpoles", "frog", None),  # eight letters are a word of a text
        ("a", "pondish", None),
    ],
)
def test_edit_is_the_shortest_between_two_words(form, lemma, expected):
    edit = edit_between(form, lemma)
    assert edit == expected
    if edit is not None:
        assert edit.fits(form)
        assert edit.apply(form) == lemma


@given(st.text("abs", min_size=1, max_size=6), st.text("aby", min_size=1, max_size=5))
def test_edit_leads_from_the_form_to_the_lemma(form, lemma):
    edit = edit_between(form, lemma)
    assert edit.fits(form)
    assert edit.apply(form) == lemma
    assert not edit.removed or not edit.added or edit.removed[0] != edit.added[0]


@pytest.mark.parametrize(
    ("edit", "word", "expected"),
    [
        (Edit("s", ""), "mRNAs", "mRNA"),
        (Edit("s", ""), "FROGS", "FROG"),
        (Edit("ies", "y"), "BODIES", "BODY"),
        (Edit("ies", "y"), "Bodies", "Body"),
        (Edit("me", "I"), "me", "I"),
        (Edit("i", "I"), "I", "I"),
    ],
)
def test_capitals_of_a_word_stay(edit, word, expected):
    assert edit.apply(word) == expected


def test_edit_fits_words_that_end_so_and_are_more():
    assert Edit("s", "").fits("frogs")
    assert not Edit("s", "").fits("frog")
    assert not Edit("s", "").fits("s")  # nothing would be left
    assert Edit("s", "is").fits("s")
    assert NOTHING.fits("frog")


def test_words_are_looked_up_in_small_letters_with_plain_apostrophes():
    assert folded("Didn\u2019t") == "didn't"


@pytest.mark.parametrize(
    ("word", "expected"), [("a", True), ("\u03b2", True), ("5", False), ("--", False), ("", False)]
)
def test_letters_of_all_scripts_are_letters(word, expected):
    assert has_letter(word) is expected


# --- forms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lemma", "expected"),
    [
        ("frog", "frogs"),
        ("fly", "flies"),
        ("toy", "toys"),
        ("marsh", "marshes"),
        ("box", "boxes"),
        ("analysis", "analyses"),
    ],
)
def test_plurals_of_nouns(lemma, expected):
    assert list(regular_forms(lemma, "n")) == [(expected, "NNS", lemma)]


@pytest.mark.parametrize(
    ("lemma", "third", "present", "past"),
    [
        ("croak", "croaks", "croaking", "croaked"),
        ("hop", "hops", "hopping", "hopped"),
        ("fix", "fixes", "fixing", "fixed"),
        ("activate", "activates", "activating", "activated"),
        ("study", "studies", "studying", "studied"),
        ("play", "plays", "playing", "played"),
        ("agree", "agrees", "agreeing", "agreed"),
        ("untie", "unties", "untying", "untied"),
        ("open", "opens", "opening", "opened"),
        ("ail", "ails", "ailing", "ailed"),
    ],
)
def test_forms_of_verbs(lemma, third, present, past):
    expected = [(third, "VBZ"), (present, "VBG"), (past, "VBD"), (past, "VBN")]
    assert [(form, tag) for form, tag, _ in regular_forms(lemma, "v")] == expected


@pytest.mark.parametrize("lemma", ["", "be", "Frog", "water frog", "p53", "caf\u00e9"])
def test_what_is_no_plain_word_has_no_forms(lemma):
    assert [form for part in PARTS for form in regular_forms(lemma, part)] == []
    assert list(regular_forms("green", "a")) == []


@given(st.from_regex("[a-z]{3,12}", fullmatch=True), st.sampled_from(PARTS))
def test_any_regular_form_has_a_short_edit(lemma, part):
    for form, _, base in regular_forms(lemma, part):
        assert base == lemma
        assert edit_between(form, lemma).apply(form) == lemma


def test_irregular_forms_are_told_once_and_are_short_edits():
    forms = irregular_forms()
    pairs = [(form, tag) for form, tag, _ in forms]
    assert len(pairs) == len(set(pairs)) > 1000
    for form, tag, lemma in forms:
        assert form == form.lower()
        assert lemma == lemma.lower()
        assert tag in {"NNS", "VBD", "VBN", "VBG", "VBZ", "VBP", "JJR", "JJS", "RBR", "RBS"}
        assert edit_between(form, lemma) is not None, form
    assert {("mice", "NNS", "mouse"), ("bound", "VBN", "bind")} <= set(forms)
