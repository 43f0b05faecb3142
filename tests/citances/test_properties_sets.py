"""Decoders that choose sets, classes and spans: on hostile numbers, and against plain Python."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.closure import average_link, equivalence_closure
from spacy_citalign.citances.knowledge.lexicon import ConceptSpans, concepts_of_words
from spacy_citalign.citances.paper.crf import markov_features, transition_scores
from spacy_citalign.citances.paper.decoding import decode_sets, expected_agreement
from spacy_citalign.citations.marks.citation import SUPERSCRIPT, Mark
from spacy_citalign.citations.marks.superscript import Reading
from spacy_citalign.citations.marks.superscript_order import order_of

PROBABILITY = st.sampled_from([0.0, 5e-324, 1e-300, 1e-12, 0.1, 0.5, 1 - 2**-53, 1.0])
FACTOR = st.sampled_from([5e-324, 1e-300, 0.5, 1.0, 2.0, 1e300, 1.7e308])


def rows(of, most=5):
    """Draw a matrix of rows of one length."""
    return st.integers(0, most).flatmap(
        lambda width: st.lists(st.lists(of, min_size=width, max_size=width), min_size=1, max_size=4)
    )


# --- sets of words -----------------------------------------------------------------------------


@given(rows(PROBABILITY), FACTOR, FACTOR, st.sampled_from([0.0, 0.01, 1.0]))
def test_sets_of_hostile_numbers_hold_the_likeliest_words(posteriors, gap, match, least):
    settings = {"gap_factor": gap, "match_factor": match, "min_prob": least}
    chosen = decode_sets(posteriors, **settings)
    for row, kept in zip(np.array(posteriors, dtype=float), chosen, strict=True):
        out = (row > 0) & ~kept
        assert np.all(row[kept] >= max(least, 5e-324))
        assert not kept.any() or row[kept].min() >= row[out].max(initial=0.0)
    agreement = expected_agreement(posteriors, chosen)
    assert np.all((agreement >= 0) & (agreement <= 1 + 1e-12))


@given(st.integers(0, 12), st.data())
def test_features_of_steps_are_those_of_the_definition(targets, data):
    weights = np.array(data.draw(st.lists(st.integers(-5, 5), min_size=9, max_size=9)), dtype=float)
    found, scores = markov_features(targets), transition_scores(weights, targets)
    for before in range(targets + 1):
        for here in range(targets + 1):
            both = before > 0 and here > 0
            jump = (here - before - 1) / 10 if both else 0.0
            expected = [abs(jump), max(jump, 0.0), max(-jump, 0.0)]
            expected += [not before and not here, not before and here > 0]
            expected += [before > 0 and not here, both, both and here == before]
            expected += [both and here == before + 1]
            assert found[:, before, here].tolist() == expected
            total = sum(w * x for w, x in zip(weights.tolist(), expected, strict=True))
            assert scores[before, here] == pytest.approx(total)


RUNS = st.lists(st.tuples(st.integers(0, 8), st.integers(1, 4), st.integers(1, 3)), max_size=8)


@given(RUNS)
def test_longer_runs_then_earlier_ones_give_words_their_concept(drawn):
    starts, sizes, concepts = (
        (np.array(side, dtype=np.int64) for side in zip(*drawn, strict=True))
        if drawn
        else (np.zeros(0, dtype=np.int64),) * 3
    )
    runs = ConceptSpans(starts, starts + sizes, concepts.astype(np.uint64))
    expected = [0] * 12
    ranked = sorted(range(len(drawn)), key=lambda place: (-drawn[place][1], drawn[place][0], place))
    for place in ranked:
        start, size, concept = drawn[place]
        if not any(expected[start : start + size]):
            expected[start : start + size] = [concept] * size
    assert concepts_of_words(runs, 12).tolist() == expected


@given(st.lists(st.integers(1, 9), max_size=9))
def test_no_longer_part_of_the_first_citations_rises(numbers):
    marks = [Mark(i, i + 1, str(n), SUPERSCRIPT, False) for i, n in enumerate(numbers)]
    certain = [Reading([mark], [n], (), 0.0) for mark, n in zip(marks, numbers, strict=True)]
    order = order_of([], certain)
    first = list(dict.fromkeys(numbers))
    longest = max(
        size
        for size in range(len(first) + 1)
        for some in combinations(first, size)
        if list(some) == sorted(some)
    )
    assert order.counts == Counter(numbers)
    if longest < 0.7 * len(first):  # in no order: all count as cited before
        assert (order.numbers, order.starts) == ([max(first)], [-1])
    else:
        assert len(order.numbers) == longest
        assert order.numbers == sorted(order.numbers)
        assert order.starts == sorted(numbers.index(number) for number in order.numbers)


# --- classes -----------------------------------------------------------------------------------

SIMILAR = st.sampled_from([0.0, 5e-324, 1e-9, 2.0**-26, 0.05, 0.3, 0.5, 1 - 2**-53, 1.0])


@st.composite
def similarities(draw):
    size = draw(st.integers(1, 6))
    values = np.zeros((size, size))
    for i, j in combinations(range(size), 2):
        values[i, j] = values[j, i] = draw(SIMILAR)
    return values, np.array(draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)))


@given(
    similarities(),
    st.lists(st.floats(0.05, 1), min_size=2, max_size=2).map(sorted),
    st.integers(0, 2**36 - 1),
)
def test_classes_of_a_higher_threshold_divide_those_of_a_lower(drawn, thresholds, bits):
    similarity, owners = drawn
    size = len(owners)
    forbidden = np.array([bits >> place & 1 for place in range(size**2)], dtype=bool)
    forbidden = forbidden.reshape(size, size) & forbidden.reshape(size, size).T
    merges = average_link(similarity, owners, forbidden=forbidden)
    low, high = (merges.classes(threshold) for threshold in thresholds)
    for classes in (low, high):
        together = (classes[:, None] == classes) & (classes > 0) & ~np.eye(size, dtype=bool)
        assert not (together & forbidden).any()
    for i, j in combinations(range(len(owners)), 2):
        if high[i] == high[j] > 0:
            assert low[i] == low[j] > 0
    for classes in (low, high):
        for number in range(1, classes.max(initial=0) + 1):
            assert len(set(owners[classes == number].tolist())) > 1
    assert np.all(np.diff(merges.height) <= 0)
    assert np.all((merges.height >= 0.05 - 1e-7) & (merges.height <= 1))


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=10))
def test_closure_joins_what_walking_along_links_reaches(links):
    reach = np.eye(8, dtype=bool)
    for a, b in links:
        reach[a, b] = reach[b, a] = True
    for _ in range(8):
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    classes = equivalence_closure(np.array(links, dtype=np.int64).reshape(-1, 2), 8)
    for a, b in combinations(range(8), 2):
        assert reach[a, b] == (classes[a] == classes[b] > 0)
