"""Modified CamLocalMax and the term generation algorithm: by hand, and against nested loops."""

import math

import numpy as np
import pytest

from spacy_citalign.terms.generation import adjust_terms, adjust_token_terms, is_local_maximum
from spacy_citalign.terms.ngrams import LONGEST
from spacy_citalign.terms.texts import ConnectedWords

NAN = math.nan


@pytest.mark.parametrize(
    ("size", "cam", "smaller", "larger", "expected"),
    [
        (2, 0.3, [0.9], [0.2], True),  # of two words, a smaller run does not count
        (2, 0.3, [], [0.3], False),  # larger runs must be below
        (3, 0.3, [0.3], [0.2], True),  # smaller ones not above
        (3, 0.3, [0.4], [0.2], False),
        (3, 0.3, [0.3, 0.4], [0.2], False),  # all of them
        (3, 0.3, [0.2], [0.2, 0.3], False),
        (3, 0.3, [0.2], [], True),  # at the end of the frame
        (3, 0.3, [NAN], [NAN], True),  # what is not measured refutes nothing
        (3, NAN, [0.1], [0.1], False),  # nor can it be a term
        (3, 0.0, [0.0], [], False),  # nor can what never occurs
        (1, 0.3, [], [0.1, 0.05], True),  # no bigram is above the mean, .1
        (1, 0.3, [], [0.05, 0.11], False),
        (1, 0.0, [], [], True),
    ],
)
def test_local_maximum(size, cam, smaller, larger, expected):
    assert is_local_maximum(cam, smaller, larger, size=size, bigram_mean=0.1) is expected


def test_without_bigrams_in_training_single_words_stay():
    assert is_local_maximum(0.3, [], [0.9], size=1, bigram_mean=NAN)


def matrix(size, values):
    """Make the association of all windows of a sentence: 0 but for some spans."""
    cam = np.zeros((LONGEST, size))
    for n in range(2, LONGEST + 1):
        cam[n - 1, max(0, size - n + 1) :] = NAN
    for (start, end), value in values.items():
        cam[end - start - 1, start] = value
    return cam


def adjusted(terms, size, values, *, lengths=None, mean=0.5):
    lengths = np.array([size] if lengths is None else lengths, dtype=np.int64)
    return adjust_terms(terms, matrix(size, values), lengths, mean)


def test_a_local_maximum_stays():
    # speech recognition > speech recognition systems
    assert adjusted([(2, 4)], 8, {(2, 4): 0.3, (2, 5): 0.2}) == [(2, 4)]


def test_the_right_end_moves_to_the_local_maximum():
    values = {(2, 4): 0.2, (2, 5): 0.3, (2, 6): 0.1}
    assert adjusted([(2, 4)], 8, values) == [(2, 5)]


def test_the_right_end_moves_by_two_words_at_most():
    values = {(2, 4): 0.1, (2, 5): 0.2, (2, 6): 0.3, (2, 7): 0.2}
    assert adjusted([(2, 4)], 9, values) == [(2, 6)]
    values = {(2, 4): 0.1, (2, 5): 0.2, (2, 6): 0.3, (2, 7): 0.4}
    assert adjusted([(2, 4)], 9, values) == [(2, 4)]


def test_the_left_end_moves_if_nothing_was_found_on_the_right():
    values = {(3, 6): 0.2, (3, 5): 0.3, (2, 6): 0.4, (1, 6): 0.1}
    assert adjusted([(3, 6)], 8, values) == [(2, 6)]


# The right end finds (3, 7), not the term itself; the left end would find (2, 6), which is better.
EITHER = {(3, 6): 0.2, (3, 7): 0.3, (4, 6): 0.1, (2, 6): 0.4}


def test_the_left_end_stays_if_something_was_found_on_the_right():
    assert adjusted([(3, 6)], 8, EITHER) == [(3, 7)]


def test_of_several_runs_the_highest_association_wins_of_equals_the_first():
    # Both (2, 4) and (2, 6) are local maxima.
    values = {(2, 4): 0.3, (2, 5): 0.2, (2, 6): 0.4}
    assert adjusted([(2, 4)], 8, values) == [(2, 6)]
    assert adjusted([(2, 4)], 8, {**values, (2, 6): 0.3}) == [(2, 4)]


