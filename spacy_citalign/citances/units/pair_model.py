"""The model of units that say the same: logistic regression and boosted trees over their features.

Both learn from all pairs of units of the gold groups. The regression alone rules out most pairs;
of the others the probability is that of the mean of the two log-odds.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...errors import InputError
from ...words.arrays import Floats, Floats32
from .pair_features import ROWS, PairFeatures, UnitPairs, pair_blocks
from .trees import BoostedTrees, fit_trees

RULED_OUT = 0.01  # pairs of a lower probability by the regression have 0
BLOCK = 1 << 17  # pairs whose features are there together
_NONE = np.zeros(0, dtype=np.int64)
_KEPT = 0.35  # of the wrong pairs, in training
_STRENGTH = 0.02  # of the regression's prior: scikit-learn's C


class PairModel(NamedTuple):
    """What tells pairs of units that say the same.

    Attributes:
        weights: (F,) float64, log-odds a unit of each feature.
        intercept: log-odds.
        trees: over the same features.
    """

    weights: Floats
    intercept: float
    trees: BoostedTrees

    def likely(self, pair_features: PairFeatures) -> tuple[UnitPairs, Floats]:
        """Return the pairs that are not ruled out, and how likely each says the same: (P,)."""
        parts = [(_NONE, _NONE, np.zeros(0))]
        for pairs in pair_blocks(pair_features.units, BLOCK):
            probability = self.of_features(pair_features.features(pairs))
            kept = probability > 0
            parts.append((pairs.first[kept], pairs.second[kept], probability[kept]))
        first, second, values = map(np.concatenate, zip(*parts, strict=True))
        return UnitPairs(first, second), values

    def of_features(self, features: Floats32) -> Floats:
        """Return the same from features: (P, F) to (P,)."""
        # Summed row by row: a product of matrices rounds a row by its place among the others.
        parts = [features[first : first + ROWS] for first in range(0, len(features), ROWS)]
        sums = [(part * self.weights).sum(axis=1) for part in parts]
        odds = np.concatenate([np.zeros(0), *sums]) + self.intercept
        open_ = odds >= np.log(RULED_OUT / (1 - RULED_OUT))
        probability = np.zeros(len(features))
        mean = (odds[open_] + self.trees.log_odds(features[open_])) / 2
        probability[open_] = 1 / (1 + np.exp(-mean))
        return probability


class GoldPairs(NamedTuple):
    """Pairs of units of one group, and what gold says of them.

    Attributes:
        features: (P, F) float32.
        share: (P,) float64, the share of their word pairs that gold aligns, 0 to 1.
        word_pairs: (P,) float64, how many these are, above 0.
        group: a number; each group weighs the same.
        weight: of the group.
    """

    features: Floats32
    share: Floats
    word_pairs: Floats
    group: int
    weight: float = 1.0


def most_compared(units: int) -> int:
    """Return how many pairs of so many units are compared together at most."""
    return BLOCK + units


def train_pairs(gold: Sequence[GoldPairs], *, trees: int = 150) -> PairModel:
    """Learn from gold pairs; equal data give equal models.

    A pair weighs the root of its word pairs, and as much as it agrees with its majority. A third of
    the pairs that gold never aligns is enough to learn from; it weighs three times.

    Raises:
        InputError: all pairs are aligned, or none.
    """
    from sklearn.linear_model import LogisticRegression

    generator = np.random.default_rng(0)
    features, right, weights, groups = [], [], [], []
    for part in gold:
        kept = (part.share > 0) | (generator.random(len(part.share)) < _KEPT)
        majority = part.share >= 0.5
        weight = np.sqrt(part.word_pairs) * np.where(majority, part.share, 1 - part.share)
        weight = np.where(part.share > 0, weight, weight / _KEPT)
        features.append(part.features[kept])
        right.append(majority[kept])
        weights.append(weight[kept])
        groups.append(np.full(np.count_nonzero(kept), part.group))
    rows, is_right = np.concatenate(features), np.concatenate(right)
    if is_right.all() or not is_right.any():
        raise InputError(
            f"of {len(is_right)} pairs of units in different citances {int(is_right.sum())} are "
            "aligned; give gold groups in which some words are aligned and others are not"
        )
    weight, group = np.concatenate(weights), np.concatenate(groups)
    numbers = [part.group for part in gold]
    of_groups = np.zeros(max(numbers) + 1)
    of_groups[numbers] = [part.weight for part in gold]
    # Large groups have many pairs, but the score is a mean over groups.
    weight = np.maximum(weight * of_groups[group] / np.bincount(group, weight)[group], 1e-12)
    weight *= len(weight) / weight.sum()
    mean, spread = rows.mean(axis=0, dtype=np.float64), rows.std(axis=0, dtype=np.float64)
    spread[spread < 1e-3] = 1
    regression = LogisticRegression(C=_STRENGTH, max_iter=500, tol=1e-4)
    regression.fit((rows - mean) / spread, is_right, weight)
    slopes = regression.coef_[0] / spread
    boosted = fit_trees(
        rows, is_right, weight, trees=trees, leaves=20, rate=0.08, least=80, share=0.4
    )
    return PairModel(slopes, float(regression.intercept_[0] - mean @ slopes), boosted)
