"""The bootstrap of official scores, against all draws where these can be listed."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.genes.significance import (
    compare,
    ratios,
    score_intervals,
    sentence_counts,
)
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.genes.scoring import official_score

GOLD = {"a": [(0, 3), (5, 9)], "b": [(2, 4)]}
ALTERNATIVES = {"a": [(0, 4)]}
PREDICTIONS = {"a": [(0, 4), (7, 9)], "c": [(1, 1)]}


def table(*rows):
    return np.array(rows, dtype=np.int64)


counts_tables = st.lists(st.tuples(*[st.integers(0, 4)] * 3).map(list), min_size=1, max_size=8).map(
    lambda rows: table(*rows)
)
spans = st.dictionaries(
    st.sampled_from("abcd"),
    st.lists(st.tuples(st.integers(0, 3), st.integers(3, 6)), max_size=3),
)


# --- counts of sentences ---------------------------------------------------------------------


def test_sentence_counts_by_hand():
    # a: the alternative finds one of two mentions, one prediction is wrong; b: missed; c: wrong.
    counts = sentence_counts(GOLD, ALTERNATIVES, PREDICTIONS, ["c", "a", "b", "d"])
    assert counts.tolist() == [[0, 1, 0], [1, 1, 1], [0, 0, 1], [0, 0, 0]]
    assert counts.dtype == np.int64


@given(spans, spans, spans)
def test_sentence_counts_add_up_to_the_score(gold, alternatives, predictions):
    counts = sentence_counts(gold, alternatives, predictions, list("abcd"))
    score = official_score(gold, alternatives, predictions)
    assert tuple(counts.sum(axis=0)) == score[:3]
    assert ratios(counts.sum(axis=0)) == pytest.approx((score.precision, score.recall, score.f))


def test_sentence_counts_of_no_sentence():
    assert sentence_counts({}, {}, {}, []).shape == (0, 3)


# --- intervals -------------------------------------------------------------------------------


def test_intervals_of_equal_sentences_are_points():
    found = score_intervals(table(*[[3, 1, 2]] * 4), draws=20)
    assert found.precision == pytest.approx((3 / 4, 3 / 4))
    assert found.recall == pytest.approx((3 / 5, 3 / 5))
    assert found.f == pytest.approx((2 * 3 / (2 * 3 + 1 + 2),) * 2)


def test_interval_by_all_draws():
    """Three sentences, right or wrong: the 27 draws have a precision of 0, 1/3, 2/3 or 1."""
    exact = [sum(draw) / 3 for draw in product([1, 0, 0], repeat=3)]
    found = score_intervals(table([1, 0, 0], [0, 1, 0], [0, 1, 0]), level=0.6, draws=10_000)
    assert found.precision == pytest.approx((np.quantile(exact, 0.2), np.quantile(exact, 0.8)))
    assert found.precision == pytest.approx((0, 2 / 3))


def test_intervals_hold_the_score():
    generator = np.random.default_rng(5)
    counts = generator.poisson([2.0, 0.3, 0.5], size=(200, 3))
    found = score_intervals(counts, draws=1000)
    for (low, high), ratio in zip(found, ratios(counts.sum(axis=0)), strict=True):
        assert 0 <= low < ratio < high <= 1
    wide, narrow = (score_intervals(counts, level=level, draws=1000).f for level in (0.99, 0.5))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_intervals_are_seeded():
    counts = table([1, 0, 0], [0, 1, 0], [0, 1, 3], [2, 1, 0], [4, 0, 1])
    one, same, other = (score_intervals(counts, draws=50, seed=n) for n in (1, 1, 2))
    assert one == same != other


def test_undefined_ratios_are_zero():
    assert ratios(table([0, 0, 0], [0, 2, 0], [0, 0, 2])).tolist() == [[0, 0, 0]] * 3
    assert score_intervals(table([0, 0, 0]), draws=5) == ((0, 0), (0, 0), (0, 0))


# --- comparison ------------------------------------------------------------------------------


@given(counts_tables)
def test_a_run_is_not_better_than_itself(counts):
    assert compare(counts, counts, draws=20) == (0, (0, 0), 1)


def test_better_in_every_sentence_is_certain():
    worse, better = table(*[[1, 1, 1]] * 5), table(*[[2, 0, 0]] * 5)
    found = compare(worse, better, draws=50)
    assert found.p == 0
    assert found.difference == pytest.approx(1 - 1 / 2)
    assert found.interval == pytest.approx((1 / 2, 1 / 2))
    assert compare(better, worse, draws=50).p == 1


def test_p_by_all_draws():
    """Better in one sentence of three, alike in two: p is that of never drawing the first."""
    first = table([0, 1, 1], [1, 0, 0], [1, 0, 0])
    second = table([1, 0, 0], [1, 0, 0], [1, 0, 0])
    assert compare(first, second, draws=20_000).p == pytest.approx((2 / 3) ** 3, abs=0.01)


def test_comparison_is_paired():
    """Hard and easy sentences: the runs differ by little in each, F by much between draws."""
    first = table(*[[10, 0, 0]] * 30, *[[1, 9, 9]] * 30)
    second = table(*[[10, 0, 0]] * 30, *[[2, 8, 8]] * 30)
    found = compare(first, second, draws=500)
    alone = score_intervals(first, draws=500).f
    assert found.p == 0
    assert found.interval.high - found.interval.low < alone.high - alone.low


@given(counts_tables)
def test_comparison_turned_round(counts):
    others = counts[::-1].copy()
    one, other = compare(counts, others, draws=30), compare(others, counts, draws=30)
    assert one.difference == -other.difference
    assert one.interval == pytest.approx((-other.interval.high, -other.interval.low))
    assert one.p + other.p >= 1  # draws with equal F count against both


def test_comparison_is_seeded():
    first, second = table([1, 0, 1], [0, 1, 0], [3, 0, 0]), table([0, 1, 1], [1, 0, 1], [3, 1, 0])
    one, same, other = (compare(first, second, draws=50, seed=n) for n in (1, 1, 2))
    assert one == same != other


# --- bad input -------------------------------------------------------------------------------


def test_spans_of_unlisted_sentences_are_an_error():
    with pytest.raises(InputError, match=r"predictions has spans of 1 sentences .*'c'"):
        sentence_counts(GOLD, ALTERNATIVES, PREDICTIONS, ["a", "b"])


def test_a_sentence_listed_twice_is_an_error():
    with pytest.raises(InputError, match="'b' is listed twice"):
        sentence_counts(GOLD, {}, {}, ["a", "b", "b"])


def test_a_bad_span_is_an_error():
    with pytest.raises(InputError, match="not 0 <= start <= end"):
        sentence_counts({}, {}, {"a": [(4, 2)]}, ["a"])


@pytest.mark.parametrize("bad", [table([1, 2]), np.zeros(3, dtype=np.int64), table([1, -1, 0])])
def test_counts_of_another_kind_are_an_error(bad):
    good = table([1, 0, 0])
    for call in (
        lambda: score_intervals(bad),
        lambda: compare(good, bad),
        lambda: compare(bad, good),
    ):
        with pytest.raises(InputError, match=r"\(TP, FP, FN\)"):
            call()


def test_runs_over_other_sentences_are_an_error():
    with pytest.raises(InputError, match="2 and 1 sentences"):
        compare(table([1, 0, 0], [1, 0, 0]), table([1, 0, 0]))


def test_no_sentence_is_an_error():
    with pytest.raises(InputError, match="1 or more"):
        score_intervals(np.zeros((0, 3), dtype=np.int64))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"draws": 0}, "draws is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"level": 1.0}, "level is 1.0"),
        ({"level": 0.0}, "level is 0.0"),
    ],
)
def test_settings_out_of_range_are_errors(settings, message):
    counts = table([1, 0, 0])
    with pytest.raises(SettingError, match=message):
        score_intervals(counts, **settings)
    with pytest.raises(SettingError, match=message):
        compare(counts, counts, **settings)
