"""The kind of a work: what its title, journal and the sentences around its marks tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.kind import KINDS, WEIGHTS, KindSentence, find_kind, kind_features


def cited(text, section=""):
    """A sentence whose first number in brackets cites the work."""
    start, end = text.index("["), text.index("]") + 1
    return KindSentence(text, section, [SentenceMark(start, end, True)])


FINDING = (
    cited("Loss of Croak1 was shown to reduce singing in pond frogs [1].", "Discussion"),
    cited("Zork found that Croak1 increases calls at night [1], as in newts.", "Results"),
    cited("It was reported that frogs without Croak1 were silent [1].", "Introduction"),
)
METHOD = (
    cited("Calls were counted with the program Ribbit [1].", "Methods / Analysis of calls"),
    cited("Spectra were computed using the Ribbit software as described [1].", "Methods"),
    cited("We used Ribbit [1] to cut the recordings.", "Materials and methods"),
)
REVIEW = (
    cited("Frogs are found on most continents and have many calls [1].", "Introduction"),
    cited(
        "Calls may play important roles in defence and mating (reviewed in [1]).", "Introduction"
    ),
    cited("Several families are known, including toads and newts [1].", "Introduction"),
)


@pytest.mark.parametrize(
    ("kind", "title", "journal", "sentences"),
    [
        ("finding", "Croak1 is required for singing in pond frogs", "Nature", FINDING),
        ("method", "Ribbit: a software package for calls", "Bioinformatics", METHOD),
        ("review", "Calls of frogs: recent advances", "Annual Review of Frogs", REVIEW),
        # A finding that others take a procedure of is used, as a method is.
        ("method", "", "", METHOD),
        ("finding", "", "", FINDING),
    ],
)
def test_hand_written_works(kind, title, journal, sentences):
    assert find_kind(title, journal, sentences).kind == kind


def test_probabilities_are_of_the_kinds_and_sum_to_one():
    found = find_kind("Calls of frogs", "", REVIEW)
    assert len(found.probabilities) == len(KINDS)
    assert sum(found.probabilities) == pytest.approx(1)
    assert found.probabilities[KINDS.index(found.kind)] == max(found.probabilities)


def test_a_title_says_more_than_none():
    def chance(title):
        return find_kind(title, "", REVIEW).probabilities[KINDS.index("review")]

    assert chance("Calls of frogs: a review") > chance("")


def test_only_words_around_the_own_mark_count():
    text = "Calls were counted with the program Ribbit [1], and in a pond where we sat and waited "
    text += "for a week in all weathers in order to hear each of them twice, frogs sing [2]."
    marks = [SentenceMark(text.index(one), text.index(one) + 3, False) for one in ("[1]", "[2]")]

    def features(own):
        chosen = [mark._replace(cites=mark is own) for mark in marks]
        return kind_features("", "", [KindSentence(text, "", chosen)])

    assert "near is a tool" in features(marks[0])
    assert "near is a tool" not in features(marks[1])


def test_works_without_sentences_title_and_journal_have_a_kind():
    assert find_kind("", "", []).kind in KINDS
    assert find_kind("", "", [KindSentence("", "", [])]).kind in KINDS


def test_each_weight_is_of_a_feature_for_each_kind():
    assert {len(weights) for weights in WEIGHTS.values()} == {len(KINDS)}
    seen = kind_features("A review", "Methods", [*FINDING, *METHOD, *REVIEW])
    assert seen.keys() & WEIGHTS.keys() == seen.keys()


@given(st.permutations([*FINDING, *METHOD, *REVIEW]))
def test_the_order_of_sentences_tells_nothing(sentences):
    assert find_kind("Frogs", "", sentences) == find_kind("Frogs", "", [*FINDING, *METHOD, *REVIEW])


texts = st.text(alphabet="abc using [1].was", max_size=60)


@given(st.lists(st.tuples(texts, st.integers(0, 60), st.integers(0, 60)), max_size=6), texts)
def test_whatever_the_texts_and_marks_probabilities_are_some(sentences, title):
    made = [
        KindSentence(text, "", [SentenceMark(min(a, b), max(a, b), True)])
        for text, a, b in sentences
    ]
    found = find_kind(title, "", made)
    assert all(0 <= one <= 1 for one in found.probabilities)
    assert sum(found.probabilities) == pytest.approx(1)
