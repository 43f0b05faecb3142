"""The reasons for classes, in a reader's words."""

import numpy as np
import pytest

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.knowledge.resources import NOTHING, Resources
from spacy_citalign.citances.units.pair_features import PairFeatures
from spacy_citalign.citances.units.reasons import Reason, class_reasons
from spacy_citalign.citances.units.unit_table import UnitTable
from spacy_citalign.citances.units.word_table import WordTable
from tests.citances.unit_groups import GOLD, WITH_THESAURUS, group_of, statistics


def reasons(classes, *citances, resources=NOTHING, **columns):
    """Each word is a unit."""
    group = group_of(*citances, **columns)
    table = WordTable(group, resources)
    evidence = PairFeatures(UnitTable(table, np.arange(len(group.words))))
    return class_reasons(evidence, np.array(classes, dtype=np.int64))


def told(one, other, resources=WITH_THESAURUS, **columns):
    ((first, second, evidence),) = reasons([1, 1], one, other, resources=resources, **columns)
    assert (first, second) == (0, 1)
    return evidence


def test_entries_of_the_thesaurus_are_named_with_their_file():
    assert told("rises", "elevated") == ("thesaurus: increase (acts.tsv)",)


def test_spelling_and_entries_may_both_speak():
    assert told("cleave", "cleavage") == ("thesaurus: cut (acts.tsv)", "spelling 0.75")
    assert told("Mup14a", "Mup14b") == ("spelling 0.83",)


def test_abbreviations_are_named():
    found = told("MG", "moss", definitions=[(["MG"], ["moss"])])
    assert found == ("same words", "abbreviation MG")


def test_vectors_and_company_count_from_some_height_on():
    known = Resources(*statistics())
    vectors = [reason for reason in told("cat", "dog", known) if reason.startswith("vectors ")]
    assert 0.4 <= float(vectors[0].split()[1]) <= 1
    assert not any(reason.startswith("vectors") for reason in told("cat", "oak", known))


def test_words_that_only_others_hold_together_have_no_reasons():
    assert told("leaf", "moss", NOTHING) == ()


def test_every_two_wordings_of_a_class_are_told_once():
    # leaf, moss and frog in class 1; ant in none; leaf again is the same wording.
    found = reasons([1, 0, 1, 1, 1], "leaf ant", "moss leaf", "frog")
    assert [(reason.first, reason.second) for reason in found] == [(0, 2), (0, 4), (2, 4)]


def test_a_class_of_one_wording_and_no_class_have_none():
    assert reasons([1, 1], "leaf", "Leaf") == []
    assert reasons([0, 0], "leaf", "moss") == []


@pytest.mark.parametrize("number", range(len(GOLD)))
def test_reasons_of_an_alignment_are_of_its_classes(number, unit_model):
    found = align(GOLD[number].group, unit_model)
    for reason in found.reasons:
        assert isinstance(reason, Reason)
        assert reason.first < reason.second
    assert list(found.reasons) == sorted(found.reasons)
    together = [r for r in found.reasons if found.classes[r.first] == found.classes[r.second] > 0]
    assert len(together) == len(found.reasons)


def test_thesaurus_of_a_learned_model_is_a_reason(unit_model):
    evidence = {text for reason in align(GOLD[4].group, unit_model).reasons for text in reason[2]}
    assert "thesaurus: decrease (acts.tsv)" in evidence
