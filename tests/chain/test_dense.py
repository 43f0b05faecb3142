"""Expectations under one dense transition matrix, against every path and the log-space passes."""

import math
from itertools import pairwise
from types import SimpleNamespace

import lattice_passes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.inference import dense_expectations
from spacy_citalign.chain.lattice import make_lattice
from tests.chain.oracles import all_paths, log_partition, marginals

NEVER = -np.inf

# Two tokens and two labels; potentials, not logs.
EMISSIONS = [[1, 2], [3, 1]]
TRANSITIONS = [[1, 2], [1, 1]]
# Path      0 0      0 1      1 0      1 1
# weight  1*1*3=3  1*2*1=2  2*1*3=6  2*1*1=2, together 13.


def by_hand(**changes):
    settings = {"lengths": np.array([2]), **changes}
    return dense_expectations(np.log([EMISSIONS]), np.log(TRANSITIONS), **settings)


def test_expectations_by_hand():
    found = by_hand()
    assert found.log_partition == pytest.approx([math.log(13)])
    assert found.tokens[0] == pytest.approx(
        np.array([[(3 + 2) / 13, (6 + 2) / 13], [(3 + 6) / 13, (2 + 2) / 13]])
    )
    assert found.moves == pytest.approx(np.array([[3, 2], [6, 2]]) / 13)


def test_sequence_of_one_token_has_no_moves():
    found = by_hand(lengths=np.array([1]))
    assert found.log_partition == pytest.approx([math.log(3)])
    assert found.tokens[0] == pytest.approx(np.array([[1 / 3, 2 / 3], [0, 0]]))
    assert not found.moves.any()


def test_moves_are_left_out_on_request():
    without = by_hand(moves=False)
    assert not without.moves.any()
    assert np.array_equal(without.tokens, by_hand().tokens)
    assert np.array_equal(without.log_partition, by_hand().log_partition)


def test_forbidden_labels_take_no_mass():
    emissions = np.log([EMISSIONS])
    emissions[0, 1, 0] = NEVER  # only 0 1 and 1 1 are left: 2 and 2
    found = dense_expectations(emissions, np.log(TRANSITIONS), np.array([2]))
    assert found.log_partition == pytest.approx([math.log(4)])
    assert found.tokens[0] == pytest.approx(np.array([[0.5, 0.5], [0, 1]]))
    assert found.moves == pytest.approx(np.array([[0, 2], [0, 2]]) / 4)


@pytest.mark.parametrize("token", [0, 1, 2])
def test_sequence_without_a_path_counts_for_nothing(token):
    emissions = np.zeros((2, 3, 2))
    emissions[1, token] = NEVER
    found = dense_expectations(emissions, np.zeros((2, 2)), np.array([3, 3]))
    assert found.log_partition[0] == pytest.approx(math.log(2**3))
    assert found.log_partition[1] == NEVER
    assert not found.tokens[1].any()
    assert found.moves == pytest.approx(np.full((2, 2), 2 / 4))  # two moves of the first sequence


