"""Sparse cells and the heaviest chain of them, against plain matrices and brute force."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.sentences.features import CandidatePairs, heaviest_chain


def heaviest(rows, columns, weights):
    """The weight of the heaviest chain, by trying every set of cells."""
    numbers = range(len(rows))
    return max(
        sum(weights[n] for n in chosen)
        for size in range(len(rows) + 1)
        for chosen in combinations(numbers, size)
        if all(rows[a] < rows[b] and columns[a] < columns[b] for a, b in pairwise(chosen))
    )


@st.composite
def sparse(draw, most=8):
    """Rows, columns and weights of a few cells of a small matrix."""
    places = draw(
        st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=most, unique=True)
    )
    places.sort()
    weights = draw(st.lists(st.integers(1, 6), min_size=len(places), max_size=len(places)))
    table = np.array(places, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1], np.array(weights, dtype=np.float64)


@given(sparse())
def test_the_chain_is_the_heaviest_of_all(cells):
    rows, columns, weights = cells
    chain = heaviest_chain(rows, columns, weights)
    assert all(np.diff(rows[chain]) > 0)
    assert all(np.diff(columns[chain]) > 0)
    assert weights[chain].sum() == heaviest(*(part.tolist() for part in cells))


def test_the_chain_leaves_out_what_is_moved():
    # The second text begins with what stands last in the first.
    rows, columns = np.array([0, 1, 2, 3]), np.array([1, 2, 3, 0])
    assert heaviest_chain(rows, columns, np.ones(4)).tolist() == [0, 1, 2]
    assert heaviest_chain(rows, columns, np.array([1, 1, 1, 4.0])).tolist() == [3]


def test_no_cells_have_no_chain():
    nothing = np.zeros(0, dtype=np.int64)
    assert heaviest_chain(nothing, nothing, np.zeros(0)).tolist() == []


def matrix(cells):
    """The cells as a matrix, 0 where is none."""
    rows, columns, values = cells
    full = np.zeros((4, 5))
    full[rows, columns] = values
    return CandidatePairs(rows, columns, full.shape), values, full


@pytest.mark.parametrize("step", [(0, 1), (1, 1), (-1, -1), (-2, 1), (9, 0)], ids=str)
@given(cells=sparse())
def test_values_beside_a_cell(step, cells):
    own, values, full = matrix(cells)
    padded = np.pad(full, 9)
    expected = padded[own.rows + 9 + step[0], own.columns + 9 + step[1]]
    assert own.neighbour_values(values, *step).tolist() == expected.tolist()


@pytest.mark.parametrize("axis", [0, 1])
@given(cells=sparse())
def test_highest_and_rivals_of_rows_and_columns(axis, cells):
    own, values, full = matrix(cells)
    assert own.highest(values, axis).tolist() == full.max(axis=axis).tolist()
    rivals = own.highest_others(values, axis)
    for row, column, rival in zip(own.rows, own.columns, rivals, strict=True):
        line = np.delete(full[row], column) if axis else np.delete(full[:, column], row)
        assert rival == line.max()


def test_places_outside_are_none():
    cells = CandidatePairs(np.array([0, 1]), np.array([1, 0]), (2, 2))
    asked = np.array([0, 0, 1, 2, -1, 0]), np.array([0, 1, 0, 0, 1, 2])
    assert cells.positions(*asked).tolist() == [-1, 0, 1, -1, -1, -1]
    empty = CandidatePairs(np.zeros(0, np.int64), np.zeros(0, np.int64), (0, 3))
    assert empty.positions(*asked).tolist() == [-1] * 6
