"""Weights of several models in one table: laid out, pruned, written and read."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.crfsuite import CRFWeights
from spacy_citalign.chain.features import GramGroup, group_grams
from spacy_citalign.chain.scorer import Scorer
from spacy_citalign.chain.weights import (
    GroupIndex,
    SparseWeights,
    prune,
    read_weights,
    side_by_side,
    weight_arrays,
)
from spacy_citalign.errors import SettingError
from tests.chain.test_indexing import GRAMS, Corpus, corpora, index
from tests.chain.test_scorer import WORD_COLUMNS, emissions

CORPUS = Corpus.of([["ab", "b", "ab"], ["c"], ["ab", "c", "b", "b", "ac"]])
SIZES = (3, 2)
OUTPUTS = sum(SIZES)


def crf(indexed, labels, rng, share=1.0):
    """Random weights, in random order, for some of the attributes of a corpus."""
    every = [(a, y) for a in range(int(indexed.offsets[-1])) for y in range(labels)]
    chosen = [pair for pair in every if rng.random() < share]
    rng.shuffle(chosen)
    attributes, ys = np.array(chosen, dtype=np.int64).reshape(-1, 2).T
    values = rng.integers(-8, 9, len(chosen)).astype(float)  # exact in any precision and order
    return CRFWeights(attributes, ys, values, np.zeros((labels, labels)))


def toy(*values, starts=(-1, 0), outputs=OUTPUTS):
    """A group with a weight for each value, row after row, each in the next column."""
    columns = np.arange(len(values)) % (len(starts) * outputs)
    rows = np.arange(len(values)) // (len(starts) * outputs)
    keys = np.arange(10, 11 + rows.max(initial=0), dtype=np.uint64)
    return SparseWeights(
        GroupIndex(starts, keys), rows, columns, np.array(values, dtype=np.float32)
    )


def table(weights):
    """All weights as a dictionary of (group, key, column)."""
    return {
        (group, int(part.features.keys[row]), int(column)): float(value)
        for group, part in enumerate(weights)
        for row, column, value in zip(part.rows, part.columns, part.values, strict=True)
    }


def same(ones, others):
    assert len(ones) == len(others)
    for one, other in zip(ones, others, strict=True):
        assert one.features.starts == other.features.starts
        for a, b in zip(
            (one.features.keys, *one[1:]), (other.features.keys, *other[1:]), strict=True
        ):
            assert a.dtype == b.dtype
            assert np.array_equal(a, b)


# --- side by side ----------------------------------------------------------------------------


@given(corpora(), st.lists(st.integers(1, 3), min_size=1, max_size=3), st.integers(0, 2**32 - 1))
def test_models_side_by_side_score_as_each_does_alone(corpus, sizes, seed):
    rng = np.random.default_rng(seed)
    indexed = index(corpus, cutoff=1)
    fitted = [crf(indexed, labels, rng, share=rng.choice([0.0, 0.3, 1.0])) for labels in sizes]
    weights = side_by_side(indexed, fitted, sizes)
    found = emissions(Scorer(group_grams(GRAMS), weights, sum(sizes), WORD_COLUMNS), corpus)
    assert found.shape == (indexed.indptr.size - 1, sum(sizes))
    expected = []
    for first, last in pairwise(indexed.indptr.tolist()):
        own = indexed.attributes[first:last].tolist()
        row = []
        for labels, model in zip(sizes, fitted, strict=True):
            triples = zip(model.attributes, model.labels, model.values, strict=True)
            known = {(a, y): value for a, y, value in triples}
            row += [sum(known.get((a, y), 0.0) for a in own) for y in range(labels)]
        expected.append(row)
    assert found.tolist() == expected


def test_weights_lie_in_the_order_of_rows_and_columns():
    indexed = index(CORPUS, cutoff=1)
    rng = np.random.default_rng(5)
    weights = side_by_side(indexed, [crf(indexed, size, rng, 0.5) for size in SIZES], SIZES)
    assert [part.features for part in weights] == indexed.groups
    for part in weights:
        places = list(zip(part.rows.tolist(), part.columns.tolist(), strict=True))
        assert places == sorted(set(places))
        assert part.values.dtype == np.float32


# --- pruning ---------------------------------------------------------------------------------


def test_prune_has_a_threshold_for_each_model():
    # The columns of the first model are 0, 1, 2 and 5, 6, 7; those of the second 3, 4 and 8, 9.
    weights = [toy(10, -20, 30, 0.1, -0.2, 40, 50, -60, 0.3, 0.4)]
    (half,) = prune(weights, SIZES, 0.5)
    assert half.columns.tolist() == [5, 6, 7, 8, 9]
    assert half.values.tolist() == pytest.approx([40, 50, -60, 0.3, 0.4])
    (most,) = prune(weights, SIZES, 0.9)
    assert most.columns.tolist() == [7, 9]


@given(
    st.lists(st.lists(st.integers(-99, 99), max_size=25), min_size=1, max_size=3),
    st.floats(0, 0.99),
)
def test_prune_drops_the_smallest_weights(groups, share):
    whole = [value for values in groups for value in values]
    if not whole:
        return
    weights = [toy(*values, outputs=4) for values in groups]
    pruned = prune(weights, [4], share)
    before, after = table(weights), table(pruned)
    assert after.items() <= before.items()
    dropped = [abs(value) for place, value in before.items() if place not in after]
    kept = [abs(value) for value in after.values()]
    assert max(dropped, default=-1) < min(kept)
    assert len(dropped) <= share * len(whole) + 1
    if len(set(map(abs, whole))) == len(whole):  # equals stay together
        assert len(dropped) >= share * len(whole) - 1
    for part in pruned:
        assert np.array_equal(np.unique(part.rows), np.arange(len(part.features.keys)))
        assert part.features.starts == weights[0].features.starts


def test_prune_leaves_a_group_without_weights_in_place():
    empty, left = prune([toy(1, 2), toy(5, 6, 7)], [5], 0.5)
    assert (len(empty.features.keys), len(empty.rows)) == (0, 0)
    assert empty.features.starts == (-1, 0)
    assert left.values.tolist() == [5, 6, 7]


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_prune_takes_a_model_without_weights(share):
    only_first = toy(1, 2, 3)
    (part,) = prune([only_first], SIZES, share)
    assert part.values.tolist() == ([1, 2, 3] if share == 0 else [2, 3])
    (part,) = prune([toy()], SIZES, share)
    assert len(part.values) == 0


@pytest.mark.parametrize("share", [-0.1, 1.0, float("nan")])
def test_prune_refuses_a_share_out_of_range(share):
    with pytest.raises(SettingError, match=f"to prune is {share}; give 0 up to below 1"):
        prune([toy(1, 2)], SIZES, share)


# --- arrays ----------------------------------------------------------------------------------


@given(corpora(), st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.1, 1.0]))
def test_arrays_are_read_back(corpus, seed, share):
    indexed = index(corpus, cutoff=1)
    rng = np.random.default_rng(seed)
    weights = side_by_side(indexed, [crf(indexed, size, rng, share) for size in SIZES], SIZES)
    groups = [GramGroup(part.features.starts, ()) for part in weights[:-1]]
    same(read_weights(weight_arrays(weights), groups, OUTPUTS), weights)


def test_arrays_keep_half_precision():
    bag = weight_arrays([toy(0.1, 1e-9, -2049, starts=(0,))])
    (part,) = read_weights(bag, [], OUTPUTS)
    assert part.values.tolist() == [float(np.float16(0.1)), 0.0, -2048.0]


GROUPS = [GramGroup((-1, 0), ())]


@pytest.fixture
def arrays():
    """Those of two groups, the first of two keys."""
    return weight_arrays([toy(*range(1, 13)), toy(7, 8, starts=(0,))])


def test_arrays_of_the_fixture_fit(arrays):
    one, two = read_weights(arrays, GROUPS, OUTPUTS)
    assert one.rows.tolist() == [0] * 10 + [1] * 2
    assert two.values.tolist() == [7, 8]


@pytest.mark.parametrize("part", ["keys", "starts", "rows", "columns", "values"])
def test_missing_array_is_named(arrays, part):
    del arrays[f"weights/1/{part}"]
    with pytest.raises(KeyError, match=f"weights/1/{part}"):
        read_weights(arrays, GROUPS, OUTPUTS)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"weights/0/values": np.full(12, np.inf)}, "not finite"),
        ({"weights/0/values": np.full(12, np.nan)}, "not finite"),
        ({"weights/0/values": np.ones((12, 1))}, "different number"),
        ({"weights/0/columns": np.zeros((1, 12))}, "different number"),
        ({"weights/0/columns": np.arange(12)}, r"outside of 0\.\.10"),
        ({"weights/0/columns": np.full(12, -1)}, r"outside of 0\.\.10"),
        ({"weights/0/rows": np.ones(12, dtype=np.int32)}, r"outside of 0\.\.2"),
        ({"weights/0/keys": np.zeros((2, 1), dtype=np.uint64)}, "64-bit hashes"),
        ({"weights/0/keys": np.uint64(3)}, "64-bit hashes"),
        ({"weights/0/keys": np.zeros(2, dtype=np.int64)}, "64-bit hashes"),
        ({"weights/0/starts": np.array([0, -1])}, "not those of this release"),
        ({"weights/0/starts": np.array([-1, 0, 1])}, "not those of this release"),
        ({"weights/0/starts": np.array([[-1, 0]])}, "outside"),
        ({"weights/2/keys": np.zeros(0, dtype=np.uint64)}, "more groups"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else value,
)
def test_arrays_that_contradict_each_other_are_refused(arrays, changed, message):
    with pytest.raises(ValueError, match=message):
        read_weights(arrays | changed, GROUPS, OUTPUTS)


def test_arrays_of_other_groups_are_refused(arrays):
    with pytest.raises(ValueError, match="not those of this release"):
        read_weights(arrays, [GramGroup((0,), ())], 2 * OUTPUTS)
    with pytest.raises(KeyError, match="weights/2/keys"):
        read_weights(arrays, [*GROUPS, *GROUPS], OUTPUTS)
    with pytest.raises(ValueError, match=r"outside of 0\.\.2"):
        read_weights(arrays, GROUPS, 1)
