"""The file of a column model: round trip, damaged parts."""

from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest
from column_models import QUICK, column_model, treebank
from damaged import repacked
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain import storage
from spacy_citalign.columns.model import KIND, VERSION, ColumnModel
from spacy_citalign.columns.tagger import ColumnTagger
from spacy_citalign.columns.training import train
from spacy_citalign.errors import ModelFileError

spoilt = partial(repacked, KIND, VERSION)


@cache
def plain_model(profile="pssm"):
    """A model without roles."""
    return train(treebank(), replace(QUICK, anchoring="trees", profile=profile))


@pytest.fixture(scope="module")
def data():
    return column_model().to_bytes()


@pytest.fixture(scope="module")
def parts(data):
    """All that a model with roles holds, and the moves of one with a profile HMM."""
    meta, arrays = storage.unpack(data, KIND, VERSION)
    _, others = storage.unpack(plain_model("hmm").to_bytes(), KIND, VERSION)
    moves = {name: others[name] for name in ("moves", "insertions")}
    return meta | {"hmm": True}, arrays | moves


def refused(parts, arrays=(), meta=()):
    with pytest.raises(ModelFileError, match="model of columns lacks or garbles a part"):
        ColumnModel.from_bytes(spoilt(parts, arrays, meta))


# --- round trip --------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [column_model, plain_model, partial(plain_model, "hmm")])
def test_model_comes_back_from_its_bytes(make):
    model = make()
    again = ColumnModel.from_bytes(model.to_bytes())
    assert again.to_bytes() == model.to_bytes()
    assert (again.tags, again.history) == (model.tags, model.history)
    assert np.array_equal(again.profile.counts, model.profile.counts)
    assert again.profile.sentences == model.profile.sentences
    assert np.array_equal(again.held, model.held)
    assert dict(again.settings) == dict(model.settings)
    assert (again.roles is None, again.moves is None) == (model.roles is None, model.moves is None)


@pytest.mark.parametrize("make", [column_model, plain_model, partial(plain_model, "hmm")])
def test_model_from_its_bytes_finds_the_same_columns(make):
    tags = [tag for sentence in treebank() for tag in sentence.tags]
    lengths = np.array([len(sentence.tags) for sentence in treebank()])
    found = ColumnTagger(make())(tags, lengths)
    again = ColumnTagger(ColumnModel.from_bytes(make().to_bytes()))(tags, lengths)
    assert np.array_equal(found.columns, again.columns)
    assert found.aligned.all()


def test_parts_of_different_models_fit_together(parts):
    """So that what is refused below is refused for what is spoilt."""
    assert ColumnModel.from_bytes(spoilt(parts)).moves is not None


def test_sizes_are_those_of_tags_and_columns():
    model = column_model()
    rows, columns = model.profile.counts.shape
    assert rows == len(model.tags) + 1
    assert columns == model.history[-1]
    assert not model.profile.counts[-1].any()
    assert model.profile.occupancy.max() <= model.profile.sentences <= len(treebank())
    assert model.held.tolist() == sorted(model.held.tolist())
    assert len(model.to_bytes()) < 50_000


# --- damage ------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.999])
def test_truncated_model_is_refused(data, share):
    with pytest.raises(ModelFileError):
        ColumnModel.from_bytes(data[: int(len(data) * share)])


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255))
def test_model_with_a_flipped_byte_is_refused(place, flip):
    data = bytearray(plain_model().to_bytes())
    data[int(place * len(data))] ^= flip
    with pytest.raises(ModelFileError):
        ColumnModel.from_bytes(bytes(data))


def test_model_of_another_version_or_kind_is_refused(parts):
    with pytest.raises(ModelFileError, match=f"format version {VERSION + 1}"):
        ColumnModel.from_bytes(storage.pack(KIND, VERSION + 1, *parts))
    with pytest.raises(ModelFileError, match="'terms'"):
        ColumnModel.from_bytes(storage.pack("terms", VERSION, *parts))


def test_model_without_any_part_is_refused(parts):
    for name in parts[1]:
        refused(parts, {name: None})
    for name in parts[0]:
        refused(parts, meta={name: None})


