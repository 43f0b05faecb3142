"""Iterative scaling: its steps solve their equation, it never falls, and jumps are worth it."""

import math
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from spacy_citalign.chain.labels import Windows
from spacy_citalign.chain.likelihood import Objective, Point
from spacy_citalign.chain.masked_crf import ctjpgis, gis, gis_step, jump_factors, maximize
from tests.chain.tag_corpora import TagCorpus, random_corpus

MODELS = [Windows(0, 0), Windows(1, 0), Windows(0, 1)]
each_model = pytest.mark.parametrize("windows", MODELS, ids=str)
CLIMBS = {"gis": gis, "ctjpgis": ctjpgis}


class Told:
    """An objective whose features were counted elsewhere."""

    def __init__(self, observed, most_active, c2):
        self.likelihood = self
        self.observed, self.most_active, self.c2 = observed, most_active, c2


def trace(likelihood, climb, *, c2=0.1, max_iterations=50, tolerance=0.0):
    """The passes over the corpus up to each iteration's end, and the value there."""
    seen, passes = [], count()

    class Counted(Objective):
        def at(self, weights):
            next(passes)
            return super().at(weights)

    def watch(point):
        seen.append((next(passes) - len(seen), point.value))

    objective = Counted(likelihood, c2, watch)
    climb(objective, max_iterations=max_iterations, tolerance=tolerance)
    return seen


@given(
    observed=st.floats(0, 1e5),
    expected=st.floats(1e-6, 1e5),
    weight=st.floats(-20, 20),
    size=st.integers(1, 20_000),
    c2=st.sampled_from([1e-3, 0.05, 10.0]),
)
def test_gis_step_solves_its_equation(observed, expected, weight, size, c2):
    def surplus(step):
        power = min(size * step, 700.0)
        return expected * math.exp(power) + 2 * c2 * (weight + step) - observed

    point = Point(np.array([weight]), 0.0, np.array([expected]), np.zeros(1))
    step = float(gis_step(Told(np.array([observed]), size, c2), point)[0])
    root = brentq(surplus, -1e9, 1e9, xtol=1e-12, rtol=1e-12, maxiter=1000)
    assert step == pytest.approx(root, rel=1e-6, abs=1e-9)


def test_gis_step_is_the_classical_one_where_there_is_hardly_a_penalty():
    point = Point(np.zeros(2), 0.0, np.array([3.0, 8.0]), np.zeros(2))
    steps = gis_step(Told(np.array([6.0, 2.0]), 10, 1e-9), point)
    assert steps == pytest.approx([math.log(6 / 3) / 10, math.log(2 / 8) / 10], rel=1e-6)


def test_gis_step_of_features_never_expected_or_never_observed_is_finite():
    # With 2 c2 = 1 a weight can at most grow to what was observed, and shrink to nothing.
    point = Point(np.array([0.0, 1.0]), 0.0, np.array([0.0, 50.0]), np.zeros(2))
    steps = gis_step(Told(np.array([1.0, 0.0]), 10_000, 0.5), point)
    assert 0 < steps[0] <= 1.0
    assert steps[1] == pytest.approx(-1.0)


def test_jump_factors_sum_a_geometric_series():
    rates = np.array([0.0, 0.5, 0.9, 0.999])
    first = np.array([1.0, -2.0, 3.0, 4.0])
    assert first * jump_factors(first, first * rates) == pytest.approx(first / (1 - rates))


def test_jump_factors_guard_against_rates_that_say_nothing():
    # Speeding up: the median of the others. Turning round, or standing still: one step.
    first = np.array([1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0])
    second = np.array([0.5, 0.75, 0.9, 1.2, -0.3, 0.0, 0.1])
    assert jump_factors(first, second).tolist() == pytest.approx([2, 4, 10, 4, 1, 1, 1])
    assert jump_factors(np.ones(2), np.array([1.0, -1.0])).tolist() == [1, 1]


