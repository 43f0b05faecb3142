"""Units of several words: what speaks for a unit, by hand, and what is learned from gold."""

import math

import numpy as np
import pytest

from spacy_citalign.citances.adjacency import adjacency_features, adjacent_words, before
from spacy_citalign.citances.background import Background
from spacy_citalign.citances.features import FAMILIES, GroupFeatures
from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.citances.resources import Resources
from spacy_citalign.citances.units import UnitModel, train_units
from spacy_citalign.errors import InputError

FIRST, GLUED, NEXT, SKIPPED, BROKEN = Adjacency


def features_of(citances, *, families=FAMILIES, resources=None, **columns):
    group = make_group([words.split() for words in citances], **columns)
    return GroupFeatures(group, families, resources or Resources())


def values_of(citances, **columns):
    """The features of each word that is not a citance's first word."""
    features = features_of(citances, **columns)
    inner = features.group.adjacency != Adjacency.FIRST
    return {
        name: np.asarray(v, dtype=float)[inner].tolist() for name, v in adjacency_features(features)
    }


# --- what speaks for a unit -----------------------------------------------------------------


def test_the_word_before_the_first_is_itself():
    assert before(3).tolist() == [0, 0, 1]
    assert before(0).shape == (0,)


def test_adjacency_by_kind():
    found = values_of(["a b c d e"], adjacency=[FIRST, GLUED, NEXT, SKIPPED, BROKEN])
    assert found["constant"] == [1, 1, 1, 1]
    assert found["joint glued"] == [1, 0, 0, 0]
    assert found["joint next"] == [0, 1, 0, 0]
    assert found["joint skipped"] == [0, 0, 1, 0]


def test_adjacency_by_word_class():
    tags = ["NN", "NNS", "VBZ", "JJ", "NN", "RB"]
    found = values_of(
        ["a b c d e f"], tags=tags, adjacency=[FIRST, NEXT, NEXT, NEXT, SKIPPED, NEXT]
    )
    assert found["noun noun"] == found["noun noun, near"] == [1, 0, 0, 0, 0]
    assert found["adjective noun"] == [0, 0, 0, 1, 0]
    assert found["adjective noun, near"] == [0, 0, 0, 0, 0]  # "of" left out between them
    assert found["verb first"] == [0, 0, 1, 0, 0]
    assert found["verb second"] == [0, 1, 0, 0, 0]
    assert found["an adverb"] == [0, 0, 0, 0, 1]
    assert found["plural first"] == [0, 1, 0, 0, 0]
    assert found["plural second"] == [1, 0, 0, 0, 0]


def test_adjacency_by_form():
    found = values_of(["miR 200 x"], adjacency=[FIRST, GLUED, GLUED])
    assert found["digit second"] == [1, 0]
    assert found["short first"] == [0, 0]
    assert found["short second, glued"] == [0, 1]


def test_adjacency_inside_genes_terms_and_concepts():
    concepts = np.array([[5], [5], [0], [6]], dtype=np.uint64)
    found = values_of(["a b c d"], genes=[1, 1, 2, 0], terms=[0, 0, 0, 3], concepts=concepts)
    assert found["one gene"] == [1, 0, 0]
    assert found["one of two in a gene"] == [0, 0, 1]
    assert found["one term"] == [0, 0, 0]
    assert found["one of two in a term"] == [0, 0, 1]
    assert found["one concept"] == [1, 0, 0]
    assert found["a border of a concept"] == [0, 0, 1]  # and not where one ends


def test_pairs_that_come_back_in_other_citances():
    found = values_of(["leaf margin rots", "leaf margins heal", "leaf", "moth heals"])
    # leaf margin twice, leaf three times, margin twice; heal twice
    assert found["recurs"] == [1, 0, 1, 0, 0]
    assert found["share of the rarer"] == pytest.approx([2 / 2, 1 / 1, 2 / 2, 1 / 2, 1 / 1])
    assert found["share of both"] == pytest.approx([4 / 5, 2 / 3, 4 / 5, 2 / 4, 2 / 3])
    assert found["first recurs"] == [1, 1, 1, 1, 0]
    assert found["second recurs"] == [1, 0, 1, 1, 1]


def test_pairs_in_everyday_text():
    # leaf 3, margin 2, leaf margin 2; 6 words
    phrases = [["leaf", "margin"], ["leaf", "margin"], ["leaf", "moth"]]
    background = Background.count(phrases, least_word=1, least_pair=1)
    found = values_of(["leaf margin leaf"], resources=Resources(background=background))
    expected = (3 + 1) * (2 + 1) / 6
    mutual = math.log((2 + 0.1) / expected)
    assert found["mutual information"][0] == pytest.approx(mutual / 5)
    assert found["mutual information, seen"] == pytest.approx([mutual * 2 / 7 / 5, 0])
    assert found["seen together"] == [1, 0]
    assert found["log seen"] == pytest.approx([math.log(3) / 5, 0])
    assert found["given the first"] == pytest.approx([2 / 4, 0])
    assert found["given the second"] == pytest.approx([2 / 3, 0])
    assert found["log count first"] == pytest.approx([math.log(4) / 10, math.log(3) / 10])
    assert "seen together" not in values_of(["leaf margin leaf"])


