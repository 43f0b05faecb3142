"""Sums of sparse rows against sums of whole rows one after the other, whichever way they go."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain import row_sums
from spacy_citalign.chain.indexing import GroupIndex
from spacy_citalign.chain.row_sums import RowSums
from spacy_citalign.chain.weights import SparseWeights
from spacy_citalign.words.hashing import mix

OUTPUTS = 3
STARTS = ((-1, 0), (0,), (-2, -1, 0))
MARKS = mix(np.arange(3, dtype=np.uint64))
WAYS = {
    "few rows": {"_SMALL": 1 << 62, "_MANY": 1 << 62},
    "many rows": {"_SMALL": -1, "_MANY": 1 << 62},
    "many full rows": {"_SMALL": -1, "_MANY": 0, "_FULL": -1, "_WIDE": -1},
}


def weights_of(rng, keys, starts, share):
    """Random weights of any size for a share of what rows can have, in no order."""
    width = len(starts) * OUTPUTS
    rows, columns = np.nonzero(rng.random((keys, width)) < share)
    values = rng.normal(size=len(rows)) * 10.0 ** rng.integers(-3, 4, len(rows))
    order = rng.permutation(len(rows))
    index = GroupIndex(starts, np.arange(100, 100 + keys, dtype=np.uint64))  # the same in all
    return SparseWeights(index, rows[order], columns[order], values[order].astype(np.float32))


def whole(part):
    rows = np.zeros((len(part.features.keys), len(part.features.starts) * OUTPUTS), np.float32)
    rows[part.rows, part.columns] = part.values
    return dict(zip(part.features.keys.tolist(), rows, strict=True))


def one_by_one(rows, keys, width):
    total = np.zeros(width, dtype=np.float32)
    for key in keys:
        if key in rows:
            total = total + rows[key]
    return total


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    for name, value in WAYS[request.param].items():
        monkeypatch.setattr(row_sums, name, value)
    return request.param


@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
@pytest.mark.parametrize(("size", "keys"), [(0, 5), (1, 1), (3, 0), (7, 40), (60, 300)])
def test_grid_is_the_sum_of_whole_rows_to_the_last_bit(way, size, keys, share):
    rng = np.random.default_rng(size * 1000 + keys)
    parts = [weights_of(rng, keys, starts, share) for starts in STARTS]
    groups = [slice(0, 4), slice(4, 4), slice(4, 9)]  # one of no gram
    asked = rng.integers(95, 105 + keys, (size, 9)).astype(np.uint64)
    marks = np.repeat(MARKS, [4, 0, 5])
    found = RowSums(parts, OUTPUTS, MARKS).grid(asked ^ marks, groups)
    assert found.dtype == np.float32
    expected = [
        np.concatenate(
            [
                one_by_one(whole(part), row[group].tolist(), len(starts) * OUTPUTS)
                for part, group, starts in zip(parts, groups, STARTS, strict=True)
            ]
        )
        for row in asked
    ]
    assert found.tolist() == np.array(expected).reshape(size, 6 * OUTPUTS).tolist()


@pytest.mark.parametrize("keys", [0, 1, 30])
def test_bags_are_the_sums_of_whole_rows_to_the_last_bit(way, keys):
    rng = np.random.default_rng(keys)
    part = weights_of(rng, keys, (0,), 0.4)
    sizes = np.array([0, 3, 0, 12, 1, 0])
    asked = rng.integers(95, 105 + keys, sizes.sum()).astype(np.uint64)
    found = RowSums([part], OUTPUTS, MARKS[:1]).bags(sizes, asked)
    bags = np.split(asked, np.cumsum(sizes)[:-1])
    expected = [one_by_one(whole(part), bag.tolist(), OUTPUTS) for bag in bags]
    assert found.tolist() == np.array(expected).tolist()


def test_no_bag_has_no_sum(way):
    part = weights_of(np.random.default_rng(0), 5, (0,), 1.0)
    none = np.zeros(0, dtype=np.int64)
    found = RowSums([part], OUTPUTS, MARKS[:1]).bags(none, none.astype(np.uint64))
    assert found.shape == (0, OUTPUTS)


@given(st.integers(0, 2**32 - 1), st.integers(1, 30))
def test_a_place_has_the_same_sum_alone(seed, size):
    rng = np.random.default_rng(seed)
    parts = [weights_of(rng, 50, starts, 0.5) for starts in STARTS]
    sums = RowSums(parts, OUTPUTS, MARKS)
    groups = [slice(0, 2), slice(2, 4), slice(4, 9)]
    asked = rng.integers(95, 155, (size, 9)).astype(np.uint64) ^ np.repeat(MARKS, [2, 2, 5])
    together = sums.grid(asked, groups)
    assert all(
        np.array_equal(sums.grid(asked[n : n + 1], groups)[0], together[n]) for n in range(size)
    )


def test_ways_are_chosen_by_how_many_and_how_full_rows_are(monkeypatch):
    rng = np.random.default_rng(1)
    full = RowSums([weights_of(rng, 300, (-2, -1, 0, 1, 2, 3), 1.0)], OUTPUTS, MARKS[:1])
    empty = RowSums([weights_of(rng, 300, (-2, -1, 0, 1, 2, 3), 0.1)], OUTPUTS, MARKS[:1])
    taken = []
    monkeypatch.setattr(RowSums, "_unfolded", lambda *given: taken.append(given))
    asked = rng.integers(100, 400, (20_000, 2)).astype(np.uint64)
    empty.grid(asked, [slice(0, 2)])
    full.grid(asked[:100], [slice(0, 2)])
    assert not taken
    full.grid(asked, [slice(0, 2)])
    assert len(taken) == 1
