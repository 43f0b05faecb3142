"""Several models as one lattice, against the sum of their scores over all tag sequences."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lattice_passes import log_partition, token_marginals

from spacy_citalign.chain.inference import n_best, viterbi
from spacy_citalign.chain.joint import JointModel
from spacy_citalign.chain.labels import BIO, OUTSIDE, Windows, bio_can_follow
from tests.chain.oracles import log_sum

ORDERS = st.sampled_from([(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (0, 3), (3, 0)])


@st.composite
def ensembles(draw, most=3):
    """One to three models with weights, and emissions of a batch of short sequences."""
    windows = [Windows(*order) for order in draw(st.lists(ORDERS, min_size=1, max_size=most))]
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    lengths = np.array(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    moves = [rng.normal(0, 2, (len(window), len(window))) for window in windows]
    shape = (len(lengths), int(lengths.max()))
    emissions = [rng.normal(0, 2, (*shape, len(window))) for window in windows]
    return windows, moves, emissions, lengths


def tag_sequences(length):
    for tags in product(range(len(BIO)), repeat=length):
        if all(bio_can_follow(a, b) for a, b in pairwise((OUTSIDE, *tags))):
            yield tags


def model_score(window, matrix, emissions, tags):
    """The log-potential that one model gives to tags, its labels read off them one by one."""
    rows = list(map(tuple, window.tags.tolist()))
    padded = (OUTSIDE,) * window.before + tags + (OUTSIDE,) * window.after
    labels = [rows.index(padded[t : t + window.size]) for t in range(len(tags))]
    return sum(emissions[t, label] for t, label in enumerate(labels)) + sum(
        matrix[a, b] for a, b in pairwise(labels)
    )


def scores(ensemble, row, bias=0.0):
    """Every tag sequence of a row with the mean of the models' scores."""
    windows, moves, emissions, lengths = ensemble
    found = {}
    for tags in tag_sequences(int(lengths[row])):
        parts = [
            model_score(window, matrix, part[row], tags)
            for window, matrix, part in zip(windows, moves, emissions, strict=True)
        ]
        found[tags] = sum(parts) / len(parts) + bias * tags.count(BIO.index("B"))
    return found


@given(ensembles(), st.sampled_from([0.0, 1.5, -2.0]))
def test_joint_lattice_scores_every_tag_sequence_with_the_mean(ensemble, bias):
    windows, moves, emissions, lengths = ensemble
    joint = JointModel(windows, moves, bias)
    lattice = joint.lattice(emissions, lengths)
    most = max(len(list(tag_sequences(int(length)))) for length in lengths)
    every = n_best(lattice, most + 1)
    for row, length in enumerate(lengths):
        expected = scores(ensemble, row, bias)
        possible = np.isfinite(every.scores[row])
        tags = joint.tags(every.labels)[row, possible, :length]
        found = dict(zip(map(tuple, tags.tolist()), every.scores[row], strict=False))
        assert len(found) == possible.sum()
        assert found == pytest.approx(expected, abs=1e-9)


@given(ensembles())
def test_joint_best_path_partition_and_marginals_are_those_of_the_mean(ensemble):
    windows, moves, emissions, lengths = ensemble
    joint = JointModel(windows, moves)
    lattice = joint.lattice(emissions, lengths)
    best, logs, shares = viterbi(lattice), log_partition(lattice), token_marginals(lattice)
    for row, length in enumerate(lengths):
        expected = scores(ensemble, row)
        winner = max(expected, key=expected.__getitem__)
        assert tuple(joint.windows.centre[best.labels[row, :length]].tolist()) == winner
        total = log_sum(list(expected.values()))
        assert logs[row] == pytest.approx(total, abs=1e-9)
        for t in range(length):
            for tag in range(len(BIO)):
                share = sum(np.exp(s - total) for tags, s in expected.items() if tags[t] == tag)
                found = shares[row, t, joint.windows.centre == tag].sum()
                assert found == pytest.approx(share, abs=1e-9)


@given(ensembles(most=1))
def test_joint_model_of_a_model_twice_is_the_model(ensemble):
    windows, moves, emissions, lengths = ensemble
    once = JointModel(windows, moves).lattice(emissions, lengths)
    twice = JointModel(windows * 2, moves * 2).lattice(emissions * 2, lengths)
    assert log_partition(twice) == pytest.approx(log_partition(once), rel=1e-12, abs=1e-12)
    assert np.array_equal(viterbi(twice).labels, viterbi(once).labels)


def test_joint_states_are_the_tags_that_the_widest_model_needs_read_with_a_delay():
    windows = [Windows(1, 0), Windows(0, 2), Windows(0, 0)]
    moves = [np.zeros((len(window), len(window))) for window in windows]
    joint = JointModel(windows, moves)
    assert joint.windows == Windows(2, 0)
    assert joint.delay == 2
    both_ways = JointModel([Windows(3, 0), Windows(0, 3)], [np.zeros((55, 55))] * 2)
    assert len(both_ways.windows) == len(Windows(3, 0)) == 55


def test_joint_begin_bias_counts_once_a_mention_whatever_the_number_of_models():
    window = Windows(0, 0)
    begin = BIO.index("B")
    for models in (1, 2, 3):
        joint = JointModel([window] * models, [np.zeros((3, 3))] * models, begin_bias=0.7)
        lattice = joint.lattice([np.zeros((1, 2, 3))] * models, np.array([2]))
        both = viterbi(lattice)
        assert joint.windows.centre[both.labels].tolist() == [[begin, begin]]
        assert both.scores.tolist() == pytest.approx([2 * 0.7])
