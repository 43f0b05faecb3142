"""Who differs, with a probability: sentences of each kind, and what only looks like one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.components.citation_scopes import citing_sentence
from spacy_citalign.statements import COMPARES, DIFFERS
from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.disagreement import Disagreement, find_disagreement
from spacy_citalign.statements.sentences import CitingSentence
from spacy_citalign.words.data_files import data_rows

OURS = [
    "Our counts contradict those of «Zork et al. (2004)».",
    "In contrast to the results of «Zork et al. [3]», we found no loss of scales.",
    "Contrary to earlier findings «[3]», our newts did not flee.",
    "This result was unexpected, given that previous studies found newts in all ponds «[3]».",
    "These data disagree with those of «Zork et al. [3]».",
    "The finding of «Zork et al. [3]» could not be confirmed in our ponds.",
    "We could not reproduce the decline seen by «Zork et al. [3]».",
    "Contrary to our findings, «Zork et al. [3]» saw the skin darken with age.",
    "The decline «[3]» is an artefact of the traps.",
    "This result is in contrast to the work of Zork et al., who saw newts flee «[3]».",
]
OF_OTHERS = [
    "The finding of «Zork et al. (2004)» was refuted by {Ott et al. (2010)}.",
    "«Zork et al. [3]» reported a decline, whereas {Ott et al. [4]} found no decline.",
    "There are conflicting results of «Zork et al. [3]» and {Ott et al. [4]}.",
    "Zork et al. found newts to be toxic «[3]», whereas others found them harmless {(Ott [4])}.",
    "Two surveys had opposite results: {Ott (2010)} saw a decline, while «Zork (2004)» saw none.",
]
NONE = [
    "Unlike toads, newts have a tail «[3]».",
    "In contrast to toads, newts sing «[3]».",
    "However, «Zork et al. [3]» found no such effect.",
    "Our results do not contradict those of «Zork et al. [3]».",
    "Our counts not only support the decline of newts «[3]», but extend it to ponds.",
    "In contrast to «Zork et al. [3]», we used a larger net.",
    "Our method is faster than that of «Zork et al. [3]».",
    "No differences between ponds were found, as in «Zork et al. [3]».",
    "Although rare, newts live in most ponds «[3]».",
    "The claim was disputed by «Zork et al. [3]».",
    "Whether newts sing remains controversial «[3]».",
    "Our work differs from that of «Zork (2004)» in several ways.",
    "This is in contrast with toads, where a single copy was reported «[3]».",
    "In contrast to our study, neither «Zork [3]» nor {Ott [4]} counted eggs.",
    "Some authors found newts to be toxic {[4]}, whereas others found them harmless «[3]».",
    "{Ott's} attempt to refute «Zork et al. [3]» rests on a misreading.",
]


def sentence_of(signed: str) -> CitingSentence:
    """Return a sentence with marks of the work in « », and those of others in { }."""
    text, marks, start = "", [], 0
    for sign in signed:
        if sign in "«{":
            start = len(text)
        elif sign in "»}":
            marks.append(SentenceMark(start, len(text), sign == "»"))
        else:
            text += sign
    return citing_sentence(text, marks)


def found(signed: str) -> Disagreement | None:
    return find_disagreement(sentence_of(signed))


@pytest.mark.parametrize("signed", OURS)
def test_author_differs(signed: str):
    one = found(signed)
    assert one is not None
    assert one.probability >= DIFFERS
    assert (one.who, one.by) == ("author", None)


@pytest.mark.parametrize("signed", OF_OTHERS)
def test_third_work_differs(signed: str):
    one = found(signed)
    assert one is not None
    assert one.probability >= COMPARES
    assert one.who == "third"
    assert one.by is not None
    assert "Ott" in sentence_of(signed).text[slice(*one.by)]


@pytest.mark.parametrize("signed", NONE)
def test_look_alikes_are_not_shown(signed: str):
    one = found(signed)
    assert one is None or one.probability < DIFFERS


def test_each_pattern_of_the_cues_is_whole():
    for role, name, patterns in data_rows("spacy_citalign.statements", "differing_cues.tsv"):
        for pattern in () if role == "group" else patterns.split(", "):
            assert re.compile(pattern), name


def test_cue_is_of_the_text():
    text = sentence_of(OURS[0]).text
    one = found(OURS[0])
    assert one is not None
    assert text[one.start : one.end] == "contradict"


def test_no_cue_no_disagreement():
    assert found("Newts sing at night «[3]».") is None
    assert find_disagreement(CitingSentence("")) is None


def test_a_lower_figure_is_told_to_compare_at_least():
    one = found(
        "The rate found in this study was lower than that reported by «Zork et al. (2004)»."
    )
    assert one is not None
    assert one.probability >= COMPARES


def test_a_sentence_without_marks_may_set_itself_against_earlier_work():
    one = found("Contrary to previous reports, we saw no newt flee.")
    assert one is not None
    assert one.probability >= DIFFERS


def test_marks_of_unknown_works_may_all_be_of_the_work():
    text = "Our counts contradict those of Zork et al. (2004)."
    one = find_disagreement(citing_sentence(text, [SentenceMark(43, 49, False)]))
    assert one is not None
    assert one.probability >= DIFFERS


@given(
    st.lists(
        st.sampled_from(
            (
                "our;we;but;not;unlike;newts;than;higher;contrary to;refuted by;no;«[3]»;{[4]};"
                "«Zork et al. (2004)»;{Ott [5]};,;.;In contrast to"
            ).split(";")
        ),
        max_size=25,
    )
)
def test_probability_and_spans(words: list[str]):
    sentence = sentence_of(" ".join(words))
    one = find_disagreement(sentence)
    if one is None:
        return
    assert 0 <= one.probability <= 1
    assert 0 <= one.start < one.end <= len(sentence.text)
    assert (one.who == "third") == (one.by is not None)
    if one.by is not None:
        assert 0 <= one.by[0] < one.by[1] <= len(sentence.text)
