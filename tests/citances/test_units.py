"""Joints of adjacent words and units: where words may hang together, and what is known of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.group import Adjacency
from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.units.segmentation import UnitModel, cut_units, find_joints
from spacy_citalign.citances.units.trees import BoostedTrees
from spacy_citalign.citances.units.word_table import WordTable
from tests.citances.unit_groups import THESAURUS, WITH_THESAURUS, group_of, leaf, statistics

FIRST, GLUED, NEXT, SKIPPED, BROKEN = Adjacency
ALL = Resources(*statistics(), THESAURUS)


def joints(*citances, resources=NOTHING, **columns):
    return find_joints(WordTable(group_of(*citances, **columns), resources))


def test_joints_are_inside_of_citances():
    assert joints("wet leaf rots", "", "moth", "wet leaf").at.tolist() == [1, 2, 5]


def test_punctuation_parts_words_and_nothing_else():
    kinds = [FIRST, GLUED, NEXT, SKIPPED, BROKEN]
    assert joints("a b c d e", adjacency=kinds).at.tolist() == [1, 2, 3]


@pytest.mark.parametrize("citances", [[], [""], ["leaf"], ["leaf", "moth"]])
def test_groups_without_joints(citances):
    found = joints(*citances)
    assert found.at.tolist() == []
    assert UnitModel(leaf(), (0.5,)).probabilities(found).shape == (0,)


def test_features_by_hand():
    # wet leaf stands in two citances; rots follows leaf in one.
    found = joints("wet leaf rots", "wet leaf", "leaf wet", adjacency=[0, 1, 3, 0, 2, 0, 2])
    glued, skipped, more_citances, recurs, of_rarer, of_commoner, forth, back = found.features.T[:8]
    assert found.at.tolist() == [1, 2, 4, 6]
    assert glued.tolist() == [1, 0, 0, 0]
    assert skipped.tolist() == [0, 1, 0, 0]
    assert more_citances.tolist() == [1, 0, 1, 0]
    assert recurs.tolist() == [1, 0, 1, 0]
    assert of_rarer.tolist() == pytest.approx([2 / 3, 1, 2 / 3, 1 / 3])
    assert of_commoner.tolist() == pytest.approx([2 / 3, 1 / 3, 2 / 3, 1 / 3])
    assert forth.tolist() == pytest.approx([1, 0.5, 1, 0.5])  # leaf goes before rots and wet
    assert back.tolist() == pytest.approx([1, 1, 1, 1])


@pytest.mark.parametrize("column", ["genes", "terms", "phrases"])
def test_spans_around_both_words_are_seen(column):
    inside = joints("wet leaf", "moth", **{column: [1, 1, 0]}).features
    for other in ([0, 0, 0], [1, 0, 0], [1, 2, 0]):
        assert not np.array_equal(inside, joints("wet leaf", "moth", **{column: other}).features)


def test_phrases_of_the_thesaurus_and_abbreviations_are_seen():
    plain = joints("stem cell", "zonal leaf factor", "ZLF").features
    known = joints("stem cell", "zonal leaf factor", "ZLF", resources=WITH_THESAURUS).features
    assert (plain != known).any(axis=1).tolist() == [True, True, True]


def test_all_groups_have_the_same_finite_features():
    widths = set()
    for resources in (NOTHING, WITH_THESAURUS, ALL):
        for citances in (["a b"], ["cat eats mouse 12", "the cat", "2.5 B"]):
            features = joints(*citances, resources=resources).features
            assert np.isfinite(features).all()
            assert features.dtype == np.float32
            widths.add(features.shape[1])
    assert len(widths) == 1


@pytest.mark.parametrize(
    ("threshold", "expected"), [(0, [0, 0, 0, 1]), (0.3, [0, 0, 1, 2]), (0.6, [0, 1, 2, 3])]
)
def test_units_are_cut_below_the_threshold(threshold, expected):
    assert cut_units(4, np.array([1, 2]), np.array([0.5, 0.2]), threshold).tolist() == expected


@given(st.lists(st.floats(0, 1), max_size=8), st.floats(0, 1), st.floats(0, 1))
def test_higher_thresholds_only_part_units(probability, one, other):
    at = np.arange(1, len(probability) + 1)
    low, high = (
        cut_units(len(at) + 1, at, np.array(probability), threshold)
        for threshold in sorted((one, other))
    )
    assert set(np.diff(low)) | set(np.diff(high)) <= {0, 1}
    assert (np.diff(high) >= np.diff(low)).all()


def test_probabilities_are_those_of_the_trees():
    found = joints("wet leaf rots", "moth")
    odds = BoostedTrees(0.0, *leaf(2.0)[1:])
    assert UnitModel(odds, (0.5,)).probabilities(found) == pytest.approx([0.8808, 0.8808], abs=1e-4)
