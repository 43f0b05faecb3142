"""The probability that a segment carries given labels, against all paths written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lattice_passes import token_marginals

from spacy_citalign.chain.inference import forward_backward
from spacy_citalign.chain.joint import (
    likely_segments,
    segment_log_probability,
)
from spacy_citalign.chain.labels import TokenSpans
from spacy_citalign.chain.lattice import make_lattice
from tests.chain.oracles import lattices, segment_probability


def built(drawn):
    return make_lattice(**vars(drawn))


def segments_of(triples):
    return TokenSpans(*np.array(triples, dtype=np.int64).reshape(-1, 3).T)


def probabilities(lattice, triples, begin, inside):
    segments = segments_of(triples)
    found = segment_log_probability(lattice, forward_backward(lattice), segments, begin, inside)
    assert np.all(found <= 0)
    return np.exp(found)


def every_segment(lengths):
    return [
        (row, start, end)
        for row, length in enumerate(lengths)
        for start in range(length)
        for end in range(start + 1, length + 1)
    ]


@given(lattices(possible=True, by_position=False), st.integers(0, 2**32 - 1))
def test_segment_probability_is_the_share_of_the_paths(drawn, seed):
    triples = every_segment(drawn.lengths)
    begin, inside = np.random.default_rng(seed).random((2, drawn.emissions.shape[2])) < 0.6
    sets = [set(np.flatnonzero(part).tolist()) for part in (begin, inside, inside, begin)]
    expected = [segment_probability(drawn, *triple, sets) for triple in triples]
    assert probabilities(built(drawn), triples, begin, inside) == pytest.approx(expected, abs=1e-9)


@given(lattices(possible=True, by_position=False))
def test_segment_of_one_token_has_the_tokens_marginal(drawn):
    lattice = built(drawn)
    labels = lattice.emissions.shape[2]
    triples = [(row, t, t + 1) for row, n in enumerate(drawn.lengths) for t in range(n)]
    for label in range(labels):
        begin = np.arange(labels) == label
        expected = [token_marginals(lattice)[row, t, label] for row, t, _ in triples]
        found = probabilities(lattice, triples, begin, np.zeros(labels, dtype=bool))
        assert found == pytest.approx(expected, abs=1e-12)


@given(lattices(possible=True, by_position=False, labels=(2, 6), tokens=(1, 8)))
def test_segment_is_certain_of_all_labels_and_sure_not_to_have_none(drawn):
    lattice = built(drawn)
    triples = every_segment(drawn.lengths)
    every = np.ones(lattice.emissions.shape[2], dtype=bool)
    assert probabilities(lattice, triples, every, every) == pytest.approx(1.0)
    assert not probabilities(lattice, triples, ~every, ~every).any()


EVERY = np.ones(2, dtype=bool)


def test_segments_may_be_none():
    lattice = make_lattice(np.zeros((1, 2, 2)), np.zeros((2, 2)))
    assert probabilities(lattice, [], EVERY, EVERY).shape == (0,)


def test_segment_of_a_sequence_without_a_path_has_probability_zero():
    lattice = make_lattice(np.zeros((1, 2, 2)), np.full((2, 2), -np.inf))
    assert probabilities(lattice, [(0, 0, 2)], EVERY, EVERY).tolist() == [0.0]


@given(
    lattices(possible=True, by_position=False),
    st.integers(0, 2**32 - 1),
    st.sampled_from([0.01, 0.1, 0.4]),
)
def test_likely_segments_are_all_that_exceed_the_threshold(drawn, seed, least):
    labels = drawn.emissions.shape[2]
    begin, inside = np.random.default_rng(seed).random((2, labels)) < 0.6
    lattice = built(drawn)
    triples = every_segment(drawn.lengths)
    sets = [set(np.flatnonzero(part).tolist()) for part in (begin, inside, inside, begin)]

    def likelihood(row, start, end):
        """Of all paths on which the segment begins so, those on which it does not go on."""
        whole = segment_probability(drawn, row, start, end, sets)
        if end == drawn.lengths[row]:
            return whole
        return whole - segment_probability(drawn, row, start, end + 1, sets)

    expected = {triple: likelihood(*triple) for triple in triples}
    segments, likely = likely_segments(lattice, forward_backward(lattice), begin, inside, least)
    found = dict(zip(zip(*map(np.ndarray.tolist, segments), strict=True), likely, strict=True))
    assert list(found) == sorted(found)
    for triple, probability in expected.items():
        if probability > least + 1e-9:
            assert found[triple] == pytest.approx(probability, abs=1e-9)
        elif probability < least - 1e-9:
            assert triple not in found


def test_no_segment_is_likely_where_nothing_begins():
    lattice = make_lattice(np.zeros((2, 3, 2)), np.zeros((2, 2)))
    never = np.zeros(2, dtype=bool)
    segments, likely = likely_segments(lattice, forward_backward(lattice), never, ~never, 0.1)
    assert not len(segments.rows)
    assert not len(likely)
