"""The trained model as bytes: all of it comes back, and what is not a model is refused."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from damaged import ModelFile

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.background import Background
from spacy_citalign.citances.features import FAMILIES
from spacy_citalign.citances.learning import LearningSettings, learn
from spacy_citalign.citances.lexicon import Lexicon
from spacy_citalign.citances.markov import MARKOV
from spacy_citalign.citances.model import KIND, VERSION, AlignmentModel
from spacy_citalign.citances.resources import Resources
from spacy_citalign.citances.training import TrainingSettings
from spacy_citalign.citances.vectors import WordVectors
from spacy_citalign.citances.weights import Weights
from spacy_citalign.citances.wordnet import read_wordnet
from spacy_citalign.words.hashing import hash_strings
from tests.citances.test_learning import GOLD, learned
from tests.citances.test_wordnet import ENTRIES, EXCEPTIONS, files, write

WORDS = ["leaf", "margin", "rot", "root", "petal", "zork2", "bee"]


@cache
def resources(folder):
    words = [word for own in GOLD for word in own.group.words]
    vectors = np.random.default_rng(2).normal(size=(len(WORDS), 5))
    return Resources(
        background=Background.count([words, words], least_word=1, least_pair=2),
        lexicon=Lexicon.compile([("leaf margin", "L1"), ("Zork2", "Z"), ("Mup4", "M")]),
        vectors=WordVectors.quantized(hash_strings(WORDS), vectors),
        wordnet=read_wordnet(write(folder, files(ENTRIES, EXCEPTIONS))),
    )


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A model with everything a model may have."""
    settings = LearningSettings(crf=TrainingSettings(least_count=2))
    found = learn(GOLD, settings, resources(tmp_path_factory.mktemp("dict")))
    return replace(found, notes={"trained on": "three groups", "thresholds": [0.2, 0.4]})


@pytest.fixture(scope="module")
def file(model):
    return ModelFile.of(model, KIND, VERSION)


# --- all of it comes back --------------------------------------------------------------------


def test_bytes_give_the_same_model_back(model):
    again = AlignmentModel.from_bytes(model.to_bytes())
    assert again.to_bytes() == model.to_bytes()
    assert again.families == model.families == FAMILIES
    assert again.notes == {"trained on": "three groups", "thresholds": [0.2, 0.4]}
    assert again.weights.pair == model.weights.pair
    assert again.weights.null == model.weights.null
    assert again.units.weights == model.units.weights
    assert again.resources.background.total == model.resources.background.total
    assert len(model.weights.prefix_keys) > 0 < len(model.weights.word_keys)


def test_a_read_model_aligns_alike(model):
    again = AlignmentModel.from_bytes(model.to_bytes())
    for own in GOLD:
        one, other = align(own.group, model), align(own.group, again)
        assert one.to_record() == other.to_record()
        assert one.expected_ama == other.expected_ama


def test_resources_are_read_and_used(model):
    names = {
        "vector cosine",
        "WordNet similarity",
        "same concept",
    }
    assert names <= model.weights.pair.keys()
    assert "null by rarity" in model.weights.null
    assert "mutual information" in model.units.weights
    again = AlignmentModel.from_bytes(model.to_bytes())
    group = GOLD[0].group
    for name, matrix in model.features(group).of_types().items():
        assert np.array_equal(again.features(group).of_types()[name], matrix), name
    assert np.array_equal(again.features(group).concepts, model.features(group).concepts)


def test_a_model_of_nothing_but_weights():
    weights = Weights({"same stem": 2.5}, {"null": -1.0}, np.arange(9.0))
    plain = AlignmentModel(("null", "morphology"), weights)
    again = AlignmentModel.from_bytes(plain.to_bytes())
    assert again.to_bytes() == plain.to_bytes()
    assert again.families == ("null", "morphology")
    assert (again.weights.pair, again.weights.null) == ({"same stem": 2.5}, {"null": -1.0})
    assert again.weights.markov.tolist() == list(range(len(MARKOV)))
    assert again.units is None
    assert again.resources == Resources()
    assert again.notes == {}


def test_models_without_resources_differ_from_those_with_them(model):
    assert learned().to_bytes() != model.to_bytes()


# --- what is no model ------------------------------------------------------------------------


INCOMPLETE = "the alignment model is incomplete"


def test_a_model_without_a_part_is_refused(file):
    arrays = """markov, prefix keys, prefix weights, word keys, word weights, unit keys,
    unit weights, lexicon concepts, vector rows, counts, pair count keys, pair counts,
    WordNet information, WordNet keys"""
    file.check_needs(re.split(r",\s+", arrays), "train")
    file.check_needs(["families", "pair", "null", "notes", "units", "words counted"], INCOMPLETE)


def test_arrays_that_contradict_each_other_are_refused(file):
    changes = [
        {"markov": np.zeros(len(MARKOV) + 1)},
        {"markov": np.zeros((len(MARKOV), 2))},
        {"prefix weights": np.zeros(0, np.float32)},
        {"word weights": np.zeros((3, 3), np.float32)},
        {"word weights": np.array(["x"])},
        {"unit weights": np.zeros(1, np.float32)},
        {"word keys": np.zeros(2, np.int64)},
        {"word keys": np.zeros((2, 2), np.uint64)},
        {"lexicon concepts": np.zeros(1, np.uint32)},
        {"vector rows": np.zeros((1, 5), np.int8)},
        {"counts": np.zeros(0, np.uint32)},
    ]
    file.check_refused(changes, "train it anew")


def test_garbled_settings_are_refused(file):
    changes = [
        {"families": 7},
        {"families": [["null"]]},
        {"pair": ["same stem"]},
        {"null": {"null": "much"}},
        {"units": [1]},
        {"words counted": 0},
        {"words counted": "many"},
        {"notes": 5},
    ]
    file.check_refused(changes, INCOMPLETE)


def test_a_model_of_a_later_release_is_named_as_such(file):
    changes = {"families": [*FAMILIES, "colours"]}
    file.check_refused([changes], r"^the alignment model has features .*colours")
