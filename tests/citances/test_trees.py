"""Boosted trees: as scikit-learn applies them, kept as arrays, equal for equal data."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.units.trees import BoostedTrees, fit_trees

SETTINGS = {"trees": 12, "leaves": 6, "rate": 0.1, "least": 5, "share": 0.5}


def stump(low, high):
    """A tree that says ``low`` where the second feature is at most .5, else ``high``."""
    return BoostedTrees(
        0.25,
        np.array([[1, -1, -1]], np.int16),
        np.array([[0.5, 0, 0]]),
        np.array([[1, 1, 2]], np.int16),
        np.array([[2, 1, 2]], np.int16),
        np.array([[0, low, high]], np.float32),
    )


def problem(seed, rows=300):
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(rows, 5)).round(1).astype(np.float32)
    right = features[:, 0] * features[:, 1] + rng.normal(0, 0.3, rows) > 0
    return features, right, rng.uniform(0.1, 2, rows)


def test_a_tree_by_hand():
    rows = np.array([[9, 0.4], [9, 0.5], [9, 0.6]])
    assert stump(-1, 2).log_odds(rows).tolist() == [-0.75, -0.75, 2.25]


def test_trees_add_up():
    one, other = stump(-1, 2), stump(0.5, 0.5)
    both = BoostedTrees(1.0, *(np.concatenate(p) for p in zip(one[1:], other[1:], strict=True)))
    assert both.log_odds(np.zeros((1, 2))).tolist() == [1 - 1 + 0.5]


def test_no_rows_and_no_trees():
    assert stump(1, 2).log_odds(np.zeros((0, 2))).tolist() == []
    nothing = BoostedTrees(0.5, *(part[:0] for part in stump(1, 2)[1:]))
    assert nothing.log_odds(np.zeros((2, 2))).tolist() == [0.5, 0.5]


@pytest.mark.parametrize("seed", range(4))
def test_log_odds_are_those_of_the_learner(seed, monkeypatch):
    from sklearn import ensemble

    made = []

    class Remembered(ensemble.HistGradientBoostingClassifier):
        def __init__(self, **settings):
            super().__init__(**settings)
            made.append(self)

    monkeypatch.setattr(ensemble, "HistGradientBoostingClassifier", Remembered)
    features, right, weights = problem(seed)
    fitted = fit_trees(features, right, weights, **SETTINGS)
    unseen = np.concatenate([features, problem(seed + 100)[0]])
    assert fitted.log_odds(unseen) == pytest.approx(made[0].decision_function(unseen), abs=1e-5)
    assert fitted.feature.shape[0] == SETTINGS["trees"]
    assert (fitted.feature >= 0).sum(axis=1).max() <= SETTINGS["leaves"] - 1


def walked(trees, rows):
    """The log-odds of each row by going down each tree from its root."""
    odds = np.full(len(rows), trees.start)
    for number, row in enumerate(rows):
        for feature, threshold, left, right, value in zip(*trees[1:], strict=True):
            node = 0
            while feature[node] >= 0:
                node = (left if row[feature[node]] <= threshold[node] else right)[node]
            odds[number] += value[node]
    return odds


@pytest.mark.parametrize("leaves", [2, 6, 32, 33, 64])
def test_log_odds_are_those_of_a_walk_down_each_tree(leaves):
    features, right, weights = problem(5, rows=2000)
    trees = fit_trees(features, right, weights, **SETTINGS | {"leaves": leaves})
    assert (trees.feature >= 0).sum(axis=1).max() == leaves - 1
    rows = np.concatenate([features[:50], problem(6)[0][:50] + np.float32(0.05)])
    assert trees.log_odds(rows) == pytest.approx(walked(trees, rows), abs=1e-12)


def test_equal_data_give_equal_trees():
    one, other = (fit_trees(*problem(1), **SETTINGS) for _ in range(2))
    assert one.start == other.start
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one[1:], other[1:], strict=True))


def test_what_is_right_is_learned():
    features, right, weights = problem(3)
    found = fit_trees(features, right, weights, **SETTINGS | {"trees": 60}).log_odds(features)
    assert np.mean((found > 0) == right) > 0.85


def test_rows_weigh():
    features = np.zeros((40, 1), np.float32)
    right = np.arange(40) < 20
    odds = fit_trees(features, right, np.where(right, 3.0, 1.0), **SETTINGS).log_odds(features)
    assert odds == pytest.approx(np.full(40, np.log(3)), abs=0.05)


@cache
def learned():
    return fit_trees(*problem(7), **SETTINGS)


@given(st.integers(0, 2**32 - 1))
def test_a_row_does_not_depend_on_the_others(seed):
    rows = np.random.default_rng(seed).normal(size=(7, 5))
    together = learned().log_odds(rows)
    assert together.tolist() == [float(learned().log_odds(row[None])[0]) for row in rows]


# --- arrays ----------------------------------------------------------------------------------


def test_arrays_give_the_same_trees_back():
    again = BoostedTrees.from_arrays(learned().to_arrays())
    assert again.start == learned().start
    assert all(np.array_equal(a, b) for a, b in zip(again[1:], learned()[1:], strict=True))


@pytest.mark.parametrize("name", ["start", *BoostedTrees._fields[1:]])
def test_a_missing_array_is_refused(name):
    arrays = learned().to_arrays()
    del arrays[name]
    with pytest.raises(LookupError):
        BoostedTrees.from_arrays(arrays)


def changed(name, value):
    array = stump(1, 2).to_arrays()[name].copy()
    array[0, 0] = value
    return {name: array}


def chain(leaves):
    """Arrays of a tree that asks one question after the other."""
    nodes = np.arange(2 * leaves - 1, dtype=np.int16)[None]
    inner = (nodes % 2 == 0) & (nodes < 2 * leaves - 2)
    zeros = np.zeros(nodes.shape)
    left, right = (np.where(inner, nodes + step, nodes).astype(np.int16) for step in (1, 2))
    feature = np.where(inner, 0, -1).astype(np.int16)
    value = zeros.astype(np.float32)
    return BoostedTrees(0.0, feature, zeros, left, right, value).to_arrays()


def test_trees_of_64_leaves_are_read():
    assert BoostedTrees.from_arrays(chain(64)).log_odds(np.ones((2, 1))).tolist() == [0, 0]


@pytest.mark.parametrize(
    "changes",
    [
        chain(65),
        {"value": np.zeros((1, 2), np.float32)},
        {"threshold": np.zeros(3)},
        {"left": np.zeros((2, 3), np.int16)},
        changed("left", 0),  # its own child: a way without end
        changed("right", 0),
        changed("left", 3),  # not there
        changed("right", -1),
        {"start": np.zeros(0)},
    ],
)
def test_arrays_that_do_not_fit_are_refused(changes):
    with pytest.raises((ValueError, LookupError)):
        BoostedTrees.from_arrays({**stump(1, 2).to_arrays(), **changes})


def test_trees_without_trees_are_read():
    arrays = {name: part[:0] for name, part in stump(1, 2).to_arrays().items() if name != "start"}
    assert BoostedTrees.from_arrays({**arrays, "start": np.array([0.5])}).start == 0.5
