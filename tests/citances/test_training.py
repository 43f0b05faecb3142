"""Training of the alignment CRF: what is minimised, its gradient, gold of several targets."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.citances.best_targets import best_targets
from spacy_citalign.citances.group import make_group
from spacy_citalign.citances.paper import crf_training as training
from spacy_citalign.citances.paper.crf import directional_posteriors
from spacy_citalign.citances.paper.crf_features import GroupFeatures
from spacy_citalign.citances.paper.crf_training import SchwartzGold, TrainingSettings, train
from spacy_citalign.errors import InputError, SettingError
from tests.citances.test_posteriors import FAMILIES, WORDS, cut, prefix_key, scores

FLAT = TrainingSettings(prior=1e6, sparse_prior=1e6)


def links(group, pairs):
    """Symmetric links between words, given by number."""
    found = np.zeros((len(group.words),) * 2, dtype=bool)
    for one, other in pairs:
        found[one, other] = found[other, one] = True
    return found


def gold(citances, aligned, *, possible=(), weight=1.0, families=FAMILIES):
    group = make_group([words.split() for words in citances])
    may_be = links(group, possible) if possible else None
    return SchwartzGold(GroupFeatures(group, families), links(group, aligned), may_be, weight)


def objective_of(groups, settings=FLAT):
    """What L-BFGS is given: the function, the number of weights, and the weights of a point."""
    seen = {}

    def run(point=None):
        def no_search(function, start, **_):
            seen["function"], seen["start"] = function, start
            return SimpleNamespace(x=start if point is None else point)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(training, "minimize", no_search)
            return train(groups, settings)

    run()
    return seen["function"], seen["start"], run


def loss_of_nothing(groups, many_to_many="marginal"):
    """The negative log-likelihood of gold where all weights are 0: alignments are counted."""
    function, start, _ = objective_of(groups, replace(FLAT, many_to_many=many_to_many))
    assert not start.any()
    return function(start)[0]


# --- what is minimised, by hand --------------------------------------------------------------


def test_loss_of_one_link_by_hand():
    # Each of the two words has two choices in the other citance, and one is right.
    assert loss_of_nothing([gold(["leaf", "leaves"], [(0, 1)])]) == pytest.approx(2 * math.log(2))


def test_loss_of_unaligned_words_by_hand():
    # rots -> null of three; leaf -> leaves of three; leaves, moth of three each.
    group = gold(["leaf rots", "leaves moth"], [(0, 2)])
    assert loss_of_nothing([group]) == pytest.approx(4 * math.log(3))


def test_groups_count_by_their_weight():
    one, other = gold(["leaf", "leaves"], [(0, 1)]), gold(["a", "a"], [(0, 1)], weight=0.25)
    assert loss_of_nothing([one, other]) == pytest.approx((1 + 0.25) * 2 * math.log(2))


@pytest.mark.parametrize(
    ("many_to_many", "leaf"),
    [
        # leaf has null, leaves and leafy to choose from. Two of them are right, ...
        ("marginal", math.log(3 / 2)),
        # ... or the first is, and the other cannot be chosen: the paper's "*".
        ("first", math.log(2 / 1)),
    ],
)
def test_word_with_two_gold_targets(many_to_many, leaf):
    group = gold(["leaf", "leaves leafy"], [(0, 1), (0, 2)])
    back = 2 * math.log(2)  # leaves and leafy have one target each
    assert loss_of_nothing([group], many_to_many) == pytest.approx(leaf + back)


def test_first_target_is_the_first_in_the_target_citance():
    # With weight on the same string only: leaf - leaf is the second target, and cannot be chosen.
    group = gold(["leaf", "leafy leaf"], [(0, 1), (0, 2)], families=("orthographic", "null"))
    first, marginal = (train([group], TrainingSettings(way)) for way in ("first", "marginal"))
    # Learned from leaf -> leaf in the other direction, by both.
    assert 0 < first.pair["same string"] < marginal.pair["same string"]
    assert TrainingSettings().many_to_many == "first"  # as the paper


@pytest.mark.parametrize("many_to_many", ["marginal", "first"])
def test_possible_links_may_be_taken_or_not(many_to_many):
    # rots may be aligned to rotten or to nothing, but not to leaves; leaf is certain.
    sure = gold(["leaf rots", "leaves rotten"], [(0, 2)])
    loose = gold(["leaf rots", "leaves rotten"], [(0, 2)], possible=[(1, 3)])
    assert loss_of_nothing([sure], many_to_many) == pytest.approx(4 * math.log(3))
    expected = 2 * math.log(3) + 2 * math.log(3 / 2)
    assert loss_of_nothing([loose], many_to_many) == pytest.approx(expected)


def test_a_sure_link_is_stronger_than_a_possible_one():
    # leaf may not take moth for a possible link, since leaves is certain.
    group = gold(["leaf", "leaves moth"], [(0, 1)], possible=[(0, 2)])
    expected = math.log(3) + math.log(2) + math.log(2 / 2)
    assert loss_of_nothing([group]) == pytest.approx(expected)


def test_links_within_a_citance_are_not_read():
    plain = gold(["leaf leafy", "leaves"], [(0, 2)])
    within = gold(["leaf leafy", "leaves"], [(0, 2), (0, 1)])
    assert loss_of_nothing([within]) == loss_of_nothing([plain])
    often = TrainingSettings(least_count=1)
    keys = train([within], often).prefix_keys.tolist()
    assert keys == [prefix_key("leaf", "leaves")]


# --- against all alignments, and finite differences ------------------------------------------


def naive_loss(groups, weights, many_to_many):
    """The negative log-likelihood of gold, alignment by alignment."""
    loss = 0.0
    for group in groups:
        words = group.features.group
        for begin, source in cut(words):
            for start, target in cut(words):
                if begin == start or not source or not target:
                    continue
                free = right = 0.0
                for alignment, score in scores(weights, source, target).items():
                    kinds = [
                        judge(group, begin + t, start, len(target), label, many_to_many)
                        for t, label in enumerate(alignment)
                    ]
                    free += math.exp(score) * all(kind != "barred" for kind in kinds)
                    right += math.exp(score) * all(kind == "right" for kind in kinds)
                loss -= group.weight * math.log(right / free)
    return loss


def judge(group, word, start, size, label, many_to_many):
    """Whether a label of a word is right, wrong or cannot be chosen."""
    sure = [k for k in range(size) if group.aligned[word, start + k]]
    barred = sure[1:] if many_to_many == "first" else []
    if label and label - 1 in barred:
        return "barred"
    if sure:
        return "right" if label and label - 1 in sure else "wrong"
    if label and not (group.possible is not None and group.possible[word, start + label - 1]):
        return "wrong"
    return "right"


@st.composite
def problems(draw):
    """Draw a group or two with links of all kinds, and settings."""
    groups = []
    for _ in range(draw(st.integers(1, 2))):
        words = st.lists(st.sampled_from(WORDS), max_size=3)
        citances = draw(st.lists(words, min_size=2, max_size=3))
        group = make_group([["leaf"], ["leaf", *citances[0][:2]], *citances[1:]])
        rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
        count = len(group.words)
        sure = rng.random((count, count)) < 0.4
        sure[0, 1] = True
        may_be = rng.random((count, count)) < 0.3 if draw(st.booleans()) else None
        weight = draw(st.sampled_from([1.0, 0.5]))
        groups.append(
            SchwartzGold(
                GroupFeatures(group, FAMILIES),
                sure | sure.T,
                None if may_be is None else may_be | may_be.T,
                weight,
            )
        )
    prior, sparse = draw(st.sampled_from([(1e6, 1e6), (1.0, 0.5)]))
    ways = draw(st.sampled_from(["marginal", "first"]))
    return groups, TrainingSettings(ways, prior, sparse, least_count=1)


@settings(max_examples=25)
@given(problems(), st.integers(0, 2**32 - 1))
def test_loss_is_that_of_all_alignments_and_the_prior(problem, seed):
    groups, settings = problem
    function, start, weights_of = objective_of(groups, settings)
    point = np.random.default_rng(seed).normal(0, 1, len(start))
    weights = weights_of(point)
    sparse = weights.prefix_weights
    dense = [*weights.pair.values(), *weights.null.values(), *weights.markov]
    assert len(dense) + len(sparse) == len(point)
    prior = sum((np.array(dense) / settings.prior) ** 2) / 2
    prior += sum((sparse / settings.sparse_prior) ** 2) / 2
    expected = naive_loss(groups, weights, settings.many_to_many) + prior
    assert function(point)[0] == pytest.approx(expected, rel=1e-4, abs=1e-4)


@settings(max_examples=15)
@given(problems(), st.integers(0, 2**32 - 1))
def test_gradient_is_that_of_the_loss(problem, seed):
    function, start, _ = objective_of(*problem)
    rng = np.random.default_rng(seed)
    point = rng.normal(0, 1, len(start))
    gradient = function(point)[1]
    some = np.eye(len(start))[:: max(1, len(start) // 12)]
    for direction in [*some, rng.normal(0, 1, len(start))]:
        step = 1e-2 * direction
        slope = (function(point + step)[0] - function(point - step)[0]) / 2e-2
        assert gradient @ direction == pytest.approx(slope, rel=5e-3, abs=5e-3)


# --- what is learned -------------------------------------------------------------------------

LEARNED = [
    gold(["leaf rots fast", "moths eat leaves", "a leaf decays"], [(0, 5), (0, 7), (5, 7)]),
    gold(["moth eats", "a moth", "moths rot"], [(0, 3), (0, 4), (3, 4)]),
]


def test_training_finds_the_point_where_the_gradient_is_zero():
    settings = TrainingSettings(least_count=1, max_iterations=500)
    function, start, _ = objective_of(LEARNED, settings)
    weights = train(LEARNED, settings)
    point = np.concatenate(
        [
            list(weights.pair.values()),
            list(weights.null.values()),
            weights.markov,
            weights.prefix_weights,
        ]
    )
    loss, gradient = function(point)
    assert np.abs(gradient).max() < 0.02
    assert loss < function(start)[0] / 2


def test_learned_weights_align_what_they_were_learned_from():
    weights = train(LEARNED, TrainingSettings(prior=10.0))
    for group in LEARNED:
        found = directional_posteriors(weights, group.features).toarray()
        assert np.array_equal(found > 0.5, group.aligned)
        for batch, labels in best_targets(weights, group.features):
            for row, own in enumerate(labels):
                for t in range(batch.pairs.source_lengths[row]):
                    linked = group.aligned[batch.pairs.sources[row, t], batch.pairs.targets[row]]
                    linked &= batch.pairs.target_inside[row]
                    assert linked[own[t] - 1] if own[t] else not linked.any()


def test_a_narrow_prior_holds_weights_back():
    wide, narrow = (train(LEARNED, TrainingSettings(prior=prior)) for prior in (3.0, 0.1))
    assert 0 < max(map(abs, narrow.pair.values())) < 0.2 * max(map(abs, wide.pair.values()))


def test_prefixes_are_learned_that_are_linked_often_enough():
    # Prefix pairs of links: lea - lea only, of different words: leaf - leaves twice; moth - moths
    # twice. Equal words are left out.
    keys = train(LEARNED, TrainingSettings(least_count=2)).prefix_keys
    assert sorted(keys.tolist()) == sorted(
        [prefix_key("leaf", "leaves"), prefix_key("moth", "moths")]
    )
    assert len(train(LEARNED, TrainingSettings(least_count=3)).prefix_keys) == 0


def test_families_that_are_not_wanted_are_not_learned():
    narrow = [
        group._replace(features=GroupFeatures(group.features.group, ("orthographic", "null")))
        for group in LEARNED
    ]
    weights = train(narrow, TrainingSettings(least_count=1))
    assert weights.markov.tolist() == [0] * 9
    assert len(weights.prefix_keys) == 0
    assert "position" not in weights.pair
    assert weights.null.keys() == {"null"}


def test_two_trainings_give_equal_weights():
    one, other = (train(LEARNED, TrainingSettings(least_count=1)) for _ in range(2))
    assert (one.pair, one.null) == (other.pair, other.null)
    for name in ("markov", "prefix_keys", "prefix_weights"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()


def test_citances_without_words_change_nothing():
    group = gold(["leaf rots", "leaves moth"], [(0, 2)])
    empty = gold(["", "leaf rots", "", "leaves moth"], [(0, 2)])
    for one, other in zip(train([group]).markov, train([empty]).markov, strict=True):
        assert one == pytest.approx(other, abs=1e-6)


# --- unfit input -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "groups",
    [
        [],
        [gold(["leaf", "leaves"], [])],
        [gold(["leaf leaves"], [(0, 1)])],  # one citance
        [gold(["leaf leaves", "moth"], [(0, 1)])],  # within a citance
        [gold([], [])],
    ],
    ids=["no groups", "no links", "one citance", "within a citance", "no words"],
)
def test_training_needs_aligned_words_in_different_citances(groups):
    with pytest.raises(InputError, match=f"none of the {len(groups)} groups has two aligned words"):
        train(groups)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"many_to_many": "last"}, "many_to_many is 'last'; choose from marginal, first"),
        ({"prior": 0}, "prior is 0; give a number above 0"),
        ({"sparse_prior": -1.0}, "sparse_prior is -1.0"),
    ],
)
def test_settings_out_of_range_are_refused(changes, words):
    with pytest.raises(SettingError, match=words):
        TrainingSettings(**changes)
