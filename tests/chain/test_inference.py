"""Partition, marginals and best path of lattices, against every path written out."""

from types import SimpleNamespace

import lattice_passes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lattice_passes import token_marginals

from spacy_citalign.chain.inference import forward_backward, log_sum, viterbi
from spacy_citalign.chain.lattice import make_lattice, transition_steps
from tests.chain.oracles import (
    all_paths,
    alone,
    lattices,
    log_partition,
    marginals,
    path_score,
    ranked,
)

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
    assert lattice_passes.log_partition(lattice) == pytest.approx(expected, rel=1e-9, abs=1e-9)
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


def of_equals_the_lowest(drawn, row):
    """Of the best paths the one with the lowest last label, then the lowest before it, and on."""
    paths = all_paths(drawn, row)
    best = max(score for _, score in paths)
    return min((path for path, score in paths if score == best), key=lambda path: path[::-1])


@given(lattices(whole=True, possible=True), st.sampled_from([np.float32, np.float64]))
def test_viterbi_takes_the_lowest_labels_of_equal_paths(drawn, precision):
    found = viterbi(in_precision(built(drawn), precision))
    for row, length in enumerate(drawn.lengths):
        path = tuple(found.labels[row, :length].tolist())
        assert path == of_equals_the_lowest(drawn, row)
        assert found.scores[row] == path_score(drawn, row, path)


def in_precision(lattice, precision):
    floats = ("emissions", "transitions", "starts", "stops")
    return lattice._replace(**{name: getattr(lattice, name).astype(precision) for name in floats})


@given(lattices())
def test_viterbi_in_single_precision_finds_a_path_as_good_as_rounding_allows(drawn):
    found = viterbi(in_precision(built(drawn), np.float32))
    assert found.scores.dtype == np.float32
    for row, length in enumerate(drawn.lengths):
        best = max(score for _, score in all_paths(drawn, row))
        if best == NEVER:
            assert found.scores[row] == NEVER
        else:
            path = found.labels[row, :length].tolist()
            assert found.scores[row] == pytest.approx(best, rel=1e-5, abs=1e-4)
            assert path_score(drawn, row, path) == pytest.approx(best, rel=1e-5, abs=1e-4)


@given(st.integers(0, 2**32 - 1))
def test_viterbi_in_single_precision_goes_back_the_way_it_came(seed):
    # Where rounding decides, the path has to be the one whose rounded score was the best.
    rng = np.random.default_rng(seed)
    emissions, transitions = (
        rng.normal(0, 1e3, shape).astype(np.float32) for shape in ((3, 9, 5), (5, 5))
    )
    none = np.zeros(5, dtype=np.float32)
    found = viterbi(make_lattice(emissions, transitions, starts=none, stops=none))
    for row, path in enumerate(found.labels):
        score = emissions[row, 0, path[0]]
        for t in range(1, len(path)):
            score = emissions[row, t, path[t]] + (score + transitions[path[t - 1], path[t]])
        assert score == found.scores[row]


def slow_viterbi(emissions, move):
    """The best path of one sequence, of equals the lowest labels from the end; plain Python."""
    labels = range(len(emissions[0]))
    scores = [list(emissions[0])]
    for t in range(1, len(emissions)):
        best = [max(scores[-1][i] + move(t - 1, i, j) for i in labels) for j in labels]
        scores.append([emissions[t][j] + best[j] for j in labels])
    path = [min(labels, key=lambda j: (-scores[-1][j], j))]
    for t in range(len(emissions) - 2, -1, -1):
        path.insert(0, min(labels, key=lambda i: (-scores[t][i] - move(t, i, path[0]), i)))
    return path


@pytest.mark.parametrize("by_position", [False, True])
@pytest.mark.parametrize("barred_share", [0.0, 0.02, 0.5, 0.9])
@pytest.mark.parametrize("precision", [np.float32, np.float64])
def test_viterbi_over_many_labels(by_position, barred_share, precision):
    rng = np.random.default_rng(11)
    labels, size, lengths = 30, 6, np.array([6, 1, 4, 6])
    emissions = rng.integers(-3, 4, (4, size, labels)).astype(precision)
    shape = (4, size - 1, labels, labels) if by_position else (labels, labels)
    transitions = rng.integers(-2, 3, shape).astype(precision)
    transitions[rng.random(shape) < barred_share] = NEVER
    found = viterbi(make_lattice(emissions, transitions, lengths=lengths))
    for row, length in enumerate(lengths):
        own = transitions[row] if by_position else np.broadcast_to(transitions, (5, 30, 30))
        table = own.tolist()
        expected = slow_viterbi(
            emissions[row, :length].tolist(), lambda t, i, j, table=table: table[t][i][j]
        )
        assert found.labels[row, :length].tolist() == expected


@given(lattices(whole=True, labels=(1, 6), tokens=(2, 3)), st.booleans(), st.integers(0, 99))
def test_steps_list_where_each_label_can_come_from(drawn, reverse, seed):
    lattice = built(drawn)
    batch, size, labels = lattice.emissions.shape
    scores = np.random.default_rng(seed).integers(-2, 3, (labels, batch)).astype(float)
    for t in range(size - 1):
        matrix = np.broadcast_to(lattice.transitions, (batch, size - 1, labels, labels))[:, t]
        if reverse:
            matrix = matrix.transpose(0, 2, 1)  # (B, from, to)
        step = transition_steps(lattice, reverse=reverse)(t)
        if lattice.transitions.ndim == 2:
            assert len(step.sources) == max(1, (matrix[0] > NEVER).sum(axis=0).max())
        every = scores.T[:, :, None] + matrix
        assert np.array_equal(step.candidates(scores).max(axis=0), every.max(axis=1).T)
        places = step.candidates(scores).argmax(axis=0)
        found = np.take_along_axis(
            np.broadcast_to(step.sources[..., None], (*step.sources.shape, batch)), places[None], 0
        )[0]
        possible = every.max(axis=1).T > NEVER
        assert np.array_equal(found[possible], every.argmax(axis=1).T[possible])
        assert np.all((found >= 0) & (found < labels))


