"""Mean posteriors and the best set of disjoint spans, by hand and by brute force."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.joint import JointModel, confidence
from spacy_citalign.chain.labels import Windows, best_disjoint, spans_from_triples
from spacy_citalign.genes.integration import decode_posteriors, mean_posteriors

PLAIN = JointModel([Windows(0, 0)], [np.zeros((3, 3))])
B, I, O = range(3)  # noqa: E741


def mixture(*paths):
    """A one-token-a-tag model of one sentence whose tokens are independent: tag shares a token."""
    shares = np.array(paths, dtype=float)
    with np.errstate(divide="ignore"):
        return PLAIN.lattice([np.log(shares)[None]], np.array([len(paths)]))


def disjoint(a, b):
    return a[0] != b[0] or a[2] <= b[1] or b[2] <= a[1]


# --- the mean ----------------------------------------------------------------------------------


def test_mean_of_two_models_by_hand():
    # Token 0 is B, token 1 ends or continues: p("0..1") is 0.9 and 0.2.
    first = mixture([1.0, 0.0, 0.0], [0.0, 0.1, 0.9])
    second = mixture([1.0, 0.0, 0.0], [0.0, 0.8, 0.2])
    spans = spans_from_triples([(0, 0, 1), (0, 0, 2)])
    means = mean_posteriors([PLAIN, PLAIN], [first, second], spans)
    assert means == pytest.approx([(0.9 + 0.2) / 2, (0.1 + 0.8) / 2])


def test_posteriors_take_what_exceeds_the_least_probability():
    first = mixture([1.0, 0.0, 0.0], [0.0, 0.1, 0.9])
    second = mixture([1.0, 0.0, 0.0], [0.0, 0.8, 0.2])

    def found(least):
        chosen = decode_posteriors([PLAIN] * 2, [first, second], 10, least).chosen
        return [span[1:] for span in chosen.triples()]

    assert found(0.5) == [(0, 1)]  # 0.55 over 0.45
    assert found(0.6) == []
    assert found(0.3) == [(0, 1)]


def test_a_veto_of_one_model_does_not_sink_a_mention():
    # The product of the two is 0 for "0..1"; the mean is a half of 0.98 and over .45.
    yes = mixture([0.98, 0.0, 0.02], [0.0, 0.0, 1.0])
    no = mixture([0.0, 0.0, 1.0], [0.0, 0.0, 1.0])
    assert decode_posteriors([PLAIN] * 2, [yes, no], 5, 0.45).chosen.triples() == [(0, 0, 1)]


def test_two_short_mentions_beat_a_long_one_that_is_likelier_than_either():
    long = mixture([1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    short = mixture([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    models = [long] * 3 + [short] * 2
    found = decode_posteriors([PLAIN] * 5, models, 3, 0.1).chosen.triples()
    assert found == [(0, 0, 1), (0, 1, 2)]  # 2 * (0.4 - 0.1) over 0.6 - 0.1
    assert decode_posteriors([PLAIN] * 5, models, 3, 0.3).chosen.triples() == [(0, 0, 2)]


def test_of_one_model_posteriors_are_its_confidences():
    rng = np.random.default_rng(3)
    lattice = PLAIN.lattice([rng.normal(0, 2, (3, 5, 3))], np.array([5, 2, 4]))
    chosen = decode_posteriors([PLAIN], [lattice], 50, 0.4).chosen
    assert len(chosen.rows)
    assert np.all(confidence(PLAIN, lattice, chosen) > 0.4)


# --- disjoint spans ----------------------------------------------------------------------------


@st.composite
def weighted_spans(draw):
    """Up to nine different spans in two rows with gains, some below zero."""
    span = st.tuples(st.integers(0, 1), st.integers(0, 5), st.integers(1, 4))
    triples = sorted({(r, s, s + n) for r, s, n in draw(st.lists(span, max_size=9))})
    gains = [draw(st.integers(-3, 8)) / 8 for _ in triples]
    return triples, np.array(gains)


@given(weighted_spans(), st.randoms(use_true_random=False))
def test_best_disjoint_is_the_best_of_all_sets(case, random):
    triples, gains = case
    order = list(range(len(triples)))
    random.shuffle(order)
    triples, gains = [triples[i] for i in order], gains[order]
    found = best_disjoint(spans_from_triples(triples), gains).tolist()
    assert found == sorted(found)
    assert all(disjoint(triples[a], triples[b]) for a, b in combinations(found, 2))
    assert all(gains[i] > 0 for i in found)
    best = max(
        gains[list(chosen)].sum()
        for size in range(len(triples) + 1)
        for chosen in combinations(range(len(triples)), size)
        if all(disjoint(triples[a], triples[b]) for a, b in combinations(chosen, 2))
    )
    assert gains[found].sum() == pytest.approx(best)


def test_best_disjoint_of_no_spans_is_none():
    assert best_disjoint(spans_from_triples([]), np.zeros(0)).shape == (0,)
