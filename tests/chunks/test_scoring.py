"""Scores of chunks as conlleval has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chunks.scoring import score_chunks

# He reckons | the current account deficit | will narrow | to | only # 1.8 billion | in September
GOLD = [
    ("NP", 0, 1),
    ("VP", 1, 2),
    ("NP", 2, 6),
    ("VP", 6, 8),
    ("PP", 8, 9),
    ("NP", 9, 13),
    ("PP", 13, 14),
    ("NP", 14, 15),
]
# "deficit" is cut off and made a VP with what follows; "only" is an ADVP.
PREDICTED = [
    ("NP", 0, 1),
    ("VP", 1, 2),
    ("NP", 2, 5),
    ("VP", 5, 8),
    ("PP", 8, 9),
    ("ADVP", 9, 10),
    ("NP", 10, 13),
    ("PP", 13, 14),
    ("NP", 14, 15),
]

_CHUNKS = st.lists(
    st.tuples(st.sampled_from("AB"), st.integers(0, 3), st.integers(4, 6)), max_size=4
)


def test_chunks_are_right_if_both_borders_and_the_type_are():
    scores = score_chunks([(GOLD, PREDICTED)])
    assert scores.all == (8, 9, 5)
    assert scores.all.precision == 5 / 9
    assert scores.all.recall == 5 / 8
    assert scores.all.f == pytest.approx(2 * (5 / 9) * (5 / 8) / (5 / 9 + 5 / 8))
    assert scores.by_type == {"ADVP": (0, 1, 0), "NP": (4, 4, 2), "PP": (2, 2, 2), "VP": (2, 2, 1)}


def test_figures_are_over_all_sentences_together():
    scores = score_chunks([(GOLD, GOLD), ([("NP", 0, 1)], []), ([], [("NP", 0, 1)] * 2)])
    assert scores.all == (9, 9, 8)
    assert scores.by_type["NP"].f == 4 / 5


def test_same_places_of_different_sentences_are_different_chunks():
    assert score_chunks([([("NP", 0, 1)], []), ([], [("NP", 0, 1)])]).all.correct == 0


def test_nothing_scores_nothing():
    scores = score_chunks([])
    assert (scores.all.precision, scores.all.recall, scores.all.f) == (0, 0, 0)
    assert scores.by_type == {}
    assert score_chunks([(GOLD, [])]).all.f == 0
    assert score_chunks([([], GOLD)]).by_type["PP"].recall == 0


@given(st.lists(st.tuples(_CHUNKS, _CHUNKS), max_size=4))
def test_gold_and_predicted_change_places(pairs):
    one = score_chunks(pairs)
    other = score_chunks([(predicted, gold) for gold, predicted in pairs])
    assert one.all.f == other.all.f
    assert one.all.precision == other.all.recall
    assert sum(score.correct for score in one.by_type.values()) == one.all.correct
