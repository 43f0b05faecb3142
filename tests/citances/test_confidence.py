"""The confidence of classes: what it is learned from, and that it says shares."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.confidence import ClassConfidence, class_features, fit_confidence
from spacy_citalign.errors import InputError

SIMILARITY = np.array([0.2, 0.5, 0.9])
WORDS = np.array([2.0, 3.0, 10.0])


def test_features_by_hand():
    rows = class_features(np.array([0.5, 0.9]), np.array([2.0, 5.0]), 10)
    assert rows[0] == pytest.approx([1, 0, np.log(2), np.log(10)])
    assert rows[1] == pytest.approx([1, np.log(9), np.log(5), np.log(10)])


def test_similarities_of_0_and_1_are_finite():
    assert np.isfinite(class_features(np.array([0.0, 1.0]), np.array([2.0, 2.0]), 0)).all()


def test_a_regression_by_hand():
    same = ClassConfidence((0.0, 1.0, 0.0, 0.0)).of(SIMILARITY, WORDS, 4)
    assert same == pytest.approx(SIMILARITY)
    assert ClassConfidence((0.0,) * 4).of(SIMILARITY, WORDS, 4).tolist() == [0.5] * 3
    more = ClassConfidence((0.0, 0.0, 1.0, 0.0)).of(SIMILARITY, WORDS, 4)
    assert more == pytest.approx(WORDS / (1 + WORDS))


@given(st.tuples(*[st.floats(-50, 50)] * 4), st.integers(0, 1000))
def test_confidences_are_probabilities(weights, citances):
    found = ClassConfidence(weights).of(SIMILARITY, WORDS, citances)
    assert ((found >= 0) & (found <= 1)).all()


def test_no_classes():
    assert ClassConfidence((0.0,) * 4).of(np.zeros(0), np.zeros(0), 3).shape == (0,)


def test_confidence_is_the_share_to_be_expected():
    rng = np.random.default_rng(4)
    features, right = [], []
    for _ in range(40):
        similarity = rng.uniform(0.2, 0.95, 12)
        features.append(class_features(similarity, np.full(12, 3.0), 5))
        right.append(similarity**2)  # they are too sure
    fitted = fit_confidence(features, right)
    for similarity in (0.3, 0.6, 0.9):
        found = fitted.of(np.array([similarity]), np.array([3.0]), 5)[0]
        assert found == pytest.approx(similarity**2, abs=0.05)
    again = fit_confidence(features, right)
    assert again == fitted


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_classes_of_one_kind_are_refused(share):
    rows = class_features(SIMILARITY, WORDS, 4)
    with pytest.raises(InputError, match="confidences cannot be calibrated"):
        fit_confidence([rows], [np.full(3, share)])
