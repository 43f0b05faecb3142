"""The file of a term model: round trip, damaged parts, pruning."""

from dataclasses import replace

import numpy as np
import pytest
from damaged import ModelFile

from spacy_citalign.chain.weights import prune
from spacy_citalign.terms.extractor import TermExtractor
from spacy_citalign.terms.feature_levels import LEVELS
from spacy_citalign.terms.lexicons import Lexicons
from spacy_citalign.terms.model import LABELS, TermModel
from spacy_citalign.terms.settings import Extraction
from spacy_citalign.terms.training import train
from tests.terms.term_models import annotated_texts, quick

TEXTS = [item.text for item in annotated_texts()]


@pytest.fixture(scope="module")
def model():
    small = train(annotated_texts()[:10], quick(prune=0.8))
    return replace(small, lexicons=Lexicons.of({"units": ["metre"]}))


@pytest.fixture(scope="module")
def data(model):
    return model.to_bytes()


@pytest.fixture(scope="module")
def file(model):
    return ModelFile.of(model, TermModel.kind, TermModel.version)


def names_of(arrays):
    """One name for each kind of array."""
    return {(name.split("/")[0], name.split("/")[-1]): name for name in arrays}.values()


# --- round trip ------------------------------------------------------------------------------


def test_model_comes_back_from_its_bytes(model, data):
    again = TermModel.from_bytes(data)
    assert again.to_bytes() == data
    assert again.levels == model.levels == LEVELS
    assert again.alpha == model.alpha
    for name in ("transitions", "bigrams"):
        assert np.array_equal(getattr(again, name), getattr(model, name))
    for name in ("lexicons", "classes", "rescoring"):
        for one, two in zip(getattr(again, name), getattr(model, name), strict=True):
            assert np.array_equal(one, two)
    assert again.learned.arrays().keys() == model.learned.arrays().keys()


@pytest.mark.parametrize("boundaries", ["crf", "cam", "rescored"])
def test_model_from_its_bytes_extracts_alike(model, data, boundaries):
    how = Extraction(boundaries)
    found = TermExtractor(model, how)(TEXTS)
    assert TermExtractor(TermModel.from_bytes(data), how)(TEXTS) == found
    assert all(found)


def test_model_without_classes_and_rescoring_comes_back():
    levels = tuple(level for level in LEVELS if level != "classes")
    model = train(annotated_texts()[:5], quick(levels=levels, rescore=0))
    again = TermModel.from_bytes(model.to_bytes())
    assert again.classes is None
    assert again.rescoring is None
    assert again.levels == levels
    assert again.to_bytes() == model.to_bytes()


def test_model_bytes_hold_no_word_of_the_training_text(data, file):
    content = b"".join(array.tobytes() for array in file.arrays.values()) + data
    words = {word for text in TEXTS for word in text.words if len(word) > 6}
    assert not [word for word in words if word.encode() in content]


# --- damage ----------------------------------------------------------------------------------


def test_model_without_any_part_is_refused(file):
    file.check_needs([*names_of(file.arrays), "levels", "classes", "rescoring", "alpha"])


@pytest.mark.slow
def test_model_with_any_part_garbled_is_refused(file):
    for value in (np.zeros((2, 2, 2)), np.array(["x"]), np.array(7)):
        file.check_refused({name: value} for name in names_of(file.arrays))


def test_model_with_garbled_settings_is_refused(file):
    wrong = {
        "levels": ["words", [], ["of tomorrow"], ["words"], 3, [["words"]]],
        "classes": [False, "no"],  # the level "classes" needs them
        "alpha": [1.5, float("nan"), "much", [0.4]],
    }
    file.check_refused({name: value} for name, values in wrong.items() for value in values)


def garbled(arrays):
    """Ways in which arrays of a model can contradict each other, by name."""
    keys, rows = arrays["weights/0/keys"], arrays["weights/0/rows"]
    columns, values = arrays["weights/0/columns"], arrays["weights/0/values"]
    moves, bigrams = arrays["transitions"], arrays["bigrams"]
    beyond = columns.copy()
    beyond[0] = np.iinfo(np.uint16).max
    jump, back = rows.copy(), rows.copy()
    jump[-1] += len(keys)
    back[0] = -1
    one_more = sum(name.startswith("weights/") and name.endswith("/keys") for name in arrays)
    return {
        "fewer values": {"weights/0/values": values[:-1]},
        "fewer columns": {"weights/0/columns": columns[:-1]},
        "fewer rows": {"weights/0/rows": rows[:-1]},
        "fewer keys": {"weights/0/keys": keys[:1]},
        "infinite weights": {"weights/0/values": np.full_like(values, np.inf)},
        "a row beyond the keys": {"weights/0/rows": jump},
        "a row before the keys": {"weights/0/rows": back},
        "a column beyond the outputs": {"weights/0/columns": beyond},
        "a group too many": {f"weights/{one_more}/keys": keys},
        "starts of another group": {"weights/0/starts": np.array([7], dtype=np.int8)},
        "moves of another model": {"transitions": np.zeros((8, 8))},
        "moves that are no numbers": {"transitions": np.full((3, 3), "x")},
        "infinite moves": {"transitions": np.where(moves > moves.mean(), np.inf, moves)},
        "fewer bins than words": {"learned/rates/bins": arrays["learned/rates/bins"][:-1]},
        "classes of another size": {"classes/classes": arrays["classes/classes"][:, :2]},
        "lexicons that are no hashes": {"lexicons/units": np.zeros(1)},
        "lexicons in two columns": {"lexicons/units": np.zeros((1, 1), dtype=np.uint64)},
        "fewer counts than keys": {"words/counts": arrays["words/counts"][:-1]},
        "n-grams of nine lengths": {"words/distinct": np.append(arrays["words/distinct"], 0)},
        "bigrams of three": {"bigrams": np.zeros((4, 3))},
        "bigrams that are not known": {"bigrams": np.full_like(bigrams, np.nan)},
        "bigrams below 0": {"bigrams": -1 - bigrams},
        "fewer weights of rescoring": {"rescoring/weights": np.zeros(3)},
    }


def test_model_whose_parts_contradict_each_other_is_refused(file):
    file.check_refused(garbled(file.arrays).values())


# --- pruning ---------------------------------------------------------------------------------


def pruned_by(share, model):
    return replace(model, weights=prune(model.weights, [LABELS], share))


def magnitudes(model):
    return np.sort(np.concatenate([abs(part.values) for part in model.weights]))


def test_prune_of_nothing_changes_nothing(model, data):
    assert pruned_by(0.0, model).to_bytes() == data


@pytest.mark.parametrize("share", [0.25, 0.9])
def test_prune_drops_that_share_of_the_smallest_weights(model, data, share):
    pruned = pruned_by(share, model)
    before, after = magnitudes(model), magnitudes(pruned)
    # Equal magnitudes (float16) at the limit stay together, so it may drop a few fewer.
    assert len(before) * (1 - share) - 1 <= len(after) <= len(before) * (1 - share) * 1.2 + 1
    assert np.array_equal(after, before[-len(after) :])
    assert len(pruned.to_bytes()) < len(data)
    for part in pruned.weights:
        assert np.array_equal(np.unique(part.rows), np.arange(len(part.features.keys)))
