"""The file of a term model: round trip, damaged parts, pruning."""

from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest
from damaged import repacked
from hypothesis import given
from hypothesis import strategies as st
from term_models import annotated_texts, quick, term_model

from spacy_citalign.chain import storage
from spacy_citalign.errors import ModelFileError, SettingError
from spacy_citalign.terms.extractor import Extraction, TermExtractor
from spacy_citalign.terms.levels import LEVELS
from spacy_citalign.terms.lexicons import Lexicons
from spacy_citalign.terms.model import KIND, VERSION, TermModel, prune
from spacy_citalign.terms.training import train

TEXTS = [item.text for item in annotated_texts()]


@pytest.fixture(scope="module")
def model():
    small = train(annotated_texts()[:10], quick(prune=0.8))
    return replace(small, lexicons=Lexicons.of({"units": ["metre"]}))


@pytest.fixture(scope="module")
def data(model):
    return model.to_bytes()


@pytest.fixture(scope="module")
def parts(data):
    return storage.unpack(data, KIND, VERSION)


spoilt = partial(repacked, KIND, VERSION)


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


def test_model_bytes_hold_no_word_of_the_training_text(data, parts):
    content = b"".join(array.tobytes() for array in parts[1].values()) + data
    words = {word for text in TEXTS for word in text.words if len(word) > 6}
    assert not [word for word in words if word.encode() in content]


# --- damage ----------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.999])
def test_truncated_model_is_refused(data, share):
    with pytest.raises(ModelFileError):
        TermModel.from_bytes(data[: int(len(data) * share)])


@cache
def small_bytes():
    return prune(term_model(), 0.9).to_bytes()


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255))
def test_model_with_a_flipped_byte_is_refused(place, flip):
    data = bytearray(small_bytes())
    data[int(place * len(data))] ^= flip
    with pytest.raises(ModelFileError):
        TermModel.from_bytes(bytes(data))


def test_model_of_another_version_or_kind_is_refused(parts):
    with pytest.raises(ModelFileError, match=f"format version {VERSION + 1}"):
        TermModel.from_bytes(storage.pack(KIND, VERSION + 1, *parts))
    with pytest.raises(ModelFileError, match="'genes'"):
        TermModel.from_bytes(storage.pack("genes", VERSION, *parts))


def test_model_without_any_part_is_refused(parts):
    for name in names_of(parts[1]):
        with pytest.raises(ModelFileError, match="lacks or garbles a part"):
            TermModel.from_bytes(spoilt(parts, {name: None}))


@pytest.mark.parametrize("name", ["levels", "classes", "rescoring", "alpha"])
def test_model_without_any_setting_is_refused(parts, name):
    assert name in parts[0]
    with pytest.raises(ModelFileError, match="lacks or garbles a part"):
        TermModel.from_bytes(spoilt(parts, meta={name: None}))


@pytest.mark.parametrize("value", [np.zeros((2, 2, 2)), np.array(["x"]), np.array(7)], ids=str)
def test_model_with_any_part_garbled_is_refused(parts, value):
    for name in names_of(parts[1]):
        with pytest.raises(ModelFileError, match="lacks or garbles a part"):
            TermModel.from_bytes(spoilt(parts, {name: value}))


@pytest.mark.parametrize(
    "meta",
    [
        {"levels": "words"},
        {"levels": []},
        {"levels": ["of tomorrow"]},
        {"levels": ["words"]},
        {"levels": 3},
        {"levels": [["words"]]},
        {"classes": False},  # the level "classes" needs them
        {"classes": "no"},
        {"alpha": 1.5},
        {"alpha": float("nan")},
        {"alpha": "much"},
        {"alpha": [0.4]},
    ],
    ids=str,
)
def test_model_with_garbled_meta_is_refused(parts, meta):
    with pytest.raises(ModelFileError, match="lacks or garbles a part"):
        TermModel.from_bytes(spoilt(parts, meta=meta))


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
        "masked n-grams in part": {"masked_words/keys": keys},
    }


@pytest.mark.parametrize(
    "what",
    [
        "fewer values",
        "fewer columns",
        "fewer rows",
        "fewer keys",
        "infinite weights",
        "a row beyond the keys",
        "a row before the keys",
        "a column beyond the outputs",
        "a group too many",
        "starts of another group",
        "moves of another model",
        "moves that are no numbers",
        "infinite moves",
        "fewer bins than words",
        "classes of another size",
        "lexicons that are no hashes",
        "lexicons in two columns",
        "fewer counts than keys",
        "n-grams of nine lengths",
        "bigrams of three",
        "bigrams that are not known",
        "bigrams below 0",
        "fewer weights of rescoring",
        "masked n-grams in part",
    ],
)
def test_model_whose_parts_contradict_each_other_is_refused(parts, what):
    with pytest.raises(ModelFileError, match="lacks or garbles a part"):
        TermModel.from_bytes(spoilt(parts, garbled(parts[1])[what]))


# --- pruning ---------------------------------------------------------------------------------


def magnitudes(model):
    return np.sort(np.concatenate([abs(part.values) for part in model.weights]))


def test_prune_of_nothing_changes_nothing(model, data):
    assert prune(model, 0.0).to_bytes() == data


@pytest.mark.parametrize("share", [0.25, 0.9])
def test_prune_drops_that_share_of_the_smallest_weights(model, data, share):
    pruned = prune(model, share)
    before, after = magnitudes(model), magnitudes(pruned)
    # Equal magnitudes (float16) at the limit stay together, so it may drop a few fewer.
    assert len(before) * (1 - share) - 1 <= len(after) <= len(before) * (1 - share) * 1.2 + 1
    assert np.array_equal(after, before[-len(after) :])
    assert len(pruned.to_bytes()) < len(data)
    for part in pruned.weights:
        assert np.array_equal(np.unique(part.rows), np.arange(len(part.features.keys)))


@pytest.mark.parametrize("share", [-0.1, 1.0, float("nan")])
def test_prune_refuses_a_share_out_of_range(model, share):
    with pytest.raises(SettingError, match=f"{share}; give 0 up to below 1"):
        prune(model, share)
