"""The words of a group by stem, and the abbreviations that there is a reason for."""

import numpy as np
import pytest

from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.units.word_table import TAGS, WordTable
from tests.citances.unit_groups import THESAURUS, WITH_THESAURUS, group_of, statistics

ZLF = ("zlf",)
LONG = ("zonal", "leaf", "factor")


def table(*citances, resources=NOTHING, **columns):
    return WordTable(group_of(*citances, **columns), resources)


def test_words_of_one_stem_are_one():
    found = table("Leaf rots", "", "leaf rotting leaf")
    assert found.stems == ["leaf", "rot"]
    assert found.stem.tolist() == [0, 1, 0, 1, 0]
    assert found.stem_counts.tolist() == [2, 2]  # citances, not words
    assert found.first.tolist() == [True, False, True, False, False]


def test_tags_are_one_letter():
    tags = ["NNS", "NNP", "VBG", "VBN", "VBZ", "JJR", "RB", "CD", "IN", "", "FW"]
    found = table("a b c d e f g h i j k", tags=tags)
    assert "".join(found.tags) == "NPGEVJRCI--"
    assert set(found.tags) <= {*TAGS, "-"}


def test_without_resources_words_are_rare_and_have_no_vectors():
    found = table("leaf rots", "leaf")
    assert found.vectors.shape == (2, 0)
    assert found.cosine.tolist() == [[0, 0], [0, 0]]
    assert found.rarity.tolist() == [1, 1]


def test_vectors_and_rarity_of_stems():
    background, vectors = statistics()
    found = table("cats dog", "zork", resources=Resources(background, vectors))
    assert found.cosine[0, 1] > 0.3
    assert found.cosine[2].tolist() == [0, 0, 0]  # unknown
    assert found.cosine.min() >= 0
    assert found.rarity[2] == pytest.approx(1)
    assert found.rarity[0] < 1


def test_phrases_are_found_inside_of_citances_only():
    found = table("wet leaf wet leaf", "leaf wet", "leaf")
    assert list(found.runs(("wet", "leaf"))) == [0, 2]
    assert list(found.runs(("wet", "moth"))) == []
    assert list(found.runs(("leaf",))) == [1, 3, 4, 6]


# --- abbreviations ---------------------------------------------------------------------------


def test_defined_abbreviation_and_its_long_form_are_one_concept():
    definitions = [(["ZLF"], ["zonal", "leaf", "factor"])]
    found = table("zonal leaf factor binds", "ZLF leaf", definitions=definitions)
    assert found.concepts == [(ZLF, (LONG,))]
    assert found.concept.tolist() == [1, 1, 1, 0, 1, 0]
    assert found.expansions == {"zlf": LONG}


def test_well_known_abbreviation_counts_where_it_is_spelled_out():
    found = table("zonal leaf factors bind", "ZLF binds", resources=WITH_THESAURUS)
    assert found.concepts == [(ZLF, (LONG,))]
    assert found.concept.tolist() == [1, 1, 1, 0, 1, 0]


@pytest.mark.parametrize(
    "citances",
    [
        ["ZLF binds", "ZLF grows"],  # nowhere spelled out
        ["ZLF binds", "zonal leaf grows", "factor"],  # not side by side
        ["ZLF binds", "zonal leaf", "factor"],
        ["zlf binds", "zonal leaf factor"],  # not written as one
        ["ABC binds", "a big cat"],  # letters alone, in no thesaurus and not defined
    ],
)
def test_letters_alone_are_no_reason(citances):
    found = table(*citances, resources=WITH_THESAURUS)
    assert found.concepts == []
    assert not found.concept.any()
    assert found.expansions == {}


def test_definition_in_the_group_and_thesaurus_add_up():
    definitions = [(["ZLF"], ["zinc", "like", "finger"])]
    found = table("zonal leaf factor", "ZLF", definitions=definitions, resources=WITH_THESAURUS)
    assert found.concepts[0].short == ZLF
    assert LONG in found.concepts[0].long
    assert len(found.concepts[0].long) == 2


def test_definitions_of_stop_words_say_nothing():
    assert table("ZLF", definitions=[(["ZLF"], ["of", "the"])]).concepts == []


def test_short_forms_of_several_words():
    found = table(
        "MMP 9", "moss mat protein 9", definitions=[(["MMP", "9"], "moss mat protein 9".split())]
    )
    assert found.expansions == {}  # of one word only
    assert found.concept[0] > 0


@pytest.mark.parametrize("citances", [[], [""], ["", ""]])
def test_groups_without_words(citances):
    found = table(*citances, resources=Resources(*statistics(), THESAURUS))
    assert found.stems == []
    assert found.stem.dtype == np.int64
    assert found.concepts == []
    assert found.concept.shape == (0,)
