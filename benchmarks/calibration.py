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
    _check(probabilities, right, bins)
    bin_of = np.minimum((probabilities * bins).astype(np.int64), bins - 1)
    gaps = np.bincount(bin_of, right.astype(np.float64) - probabilities)
    return float(np.abs(gaps).sum() / len(right))


def equal_mass_error(
    probabilities: NDArray[np.float64], right: NDArray[np.float64], bins: int = 10
) -> float:
    """Return the same over bins of as many examples each, 0 to 1.

    >>> round(equal_mass_error(np.array([0.9, 0.1, 0.8, 0.2]), np.array([1, 0, 0, 0]), 2), 3)
    0.25

    Args:
        probabilities: (S,), 0..1; equal ones may be in two bins, in their order.
        right: (S,), whether each came true, or how far, 0..1.
        bins: number of bins; fewer where there are fewer examples.

    Raises:
        InputError, SettingError: as above.
    """
    count, mean, share = equal_mass_bins(probabilities, right, bins).T
    return float((count * np.abs(share - mean)).sum() / count.sum())


def equal_mass_bins(
    probabilities: NDArray[np.float64], right: NDArray[np.float64], bins: int = 10
) -> NDArray[np.float64]:
    """Return of each bin its examples, their mean probability, and how many of them came true.

    Args:
        probabilities, right, bins: as for ``equal_mass_error``.

    Returns:
        (B, 3), ascending by probability; the last is a share.
    """
    _check(probabilities, right, bins)
    order = np.argsort(probabilities, kind="stable")
    parts = np.array_split(order, min(bins, len(order)))
    return np.array([[len(p), probabilities[p].mean(), right[p].mean()] for p in parts])


def _check(probabilities: NDArray[np.float64], right: NDArray, bins: int) -> None:
    check_whole("bins", bins, 1, advice="give at least 1")
    if probabilities.ndim != 1 or probabilities.shape != right.shape or not len(right):
        raise InputError(
            f"probabilities have shape {probabilities.shape}, and what came true has "
            f"{right.shape}; give one or more of each, as many of both"
        )
    if not np.all((probabilities >= 0) & (probabilities <= 1)):
        low, high = probabilities.min(), probabilities.max()
        raise InputError(f"probabilities are from {low} to {high}; give some from 0 to 1")
