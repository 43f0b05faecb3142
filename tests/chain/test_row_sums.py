"""Sums of sparse rows against sums of whole rows one after the other, whichever way they go."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain import row_sums
from spacy_citalign.chain.row_sums import RowSums
from spacy_citalign.chain.weights import GroupIndex, SparseWeights
from spacy_citalign.words.hashing import mix

OUTPUTS = 3
STARTS = ((-1, 0), (0,), (-2, -1, 0))
MARKS = mix(np.arange(3, dtype=np.uint64))
WAYS = {"few weights": 1 << 62, "many weights": -1}
# Where the weights of each group are added: side by side, or on top of those of neighbours.
APART = [np.arange(0, 6), np.arange(6, 9), np.arange(9, 18)], 18
OVER = [np.array([6, 7, 8, 3, 4, 5]), np.array([3, 4, 5]), np.arange(8, -1, -1)], OUTPUTS


def weights_of(rng, keys, starts, share):
    """Random weights of any size for a share of what rows can have, in no order."""
    width = len(starts) * OUTPUTS
    rows, columns = np.nonzero(rng.random((keys, width)) < share)
    values = rng.normal(size=len(rows)) * 10.0 ** rng.integers(-3, 4, len(rows))
    order = rng.permutation(len(rows))
    index = GroupIndex(starts, np.arange(100, 100 + keys, dtype=np.uint64))  # the same in all
    return SparseWeights(index, rows[order], columns[order], values[order].astype(np.float32))


def sums_of(parts, layout):
    columns, stride = layout
    return RowSums(parts, [where.astype(np.int32) for where in columns], stride, MARKS)


def whole(part, where, width):
    rows = np.zeros((len(part.features.keys), width), np.float32)
    rows[part.rows[:, None], where[part.columns][:, None]] = part.values[:, None]
    return dict(zip(part.features.keys.tolist(), rows, strict=True))


def one_by_one(parts, layout, asked, groups):
    """Add whole rows, key by key, from the place on that each stands at."""
    columns, stride = layout
    width = max(int(where.max()) + 1 for where in columns)
    tables = [whole(part, where, width) for part, where in zip(parts, columns, strict=True)]
    total = np.zeros((len(asked) - 1) * stride + width if len(asked) else width - stride)
    total = total.astype(np.float32)
    for place, row in enumerate(asked):
        for rows, group in zip(tables, groups, strict=True):
            for key in row[group].tolist():
                if key in rows:
                    total[place * stride : place * stride + width] += rows[key]
    return total.reshape(-1, stride)


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    monkeypatch.setattr(row_sums, "MAX_SMALL", WAYS[request.param])


@pytest.mark.parametrize("layout", [APART, OVER], ids=["apart", "over"])
@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 1.0])
@pytest.mark.parametrize(("size", "keys"), [(0, 5), (1, 1), (3, 0), (7, 40), (60, 300)])
def test_grid_is_the_sum_of_whole_rows_to_the_last_bit(way, size, keys, share, layout):
    rng = np.random.default_rng(size * 1000 + keys)
    parts = [weights_of(rng, keys, starts, share) for starts in STARTS]
    groups = [slice(0, 4), slice(4, 4), slice(4, 9)]  # one of no gram
    asked = rng.integers(95, 105 + keys, (size, 9)).astype(np.uint64)
    found = sums_of(parts, layout).grid(asked ^ np.repeat(MARKS, [4, 0, 5]))
    assert found.dtype == np.float32
    assert found.tolist() == one_by_one(parts, layout, asked, groups).tolist()


@pytest.mark.parametrize("keys", [0, 1, 30])
def test_bags_are_the_sums_of_whole_rows_to_the_last_bit(way, keys):
    rng = np.random.default_rng(keys)
    part = weights_of(rng, keys, (0,), 0.4)
    layout = [np.arange(OUTPUTS)], OUTPUTS
    sizes = np.array([0, 3, 0, 12, 1, 0])
    asked = rng.integers(95, 105 + keys, sizes.sum()).astype(np.uint64)
    found = sums_of([part], layout).bags(sizes, asked ^ MARKS[0])
    bags = np.split(asked, np.cumsum(sizes)[:-1])
    expected = [one_by_one([part], layout, [bag], [slice(None)])[0] for bag in bags]
    assert found.tolist() == np.array(expected).tolist()


def test_no_bag_has_no_sum(way):
    part = weights_of(np.random.default_rng(0), 5, (0,), 1.0)
    none = np.zeros(0, dtype=np.int64)
    found = sums_of([part], ([np.arange(OUTPUTS)], OUTPUTS)).bags(none, none.astype(np.uint64))
    assert found.shape == (0, OUTPUTS)


@given(st.integers(0, 2**32 - 1), st.integers(1, 30))
def test_a_place_has_the_same_sum_alone(seed, size):
    rng = np.random.default_rng(seed)
    parts = [weights_of(rng, 50, starts, 0.5) for starts in STARTS]
    sums = sums_of(parts, APART)
    asked = rng.integers(95, 155, (size, 9)).astype(np.uint64) ^ np.repeat(MARKS, [2, 2, 5])
    together = sums.grid(asked)
    assert all(np.array_equal(sums.grid(asked[n : n + 1])[0], together[n]) for n in range(size))