def test_without_a_local_maximum_the_crf_term_stays():
    assert adjusted([(2, 5)], 8, {}) == [(2, 5)]
    assert adjusted([(2, 5)], 5, {}) == [(2, 5)]


def test_a_single_word_turns_into_the_better_bigram_above_the_mean():
    values = {(3, 4): 9, (3, 5): 0.6, (2, 4): 0.7}
    assert adjusted([(3, 4)], 8, values) == [(2, 4)]
    assert adjusted([(3, 4)], 8, {**values, (2, 4): 0.4}) == [(3, 5)]
    assert adjusted([(3, 4)], 8, values, mean=0.8) == [(3, 4)]
    assert adjusted([(3, 4)], 8, values, mean=NAN) == [(3, 4)]
    assert adjusted([(3, 4)], 8, {}) == [(3, 4)]
    assert adjusted([(0, 1)], 1, {(0, 1): 1}) == [(0, 1)]


def test_terms_stay_in_their_sentence():
    values = {(1, 3): 0.2, (1, 4): 0.9, (3, 5): 0.2, (2, 5): 0.9}
    assert adjusted([(1, 3), (3, 5)], 6, values, lengths=[3, 3]) == [(1, 3), (3, 5)]


def test_terms_do_not_enter_their_neighbours():
    values = {(0, 2): 0.2, (0, 3): 0.9, (2, 4): 0.2, (1, 4): 0.9}
    assert adjusted([(0, 2), (2, 4)], 6, values) == [(0, 2), (2, 4)]


def test_a_word_between_two_terms_goes_to_the_first():
    values = {(0, 2): 0.2, (0, 3): 0.9, (3, 5): 0.2, (3, 6): 0.3, (3, 7): 0.4, (2, 5): 0.9}
    assert adjusted([(3, 5)], 9, {**values, (3, 8): 0.5}) == [(2, 5)]
    assert adjusted([(0, 2), (3, 5)], 9, {**values, (3, 8): 0.5}) == [(0, 3), (3, 5)]


def test_overlapping_terms_stay():
    values = {(0, 3): 0.2, (0, 2): 0.1, (0, 4): 0.9, (2, 5): 0.2, (2, 6): 0.9}
    assert adjusted([(0, 3), (2, 5)], 8, values) == [(0, 3), (2, 5)]


def test_terms_of_more_than_eight_words_stay_and_none_grows_beyond():
    assert adjusted([(0, 9)], 12, {(0, 8): 1, (1, 9): 1}) == [(0, 9)]
    assert adjusted([(0, 7)], 12, {(0, 7): 0.1, (0, 8): 0.2}) == [(0, 8)]


def test_no_terms():
    assert adjust_terms([], np.zeros((8, 0)), np.zeros(0, np.int64), 0.5) == []
    assert adjusted([], 4, {}) == []


def test_spans_of_tokens_are_sought_among_connected_words():
    # 0: a, 1: rule-based, 2: speech, 3: parser
    words = ConnectedWords(
        ["a", "rule-based", "speech", "parser"],
        ["DT", "VBN", "NN", "NN"],
        np.array([0, 1, 4, 5, 6]),
        np.array([4]),
    )
    grows = matrix(4, {(1, 3): 0.1, (1, 4): 0.2})
    assert adjust_token_terms([(1, 5)], words, grows, 0.5) == [(1, 6)]
    assert adjust_token_terms([(3, 5)], words, grows, 0.5) == [(1, 6)]  # "based speech"
    stays = matrix(4, {(1, 3): 0.2, (1, 4): 0.1})
    assert adjust_token_terms([(3, 5)], words, stays, 0.5) == [(3, 5)]
    # Two terms that touch one connected word stay.
    assert adjust_token_terms([(1, 2), (3, 5)], words, grows, 0.5) == [(1, 2), (3, 5)]
    assert adjust_token_terms([], words, grows, 0.5) == []
