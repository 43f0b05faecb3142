"""Calibration of mentions: confidence and stacking from posteriors.

The posterior of a mention is that of its exact boundaries, and CRFs that look at the same words are
too sure of themselves and of each other. On texts that the models have not seen, logistic
regressions learn how often a mention is right, which it is if it equals a gold mention or an
acceptable alternative of it, as in the official score.

``confidence``: Platt scaling (Platt 1999, "Probabilistic outputs for support vector machines") of
the joint model's posterior, of the mean probability that the mention's tokens are in a mention at
all (where boundaries are in doubt but not the gene, it is high and the posterior low), and of
length. ``stacking`` (Wolpert 1992, "Stacked generalization", Neural Networks 5) sees the posterior
under each model too, and chooses among all likely spans.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.calibration import logit, sigmoid
from ..chain.span_posteriors import SpanPosteriors

LEAST = 0.02  # posterior above which a span is looked at
_FEATURES = 4
_LARGEST = 1e6


class Calibration(NamedTuple):
    """Weights that make confidences of posteriors.

    Attributes:
        models: names of the M models whose posteriors it was learned from.
        confidence: (4,) float64, weights of ``confidence_features``.
        stacking: (4 + M,) float64, weights of these and of the logits of each model's posterior.
    """

    models: tuple[str, ...]
    confidence: NDArray[np.float64]
    stacking: NDArray[np.float64]

    def check(self, trained: Sequence[str]) -> None:
        """Raise ValueError where it contradicts itself or the ``trained`` models."""
        if sorted(self.models) != sorted(set(trained) & set(self.models)):
            raise ValueError(f"it is calibrated for {self.models}, not for its own models")
        for weights, size in ((self.confidence, _FEATURES), (self.stacking, self.width)):
            if weights.shape != (size,) or weights.dtype != np.float64:
                raise ValueError(f"a calibration has shape {weights.shape}, dtype {weights.dtype}")
            if not (np.abs(weights) < _LARGEST).all():
                raise ValueError("weights of a calibration are not finite, or far too large")

    @property
    def width(self) -> int:
        """Number of features of ``stacking``."""
        return _FEATURES + len(self.models)


def calibrated(calibration: Calibration, rated: SpanPosteriors) -> NDArray[np.float64]:
    """Return p(the mention is right): (S,), 0..1."""
    # Row by row: a product of matrices rounds a row by its place among the others.
    return sigmoid((confidence_features(rated) * calibration.confidence).sum(axis=1))


def stacked(
    calibration: Calibration,
    rated: SpanPosteriors,
    model_posteriors: Sequence[NDArray[np.floating]],
) -> NDArray[np.float64]:
    """Return p(the mention is right) given the posteriors under each model: (S,), 0..1."""
    return sigmoid((stacking_features(rated, model_posteriors) * calibration.stacking).sum(axis=1))


def confidence_features(rated: SpanPosteriors) -> NDArray[np.float64]:
    """Return a constant, the logits of posterior and gene, and the log of the length: (S, 4)."""
    size = rated.spans.ends - rated.spans.starts
    logits = [logit(rated.posterior), logit(rated.inside)]
    return np.stack([np.ones(len(size)), *logits, np.log(size)], axis=1)


def stacking_features(
    rated: SpanPosteriors, model_posteriors: Sequence[NDArray[np.floating]]
) -> NDArray[np.float64]:
    """Append the logits of each model's posterior: (S, 4 + M)."""
    return np.concatenate(
        [confidence_features(rated), logit(np.stack(model_posteriors, axis=1))], axis=1
    )
