"""Official and strict counts: one test an edge case, and a brute-force oracle.

The toy sentence of most tests, with its published kind of offsets (white space not counted):

    Z r k 2   k i n a s e   a n d   Q u x   ...
    0     3   4         9   10 12   13  15
"""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError
from spacy_citalign.genes.scoring import official_score, strict_score

ZRK2, KINASE, ZRK2_KINASE, QUX = (0, 3), (4, 9), (0, 9), (13, 15)
WRONG = (10, 12)


def counts(gold, alternatives, predictions):
    """Official TP, FP, FN of one sentence."""
    return official_score({"s": gold}, {"s": alternatives}, {"s": predictions})[:3]


# --- the rules, one by one -------------------------------------------------------------------


def test_official_equal_is_tp():
    assert counts([ZRK2_KINASE], [], [ZRK2_KINASE]) == (1, 0, 0)


@pytest.mark.parametrize("predicted", [(0, 8), (1, 9), (0, 10), (10, 12)])
def test_official_gives_no_partial_credit(predicted):
    assert counts([ZRK2_KINASE], [], [predicted]) == (0, 1, 1)


@pytest.mark.parametrize(
    "alternative",
    [(1, 8), (0, 12), (5, 12), (9, 12), (9, 9), (0, 0)],
    ids=["inside", "around", "partly", "last character", "one: last", "one: first"],
)
def test_official_alternative_that_overlaps_is_tp(alternative):
    assert counts([ZRK2_KINASE], [alternative], [alternative]) == (1, 0, 0)


def test_official_alternative_that_only_touches_is_neither():
    # 9 is the last character of the mention, 10 the next one: closed intervals do not share it.
    assert counts([ZRK2_KINASE], [(10, 12)], [(10, 12)]) == (0, 0, 1)


def test_official_predictions_are_not_used_up():
    score = official_score({"s": [ZRK2, KINASE]}, {"s": [ZRK2_KINASE]}, {"s": [ZRK2_KINASE]})
    assert score[:3] == (2, 0, 0)
    assert (score.alternative_tp, score.shared_tp, score.free_predictions) == (2, 1, 0)


def test_official_extra_alternatives_are_free():
    score = official_score({"s": [ZRK2_KINASE]}, {"s": [ZRK2]}, {"s": [ZRK2_KINASE, ZRK2]})
    assert score[:3] == (1, 0, 0)
    assert (score.alternative_tp, score.shared_tp, score.free_predictions) == (0, 0, 1)


def test_official_repeated_correct_prediction_costs_nothing():
    score = official_score({"s": [ZRK2]}, {}, {"s": [ZRK2, ZRK2]})
    assert score[:3] == (1, 0, 0)
    assert score.free_predictions == 1


def test_official_repeated_wrong_prediction_costs_each_time():
    assert counts([ZRK2], [], [WRONG, WRONG]) == (0, 2, 1)


def test_official_alternative_of_nothing_is_neither():
    score = official_score({"s": [ZRK2]}, {"s": [QUX], "t": [QUX]}, {"s": [QUX], "t": [QUX]})
    assert score[:3] == (0, 0, 1)
    assert score.free_predictions == 2


def test_official_gold_mention_that_is_an_alternative_too():
    # Found by equality, and as an alternative it finds the mention around it as well.
    score = official_score({"s": [ZRK2_KINASE, ZRK2]}, {"s": [ZRK2]}, {"s": [ZRK2]})
    assert score[:3] == (2, 0, 0)
    assert (score.alternative_tp, score.shared_tp) == (1, 1)


def test_official_overlapping_gold_mentions_do_not_help_each_other():
    assert counts([ZRK2_KINASE, ZRK2], [], [ZRK2]) == (1, 0, 1)


def test_official_gold_lines_count_as_often_as_they_are_listed():
    assert counts([ZRK2, ZRK2], [], [ZRK2]) == (2, 0, 0)
    assert counts([ZRK2, ZRK2], [], []) == (0, 0, 2)


def test_official_other_sentences_do_not_help():
    gold, predictions = {"s": [ZRK2], "t": [QUX]}, {"s": [QUX], "t": [ZRK2], "u": [ZRK2]}
    assert official_score(gold, {"t": [ZRK2]}, predictions)[:3] == (0, 2, 2)


def test_official_sentence_without_gold_is_fp_and_without_prediction_fn():
    assert official_score({"s": [ZRK2]}, {}, {"t": [ZRK2]})[:3] == (0, 1, 1)


