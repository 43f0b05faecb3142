"""The accuracy of words' tags."""

from benchmarks.columns.accuracy import right_tags
from tests.chunks.test_scoring import GOLD, PREDICTED


def test_accuracy_counts_words():
    # Wrong are "deficit" (B-VP for I-NP), "will" (I-VP for B-VP), "only" (B-ADVP) and "#" (B-NP).
    assert right_tags(GOLD, PREDICTED, 16) == 16 - 4
