"""What turns scores into probabilities, on any numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lattice_passes import token_marginals

from spacy_citalign.chain.calibration import logit, sigmoid
from spacy_citalign.chain.inference import forward_backward
from spacy_citalign.chain.joint import likely_segments
from spacy_citalign.chain.lattice import make_lattice
from spacy_citalign.sentences.calibration import Sigmoid

NUMBERS = st.floats(allow_nan=False) | st.sampled_from([1e308, -1e308, 5e-324])


@given(NUMBERS, NUMBERS)
def test_sigmoid_is_a_probability_and_rises(one, other):
    low, high = sigmoid(np.array(sorted([one, other])))
    assert 0 <= low <= high <= 1
    assert sigmoid(np.array(-one)) == pytest.approx(1 - sigmoid(np.array(one)), abs=1e-12)


@given(st.floats(0, 1))
def test_logit_and_sigmoid_are_inverse_but_at_the_ends(p):
    there = sigmoid(logit(np.array([p])))
    assert there == pytest.approx(np.clip(p, 1e-4, 1 - 1e-4))


NUMBER = st.floats(-1e300, 1e300)


@given(NUMBER, st.floats(-1e4, 1e4), st.lists(st.floats(-1, 1), min_size=2, max_size=4))
def test_calibrated_similarities_are_probabilities_in_their_order(intercept, slope, similarities):
    found = Sigmoid(intercept, slope)(np.sort(similarities))
    assert np.all((found >= 0) & (found <= 1))
    steps = np.diff(found) * np.sign(slope)
    assert np.all(steps >= 0)


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e6])
def test_what_is_certain_is_no_more_than_certain(scale):
    """With one label there is one path; its score is rounded otherwise from left and from right."""
    emissions = np.random.default_rng(2).normal(scale=scale, size=(50, 40, 1))
    lattice = make_lattice(emissions, np.zeros((1, 1)))
    only = np.array([True])
    _, of_segments = likely_segments(lattice, forward_backward(lattice), only, ~only, 0.5)
    for shares in (token_marginals(lattice), of_segments):
        assert shares.size == 50 * 40
        assert shares == pytest.approx(np.ones(shares.shape), abs=1e-6)
        assert shares.max() <= 1