@st.composite
def dense_lattices(draw, *, possible=False):
    """Draw 1 to 3 sequences; emissions may be forbidden, transitions are finite."""
    labels, size, batch = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(1, 3))
    lengths = np.array(draw(st.lists(st.integers(1, size), min_size=batch, max_size=batch)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    spread = draw(st.sampled_from([0.3, 3.0, 30.0]))
    emissions = rng.normal(0, spread, (batch, size, labels))
    barred = rng.random(emissions.shape) < draw(st.sampled_from([0.0, 0.3, 0.6]))
    if possible:
        barred[:, :, 0] = False
    return SimpleNamespace(
        emissions=np.where(barred, NEVER, emissions),
        transitions=rng.normal(0, spread, (labels, labels)),
        lengths=lengths,
        starts=np.zeros(labels),
        stops=np.zeros(labels),
    )


def expectations(drawn, **settings):
    return dense_expectations(drawn.emissions, drawn.transitions, drawn.lengths, **settings)


def expected_moves(drawn):
    """How often each label follows each, summed over the paths of all possible sequences."""
    labels = range(len(drawn.transitions))
    counts = np.zeros(drawn.transitions.shape)
    for row in range(len(drawn.lengths)):
        total = log_partition(drawn, row)
        for path, score in all_paths(drawn, row):
            if score > NEVER:
                for one in labels:
                    for two in labels:
                        times = sum(pair == (one, two) for pair in pairwise(path))
                        counts[one, two] += math.exp(score - total) * times
    return counts


@given(dense_lattices())
def test_log_partition_is_the_sum_over_all_paths(drawn):
    expected = [log_partition(drawn, row) for row in range(len(drawn.lengths))]
    assert expectations(drawn).log_partition == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(dense_lattices())
def test_moves_are_those_of_all_paths(drawn):
    assert expectations(drawn).moves == pytest.approx(expected_moves(drawn), abs=1e-9)


@given(dense_lattices(possible=True))
def test_tokens_are_the_shares_of_the_paths(drawn):
    found = expectations(drawn).tokens
    assert found.shape == drawn.emissions.shape
    for row, length in enumerate(drawn.lengths):
        assert found[row, :length] == pytest.approx(np.array(marginals(drawn, row)), abs=1e-9)
        assert not found[row, length:].any()


@given(st.integers(0, 2**32 - 1), st.integers(1, 30), st.integers(1, 12))
def test_products_of_matrices_agree_with_sums_of_logs(seed, size, labels):
    rng = np.random.default_rng(seed)
    emissions = rng.normal(0, 5, (3, size, labels))
    emissions[..., 1:][rng.random((3, size, labels - 1)) < 0.3] = NEVER
    transitions = rng.normal(0, 3, (labels, labels))
    lengths = rng.integers(1, size + 1, 3)
    found = dense_expectations(emissions, transitions, lengths)
    lattice = make_lattice(emissions, transitions, lengths=lengths)
    assert found.log_partition == pytest.approx(lattice_passes.log_partition(lattice), rel=1e-9)
    assert found.tokens == pytest.approx(lattice_passes.token_marginals(lattice), abs=1e-9)
    assert found.moves.sum() == pytest.approx((lengths - 1).sum(), abs=1e-8)


@given(dense_lattices(possible=True), st.sampled_from([NEVER, 1e300]))
def test_padding_is_not_read(drawn, rubbish):
    plain = expectations(drawn)
    beyond = np.arange(drawn.emissions.shape[1]) >= drawn.lengths[:, None]
    drawn.emissions[beyond] = rubbish
    wide = np.concatenate([drawn.emissions, np.full_like(drawn.emissions[:, :1], rubbish)], axis=1)
    found = dense_expectations(wide, drawn.transitions, drawn.lengths)
    assert np.array_equal(found.tokens[:, :-1], plain.tokens)
    assert not found.tokens[:, -1].any()
    assert np.array_equal(found.moves, plain.moves)
    assert found.log_partition == pytest.approx(plain.log_partition, rel=1e-12)


@given(dense_lattices(possible=True))
def test_sequences_do_not_touch_each_other(drawn):
    together = expectations(drawn)
    moves = np.zeros_like(together.moves)
    for row, length in enumerate(drawn.lengths):
        own = drawn.emissions[row : row + 1, :length]
        alone = dense_expectations(own, drawn.transitions, drawn.lengths[row : row + 1])
        assert together.tokens[row, :length] == pytest.approx(alone.tokens[0], abs=1e-12)
        assert together.log_partition[row] == pytest.approx(alone.log_partition[0], abs=1e-9)
        moves += alone.moves
    assert together.moves == pytest.approx(moves, abs=1e-9)


def test_long_sequences_stay_in_range():
    size = 5_000  # the weight of a path is exp(50 * 5000), or its inverse
    for shift in (-50.0, 50.0):
        emissions = np.full((1, size, 3), shift)
        found = dense_expectations(emissions, np.zeros((3, 3)), np.array([size]))
        assert found.log_partition == pytest.approx([size * (shift + math.log(3))])
        assert found.tokens == pytest.approx(np.full((1, size, 3), 1 / 3))
        assert found.moves == pytest.approx(np.full((3, 3), (size - 1) / 9))


@given(dense_lattices(possible=True))
def test_single_precision_is_kept_and_close(drawn):
    single = dense_expectations(
        drawn.emissions.astype(np.float32), drawn.transitions / 30, drawn.lengths
    )
    double = dense_expectations(drawn.emissions, drawn.transitions / 30, drawn.lengths)
    assert single.tokens.dtype == np.float64
    assert single.log_partition.dtype == np.float64
    assert single.tokens == pytest.approx(double.tokens, abs=1e-4)
    assert single.log_partition == pytest.approx(double.log_partition, rel=1e-5, abs=1e-4)


def test_emissions_of_single_precision_are_computed_in_double():
    # The paths 0 0 and 1 1 cost 110, the others 120: the first is 0 after the first token.
    emissions = np.array([[[0, -110], [-110, 0]]], dtype=np.float32)
    found = dense_expectations(emissions, np.array([[0.0, -120], [-120, 0]]), np.array([2]))
    assert found.log_partition == pytest.approx([-110 + math.log(2)], abs=1e-2)
    assert found.tokens == pytest.approx(np.full((1, 2, 2), 0.5), abs=1e-2)


def test_expectations_leave_their_arrays_alone():
    emissions, transitions, lengths = np.log([EMISSIONS]), np.log(TRANSITIONS), np.array([2])
    copies = [array.copy() for array in (emissions, transitions, lengths)]
    dense_expectations(emissions, transitions, lengths)
    for array, copy in zip((emissions, transitions, lengths), copies, strict=True):
        assert np.array_equal(array, copy)