def test_official_ratios():
    gold = {"s": [ZRK2, QUX], "t": [ZRK2]}
    score = official_score(gold, {}, {"s": [ZRK2, KINASE, WRONG], "t": [ZRK2]})
    assert score[:3] == (2, 2, 1)
    assert score.precision == 2 / (2 + 2)
    assert score.recall == 2 / (2 + 1)
    assert score.f == pytest.approx(2 * 2 / (2 * 2 + 2 + 1))


@pytest.mark.parametrize(
    ("gold", "predictions"), [({}, {}), ({"s": [ZRK2]}, {}), ({}, {"s": [ZRK2]}), ({"s": []}, {})]
)
def test_ratios_are_zero_where_they_are_undefined(gold, predictions):
    for score in (official_score(gold, {}, predictions), strict_score(gold, predictions)):
        assert (score.precision, score.recall, score.f) == (0, 0, 0)


def test_shared_pairs_as_many_as_can_be():
    # The one prediction that suits both mentions must be left to the one that has no other.
    score = official_score({"s": [ZRK2, KINASE]}, {"s": [ZRK2_KINASE]}, {"s": [ZRK2_KINASE, ZRK2]})
    assert (score.tp, score.alternative_tp) == (2, 1)
    assert (score.shared_tp, score.free_predictions) == (0, 0)


# --- strict ----------------------------------------------------------------------------------


def test_strict_counts_equal_spans_once():
    gold, predictions = {"s": [ZRK2, ZRK2], "t": [QUX]}, {"s": [ZRK2, ZRK2, KINASE, KINASE]}
    score = strict_score(gold, predictions)
    assert score[:3] == (1, 1, 1)
    assert (score.precision, score.recall, score.f) == (1 / 2, 1 / 2, 1 / 2)
    assert score[6:] == (0, 0, 0)


# --- bad input -------------------------------------------------------------------------------


@pytest.mark.parametrize("span", [(3, 2), (-1, 2)])
def test_spans_that_are_none_are_refused(span):
    with pytest.raises(InputError, match=r"sentence 's' is not 0 <= start <= end"):
        official_score({"s": [ZRK2]}, {}, {"s": [span]})
    with pytest.raises(InputError, match=r"sentence 's' is not 0 <= start <= end"):
        strict_score({"s": [span]}, {})


# --- oracle ----------------------------------------------------------------------------------


def oracle(gold, alternatives, predictions):
    """The specification again, over flat lines and sets of characters instead of comparisons."""

    def lines(spans):
        return [(key, span) for key in spans for span in spans[key]]

    def characters(span):
        return set(range(span[0], span[1] + 1))

    def makes_found(prediction, mention):
        return prediction == mention or (
            prediction in lines(alternatives)
            and prediction[0] == mention[0]
            and characters(prediction[1]) & characters(mention[1])
        )

    given_, wanted = lines(predictions), lines(gold)
    hits = [{one for one in given_ if makes_found(one, mention)} for mention in wanted]
    found = [options for options in hits if options]
    tp, fn = len(found), hits.count(set())
    fp = sum(one not in wanted and one not in lines(alternatives) for one in given_)
    by_alternative = sum(
        mention not in given_ for mention, options in zip(wanted, hits, strict=True) if options
    )
    pairs = most_distinct(found)
    return tp, fp, fn, by_alternative, tp - pairs, len(given_) - fp - pairs


def most_distinct(found):
    """The most mentions that can have a prediction each, by Hall's theorem over all subsets."""
    worst = 0
    for size in range(1, len(found) + 1):
        for chosen in combinations(found, size):
            worst = max(worst, size - len(set().union(*chosen)))
    return len(found) - worst


span = st.tuples(st.integers(0, 4), st.integers(0, 2)).map(lambda pair: (pair[0], sum(pair)))
sentences = st.dictionaries(st.sampled_from("st"), st.lists(span, max_size=4), max_size=2)


@given(sentences, sentences, sentences)
def test_official_agrees_with_the_oracle(gold, alternatives, predictions):
    score = official_score(gold, alternatives, predictions)
    assert (*score[:3], *score[6:]) == oracle(gold, alternatives, predictions)
    assert score.tp + score.fn == sum(map(len, gold.values()))
    paired = score.tp - score.shared_tp
    assert score.fp + paired + score.free_predictions == sum(map(len, predictions.values()))


@given(sentences, sentences)
def test_strict_is_official_without_alternatives_and_repetitions(gold, predictions):
    gold, predictions = ({k: set(v) for k, v in one.items()} for one in (gold, predictions))
    assert strict_score(gold, predictions) == official_score(gold, {}, predictions)
