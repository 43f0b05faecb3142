"""The file of a column model: round trip, damaged parts."""

from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest
from damaged import ModelFile

from spacy_citalign.columns.model import ColumnModel, ColumnTagger
from spacy_citalign.columns.training import train
from tests.columns.column_models import QUICK, column_model, treebank


@cache
def plain_model(profile="pssm"):
    """A model without roles."""
    return train(treebank(), replace(QUICK, anchoring="trees", profile=profile))


@pytest.fixture(scope="module")
def file():
    """All that a model with roles holds, and the moves of one with a profile HMM."""
    with_roles = ModelFile.of(column_model(), ColumnModel.kind, ColumnModel.version)
    others = ModelFile.of(plain_model("hmm"), ColumnModel.kind, ColumnModel.version).arrays
    moves = {name: others[name] for name in ("moves", "insertions")}
    return with_roles._replace(
        settings=with_roles.settings | {"hmm": True}, arrays=with_roles.arrays | moves
    )


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
    assert (again.roles is None, again.transition_counts is None) == (
        model.roles is None,
        model.transition_counts is None,
    )


@pytest.mark.parametrize("make", [column_model, plain_model, partial(plain_model, "hmm")])
def test_model_from_its_bytes_finds_the_same_columns(make):
    tags = [tag for sentence in treebank() for tag in sentence.tags]
    lengths = np.array([len(sentence.tags) for sentence in treebank()])
    found = ColumnTagger(make())(tags, lengths)
    again = ColumnTagger(ColumnModel.from_bytes(make().to_bytes()))(tags, lengths)
    assert np.array_equal(found.columns, again.columns)
    assert found.aligned.all()


def test_parts_of_different_models_fit_together(file):
    """So that what is refused below is refused for what is spoilt."""
    assert ColumnModel.from_bytes(file.changed({})).transition_counts is not None


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


def test_model_without_any_part_is_refused(file):
    file.check_needs([*file.arrays, *file.settings])


@pytest.mark.slow
def test_model_with_any_part_garbled_is_refused(file):
    for value in (np.zeros((2, 2, 2)), np.array(["x"]), np.array(7)):
        file.check_refused({name: value} for name in file.arrays)


def test_model_with_garbled_settings_is_refused(file):
    tags = file.settings["tags"]
    wrong = {
        "tags": [
            [],
            5,
            ["NN"],  # fewer than the counts have
            [tags[0], *tags[:-1]],
            [1, *tags[1:]],
            [["NN"], *tags[1:]],
        ],
        "sentences": ["many", 1, -1, float("inf"), float("nan")],  # columns have more words than 1
        "history": [3, ["many"], [float("inf")]],
        "settings": ["quick", 7],
    }
    file.check_refused({name: value} for name, values in wrong.items() for value in values)


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


def test_model_whose_parts_contradict_each_other_is_refused(file):
    file.check_refused(garbled(file.arrays).values())
