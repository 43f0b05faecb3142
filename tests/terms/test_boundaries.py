"""Modified CamLocalMax and the term generation algorithm: by hand, and against nested loops."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.terms.generation import (
    Boundaries,
    adjust_terms,
    adjust_token_terms,
    is_local_maximum,
    subgroups,
    supergroups,
)
from spacy_citalign.terms.ngrams import LONGEST
from spacy_citalign.terms.texts import ConnectedWords

NAN = math.nan
SEARCHES = ["ends", "marginal", "frame"]
READINGS = ["one-sided", "both"]


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


@pytest.mark.parametrize(
    ("reading", "side", "smaller", "larger"),
    [
        ("one-sided", "right", [(4, 6)], [(4, 8)]),
        ("one-sided", "left", [(5, 7)], [(3, 7)]),
        ("both", "right", [(5, 7), (4, 6)], [(3, 7), (4, 8)]),
        ("both", "left", [(5, 7), (4, 6)], [(3, 7), (4, 8)]),
    ],
)
def test_sets_of_smaller_and_larger_runs(reading, side, smaller, larger):
    assert subgroups((4, 7), reading, side) == smaller
    assert supergroups((4, 7), (0, 10), reading, side) == larger
    within = [(start, end) for start, end in larger if start >= 4 and end <= 7]
    assert supergroups((4, 7), (4, 7), reading, side) == within == []


@pytest.mark.parametrize(("reading", "side"), [*product(READINGS, ["left", "right"])])
def test_a_single_word_has_two_neighbours_in_either_reading(reading, side):
    assert supergroups((4, 5), (0, 9), reading, side) == [(3, 5), (4, 6)]
    assert supergroups((4, 5), (4, 9), reading, side) == [(4, 6)]
    assert subgroups((4, 5), reading, side) == []


def test_unknown_settings():
    with pytest.raises(SettingError, match="reading is 'none'"):
        subgroups((0, 2), "none", "left")
    for name in ("search", "reading", "left"):
        how = Boundaries(0.1)._replace(**{name: "none"})
        with pytest.raises(SettingError, match=f"{name} is 'none'"):
            adjust_terms([], np.zeros((8, 0)), np.zeros(0, np.int64), how)


def matrix(size, values):
    """Make the association of all windows of a sentence: 0 but for some spans."""
    cam = np.zeros((LONGEST, size))
    for n in range(2, LONGEST + 1):
        cam[n - 1, max(0, size - n + 1) :] = NAN
    for (start, end), value in values.items():
        cam[end - start - 1, start] = value
    return cam


def adjusted(terms, size, values, *, lengths=None, mean=0.5, **settings):
    lengths = np.array([size] if lengths is None else lengths, dtype=np.int64)
    return adjust_terms(terms, matrix(size, values), lengths, Boundaries(mean, **settings))


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


def test_two_readings_of_if_the_term_is_not_in_ct():
    assert adjusted([(3, 6)], 8, EITHER) == [(3, 7)]
    assert adjusted([(3, 6)], 8, EITHER, left="if_not_itself") == [(2, 6)]


def test_of_several_runs_the_highest_association_wins_of_equals_the_first():
    # Both (2, 4) and (2, 6) are local maxima.
    values = {(2, 4): 0.3, (2, 5): 0.2, (2, 6): 0.4}
    assert adjusted([(2, 4)], 8, values) == [(2, 6)]
    assert adjusted([(2, 4)], 8, {**values, (2, 6): 0.3}) == [(2, 4)]


def test_without_a_local_maximum_the_crf_term_stays():
    assert adjusted([(2, 5)], 8, {}) == [(2, 5)]
    assert adjusted([(2, 5)], 5, {}) == [(2, 5)]


def test_both_sides_refute_where_one_would_not():
    values = {(2, 5): 0.3, (1, 5): 0.4}
    assert adjusted([(2, 5)], 8, values) == [(2, 5)]
    assert adjusted([(2, 5)], 8, values, reading="both") == [(1, 5)]


def test_a_single_word_turns_into_the_better_bigram_above_the_mean():
    values = {(3, 4): 9, (3, 5): 0.6, (2, 4): 0.7}
    assert adjusted([(3, 4)], 8, values) == [(2, 4)]
    assert adjusted([(3, 4)], 8, {**values, (2, 4): 0.4}) == [(3, 5)]
    assert adjusted([(3, 4)], 8, values, mean=0.8) == [(3, 4)]
    assert adjusted([(3, 4)], 8, values, mean=NAN) == [(3, 4)]
    assert adjusted([(3, 4)], 8, {}) == [(3, 4)]
    assert adjusted([(0, 1)], 1, {(0, 1): 1}) == [(0, 1)]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("left", ["if_none", "if_not_itself"])
def test_a_single_word_that_turned_does_not_come_back(search, left):
    values = {(3, 4): 9, (3, 5): 0.6}
    assert adjusted([(3, 4)], 8, values, search=search, left=left) == [(3, 5)]


def test_terms_stay_in_their_sentence():
    values = {(1, 3): 0.2, (1, 4): 0.9, (3, 5): 0.2, (2, 5): 0.9}
    for search, reading in product(SEARCHES, READINGS):
        how = {"search": search, "reading": reading}
        assert adjusted([(1, 3), (3, 5)], 6, values, lengths=[3, 3], **how) == [(1, 3), (3, 5)]


def test_terms_do_not_enter_their_neighbours():
    values = {(0, 2): 0.2, (0, 3): 0.9, (2, 4): 0.2, (1, 4): 0.9}
    for search, reading in product(SEARCHES, READINGS):
        how = {"search": search, "reading": reading}
        assert adjusted([(0, 2), (2, 4)], 6, values, **how) == [(0, 2), (2, 4)]


def test_a_word_between_two_terms_goes_to_the_first():
    values = {(0, 2): 0.2, (0, 3): 0.9, (3, 5): 0.2, (3, 6): 0.3, (3, 7): 0.4, (2, 5): 0.9}
    assert adjusted([(3, 5)], 9, {**values, (3, 8): 0.5}) == [(2, 5)]
    assert adjusted([(0, 2), (3, 5)], 9, {**values, (3, 8): 0.5}) == [(0, 3), (3, 5)]


def test_overlapping_terms_stay():
    values = {(0, 3): 0.2, (0, 2): 0.1, (0, 4): 0.9, (2, 5): 0.2, (2, 6): 0.9}
    assert adjusted([(0, 3), (2, 5)], 8, values) == [(0, 3), (2, 5)]


def test_terms_of_more_than_eight_words_stay_and_none_grows_beyond():
    for search in SEARCHES:
        assert adjusted([(0, 9)], 12, {(0, 8): 1, (1, 9): 1}, search=search) == [(0, 9)]
        grown = {(0, 7): 0.1, (0, 8): 0.2}
        assert adjusted([(0, 7)], 12, grown, search=search) == [(0, 8)]


def test_windows_of_figure_3():
    # The frame of (4, 8) is (1, 11): (0, 5) is not in it, (9, 11) has no word of the term.
    values = {(4, 8): 0.2, (5, 7): 0.9, (2, 7): 0.8, (2, 6): 0.85, (0, 5): 2, (9, 11): 2}
    assert adjusted([(4, 8)], 12, values, search="frame") == [(5, 7)]
    # (5, 7) holds neither the first three words of the term nor the last three; (2, 7) holds the
    # first: a local maximum to the left, not to the right, where (2, 6) is higher.
    assert adjusted([(4, 8)], 12, values, search="marginal") == [(2, 7)]
    assert adjusted([(4, 8)], 12, values, search="marginal", reading="both") == [(4, 8)]


def test_windows_of_one_word_are_no_candidates():
    values = {(2, 4): 0.2, (2, 3): 9, (3, 4): 9}
    assert adjusted([(2, 4)], 6, values, search="frame") == [(2, 4)]


@pytest.mark.parametrize(
    "terms", [[(2, 2)], [(3, 2)], [(-1, 2)], [(2, 4)], [(5, 7)], [(7, 8)], [(1, 2), (0, 1)]]
)
def test_terms_that_are_none_are_refused(terms):
    with pytest.raises(InputError, match="empty, out of order or not within a sentence"):
        adjusted(terms, 6, {}, lengths=[3, 3])


def test_association_of_another_text_is_refused():
    with pytest.raises(InputError, match=r"cam has shape \(8, 5\), but the sentences have 6 words"):
        adjust_terms([], np.zeros((8, 5)), np.array([6]), Boundaries(0.5))


def test_no_terms():
    assert adjust_terms([], np.zeros((8, 0)), np.zeros(0, np.int64), Boundaries(0.5)) == []
    assert adjusted([], 4, {}) == []


def test_spans_of_tokens_are_sought_among_connected_words():
    # 0: a, 1: rule-based, 2: speech, 3: parser
    words = ConnectedWords(
        ["a", "rule-based", "speech", "parser"],
        ["DT", "VBN", "NN", "NN"],
        np.array([0, 1, 4, 5, 6]),
        np.array([4]),
    )
    how = Boundaries(0.5)
    grows = matrix(4, {(1, 3): 0.1, (1, 4): 0.2})
    assert adjust_token_terms([(1, 5)], words, grows, how) == [(1, 6)]
    assert adjust_token_terms([(3, 5)], words, grows, how) == [(1, 6)]  # "based speech"
    stays = matrix(4, {(1, 3): 0.2, (1, 4): 0.1})
    assert adjust_token_terms([(3, 5)], words, stays, how) == [(3, 5)]
    # Two terms that touch one connected word stay.
    assert adjust_token_terms([(1, 2), (3, 5)], words, grows, how) == [(1, 2), (3, 5)]
    assert adjust_token_terms([], words, grows, how) == []
    with pytest.raises(InputError, match="not within a sentence"):
        adjust_token_terms([(5, 7)], words, grows, how)


# The pseudo-code as nested loops over spans.


def cam_of(cam, run):
    start, end = run
    return cam[end - start - 1][start] if end - start <= LONGEST else NAN


def slow_local_max(cam, run, frame, reading, side, mean):
    """Return the term that a run gives, or None."""
    start, end = run
    inside = {"right": [(start, end - 1)], "left": [(start + 1, end)]}
    around = {"right": [(start, end + 1)], "left": [(start - 1, end)]}
    sides = ["left", "right"] if reading == "both" or end - start == 1 else [side]
    larger = [y for s in sides for y in around[s] if y[0] >= frame[0] and y[1] <= frame[1]]
    if end - start == 1:
        above = [y for y in larger if cam_of(cam, y) > mean]
        return max(above, key=lambda y: cam_of(cam, y)) if above else run
    value = cam_of(cam, run)
    if not value > 0:
        return None
    for y in larger:
        if not math.isnan(cam_of(cam, y)) and not value > cam_of(cam, y):
            return None
    if end - start > 2:
        for s in sides:
            for x in inside[s]:
                if not value >= cam_of(cam, x):
                    return None
    return run


def slow_candidates(cam, term, frame, how):
    start, end = term
    mean = how.bigram_mean
    found = []
    if how.search == "ends":
        for a in range(3):
            if end + a <= frame[1]:
                run = start, end + a
                found.append(slow_local_max(cam, run, frame, how.reading, "right", mean))
        kept = [run for run in found if run]
        if term not in kept if how.left == "if_not_itself" else not kept:
            for a in range(3):
                if start - a >= frame[0]:
                    run = start - a, end
                    found.append(slow_local_max(cam, run, frame, how.reading, "left", mean))
        return [run for run in found if run]
    runs = [term]
    for a in range(frame[0], frame[1]):
        for b in range(a + 2, frame[1] + 1):
            words = set(range(a, b))
            marginal = list(range(start, end))
            holds = words >= set(marginal[:3]) or words >= set(marginal[-3:])
            overlaps = bool(words & set(marginal))
            if b - a <= LONGEST and (overlaps if how.search == "frame" else holds):
                runs.append((a, b))
    for run in runs:
        for side in ("right", "left"):
            found.append(slow_local_max(cam, run, frame, how.reading, side, mean))
    return [run for run in found if run]


def slow_adjust(terms, cam, lengths, how):
    result = []
    bounds = np.cumsum([0, *lengths]).tolist()
    for number, (start, end) in enumerate(terms):
        first = max(bound for bound in bounds if bound <= start)
        last = min(bound for bound in bounds if bound >= end)
        taken = [word for span in [*terms[:number], *result] for word in range(*span)]
        later = [begin for begin, _ in terms[number + 1 :]]
        frame = (
            max([start - 3, first, *(word + 1 for word in taken)]),
            min([end + 3, last, *later]),
        )
        found = slow_candidates(cam, (start, end), frame, how) if end - start <= LONGEST else []
        best = max(found, key=lambda run: cam_of(cam, run), default=(start, end))
        result.append(best)
    return result


@st.composite
def problems(draw):
    lengths = draw(st.lists(st.integers(1, 14), min_size=1, max_size=3))
    size = sum(lengths)
    values = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.4, 0.5])
    random = draw(st.randoms(use_true_random=False))
    cam = np.full((LONGEST, size), NAN)
    ends = np.cumsum(lengths)
    for n in range(1, LONGEST + 1):
        for place in range(size):
            sentence_end = int(ends[np.searchsorted(ends, place, side="right")])
            fits = place + n <= sentence_end
            if fits:
                cam[n - 1, place] = random.choice([0.0, 0.1, 0.2, 0.3, 0.4])
    terms = []
    start = 0
    for length in lengths:
        stop, at = start + length, start
        while at < stop:
            at += draw(st.integers(0, 5))
            if at < stop:
                end = min(stop, at + draw(st.integers(1, 10)))
                terms.append((at, end))
                at = end
        start = stop
    how = Boundaries(
        draw(st.one_of(values, st.just(NAN))),
        draw(st.sampled_from(SEARCHES)),
        draw(st.sampled_from(READINGS)),
        draw(st.sampled_from(["if_none", "if_not_itself"])),
    )
    return terms, cam, np.array(lengths), how


@given(problems())
def test_terms_are_those_of_the_nested_loops(problem):
    terms, cam, lengths, how = problem
    assert adjust_terms(terms, cam, lengths, how) == slow_adjust(terms, cam, lengths, how)


@given(problems())
def test_terms_never_overlap_and_keep_a_word_of_the_crf_term(problem):
    terms, cam, lengths, how = problem
    found = adjust_terms(terms, cam, lengths, how)
    assert len(found) == len(terms)
    for (a, b), (c, d) in pairwise(found):
        assert a < b <= c < d
    for (a, b), (start, end) in zip(found, terms, strict=True):
        assert max(a, start) < min(b, end)
        assert start - 3 <= a
        assert b <= end + 3
