"""Learning a whole model: both methods, partial gold, possible links, confidences."""

from dataclasses import replace

import numpy as np
import pytest

from spacy_citalign.citances import learning
from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.learning import LearningSettings, class_agreement, learn
from spacy_citalign.citances.paper.crf_training import TrainingSettings
from spacy_citalign.citances.scoring import pair_score, relation
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.errors import InputError, SettingError
from tests.citances.unit_groups import GOLD, WITH_THESAURUS, gold

UNITS = LearningSettings(folds=2, trees=5, calibrate=False)
SCHWARTZ = LearningSettings(methods=("schwartz",), crf=TrainingSettings(least_count=2))


def f_of(own, model, settings):
    owners = own.group.owners
    found = align(own.group, model, settings).classes
    return pair_score(relation(own.classes, owners), relation(found, owners)).f


# --- what is learned -------------------------------------------------------------------------


def test_the_method_of_the_paper_finds_again_what_it_learned():
    model = learn(GOLD, SCHWARTZ)
    assert model.units is None
    assert model.schwartz.families == SCHWARTZ.families
    scores = [f_of(own, model, AlignmentSettings(method="schwartz")) for own in GOLD]
    assert np.mean(scores) > 0.65


@pytest.mark.parametrize("methods", [("units",), ("schwartz",), ("units", "schwartz")])
def test_methods_that_are_wanted_are_trained(methods):
    model = learn(GOLD[:2], replace(UNITS, methods=methods))
    for method in ("units", "schwartz"):
        assert (getattr(model, method) is not None) == (method in methods)
        settings = AlignmentSettings(method=method)
        if method in methods:
            assert align(GOLD[0].group, model, settings).size == 4
        else:
            with pytest.raises(SettingError, match=f"method is '{method}'.*not been trained"):
                align(GOLD[0].group, model, settings)


def test_the_model_keeps_its_resources(unit_model):
    assert unit_model.resources == WITH_THESAURUS
    assert unit_model.confidence is None


def test_two_learnings_give_equal_bytes():
    both = replace(UNITS, methods=("units", "schwartz"))
    one, other = (learn(GOLD[:3], both, WITH_THESAURUS).to_bytes() for _ in range(2))
    assert one == other


def test_a_model_aligns_a_group_that_it_has_not_seen(unit_model):
    unseen = gold(["Quux5/1 sheds moss/2 scales", "moss/2 grows Quux5/1", "Quux5/1 moss/2 eats"])
    assert f_of(unseen, unit_model, AlignmentSettings()) == 1


# --- confidences -----------------------------------------------------------------------------


def test_agreement_of_classes_by_hand(unit_model):
    own = GOLD[1]
    found = align(own.group, unit_model)
    features, share = class_agreement(found, found.classes)
    assert features.shape == (len(found.aligned_classes), 4)
    assert share.tolist() == [1] * len(share)
    assert class_agreement(found, np.zeros_like(found.classes))[1].tolist() == [0] * len(share)


@pytest.mark.slow
def test_confidences_are_learned_on_groups_held_out():
    settings = replace(UNITS, calibrate=True)
    model = learn(GOLD, settings, WITH_THESAURUS)
    assert model.confidence is not None
    for own in align(GOLD[0].group, model).aligned_classes:
        assert 0 < own.confidence < 1
    assert (
        replace(model, confidence=None).to_bytes() == learn(GOLD, UNITS, WITH_THESAURUS).to_bytes()
    )


def test_too_few_or_partial_groups_leave_confidences_alone():
    settings = replace(UNITS, calibrate=True, folds=5)
    partial = [part._replace(partial=True) for part in GOLD[:3]]
    assert learn([*GOLD[3:], *partial], settings).confidence is None


# --- what gold leaves open -------------------------------------------------------------------


def given_to_training(monkeypatch, own):
    """The gold group that the training of the CRF is given."""
    seen = []

    def stop(groups, _settings):
        seen.extend(groups)
        raise InterruptedError

    monkeypatch.setattr(learning, "train", stop)
    with pytest.raises(InterruptedError):
        learn([own], SCHWARTZ)
    return seen[0]


def pairs(matrix):
    return {(int(one), int(other)) for one, other in np.argwhere(matrix) if one < other}


PARTIAL = gold(["leaf/1 rots rot", "leaves/1 rotting Mup4", "leaf Mup4"], partial=True)
# Words: leaf 0, rots 1, rot 2 | leaves 3, rotting 4, Mup4 5 | leaf 6, Mup4 7


def test_partial_gold_leaves_words_of_one_stem_open(monkeypatch):
    found = given_to_training(monkeypatch, PARTIAL)
    assert pairs(found.aligned) == {(0, 3)}
    # Not rots and rot, which are of one citance; nor the two leaf, of which one has a class.
    assert pairs(found.possible) == {(1, 4), (2, 4), (5, 7)}
    assert np.array_equal(found.possible, found.possible.T)


def test_complete_gold_leaves_nothing_open(monkeypatch):
    assert given_to_training(monkeypatch, PARTIAL._replace(partial=False)).possible is None


def test_possible_links_are_added_to_what_is_open(monkeypatch):
    possible = np.zeros((8, 8), dtype=bool)
    possible[6, 0] = possible[0, 6] = True
    both = given_to_training(monkeypatch, PARTIAL._replace(possible=possible))
    assert pairs(both.possible) == {(1, 4), (2, 4), (5, 7), (0, 6)}
    only = given_to_training(monkeypatch, PARTIAL._replace(possible=possible, partial=False))
    assert pairs(only.possible) == {(0, 6)}


def test_links_say_the_same_as_classes():
    links = [relation(own.classes, own.group.owners) for own in GOLD]
    by_links = [own._replace(classes=None, links=of) for own, of in zip(GOLD, links, strict=True)]
    one, other = learn(by_links, SCHWARTZ).schwartz, learn(GOLD, SCHWARTZ).schwartz
    assert one.weights.pair == other.weights.pair
    with pytest.raises(InputError, match="0 groups with gold classes are too few"):
        learn(by_links, UNITS)  # units need classes


# --- unfit input -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"methods": ()}, r"methods is \(\); give some of units, schwartz"),
        ({"methods": ("units", "magic")}, "give some of units, schwartz"),
        ({"families": ("null", "colours")}, r"families has \['colours'\]; choose from"),
        ({"families": ()}, "families has nothing; choose from"),
        ({"folds": 1}, "folds is 1; give a whole number from 2 on"),
        ({"trees": 0}, "trees is 0; give a whole number from 1 on"),
    ],
)
def test_settings_that_are_unfit_are_refused(changes, words):
    with pytest.raises(SettingError, match=words):
        LearningSettings(**changes)
