"""The n best paths, against all paths written out and sorted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.inference import n_best, viterbi
from spacy_citalign.chain.lattice import make_lattice
from spacy_citalign.errors import SettingError
from tests.chain.oracles import alone, lattices, path_score, ranked

NEVER = -np.inf
SIZES = st.sampled_from([1, 2, 3, 5, 10, 40])


def built(drawn):
    return make_lattice(**vars(drawn))


@given(lattices(), SIZES)
def test_n_best_lists_the_best_of_all_paths_in_order(drawn, n):
    found = n_best(built(drawn), n)
    size = drawn.emissions.shape[1]
    assert found.labels.shape == (len(drawn.lengths), n, size)
    for row, length in enumerate(drawn.lengths):
        best = ranked(drawn, row)[:n]
        paths = [tuple(path) for path in found.labels[row, : len(best), :length].tolist()]
        assert paths == [path for path, _ in best]
        scores = [score for _, score in best]
        assert found.scores[row, : len(best)] == pytest.approx(scores, rel=1e-12, abs=1e-12)
        assert np.all(found.scores[row, len(best) :] == NEVER)
        assert not found.labels[row, :, length:].any()


@given(lattices(whole=True), SIZES)
def test_n_best_paths_differ_and_have_their_scores_where_paths_tie(drawn, n):
    found = n_best(built(drawn), n)
    for row, length in enumerate(drawn.lengths):
        expected = [score for _, score in ranked(drawn, row)[:n]]
        assert found.scores[row].tolist() == expected + [NEVER] * (n - len(expected))
        paths = [tuple(p) for p in found.labels[row, : len(expected), :length].tolist()]
        assert len(set(paths)) == len(paths)
        assert [path_score(drawn, row, path) for path in paths] == expected


@given(lattices(possible=True, labels=(2, 6), tokens=(1, 8)))
def test_n_best_of_one_is_viterbi(drawn):
    lattice = built(drawn)
    first, best = n_best(lattice, 1), viterbi(lattice)
    assert np.array_equal(first.labels[:, 0], best.labels)
    assert np.array_equal(first.scores[:, 0], best.scores)


@given(lattices(possible=True, tokens=(1, 6)), SIZES)
def test_n_best_of_a_sequence_is_bitwise_the_same_alone(drawn, n):
    together = n_best(built(drawn), n)
    for row, length in enumerate(drawn.lengths):
        single = n_best(built(alone(drawn, row)), n)
        possible = np.isfinite(together.scores[row])
        assert np.array_equal(single.scores[0], together.scores[row])
        assert np.array_equal(single.labels[0, possible], together.labels[row, possible, :length])


@given(lattices(possible=True, tokens=(1, 6)), SIZES, SIZES)
def test_n_best_shorter_lists_are_the_heads_of_longer_ones(drawn, a, b):
    short, long = n_best(built(drawn), min(a, b)), n_best(built(drawn), max(a, b))
    assert np.array_equal(short.scores, long.scores[:, : min(a, b)])


def test_n_best_has_no_more_than_there_are_paths():
    lattice = make_lattice(np.zeros((2, 2, 2)), np.zeros((2, 2)), lengths=np.array([1, 2]))
    scores = n_best(lattice, 7).scores
    assert np.isfinite(scores).sum(axis=1).tolist() == [2, 2 * 2]


@pytest.mark.parametrize("by_position", [False, True])
def test_n_best_of_a_sequence_without_a_path_scores_never(by_position):
    moves = np.full((2, 2, 3, 3) if by_position else (3, 3), NEVER)
    lattice = make_lattice(np.ones((2, 3, 3)), moves, lengths=np.array([1, 3]))
    found = n_best(lattice, 4)
    assert found.scores.tolist() == [[1.0, 1.0, 1.0, NEVER], [NEVER] * 4]
    assert np.all((found.labels >= 0) & (found.labels < 3))


@pytest.mark.parametrize("n", [0, -1])
def test_n_best_refuses_fewer_than_one(n):
    with pytest.raises(SettingError, match=f"n is {n}"):
        n_best(make_lattice(np.zeros((1, 1, 2)), np.zeros((2, 2))), n)
