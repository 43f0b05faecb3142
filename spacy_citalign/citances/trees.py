"""Boosted decision trees as arrays: learned by scikit-learn, kept and applied without it.

Friedman JH (2001) Greedy function approximation: a gradient boosting machine. Annals of Statistics
29(5):1189-1232, with histograms of features (Ke et al. 2017, LightGBM, NeurIPS).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_LEAF = -1
_PLACES = 1 << 18  # rows times trees that are walked together


class BoostedTrees(NamedTuple):
    """T trees of up to M nodes; a row goes left where its feature is at most the threshold.

    Attributes:
        start: log-odds that the leaves are added to.
        feature: (T, M) int16, -1 at leaves.
        threshold: (T, M) float64.
        left, right: (T, M) int16, nodes; a leaf's are itself.
        value: (T, M) float32, log-odds of leaves.
    """

    start: float
    feature: NDArray[np.int16]
    threshold: Floats
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    value: NDArray[np.float32]

    def log_odds(self, features: NDArray) -> Floats:
        """Return the log-odds of each row: (R, F) finite numbers to (R,)."""
        trees, nodes = self.feature.shape
        begins = np.arange(trees) * nodes
        feature, threshold = self.feature.ravel(), self.threshold.ravel()
        children = np.stack([self.right + begins[:, None], self.left + begins[:, None]])
        children = children.reshape(2, -1)
        value = self.value.ravel().astype(np.float64)
        total = np.empty(len(features))
        step = max(1, _PLACES // max(trees, 1))
        for start in range(0, len(features), step):
            rows = features[start : start + step]
            row = np.arange(len(rows))[:, None]
            node = np.broadcast_to(begins, (len(rows), trees))
            while True:  # all rows one level down in all trees
                asked = feature[node]
                if (asked == _LEAF).all():
                    break
                goes_left = rows[row, asked] <= threshold[node]  # at leaves both ways are one
                node = children[goes_left.astype(np.int8), node]
            total[start : start + step] = self.start + value[node].sum(axis=1)
        return total

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
        shape = parts[0].shape
        trees = cls(float(arrays["start"][0]), *parts)
        if len(shape) != 2 or any(part.shape != shape for part in parts):
            raise ValueError(f"trees have arrays of shapes {[part.shape for part in parts]}")
        inner = trees.feature != _LEAF
        nodes = np.broadcast_to(np.arange(shape[1]), shape)
        for side in (trees.left, trees.right):
            # Children come after their parent, so that every way ends.
            if (side[inner] <= nodes[inner]).any() or (side >= max(shape[1], 1)).any():
                raise ValueError("a tree has a node that is its own ancestor or is not there")
        return trees


def no_trees(start: float) -> BoostedTrees:
    """Return what says the same log-odds of every row."""
    node, value = np.zeros((0, 1), np.int16), np.zeros((0, 1), np.float32)
    return BoostedTrees(start, node, np.zeros((0, 1)), node, node, value)


def fit_trees(
    features: NDArray[np.float32],
    right: NDArray[np.bool_],
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
        leaves: at most, of a tree.
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
    nodes = [stage[0].nodes for stage in model._predictors]
    size = max(len(tree) for tree in nodes)
    feature = np.full((len(nodes), size), _LEAF, dtype=np.int16)
    left = np.tile(np.arange(size, dtype=np.int16), (len(nodes), 1))
    right_child = left.copy()
    threshold, value = np.zeros(feature.shape), np.zeros(feature.shape, dtype=np.float32)
    for number, tree in enumerate(nodes):
        inner = np.flatnonzero(tree["is_leaf"] == 0)
        feature[number, inner] = tree["feature_idx"][inner]
        threshold[number, inner] = tree["num_threshold"][inner]
        left[number, inner], right_child[number, inner] = tree["left"][inner], tree["right"][inner]
        leaf = np.flatnonzero(tree["is_leaf"])
        value[number, leaf] = tree["value"][leaf]
    start = float(np.ravel(model._baseline_prediction)[0])
    return BoostedTrees(start, feature, threshold, left, right_child, value)
