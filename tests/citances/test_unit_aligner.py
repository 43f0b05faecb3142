"""Alignment by units: what may be in one class is the pair model's to say, within constraints."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.knowledge.resources import NOTHING
from spacy_citalign.citances.scoring import pair_score, relation
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.citances.units.segmentation import UnitModel
from spacy_citalign.citances.units.unit_aligner import UnitAligner, unit_pair_features
from spacy_citalign.citances.units.word_table import WordTable
from tests.citances.unit_groups import GOLD, WITH_THESAURUS, group_of, leaf, model_of

EVERYTHING = model_of({}, 8.0, WITH_THESAURUS)  # would align all words
ONE = model_of({}, 8.0, WITH_THESAURUS, joined=9.0)  # ... and takes a citance for one unit
CONCEPTS = model_of({"same abbreviation": 12.0, "same": 12.0}, -6.0, WITH_THESAURUS)


def classes(model, *citances, **columns):
    group = group_of(*citances, **columns)
    return align(group, model, AlignmentSettings(threshold=0.3)).classes.tolist()


def similarity(model, *citances, resources=NOTHING, **columns):
    return model.units.similarity(group_of(*citances, **columns), resources)


# --- words have the similarity of their units ------------------------------------------------


def test_similarity_of_words_is_that_of_their_units():
    model = model_of({"same words": 4.0}, -2.0)
    found = similarity(model, "leaf moss", "leaf").similarity
    alike, other = 1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))
    # Leaf is compared with itself, also within its citance, which the closure does not read.
    assert found[0, 2] == pytest.approx(alike)
    assert found[1, 2] == pytest.approx(other)
    assert np.array_equal(found, found.T)


def test_similarity_is_the_mean_over_the_cuts():
    pairs = model_of({"same words": 30.0}, -15.0).units.pairs
    # "wet leaf" is a unit at one of three cuts; leaf alone is another wording then.
    aligner = UnitAligner(UnitModel(leaf(0.0), (0.4, 0.6, 0.7)), pairs)
    found = aligner.similarity(group_of("wet leaf", "leaf"), NOTHING).similarity
    assert found[1, 2] == pytest.approx(2 / 3, abs=0.01)


def test_evidence_is_yielded_for_each_cut():
    table = WordTable(group_of("wet leaf", "leaf"), NOTHING)
    sizes = [
        len(features.units)
        for features in unit_pair_features(table, UnitModel(leaf(0.0), (0.4, 0.6)))
    ]
    assert sizes == [2, 2]  # wet leaf, leaf; wet, leaf


# --- what never meets ------------------------------------------------------------------------


def test_without_a_reason_against_it_all_is_one_class():
    assert classes(EVERYTHING, "leaf", "moss", "frog") == [1, 1, 1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rises", "declines"),  # opposites
        ("elevated", "reduced"),
        ("Zork2", "Zork3"),  # members of a family
        ("zork2a", "Zork3"),
        ("12", "13"),  # other numbers
        ("2.5", "2.4"),
    ],
)
def test_words_that_are_never_in_one_class(one, other):
    assert classes(EVERYTHING, one, other) == [0, 0]
    # Nor by a third that is like both.
    found = classes(EVERYTHING, one, other, "leaf", "moss")
    assert found[0] != found[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [("rises", "elevated"), ("Zork2", "ZORK2"), ("Zork", "Zork2"), ("Zork2", "Mup3"), ("12", "12")],
)
def test_words_that_may_be_in_one_class(one, other):
    assert classes(EVERYTHING, one, other) == [1, 1]


def test_units_of_several_words_with_other_numbers():
    assert classes(ONE, "zork 12", "zork 13") == [0] * 4
    assert classes(ONE, "zork 12", "zork 12") == [1] * 4


def test_an_abbreviation_has_the_number_of_its_long_form():
    definitions = [(["ZLF2"], ["zlf", "12", "gene"])]
    assert similarity(ONE, "ZLF2", "zlf 12 gene").forbidden.sum() > 0
    assert similarity(ONE, "ZLF2", "zlf 12 gene", definitions=definitions).forbidden.sum() == 0


WORDS = ["rises", "declines", "elevated", "reduced", "Zork2", "Zork3", "zork", "12", "13", "leaf"]
CITANCES = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), min_size=2, max_size=5
)


@given(CITANCES)
def test_no_class_has_words_that_are_forbidden_to_meet(citances):
    group = group_of(*citances)
    found = align(group, EVERYTHING, AlignmentSettings(threshold=0.05)).classes
    up, down = {"rises", "elevated"}, {"declines", "reduced"}
    for number in range(1, found.max(initial=0) + 1):
        words = {group.words[n] for n in np.flatnonzero(found == number)}
        assert not (words & up and words & down)
        assert not words >= {"Zork2", "Zork3"}
        assert not words >= {"12", "13"}


@given(CITANCES)
def test_similarities_are_symmetric_probabilities(citances):
    if not any(citances):
        return
    found = similarity(CONCEPTS, *citances, resources=WITH_THESAURUS)
    for matrix in (found.similarity, found.forbidden):
        assert abs(matrix.astype(float) - matrix.T.astype(float)).max() == 0
    assert 0 <= found.similarity.min() <= found.similarity.max() <= 1 + 1e-12


# --- abbreviations ---------------------------------------------------------------------------


def test_an_abbreviation_carries_the_class_of_its_long_form():
    joined = model_of({"same abbreviation": 12.0}, -6.0, WITH_THESAURUS, joined=9.0)
    definitions = [(["MGL"], ["moss", "green", "light"])]
    assert classes(joined, "moss green light", "MGL", "MGL", definitions=definitions) == [1] * 5
    assert classes(joined, "zonal leaf factor", "ZLF") == [1] * 4  # well-known, spelled out


@pytest.mark.parametrize(
    "citances", [("moss green light", "MGL"), ("zonal leaf", "ZLF"), ("big cats", "BC")]
)
def test_letters_alone_do_not_align(citances, unit_model):
    joined = model_of({"same abbreviation": 12.0}, -6.0, WITH_THESAURUS, joined=9.0)
    for model in (joined, CONCEPTS, unit_model):
        assert not any(classes(model, *citances))


# --- as learned ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(GOLD)))
def test_what_was_learned_is_found_again(number, unit_model):
    own = GOLD[number]
    found = align(own.group, unit_model)
    owners = own.group.owners
    score = pair_score(relation(own.classes, owners), relation(found.classes, owners))
    assert score.f > 0.6
    assert 0.5 < found.expected_ama <= 1


def test_learned_model_keeps_members_of_a_family_apart(unit_model):
    found = classes(unit_model, "Kli8 grows", "Kli9 grows", "Kli8 grows", "Kli9 grows")
    assert found[0] == found[4] > 0
    assert found[2] == found[6] > 0
    assert found[0] != found[2]


@pytest.mark.parametrize(
    ("citances", "expected"),
    [
        ([], []),
        ([""], []),
        (["leaf"], [0]),
        (["leaf", ""], [0]),
        (["leaf", "wasp"], [0, 0]),
        (["leaf", "", "leaf"], [1, 1]),
    ],
)
def test_groups_of_few_words(citances, expected, unit_model):
    assert classes(unit_model, *citances) == expected
