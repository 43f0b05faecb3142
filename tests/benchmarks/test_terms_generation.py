"""Readings of the term generation algorithm, the package's among them, against nested loops."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.terms.term_generation import Variant
from spacy_citalign.terms.generation import adjust_terms, moved_ends
from spacy_citalign.terms.ngrams import LONGEST

NAN = math.nan
SEARCHES = ["ends", "marginal", "frame"]
READINGS = ["one-sided", "both"]


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
    assert Variant(reading=reading).sets((4, 7), side) == (smaller, larger)


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
    find = Variant(**settings).find if settings else moved_ends
    return adjust_terms(terms, matrix(size, values), lengths, mean, find)


# The right end finds (3, 7), not the term itself; the left end would find (2, 6), which is better.
EITHER = {(3, 6): 0.2, (3, 7): 0.3, (4, 6): 0.1, (2, 6): 0.4}


def test_two_readings_of_if_the_term_is_not_in_ct():
    assert adjusted([(3, 6)], 8, EITHER) == [(3, 7)]
    assert adjusted([(3, 6)], 8, EITHER, left="if_not_itself") == [(2, 6)]


def test_both_sides_refute_where_one_would_not():
    values = {(2, 5): 0.3, (1, 5): 0.4}
    assert adjusted([(2, 5)], 8, values) == [(2, 5)]
    assert adjusted([(2, 5)], 8, values, reading="both") == [(1, 5)]


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


def slow_candidates(cam, term, frame, how, mean):
    start, end = term
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


def slow_adjust(terms, cam, lengths, how, mean):
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
        short = end - start <= LONGEST
        found = slow_candidates(cam, (start, end), frame, how, mean) if short else []
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
    mean = draw(st.one_of(values, st.just(NAN)))
    how = Variant(
        draw(st.sampled_from(SEARCHES)),
        draw(st.sampled_from(READINGS)),
        draw(st.sampled_from(["if_none", "if_not_itself"])),
    )
    return terms, cam, np.array(lengths), how, mean


@given(problems())
def test_terms_are_those_of_the_nested_loops(problem):
    terms, cam, lengths, how, mean = problem
    expected = slow_adjust(terms, cam, lengths, how, mean)
    assert adjust_terms(terms, cam, lengths, mean, how.find) == expected


@given(problems())
def test_the_package_reads_as_its_variant(problem):
    terms, cam, lengths, _, mean = problem
    assert adjust_terms(terms, cam, lengths, mean) == slow_adjust(
        terms, cam, lengths, Variant(), mean
    )


@given(problems())
def test_terms_never_overlap_and_keep_a_word_of_the_crf_term(problem):
    terms, cam, lengths, how, mean = problem
    found = adjust_terms(terms, cam, lengths, mean, how.find)
    assert len(found) == len(terms)
    for (a, b), (c, d) in pairwise(found):
        assert a < b <= c < d
    for (a, b), (start, end) in zip(found, terms, strict=True):
        assert max(a, start) < min(b, end)
        assert start - 3 <= a
        assert b <= end + 3
