"""From the shares of the softmax to probabilities."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_SENTENCES = 200  # of an article of usual length; where its size weighs nothing
_LITTLE = 0.03  # added, since nothing in common has no logarithm


class Calibration(NamedTuple):
    """How likely annotators choose a sentence of which the softmax gives a share.

    Platt (1999), "Probabilistic outputs for support vector machines", with more than the share: a
    softmax over ten sentences gives the best of them much whatever they say. How many sentences
    there are, and how much of the citance one of them repeats, tell whether the place is among them
    at all. All sentences of one citance get the same of it, so their order stays.

    Attributes:
        slope: of ln(share).
        intercept: added to it.
        size: weight of ln(S / 200) for S sentences.
        covered: weight of ln(covered + .03), where ``covered`` is as in ``PairFeatures``.
        covered_by_size: weight of the product of the two.

    >>> Calibration(1.0, 0.0)(np.log([0.5, 0.25]), 0.0).round(2).tolist()
    [0.33, 0.2]
    """

    slope: float
    intercept: float
    size: float = 0.0
    covered: float = 0.0
    covered_by_size: float = 0.0

    def __call__(self, log_shares: Floats, covered: float) -> Floats:
        """Return the probabilities of a citance's S sentences: (S,) to (S,), 0 to 1.

        Args:
            log_shares: natural logarithms of the shares of all S sentences, 0 or less.
            covered: see ``PairFeatures``.
        """
        from scipy.special import expit

        slope, intercept, *weights = self
        rows = calibration_inputs(log_shares, len(log_shares), covered)
        probabilities: Floats = expit(rows @ np.array([slope, *weights]) + intercept)
        return probabilities


def calibration_inputs(log_shares: Floats, sentences: int, covered: float) -> Floats:
    """Return what the probabilities of some of an article's sentences depend on: (N,) to (N, 4)."""
    size, held = np.log(sentences / _SENTENCES), np.log(covered + _LITTLE)
    same = np.full((len(log_shares), 3), [size, held, size * held])
    return np.column_stack([log_shares, same])
