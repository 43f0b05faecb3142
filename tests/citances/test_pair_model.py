"""The model of pairs: by weights that are given by name, and learned from a few."""

import numpy as np
import pytest

from spacy_citalign.citances.units import pair_model
from spacy_citalign.citances.units.pair_features import PairFeatures, all_pairs
from spacy_citalign.citances.units.pair_model import RULED_OUT, GoldPairs, PairModel, train_pairs
from spacy_citalign.citances.units.unit_table import UnitTable
from spacy_citalign.citances.units.word_table import WordTable
from spacy_citalign.errors import InputError
from tests.citances.unit_groups import WITH_THESAURUS, group_of, leaf, model_of


def evidence(*citances):
    group = group_of(*citances)
    return PairFeatures(UnitTable(WordTable(group, WITH_THESAURUS), np.arange(len(group.words))))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def pairs_of(features, share, *, words=None, group=0, weight=1.0):
    rows = np.asarray(features, dtype=np.float32)
    words = np.ones(len(rows)) if words is None else np.asarray(words, dtype=np.float64)
    return GoldPairs(rows, np.asarray(share, dtype=np.float64), words, group, weight)


# --- applied ---------------------------------------------------------------------------------


def test_probability_is_that_of_the_mean_of_both_log_odds():
    model = PairModel(np.array([2.0, -1.0]), 0.5, leaf(3.0))
    rows = np.array([[1, 0], [1, 2], [0, 0]], np.float32)
    expected = sigmoid((np.array([2.5, 0.5, 0.5]) + 3) / 2)
    assert model.of_features(rows) == pytest.approx(expected)


def test_the_regression_rules_pairs_out():
    least = np.log(RULED_OUT / (1 - RULED_OUT))
    model = PairModel(np.array([1.0]), 0.0, leaf(9.0))
    found = model.of_features(np.array([[least - 0.01], [least + 0.01]], np.float32))
    assert found[0] == 0  # whatever the trees say
    assert found[1] > 0.8


def test_pairs_in_blocks_are_as_in_one(monkeypatch):
    model = model_of({"edit similarity": 3.0, "thesaurus same": 2.0}, -2.0).units.pairs
    found = evidence("leaf rises slow", "leaves elevated", "leafy slower decline")
    pairs, whole = model.likely(found)
    assert list(zip(*pairs, strict=True)) == list(zip(*all_pairs(found.units), strict=True))
    assert len(whole) > 6
    monkeypatch.setattr(pair_model, "BLOCK", 3)
    in_blocks, probabilities = model.likely(found)
    assert np.array_equal(in_blocks, pairs)
    assert probabilities == pytest.approx(whole, abs=1e-6)


def test_pairs_that_are_ruled_out_are_left_out():
    model = model_of({"edit similarity": 20.0}, -10.0).units.pairs
    found = evidence("leaf moss", "leafs wasp")
    pairs, probability = model.likely(found)
    names = [" ".join(stems) for stems in found.units.stems]
    assert {(names[a], names[b]) for a, b in zip(*pairs, strict=True)} == {("leaf", "leaf")}
    assert (probability > 0).all()


def test_no_pairs():
    model = model_of({}, 0.0).units.pairs
    pairs, probability = model.likely(evidence("leaf", ""))
    assert len(pairs.first) == len(pairs.second) == len(probability) == 0


# --- learned ---------------------------------------------------------------------------------


def drawn(seed, rows=400, group=0):
    """Pairs that are right where their first number is above the second."""
    features = np.random.default_rng(seed).normal(size=(rows, 3))
    return pairs_of(features, (features[:, 0] > features[:, 1]).astype(float), group=group)


def test_what_is_right_is_learned():
    model = train_pairs([drawn(n, group=n) for n in range(3)], trees=40)
    unseen = drawn(9)
    found = model.of_features(unseen.features)
    assert np.mean((found > 0.5) == (unseen.share > 0.5)) > 0.9
    assert model.weights[0] > 0.5 > -0.5 > model.weights[1]
    assert abs(model.weights[2]) < 0.2


def test_equal_pairs_give_equal_models():
    one, other = (train_pairs([drawn(1), drawn(2, group=1)], trees=5) for _ in range(2))
    assert (one.weights.tolist(), one.intercept) == (other.weights.tolist(), other.intercept)
    for a, b in zip(one.trees[1:], other.trees[1:], strict=True):
        assert a.tobytes() == b.tobytes()


def learned_share(*gold):
    """What is learned of pairs of which nothing is known."""
    model = train_pairs(list(gold), trees=100)
    return float(model.of_features(np.zeros((1, 2), np.float32))[0])


def test_groups_weigh_the_same_whatever_their_size():
    right = pairs_of(np.zeros((300, 2)), np.ones(300))
    wrong = pairs_of(np.zeros((2000, 2)), np.zeros(2000), group=1)
    assert learned_share(right, wrong) == pytest.approx(0.5, abs=0.03)


def test_groups_weigh_as_they_are_told():
    right = pairs_of(np.zeros((300, 2)), np.ones(300), weight=3.0)
    wrong = pairs_of(np.zeros((300, 2)), np.zeros(300), group=1)
    assert learned_share(right, wrong) == pytest.approx(3 / 4, abs=0.03)


def test_pairs_weigh_the_root_of_their_words():
    share = np.repeat([1.0, 0.0], 300)
    words = np.repeat([9.0, 1.0], 300)
    found = learned_share(pairs_of(np.zeros((600, 2)), share, words=words))
    assert found == pytest.approx(3 / (3 + 1), abs=0.04)


def test_pairs_that_gold_aligns_half_weigh_half():
    share = np.repeat([1.0, 0.4], 300)  # the latter are wrong by .6
    assert learned_share(pairs_of(np.zeros((600, 2)), share)) == pytest.approx(1 / 1.6, abs=0.03)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_pairs_of_one_kind_are_refused(share):
    with pytest.raises(InputError, match=r"pairs of units .* aligned; give gold groups in which"):
        train_pairs([pairs_of(np.zeros((30, 2)), np.full(30, share))])
