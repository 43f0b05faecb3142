"""Calibration of scores as probabilities by logistic regression.

Platt (1999), "Probabilistic outputs for support vector machines", with several features in place of
the one score.
"""

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.arrays import Bools

MIN_EXAMPLES = 20
_SURE = 1e-4  # how near to 0 and 1 a probability is told from them


def fit_weights(features: NDArray[np.float64], right: Bools) -> NDArray[np.float64]:
    """Fit a logistic regression; the first feature is constant. (S, F) and (S,) to (F,).

    Raises:
        InputError: there are too few examples, or all of one kind.
    """
    if len(right) < MIN_EXAMPLES or right.all() or not right.any():
        raise InputError(
            f"confidences cannot be calibrated on {len(right)} mentions, {int(right.sum())} of "
            "them right; hold out more texts, or set calibrate to 0"
        )
    from sklearn.linear_model import LogisticRegression

    rest = features[:, 1:]
    scale = rest.std(axis=0)
    scale[scale < 1e-9] = 1  # a feature that is the same everywhere says nothing
    fitted = LogisticRegression(C=1.0, max_iter=1000).fit(rest / scale, right)
    return np.append(fitted.intercept_, fitted.coef_[0] / scale)


def logit(p: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return log(p / (1 - p)), in nats, of any shape, with p kept off 0 and 1."""
    p = np.clip(p, _SURE, 1 - _SURE)
    return np.asarray(np.log(p / (1 - p)))


def sigmoid(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (1 + exp(-x)), of any shape, 0 to 1."""
    with np.errstate(over="ignore"):  # of what is 0 then
        return np.asarray(1 / (1 + np.exp(-x)))
