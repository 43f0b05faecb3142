"""Expected calibration error: by hand, and its bounds."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchmarks.calibration import (
    equal_mass_bins,
    equal_mass_error,
    expected_calibration_error,
)
from spacy_citalign.errors import InputError, SettingError

EXAMPLES = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30)


def test_expected_calibration_error_by_hand():
    # Bins of a half: {.2, .4} has one right of two, {.5, .9, 1} has two of three.
    probabilities = np.array([0.2, 0.4, 0.5, 0.9, 1.0])
    right = np.array([True, False, False, True, True])
    low, high = abs(1 / 2 - (0.2 + 0.4) / 2), abs(2 / 3 - (0.5 + 0.9 + 1) / 3)
    found = expected_calibration_error(probabilities, right, bins=2)
    assert found == pytest.approx((2 * low + 3 * high) / 5)


def test_one_bin_compares_the_means():
    probabilities = np.array([0.1, 0.6, 0.8])
    found = expected_calibration_error(probabilities, np.array([True, True, False]), bins=1)
    assert found == pytest.approx(2 / 3 - 0.5)


@given(arrays(bool, st.integers(1, 20)), st.integers(1, 12))
def test_certainty_errs_by_the_share_that_it_is_wrong(right, bins):
    sure = np.ones(len(right))
    assert expected_calibration_error(right.astype(float), right, bins) == 0
    assert expected_calibration_error(sure, right, bins) == pytest.approx(1 - right.mean())
    wrong = (~right).astype(float)
    if bins > 1:
        assert expected_calibration_error(wrong, right, bins) == pytest.approx(1)


def test_expected_calibration_error_falls_when_probabilities_are_true():
    p = np.random.default_rng(0).random(20_000)
    right = np.random.default_rng(1).random(20_000) < p
    assert expected_calibration_error(p, right) < 0.02
    assert expected_calibration_error(p**3, right) > 0.2


@pytest.mark.parametrize(
    ("probabilities", "right", "bins", "error"),
    [
        ([], [], 10, InputError),
        ([0.5], [True, False], 10, InputError),
        ([1.5], [True], 10, InputError),
        ([-0.1], [True], 10, InputError),
        ([math.nan], [True], 10, InputError),
        ([0.5], [True], 0, SettingError),
    ],
)
def test_unfit_probabilities_are_refused(probabilities, right, bins, error):
    with pytest.raises(error, match="give"):
        expected_calibration_error(np.array(probabilities), np.array(right, dtype=bool), bins)


@given(EXAMPLES, st.integers(1, 40))
def test_calibration_error_is_at_most_that_of_each_example_alone(examples, bins):
    p, right = (np.array(side, dtype=np.float64) for side in zip(*examples, strict=True))
    error = expected_calibration_error(p, right, bins)
    assert -1e-12 <= error <= np.abs(p - right).mean() + 1e-12
    assert error >= abs((p - right).mean()) - 1e-12


# --- bins of equal mass ----------------------------------------------------------------------


def test_bins_of_equal_mass_by_hand():
    # Sorted: .1 .2 .3 | .8 .9; shares that are right may lie between 0 and 1.
    probabilities = np.array([0.9, 0.1, 0.3, 0.8, 0.2])
    right = np.array([1.0, 0.0, 0.5, 0.5, 0.1])
    expected = [[3, 0.2, 0.2], [2, 0.85, 0.75]]
    assert equal_mass_bins(probabilities, right, 2) == pytest.approx(np.array(expected))
    assert equal_mass_error(probabilities, right, 2) == pytest.approx(2 / 5 * 0.1)


@given(EXAMPLES, st.integers(1, 40))
def test_error_of_equal_mass_is_between_that_of_the_means_and_of_each_alone(examples, bins):
    p, right = (np.array(side, dtype=np.float64) for side in zip(*examples, strict=True))
    counts = equal_mass_bins(p, right, bins)[:, 0]
    assert counts.sum() == len(p)
    assert len(counts) == min(bins, len(p))
    assert counts.max() - counts.min() <= 1
    error = equal_mass_error(p, right, bins)
    assert abs((p - right).mean()) - 1e-12 <= error <= np.abs(p - right).mean() + 1e-12


@pytest.mark.parametrize(
    ("probabilities", "bins", "error"),
    [([], 10, InputError), ([1.5], 10, InputError), ([0.5], 0, SettingError)],
)
def test_equal_mass_refuses_unfit_probabilities(probabilities, bins, error):
    with pytest.raises(error, match="give"):
        equal_mass_error(np.array(probabilities), np.ones(len(probabilities)), bins)
