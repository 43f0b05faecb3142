"""From posteriors to how often a mention with such posteriors is right: confidence and stacking.

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

from ..chain.inference import ForwardBackward, forward_backward, log_sum
from ..chain.joint import JointModel
from ..chain.labels import OUTSIDE
from ..chain.lattice import LOWEST, NEVER, Lattice
from ..chain.segments import likely_segments
from ..errors import InputError, SettingError
from .integration import posteriors
from .mentions import BEGIN, INSIDE, TokenSpans

LEAST = 0.02  # posterior above which a span is looked at
_SURE = 1e-4  # how near to 0 and 1 a probability is told from them
_FEATURES = 4
_LARGEST = 1e6
LEAST_EXAMPLES = 20


class Calibration(NamedTuple):
    """What is learned.

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


class Rated(NamedTuple):
    """Spans and what a model says of them.

    Attributes:
        spans: S spans.
        posterior: (S,) float64, p(exactly this mention is there).
        gene: (S,) float64, the mean over its tokens of p(the token is in a mention).
    """

    spans: TokenSpans
    posterior: NDArray[np.float64]
    gene: NDArray[np.float64]


def rate(joint: JointModel, lattice: Lattice, spans: TokenSpans) -> Rated:
    """Rate given spans."""
    rows, inverse = np.unique(spans.rows, return_inverse=True)
    part = lattice._replace(emissions=lattice.emissions[rows], lengths=lattice.lengths[rows])
    passes = forward_backward(part)
    own = spans._replace(rows=inverse)
    return Rated(spans, posteriors(joint, part, passes, own), _gene(joint, part, passes, own))


def likely_mentions(joint: JointModel, lattice: Lattice, least: float = LEAST) -> Rated:
    """Find and rate all spans with a posterior above ``least``."""
    passes = forward_backward(lattice)
    centre = joint.windows.centre
    found, posterior = likely_segments(lattice, passes, centre == BEGIN, centre == INSIDE, least)
    spans = TokenSpans(*found)
    return Rated(spans, posterior, _gene(joint, lattice, passes, spans))


def _gene(
    joint: JointModel, lattice: Lattice, passes: ForwardBackward, spans: TokenSpans
) -> NDArray[np.float64]:
    outside = joint.windows.centre == OUTSIDE
    score = passes.forward[..., outside] + passes.backward[..., outside]
    score[np.arange(score.shape[1]) >= lattice.lengths[:, None]] = NEVER  # padding means nothing
    log_z = np.maximum(passes.log_partition, LOWEST)
    inside = 1 - np.exp(log_sum(score.transpose(2, 0, 1)) - log_z[:, None])
    before = np.zeros((len(inside), inside.shape[1] + 1))
    np.cumsum(inside, axis=1, out=before[:, 1:])
    total = before[spans.rows, spans.ends] - before[spans.rows, spans.starts]
    return np.clip(total / (spans.ends - spans.starts), 0.0, 1.0)


def calibrated(calibration: Calibration, rated: Rated) -> NDArray[np.float64]:
    """Return p(the mention is right): (S,), 0..1."""
    return _sigmoid(confidence_features(rated) @ calibration.confidence)


def stacked(
    calibration: Calibration, rated: Rated, each: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Return p(the mention is right) given the posteriors under each model: (S,), 0..1."""
    return _sigmoid(stacking_features(rated, each) @ calibration.stacking)


def confidence_features(rated: Rated) -> NDArray[np.float64]:
    """Return a constant, the logits of posterior and gene, and the log of the length: (S, 4)."""
    size = rated.spans.ends - rated.spans.starts
    logits = [_logit(rated.posterior), _logit(rated.gene)]
    return np.stack([np.ones(len(size)), *logits, np.log(size)], axis=1)


def stacking_features(rated: Rated, each: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Append the logits of each model's posterior: (S, 4 + M)."""
    return np.concatenate([confidence_features(rated), _logit(np.stack(each, axis=1))], axis=1)


def fit_weights(features: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Fit a logistic regression; the first feature is constant. (S, F) and (S,) to (F,).

    Raises:
        InputError: there are too few examples, or all of one kind.
    """
    if len(right) < LEAST_EXAMPLES or right.all() or not right.any():
        raise InputError(
            f"confidences cannot be calibrated on {len(right)} mentions, {int(right.sum())} of "
            "them right; hold out more texts, or set calibrate to 0"
        )
    from sklearn.linear_model import LogisticRegression

    rest = features[:, 1:]
    scale = np.maximum(rest.std(axis=0), 1e-9)
    fitted = LogisticRegression(C=1.0, max_iter=1000).fit(rest / scale, right)
    return np.append(fitted.intercept_, fitted.coef_[0] / scale)


def expected_calibration_error(
    probabilities: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10
) -> float:
    """Return how far probabilities are from how often they come true, 0 (never) to 1.

    The mean over bins of equal width of |share that is right - mean probability|, weighted by the
    number of examples (Naeini, Cooper & Hauskrecht 2015, "Obtaining well calibrated probabilities
    using Bayesian binning", AAAI). The upper bound of a bin belongs to the next one, but for 1.

    >>> round(expected_calibration_error(np.array([0.9, 0.9, 0.2]), np.array([1, 0, 0])), 3)
    0.333

    Args:
        probabilities: (S,), 0..1.
        right: (S,), whether each came true.
        bins: number of bins.

    Raises:
        InputError: there are no examples, not one of each for the other, or no probabilities.
        SettingError: there is no bin.
    """
    if bins < 1:
        raise SettingError(f"bins is {bins}; give at least 1")
    if probabilities.ndim != 1 or probabilities.shape != right.shape or not len(right):
        raise InputError(
            f"probabilities have shape {probabilities.shape}, and what came true has "
            f"{right.shape}; give one or more of each, as many of both"
        )
    if not np.all((probabilities >= 0) & (probabilities <= 1)):
        low, high = probabilities.min(), probabilities.max()
        raise InputError(f"probabilities are from {low} to {high}; give some from 0 to 1")
    place = np.minimum((probabilities * bins).astype(np.int64), bins - 1)
    gaps = np.bincount(place, right.astype(np.float64) - probabilities)
    return float(np.abs(gaps).sum() / len(right))


def _logit(p: NDArray[np.float64]) -> NDArray[np.float64]:
    p = np.clip(p, _SURE, 1 - _SURE)
    return np.asarray(np.log(p / (1 - p)))


def _sigmoid(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-x)))
