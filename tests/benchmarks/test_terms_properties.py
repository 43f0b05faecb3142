"""Decoders that choose spans: on hostile numbers, and against plain Python."""

from itertools import combinations
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.terms.term_generation import Variant
from spacy_citalign.chain.labels import TokenSpans, best_disjoint
from spacy_citalign.terms.generation import adjust_terms, is_local_maximum
from spacy_citalign.terms.ngrams import LONGEST
from spacy_citalign.terms.span_cohesion import weakest

GAIN = st.sampled_from([-inf, -1.0, 0.0, 5e-324, 0.25, 0.5, 1e300])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 3), GAIN), max_size=7))
def test_no_disjoint_spans_gain_more(drawn):
    drawn = sorted({(start, start + size): gain for start, size, gain in drawn}.items())
    spans = TokenSpans(
        np.zeros(len(drawn), dtype=np.int64),
        *np.array([span for span, _ in drawn], dtype=np.int64).reshape(-1, 2).T,
    )
    chosen = best_disjoint(spans, np.array([gain for _, gain in drawn])).tolist()
    best = max(
        sum(drawn[place][1] for place in places)
        for size in range(len(drawn) + 1)
        for places in combinations(range(len(drawn)), size)
        if all(
            a[0][1] <= b[0][0] or b[0][1] <= a[0][0]
            for a, b in combinations([drawn[place] for place in places], 2)
        )
    )
    assert sum(drawn[place][1] for place in chosen) == pytest.approx(best)


CAM = st.sampled_from([nan, inf, 0.0, 5e-324, 0.1, 0.2, 0.3, 1e308])


@st.composite
def sentences(draw):
    """Draw the association of all windows of a text, and terms of it."""
    lengths = draw(st.lists(st.integers(1, 7), min_size=1, max_size=3))
    size = sum(lengths)
    cam = np.array(draw(st.lists(CAM, min_size=LONGEST * size, max_size=LONGEST * size)))
    terms, free = [], 0
    for end in np.cumsum(lengths).tolist():
        while free < end and draw(st.booleans()):
            start = draw(st.integers(free, end - 1))
            stop = draw(st.integers(start + 1, end))
            terms.append((start, stop))
            free = stop
        free = end
    return cam.reshape(LONGEST, size), np.array(lengths), terms


MEANS = st.sampled_from([nan, inf, 0.0, 0.15, -1.0])
VARIANTS = st.builds(
    Variant,
    st.sampled_from(["ends", "marginal", "frame"]),
    st.sampled_from(["one-sided", "both"]),
    st.sampled_from(["if_none", "if_not_itself"]),
)


@given(sentences(), MEANS, VARIANTS)
def test_borders_stay_in_the_sentence_and_apart_whatever_the_association(drawn, mean, variant):
    cam, lengths, terms = drawn
    found = adjust_terms(terms, cam, lengths, mean, variant.find)
    assert len(found) == len(terms)
    ends = np.cumsum(lengths)
    free = 0
    for (start, end), old in zip(found, terms, strict=True):
        assert free <= start < end
        sentence = int(np.searchsorted(ends, old[0], side="right"))
        assert ends[sentence] - lengths[sentence] <= start
        assert end <= ends[sentence]
        assert start < old[1]
        assert old[0] < end
        free = end


@given(CAM, st.lists(CAM, max_size=3), st.lists(CAM, max_size=3), st.integers(2, 8))
def test_what_is_not_measured_neither_is_a_maximum_nor_refutes_one(cam, smaller, larger, size):
    found = is_local_maximum(cam, smaller, larger, size=size, bigram_mean=nan)
    less = is_local_maximum(
        cam,
        [x for x in smaller if x == x],
        [y for y in larger if y == y],
        size=size,
        bigram_mean=nan,
    )
    assert found == less
    assert not (found and (cam != cam or cam == 0))


@given(st.integers(1, 20), st.integers(0, 2**32 - 1))
def test_a_long_span_is_as_strong_as_its_weakest_window(size, seed):
    values = np.random.default_rng(seed).random((LONGEST, size))
    spans = list(combinations(range(size + 1), 2))
    starts, ends = (np.array(side) for side in zip(*spans, strict=True))
    starts, ends = starts[starts < size], ends[starts < size]
    expected = [
        values[b - a - 1, a]
        if b - a <= LONGEST
        else min(values[LONGEST - 1, place] for place in range(a, b - LONGEST + 1))
        for a, b in zip(starts.tolist(), ends.tolist(), strict=True)
    ]
    found = weakest(lambda rows, places: values[rows, places], starts, ends)
    assert found.tolist() == expected
