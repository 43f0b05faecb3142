"""Whether the sentence before belongs to a citation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.scope.extent import LIKELY, WEIGHTS, belongs, extent_features

CITING = "They are heard at night [3]."
MARKS = [(25, 26)]


@pytest.mark.parametrize(
    ("before", "citing"),
    [
        ("Recent studies have shown that newts of deep ponds sing.", "They sing at night [3]."),
        ("Newts of deep ponds are green.", "These include the mud newt and the ice newt [3]."),
        ("A trap for newts is built by hand.", "It catches forty newts a night [3]."),
    ],
)
def test_what_the_citing_sentence_takes_up_belongs(before, citing):
    at = citing.index("3")
    assert belongs(before, citing, [(at, at + 1)]) >= LIKELY


@pytest.mark.parametrize(
    ("before", "citing"),
    [
        ("We bred toads in three ponds (Figure 2).", "However, newts breed elsewhere [3]."),
        ("Ponds were drained and all toads counted.", "Counting was as described before [3]."),
        ("In our study toads slept for 12, 14 and 16 hours.", "In mice, sleep is shorter [3]."),
    ],
)
def test_what_the_article_itself_did_does_not(before, citing):
    at = citing.index("3")
    assert belongs(before, citing, [(at, at + 1)]) < LIKELY


def test_marks_say_nothing_but_where_they_stand():
    before = "Newts of deep ponds sing."
    named = extent_features(before, "They sing (Recent Studies 1999).", [(11, 30)])
    assert "mark at the end" in named
    assert "citing known" not in named  # "Recent" is of the mark
    assert "names the author" in extent_features("Lee saw newts.", "It sang (Lee 1999).", [(9, 17)])


def test_features_that_count_are_seen_somewhere():
    assert {"takes up, not ours, citing not ours", "general", "others", "ours"} <= WEIGHTS.keys()
    assert WEIGHTS["others"] > 0 > WEIGHTS["ours"]


@given(st.text(max_size=80), st.text(max_size=80), st.integers(0, 80), st.integers(0, 80))
def test_any_texts_have_a_probability(before, citing, start, end):
    start, end = sorted((min(start, len(citing)), min(end, len(citing))))
    assert 0 < belongs(before, citing, [(start, end)]) < 1
    assert belongs(before, citing) == belongs(before, citing)
