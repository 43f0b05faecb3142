"""Position-specific scores: counts, Laplace's rule, and what a word gains in a column."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.column_search import Profile, count

NN, VBZ, STOP = range(3)


@pytest.fixture
def profile():
    """Four sentences in three columns: NN VBZ . / NN - . / - VBZ . / VBZ - -."""
    tags = np.array([NN, VBZ, STOP, NN, STOP, VBZ, STOP, VBZ])
    columns = np.array([0, 1, 2, 0, 2, 1, 2, 0])
    return count(tags, columns, kinds=3, size=3, sentences=4)


def test_sentences_are_counted_by_tag_and_column(profile):
    assert profile.counts.tolist() == [[2, 0, 0], [1, 2, 0], [0, 0, 3], [0, 0, 0]]
    assert profile.occupancy.tolist() == [3, 2, 3]
    assert profile.sentences == 4


def test_scores_follow_laplace_rule(profile):
    """One observation more of each of five symbols: three tags, an unknown one, the gap."""

    def laplace(seen):
        return (seen + 1) / (4 + 5)

    scores = profile.scores()
    assert scores.dtype == np.float32
    gaps = [1, 2, 1]
    for column in range(3):
        for tag, seen in enumerate(profile.counts[:, column]):
            expected = log(laplace(seen)) - log(laplace(gaps[column]))
            assert scores[tag, column] == pytest.approx(expected)
    assert scores[NN, 0] == pytest.approx(log(3 / 2))
    assert scores[3, 1] == pytest.approx(log(1 / 3))


def test_sum_of_scores_ranks_as_the_cost_of_whole_rows_does(profile):
    """The paper's cost of a sentence is that of one symbol a column, of a gap in empty ones."""

    def cost(row):
        counts = [*profile.counts.tolist(), [1, 2, 1]]  # the last of gaps
        return -sum(log((counts[symbol][column] + 1) / 9) for column, symbol in enumerate(row))

    gap, scores = 4, profile.scores()
    rows = [(NN, VBZ, gap), (NN, gap, VBZ), (gap, NN, VBZ)]
    nothing = cost((gap, gap, gap))
    for row in rows:
        gained = sum(scores[tag, column] for column, tag in enumerate(row) if tag != gap)
        assert cost(row) == pytest.approx(nothing - gained, rel=1e-6)


def test_words_without_a_column_are_not_counted():
    profile = count(np.array([NN, VBZ]), np.array([-1, 0]), kinds=2, size=1, sentences=1)
    assert profile.counts.tolist() == [[0], [1], [0]]
    nothing = count(np.array([NN]), np.array([-1]), kinds=1, size=2, sentences=0)
    assert nothing.counts.tolist() == [[0, 0], [0, 0]]
    assert not nothing.scores().any()


def test_selected_columns_keep_their_counts(profile):
    kept = profile.select(np.array([0, 2]))
    assert kept.counts.tolist() == [[2, 0], [1, 0], [0, 3], [0, 0]]
    assert kept.sentences == 4
    assert np.array_equal(kept.scores(), profile.scores()[:, [0, 2]])


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 6))
def test_counts_are_those_of_plain_counting(seed, kinds, size):
    rng = np.random.default_rng(seed)
    tags = rng.integers(0, kinds, 30)
    columns = rng.integers(-1, size, 30)
    profile = count(tags, columns, kinds, size, 30)
    pairs = list(zip(tags.tolist(), columns.tolist(), strict=True))
    expected = [[pairs.count((tag, column)) for column in range(size)] for tag in range(kinds + 1)]
    assert profile.counts.tolist() == expected
    assert np.isfinite(profile.scores()).all()


def test_scores_grow_with_how_often_a_tag_is_there():
    rising = Profile(np.array([[0, 1, 5, 9], [0, 0, 0, 0]]), sentences=9)
    assert np.all(np.diff(rising.scores()[0]) > 0)
    assert np.all(np.diff(rising.scores()[1]) > 0)  # gaps get rarer: even unknown tags fit better