def test_words_of_a_joint_are_kept_apart():
    features = features_of(["leaf margin leaf"])
    first, second = adjacent_words(features)
    assert first[1] != second[2]  # leaf as the first of a joint, and as the second
    assert first[1] != first[2]
    assert len(set(first.tolist()) & set(second.tolist())) == 0
    assert adjacent_words(features_of(["leaf margin"], families=("null",))).shape == (0, 2)


# --- the model -------------------------------------------------------------------------------


def by_name(weights, keys=(), key_weights=()):
    return UnitModel(
        weights, np.array(keys, dtype=np.uint64), np.array(key_weights, dtype=np.float32)
    )


def test_probability_of_a_joint_by_hand():
    model = by_name({"constant": math.log(2), "joint glued": math.log(5), "unknown": 99.0})
    found = model(
        features_of(["miR 200 rots", "a b"], adjacency=[FIRST, GLUED, NEXT, FIRST, SKIPPED])
    )
    assert found == pytest.approx([0, 10 / 11, 2 / 3, 0, 2 / 3])


def test_a_unit_does_not_reach_over_the_end_of_a_citance():
    found = by_name({"constant": 9.0})(features_of(["a b", "", "c"], adjacency=[NEXT, NEXT, NEXT]))
    assert (found > 0).tolist() == [False, True, False]


def test_learned_words_add_their_weights():
    features = features_of(["leaf margin", "margin leaf"])
    key = adjacent_words(features)[0, 1]  # leaf comes first
    found = by_name({}, [key], [math.log(3)])(features)
    assert found == pytest.approx([0, 3 / 4, 0, 1 / 2])


@pytest.mark.parametrize("citances", [[], [""], ["", ""]])
def test_no_words_have_no_joints(citances):
    assert by_name({"constant": 1.0})(features_of(citances)).shape == (0,)


# --- training --------------------------------------------------------------------------------

CITANCES = ["leaf margin rots", "old leaf margins rot", "leaf margin disease rots fast"]
CLASSES = np.array([1, 1, 2, 0, 1, 1, 2, 1, 1, 0, 2, 0])


def learned(citances=CITANCES, classes=CLASSES, **settings):
    return train_units([(features_of(citances), np.array(classes), 1.0)], **settings)


def test_units_are_learned_from_classes():
    found = learned(strength=10.0)(features_of(CITANCES))
    assert np.flatnonzero(found > 0.5).tolist() == [1, 5, 8]  # margin, margins, margin


def test_probabilities_are_the_shares_in_gold():
    # Of four glued pairs three are one unit, of four others one is.
    citances, joints = ["leaf margin"] * 8, [FIRST, GLUED] * 4 + [FIRST, NEXT] * 4
    classes = np.array([1, 1] * 3 + [1, 2] * 4 + [1, 1])
    features = features_of(citances, adjacency=joints)
    model = train_units([(features, classes, 1.0)], strength=1e4, least_count=100)
    assert len(model.keys) == 0
    assert model(features)[1::2] == pytest.approx([3 / 4] * 4 + [1 / 4] * 4, abs=1e-3)


def test_words_are_learned_that_stand_beside_adjacency_often_enough():
    # Words of joints where one has a class: leaf comes first three times, margin second, rot too.
    assert len(learned(least_count=4).keys) == 0
    few, many = (len(learned(least_count=count).keys) for count in (3, 1))
    assert 0 < few < many
    plain = features_of(CITANCES, families=("null",))
    assert len(train_units([(plain, CLASSES, 1.0)], least_count=1).keys) == 0


def test_pairs_of_words_without_a_class_say_nothing():
    more = [*CITANCES, "moths eat wasps"]
    plain = learned().weights
    other = learned(more, [*CLASSES, 0, 0, 0]).weights
    assert other["joint next"] == pytest.approx(plain["joint next"], abs=0.05)


def test_groups_count_by_their_weight():
    features = features_of(CITANCES)
    twice = train_units([(features, CLASSES, 1.0)] * 2)
    heavy = train_units([(features, CLASSES, 2.0)], least_count=2)
    # Words are counted without weights: two in one group are four in two.
    assert heavy.weights == pytest.approx(twice.weights, abs=1e-2)


def test_two_trainings_give_equal_weights():
    one, other = learned(), learned()
    assert one.weights == other.weights
    assert one.key_weights.tobytes() == other.key_weights.tobytes()


def test_groups_without_words_change_nothing():
    empty = (features_of(["", ""]), np.zeros(0, np.int64), 1.0)
    both = train_units([(features_of(CITANCES), CLASSES, 1.0), empty])
    assert both.weights == learned().weights


@pytest.mark.parametrize(
    ("citances", "classes", "words"),
    [
        (["leaf rots"], [0, 0], "0 adjacent words with gold classes are all apart"),
        (["leaf", "leaves"], [1, 1], "0 adjacent words"),
        (["leaf margin"], [1, 1], "1 adjacent words with gold classes are all of one unit"),
        (["leaf margin rots"], [1, 2, 0], "2 adjacent words with gold classes are all apart"),
    ],
)
def test_training_needs_adjacency_of_both_kinds(citances, classes, words):
    with pytest.raises(InputError, match=words):
        learned(citances, classes)


def test_training_needs_groups():
    with pytest.raises(InputError, match="there are no groups to learn units from"):
        train_units([])