@pytest.mark.slow
@each_model
@pytest.mark.parametrize("climb", CLIMBS)
@pytest.mark.parametrize("c2", [0.01, 1.0])
def test_the_penalised_likelihood_never_falls(windows, climb, c2):
    for seed in range(3):
        likelihood = random_corpus(seed, sequences=20).likelihood(windows)
        values = [value for _, value in trace(likelihood, CLIMBS[climb], c2=c2)]
        start = Objective(likelihood, c2).at(np.zeros(len(likelihood))).value
        assert np.all(np.diff([start, *values]) >= -1e-9)
        assert values[-1] > start + 1


@pytest.mark.slow
@each_model
@pytest.mark.parametrize("climb", CLIMBS)
def test_scaling_reaches_the_optimum_of_lbfgs(windows, climb):
    likelihood = random_corpus(4).likelihood(windows)
    settings = {"c2": 0.5, "max_iterations": 5000, "tolerance": 1e-13}
    best = maximize(likelihood, settings=settings)
    mine = maximize(likelihood, optimizer=climb, settings=settings)
    assert np.abs(best.gradient).max() < 1e-4
    assert mine.value == pytest.approx(best.value, abs=1e-6)
    assert mine.weights == pytest.approx(best.weights, abs=2e-3)


@pytest.mark.slow
@each_model
def test_triple_jumps_need_far_fewer_passes_than_gis(windows):
    likelihood = random_corpus(9, sequences=60, longest=12).likelihood(windows)
    best = maximize(likelihood, settings={"c2": 0.1, "tolerance": 1e-12}).value
    start = Objective(likelihood, 0.1).at(np.zeros(len(likelihood))).value
    goal = best - 0.01 * (best - start)
    passes = next(passes for passes, value in trace(likelihood, ctjpgis) if value >= goal)
    assert trace(likelihood, gis, max_iterations=5 * passes)[-1][1] < goal


def test_a_good_jump_costs_two_passes_and_a_refused_one_more():
    likelihood = random_corpus(9, sequences=60, longest=12).likelihood(Windows(1, 0))
    record = trace(likelihood, ctjpgis, c2=0.01, max_iterations=40)
    costs = np.diff([1, *(passes for passes, _ in record)])
    assert costs.min() == 2
    assert costs.max() > 2


class Ledge(Told):
    """One weight that is the better the larger, up to 1.95, where the value falls off.

    GIS makes steps of 1 and 0.9 from zero, so that a jump would lead to 10.
    """

    def __init__(self):
        super().__init__(np.array([1.0]), 1, 1e-9)
        self.looked, self.reported = [], []

    def __len__(self):
        return 1

    def at(self, weights):
        weight = float(weights[0])
        self.looked.append(weight)
        step = 1.0 if weight < 0.5 else 0.9 if weight < 1.5 else 0.01
        value = weight if weight < 1.95 else -100.0
        return Point(weights, value, np.exp([-step]), np.zeros(1))

    def watch(self, point):
        self.reported.append(point.value)


def test_where_no_jump_is_good_the_second_gis_step_is_taken():
    ledge = Ledge()
    point = ctjpgis(ledge, max_iterations=1, tolerance=0.0)
    assert ledge.looked == pytest.approx([0, 1, 10, 2, 1.9])
    assert point.value == pytest.approx(1.9)


def test_an_iteration_without_a_good_jump_does_not_end_the_climb():
    ledge = Ledge()
    ctjpgis(ledge, max_iterations=2, tolerance=1e9)
    assert len(ledge.reported) == 2


@pytest.mark.parametrize("climb", CLIMBS)
def test_scaling_stops_where_an_iteration_gains_next_to_nothing(climb):
    likelihood = TagCorpus([[[0]], [[0]]], ["B", "O"]).likelihood(Windows(0, 0))
    # Both tags of the one attribute are as frequent as expected: zero weights are the best.
    assert len(trace(likelihood, CLIMBS[climb])) == 1
    loose, tight = (
        trace(random_corpus(2).likelihood(Windows(0, 0)), CLIMBS[climb], tolerance=tolerance)
        for tolerance in (1e-2, 1e-4)
    )
    assert len(loose) < len(tight) <= 50
