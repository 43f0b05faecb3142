"""Anchors and coarse columns (Roark, Table 2)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.regions import anchor_columns, regions

# Table 2: the columns of a sentence of 18 words, and its coarse columns by number of anchors.
COLUMNS = [5, 22, 67, 84, 97, 119, 123, 127, 132, 185, 209, 235, 257, 272, 280, 343, 359, 373]
TABLE_2 = {
    100: [1, 13, 39, 45, 51, 61, 64, 65, 71, 97, 109, 121, 139, 151, 155, 179, 189, 197],
    10: [0, 0, 0, 1, 3, 4, 4, 4, 5, 7, 11, 13, 15, 16, 17, 18, 18, 19],
    5: [0, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 7, 8, 8, 9],
}
SIZE = 378  # columns in all, Table 1

SETS = st.sets(st.integers(0, 40), max_size=12).map(sorted)


def anchors_of(coarse, anchors):
    """The anchors that a row of Table 2 tells, the others as far to the left as they can be.

    Odd numbers are anchors: number 2i + 1 is the anchor i. An even number tells how many anchors
    come before the column.
    """
    known = {number // 2: c for c, number in zip(COLUMNS, coarse, strict=True) if number % 2}
    chosen = []
    for place in range(anchors):
        free = (chosen[-1] if chosen else -1) + 1
        after = [c for c, number in zip(COLUMNS, coarse, strict=True) if number // 2 <= place]
        chosen.append(known.get(place, max([free, *(column + 1 for column in after)])))
    return np.array(chosen)


@pytest.mark.parametrize(("anchors", "coarse"), TABLE_2.items())
def test_table_2(anchors, coarse):
    chosen = anchors_of(coarse, anchors)
    assert len(chosen) == anchors
    assert np.all(np.diff(chosen) > 0)
    assert chosen[-1] < SIZE
    assert regions(np.array(COLUMNS), chosen).tolist() == coarse


def test_table_2_with_five_anchors_tells_all_of_them():
    """The anchor of the main verb (VB) is column 3, that of the final punctuation column 9."""
    anchors = np.array([97, 132, 257, 280, 373])
    assert np.array_equal(anchors_of(TABLE_2[5], 5), anchors)
    assert regions(np.array([132, 373]), anchors).tolist() == [3, 9]


def test_table_2_has_nested_anchors():
    chosen = [{c for c, n in zip(COLUMNS, TABLE_2[k], strict=True) if n % 2} for k in (5, 10, 100)]
    assert chosen[0] < chosen[1] < chosen[2]


@pytest.mark.parametrize(
    ("occupancy", "anchors", "expected"),
    [
        ([3, 9, 1, 9, 5], 1, [1]),  # of equals the first
        ([3, 9, 1, 9, 5], 3, [1, 3, 4]),
        ([3, 9, 1, 9, 5], 5, [0, 1, 2, 3, 4]),
        ([3, 9], 10, [0, 1]),  # there are no more
        ([3, 9], 0, []),
        ([], 5, []),
    ],
)
def test_anchors_are_the_columns_where_gaps_occur_least_often(occupancy, anchors, expected):
    assert anchor_columns(np.array(occupancy, dtype=np.int64), anchors).tolist() == expected


@given(SETS, SETS)
def test_odd_numbers_are_anchors_and_even_ones_lie_between(anchors, columns):
    found = regions(np.array(columns, dtype=np.int64), np.array(anchors, dtype=np.int64)).tolist()
    for column, region in zip(columns, found, strict=True):
        before = sum(anchor < column for anchor in anchors)
        assert region == 2 * before + (column in anchors)
        assert 0 <= region <= 2 * len(anchors)
    assert found == sorted(found)


@given(SETS, SETS, SETS)
def test_more_anchors_divide_the_regions_of_fewer(some, more, columns):
    places = np.array(columns, dtype=np.int64)
    coarse = regions(places, np.array(some, dtype=np.int64)).tolist()
    fine = regions(places, np.array(sorted({*some, *more}), dtype=np.int64)).tolist()
    pairs = set(zip(fine, coarse, strict=True))
    assert len(pairs) == len({region for region, _ in pairs})


@given(st.lists(st.integers(0, 9), max_size=12), st.integers(0, 12), st.integers(0, 12))
def test_anchors_of_fewer_are_among_those_of_more(occupancy, one, other):
    few, many = (
        set(anchor_columns(np.array(occupancy, dtype=np.int64), number).tolist())
        for number in sorted((one, other))
    )
    assert few <= many


@pytest.mark.parametrize("anchors", [[], [0], [3, 7]])
def test_words_without_a_column_have_no_region(anchors):
    assert regions(np.array([-1, -1]), np.array(anchors, dtype=np.int64)).tolist() == [-1, -1]
