"""Votes: worked by hand, and against definitions."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.joint import JointModel
from spacy_citalign.chain.labels import Windows, spans_from_triples
from spacy_citalign.genes.integration import count_votes, decode_votes
from spacy_citalign.genes.rows import repair_brackets

PLAIN = JointModel([Windows(0, 0)], [np.zeros((3, 3))])
B, I, O = range(3)  # noqa: E741


def lattice(*favoured, size=6):
    """One sentence in which a model favours some (token, tag, nats)."""
    emissions = np.zeros((1, size, 3))
    for token, tag, nats in favoured:
        emissions[0, token, tag] = nats
    return PLAIN.lattice([emissions], np.array([size]))


def chosen(own, least, lattices=None):
    """What the votes choose in sentence 0 when the models' own mentions are ``own``."""
    given_ = [spans_from_triples([(0, *span) for span in spans]) for spans in own]
    lattices = lattices or [lattice()] * len(own)
    found = decode_votes(given_, [PLAIN] * len(own), lattices, least).chosen
    return [span[1:] for span in found.triples()]


# --- the strategy ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "expected"),
    [(1, [(0, 1), (2, 4), (5, 6)]), (2, [(0, 1), (2, 4)]), (3, [(2, 4)]), (4, [])],
)
def test_votes_take_what_enough_models_have(least, expected):
    own = [[(0, 1), (2, 4)], [(0, 1), (2, 4)], [(2, 4), (5, 6)]]
    assert chosen(own, least) == expected


def test_of_overlapping_mentions_the_one_with_more_votes_is_taken():
    # The longer one has 1 vote of 3.
    assert chosen([[(1, 2)], [(1, 2)], [(0, 4)]], 1) == [(1, 2)]


def test_of_equal_votes_the_likelier_by_the_mean_is_taken():
    # The first model is all but sure of 1..2, the second in doubt about 1..3.
    sure = lattice((1, B, 9.0), (2, O, 9.0))
    doubtful = lattice((1, B, 1.0), (2, I, 1.0))
    assert chosen([[(1, 2)], [(1, 3)]], 1, [sure, doubtful]) == [(1, 2)]
    doubtful_first = lattice((1, B, 1.0), (2, O, 1.0))
    sure_second = lattice((1, B, 9.0), (2, I, 9.0), (3, O, 9.0))
    assert chosen([[(1, 2)], [(1, 3)]], 1, [doubtful_first, sure_second]) == [(1, 3)]


def test_of_equally_likely_mentions_the_longer_is_taken():
    size = 2
    emissions = np.full((1, size, 3), -np.inf)
    emissions[0, 0, B] = 0.0
    emissions[0, 1, [I, O]] = 0.0  # "B I" and "B O", one half each
    half = PLAIN.lattice([emissions], np.array([size]))
    assert chosen([[(0, 1)], [(0, 2)]], 1, [half, half]) == [(0, 2)]


def test_a_chain_of_overlaps_keeps_what_does_not_touch_the_winner():
    own = [[(0, 2), (3, 5)], [(1, 4)], [(1, 4)]]
    assert chosen(own, 1) == [(1, 4)]
    own = [[(0, 2), (4, 6)], [(1, 3)], [(1, 3)]]
    assert chosen(own, 1) == [(1, 3), (4, 6)]


def test_votes_of_several_sentences_do_not_mix():
    own = [spans_from_triples([(0, 0, 2), (1, 0, 2)]), spans_from_triples([(1, 0, 2)])]
    found = decode_votes(own, [PLAIN] * 2, [lattice()] * 2, 2).chosen
    assert found.triples() == [(1, 0, 2)]


@st.composite
def own_mentions(draw, models=3, size=7):
    """Mentions of each model: disjoint, as those of a path are."""
    every = []
    for _ in range(models):
        bounds = sorted(draw(st.sets(st.integers(0, size), max_size=6)))
        every.append(list(zip(bounds[::2], bounds[1::2], strict=False)))
    return every


@given(own_mentions(), st.integers(1, 3))
def test_votes_are_disjoint_and_a_majority_loses_nothing(own, least):
    found = chosen(own, least, [lattice(size=7)] * 3)
    votes = Counter(span for spans in own for span in spans)
    assert all(votes[span] >= least for span in found)
    assert all(a[1] <= b[0] for a, b in zip(found, found[1:], strict=False))  # noqa: RUF007
    enough = {span for span, count in votes.items() if count >= least}
    if least >= 2:
        assert set(found) == enough
    for start, end in enough - set(found):  # each loses to one with as many votes or more
        rivals = [votes[s, e] for s, e in found if s < end and start < e]
        assert max(rivals) >= votes[start, end]


# --- counting ----------------------------------------------------------------------------------


def test_votes_count_the_models_with_exactly_that_mention():
    spans = spans_from_triples([(0, 1, 3), (0, 4, 5), (2, 1, 3)])
    own = [{(0, 1, 3), (0, 4, 6)}, {(0, 1, 3), (2, 1, 3)}, {(0, 1, 2)}]
    assert count_votes(spans, own, lambda span: [span]).tolist() == [2, 0, 1]


def test_votes_count_what_mending_makes_of_a_models_mention():
    words = ["Abc", "(", "4", ")", "gene"]

    def mend(span):
        mended = repair_brackets(words, *span[1:])
        return [] if mended is None else [(span[0], *mended)]

    spans = spans_from_triples([(0, 0, 4)])
    # "Abc (" and "Abc ( 4" grow to "Abc ( 4 )"; ") gene" grows to "( 4 ) gene".
    own = [{(0, 0, 2)}, {(0, 0, 3)}, {(0, 0, 4)}, {(0, 3, 5)}]
    assert count_votes(spans, own, mend).tolist() == [3]


def test_votes_of_a_model_with_two_ways_to_a_mention_count_once():
    spans = spans_from_triples([(0, 0, 2)])
    assert count_votes(spans, [{(0, 0, 2), (0, 1, 2)}], lambda span: [(0, 0, 2)]).tolist() == [1]


def test_votes_of_no_mention_are_none():
    assert count_votes(spans_from_triples([]), [set(), {(0, 0, 1)}], lambda s: [s]).shape == (0,)