def test_steps_are_narrow_where_most_moves_are_barred():
    matrix = np.full((4, 4), NEVER)
    matrix[0, 1] = matrix[2, 1] = matrix[3, 0] = 1.0
    lattice = make_lattice(np.zeros((1, 2, 4)), matrix)
    step = transition_steps(lattice)(0)
    assert step.sources[:, 1].tolist() == [0, 2]
    assert step.weights[:, 1, 0].tolist() == [1.0, 1.0]
    assert step.sources[0, 0] == 3
    assert step.weights[:, 0, 0].tolist() == [1.0, NEVER]
    assert np.all(step.weights[:, 2:] == NEVER)
    assert transition_steps(lattice, reverse=True)(0).sources.shape == (1, 4)


def test_steps_take_every_label_where_one_label_can_come_from_all():
    matrix = np.full((3, 3), NEVER)
    matrix[:, 2] = 0.5
    step = transition_steps(make_lattice(np.zeros((1, 2, 3)), matrix))(0)
    assert step.sources.tolist() == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    assert np.array_equal(step.weights[..., 0], matrix)


@given(lattices(possible=True, labels=(2, 12), tokens=(1, 6)))
def test_inference_of_a_sequence_is_bitwise_the_same_alone(drawn):
    together = built(drawn)
    logs, shares, best = (
        lattice_passes.log_partition(together),
        token_marginals(together),
        viterbi(together),
    )
    for row, length in enumerate(drawn.lengths):
        single = built(alone(drawn, row))
        assert lattice_passes.log_partition(single)[0] == logs[row]
        assert np.array_equal(token_marginals(single)[0], shares[row, :length])
        assert np.array_equal(viterbi(single).labels[0], best.labels[row, :length])
        assert viterbi(single).scores[0] == best.scores[row]


@pytest.mark.parametrize("by_position", [False, True])
@pytest.mark.parametrize("labels", [3, 8, 20])
def test_inference_over_many_labels_is_bitwise_the_same_alone(labels, by_position):
    # numpy adds up eight numbers and more in another order where they lie together in memory.
    rng = np.random.default_rng(3)
    shape = (3, 3, labels, labels) if by_position else (labels, labels)
    drawn = SimpleNamespace(
        emissions=rng.normal(size=(3, 4, labels)),
        transitions=rng.normal(size=shape),
        lengths=np.array([4, 2, 4]),
        starts=rng.normal(size=labels),
        stops=rng.normal(size=labels),
    )
    logs, shares = lattice_passes.log_partition(built(drawn)), token_marginals(built(drawn))
    for row, length in enumerate(drawn.lengths):
        single = built(alone(drawn, row))
        assert lattice_passes.log_partition(single)[0] == logs[row]
        assert np.array_equal(token_marginals(single)[0], shares[row, :length])


@given(lattices(possible=True), st.sampled_from([1e3, 1e6, -1e6, NEVER]))
def test_inference_does_not_read_emissions_beyond_the_end(drawn, garbage):
    clean = built(drawn)
    beyond = np.arange(clean.emissions.shape[1]) >= clean.lengths[:, None]
    spoilt = clean._replace(emissions=np.where(beyond[..., None], garbage, clean.emissions))
    assert np.array_equal(lattice_passes.log_partition(spoilt), lattice_passes.log_partition(clean))
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
    assert lattice_passes.log_partition(by_position) == pytest.approx(
        lattice_passes.log_partition(constant), rel=1e-12
    )
    assert token_marginals(by_position) == pytest.approx(token_marginals(constant), abs=1e-12)
    assert np.array_equal(viterbi(by_position).labels, viterbi(constant).labels)


@pytest.mark.parametrize("by_position", [False, True])
def test_inference_of_a_sequence_without_a_path(by_position):
    lattice = barred(by_position=by_position)
    assert lattice_passes.log_partition(lattice).tolist() == [pytest.approx(1 + np.log(2)), NEVER]
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
    shift = lattice_passes.log_partition(moved) - lattice_passes.log_partition(lattice)
    assert shift == pytest.approx(constant * drawn.lengths, abs=1e-8)


def test_inference_leaves_the_lattice_alone():
    rng = np.random.default_rng(7)
    lattice = make_lattice(
        rng.normal(size=(2, 3, 3)), rng.normal(size=(3, 3)), lengths=np.array([2, 3])
    )
    copies = [np.copy(array) for array in lattice]
    for infer in (lattice_passes.log_partition, token_marginals, viterbi):
        infer(lattice)
    assert all(np.array_equal(a, b) for a, b in zip(lattice, copies, strict=True))


def test_log_sum_of_nothing_possible_is_never():
    assert log_sum(np.array([[NEVER, 0.0], [NEVER, NEVER]])).tolist() == [NEVER, 0.0]
    assert float(log_sum(np.array([1000.0, 1000.0]))) == pytest.approx(1000 + np.log(2))


def test_make_lattice_fills_in_what_is_left_out():
    lattice = make_lattice(np.zeros((2, 4, 3)), np.zeros((3, 3)))
    assert lattice.lengths.tolist() == [4, 4]
    assert lattice.starts.tolist() == lattice.stops.tolist() == [0, 0, 0]
