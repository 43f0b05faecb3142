"""Columns of new sentences, by their tags. Anchors and coarse columns (Roark, Table 2)."""

import copy
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.model import ColumnTagger, anchor_columns, regions
from spacy_citalign.columns.roles import roles_of
from spacy_citalign.columns.training import train
from spacy_citalign.columns.trees import tree_of
from tests.columns.column_models import QUICK, TAGS, column_model, treebank

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


# Table 2: the columns of a sentence of 18 words, and its coarse columns by number of anchors.
COLUMNS = [5, 22, 67, 84, 97, 119, 123, 127, 132, 185, 209, 235, 257, 272, 280, 343, 359, 373]
TABLE_2 = {
    100: [1, 13, 39, 45, 51, 61, 64, 65, 71, 97, 109, 121, 139, 151, 155, 179, 189, 197],
    10: [0, 0, 0, 1, 3, 4, 4, 4, 5, 7, 11, 13, 15, 16, 17, 18, 18, 19],
    5: [0, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 7, 8, 8, 9],
}
SIZE = 378  # columns in all, Table 1

SETS = st.sets(st.integers(0, 40), max_size=12).map(sorted)


def anchors_of(coarse, anchors):
    """The anchors that a row of Table 2 tells, the others as far to the left as they can be.

    Odd numbers are anchors: number 2i + 1 is the anchor i. An even number tells how many anchors
    come before the column.
    """
    known = {number // 2: c for c, number in zip(COLUMNS, coarse, strict=True) if number % 2}
    chosen = []
    for place in range(anchors):
        free = (chosen[-1] if chosen else -1) + 1
        after = [c for c, number in zip(COLUMNS, coarse, strict=True) if number // 2 <= place]
        chosen.append(known.get(place, max([free, *(column + 1 for column in after)])))
    return np.array(chosen)


@pytest.mark.parametrize(("anchors", "coarse"), TABLE_2.items())
def test_table_2(anchors, coarse):
    chosen = anchors_of(coarse, anchors)
    assert len(chosen) == anchors
    assert np.all(np.diff(chosen) > 0)
    assert chosen[-1] < SIZE
    assert regions(np.array(COLUMNS), chosen).tolist() == coarse


def test_table_2_with_five_anchors_tells_all_of_them():
    """The anchor of the main verb (VB) is column 3, that of the final punctuation column 9."""
    anchors = np.array([97, 132, 257, 280, 373])
    assert np.array_equal(anchors_of(TABLE_2[5], 5), anchors)
    assert regions(np.array([132, 373]), anchors).tolist() == [3, 9]


def test_table_2_has_nested_anchors():
    chosen = [{c for c, n in zip(COLUMNS, TABLE_2[k], strict=True) if n % 2} for k in (5, 10, 100)]
    assert chosen[0] < chosen[1] < chosen[2]


@pytest.mark.parametrize(
    ("occupancy", "anchors", "expected"),
    [
        ([3, 9, 1, 9, 5], 1, [1]),  # of equals the first
        ([3, 9, 1, 9, 5], 3, [1, 3, 4]),
        ([3, 9, 1, 9, 5], 5, [0, 1, 2, 3, 4]),
        ([3, 9], 10, [0, 1]),  # there are no more
        ([3, 9], 0, []),
        ([], 5, []),
    ],
)
def test_anchors_are_the_columns_where_gaps_occur_least_often(occupancy, anchors, expected):
    assert anchor_columns(np.array(occupancy, dtype=np.int64), anchors).tolist() == expected


@given(SETS, SETS)
def test_odd_numbers_are_anchors_and_even_ones_lie_between(anchors, columns):
    found = regions(np.array(columns, dtype=np.int64), np.array(anchors, dtype=np.int64)).tolist()
    for column, region in zip(columns, found, strict=True):
        before = sum(anchor < column for anchor in anchors)
        assert region == 2 * before + (column in anchors)
        assert 0 <= region <= 2 * len(anchors)
    assert found == sorted(found)


@given(SETS, SETS, SETS)
def test_more_anchors_divide_the_regions_of_fewer(some, more, columns):
    places = np.array(columns, dtype=np.int64)
    coarse = regions(places, np.array(some, dtype=np.int64)).tolist()
    fine = regions(places, np.array(sorted({*some, *more}), dtype=np.int64)).tolist()
    pairs = set(zip(fine, coarse, strict=True))
    assert len(pairs) == len({region for region, _ in pairs})


@given(st.lists(st.integers(0, 9), max_size=12), st.integers(0, 12), st.integers(0, 12))
def test_anchors_of_fewer_are_among_those_of_more(occupancy, one, other):
    few, many = (
        set(anchor_columns(np.array(occupancy, dtype=np.int64), number).tolist())
        for number in sorted((one, other))
    )
    assert few <= many


@pytest.mark.parametrize("anchors", [[], [0], [3, 7]])
def test_words_without_a_column_have_no_region(anchors):
    assert regions(np.array([-1, -1]), np.array(anchors, dtype=np.int64)).tolist() == [-1, -1]