@pytest.mark.parametrize("value", [np.zeros((2, 2, 2)), np.array(["x"]), np.array(7)], ids=str)
def test_model_with_any_part_garbled_is_refused(parts, value):
    for name in parts[1]:
        refused(parts, {name: value})


@pytest.mark.parametrize(
    "meta",
    [
        {"tags": []},
        {"tags": 5},
        {"tags": ["NN"]},  # fewer than the counts have
        {"sentences": "many"},
        {"sentences": 1},  # fewer than columns have words
        {"sentences": -1},
        {"sentences": float("inf")},
        {"sentences": float("nan")},
        {"history": 3},
        {"history": ["many"]},
        {"history": [float("inf")]},
        {"settings": "quick"},
        {"settings": 7},
    ],
    ids=str,
)
def test_model_with_garbled_meta_is_refused(parts, meta):
    refused(parts, meta=meta)


def test_model_with_tags_twice_or_no_names_is_refused(parts):
    tags = parts[0]["tags"]
    refused(parts, meta={"tags": [tags[0], *tags[:-1]]})
    refused(parts, meta={"tags": [1, *tags[1:]]})
    refused(parts, meta={"tags": [["NN"], *tags[1:]]})


def garbled(arrays):
    """Ways in which arrays of a model can contradict each other, by name."""
    counts, held, moves = arrays["counts"], arrays["held"], arrays["moves"]
    unknown = counts.copy()
    unknown[-1, 0] = 1
    return {
        "no columns": {"counts": counts[:, :0]},
        "fewer columns": {"counts": counts[:, :-1]},
        "fewer tags": {"counts": counts[:-1]},
        "counts that are signed": {"counts": counts.astype(np.int64)},
        "more words than sentences": {"counts": counts + np.uint32(99)},
        "counts of unknown tags": {"counts": unknown},
        "two held columns": {"held": held[:2]},
        "a held column beyond the last": {"held": held + np.int32(counts.shape[1])},
        "a held column before the first": {"held": np.array([-2, -1, -1], dtype=np.int32)},
        "held columns that descend": {"held": held[::-1].copy()},
        "a column held twice": {"held": np.array([1, 1, 2], dtype=np.int32)},
        "held columns that are no whole numbers": {"held": held.astype(np.float64)},
        "moves of fewer columns": {"moves": moves[:-1]},
        "moves of two states": {"moves": moves[:, :2, :2]},
        "moves that are signed": {"moves": moves.astype(np.int64)},
        "insertions of fewer tags": {"insertions": arrays["insertions"][:-1]},
        "insertions that are signed": {"insertions": arrays["insertions"].astype(np.int64)},
        "transitions of other labels": {"transitions": np.zeros((3, 3), dtype=np.float32)},
        "infinite transitions": {"transitions": np.full((6, 6), np.inf, dtype=np.float32)},
        "wide transitions": {"transitions": np.zeros((6, 6))},
        "fewer weights": {"weights/0/values": arrays["weights/0/values"][:-1]},
        "a group of features too many": {
            f"weights/{sum(name.endswith('/keys') for name in arrays)}/keys": np.zeros(0, np.uint64)
        },
    }


GARBLED = [
    "no columns",
    "fewer columns",
    "fewer tags",
    "counts that are signed",
    "more words than sentences",
    "counts of unknown tags",
    "two held columns",
    "a held column beyond the last",
    "a held column before the first",
    "held columns that descend",
    "a column held twice",
    "held columns that are no whole numbers",
    "moves of fewer columns",
    "moves of two states",
    "moves that are signed",
    "insertions of fewer tags",
    "insertions that are signed",
    "transitions of other labels",
    "infinite transitions",
    "wide transitions",
    "fewer weights",
    "a group of features too many",
]


@pytest.mark.parametrize("what", GARBLED)
def test_model_whose_parts_contradict_each_other_is_refused(parts, what):
    refused(parts, garbled(parts[1])[what])


def test_every_way_of_garbling_is_tried(parts):
    tried = [what if isinstance(what, str) else what.values[0] for what in GARBLED]
    assert list(garbled(parts[1])) == tried
