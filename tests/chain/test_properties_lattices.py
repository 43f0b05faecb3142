"""Decoders of lattices on hostile numbers: huge, tiny, tied, barred, and those that are none."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lattice_passes import log_partition as partition
from lattice_passes import token_marginals

from spacy_citalign.chain.inference import (
    dense_expectations,
    forward_backward,
    n_best,
    viterbi,
)
from spacy_citalign.chain.joint import JointModel, likely_spans, segment_log_probability
from spacy_citalign.chain.labels import TokenSpans, Windows, best_disjoint
from spacy_citalign.chain.lattice import make_lattice
from spacy_citalign.chain.pruning import PrunedDecoder
from spacy_citalign.chunks.labels import label_count
from spacy_citalign.chunks.model import JointDecoder
from spacy_citalign.errors import SettingError
from tests.chain.oracles import all_paths, path_score, ranked

NEVER = -np.inf
# Sums of four of these are exact or far apart, so that plain Python finds the same paths.
HOSTILE = [0.0, 1.0, -1.0, 0.5, 5e-324, -5e-324, 1e-300, 700.0, -800.0, 2.0**40, -(2.0**40), NEVER]
WILD = st.sampled_from(HOSTILE)
NO_NUMBER = st.sampled_from([np.nan, np.inf])
SMALL = st.integers(-3, 3).map(float)


def arrays(*shape, of, dtype=np.float64):
    """Draw an array of a few numbers."""
    size = int(np.prod(shape))
    return st.lists(of, min_size=size, max_size=size).map(
        lambda values: np.array(values, dtype=dtype).reshape(shape)
    )


@st.composite
def lattices(draw, of=WILD, by_position=None):
    """Draw a lattice of two sequences of hostile numbers."""
    labels, size = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    by_position = draw(st.booleans()) if by_position is None else by_position
    shape = (2, size - 1, labels, labels) if by_position else (labels, labels)
    return SimpleNamespace(
        emissions=draw(arrays(2, size, labels, of=of)),
        transitions=draw(arrays(*shape, of=of)),
        lengths=np.array([size, draw(st.integers(1, size))]),
        starts=draw(arrays(labels, of=of)),
        stops=draw(arrays(labels, of=of)),
    )


def rows(drawn):
    return [(row, int(length)) for row, length in enumerate(drawn.lengths)]


@given(lattices())
def test_no_path_is_better_than_that_of_viterbi(drawn):
    found = viterbi(make_lattice(**vars(drawn)))
    for row, length in rows(drawn):
        path = tuple(found.labels[row, :length].tolist())
        scores = dict(all_paths(drawn, row))
        best = max(scores.values())
        assert found.scores[row] == pytest.approx(best, rel=1e-12, abs=1e-9)
        assert best == NEVER or scores[path] == pytest.approx(best, rel=1e-12, abs=1e-9)


@given(lattices(), st.integers(1, 30))
def test_best_paths_fall_differ_and_begin_with_that_of_viterbi(drawn, n):
    lattice = make_lattice(**vars(drawn))
    found, best = n_best(lattice, n), viterbi(lattice)
    for row, length in rows(drawn):
        own = found.scores[row][found.scores[row] > NEVER]
        paths = [tuple(path[:length].tolist()) for path in found.labels[row, : len(own)]]
        assert len(own) == min(n, len(ranked(drawn, row)))
        assert len(set(paths)) == len(paths)
        assert np.all(own[:-1] >= own[1:])
        scores = [path_score(drawn, row, path) for path in paths]
        assert own.tolist() == pytest.approx(scores, rel=1e-12, abs=1e-9)
        assert found.scores[row, 0] == best.scores[row]


@given(lattices())
def test_marginals_are_probabilities_and_sum_to_one_where_there_is_a_path(drawn):
    lattice = make_lattice(**vars(drawn))
    shares, log_z = token_marginals(lattice), partition(lattice)
    assert np.all((shares >= 0) & (shares <= 1))
    for row, length in rows(drawn):
        possible = float(log_z[row] > NEVER)
        # 2 ** 40 nats leave 2 ** -12 of a double's precision.
        assert shares[row, :length].sum(axis=1) == pytest.approx([possible] * length, abs=1e-3)
        assert possible == bool(ranked(drawn, row))


@given(lattices(by_position=False), st.data())
def test_segments_have_a_probability_whatever_the_numbers(drawn, data):
    lattice = make_lattice(**vars(drawn))
    start = data.draw(st.integers(0, int(lattice.lengths[0]) - 1))
    end = data.draw(st.integers(start + 1, int(lattice.lengths[0])))
    allowed = data.draw(arrays(2, lattice.emissions.shape[2], of=st.booleans(), dtype=bool))
    segment = TokenSpans(*(np.array([place]) for place in (0, start, end)))
    (found,) = segment_log_probability(lattice, forward_backward(lattice), segment, *allowed)
    assert found <= 0


@pytest.mark.parametrize("name", ["emissions", "transitions", "starts", "stops"])
@given(lattices(of=SMALL), NO_NUMBER)
def test_what_is_no_number_is_refused(name, drawn, value):
    array = getattr(drawn, name)
    array[(0,) * array.ndim if array.size else ...] = value
    if array.size:
        with pytest.raises(SettingError, match=f"{name} hold {value}"):
            make_lattice(**vars(drawn))


@given(lattices(of=SMALL), st.sampled_from([np.nan, np.inf, 1e308]))
def test_what_stands_beyond_the_end_does_not_matter(drawn, value):
    shares = token_marginals(make_lattice(**vars(drawn)))
    beyond = np.arange(drawn.emissions.shape[1]) >= drawn.lengths[:, None]
    if drawn.transitions.ndim == 2:
        drawn.emissions[beyond] = value
        make_lattice(**vars(drawn))
    assert not shares[beyond].any()


def test_a_batch_without_sequences_has_no_paths():
    nothing = make_lattice(np.zeros((0, 3, 2)), np.zeros((2, 2)))
    assert viterbi(nothing).labels.shape == (0, 3)
    assert n_best(nothing, 4).labels.shape == (0, 4, 3)
    assert token_marginals(nothing).shape == (0, 3, 2)


# --- one dense matrix --------------------------------------------------------------------------

NEAR = st.sampled_from([0.0, 1.0, -1.0, 5e-324, 90.0, -60.0, NEVER])  # 300 nats at most in all


@given(arrays(2, 3, 2, of=NEAR), arrays(2, 2, of=SMALL), st.integers(1, 3))
def test_products_of_matrices_are_the_sums_of_logs_for_hostile_numbers(emissions, moves, length):
    lengths = np.array([3, length])
    found = dense_expectations(emissions, moves, lengths)
    lattice = make_lattice(emissions, moves, lengths=lengths)
    assert found.tokens == pytest.approx(token_marginals(lattice), abs=1e-9)
    assert found.log_partition == pytest.approx(partition(lattice), rel=1e-9, abs=1e-9)
    assert np.all(found.moves >= 0)


@given(NO_NUMBER, st.booleans())
def test_products_of_matrices_refuse_what_is_no_number(value, moves):
    emissions, transitions = np.zeros((1, 2, 2)), np.zeros((2, 2))
    (transitions if moves else emissions[0])[1, 0] = value
    with pytest.raises(SettingError, match="transitions are not finite" if moves else "hold"):
        dense_expectations(emissions, transitions, np.array([2]))


# --- decoders of taggers -----------------------------------------------------------------------

SINGLE = st.sampled_from([0.0, 1.0, -1.0, 0.5, 2.0, 1e-30, 4096.0, -4096.0])


@given(st.data(), st.integers(1, 12), st.lists(st.integers(1, 6), max_size=4), st.booleans())
def test_pruned_paths_are_as_good_as_those_of_viterbi(data, labels, lengths, small):
    of = SMALL if small else SINGLE
    total = sum(lengths)
    emissions = data.draw(arrays(total, labels, of=of, dtype=np.float32))
    transitions = data.draw(arrays(labels, labels, of=of, dtype=np.float32))
    found = PrunedDecoder(transitions)(emissions, np.array(lengths, dtype=np.int64))
    assert found.shape == (total,)
    done = 0
    for length in lengths:
        own = emissions[None, done : done + length].astype(np.float64)
        best = viterbi(make_lattice(own, transitions.astype(np.float64)))
        path = found[done : done + length].tolist()
        lattice = SimpleNamespace(
            emissions=own, transitions=transitions, starts=np.zeros(labels), stops=np.zeros(labels)
        )
        assert path_score(lattice, 0, path) == pytest.approx(best.scores[0], rel=1e-5)
        if small:  # whole numbers tie, and the lower label wins
            assert path == best.labels[0].tolist()
        done += length


@given(st.data(), st.integers(1, 3), st.lists(st.integers(1, 5), max_size=3))
def test_chunks_of_hostile_numbers_do_not_depend_on_other_sentences(data, types, lengths):
    encodings, size = ["iob2"], label_count(types)
    emissions = data.draw(arrays(sum(lengths), size, of=SINGLE, dtype=np.float32))
    transitions = data.draw(arrays(1, size, size, of=SINGLE, dtype=np.float32))
    decoder = JointDecoder(types, encodings, transitions)
    found = decoder(emissions, np.array(lengths, dtype=np.int64))
    ends = np.cumsum(lengths)
    for end, length in zip(ends, lengths, strict=True):
        own = slice(end - length, end)
        assert decoder(emissions[own], np.array([length])).tolist() == found[own].tolist()


# --- spans -------------------------------------------------------------------------------------


@given(arrays(2, 4, 3, of=st.sampled_from([0.0, 30.0, -30.0, 800.0, -800.0, 5e-324])), st.data())
def test_likely_spans_are_those_above_the_threshold_and_never_certain_of_two(emissions, data):
    joint = JointModel([Windows(0, 0)], [np.zeros((3, 3))], data.draw(SMALL))
    lattice = joint.lattice([emissions], np.array([4, 2]))
    least = data.draw(st.sampled_from([1e-9, 0.02, 0.5, 0.999]))
    found = likely_spans(joint, lattice, least)
    assert np.all((found.posterior > least) & (found.posterior <= 1))
    assert np.all((found.inside >= 0) & (found.inside <= 1))
    every = likely_spans(joint, lattice, 1e-9)
    likely = dict(zip(every.spans.triples(), every.posterior.tolist(), strict=True))
    for row in range(2):
        for token in range(4):
            over = [p for (r, a, b), p in likely.items() if r == row and a <= token < b]
            assert sum(over) <= 1 + 1e-6


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 4), st.integers(1, 3)), max_size=8))
def test_no_spans_are_chosen_that_gain_nothing_or_less(drawn):
    triples = sorted({(row, start, start + size) for row, start, size in drawn})
    spans = TokenSpans(*np.array(triples, dtype=np.int64).reshape(-1, 3).T)
    for gain in (0.0, -1.0, NEVER, -5e-324):
        assert best_disjoint(spans, np.full(len(triples), gain)).tolist() == []
    for gain in (5e-324, 1e300):
        chosen = [triples[place] for place in best_disjoint(spans, np.full(len(triples), gain))]
        cells = [(row, token) for row, start, end in chosen for token in range(start, end)]
        assert len(set(cells)) == len(cells)
        assert bool(chosen) == bool(triples)
