"""Boosted decision trees as arrays: learned by scikit-learn, kept and applied without it.

Friedman JH (2001) Greedy function approximation: a gradient boosting machine. Annals of Statistics
29(5):1189-1232, with histograms of features (Ke et al. 2017, LightGBM, NeurIPS).
"""

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...words.arrays import Bools, Floats, Floats32, Ints

_LEAF = -1
_CELLS = 1 << 18  # rows times questions that are looked at together
MAX_LEAVES = 64  # of a tree, each a bit of a number


class _Arrays(NamedTuple):
    start: float
    feature: NDArray[np.int16]
    threshold: Floats
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    value: Floats32


class BoostedTrees(_Arrays):
    """T trees of up to M nodes, 64 of them leaves; left where a feature is at most the threshold.

    Attributes:
        start: log-odds that the leaves are added to.
        feature: (T, M) int16, -1 at leaves.
        threshold: (T, M) float64.
        left, right: (T, M) int16, nodes; a leaf's are itself.
        value: (T, M) float32, log-odds of leaves.
    """

    def log_odds(self, features: NDArray) -> Floats:
        """Return the log-odds of each row: (R, F) finite numbers, taken as float32, to (R,)."""
        leaves = self._leaves
        features = features.astype(np.float32, copy=False)
        total = np.empty(len(features))
        step = max(1, _CELLS // max(len(leaves.asked), 1))
        for start in range(0, len(features), step):
            total[start : start + step] = self.start + leaves.sums(features[start : start + step])
        return total

    @cached_property
    def _leaves(self) -> "_Leaves":
        return _Leaves.of_trees(self)

    def to_arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return {
            "start": np.array([self.start]),
            **dict(zip(self._fields[1:], self[1:], strict=True)),
        }

    @classmethod
    def from_arrays(cls, arrays: dict[str, NDArray]) -> "BoostedTrees":
        """Read what ``to_arrays`` wrote.

        Raises:
            LookupError, ValueError: a part is missing, or they do not fit.
        """
        parts = [arrays[name] for name in cls._fields[1:]]
        shapes = [part.shape for part in parts]
        if len(shapes[0]) != 2 or len({*shapes}) > 1:
            raise ValueError(f"trees have arrays of shapes {shapes}")
        trees, shape = cls(float(arrays["start"][0]), *parts), shapes[0]
        inner = trees.feature != _LEAF
        nodes = np.broadcast_to(np.arange(shape[1]), shape)
        for side in (trees.left, trees.right):
            # Children come after their parent, so that every way ends.
            if (side[inner] <= nodes[inner]).any() or (side >= max(shape[1], 1)).any():
                raise ValueError("a tree has a node that is its own ancestor or is not there")
        if inner.size and (~inner).sum(axis=1).max() > MAX_LEAVES:
            raise ValueError(f"a tree has more than {MAX_LEAVES} leaves")
        return trees


class _Leaves(NamedTuple):
    """Trees whose leaves are bits of a number, in the trees' order.

    A question that is answered by "right" rules out the leaves on its left, and so on; the leaf of
    a row is the one that no question rules out. All questions are asked, and still that is 2.1 to
    3.0 times as quick in numpy as a walk down all trees, level by level (10 to 50,000 rows, the
    trees that ship; groups of 200 to 260 words are aligned in four fifths of the time). Lucchese C
    et al. (2015) QuickScorer: a fast algorithm to rank documents with additive ensembles of
    regression trees. SIGIR.

    Attributes:
        asked: (Q,) int64, the features that the questions of all trees ask for.
        threshold: (Q, 1) float32, the highest that is no higher than the tree's.
        to_left, to_right: (Q, 1) uint32 or uint64, the leaves that are left by each answer.
        starts: (T',) int64, the first question of each tree that asks any.
        trees: (T',) int64, these trees.
        values: (T, 64) float64, of the leaves.
    """

    asked: Ints
    threshold: Floats32
    to_left: NDArray[np.unsignedinteger]
    to_right: NDArray[np.unsignedinteger]
    starts: Ints
    trees: Ints
    values: Floats

    @classmethod
    def of_trees(cls, trees: BoostedTrees) -> "_Leaves":
        questions: list[tuple[int, int, int, int, int]] = []
        values = np.zeros((len(trees.feature), MAX_LEAVES))
        for tree, feature in enumerate(trees.feature.tolist()):
            # Children come after their parents, so that their leaves are known first.
            sides = trees.left[tree].tolist(), trees.right[tree].tolist()
            reached, leaves = {0}, 0
            for node, asked in enumerate(feature):
                if node in reached and asked != _LEAF:
                    reached |= {side[node] for side in sides}
            below = [0] * len(feature)
            for node in sorted(reached, reverse=True):
                if feature[node] == _LEAF:
                    below[node] = 1 << leaves
                    values[tree, leaves] = trees.value[tree, node]
                    leaves += 1
                    continue
                left, right = (below[side[node]] for side in sides)
                below[node] = left | right
                questions.append((tree, node, feature[node], left, right))
        few = (trees.feature == _LEAF).sum(axis=1).max(initial=0) <= MAX_LEAVES // 2
        bits = np.uint32 if few else np.uint64
        tree, node, asked, left, right = np.array(questions, dtype=np.uint64).reshape(-1, 5).T
        starts = np.flatnonzero(np.append(True, tree[1:] != tree[:-1])[: len(tree)])
        exact = trees.threshold[tree.astype(np.int64), node.astype(np.int64)]
        with np.errstate(over="ignore"):
            threshold = exact.astype(np.float32)
        threshold = np.where(
            threshold > exact, np.nextafter(threshold, np.float32(-np.inf)), threshold
        )
        return cls(
            asked.astype(np.int64),
            threshold[:, None],
            ~right.astype(bits)[:, None],  # the answer "left" rules out what is on the right
            ~left.astype(bits)[:, None],
            starts,
            tree[starts].astype(np.int64),
            values,
        )

    def sums(self, features: NDArray) -> Floats:
        """Return the sum of the trees' values of each row: (R, F) to (R,)."""
        trees = len(self.values)
        leaf = np.zeros((trees, len(features)), dtype=np.int64)
        if len(self.asked):
            answers = features.T[self.asked] <= self.threshold
            left = np.where(answers, self.to_left, self.to_right)
            bits = np.bitwise_and.reduceat(left, self.starts, axis=0)
            # The exponent of the lowest bit that is left, a power of two and so exact.
            lowest = (bits & (~bits + bits.dtype.type(1))).astype(np.float64)
            leaf[self.trees] = np.frexp(lowest)[1] - 1
        of_rows = np.ascontiguousarray(self.values[np.arange(trees)[:, None], leaf].T)
        return np.asarray(of_rows.sum(axis=1))


def no_trees(start: float) -> BoostedTrees:
    """Return what says the same log-odds of every row."""
    node, value = np.zeros((0, 1), np.int16), np.zeros((0, 1), np.float32)
    return BoostedTrees(start, node, np.zeros((0, 1)), node, node, value)


def fit_trees(
    features: Floats32,
    right: Bools,
    weights: Floats,
    *,
    trees: int,
    leaves: int,
    rate: float,
    least: int,
    share: float,
) -> BoostedTrees:
    """Learn which of R rows are right; equal data give equal trees.

    Args:
        features: (R, F).
        right: (R,).
        weights: (R,), above 0.
        trees: how many.
        leaves: at most, of a tree, 64 at most.
        rate: by which each tree's answer is multiplied, 0 to 1.
        least: rows of a leaf.
        share: of the features that a split chooses from, 0 to 1.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    model = HistGradientBoostingClassifier(
        max_iter=trees,
        max_leaf_nodes=leaves,
        learning_rate=rate,
        min_samples_leaf=least,
        l2_regularization=4.0,
        max_features=share,
        early_stopping=False,
        random_state=0,
    )
    # Threads gain little on so few rows, and lose much where other processes use the cores.
    with threadpool_limits(limits=1):
        model.fit(features, right, weights)
    return _as_arrays(model)


def _as_arrays(model: Any) -> BoostedTrees:
    """Return the trees that scikit-learn has fitted, the only place that reads its private parts.

    They are no promise of scikit-learn's: each stage of ``_predictors`` has one tree here, whose
    ``nodes`` are a structured array, and ``_baseline_prediction`` is what the leaves are added to.
    """
    nodes = [stage[0].nodes for stage in model._predictors]
    start = float(np.ravel(model._baseline_prediction)[0])
    size = max(len(tree) for tree in nodes)
    feature = np.full((len(nodes), size), _LEAF, dtype=np.int16)
    left = np.tile(np.arange(size, dtype=np.int16), (len(nodes), 1))
    right = left.copy()
    threshold, value = np.zeros(feature.shape), np.zeros(feature.shape, dtype=np.float32)
    for number, tree in enumerate(nodes):
        inner = np.flatnonzero(tree["is_leaf"] == 0)
        feature[number, inner] = tree["feature_idx"][inner]
        threshold[number, inner] = tree["num_threshold"][inner]
        left[number, inner], right[number, inner] = tree["left"][inner], tree["right"][inner]
        leaf = np.flatnonzero(tree["is_leaf"])
        value[number, leaf] = tree["value"][leaf]
    return BoostedTrees(start, feature, threshold, left, right, value)
