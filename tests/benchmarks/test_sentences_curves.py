"""What is read off a curve of precision and recall."""

import math

import numpy as np
import pytest

from benchmarks.sentences.curves import area, best_f, precision_at
from spacy_citalign.sentences.scoring import Curve, passage_curve

CURVE = Curve(np.array([1.0, 0.5, 0.6]), np.array([0.2, 0.2, 0.5]), np.array([0.9, 0.8, 0.7]))
EMPTY = passage_curve([], capped=True)


def test_the_area_is_a_sum_of_steps():
    assert area(CURVE) == pytest.approx(0.2 * 1.0 + 0 * 0.5 + 0.3 * 0.6)


def test_the_best_f_comes_with_its_threshold():
    f, threshold = best_f(CURVE)
    assert f == pytest.approx(2 * 0.6 * 0.5 / (0.6 + 0.5))
    assert threshold == 0.7


def test_precision_at_a_recall():
    assert precision_at(CURVE, 0.2) == 1.0  # where it is reached first
    assert precision_at(CURVE, 0.3) == 0.6
    assert math.isnan(precision_at(CURVE, 0.6))


def test_an_empty_curve_has_nothing():
    assert area(EMPTY) == 0
    assert best_f(EMPTY) == (0, 1)
    assert math.isnan(precision_at(EMPTY, 0.1))


def test_nothing_right_has_an_f_of_nothing():
    nothing = Curve(np.zeros(2), np.zeros(2), np.array([0.9, 0.8]))
    assert best_f(nothing) == (0, 0.9)
