"""What a step between targets costs: the features of Schwartz et al. (2007), section 5, by hand."""

import numpy as np
import pytest

from spacy_citalign.citances.paper.crf import MARKOV, markov_features, transition_scores
from tests.citances.test_posteriors import step_features

# From row to column; null, the first and the second word of the target. A jump is measured from
# the word after the last target, and divided by 10.
TWO_TARGETS = {
    "jump": [[0, 0, 0], [0, 0.1, 0], [0, 0.2, 0.1]],  # |a_t - a_{t-1} - 1|
    "jump forward": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
    "jump backward": [[0, 0, 0], [0, 0.1, 0], [0, 0.2, 0.1]],
    "null after null": [[1, 0, 0], [0, 0, 0], [0, 0, 0]],
    "null to word": [[0, 1, 1], [0, 0, 0], [0, 0, 0]],
    "word to null": [[0, 0, 0], [1, 0, 0], [1, 0, 0]],
    "word to word": [[0, 0, 0], [0, 1, 1], [0, 1, 1]],
    "same target": [[0, 0, 0], [0, 1, 0], [0, 0, 1]],
    "next target": [[0, 0, 0], [0, 0, 1], [0, 0, 0]],
}


def test_features_of_two_targets():
    found = dict(zip(MARKOV, markov_features(2), strict=True))
    assert list(found) == list(TWO_TARGETS)
    for name, expected in TWO_TARGETS.items():
        assert found[name] == pytest.approx(np.array(expected)), name


@pytest.mark.parametrize("targets", [1, 3, 12])
def test_features_agree_with_their_definitions(targets):
    found = dict(zip(MARKOV, markov_features(targets), strict=True))
    for before in range(targets + 1):
        for after in range(targets + 1):
            got = {name: matrix[before, after] for name, matrix in found.items()}
            assert got == pytest.approx(step_features(before, after))


def test_features_are_shared_and_cannot_be_changed():
    assert markov_features(4) is markov_features(4)
    with pytest.raises(ValueError, match="read-only"):
        markov_features(4)[0, 0, 0] = 1


def test_scores_are_the_weighted_features():
    weights = np.arange(1.0, 10.0)
    expected = sum(
        weight * np.array(matrix)
        for weight, matrix in zip(weights, TWO_TARGETS.values(), strict=True)
    )
    assert transition_scores(weights, 2) == pytest.approx(expected)
