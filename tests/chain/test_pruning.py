"""Best paths with labels left out beforehand: the same as Viterbi over all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.inference import viterbi
from spacy_citalign.chain.lattice import make_lattice
from spacy_citalign.chain.pruning import PrunedDecoder


def decode(emissions, transitions, lengths):
    emissions, transitions = np.float32(emissions), np.float32(transitions)
    return PrunedDecoder(transitions)(emissions, np.array(lengths, dtype=np.int64)).tolist()


def over_all_labels(emissions, transitions, lengths):
    """Viterbi, sequence by sequence."""
    paths, first = [], 0
    for length in lengths:
        part = np.float32(emissions[None, first : first + length])
        paths += viterbi(make_lattice(part, np.float32(transitions))).labels[0].tolist()
        first += length
    return paths


def test_a_label_that_no_neighbour_can_save_is_left_out():
    # 100 against 0 at every token, where transitions gain 2 at most.
    emissions = [[100, 0], [0, 100], [100, 0]]
    assert decode(emissions, [[1, -1], [-1, 1]], [3]) == [0, 1, 0]


def test_neighbours_decide_where_emissions_do_not():
    # The middle token leans to label 1 by 1; staying with label 0 on both sides gains 4.
    emissions = [[100, 0], [0, 1], [100, 0]]
    assert decode(emissions, [[1, -1], [-1, 1]], [3]) == [0, 0, 0]


def test_a_sequence_does_not_see_the_next_one():
    # Alone, a token of no preference takes the lower label, whatever stands beside it.
    transitions = [[0, 0], [0, 5]]
    assert decode([[0, 9], [0, 0]], transitions, [2]) == [1, 1]
    assert decode([[0, 9], [0, 0]], transitions, [1, 1]) == [1, 0]


def test_of_equal_paths_the_lower_labels_win():
    assert decode(np.zeros((4, 3)), np.zeros((3, 3)), [4]) == [0, 0, 0, 0]


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.sampled_from([0.3, 1, 5]))
def test_paths_are_those_of_viterbi_over_all_labels(seed, labels, scale):
    # Small whole numbers, so that sums are exact and ties are common.
    random = np.random.default_rng(seed)
    lengths = random.integers(1, 9, size=random.integers(1, 6))
    emissions = np.round(scale * random.normal(0, 3, size=(lengths.sum(), labels)))
    transitions = np.round(random.normal(0, 1.5, size=(labels, labels)))
    expected = over_all_labels(emissions, transitions, lengths)
    assert decode(emissions, transitions, lengths) == expected


def test_many_labels_and_long_runs_are_decoded():
    random = np.random.default_rng(0)
    lengths = [300, 1, 40]
    emissions = np.round(random.normal(0, 2, size=(341, 49)))
    transitions = np.round(random.normal(0, 2, size=(49, 49)))
    expected = over_all_labels(emissions, transitions, lengths)
    assert decode(emissions, transitions, lengths) == expected


@pytest.mark.parametrize("lengths", [[], [1]])
def test_little_is_decoded(lengths):
    assert decode(np.zeros((sum(lengths), 2)), np.zeros((2, 2)), lengths) == [0] * sum(lengths)
