"""Lenient counts: by hand, against strict counts, and against a maximum matching."""

from itertools import accumulate

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.genes.lenient import lenient_score, overlapping_pairs
from spacy_citalign.errors import InputError
from spacy_citalign.genes.scoring import strict_score


def counts(gold, predictions):
    """TP, FP, FN of one text."""
    return lenient_score({"a": gold}, {"a": predictions})[:3]


@pytest.mark.parametrize(
    ("gold", "predictions", "expected"),
    [
        ([], [], (0, 0, 0)),
        ([(0, 4)], [(0, 4)], (1, 0, 0)),
        ([(0, 4)], [(4, 9)], (1, 0, 0)),  # both ends are in
        ([(0, 4)], [(5, 9)], (0, 1, 1)),
        ([(3, 4)], [(0, 9)], (1, 0, 0)),
        ([(0, 9)], [(3, 4)], (1, 0, 0)),
        ([(0, 2), (4, 6)], [(0, 6)], (1, 0, 1)),  # one prediction finds one mention
        ([(0, 6)], [(0, 2), (4, 6)], (1, 1, 0)),  # and one mention vouches for one prediction
        ([(0, 4), (6, 9)], [(3, 6), (8, 9)], (2, 0, 0)),
        ([(0, 4), (6, 9)], [(0, 1), (3, 6)], (2, 0, 0)),
        ([(6, 9), (0, 4)], [(9, 9), (4, 4)], (2, 0, 0)),  # in any order
        ([(0, 4), (0, 4)], [(0, 4), (0, 4)], (1, 0, 0)),  # as sets
    ],
)
def test_counts_of_one_text(gold, predictions, expected):
    assert counts(gold, predictions) == expected


def test_counts_of_all_texts_are_added():
    gold = {"a": [(0, 4), (8, 9)], "b": [(0, 4)], "c": []}
    score = lenient_score(gold, {"a": [(2, 6)], "b": [(7, 8)], "d": [(0, 4), (5, 5)]})
    assert score[:3] == (1, 3, 2)
    assert (score.precision, score.recall) == (1 / 4, 1 / 3)
    assert score.f == pytest.approx(2 * (1 / 4) * (1 / 3) / (1 / 4 + 1 / 3))


def test_ratios_are_zero_where_nothing_is_to_divide_by():
    assert lenient_score({}, {})[:6] == (0, 0, 0, 0.0, 0.0, 0.0)
    assert lenient_score({"a": [(0, 1)]}, {})[:6] == (0, 0, 1, 0.0, 0.0, 0.0)
    assert lenient_score({}, {"a": [(0, 1)]})[:6] == (0, 1, 0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("wrong", [{"a": [(3, 2)]}, {"b": [(0, 1), (5, 4)]}])
def test_spans_that_end_before_they_start_are_refused(wrong):
    with pytest.raises(InputError, match=r"\) of text '[ab]' ends before it starts; give"):
        lenient_score(wrong, {})
    with pytest.raises(InputError, match="ends before it starts"):
        lenient_score({}, wrong)


def laid_out(gaps):
    """Spans that do not overlap: every other stretch between ascending places."""
    places = list(accumulate(gaps))
    return [(start, end - 1) for start, end in zip(places[::2], places[1::2], strict=False)]


LAID_OUT = st.lists(st.integers(1, 5), max_size=24).map(laid_out)


@given(LAID_OUT, LAID_OUT)
def test_pairs_are_as_many_as_can_be(gold, predictions):
    pairs = overlapping_pairs(gold, predictions)
    assert all(a[0] <= b[1] and b[0] <= a[1] for a, b in pairs)
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    graph = networkx.Graph()
    tops = [("gold", span) for span in gold]
    graph.add_nodes_from(tops)
    graph.add_edges_from(
        (("gold", a), ("predicted", b))
        for a in gold
        for b in predictions
        if a[0] <= b[1] and b[0] <= a[1]
    )
    matching = networkx.bipartite.maximum_matching(graph, top_nodes=tops)
    assert len(pairs) == len(matching) // 2


@given(LAID_OUT, LAID_OUT)
def test_lenient_counts_are_never_below_strict_ones_and_the_same_both_ways(gold, predictions):
    score = lenient_score({"a": gold}, {"a": predictions})
    assert score.tp >= strict_score({"a": gold}, {"a": predictions}).tp
    turned = lenient_score({"a": predictions}, {"a": gold})
    assert (turned.tp, turned.fp, turned.fn) == (score.tp, score.fn, score.fp)
    assert turned.f == score.f
