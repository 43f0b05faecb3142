"""Columns of new sentences, by their tags."""

import copy
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from column_models import QUICK, TAGS, column_model, treebank
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.regions import anchor_columns, regions
from spacy_citalign.columns.roles import roles_of
from spacy_citalign.columns.tagger import ColumnTagger
from spacy_citalign.columns.training import train
from spacy_citalign.columns.trees import tree_of

SENTENCES = st.lists(
    st.lists(st.sampled_from(TAGS), min_size=1, max_size=14), min_size=1, max_size=4
)
MODELS = st.sampled_from([("roles", "pssm"), ("trees", "pssm"), ("none", "pssm"), ("trees", "hmm")])


@cache
def tagger(anchoring="roles", profile="pssm", anchors=None):
    """A tagger with a model of the invented sentences."""
    model = column_model()
    if (anchoring, profile) != ("roles", "pssm"):
        model = train(treebank(), replace(QUICK, anchoring=anchoring, profile=profile, matches=6))
    return ColumnTagger(model, anchors)


def columns(found_by, *sentences):
    tags = [tag for sentence in sentences for tag in sentence]
    return found_by(tags, np.array([len(sentence) for sentence in sentences], dtype=np.int64))


def test_words_of_roles_are_in_the_columns_that_hold_them():
    sentences = treebank()
    found = columns(tagger(), *(one.tags for one in sentences)).columns.tolist()
    first = 0
    for one in sentences:
        for place, column in zip(
            roles_of(tree_of(*one), one.tags), column_model().held.tolist(), strict=True
        ):
            assert place < 0 or found[first + place] == column
        first += len(one.tags)


@given(MODELS, SENTENCES)
def test_columns_ascend_and_are_all_or_none_of_a_sentence(kind, sentences):
    found = columns(tagger(*kind), *sentences)
    size = tagger(*kind).model.profile.counts.shape[1]
    first = 0
    for tags, aligned in zip(sentences, found.aligned.tolist(), strict=True):
        own = found.columns[first : first + len(tags)]
        known = own[own >= 0]
        assert np.all(np.diff(known) > 0)
        assert np.all(known < size)
        if kind[1] == "pssm":
            assert len(known) == (len(tags) if aligned else 0)
            assert aligned == (len(tags) <= size)
        else:
            assert aligned  # what has no column is inserted
        first += len(tags)


@given(MODELS, SENTENCES)
def test_regions_are_those_of_the_anchors(kind, sentences):
    found = columns(tagger(*kind, anchors=2), *sentences)
    anchors = anchor_columns(tagger(*kind).model.profile.occupancy, 2)
    known = found.columns >= 0
    assert np.array_equal(found.regions[known], regions(found.columns[known], anchors))
    assert np.all(found.regions[~known] % 2 == 0) or kind[1] == "pssm"
    if kind[1] == "pssm":
        assert np.all(found.regions[~known] == -1)


@given(MODELS, SENTENCES)
def test_without_anchors_every_column_is_a_region(kind, sentences):
    found = columns(tagger(*kind), *sentences)
    assert np.array_equal(found.regions, found.columns)


@pytest.mark.parametrize("kind", [("none", "pssm"), ("none", "hmm"), ("roles", "pssm")])
def test_no_sentence_has_no_columns(kind):
    found = columns(tagger(*kind, anchors=2))
    assert [len(part) for part in found] == [0, 0, 0]


@given(MODELS, SENTENCES)
def test_one_by_one_as_all_at_once(kind, sentences):
    together = columns(tagger(*kind, anchors=3), *sentences)
    alone = [columns(tagger(*kind, anchors=3), tags) for tags in sentences]
    for name in ("columns", "regions", "aligned"):
        parts = [getattr(found, name) for found in alone]
        assert np.array_equal(getattr(together, name), np.concatenate(parts))


def test_columns_of_roles_are_left_empty_where_a_sentence_lacks_the_role():
    heading = ["NN", "CC", "NN"]
    subject, root, _ = column_model().held.tolist()
    assert not {subject, root} & set(columns(tagger(), heading).columns.tolist())


def test_unknown_tags_have_columns_too():
    found = columns(tagger(), ["ODD", "STRANGE", "."])
    assert np.all(found.columns >= 0)


def test_anchors_are_named_by_the_roles_that_they_hold():
    held = column_model().held.tolist()
    size = column_model().profile.counts.shape[1]
    named = tagger(anchors=size).anchor_columns
    assert list(named) == list(range(size))
    assert {column: name for column, name in named.items() if name} == dict(
        zip(held, ("subject", "root", "final"), strict=True)
    )
    assert set(tagger("none", anchors=size).anchor_columns.values()) == {""}
    assert tagger().anchor_columns == {}


def test_copy_finds_the_same():
    tags = treebank()[1].tags
    again = copy.deepcopy(tagger(anchors=3))
    assert np.array_equal(columns(again, tags).regions, columns(tagger(anchors=3), tags).regions)
