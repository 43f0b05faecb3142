"""Places of words by a PSSM: free words, and words beside held ones, against all choices."""

from itertools import combinations

import numpy as np
import pytest

from spacy_citalign.columns.column_search import SentenceRanges
from spacy_citalign.columns.profile_hmm import columns_of, find_slots, pssm_finder


def test_pssm_gives_columns_only_and_keeps_held_columns_free():
    scores = np.array([[5.0, 0.0, 1.0], [0.0, 0.0, 0.0]], dtype=np.float32)
    layout = SentenceRanges.of(np.array([1, 2]))
    free = find_slots(pssm_finder(scores), np.zeros(3, int), layout)
    assert columns_of(free).tolist() == [0, 0, 2]
    # Column 0 is for held words: the first sentence has none, and must not use it.
    held = np.array([-1, 0, -1])
    assert columns_of(find_slots(pssm_finder(scores), np.zeros(3, int), layout, held)).tolist() == [
        *(2, 0, 2)
    ]


@pytest.mark.parametrize("held", [[1, 0], [-1, 0], [2, -1]])
def test_held_words_without_room_are_placed_as_if_free(held):
    scores = np.array([[1.0, 0.0, 2.0]], dtype=np.float32)
    found = find_slots(
        pssm_finder(scores), np.zeros(2, int), SentenceRanges.of(np.array([2])), np.array(held)
    )
    assert columns_of(found).tolist() == [0, 2]


def test_pssm_between_held_words_is_the_best_of_all_columns():
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(3, 6)).astype(np.float32)
    for _ in range(50):
        words = int(rng.integers(1, 5))
        tags = rng.integers(0, 3, words)
        held = np.full(words, -1)
        word, column = int(rng.integers(words)), int(rng.integers(6))
        held[word] = column
        choices = [c for c in combinations(range(6), words) if c[word] == column]
        if not choices:
            continue
        best = max(choices, key=lambda columns: sum(scores[tags, list(columns)]))
        found = find_slots(pssm_finder(scores), tags, SentenceRanges.of(np.array([words])), held)
        assert columns_of(found).tolist() == list(best)
