"""LinkCalibration: the printed parameters, the optimum's conditions, thresholds by brute force."""

from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError
from spacy_citalign.sentences.calibration import (
    BRITANNICA,
    GOSPELS,
    Sigmoid,
    best_threshold,
    fit_sigmoid,
    reciprocal_best_hits,
)

NONE = np.zeros(0)
QUARTERS = st.integers(0, 4).map(lambda number: number / 4)
EXAMPLES = st.lists(st.tuples(QUARTERS, st.booleans()), min_size=1, max_size=30)


def arrays(examples):
    values, labels = zip(*examples, strict=True)
    return np.array(values), np.array(labels)


# --- the sigmoid -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "a", "b", "threshold"),
    [(BRITANNICA, -7.89, 27.56, 0.276), (GOSPELS, -9.60, 25.00, 0.250)],
)
def test_printed_parameters(printed, a, b, threshold):
    """Nelken & Shieber (2006), section 4.2."""
    assert printed.threshold == threshold
    assert printed.sigmoid(0.3) == pytest.approx(1 / (1 + exp(-(a + b * 0.3))))
    assert printed.sigmoid(-a / b) == pytest.approx(0.5)
    # The threshold on probabilities stands for one on similarities.
    similarity = (log(threshold / (1 - threshold)) - a) / b
    assert printed.sigmoid(similarity) == pytest.approx(threshold)


def test_a_sigmoid_keeps_shapes_and_takes_any_number():
    steep = Sigmoid(-1e6, 2e6)
    assert steep(np.array([[0.0, 0.5, 1.0]])).tolist() == [[0.0, 0.5, 1.0]]
    assert steep(np.zeros((0, 3))).shape == (0, 3)


@given(EXAMPLES)
def test_the_fit_is_at_the_optimum(examples):
    similarities, labels = arrays(examples)
    if labels.all() or not labels.any():
        return
    fitted = fit_sigmoid(similarities, labels)
    wrong = fitted(similarities) - labels
    # Both derivatives of the likelihood are 0: as many matches as are expected, and the same mean.
    assert wrong.sum() == pytest.approx(0, abs=1e-3)
    assert wrong @ similarities == pytest.approx(0, abs=1e-3)


def test_the_fit_finds_the_shares_of_two_values():
    # 1 of 4 match at 0.2 and 3 of 4 at 0.6, so that the log-odds are -log 3 and log 3.
    similarities = np.array([[0.2] * 4, [0.6] * 4])
    labels = np.array([[True, False, False, False], [True, True, True, False]])
    fitted = fit_sigmoid(similarities, labels)
    slope = 2 * log(3) / (0.6 - 0.2)
    assert fitted.slope == pytest.approx(slope, rel=1e-3)
    assert fitted.intercept == pytest.approx(-log(3) - 0.2 * slope, rel=1e-3)


def test_equal_similarities_leave_the_share():
    fitted = fit_sigmoid(np.zeros(4), np.array([True, False, False, False]))
    assert fitted(0.0) == pytest.approx(1 / 4)


def test_what_can_be_told_apart_has_a_finite_fit():
    fitted = fit_sigmoid(np.array([0.0, 0.0, 0.9, 1.0]), np.array([False, False, True, True]))
    assert np.isfinite(fitted).all()
    assert fitted(0.0) < 0.01
    assert fitted(0.9) > 0.99


@pytest.mark.parametrize("labels", [[], [True, True], [False, False]])
def test_labels_that_are_all_alike_teach_nothing(labels):
    with pytest.raises(
        InputError, match=f"{sum(labels)} of {len(labels)} pairs .* texts with both"
    ):
        fit_sigmoid(np.zeros(len(labels)), np.array(labels, dtype=bool))


# --- the threshold -----------------------------------------------------------------------------


def f_at(threshold, probabilities, labels):
    taken = probabilities >= threshold
    return 2 * (taken & labels).sum() / (taken.sum() + labels.sum())


@given(EXAMPLES)
def test_no_threshold_has_a_higher_f(examples):
    probabilities, labels = arrays(examples)
    if not labels.any():
        return
    found = best_threshold(probabilities, labels)
    f = f_at(found, probabilities, labels)
    assert f == pytest.approx(max(f_at(other, probabilities, labels) for other in probabilities))
    higher = [other for other in probabilities if other > found]
    taken_least = min(higher, default=found)
    assert all(f_at(other, probabilities, labels) < f for other in higher if other > taken_least)


def test_the_threshold_is_half_way_to_the_next_probability():
    probabilities = np.array([0.9, 0.8, 0.7, 0.5])
    first, all_but_one = np.array([1, 0, 0, 0], dtype=bool), np.array([1, 1, 0, 1], dtype=bool)
    assert best_threshold(probabilities, first) == pytest.approx((0.9 + 0.8) / 2)
    assert best_threshold(probabilities, all_but_one) == pytest.approx((0.5 + 0) / 2)


@pytest.mark.parametrize("above", [0.7, np.nextafter(0.7, 1)])
def test_a_threshold_parts_neighbouring_floats(above):
    """What is half-way between them is rounded to the lower one in one of the cases."""
    below = np.nextafter(above, 0)
    assert best_threshold(np.array([above, below]), np.array([True, False])) == above


# --- reciprocal best hits ----------------------------------------------------------------------

SIMILARITIES = np.array(
    [
        [0.9, 0.8, 0.0],
        [0.8, 0.7, 0.0],
        [0.0, 0.6, 0.0],
        [0.0, 0.0, 0.5],
    ]
)


def passage(rows, columns):
    return np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)


@pytest.mark.parametrize(
    ("passages", "expected"),
    [
        ([], []),
        ([passage([0, 1], [0, 1])], [[0, 0]]),  # 1 would like 0 best, which is taken
        ([passage([1], [0, 1])], [[1, 0]]),  # the better match is in no passage
        ([passage([0, 1], [0, 1]), passage([1, 2], [1])], [[0, 0], [1, 1]]),
        ([passage([0], [0]), passage([0, 2], [0])], [[0, 0]]),  # found twice
        ([passage([2, 3], [0])], []),  # nothing in common
        ([passage([], [0]), passage([0], [])], []),
        ([passage([3, 2], [2, 1])], [[2, 1], [3, 2]]),  # sorted whatever the order
    ],
)
def test_reciprocal_best_hits_by_hand(passages, expected):
    found = reciprocal_best_hits(SIMILARITIES, passages)
    assert found.dtype == np.int64
    assert found.shape == (len(expected), 2)
    assert found.tolist() == expected


@given(st.lists(st.lists(QUARTERS, min_size=3, max_size=3), min_size=1, max_size=5))
def test_reciprocal_best_hits_are_best_both_ways(rows):
    similarities = np.array(rows)
    n, m = similarities.shape
    expected = [
        [i, j]
        for i in range(n)
        for j in range(m)
        if similarities[i, j] > 0
        and j == min(range(m), key=lambda k: (-similarities[i, k], k))
        and i == min(range(n), key=lambda k: (-similarities[k, j], k))
    ]
    whole = [passage(range(n), range(m))]
    assert reciprocal_best_hits(similarities, whole).tolist() == expected
