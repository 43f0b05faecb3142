"""Alignment models as bytes: all of it comes back, damage is told with what to do."""

import struct
from dataclasses import replace

import numpy as np
import pytest
from damaged import ModelFile

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.confidence import ClassConfidence
from spacy_citalign.citances.knowledge.lexicon import Lexicon
from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.learning import LearningSettings, learn
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.paper.crf_training import TrainingSettings
from spacy_citalign.citances.settings import METHODS, AlignmentSettings
from spacy_citalign.citances.units.pair_features import PairFeatures
from spacy_citalign.errors import ModelFileError
from tests.citances.unit_groups import GOLD, THESAURUS, statistics

KIND, VERSION = "citance aligner", 2


@pytest.fixture(scope="module")
def model():
    """A model of both methods with resources, confidences and notes."""
    lexicon = Lexicon.compile([("leaf margin", "L1"), ("Zork2", "Z")])
    resources = Resources(*statistics(), thesaurus=THESAURUS, lexicon=lexicon)
    crf = TrainingSettings(least_count=2)
    settings = LearningSettings(METHODS, crf=crf, folds=2, trees=5, calibrate=False)
    return replace(
        learn(GOLD[:3], settings, resources),
        confidence=ClassConfidence((0.5, 1.0, 0.25, -0.5)),
        notes={"trained on": "three groups", "thresholds": [0.2, 0.4]},
    )


@pytest.fixture(scope="module")
def file(model):
    return ModelFile.of(model, KIND, VERSION)


# --- all of it comes back --------------------------------------------------------------------


def test_bytes_give_the_same_model_back(model):
    again = AlignmentModel.from_bytes(model.to_bytes())
    assert again.to_bytes() == model.to_bytes()
    assert again.notes == model.notes
    assert again.confidence == model.confidence
    assert again.units.pairs.weights.tolist() == model.units.pairs.weights.tolist()
    assert again.units.units.cuts == model.units.units.cuts
    assert again.schwartz.families == model.schwartz.families
    assert again.schwartz.weights.pair == model.schwartz.weights.pair
    assert again.resources.thesaurus.entries == THESAURUS.entries
    assert again.resources.background.total == model.resources.background.total


@pytest.mark.parametrize("method", METHODS)
def test_a_read_model_aligns_alike(model, method):
    again = AlignmentModel.from_bytes(model.to_bytes())
    settings = AlignmentSettings(method=method)
    for own in GOLD:
        one, other = (align(own.group, m, settings).to_record() for m in (model, again))
        assert one == other


def test_models_of_one_method_and_of_none(model):
    for parts in ({"units": None}, {"schwartz": None}, {"units": None, "schwartz": None}):
        fewer = replace(model, **parts, resources=NOTHING, confidence=None)
        again = AlignmentModel.from_bytes(fewer.to_bytes())
        assert again.to_bytes() == fewer.to_bytes() != model.to_bytes()
        assert all(getattr(again, name) is None for name in parts)
        assert again.resources == NOTHING
        assert again.confidence is None


# --- what is no model ------------------------------------------------------------------------


def test_a_model_of_another_version_says_what_to_do(model):
    data = bytearray(model.to_bytes())
    struct.pack_into("<I", data, 8, 1)
    words = "format version 1, this release reads 2; train it anew or install the release"
    with pytest.raises(ModelFileError, match=words):
        AlignmentModel.from_bytes(bytes(data))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: data[:-1], "truncated or damaged; copy it again or train it anew"),
        (lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:], "truncated or damaged"),
        (lambda data: b"", "not a model of this package: .* give the folder or bytes"),
        (lambda data: b"PK" + data, "not a model of this package"),
    ],
)
def test_damaged_files_are_refused(model, damage, words):
    with pytest.raises(ModelFileError, match=words):
        AlignmentModel.from_bytes(damage(model.to_bytes()))


def test_a_model_of_another_component_is_refused(file):
    with pytest.raises(ModelFileError, match="load it into the component that wrote it"):
        AlignmentModel.from_bytes(file._replace(kind="gene tagger").changed({}))


def test_a_model_without_a_part_is_refused(file):
    file.check_needs(["notes", "evidence", "intercept", "words counted", "pair weights"])
    file.check_needs([f"pairs/{part}" for part in ("start", "feature", "threshold", "left")])
    file.check_needs([f"units/{part}" for part in ("start", "right", "value")])
    file.check_needs(["markov", "prefix keys", "prefix weights", "lexicon/concepts"])
    file.check_needs(["statistics/words", "statistics/vectors", "statistics/pair counts"])


def test_arrays_that_contradict_each_other_are_refused(file):
    feature = file.arrays["pairs/feature"].copy()
    feature[0, 0] = len(PairFeatures.names())
    changes = [
        {"pairs/feature": feature},
        {"pairs/left": np.zeros_like(file.arrays["pairs/left"])},
        {"units/value": np.zeros((1, 1), np.float32)},
        {"prefix weights": np.zeros(0, np.float32)},
        {"prefix keys": np.zeros(2, np.int64)},
        {"statistics/counts": np.zeros(1, np.uint32)},
        {"thesaurus": np.frombuffer(b"own.tsv\tno entry\n", np.uint8)},
        {"thesaurus": np.full(3, 255, np.uint8)},
    ]
    file.check_refused(changes)


def test_garbled_settings_are_refused(file):
    changes = [
        {"cuts": 7},
        {"cuts": ["much"]},
        {"intercept": "much"},
        {"confidence": "much"},
        {"words counted": 0},
        {"notes": 5},
    ]
    schwartz = file.settings["schwartz"]
    changes += [
        {"schwartz": {**schwartz, part: value}}
        for part in ("pair", "null")
        for value in (7, "much", ["a"], {"a": []}, None)
    ]
    file.check_refused(changes)


def test_a_model_of_other_features_is_named_as_such(file):
    words = "other features than this release has; install the release that wrote it or train it"
    file.check_refused(
        [
            {"evidence": [*PairFeatures.names(), "colours"]},
            {"evidence": list(PairFeatures.names())[::-1]},
            {"pair weights": np.zeros(3)},
        ],
        words,
    )
    schwartz = {**file.settings["schwartz"], "families": ["colours"]}
    file.check_refused([{"schwartz": schwartz}], r"^the alignment model has features .*colours")
