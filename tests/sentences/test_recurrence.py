"""The heaviest path: against all paths of small matrices, and what it costs."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spacy_citalign.sentences.methods import alignment_path

SHAPES = st.tuples(st.integers(1, 4), st.integers(1, 4))
EIGHTHS = st.integers(0, 8).map(lambda number: number / 8)
TIED = SHAPES.flatmap(lambda shape: arrays(np.float64, shape, elements=EIGHTHS))
ANY = SHAPES.flatmap(lambda shape: arrays(np.float64, shape, elements=st.floats(0, 1)))

UP, LEFT, DIAGONAL = (1, 0), (0, 1), (1, 1)


def paths_back(i, j):
    """All paths from the cell to the first one; of two, the one that goes up sooner comes first."""
    if (i, j) == (0, 0):
        yield [(0, 0)]
    for down, right in (UP, LEFT, DIAGONAL):
        if i >= down and j >= right:
            for path in paths_back(i - down, j - right):
                yield [(i, j), *path]


def weight(probabilities, path):
    return sum(Fraction(float(probabilities[cell])) for cell in map(tuple, path))


def test_the_oracle_counts_paths():
    """Delannoy numbers: 63 paths through 4 x 4 cells, 321 through 5 x 5."""
    assert [sum(1 for _ in paths_back(size, size)) for size in range(5)] == [1, 3, 13, 63, 321]


@given(TIED)
def test_the_path_is_the_first_of_the_heaviest(probabilities):
    n, m = probabilities.shape
    every = list(paths_back(n - 1, m - 1))
    heaviest = max(weight(probabilities, path) for path in every)
    first = next(path for path in every if weight(probabilities, path) == heaviest)
    assert alignment_path(probabilities).tolist() == [list(cell) for cell in first[::-1]]


@given(ANY)
def test_no_path_is_heavier(probabilities):
    n, m = probabilities.shape
    found = alignment_path(probabilities)
    heaviest = max(weight(probabilities, path) for path in paths_back(n - 1, m - 1))
    # Rounding to multiples of 2 ** -40 costs half of one at most, in every cell of both paths.
    assert heaviest - weight(probabilities, found) <= Fraction(n + m - 1, 2**40)


@given(ANY)
def test_the_path_is_a_staircase_from_the_first_cell_to_the_last(probabilities):
    n, m = probabilities.shape
    path = alignment_path(probabilities)
    assert path.dtype == np.int64
    assert path.shape == (n + m - 1, 2)
    assert path[0].tolist() == [0, 0]
    assert path[-1].tolist() == [n - 1, m - 1]
    assert {tuple(step) for step in np.diff(path, axis=0)} <= {UP, LEFT}


def test_by_hand():
    """Order wins: the first sentence is most like the last one of the other text."""
    probabilities = np.array(
        [
            [0.0, 0.0, 0.9],
            [0.8, 0.0, 0.0],
            [0.0, 0.7, 0.0],
        ]
    )
    # 0.8 + 0.7 by (1, 0) and (2, 1), against 0.9 by (0, 2). From (2, 1) it goes up before left.
    assert alignment_path(probabilities).tolist() == [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((0, 0), []),
        ((0, 3), []),
        ((3, 0), []),
        ((1, 1), [[0, 0]]),
        ((1, 3), [[0, 0], [0, 1], [0, 2]]),
        ((3, 1), [[0, 0], [1, 0], [2, 0]]),
        ((2, 9), [*[[0, j] for j in range(9)], [1, 8]]),  # equal everywhere: up first, from the end
    ],
)
def test_little_text_is_defined(shape, expected):
    for value in (0.0, 0.3, 1.0):
        path = alignment_path(np.full(shape, value))
        assert path.shape == (len(expected), 2)
        assert path.tolist() == expected


def test_identical_texts_stay_beside_the_diagonal():
    path = alignment_path(np.eye(30))
    assert {(i, i) for i in range(30)} <= set(map(tuple, path.tolist()))


def test_paths_of_equal_sums_are_equal_however_long():
    """In floating point, 0.1 + 0.2 and 0.3 would differ, and the path would go by that."""
    along_the_top = np.random.default_rng(0).random((1, 400))
    # A step that is not made in the first row is made in the last one.
    along_the_bottom = np.append(along_the_top[:, 1:], [[0.0]], axis=1)
    path = alignment_path(np.concatenate([along_the_top, np.zeros((9, 400)), along_the_bottom]))
    assert path[400:].tolist() == [[i, 399] for i in range(1, 11)]


def test_the_way_back_takes_less_than_a_byte_a_cell():
    rng = np.random.default_rng(0)
    probabilities = rng.random((1000, 1100))
    tracemalloc.start()
    alignment_path(probabilities)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < probabilities.size / 2
