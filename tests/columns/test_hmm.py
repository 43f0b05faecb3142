"""Profile hidden Markov models: moves counted by hand, best slots against all paths."""

from math import exp, inf, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.column_search import Profile, SentenceRanges, count
from spacy_citalign.columns.profile_hmm import (
    DELETE,
    INSERT,
    MATCH,
    ProfileHMM,
    TransitionCounts,
    best_slots,
    columns_of,
    count_transitions,
    estimate,
    find_slots,
    hmm_finder,
)


def steps_of(slots, size, low=0):
    """The moves of a sentence as (node, from, to), from its slots; columns from ``low`` on."""
    state, steps = MATCH, []
    for node in range(low, low + size + 1):
        for _ in range(list(slots).count(2 * node)):
            steps.append((node, state, INSERT))
            state = INSERT
        matched = node == low + size or 2 * node + 1 in slots
        steps.append((node, state, MATCH if matched else DELETE))
        state = steps[-1][2]
    return steps


def log_probability(hmm, tags, slots, low=0, high=None):
    """Of a path from the state before column ``low`` to that after the last one."""
    high = hmm.matches.shape[1] if high is None else high
    moves = sum(float(hmm.transitions[step]) for step in steps_of(slots, high - low, low))
    return moves + sum(
        float(hmm.matches[tag, slot // 2] if slot % 2 else hmm.insertions[tag])
        for tag, slot in zip(tags, slots, strict=True)
    )


def all_slots(words, first, last):
    """All slots of some words from the first to the last slot: columns once, others repeatedly."""
    if not words:
        return [()]
    return [
        (slot, *rest)
        for slot in range(first, last + 1)
        for rest in all_slots(words - 1, slot + slot % 2, last)
    ]


def best_probability(hmm, tags, allowed=lambda slots: True):
    every = all_slots(len(tags), 0, 2 * hmm.matches.shape[1])
    return max((log_probability(hmm, tags, s) for s in every if allowed(s)), default=-inf)


class Aligned:
    """A random alignment of some sentences, with inserted words."""

    def __init__(self, seed, sentences=5, kinds=3, size=3, longest=4):
        self.rng = np.random.default_rng(seed)
        self.kinds, self.size = kinds, size
        chosen = [
            all_slots(words, 0, 2 * size)[self.rng.integers(len(all_slots(words, 0, 2 * size)))]
            for words in self.rng.integers(1, longest + 1, sentences).tolist()
        ]
        self.slots = chosen
        self.columns = columns_of(np.array([slot for slots in chosen for slot in slots]))
        self.layout = SentenceRanges.of(np.array([len(slots) for slots in chosen]))
        self.tags = self.rng.integers(0, kinds, len(self.columns))

    def transitions(self):
        return count_transitions(self.tags, self.columns, self.layout, self.kinds, self.size)

    def hmm(self):
        profile = count(self.tags, self.columns, self.kinds, self.size, len(self.slots))
        return estimate(profile, self.transitions())


ALIGNED = st.builds(Aligned, st.integers(0, 2**32 - 1))


# --- counting ----------------------------------------------------------------------------------


def test_moves_of_one_sentence_by_hand():
    # a word before the columns, the first column, none, two words after the second, the third
    columns = np.array([-1, 0, -1, -1, 2])
    tags = np.array([1, 0, 1, 1, 0])
    found = count_transitions(tags, columns, SentenceRanges.of(np.array([5])), kinds=2, size=3)
    expected = np.zeros((4, 3, 3), dtype=np.int64)
    for node, source, target in [
        (0, MATCH, INSERT),
        (0, INSERT, MATCH),
        # Inserted words are counted right after the column before them.
        (1, MATCH, INSERT),
        (1, INSERT, INSERT),
        (1, INSERT, DELETE),
        (2, DELETE, MATCH),
        (3, MATCH, MATCH),
    ]:
        expected[node, source, target] += 1
    assert np.array_equal(found.transitions, expected)
    assert found.insertions.tolist() == [0, 3, 0]


@given(ALIGNED)
def test_moves_are_those_of_plain_counting(aligned):
    expected = np.zeros((aligned.size + 1, 3, 3), dtype=np.int64)
    first = 0
    for slots in aligned.slots:
        own = aligned.columns[first : first + len(slots)].tolist()
        last, moved = 0, []
        for column in own:
            last = last if column < 0 else column + 1
            moved.append(2 * last - (column >= 0))
        for step in steps_of(moved, aligned.size):
            expected[step] += 1
        first += len(slots)
    assert np.array_equal(aligned.transitions().transitions, expected)


@given(ALIGNED)
def test_every_state_is_left_as_often_as_it_is_entered(aligned):
    moves = aligned.transitions().transitions
    assert moves[0, MATCH].sum() == moves[-1, :, MATCH].sum() == len(aligned.slots)
    assert np.array_equal(moves[:-1, :, MATCH].sum(axis=1), moves[1:, MATCH].sum(axis=1))
    assert np.array_equal(moves[:, :, INSERT].sum(axis=1), moves[:, INSERT].sum(axis=1))
    assert not moves[-1, :, DELETE].any()


# --- estimation --------------------------------------------------------------------------------


def test_probabilities_follow_laplace_rule():
    profile = Profile(np.array([[2, 0], [1, 1], [0, 0]]), sentences=3)
    moves = np.zeros((3, 3, 3), dtype=np.int64)
    moves[0, MATCH] = [3, 0, 0]
    moves[2, DELETE] = [2, 0, 0]
    hmm = estimate(profile, TransitionCounts(moves, np.array([4, 0, 0])))
    assert hmm.matches[0].tolist() == pytest.approx([log((2 + 1) / (3 + 3)), log(1 / (1 + 3))])
    assert hmm.insertions.tolist() == pytest.approx([log(5 / 7), log(1 / 7), log(1 / 7)])
    assert hmm.transitions[0, MATCH].tolist() == pytest.approx([log(4 / 6), log(1 / 6), log(1 / 6)])
    # After the last column there is none to leave out.
    assert hmm.transitions[2, DELETE].tolist() == pytest.approx([log(3 / 4), log(1 / 4), -inf])


@given(ALIGNED)
def test_probabilities_sum_to_one(aligned):
    hmm = aligned.hmm()
    for values in (np.exp(hmm.transitions).sum(axis=2), np.exp(hmm.matches).sum(axis=0)):
        assert values == pytest.approx(np.ones_like(values))
    assert sum(map(exp, hmm.insertions.tolist())) == pytest.approx(1)


# --- best slots --------------------------------------------------------------------------------


@given(ALIGNED)
def test_slots_are_as_probable_as_any(aligned):
    hmm = aligned.hmm()
    tags = aligned.rng.integers(0, aligned.kinds + 1, len(aligned.tags))  # unknown ones too
    found = best_slots(hmm, tags, aligned.layout)
    for first, length in zip(*aligned.layout, strict=True):
        own, slots = tags[first : first + length], found[first : first + length].tolist()
        assert tuple(slots) in all_slots(length, 0, 2 * aligned.size)
        assert log_probability(hmm, own, slots) == pytest.approx(best_probability(hmm, own))


@given(ALIGNED, st.integers(0, 3), st.integers(0, 3))
def test_slots_between_columns_are_as_probable_as_any(aligned, low, more):
    hmm, high = aligned.hmm(), min(low + more, aligned.size)
    found = best_slots(hmm, aligned.tags, aligned.layout, low, high)
    for first, length in zip(*aligned.layout, strict=True):
        own, slots = aligned.tags[first : first + length], found[first : first + length].tolist()
        best = max(
            log_probability(hmm, own, other, low, high)
            for other in all_slots(length, 2 * low, 2 * high)
        )
        assert log_probability(hmm, own, slots, low, high) == pytest.approx(best)


@given(ALIGNED)
def test_one_by_one_as_all_at_once(aligned):
    hmm = aligned.hmm()
    together = best_slots(hmm, aligned.tags, aligned.layout)
    for first, length in zip(*aligned.layout, strict=True):
        tags = aligned.tags[first : first + length]
        alone = best_slots(hmm, tags, SentenceRanges.of(np.array([length])))
        assert np.array_equal(alone, together[first : first + length])


@given(ALIGNED)
def test_held_words_are_in_their_columns_and_the_rest_is_as_probable_as_any(aligned):
    hmm = aligned.hmm()
    held = np.where(aligned.rng.random(len(aligned.tags)) < 0.4, aligned.columns, -1)
    reserved = set((2 * held[held >= 0] + 1).tolist())
    found = find_slots(hmm_finder(hmm), aligned.tags, aligned.layout, held)
    for first, length in zip(*aligned.layout, strict=True):
        own, holds = aligned.tags[first : first + length], held[first : first + length].tolist()
        slots = found[first : first + length].tolist()

        def allowed(slots, holds=holds):
            return all(
                slot == 2 * hold + 1 if hold >= 0 else slot not in reserved
                for slot, hold in zip(slots, holds, strict=True)
            )

        assert allowed(slots)
        best = best_probability(hmm, own, allowed)
        assert log_probability(hmm, own, slots) == pytest.approx(best)


def test_word_that_fits_no_column_is_inserted():
    """A column of NN and one of VBZ, both nearly always used; CD is in neither."""
    profile = Profile(np.array([[99, 0], [0, 99], [0, 0], [0, 0]]), sentences=99)
    moves = np.zeros((3, 3, 3), dtype=np.int64)
    moves[:, MATCH, MATCH] = 99
    hmm = estimate(profile, TransitionCounts(moves, np.array([0, 0, 9, 0])))
    found = best_slots(hmm, np.array([0, 2, 1]), SentenceRanges.of(np.array([3])))
    assert found.tolist() == [1, 2, 3]
    assert columns_of(found).tolist() == [0, -1, 1]


def test_sentence_may_be_longer_than_there_are_columns():
    hmm = Aligned(1).hmm()
    found = best_slots(hmm, np.zeros(50, dtype=np.int64), SentenceRanges.of(np.array([50])))
    assert np.all(found >= 0)
    assert np.all(np.diff(found) >= 0)
    assert isinstance(hmm, ProfileHMM)
