"""Scores of aligned words: the hand-worked group first, then sets in plain Python as the oracle.

The group: two citances of two and three words, the last of which the system leaves unaligned.

    gold      1 2 | 1 2 2
    system    1 2 | 1 2 -
"""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances import scoring
from spacy_citalign.citances.scoring import (
    AGREEMENTS,
    alignment_metric_accuracy,
    link_scores,
    pair_score,
    relation,
    score_groups,
)

GOLD, SYSTEM, OWNERS = (
    np.array(one) for one in ([1, 2, 1, 2, 2], [1, 2, 1, 2, 0], [0, 0, 1, 1, 1])
)
GOLD_PAIRS, SYSTEM_PAIRS = relation(GOLD, OWNERS), relation(SYSTEM, OWNERS)


# --- the hand-worked group -------------------------------------------------------------------


def test_hand_worked_pairs():
    score = pair_score(GOLD_PAIRS, SYSTEM_PAIRS)
    assert (score.precision, score.recall) == (4 / 4, 4 / 6)
    assert score.f == pytest.approx(2 * 4 / (4 + 6))
    assert (score.shared, score.predicted, score.gold) == (4, 4, 6)


@pytest.mark.parametrize(
    ("agreement", "expected"),
    [
        # The words in turn. Only the second (of two words one is found) and the last lose.
        ("braun-blanquet", 1 + 1 / 2 + 1 + 1 + 0),
        ("dice", 1 + 2 / 3 + 1 + 1 + 0),
        ("jaccard", 1 + 1 / 2 + 1 + 1 + 0),
        ("hamming", 1 + (1 - 1 / 3) + 1 + 1 + (1 - 1 / 2)),
        ("zero-one", 1 + 0 + 1 + 1 + 0),
    ],
)
def test_hand_worked_accuracy(agreement, expected):
    accuracy = alignment_metric_accuracy(GOLD_PAIRS, SYSTEM_PAIRS, OWNERS, agreement)
    assert accuracy == pytest.approx(expected / 5)


def test_hand_worked_accuracy_is_braun_blanquet_unless_told():
    assert alignment_metric_accuracy(GOLD_PAIRS, SYSTEM_PAIRS, OWNERS) == pytest.approx(3.5 / 5)


def test_groups_are_averaged_and_pooled():
    perfect = (np.array([7, 7]), np.array([3, 3]), np.array([0, 1]))
    scores = score_groups([(GOLD, SYSTEM, OWNERS), perfect])
    assert scores.groups == 2
    assert scores.precision == 1
    assert scores.recall == pytest.approx((4 / 6 + 1) / 2)
    assert scores.f == pytest.approx((2 * 4 / (4 + 6) + 1) / 2)
    assert scores.ama == pytest.approx((3.5 / 5 + 1) / 2)
    assert scores.micro[:2] == ((4 + 2) / (4 + 2), (4 + 2) / (6 + 2))
    assert scores.micro[3:] == (4 + 2, 4 + 2, 6 + 2)


# --- edges -----------------------------------------------------------------------------------


def test_words_of_one_citance_are_not_aligned():
    assert not relation(np.array([1, 1, 2]), np.array([0, 0, 1])).any()
    assert not relation(np.array([0, 0, 0]), np.array([0, 1, 2])).any()


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [([0, 0], [0, 0], (1, 1, 1)), ([1, 1], [0, 0], (0, 0, 0)), ([0, 0], [1, 1], (0, 0, 0))],
)
def test_ratios_of_nothing(gold, predicted, expected):
    owners = np.array([0, 1])
    one = pair_score(relation(np.array(gold), owners), relation(np.array(predicted), owners))
    assert one[:3] == expected


@pytest.mark.parametrize("owners", [[], [0], [4, 4, 4]])
def test_group_with_nothing_to_compare_is_right(owners):
    classes = np.ones(len(owners), dtype=np.int64)
    scores = score_groups([(classes, 0 * classes, np.array(owners, dtype=np.int64))])
    assert scores[1:5] == (1, 1, 1, 1)


def test_no_groups_and_no_pairs_of_sentences():
    assert score_groups([])[:5] == (0, 0, 0, 0, 0)
    assert score_groups([]).micro[:3] == (0, 0, 0)
    assert link_scores([]).aer == 0
    assert link_scores([]).full[:4] == (0, 0, 0, 0)


def test_citances_without_words_do_not_count():
    apart = np.where(OWNERS == 1, 7, OWNERS)
    assert alignment_metric_accuracy(GOLD_PAIRS, SYSTEM_PAIRS, apart) == pytest.approx(3.5 / 5)


def test_rows_are_the_words_whose_sets_are_compared():
    # Word 0 has partner 1, but not the other way round: only the set of word 0 is missed.
    gold, owners = np.array([[0, 1], [0, 0]], dtype=bool), np.array([0, 1])
    assert alignment_metric_accuracy(gold, np.zeros((2, 2), bool), owners) == 1 / 2


# --- oracle of groups ------------------------------------------------------------------------


def oracle_agreement(gold, predicted, citance, agreement):
    """Agreement of two sets of words of ``citance``, another set."""
    if not gold and not predicted:
        return 1
    return {
        "braun-blanquet": Fraction(len(gold & predicted), max(len(gold), len(predicted))),
        "dice": Fraction(2 * len(gold & predicted), len(gold) + len(predicted)),
        "jaccard": Fraction(len(gold & predicted), len(gold | predicted)),
        "hamming": Fraction(len(citance - (gold ^ predicted)), len(citance)),
        "zero-one": int(gold == predicted),
    }[agreement]


