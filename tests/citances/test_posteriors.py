"""Directional posteriors, against all alignments of two citances written out (eq. 2-4)."""

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.citances.best_targets import best_targets
from spacy_citalign.citances.group import make_group
from spacy_citalign.citances.paper.crf import (
    MARKOV,
    Weights,
    batches,
    directional_posteriors,
    looked_up,
)
from spacy_citalign.citances.paper.crf_features import GroupFeatures
from spacy_citalign.words.hashing import combine, hash_strings

FAMILIES = ("orthographic", "prefix pairs", "markov", "position", "null")
WORDS = ["Mup4", "mup4", "Mup11", "binds", "binding", "leaf", "IL", "of"]
PAIR_NAMES = [
    "same string",
    "same prefix",
    "same suffix",
    "length difference",
    "both short",
    "both with capitals",
    "edit similarity",
    "position",
]


# --- the model in plain Python ---------------------------------------------------------------


def distance(one, other):
    """Levenshtein's."""
    if not one or not other:
        return len(one) + len(other)
    return min(
        distance(one[1:], other) + 1,
        distance(one, other[1:]) + 1,
        distance(one[1:], other[1:]) + (one[0] != other[0]),
    )


def pair_features(one, other):
    """The paper's orthographic features of two words."""
    lower, low = one.lower(), other.lower()
    both_long = min(len(one), len(other)) >= 3
    return {
        "same string": one == other,
        "same prefix": both_long and lower[:3] == low[:3],
        "same suffix": both_long and lower[-3:] == low[-3:],
        "length difference": abs(len(one) - len(other)) / 10,
        "both short": max(len(one), len(other)) < 4,
        "both with capitals": one != lower and other != low,
        "edit similarity": 1 - distance(lower, low) / max(len(one), len(other)),
    }


def step_features(before, after):
    """The paper's Markov features, and a step to the next word."""
    jump = (after - before - 1) / 10 if before and after else 0
    found = {
        "jump": abs(jump),
        "jump forward": max(jump, 0),
        "jump backward": max(-jump, 0),
        "null after null": not before and not after,
        "null to word": not before and after > 0,
        "word to null": before > 0 and not after,
        "word to word": before > 0 and after > 0,
        "same target": 0 < before == after,
        "next target": 0 < before == after - 1,
    }
    return {name: float(value) for name, value in found.items()}


def prefix_key(one, other):
    low, high = sorted(hash_strings([one.lower()[:3], other.lower()[:3]]).tolist())
    return int(combine(np.array([low], dtype=np.uint64), np.array([high], dtype=np.uint64))[0])


def scores(weights, source, target):
    """The sum in the exponent of eq. 2 of all alignments of two lists of words.

    An alignment has a label for each source word, 0 for null and 1 + l for word l of the target.
    """
    prefixes = dict(zip(weights.prefix_keys.tolist(), weights.prefix_weights.tolist(), strict=True))
    steps = dict(zip(MARKOV, weights.markov.tolist(), strict=True))

    def label_score(t, label):
        if not label:
            return weights.null.get("null", 0.0)
        other = target[label - 1]
        features = pair_features(source[t], other)
        features["position"] = abs((label - 1) / len(target) - t / len(source))
        return prefixes.get(prefix_key(source[t], other), 0.0) + sum(
            weights.pair.get(name, 0.0) * value for name, value in features.items()
        )

    def step_score(before, after):
        return sum(steps[name] * value for name, value in step_features(before, after).items())

    labels = range(len(target) + 1)
    of_labels = [[label_score(t, label) for label in labels] for t in range(len(source))]
    of_steps = [[step_score(before, after) for after in labels] for before in labels]
    return {
        labels: sum(own[label] for own, label in zip(of_labels, labels, strict=True))
        + sum(of_steps[a][b] for a, b in pairwise(labels))
        for labels in product(labels, repeat=len(source))
    }


def cut(group):
    """The words of each citance, and the number of its first word."""
    ends = (group.starts + group.lengths).tolist()
    return [
        (start, group.words[start:end])
        for start, end in zip(group.starts.tolist(), ends, strict=True)
    ]


