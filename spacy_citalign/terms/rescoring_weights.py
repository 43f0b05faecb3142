"""Weights of rescoring: one for each feature of a span."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.calibration import fit_weights, sigmoid
from ..words.arrays import check_array

FEATURES = (
    "constant",
    "posterior",
    "inside",
    "best rival",
    "log tokens",
    "one word",
    "two words",
    "four words or more",
    "cohesion",
    "cohesion of longer",
    "expectation",
    "noun phrase",
    "begins a noun phrase",
    "ends a noun phrase",
    "count",
    "elsewhere",
    "splits a word",
)


class Rescoring(NamedTuple):
    """The weights of ``span_features`` as they are saved: (F,) float64."""

    weights: NDArray[np.float64]

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray]) -> "Rescoring":
        """Take them out of ``arrays``.

        Raises:
            KeyError, ValueError: they are missing, or no such weights.
        """
        weights = arrays["rescoring/weights"]
        check_array("weights of rescoring", weights, (len(FEATURES),), np.float64)
        return cls(weights)

    @classmethod
    def fit(cls, features: NDArray[np.float64], right: NDArray[np.bool_]) -> "Rescoring":
        """Learn from S spans: (S, F) features, and (S,) whether each is a term.

        Raises:
            InputError: there are too few, or all of one kind.
        """
        return cls(fit_weights(features, right))

    def probabilities(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how likely each span is a term: (S, F) to (S,), 0..1."""
        # Row by row: a product of matrices rounds a row by its place among the others.
        return sigmoid((features * self.weights).sum(axis=1))
