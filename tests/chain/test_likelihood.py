"""The masked likelihood, against every tagging written out and against finite differences."""

import math
from itertools import pairwise, product

import lattice_passes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.labels import BIO, Windows
from spacy_citalign.chain.lattice import NEVER, make_lattice
from spacy_citalign.chain.likelihood import Likelihood, Objective, Structure
from tests.chain.tag_corpora import TagCorpus, random_corpus

ONE = Windows(0, 0)
MODELS = [ONE, Windows(1, 0), Windows(0, 1), Windows(2, 0), Windows(1, 1)]
each_model = pytest.mark.parametrize("windows", MODELS, ids=str)


def taggings(windows, size):
    """Every tagging of so many tokens in which no I follows O, as the windows' labels."""
    for tags in product("BIO", repeat=size):
        if "OI" not in "O" + "".join(tags):
            yield windows.encode(np.array([BIO.index(tag) for tag in tags])).tolist()


def features(likelihood, sequence, labels):
    """How often a labelling of a sequence has each feature; features without weight left out."""
    pairs = zip(likelihood.attributes.tolist(), likelihood.labels.tolist(), strict=True)
    number = {pair: place for place, pair in enumerate(pairs)}
    counts = np.zeros(len(likelihood))
    for attributes, label in zip(sequence, labels, strict=True):
        for attribute in attributes:
            if (attribute, label) in number:
                counts[number[attribute, label]] += 1
    for left, right in pairwise(labels):
        counts[len(number) + likelihood.structure.weight_numbers[left, right]] += 1
    return counts


def written_out(corpus, windows, likelihood, weights):
    """Log-likelihood and expected counts as sums over all taggings."""
    total, expected = 0.0, np.zeros(len(weights))
    for sequence, tags in zip(corpus.tokens, corpus.tag_numbers(), strict=True):
        every = [features(likelihood, sequence, y) for y in taggings(windows, len(sequence))]
        powers = [math.exp(counts @ weights) for counts in every]
        gold = features(likelihood, sequence, windows.encode(tags).tolist())
        total += gold @ weights - math.log(math.fsum(powers))
        expected += sum(p * counts for p, counts in zip(powers, every, strict=True)) / sum(powers)
    return total, expected


def test_without_weights_all_taggings_that_can_be_are_equally_likely():
    # One token: B or O. Two: BB, BI, BO, OB, OO.
    one = TagCorpus([[[0]]], ["O"]).likelihood(ONE)
    two = TagCorpus([[[0], [0]]], ["OB"]).likelihood(ONE)
    assert one.expectations(np.zeros(len(one)))[0] == pytest.approx(-math.log(2))
    assert two.expectations(np.zeros(len(two)))[0] == pytest.approx(-math.log(5))


def test_expected_counts_of_a_corpus_worked_by_hand():
    # Attribute 0 at the one token of the first sequence and at the second of the other, 1 at its
    # first. An I cannot stand first, so that (0, I) is expected in BI alone, one of five taggings.
    likelihood = TagCorpus([[[0]], [[1], [0]]], ["B", "BI"]).likelihood(ONE)
    _, counts = likelihood.expectations(np.zeros(len(likelihood)))
    pairs = list(zip(likelihood.attributes, likelihood.labels, strict=True))
    assert pairs == [(0, 0), (0, 1), (1, 0)]
    assert counts[:3].tolist() == pytest.approx([1 / 2 + 2 / 5, 1 / 5, 3 / 5])
    assert counts[3:].tolist() == pytest.approx([1 / 5, 1 / 5, 1 / 5, 0, 0, 0, 1 / 5, 1 / 5])
    assert likelihood.observed.tolist() == [1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0]


def test_structure_of_one_tag_has_a_weight_a_move_but_o_to_i():
    structure = Structure.of(ONE)
    assert structure.weights == 8
    assert structure.weight_numbers[2, 1] == -1
    assert structure.starts.tolist() == [True, False, True]


@pytest.mark.parametrize(("windows", "side"), [(Windows(1, 0), 1), (Windows(0, 1), 0)], ids=str)
def test_structure_of_wider_windows_has_the_weight_of_the_window_read_last(windows, side):
    structure = Structure.of(windows)
    assert structure.weights == len(windows)
    for move in np.argwhere(windows.follows):
        assert structure.weight_numbers[tuple(move)] == move[side]
    assert np.all(structure.weight_numbers[~windows.follows] == -1)


@each_model
@given(seed=st.integers(0, 10_000), scale=st.sampled_from([0.3, 5.0]))
def test_likelihood_and_expectations_against_all_taggings(windows, seed, scale):
    corpus = random_corpus(seed, sequences=3, longest=4, kinds=5)
    likelihood = corpus.likelihood(windows)
    weights = np.random.default_rng(seed).normal(0, scale, len(likelihood))
    total, expected = written_out(corpus, windows, likelihood, weights)
    value, counts = likelihood.expectations(weights)
    assert value == pytest.approx(total, rel=1e-9, abs=1e-9)
    assert counts == pytest.approx(expected, abs=1e-9)


@each_model
def test_no_tagging_has_more_features_than_most_active(windows):
    for seed in range(10):
        corpus = random_corpus(seed, sequences=3, longest=4)
        likelihood = corpus.likelihood(windows)
        active = [
            features(likelihood, sequence, labels).sum()
            for sequence in corpus.tokens
            for labels in taggings(windows, len(sequence))
        ]
        moves = max(map(len, corpus.tokens)) - 1
        attributes = max(sum(map(len, sequence)) for sequence in corpus.tokens)
        assert max(active) <= likelihood.most_active <= attributes + moves


