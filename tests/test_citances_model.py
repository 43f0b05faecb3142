"""The trained model as bytes: all of it comes back, and what is not a model is refused."""

from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest
from damaged import repacked
from hypothesis import given
from hypothesis import strategies as st
from test_citances_learning import GOLD, learned
from test_citances_wordnet import ENTRIES, EXCEPTIONS, files, write

from spacy_citalign.chain import storage
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
from spacy_citalign.errors import ModelFileError
from spacy_citalign.words.hashing import hash_strings

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
def parts(model):
    """The meta data and the arrays of that model."""
    return storage.unpack(model.to_bytes(), KIND, VERSION)


spoilt = partial(repacked, KIND, VERSION)


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
    for name, matrix in model.evidence(group).of_types().items():
        assert np.array_equal(again.evidence(group).of_types()[name], matrix), name
    assert np.array_equal(again.evidence(group).concepts, model.evidence(group).concepts)


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


@pytest.mark.parametrize("data", [b"", b"CITALIGN", b"PK\x03\x04" * 20, b"\x00" * 100])
def test_foreign_bytes_are_refused(data):
    with pytest.raises(ModelFileError):
        AlignmentModel.from_bytes(data)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.999])
def test_truncated_bytes_are_refused(model, share):
    data = model.to_bytes()
    with pytest.raises(ModelFileError):
        AlignmentModel.from_bytes(data[: int(len(data) * share)])


LEARNED = learned().to_bytes()


@given(st.integers(0, len(LEARNED) * 8 - 1))
def test_a_flipped_bit_is_noticed(bit):
    data = bytearray(LEARNED)
    data[bit // 8] ^= 1 << bit % 8
    with pytest.raises(ModelFileError):
        AlignmentModel.from_bytes(bytes(data))


def test_another_version_or_kind_is_refused(parts):
    with pytest.raises(ModelFileError, match=f"format version {VERSION + 1}"):
        AlignmentModel.from_bytes(storage.pack(KIND, VERSION + 1, *parts))
    with pytest.raises(ModelFileError, match="'gene mentions'"):
        AlignmentModel.from_bytes(storage.pack("gene mentions", VERSION, *parts))


@pytest.mark.parametrize(
    "name",
    [
        "markov",
        "prefix keys",
        "prefix weights",
        "word keys",
        "word weights",
        "unit keys",
        "unit weights",
        "lexicon concepts",
        "vector rows",
        "counts",
        "pair count keys",
        "pair counts",
        "WordNet information",
        "WordNet keys",
    ],
)
def test_a_model_without_an_array_is_refused(parts, name):
    assert name in parts[1]
    with pytest.raises(ModelFileError, match="train"):
        AlignmentModel.from_bytes(spoilt(parts, {name: None}))


@pytest.mark.parametrize("name", ["families", "pair", "null", "notes", "units", "words counted"])
def test_a_model_without_a_setting_is_refused(parts, name):
    assert name in parts[0]
    with pytest.raises(ModelFileError, match="the alignment model is incomplete"):
        AlignmentModel.from_bytes(spoilt(parts, meta={name: None}))


@pytest.mark.parametrize(
    "changes",
    [
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
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_arrays_that_contradict_each_other_are_refused(parts, changes):
    with pytest.raises(ModelFileError, match="train it anew"):
        AlignmentModel.from_bytes(spoilt(parts, changes))


@pytest.mark.parametrize(
    "meta",
    [
        {"families": 7},
        {"families": [["null"]]},
        {"pair": ["same stem"]},
        {"null": {"null": "much"}},
        {"units": [1]},
        {"words counted": 0},
        {"words counted": "many"},
        {"notes": 5},
    ],
    ids=lambda meta: next(iter(meta)),
)
def test_garbled_settings_are_refused(parts, meta):
    with pytest.raises(ModelFileError, match="the alignment model is incomplete"):
        AlignmentModel.from_bytes(spoilt(parts, meta=meta))


def test_a_model_of_a_later_release_is_named_as_such(parts):
    data = spoilt(parts, meta={"families": [*FAMILIES, "colours"]})
    with pytest.raises(ModelFileError, match=r"^the alignment model has features .*colours"):
        AlignmentModel.from_bytes(data)
