"""The trainer over masked lattices: what it keeps to, beside CRFsuite, and what it refuses."""

import numpy as np
import pytest
from lattice_passes import token_marginals

from spacy_citalign.chain.crfsuite import train_crf
from spacy_citalign.chain.inference import viterbi
from spacy_citalign.chain.labels import BIO, Windows
from spacy_citalign.chain.lattice import NEVER, make_lattice
from spacy_citalign.chain.likelihood import Likelihood, Structure
from spacy_citalign.chain.masked_crf import OPTIMIZERS, maximize, train_masked_crf
from spacy_citalign.errors import SettingError
from tests.chain.tag_corpora import TagCorpus, random_corpus

ONE, FORWARD, BACKWARD = Windows(0, 0), Windows(1, 0), Windows(0, 1)
MODELS = [ONE, FORWARD, BACKWARD, Windows(1, 1)]
each_model = pytest.mark.parametrize("windows", MODELS, ids=str)
SETTLED = {"c2": 0.2, "max_iterations": 2000, "tolerance": 1e-14}
CORPUS = random_corpus(4, sequences=20)


def train(corpus, windows, optimizer="masked_lbfgs", **settings):
    arrays = corpus.arrays(windows)
    return train_masked_crf(*arrays, windows=windows, optimizer=optimizer, settings=settings)


def lattice_of(weights, windows, sequence, kinds=8):
    """The decoder's lattice of one sequence: the windows' masks over the trained weights."""
    table = np.zeros((kinds, len(windows)))
    table[weights.attributes, weights.labels] = weights.values
    emissions = np.array([table[attributes].sum(axis=0) for attributes in sequence])
    return make_lattice(
        emissions[None],
        np.where(windows.follows, weights.transitions, NEVER),
        starts=np.where(windows.starts, 0.0, NEVER),
        stops=np.where(windows.stops, 0.0, NEVER),
    )


@each_model
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_trained_weights_tag_what_they_were_taught(windows, optimizer):
    # An attribute a tag; B and I share one, so that only the tag before tells them apart.
    corpus = TagCorpus([[[0], [1], [1], [0]], [[1], [0], [1], [1]]] * 2, ["OBIO", "BOBI"] * 2)
    weights = train(corpus, windows, optimizer, c2=0.05, max_iterations=300)
    for sequence, tags in zip(corpus.tokens, corpus.tag_numbers(), strict=True):
        best = viterbi(lattice_of(weights, windows, sequence))
        assert windows.centre[best.labels[0]].tolist() == tags.tolist()


@each_model
def test_the_optimum_expects_what_was_observed_less_the_penalty(windows):
    weights = train(CORPUS, windows, **SETTLED)
    expected = np.zeros((8, len(windows)))
    observed = np.zeros((8, len(windows)))
    for sequence, tags in zip(CORPUS.tokens, CORPUS.tag_numbers(), strict=True):
        shares = token_marginals(lattice_of(weights, windows, sequence))[0]
        labels = windows.encode(tags)
        for attributes, share, label in zip(sequence, shares, labels, strict=True):
            np.add.at(expected, attributes, share)
            np.add.at(observed, (attributes, label), 1)
    at = weights.attributes, weights.labels
    assert observed[at] - expected[at] == pytest.approx(2 * 0.2 * weights.values, abs=1e-4)


@each_model
def test_only_pairs_that_occur_have_weights(windows):
    weights = train(CORPUS, windows, c2=1.0)
    _, attributes, labels, _ = arrays = CORPUS.arrays(windows)
    owners = np.repeat(labels, np.diff(arrays[0]))
    seen = set(zip(attributes.tolist(), owners.tolist(), strict=True))
    assert set(zip(weights.attributes.tolist(), weights.labels.tolist(), strict=True)) == seen
    assert not weights.transitions[~windows.follows].any()


@pytest.mark.parametrize(("windows", "axis"), [(FORWARD, 0), (BACKWARD, 1)], ids=str)
def test_transitions_of_wider_windows_tell_nothing_but_the_window_read_last(windows, axis):
    transitions = train(CORPUS, windows, c2=0.1).transitions
    masked = np.where(windows.follows, transitions, np.nan)
    assert np.nanmax(masked, axis) == pytest.approx(np.nanmin(masked, axis), abs=0)
    assert np.unique(np.nanmax(masked, axis)).size > 1


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_two_trainings_give_the_same_bytes(optimizer):
    one, two = (train(CORPUS, FORWARD, optimizer, max_iterations=20) for _ in range(2))
    assert [x.tobytes() for x in one] == [x.tobytes() for x in two]


