"""Partition, marginals and best path of lattices, against every path written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import all_paths, alone, lattices, log_partition, marginals, path_score, ranked
from spacy_citalign.chain import inference
from spacy_citalign.chain.inference import forward_backward, log_sum, token_marginals, viterbi
from spacy_citalign.chain.lattice import make_lattice
from spacy_citalign.errors import SettingError

NEVER = -np.inf


def built(drawn):
    return make_lattice(**vars(drawn))


def barred(*, by_position=False):
    """Two sequences of two labels; nothing can follow anything, so only the short one has paths."""
    moves = np.full((2, 2, 2, 2) if by_position else (2, 2), NEVER)
    return make_lattice(np.ones((2, 3, 2)), moves, lengths=np.array([1, 3]))


@given(lattices())
def test_log_partition_is_the_sum_over_all_paths(drawn):
    lattice = built(drawn)
    expected = [log_partition(drawn, row) for row in range(len(drawn.lengths))]
    assert inference.log_partition(lattice) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert forward_backward(lattice).log_partition.tolist() == pytest.approx(
        expected, rel=1e-9, abs=1e-9
    )


@given(lattices(possible=True))
def test_token_marginals_are_the_shares_of_the_paths(drawn):
    found = token_marginals(built(drawn))
    assert found.shape == drawn.emissions.shape
    for row, length in enumerate(drawn.lengths):
        assert found[row, :length] == pytest.approx(np.array(marginals(drawn, row)), abs=1e-9)
        assert not found[row, length:].any()


@given(lattices(possible=True, labels=(2, 9), tokens=(1, 12)))
def test_token_marginals_sum_to_one(drawn):
    found = token_marginals(built(drawn)).sum(axis=-1)
    inside = np.arange(found.shape[1]) < drawn.lengths[:, None]
    assert found == pytest.approx(inside.astype(float), abs=1e-9)


@given(lattices(possible=True))
def test_forward_and_backward_meet_in_the_partition_at_every_token(drawn):
    passes = forward_backward(built(drawn))
    for row, length in enumerate(drawn.lengths):
        for t in range(length):
            both = log_sum(passes.forward[row, t] + passes.backward[row, t])
            assert float(both) == pytest.approx(log_partition(drawn, row), rel=1e-9, abs=1e-9)


@given(lattices())
def test_viterbi_finds_the_best_of_all_paths(drawn):
    found = viterbi(built(drawn))
    for row, length in enumerate(drawn.lengths):
        best = ranked(drawn, row)[:1]
        if best:
            assert tuple(found.labels[row, :length].tolist()) == best[0][0]
            assert found.scores[row] == pytest.approx(best[0][1], rel=1e-12, abs=1e-12)
        else:
            assert found.scores[row] == NEVER
        assert not found.labels[row, length:].any()


@given(lattices(whole=True))
def test_viterbi_path_has_the_best_score_where_paths_tie(drawn):
    found = viterbi(built(drawn))
    for row, length in enumerate(drawn.lengths):
        path = tuple(found.labels[row, :length].tolist())
        best = max(score for _, score in all_paths(drawn, row))
        assert found.scores[row] == best
        assert best == NEVER or path_score(drawn, row, path) == best


def test_viterbi_prefers_the_lower_label_of_equals():
    lattice = make_lattice(np.zeros((1, 3, 4)), np.zeros((4, 4)))
    assert viterbi(lattice).labels.tolist() == [[0, 0, 0]]
    late = make_lattice(np.array([[[0, 5, 5], [0, 0, 0]]]) * 1.0, np.zeros((3, 3)))
    assert viterbi(late).labels.tolist() == [[1, 0]]


@given(lattices(possible=True, labels=(2, 12), tokens=(1, 6)))
def test_inference_of_a_sequence_is_bitwise_the_same_alone(drawn):
    together = built(drawn)
    logs, shares, best = (
        inference.log_partition(together),
        token_marginals(together),
        viterbi(together),
    )
    for row, length in enumerate(drawn.lengths):
        single = built(alone(drawn, row))
        assert inference.log_partition(single)[0] == logs[row]
        assert np.array_equal(token_marginals(single)[0], shares[row, :length])
        assert np.array_equal(viterbi(single).labels[0], best.labels[row, :length])
        assert viterbi(single).scores[0] == best.scores[row]


@given(lattices(possible=True), st.sampled_from([1e3, 1e6, -1e6, NEVER]))
def test_inference_does_not_read_emissions_beyond_the_end(drawn, garbage):
    clean = built(drawn)
    beyond = np.arange(clean.emissions.shape[1]) >= clean.lengths[:, None]
    spoilt = clean._replace(emissions=np.where(beyond[..., None], garbage, clean.emissions))
    assert np.array_equal(inference.log_partition(spoilt), inference.log_partition(clean))
    assert np.array_equal(token_marginals(spoilt), token_marginals(clean))
    assert np.array_equal(viterbi(spoilt).labels, viterbi(clean).labels)
    assert np.array_equal(viterbi(spoilt).scores, viterbi(clean).scores)


def test_token_marginals_of_a_short_sequence_beside_a_long_one_do_not_overflow():
    # Beyond its end the short sequence's prefix goes on to grow by 20 nats a token.
    lattice = make_lattice(np.full((2, 60, 3), 20.0), np.zeros((3, 3)), lengths=np.array([1, 60]))
    assert token_marginals(lattice)[0, 0] == pytest.approx([1 / 3] * 3)


@given(lattices(possible=True, by_position=False))
def test_inference_agrees_between_the_two_forms_of_transitions(drawn):
    batch, size, labels = drawn.emissions.shape
    constant = built(drawn)
    spread = np.broadcast_to(drawn.transitions, (batch, size - 1, labels, labels))
    by_position = constant._replace(transitions=spread)
    assert inference.log_partition(by_position) == pytest.approx(
        inference.log_partition(constant), rel=1e-12
    )
    assert token_marginals(by_position) == pytest.approx(token_marginals(constant), abs=1e-12)
    assert np.array_equal(viterbi(by_position).labels, viterbi(constant).labels)


@pytest.mark.parametrize("by_position", [False, True])
def test_inference_of_a_sequence_without_a_path(by_position):
    lattice = barred(by_position=by_position)
    assert inference.log_partition(lattice).tolist() == [pytest.approx(1 + np.log(2)), NEVER]
    best = viterbi(lattice)
    assert best.scores.tolist() == [1.0, NEVER]
    assert np.all((best.labels >= 0) & (best.labels < 2))


@pytest.mark.parametrize("by_position", [False, True])
def test_token_marginals_of_a_sequence_without_a_path_are_zero(by_position):
    shares = token_marginals(barred(by_position=by_position))
    assert shares[0, 0].tolist() == pytest.approx([0.5, 0.5])
    assert not shares[1].any()


@given(lattices(possible=True), st.floats(-50, 50))
def test_marginals_and_best_path_do_not_mind_a_constant(drawn, constant):
    lattice = built(drawn)
    moved = lattice._replace(emissions=lattice.emissions + constant)
    assert token_marginals(moved) == pytest.approx(token_marginals(lattice), abs=1e-8)
    shift = inference.log_partition(moved) - inference.log_partition(lattice)
    assert shift == pytest.approx(constant * drawn.lengths, abs=1e-8)


def test_inference_leaves_the_lattice_alone():
    rng = np.random.default_rng(7)
    lattice = make_lattice(
        rng.normal(size=(2, 3, 3)), rng.normal(size=(3, 3)), lengths=np.array([2, 3])
    )
    copies = [np.copy(array) for array in lattice]
    for infer in (inference.log_partition, token_marginals, viterbi):
        infer(lattice)
    assert all(np.array_equal(a, b) for a, b in zip(lattice, copies, strict=True))


def test_log_sum_of_nothing_possible_is_never():
    assert log_sum(np.array([[NEVER, 0.0], [NEVER, NEVER]])).tolist() == [NEVER, 0.0]
    assert float(log_sum(np.array([1000.0, 1000.0]))) == pytest.approx(1000 + np.log(2))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"emissions": np.zeros((3, 2))}, r"\(3, 2\)"),
        ({"transitions": np.zeros((2, 3))}, r"\(2, 3\).*\(2, 2\) or \(2, 3, 2, 2\)"),
        ({"transitions": np.zeros((2, 4, 2, 2))}, r"\(2, 4, 2, 2\)"),
        ({"lengths": np.array([4])}, "lengths must be 2 numbers from 1 to 4"),
        ({"lengths": np.array([0, 4])}, r"\[0 4\]"),
        ({"lengths": np.array([1, 5])}, r"\[1 5\]"),
        ({"starts": np.zeros(3)}, r"\(2,\), not \(3,\)"),
        ({"stops": np.zeros((2, 2))}, r"\(2,\), not \(2, 2\)"),
    ],
)
def test_make_lattice_refuses_arrays_that_do_not_fit(wrong, words):
    right = {"emissions": np.zeros((2, 4, 2)), "transitions": np.zeros((2, 2))}
    with pytest.raises(SettingError, match=words):
        make_lattice(**(right | wrong))


def test_make_lattice_fills_in_what_is_left_out():
    lattice = make_lattice(np.zeros((2, 4, 3)), np.zeros((3, 3)))
    assert lattice.lengths.tolist() == [4, 4]
    assert lattice.starts.tolist() == lattice.stops.tolist() == [0, 0, 0]
