"""The best columns of sentences, against all ascending combinations of columns."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns import column_search
from spacy_citalign.columns.column_search import SentenceRanges, best_columns
from spacy_citalign.columns.profile_hmm import columns_of, find_slots, pssm_finder

NEVER = float("-inf")


class Case(NamedTuple):
    """Scores of few columns and a batch of short sentences; whole numbers, so that many tie."""

    scores: np.ndarray
    tags: np.ndarray
    layout: SentenceRanges

    def sentences(self):
        for first, length in zip(*self.layout, strict=True):
            yield slice(int(first), int(first + length))


@st.composite
def cases(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kinds, size = draw(st.integers(1, 3)), draw(st.integers(0, 7))
    lengths = np.array(draw(st.lists(st.integers(1, 5), min_size=1, max_size=4)))
    scores = rng.integers(-2, 3, (kinds, size)).astype(np.float32)
    scores[rng.random(scores.shape) < draw(st.sampled_from([0.0, 0.3, 0.7]))] = NEVER
    return Case(scores, rng.integers(0, kinds, lengths.sum()), SentenceRanges.of(lengths))


def sum_of(scores, tags, columns):
    return sum(float(scores[tag, column]) for tag, column in zip(tags, columns, strict=True))


def brute_force(scores, tags, allowed=lambda columns: True):
    """The first of the best ascending columns, -1 where there are none."""
    best, least = [-1] * len(tags), NEVER
    for columns in combinations(range(scores.shape[1]), len(tags)):
        found = sum_of(scores, tags, columns)
        if found > least and allowed(columns):
            best, least = list(columns), found
    return best


def held_places(scores, tags, layout, held, reserved=None):
    """The columns that words get where some are held."""
    return columns_of(find_slots(pssm_finder(scores), tags, layout, np.array(held), reserved))


# --- without held words ------------------------------------------------------------------------


def test_worked_example():
    # D[c, t] of the docstring, for the tags 0 1 and columns with scores (2, 0), (3, 1), (0, 2):
    # one word: 2, 3, 3; two words: -, 2 + 1, max(3, 3 + 2).
    scores = np.array([[2, 3, 0], [0, 1, 2]], dtype=np.float32)
    assert best_columns(scores, np.array([0, 1]), SentenceRanges.of(np.array([2]))).tolist() == [
        1,
        2,
    ]


@given(cases())
def test_columns_are_the_first_of_the_best(case):
    found = best_columns(*case)
    for here in case.sentences():
        assert found[here].tolist() == brute_force(case.scores, case.tags[here])


def test_of_equal_columns_the_first_are_taken():
    scores = np.zeros((1, 5), dtype=np.float32)
    assert best_columns(scores, np.zeros(3, int), SentenceRanges.of(np.array([3]))).tolist() == [
        0,
        1,
        2,
    ]


@pytest.mark.parametrize(("words", "placed"), [(2, True), (3, True), (4, False), (30, False)])
def test_sentence_with_more_words_than_columns_has_no_place(words, placed):
    found = best_columns(
        np.ones((1, 3), np.float32), np.zeros(words, int), SentenceRanges.of(np.array([words]))
    )
    assert np.array_equal(found, np.arange(words) if placed else np.full(words, -1))


def test_sentence_with_a_word_that_fits_nowhere_has_no_place():
    scores = np.array([[1, 1, 1], [NEVER, NEVER, NEVER]], dtype=np.float32)
    found = best_columns(scores, np.array([0, 1, 0, 0]), SentenceRanges.of(np.array([2, 2])))
    assert found.tolist() == [-1, -1, 0, 1]


def test_words_outside_of_the_layout_have_no_place():
    layout = SentenceRanges(np.array([1, 4]), np.array([2, 1]))
    found = best_columns(np.zeros((1, 2), np.float32), np.zeros(6, int), layout)
    assert found.tolist() == [-1, 0, 1, -1, 0, -1]


def test_nothing_has_no_place():
    nothing = np.zeros(0, dtype=np.int64)
    assert (
        best_columns(np.zeros((1, 2), np.float32), nothing, SentenceRanges.of(nothing)).tolist()
        == []
    )


@given(cases())
def test_one_by_one_as_all_at_once(case):
    together = best_columns(*case)
    for here in case.sentences():
        tags = case.tags[here]
        alone = best_columns(case.scores, tags, SentenceRanges.of(np.array([len(tags)])))
        assert np.array_equal(alone, together[here])


def test_size_of_batches_changes_nothing(monkeypatch):
    rng = np.random.default_rng(8)
    lengths = rng.integers(1, 40, 60)
    scores = rng.normal(size=(9, 50)).astype(np.float32)
    tags, layout = rng.integers(0, 9, lengths.sum()), SentenceRanges.of(lengths)
    found = best_columns(scores, tags, layout)
    monkeypatch.setattr(column_search, "MAX_WORDS", 1)
    monkeypatch.setattr(column_search, "MIN_WORDS", 1)
    assert np.array_equal(best_columns(scores, tags, layout), found)
    assert np.all(found >= 0)
    inner = layout.owners[1:] == layout.owners[:-1]
    assert np.all(np.diff(found)[inner] > 0)


# --- with held words ---------------------------------------------------------------------------


@st.composite
def held_cases(draw):
    case = draw(cases())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    held = np.full(len(case.tags), -1)
    if case.scores.shape[1]:
        chosen = rng.random(len(held)) < draw(st.sampled_from([0.0, 0.2, 0.5]))
        held[chosen] = rng.integers(0, case.scores.shape[1], chosen.sum())
    return case, held


@given(held_cases())
def test_held_words_divide_a_sentence(given_case):
    """Held words are in their columns, in which no other word comes; where that cannot be, free."""
    case, held = given_case
    reserved = set(held[held >= 0].tolist())
    found = held_places(*case, held)
    for here in case.sentences():
        own, tags = held[here].tolist(), case.tags[here]

        def allowed(columns, own=own):
            return all(
                column == hold if hold >= 0 else column not in reserved
                for column, hold in zip(columns, own, strict=True)
            )

        # A held word may be in its column whatever its score there.
        free = case.scores.copy()
        free[free == NEVER] = -1000
        expected = brute_force(with_held(case.scores, free, tags, own), range(len(tags)), allowed)
        if expected[0] < 0:
            expected = brute_force(case.scores, tags)
        assert found[here].tolist() == expected


def with_held(scores, free, tags, own):
    """Scores by word: those of held words without what forbids."""
    return np.array([(scores if h < 0 else free)[t] for t, h in zip(tags, own, strict=True)])


SCORES = np.zeros((1, 6), dtype=np.float32)


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ([-1, -1, -1], [0, 1, 2]),
        ([-1, 3, -1], [0, 3, 4]),
        ([5, -1, -1], [0, 1, 2]),  # no room after it: as if it were not held
        ([-1, -1, 1], [0, 1, 2]),  # none before it
        ([-1, 0, -1], [0, 1, 2]),
        ([2, -1, 3], [0, 1, 2]),  # none between
        ([2, -1, 4], [2, 3, 4]),
        ([3, -1, 1], [0, 1, 2]),  # backwards
        ([3, 1, -1], [0, 1, 2]),
        ([3, 3, -1], [0, 1, 2]),
        ([1, 3, 5], [1, 3, 5]),
    ],
)
def test_held_words_by_hand(held, expected):
    layout = SentenceRanges.of(np.array([3]))
    assert held_places(SCORES, np.zeros(3, int), layout, held).tolist() == expected


def test_column_held_in_one_sentence_is_left_empty_in_all():
    layout = SentenceRanges.of(np.array([2, 2]))
    found = held_places(SCORES, np.zeros(4, int), layout, [-1, 1, -1, -1])
    assert found.tolist() == [0, 1, 0, 2]


def test_sentence_that_would_fit_but_for_held_columns_may_use_them():
    layout = SentenceRanges.of(np.array([1, 6, 7]))
    found = held_places(SCORES, np.zeros(14, int), layout, [2] + [-1] * 13)
    assert found.tolist() == [2, *range(6), *[-1] * 7]


@given(held_cases())
def test_held_words_one_by_one_as_all_at_once(given_case):
    """Given that the same columns are reserved."""
    case, held = given_case
    reserved = np.unique(held[held >= 0])
    together = held_places(*case, held)
    assert np.array_equal(held_places(*case, held, reserved), together)
    for here in case.sentences():
        layout = SentenceRanges.of(np.array([here.stop - here.start]))
        alone = held_places(case.scores, case.tags[here], layout, held[here], reserved)
        assert np.array_equal(alone, together[here])


def test_column_that_is_reserved_is_left_empty_though_no_word_is_held_there():
    layout = SentenceRanges.of(np.array([3]))
    found = held_places(SCORES, np.zeros(3, int), layout, [-1, -1, -1], np.array([1, 2]))
    assert found.tolist() == [0, 3, 4]