def oracle_accuracy(gold, predicted, owners, agreement):
    """Eq. 5, word by word and citance by citance; relations are sets of (word, partner)."""
    citances = [{w for w, o in enumerate(owners) if o == one} for one in sorted(set(owners))]
    values = [
        oracle_agreement(
            {k for k in citance if (word, k) in gold},
            {k for k in citance if (word, k) in predicted},
            citance,
            agreement,
        )
        for word in range(len(owners))
        for citance in citances
        if word not in citance
    ]
    return sum(values) / len(values) if values else 1


def oracle_ratios(gold, predicted):
    """P, R, F of two sets."""
    precision = len(gold & predicted) / len(predicted) if predicted else float(not gold)
    recall = len(gold & predicted) / len(gold) if gold else float(not predicted)
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0


def pairs_of(classes, owners):
    words = range(len(owners))
    return {
        (a, b)
        for a, b in product(words, words)
        if owners[a] != owners[b] and classes[a] == classes[b] != 0
    }


words = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)), max_size=8)
groups = words.map(lambda listed: np.array(sorted(listed), dtype=np.int64).reshape(-1, 3).T)


@given(st.lists(groups, min_size=1, max_size=3))
def test_groups_agree_with_the_oracle(listed):
    scores = score_groups((gold, predicted, owners) for owners, gold, predicted in listed)
    sets = [(pairs_of(g, o), pairs_of(p, o), o.tolist()) for o, g, p in listed]
    ratios = np.mean([oracle_ratios(gold, predicted) for gold, predicted, _ in sets], axis=0)
    assert scores[1:4] == pytest.approx(tuple(ratios))
    accuracies = [oracle_accuracy(*one, "braun-blanquet") for one in sets]
    assert scores.ama == pytest.approx(float(sum(accuracies) / len(sets)))
    together = [{(n, pair) for n, one in enumerate(sets) for pair in one[side]} for side in (0, 1)]
    assert scores.micro[:3] == pytest.approx(oracle_ratios(*together))


@pytest.mark.parametrize("agreement", sorted(AGREEMENTS))
@given(data=st.data(), block=st.sampled_from([1, 20, scoring.BLOCK]))
def test_accuracy_of_any_relation_agrees_with_the_oracle(agreement, data, block):
    owners = sorted(data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=7)))
    size = len(owners)
    cells = st.lists(st.booleans(), min_size=size**2, max_size=size**2)
    gold, predicted = (np.array(data.draw(cells)).reshape(size, size) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "BLOCK", block)
        accuracy = alignment_metric_accuracy(gold, predicted, np.array(owners), agreement)
    sets = ({(int(a), int(b)) for a, b in np.argwhere(one)} for one in (gold, predicted))
    assert accuracy == pytest.approx(float(oracle_accuracy(*sets, owners, agreement)))


# --- links of sentence pairs -----------------------------------------------------------------


def test_links_of_two_sentence_pairs():
    # First pair: one sure and one possible link found, one wrong, one sure link missed.
    first = ({(0, 0), (1, 1)}, {(1, 2)}, {(0, 0), (1, 2), (3, 3)})
    second = ({(0, 1)}, set(), {(0, 1)})
    scores = link_scores([first, second])
    assert scores.pairs == 2
    precision, recall = (2 / 3 + 1) / 2, (2 / 3 + 1) / 2
    assert scores.full[:3] == pytest.approx((precision, recall, precision))
    assert scores.full.exact == 1 / 2
    assert scores.full.micro[3:] == (2 + 1, 3 + 1, 3 + 1)
    precision, recall = (1 / 3 + 1) / 2, (1 / 2 + 1) / 2
    f = 2 * precision * recall / (precision + recall)
    assert scores.sure[:3] == pytest.approx((precision, recall, f))
    assert scores.sure.micro[3:] == (1 + 1, 3 + 1, 2 + 1)
    assert scores.aer == pytest.approx(1 - ((1 + 1) + (2 + 1)) / ((3 + 1) + (2 + 1)))


def test_possible_links_are_free_but_not_asked_for():
    assert link_scores([({(0, 0)}, {(1, 1)}, {(0, 0)})]).aer == 0
    assert link_scores([({(0, 0)}, {(1, 1)}, {(0, 0), (1, 1)})]).aer == 0
    assert link_scores([({(0, 0)}, {(1, 1)}, set())]).aer == 1
    assert link_scores([(set(), set(), set())]).aer == 0


link_sets = st.frozensets(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=5)


@given(st.lists(st.tuples(link_sets, link_sets, link_sets), min_size=1, max_size=4))
def test_links_agree_with_the_oracle(cases):
    scores = link_scores(cases)
    readings = [(s | p, a) for s, p, a in cases], [(s, a) for s, _, a in cases]
    for score, reading in zip((scores.full, scores.sure), readings, strict=True):
        ratios = [oracle_ratios(*one) for one in reading]
        precision, recall = (float(np.mean([one[side] for one in ratios])) for side in (0, 1))
        assert score[:2] == pytest.approx((precision, recall))
        both = precision + recall
        assert score.f == pytest.approx(2 * precision * recall / both if both else 0)
        assert score.exact == pytest.approx(np.mean([gold == given_ for gold, given_ in reading]))
        pooled = [
            {(n, link) for n, one in enumerate(reading) for link in one[side]} for side in (0, 1)
        ]
        assert score.micro[:3] == pytest.approx(oracle_ratios(*pooled))
    asked = sum(len(a) + len(s) for s, _, a in cases)
    hits = sum(len(a & s) + len(a & (s | p)) for s, p, a in cases)
    assert scores.aer == pytest.approx(1 - hits / asked if asked else 0)
