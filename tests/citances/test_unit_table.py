"""Distinct units of a group: counted, spelled out, with what stands around them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.units.unit_table import LONGEST, UnitTable
from spacy_citalign.citances.units.word_table import TAGS, WordTable
from tests.citances.unit_groups import group_of, statistics


def units(*citances, resources=NOTHING, **columns):
    """Units are divided by blanks, the words of a unit by underscores."""
    split = [citance.split() for citance in citances]
    numbers, number = [], 0
    for own in split:
        for unit in own:
            numbers += [number] * (unit.count("_") + 1)
            number += 1
    group = group_of(*(" ".join(own).replace("_", " ") for own in split), **columns)
    return UnitTable(WordTable(group, resources), np.array(numbers, dtype=np.int64))


FOUND = units("wet_leaf rots wet_leaf", "Wet_leaves_die moth", "moth wet_Leaf")


def test_units_are_the_same_by_their_stems_in_order():
    found = units("wet_leaf rots", "leaf_wet rotting", "Wet_leaf wet")
    assert found.stems == [("wet", "leaf"), ("rot",), ("leaf", "wet"), ("wet",)]
    assert found.of_words.tolist() == [0, 0, 1, 2, 2, 1, 0, 0, 3]
    assert found.occurrence.tolist() == [0, 1, 2, 1, 0, 3]
    assert found.lengths.tolist() == [2, 1, 2, 1]
    assert len(found) == 4


def test_units_are_counted_by_citance():
    assert FOUND.standing.tolist() == [[1, 0, 1], [1, 0, 0], [0, 1, 0], [0, 1, 1]]
    assert FOUND.home.tolist() == [0, 0, 1, 1]
    assert FOUND.spread.tolist() == [2, 1, 1, 2]


def test_the_first_occurrence_is_how_a_unit_is_written():
    found = units("Wet_Leaf", "wet_leaf")
    assert found.surface == ["wetleaf"]
    assert found.written == [("Wet", "Leaf")]


def test_the_last_words_of_long_units_are_looked_at():
    found = units("a_b_c_d_e_f_g x")
    names = [found.table.stems[n] for n in found.words[0]]
    assert len(names) == LONGEST
    assert names == list("cdefg")
    assert found.words[1].tolist()[1:] == [-1] * (LONGEST - 1)


def test_short_forms_are_spelled_out_in_bags():
    definitions = [(["ZLF"], ["zonal", "leaf", "factor"])]
    found = units("zonal_leaf_factor", "ZLF gene", definitions=definitions)
    bags = found.bags
    assert np.array_equal(bags[0], bags[1])
    assert bags.sum(axis=1).tolist() == [3, 3, 1]
    assert found.concept.tolist() == [1, 1, 0]


def test_a_unit_is_in_a_concept_wholly_or_not():
    definitions = [(["ZLF"], ["zonal", "leaf"])]
    found = units("zonal_leaf", "ZLF", "ZLF_gene", definitions=definitions)
    assert found.concept.tolist() == [1, 1, 0]


def test_the_commonest_tag_of_the_last_word():
    found = units("wet_leaf", "wet_leaf", "wet_leaf", tags=["JJ", "VB", "JJ", "NN", "JJ", "NNS"])
    assert [TAGS[n] for n in found.tag] == ["N"]
    assert units("leaf").tag.tolist() == [-1]


def test_share_of_occurrences_in_spans():
    found = units("wet_leaf rots", "wet_leaf rots", "rots")
    assert found.share(np.array([0, 1, 0, 0, 0, 2, 0])).tolist() == pytest.approx([1 / 2, 1 / 3])


def test_neighbours_are_of_the_same_citance():
    found = units("wet leaf", "moth wet")
    stems = found.table.stems
    after, before = found.after, found.before
    assert after[0].tolist() == [float(s == "leaf") for s in stems]
    assert before[0].tolist() == [float(s == "moth") for s in stems]
    assert not after[1].any()  # leaf ends its citance


def test_contexts_are_of_the_same_citance():
    background, vectors = statistics()
    known = Resources(background, vectors)
    found = units("cat chases", "oak shades", resources=known)
    alone = units("cat chases", resources=known)
    assert found.contexts[:2] == pytest.approx(alone.contexts)
    assert found.contexts[0] == pytest.approx(alone.vectors[1], abs=1e-5)


@pytest.mark.parametrize("citances", [[], [""], ["", ""]])
def test_groups_without_units(citances):
    found = units(*citances)
    assert len(found) == 0
    assert found.standing.shape == (0, len(citances))
    assert found.surface == []


@given(st.lists(st.lists(st.sampled_from(["a", "b", "a_b", "b_c_d"]), max_size=4), max_size=4))
def test_units_can_be_put_together_again(citances):
    found = units(*map(" ".join, citances))
    stems = [found.table.stems[n] for n in found.table.stem]
    again = [part for unit in found.occurrence.tolist() for part in found.stems[unit]]
    assert again == stems
    owners = found.table.group.owners[found.begins].tolist()
    places = set(zip(found.occurrence.tolist(), owners, strict=True))
    assert found.standing.sum() == len(places)
    assert len(set(found.stems)) == len(found)
