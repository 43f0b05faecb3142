"""The error that a calibration leaves."""

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.errors import InputError
from spacy_citalign.words.settings import check_whole


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
    check_whole("bins", bins, 1, advice="give at least 1")
    if probabilities.ndim != 1 or probabilities.shape != right.shape or not len(right):
        raise InputError(
            f"probabilities have shape {probabilities.shape}, and what came true has "
            f"{right.shape}; give one or more of each, as many of both"
        )
    if not np.all((probabilities >= 0) & (probabilities <= 1)):
        low, high = probabilities.min(), probabilities.max()
        raise InputError(f"probabilities are from {low} to {high}; give some from 0 to 1")
    bin_of = np.minimum((probabilities * bins).astype(np.int64), bins - 1)
    gaps = np.bincount(bin_of, right.astype(np.float64) - probabilities)
    return float(np.abs(gaps).sum() / len(right))