def posteriors(weights, group):
    """Eq. 4 for all words: (N, N)."""
    found = np.zeros((len(group.words),) * 2)
    for begin, source in cut(group):
        for start, target in cut(group):
            if begin != start and source and target:
                weighed = {a: math.exp(s) for a, s in scores(weights, source, target).items()}
                total = math.fsum(weighed.values())  # eq. 3
                for alignment, weight in weighed.items():
                    for t, label in enumerate(alignment):
                        if label:
                            found[begin + t, start + label - 1] += weight / total
    return found


def random_weights(seed, spread=1.5):
    rng = np.random.default_rng(seed)
    prefixes = sorted({prefix_key(one, other) for one in WORDS for other in WORDS})[::2]
    return Weights(
        pair=dict(zip(PAIR_NAMES, rng.normal(0, spread, len(PAIR_NAMES)).tolist(), strict=True)),
        null={"null": float(rng.normal(0, spread))},
        markov=rng.normal(0, spread, len(MARKOV)),
        prefix_keys=np.array(prefixes, dtype=np.uint64),
        prefix_weights=rng.normal(0, spread, len(prefixes)).astype(np.float32),
    )


def simple(pair=None, null=0.0, **steps):
    """Weights by name, of nothing but what is given."""
    markov = [steps.get(name.replace(" ", "_"), 0.0) for name in MARKOV]
    return Weights(pair=pair or {}, null={"null": null}, markov=np.array(markov))


def found_posteriors(weights, citances, **settings):
    features = GroupFeatures(make_group(citances), FAMILIES)
    return directional_posteriors(weights, features, **settings).toarray()


# --- by hand ---------------------------------------------------------------------------------


def test_posteriors_by_hand():
    # Mup4 may stay alone (1), or be aligned to Mup4 (6) or to leaf (1).
    weights = simple({"same string": math.log(6)})
    found = found_posteriors(weights, [["Mup4"], ["Mup4", "leaf"]])
    # The other way round Mup4 and leaf choose for themselves: 1 or 6, and 1 or 1.
    expected = [[0, 6 / 8, 1 / 8], [6 / 7, 0, 0], [1 / 2, 0, 0]]
    assert found == pytest.approx(np.array(expected))


def test_posteriors_by_hand_with_steps():
    # Two words to one: null null 1, null word 1, word null 1, and word word 5, on the same target.
    weights = simple(same_target=math.log(5))
    found = found_posteriors(weights, [["leaf", "rots"], ["moth"]])
    assert found[:2, 2] == pytest.approx([(1 + 5) / 8, (1 + 5) / 8])
    # One word to two has no steps.
    assert found[2, :2] == pytest.approx([1 / 3, 1 / 3])


def test_leaving_a_word_unaligned_has_a_weight():
    found = found_posteriors(simple(null=math.log(2)), [["binding", "leaf"], ["moth"]])
    assert found[:2, 2] == pytest.approx([1 / (1 + 2), 1 / (1 + 2)])
    assert found[2, :2] == pytest.approx([1 / (2 + 2), 1 / (2 + 2)])


def test_learned_prefixes_are_weights_of_a_pair():
    keys = np.array([prefix_key("leaf", "moth")], dtype=np.uint64)
    weights = Weights({}, {}, np.zeros(9), keys, np.log(np.array([3], np.float32)))
    found = found_posteriors(weights, [["leaf", "wasp"], ["moths"]])
    assert found[:2, 2] == pytest.approx([3 / 4, 1 / 2])
    assert found[2, :2] == pytest.approx([3 / 5, 1 / 5])


def test_weights_of_unknown_keys_are_zero():
    keys = np.array([3, 5], dtype=np.uint64)
    values = np.array([0.5, 2.0], dtype=np.float32)
    wanted = np.array([[5, 4], [3, 0]], dtype=np.uint64)
    assert looked_up(keys, values, wanted).tolist() == [[2.0, 0.0], [0.5, 0.0]]
    assert looked_up(keys[:0], values[:0], wanted).tolist() == [[0.0, 0.0], [0.0, 0.0]]


# --- against all alignments ------------------------------------------------------------------

GROUPS = st.lists(st.lists(st.sampled_from(WORDS), max_size=3), min_size=1, max_size=4)


@settings(max_examples=30)
@given(GROUPS, st.integers(0, 2**32 - 1))
def test_posteriors_are_the_shares_of_all_alignments(citances, seed):
    weights = random_weights(seed)
    expected = posteriors(weights, make_group(citances))
    found = found_posteriors(weights, citances, least=0.0)
    assert found == pytest.approx(expected, abs=2e-5)