def test_most_active_counts_the_features_that_have_a_weight():
    # Attribute 0 has a weight with B alone, 1 with B and O: at most two and two, and one move.
    corpus = TagCorpus([[[0, 1], [0, 1]], [[1]]], ["BB", "O"])
    assert corpus.likelihood(ONE).most_active == 2 + 2 + 1


@each_model
def test_gradient_against_finite_differences(windows):
    objective = Objective(random_corpus(3).likelihood(windows), c2=0.3)
    rng = np.random.default_rng(1)
    weights = rng.normal(size=len(objective.likelihood))
    point = objective.at(weights)
    step = 1e-5
    for number in rng.permutation(len(weights))[:25]:
        up, down = weights.copy(), weights.copy()
        up[number] += step
        down[number] -= step
        slope = (objective.at(up).value - objective.at(down).value) / (2 * step)
        assert point.gradient[number] == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("scale", [1.0, 1000.0])
@each_model
def test_likelihood_agrees_with_the_engine_that_decodes(windows, scale):
    # Also where weights are so large that probabilities underflow.
    corpus = random_corpus(8, sequences=9, longest=15)
    likelihood = corpus.likelihood(windows)
    weights = np.random.default_rng(2).normal(0, scale, len(likelihood))
    value, counts = likelihood.expectations(weights)
    pairs = len(likelihood.attributes)
    transitions = likelihood.structure.transitions(weights[pairs:])
    starts, stops = (np.where(ends, 0.0, NEVER) for ends in likelihood.structure[1:])
    table = np.zeros((8, len(windows)))
    table[likelihood.attributes, likelihood.labels] = weights[:pairs]
    total, expected = 0.0, np.zeros_like(table)
    for sequence, tags in zip(corpus.tokens, corpus.tag_numbers(), strict=True):
        emissions = np.array([table[attributes].sum(axis=0) for attributes in sequence])
        lattice = make_lattice(emissions[None], transitions, starts=starts, stops=stops)
        labels = windows.encode(tags)
        gold = emissions[np.arange(len(labels)), labels].sum()
        gold += transitions[labels[:-1], labels[1:]].sum()
        total += gold - float(lattice_passes.log_partition(lattice)[0])
        for attributes, share in zip(
            sequence, lattice_passes.token_marginals(lattice)[0], strict=True
        ):
            np.add.at(expected, attributes, share)
    assert value == pytest.approx(total, rel=1e-9)
    assert counts[:pairs] == pytest.approx(
        expected[likelihood.attributes, likelihood.labels], abs=1e-9
    )


def test_a_feature_that_holds_twice_counts_twice():
    likelihood = TagCorpus([[[4, 4]]], ["B"]).likelihood(ONE)
    assert likelihood.observed[0] == 2
    value, counts = likelihood.expectations(np.array([0.5, *np.zeros(8)]))
    assert value == pytest.approx(1 - math.log(math.e + 1))  # B at weight 2 * 0.5, or O at 0
    assert counts[0] == pytest.approx(2 * math.e / (math.e + 1))


def test_tokens_without_attributes_have_moves_alone():
    likelihood = TagCorpus([[[], [], []]], ["BIO"]).likelihood(ONE)
    assert len(likelihood) == Structure.of(ONE).weights
    # BB, BI and OB go on in three ways, BO and OO in two.
    assert likelihood.expectations(np.zeros(8))[0] == pytest.approx(-math.log(3 * 3 + 2 * 2))


def test_the_order_of_sequences_does_not_matter():
    corpus = random_corpus(5)
    turned = TagCorpus(corpus.tokens[::-1], corpus.tags[::-1])
    one, two = corpus.likelihood(ONE), turned.likelihood(ONE)
    weights = np.random.default_rng(0).normal(size=len(one))
    assert np.array_equal(one.observed, two.observed)
    for mine, theirs in zip(one.expectations(weights), two.expectations(weights), strict=True):
        assert mine == pytest.approx(theirs, rel=1e-12)


@each_model
def test_reading_backwards_over_turned_moves_is_the_same_model(windows):
    # Hsu et al. (2008), section 3.2: the isomorphism maps q(a, b) to q(b, a). Reversed tags obey
    # the turned mask: what could not follow cannot precede.
    corpus = random_corpus(6)
    indptr, attributes, labels, lengths = corpus.arrays(windows)
    there = Likelihood(indptr, attributes, labels, lengths, Structure.of(windows))
    structure = there.structure
    turned = Structure(structure.weight_numbers.T, structure.stops, structure.starts)
    tokens, owner = np.arange(len(labels)), np.repeat(np.arange(len(lengths)), lengths)
    turn = np.lexsort((-tokens, owner))
    flat = [attributes[indptr[token] : indptr[token + 1]] for token in turn]
    bounds = np.cumsum([0, *map(len, flat)])
    back = Likelihood(bounds, np.concatenate(flat), labels[turn], lengths, turned)
    weights = np.random.default_rng(0).normal(size=len(there))
    assert np.array_equal(there.observed, back.observed)
    value, counts = there.expectations(weights)
    assert back.expectations(weights)[0] == pytest.approx(value, rel=1e-12)
    assert back.expectations(weights)[1] == pytest.approx(counts, rel=1e-10)


def test_objective_takes_the_penalty_off():
    likelihood = random_corpus(1).likelihood(ONE)
    weights = np.full(len(likelihood), 0.5)
    point = Objective(likelihood, c2=2.0).at(weights)
    assert point.value == likelihood.expectations(weights)[0] - 2.0 * len(weights) / 4
