"""From scores to how often what has them is right: logistic regressions, and how well they do.

Platt (1999), "Probabilistic outputs for support vector machines", with several features in place of
the one score.
"""

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, SettingError

LEAST_EXAMPLES = 20
_SURE = 1e-4  # how near to 0 and 1 a probability is told from them


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


def logit(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log(p / (1 - p)), in nats, of any shape, with p kept off 0 and 1."""
    p = np.clip(p, _SURE, 1 - _SURE)
    return np.asarray(np.log(p / (1 - p)))


def sigmoid(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (1 + exp(-x)), of any shape, 0 to 1."""
    with np.errstate(over="ignore"):  # of what is 0 then
        return np.asarray(1 / (1 + np.exp(-x)))