@settings(max_examples=30)
@given(GROUPS, st.integers(0, 2**32 - 1))
def test_best_targets_are_the_best_of_all_alignments(citances, seed):
    weights, group = random_weights(seed), make_group(citances)
    parts = cut(group)
    seen = set()
    for batch, labels in best_targets(weights, GroupFeatures(group, FAMILIES)):
        for row, (i, j) in enumerate(zip(batch.sources, batch.targets, strict=True)):
            seen.add((int(i), int(j)))
            source, target = parts[i][1], parts[j][1]
            every = scores(weights, source, target)
            own = tuple(labels[row, : len(source)].tolist())
            assert every[own] == pytest.approx(max(every.values()), abs=1e-4)
            assert not labels[row, len(source) :].any()
    full = [i for i, (_, words) in enumerate(parts) if words]
    assert seen == {(i, j) for i in full for j in full if i != j}


@given(GROUPS, st.integers(0, 2**32 - 1))
def test_a_source_word_has_one_target_a_citance_at_most(citances, seed):
    found = found_posteriors(random_weights(seed), citances)
    group = make_group(citances)
    for start, words in cut(group):
        block = found[:, start : start + len(words)]
        assert np.all(block.sum(axis=1) <= 1 + 1e-5)
        assert not block[start : start + len(words)].any()  # nothing within a citance


@given(GROUPS, st.integers(0, 2**32 - 1))
def test_small_posteriors_are_left_out(citances, seed):
    weights = random_weights(seed)
    everything = found_posteriors(weights, citances, least=0.0)
    found = found_posteriors(weights, citances, least=0.2)
    assert np.array_equal(found, np.where(everything >= 0.2, everything, 0))


@given(GROUPS, st.integers(0, 2**32 - 1), st.randoms(use_true_random=False))
def test_posteriors_follow_the_citances_in_another_order(citances, seed, random):
    weights = random_weights(seed)
    order = list(range(len(citances)))
    random.shuffle(order)
    parts = cut(make_group(citances))
    words = [start + n for i in order for start, own in parts[i : i + 1] for n in range(len(own))]
    found = found_posteriors(weights, citances, least=0.0)
    moved = found_posteriors(weights, [citances[i] for i in order], least=0.0)
    assert moved == pytest.approx(found[np.ix_(words, words)], abs=1e-6)


# --- batches ---------------------------------------------------------------------------------


@pytest.mark.parametrize("cells", [1, 20, 100, 10**6])
def test_batches_hold_every_ordered_pair_once(cells):
    rng = np.random.default_rng(3)
    lengths = [0, 7, 3, 3, 1, 0, 5]
    group = make_group([rng.choice(WORDS, length).tolist() for length in lengths])
    found = list(batches(GroupFeatures(group, FAMILIES), cells))
    pairs = [p for b in found for p in zip(b.sources.tolist(), b.targets.tolist(), strict=True)]
    full = [i for i, length in enumerate(lengths) if length]
    assert sorted(pairs) == sorted((i, j) for i in full for j in full if i != j)
    for batch in found:
        size = batch.pairs.sources.size * (batch.pairs.targets.shape[1] + 1)
        assert size <= cells or len(batch.sources) == 1
    assert (len(found) == 1) is (cells == 10**6)


def test_posteriors_do_not_depend_on_the_batches(monkeypatch):
    rng = np.random.default_rng(4)
    citances = [rng.choice(WORDS, length).tolist() for length in (6, 0, 2, 4, 1)]
    weights = random_weights(5)
    together = found_posteriors(weights, citances)
    original = batches

    def small(features):
        return original(features, 1)

    monkeypatch.setattr("spacy_citalign.citances.paper.crf.batches", small)
    assert found_posteriors(weights, citances) == pytest.approx(together, abs=1e-6)


@pytest.mark.parametrize("citances", [[], [[]], [["leaf", "rots"]], [[], ["leaf"], []]])
def test_nothing_to_align_with(citances):
    count = sum(map(len, citances))
    found = directional_posteriors(simple(), GroupFeatures(make_group(citances), FAMILIES))
    assert found.shape == (count, count)
    assert found.nnz == 0
    assert list(best_targets(simple(), GroupFeatures(make_group(citances), FAMILIES))) == []
