"""Spans and their probabilities against all BIO paths of each sentence, written out."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.joint import JointModel
from spacy_citalign.chain.labels import BIO
from spacy_citalign.terms.batch import (
    WINDOWS,
    Batch,
    RatedSpans,
    WordSpans,
    best_spans,
    possible_spans,
    rated_spans,
)
from spacy_citalign.terms.texts import ConnectedWords, no_exclusion

NO_WORDS = ConnectedWords([], [], np.zeros(1, np.int64), np.zeros(0, np.int64))
BEGIN, INSIDE, OUTSIDE = range(3)


def batch_of(emissions, lengths):
    emissions = np.asarray(emissions, dtype=np.float64)
    size = len(emissions)
    stems = np.zeros(size, dtype=np.uint64)
    bounds = np.array([0, size])
    lengths = np.asarray(lengths, dtype=np.int64)
    return Batch(bounds, lengths, NO_WORDS, [], stems, emissions, no_exclusion(size))


def joint_of(transitions=None, bias=0.0):
    return JointModel([WINDOWS], [np.zeros((3, 3)) if transitions is None else transitions], bias)


def spans_of(path):
    """Half-open spans of a path of B, I and O."""
    starts = [place for place, tag in enumerate(path) if tag == BEGIN]
    spans = []
    for start in starts:
        end = start + 1
        while end < len(path) and path[end] == INSIDE:
            end += 1
        spans.append((start, end))
    return spans


def paths(emissions, transitions, bias=0.0):
    """Each possible path of a sentence and its probability."""
    size = len(emissions)
    possible = [
        path
        for path in product(range(3), repeat=size)
        if path[0] != INSIDE and (OUTSIDE, INSIDE) not in pairwise(path)
    ]
    scores = [
        sum(emissions[t][tag] + bias * (tag == BEGIN) for t, tag in enumerate(path))
        + sum(transitions[a][b] for a, b in pairwise(path))
        for path in possible
    ]
    peak = max(scores)
    weights = [math.exp(score - peak) for score in scores]
    return list(zip(possible, (w / sum(weights) for w in weights), strict=True))


def sentences(emissions, lengths):
    """Where each sentence begins, and its emissions."""
    firsts = np.cumsum(lengths) - lengths
    return [(a, emissions[a : a + size]) for a, size in zip(firsts, lengths, strict=True)]


def by_hand(emissions, lengths, transitions):
    """Posterior, and mean p(in a term), of each span of words, by enumeration."""
    found = {}
    for first, own in sentences(emissions, lengths):
        every = paths(own, transitions)
        inside = [sum(p for path, p in every if path[t] != OUTSIDE) for t in range(len(own))]
        for start in range(len(own)):
            for end in range(start + 1, len(own) + 1):
                exact = sum(p for path, p in every if (start, end) in spans_of(path))
                mean = sum(inside[start:end]) / (end - start)
                found[int(first) + start, int(first) + end] = (exact, mean)
    return found


def table(rated):
    starts, ends = (side.tolist() for side in rated.spans)
    values = zip(rated.posterior.tolist(), rated.inside.tolist(), strict=True)
    return dict(zip(zip(starts, ends, strict=True), values, strict=True))


@st.composite
def batches(draw):
    lengths = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    scale = draw(st.sampled_from([0.3, 1.0, 5.0]))
    return lengths, rng.normal(0, scale, (sum(lengths), 3)), rng.normal(0, 1, (3, 3))


def test_labels_are_those_of_bio():
    assert (BIO[BEGIN], BIO[INSIDE], BIO[OUTSIDE]) == ("B", "I", "O")


def test_a_sentence_of_one_word_by_hand():
    batch = batch_of([[math.log(3), 99, 0]], [1])  # I cannot be first
    rated = possible_spans(batch, joint_of(), 0.5)
    assert table(rated) == {(0, 1): pytest.approx((3 / 4, 3 / 4))}
    assert not len(possible_spans(batch, joint_of(), 0.8).posterior)


def test_two_words_by_hand():
    # Paths, all as likely: BB, BI, BO, OB, OO.
    rated = possible_spans(batch_of(np.zeros((2, 3)), [2]), joint_of(), 0.01)
    assert table(rated) == {
        (0, 1): pytest.approx((2 / 5, 3 / 5)),  # BB, BO; in a term also BI
        (0, 2): pytest.approx((1 / 5, 3 / 5)),
        (1, 2): pytest.approx((2 / 5, 3 / 5)),  # BB, OB
    }


@given(batches(), st.sampled_from([0.001, 0.02, 0.2]))
def test_possible_spans_are_all_above_a_probability(drawn, least):
    lengths, emissions, transitions = drawn
    rated = possible_spans(batch_of(emissions, lengths), joint_of(transitions), least)
    found = table(rated)
    expected = by_hand(emissions, lengths, transitions)
    for span, (exact, mean) in expected.items():
        if span in found:
            assert found[span] == pytest.approx((exact, mean), abs=1e-9)
        assert (span in found) == (exact > least) or exact == pytest.approx(least)
    assert list(found) == sorted(found)  # ascending
    assert len(found) == len(rated.posterior)


@given(batches(), st.data())
def test_given_spans_are_rated_in_their_order(drawn, data):
    lengths, emissions, transitions = drawn
    expected = by_hand(emissions, lengths, transitions)
    chosen = sorted(data.draw(st.lists(st.sampled_from(sorted(expected)), unique=True)))
    columns = np.array(chosen, dtype=np.int64).reshape(-1, 2).T
    spans = WordSpans(columns[0], columns[1])
    rated = rated_spans(batch_of(emissions, lengths), joint_of(transitions), spans)
    assert list(zip(*(side.tolist() for side in rated.spans), strict=True)) == chosen
    assert rated.posterior == pytest.approx([expected[span][0] for span in chosen], abs=1e-9)
    assert rated.inside == pytest.approx([expected[span][1] for span in chosen], abs=1e-9)


@given(batches(), st.sampled_from([0.0, 1.5, -2.0]))
def test_best_spans_are_those_of_the_best_path(drawn, bias):
    lengths, emissions, transitions = drawn
    spans = best_spans(batch_of(emissions, lengths), joint_of(transitions, bias))
    expected = []
    for first, own in sentences(emissions, lengths):
        path, _ = max(paths(own, transitions, bias), key=lambda item: item[1])
        expected += [(int(first) + start, int(first) + end) for start, end in spans_of(path)]
    assert list(zip(*(side.tolist() for side in spans), strict=True)) == expected


def test_more_bias_finds_more():
    emissions = np.random.default_rng(1).normal(0, 2, (60, 3))
    counts = [
        len(best_spans(batch_of(emissions, [20, 40]), joint_of(bias=bias)).starts)
        for bias in (-8, -1, 0, 1, 8)
    ]
    assert counts == sorted(counts)
    assert counts[0] < counts[2] < counts[-1]


def test_sentences_of_any_length_are_decoded_alone():
    # From one word to 200: sentences are decoded in batches of like length.
    lengths = [1, 200, 3, 49, 48, 47, 1, 90, 2, 130]
    rng = np.random.default_rng(2)
    emissions, transitions = rng.normal(0, 2, (sum(lengths), 3)), rng.normal(0, 1, (3, 3))
    joint = joint_of(transitions)
    together = table(possible_spans(batch_of(emissions, lengths), joint, 0.02))
    best = best_spans(batch_of(emissions, lengths), joint)
    alone, best_alone = {}, []
    for first, own in sentences(emissions, lengths):
        batch = batch_of(own, [len(own)])
        for (start, end), values in table(possible_spans(batch, joint, 0.02)).items():
            alone[int(first) + start, int(first) + end] = values
        starts, ends = best_spans(batch, joint)
        best_alone += [(int(first) + a, int(first) + b) for a, b in zip(starts, ends, strict=True)]
    assert list(together) == list(alone)
    for span, values in together.items():
        assert values == pytest.approx(alone[span], abs=1e-9)
    assert list(zip(*(side.tolist() for side in best), strict=True)) == best_alone


@pytest.mark.parametrize("high", [OUTSIDE, BEGIN, INSIDE])
def test_sure_scores_stay_probabilities(high):
    emissions = np.zeros((30, 3))
    emissions[:, high] = 400.0
    joint = joint_of()
    rated = possible_spans(batch_of(emissions, [10, 20]), joint, 0.02)
    assert ((rated.posterior >= 0) & (rated.posterior <= 1)).all()
    assert ((rated.inside >= 0) & (rated.inside <= 1)).all()
    expected = {OUTSIDE: 0, BEGIN: 30, INSIDE: 2}[high]
    assert len(best_spans(batch_of(emissions, [10, 20]), joint).starts) == expected


def test_no_span_is_rated():
    none = np.zeros(0, dtype=np.int64)
    rated = rated_spans(batch_of(np.zeros((5, 3)), [2, 3]), joint_of(), WordSpans(none, none))
    assert [len(part) for part in (*rated.spans, rated.posterior, rated.inside)] == [0] * 4


def test_rated_spans_can_be_chosen():
    columns = np.array([0, 2, 4]), np.array([1, 4, 5])
    rated = RatedSpans(WordSpans(*columns), np.array([0.1, 0.2, 0.3]), np.array([0.4, 0.5, 0.6]))
    chosen = rated.take(np.array([0, 2]))
    assert table(chosen) == {(0, 1): (0.1, 0.4), (4, 5): (0.3, 0.6)}


def test_rated_spans_are_united():
    one = RatedSpans(
        WordSpans(np.array([0, 2, 4]), np.array([1, 4, 5])), np.arange(3) / 10, np.arange(3) / 5
    )
    two = RatedSpans(
        WordSpans(np.array([0, 2, 4]), np.array([2, 4, 6])), np.array([0.7, 0.1, 0.9]), np.ones(3)
    )
    every, numbers = one.united(two)
    assert list(table(every)) == [(0, 1), (0, 2), (2, 4), (4, 5), (4, 6)]
    assert every.posterior.tolist() == [0.0, 0.7, 0.1, 0.2, 0.9]
    assert numbers.tolist() == [1, 2, 4]
    none = one.take(np.zeros(0, dtype=np.int64))
    assert table(none.united(two)[0]) == table(two)
    every, numbers = two.united(none)
    assert table(every) == table(two)
    assert numbers.tolist() == []
    assert table(none.united(none)[0]) == {}
