"""Scores of links: pairs against pairs, curves against passages, by hand and by plain Python."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.sentences.methods import Links
from spacy_citalign.sentences.scoring import (
    diversity,
    passage_curve,
)
from spacy_citalign.words.hit_counts import count_hits


def links(*triples):
    first, second, probability = zip(*triples, strict=True) if triples else ((), (), ())
    return Links(
        np.array(first, np.int64), np.array(second, np.int64), np.array(probability, float)
    )


def passage(rows, columns):
    return np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)


# --- pairs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "gold", "precision", "recall"),
    [
        ([(0, 0), (1, 1)], [(0, 0), (1, 2), (2, 3)], 1 / 2, 1 / 3),
        ([(0, 0), (0, 0)], [(0, 0)], 1, 1),  # repeated
        ([(0, 1)], [(1, 0)], 0, 0),
        ([], [(0, 0)], 0, 0),
        ([(0, 0)], [], 0, 0),
        ([], [], 0, 0),
    ],
)
def test_pairs_are_compared(found, gold, precision, recall):
    score = count_hits([(iter(gold), iter(found))])
    assert (score.precision, score.recall) == (precision, recall)
    both = precision + recall
    assert score.f == pytest.approx(2 * precision * recall / both if both else 0)


def test_scores_add_up_over_texts():
    texts = [([(0, 0)], [(0, 0), (1, 1)]), ([(0, 0), (1, 1)], [(1, 1)])]
    total = count_hits((gold, found) for found, gold in texts)
    assert total == (3, 3, 2)
    assert total.f == 2 * 2 / (3 + 3)


@pytest.mark.parametrize(
    ("matches", "n", "m", "expected"),
    [(10, 10, 10, 1), (3, 10, 20, 2 * 3 / 30), (0, 0, 5, 0), (0, 0, 0, 0)],
)
def test_diversity(matches, n, m, expected):
    assert diversity(matches, n, m) == expected


# --- passages ----------------------------------------------------------------------------------

# Two sentences match one, and the third matches two; together they are to yield 1 + 1 pairs.
PASSAGES = [passage([0, 1], [0]), passage([2], [1, 2])]
FOUND = links((0, 0, 0.9), (0, 2, 0.7), (1, 0, 0.8), (2, 1, 0.6))


def test_all_right_pairs_count_in_the_paper():
    curve = passage_curve([(FOUND, PASSAGES)], capped=False)
    assert curve.threshold.tolist() == [0.9, 0.8, 0.7, 0.6]
    assert curve.precision.tolist() == [1 / 1, 2 / 2, 2 / 3, 3 / 4]
    assert curve.recall.tolist() == [1 / 2, 2 / 2, 2 / 2, 3 / 2]  # above 1


def test_capped_two_passages_yield_no_more_pairs_than_the_shorter_has_sentences():
    curve = passage_curve([(FOUND, PASSAGES)], capped=True)
    assert curve.precision.tolist() == [1 / 1, 2 / 2, 2 / 3, 3 / 4]
    assert curve.recall.tolist() == [1 / 2, 1 / 2, 1 / 2, 2 / 2]


def test_a_pair_takes_a_place_in_the_smallest_passage_that_has_one():
    large, small = passage([0, 1], [0, 1]), passage([0], [0, 1])
    for passages in ([large, small], [small, large]):
        # (0, 0) takes the only place of the small one, so that the large one has two left.
        found = links((0, 0, 0.9), (0, 1, 0.8), (1, 1, 0.7))
        assert passage_curve([(found, passages)], capped=True).recall.tolist() == [1 / 3, 2 / 3, 1]


def test_passages_that_are_listed_twice_count_once():
    twice = [*PASSAGES, passage([1, 0], [0])]
    for capped in (False, True):
        once = passage_curve([(FOUND, PASSAGES)], capped=capped)
        again = passage_curve([(FOUND, twice)], capped=capped)
        assert all(map(np.array_equal, once, again))


def test_pairs_of_one_probability_come_together():
    found = links((0, 0, 0.5), (0, 2, 0.5), (2, 1, 0.5))
    curve = passage_curve([(found, PASSAGES)], capped=False)
    assert [values.tolist() for values in curve] == [[2 / 3], [2 / 2], [0.5]]


def test_parts_are_pooled():
    other = links((0, 0, 0.85))
    curve = passage_curve([(FOUND, PASSAGES), (other, [passage([0], [1])])], capped=False)
    assert curve.threshold.tolist() == [0.9, 0.85, 0.8, 0.7, 0.6]
    assert curve.precision.tolist() == [1 / 1, 1 / 2, 2 / 3, 2 / 4, 3 / 5]
    assert curve.recall.tolist() == [1 / 3, 1 / 3, 2 / 3, 2 / 3, 3 / 3]


CELLS = st.tuples(st.integers(0, 3), st.integers(0, 3))
FOUND_LINKS = st.dictionaries(CELLS, st.integers(1, 4).map(lambda number: number / 4), max_size=8)
SIDES = st.lists(st.integers(0, 3), max_size=3)
PARTS = st.lists(st.tuples(FOUND_LINKS, st.lists(st.tuples(SIDES, SIDES), max_size=3)), max_size=3)


@given(PARTS)
def test_curves_agree_with_counting_at_each_threshold(parts):
    total = sum(
        min(map(len, sides))
        for _, passages in parts
        for sides in {(frozenset(rows), frozenset(columns)) for rows, columns in passages}
    )
    given_parts = [
        (
            links(*((*cell, probability) for cell, probability in sorted(found.items()))),
            [passage(*sides) for sides in passages],
        )
        for found, passages in parts
    ]
    curve = passage_curve(given_parts, capped=False)
    thresholds = sorted({value for found, _ in parts for value in found.values()}, reverse=True)
    assert curve.threshold.tolist() == thresholds
    for place, threshold in enumerate(thresholds):
        taken = [
            any(cell[0] in rows and cell[1] in columns for rows, columns in passages)
            for found, passages in parts
            for cell, value in found.items()
            if value >= threshold
        ]
        assert curve.precision[place] == pytest.approx(Fraction(sum(taken), len(taken)))
        assert curve.recall[place] == pytest.approx(sum(taken) / max(total, 1))
    capped = passage_curve(given_parts, capped=True)
    assert capped.precision.tolist() == curve.precision.tolist()
    assert (capped.recall <= np.minimum(curve.recall, 1)).all()
    assert (np.diff(capped.recall, prepend=0) >= 0).all()


@pytest.mark.parametrize(
    "curve",
    [
        passage_curve([], capped=True),
        passage_curve([(links(), PASSAGES)], capped=False),
        passage_curve([(links(), [])], capped=True),
    ],
)
def test_without_links_a_curve_is_empty(curve):
    assert [len(values) for values in curve] == [0, 0, 0]


def test_without_passages_nothing_is_right():
    for passages in ([], [passage([], [0])]):
        curve = passage_curve([(FOUND, passages)], capped=False)
        assert not curve.precision.any()
        assert not curve.recall.any()
