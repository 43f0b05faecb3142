"""The calibrated confidence of classes: the probability that their words say the same.

The confidence of a class is the expected share of its pairs of words of different citances that a
reader would align. A logistic regression says it, from how alike the words are and how many.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chain.calibration import logit, sigmoid
from ..words.arrays import Floats


class ClassConfidence(NamedTuple):
    """The regression.

    Attributes:
        weights: log-odds: a constant, of the log-odds of the mean similarity, of the logarithm of
            the class's words, of the logarithm of the group's citances.
    """

    weights: tuple[float, ...]

    @classmethod
    def of_weights(cls, weights: Sequence[float] | None) -> "ClassConfidence | None":
        """Read the stored weights, None for none.

        Raises:
            ValueError: they are not four numbers.
        """
        if weights is not None and len(weights) != 4:
            raise ValueError(f"{len(weights)} weights of the confidence, not 4")
        return None if weights is None else cls(tuple(map(float, weights)))

    def of(self, similarity: Floats, words: Floats, citances: int) -> Floats:
        """Return the confidence of C classes, 0 to 1.

        Args:
            similarity: (C,) mean similarity of the words of different citances, 0 to 1.
            words: (C,) how many words.
            citances: of the group.
        """
        features = class_features(similarity, words, citances)
        return sigmoid((features * np.array(self.weights)).sum(axis=1))


def class_features(similarity: Floats, words: Floats, citances: int) -> Floats:
    """Return what the regression sees of C classes: (C, 4)."""
    count = np.full(len(similarity), np.log(max(citances, 1)))
    return np.stack([np.ones(len(similarity)), logit(similarity), np.log(words), count], axis=1)


def fit_confidence(features: Sequence[Floats], right: Sequence[Floats]) -> ClassConfidence:
    """Learn from classes of gold groups.

    Args:
        features: of each group, ``class_features``.
        right: of each group, the share of each class's pairs of words that gold aligns, 0 to 1.
    """
    from ..chain.calibration import fit_weights

    rows, shares = np.concatenate(features), np.concatenate(right)
    # A share is that much of a right class and that much of a wrong one.
    counts = np.rint(shares * 20).astype(np.int64)
    doubled = np.repeat(np.concatenate([rows, rows]), np.append(counts, 20 - counts), axis=0)
    is_right = np.arange(len(doubled)) < counts.sum()
    return ClassConfidence(tuple(fit_weights(doubled, is_right).tolist()))