def test_without_a_mask_it_is_the_model_of_crfsuite():
    arrays = CORPUS.arrays(ONE)
    open_structure = Structure(np.arange(9).reshape(3, 3), np.ones(3, bool), np.ones(3, bool))
    likelihood = Likelihood(*arrays, open_structure)
    mine = maximize(likelihood, settings=SETTLED)
    settings = {"c2": 0.2, "max_iterations": 1000, "all_possible_transitions": True}
    settings |= {"epsilon": 1e-9, "delta": 1e-12}
    theirs = train_crf(*arrays, label_count=3, algorithm="lbfgs", settings=settings)
    table = np.zeros((8, 3))
    table[theirs.attributes, theirs.labels] = theirs.values
    pairs = len(likelihood.attributes)
    assert mine.weights[:pairs] == pytest.approx(
        table[likelihood.attributes, likelihood.labels], abs=1e-3
    )
    assert mine.weights[pairs:] == pytest.approx(theirs.transitions.ravel(), abs=1e-3)


def test_with_the_mask_training_data_are_likelier_than_without():
    # CRFsuite's weights, decoded under the mask, are not the best there; ours are.
    arrays = CORPUS.arrays(ONE)
    likelihood = Likelihood(*arrays, Structure.of(ONE))
    best = maximize(likelihood, settings=SETTLED)
    theirs = train_crf(
        *arrays,
        label_count=3,
        algorithm="lbfgs",
        settings={"c2": 0.2, "max_iterations": 1000, "all_possible_transitions": True},
    )
    table = np.zeros((8, 3))
    table[theirs.attributes, theirs.labels] = theirs.values
    moves = np.argsort(likelihood.structure.weight_numbers.ravel())[1:]
    weights = np.concatenate(
        [table[likelihood.attributes, likelihood.labels], theirs.transitions.ravel()[moves]]
    )
    value = likelihood.expectations(weights)[0] - 0.2 * weights @ weights
    assert value < best.value - 1e-3


def test_an_hmm_style_model_is_symmetric():
    # Hsu et al. (2008), section 3.2. Reversed BIO is IOE: O may follow I, but I may not follow O.
    there = train(CORPUS, ONE, **SETTLED)
    turned = Structure(
        Structure.of(ONE).weight_numbers.T, np.ones(3, bool), np.array([True, False, True])
    )
    back = CORPUS.backwards()
    flat = [token for sequence in back.tokens for token in sequence]
    labels = np.array([BIO.index(tag) for word in back.tags for tag in word])
    likelihood = Likelihood(
        np.cumsum([0, *map(len, flat)]),
        np.concatenate(flat).astype(np.int32),
        labels,
        np.array([len(word) for word in back.tags]),
        turned,
    )
    weights = maximize(likelihood, settings=SETTLED).weights
    pairs = len(likelihood.attributes)
    assert weights[:pairs] == pytest.approx(there.values, abs=1e-5)
    moves = np.where(turned.weight_numbers >= 0, weights[pairs:][turned.weight_numbers], 0.0)
    assert moves == pytest.approx(there.transitions.T, abs=1e-5)


def test_a_model_of_order_one_is_not_symmetric():
    # p(Y|X) of forward and backward models would be equal if it were, as it is at order 0.
    values = [
        maximize(CORPUS.likelihood(windows), settings=SETTLED).value
        for windows in (FORWARD, BACKWARD)
    ]
    assert abs(values[0] - values[1]) > 0.1


def test_unknown_optimizer_is_refused_with_the_choices():
    with pytest.raises(SettingError, match="'adam'; choose from masked_lbfgs, gis, ctjpgis"):
        train(CORPUS, ONE, "adam")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"c1": 1.0}, "'c1'; choose from c2, max_iterations, tolerance"),
        ({"c2": 0}, "c2 is 0; give a number above 0"),
        ({"max_iterations": 0}, "max_iterations is 0; give a whole number from 1 on"),
        ({"max_iterations": 2.5}, "max_iterations is 2.5"),
        ({"max_iterations": True}, "max_iterations is True"),
        ({"tolerance": -1e-9}, "tolerance is -1e-09; give a number from 0 on"),
    ],
)
def test_settings_out_of_range_are_refused(settings, words):
    with pytest.raises(SettingError, match=words):
        train(CORPUS, ONE, **settings)


def test_settings_may_be_numbers_of_numpy_and_whole_floats():
    weights = train(CORPUS, ONE, c2=np.float32(0.5), max_iterations=3.0, tolerance=0)
    assert len(weights.values)


@pytest.mark.parametrize("optimizer", ["masked_lbfgs", "gis", "ctjpgis"])
def test_whoever_watches_sees_each_iteration(optimizer):
    seen = []
    how = {"optimizer": optimizer, "settings": {"c2": 0.5, "max_iterations": 3, "tolerance": 0}}
    best = maximize(CORPUS.likelihood(ONE), **how, watch=seen.append)
    assert len(seen) == 3
    assert max(point.value for point in seen) == best.value
