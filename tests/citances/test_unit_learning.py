"""Learning of units and pairs: how far gold aligns two units, what is left out, what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.resources import NOTHING
from spacy_citalign.citances.units.segmentation import find_joints
from spacy_citalign.citances.units.unit_learning import (
    CUTS,
    UnitGold,
    agreement,
    learn_units_and_pairs,
)
from spacy_citalign.citances.units.unit_table import UnitTable
from spacy_citalign.citances.units.word_table import WordTable
from spacy_citalign.errors import InputError
from tests.citances.unit_groups import GOLD, group_of


def single(*citances):
    """Each word is a unit."""
    group = group_of(*citances)
    return UnitTable(WordTable(group, NOTHING), np.arange(len(group.words)))


def gold(citances, classes, **settings):
    return UnitGold(group_of(*citances), np.array(classes, dtype=np.int64), **settings)


CLASSED = [UnitGold(part.group, part.classes) for part in GOLD]

# --- how far gold aligns two units -----------------------------------------------------------


def test_agreement_by_hand():
    # leaf 1, moss 0 | leaf 1, leaf 0 | foliage 1
    units = single("leaf moss", "leaf leaf", "foliage")
    share, pairs = agreement(units, np.array([1, 0, 1, 0, 1]), partial=False)
    # leaf - leaf in both directions: two pairs of words, of which one is aligned.
    assert pairs.tolist() == [[4, 2, 3], [2, 0, 1], [3, 1, 0]]
    assert share[0, 0] == 1 / 2
    assert share[0, 2] == 2 / 3
    assert share[1].tolist() == [0, 0, 0]


def test_partial_gold_leaves_out_words_without_a_class():
    units = single("leaf moss", "leaf leaf", "foliage")
    share, pairs = agreement(units, np.array([1, 0, 1, 0, 1]), partial=True)
    assert pairs.tolist() == [[2, 0, 2], [0, 0, 0], [2, 0, 0]]
    assert share[0].tolist() == [1, 0, 1]


@given(
    st.lists(st.lists(st.sampled_from(["a", "b", "c"]), max_size=3), min_size=1, max_size=3),
    st.integers(0, 2**32 - 1),
    st.booleans(),
)
def test_agreement_is_that_of_all_pairs_of_words(citances, seed, partial):
    if not any(citances):
        return
    group = group_of(*map(" ".join, citances))
    classes = np.random.default_rng(seed).integers(0, 3, len(group.words))
    units = single(*map(" ".join, citances))
    share, pairs = agreement(units, classes, partial=partial)
    same, total = np.zeros_like(pairs), np.zeros_like(pairs)
    for one, a in enumerate(units.of_words):
        for other, b in enumerate(units.of_words):
            apart = group.owners[one] != group.owners[other]
            if apart and not (partial and 0 in (classes[one], classes[other])):
                total[a, b] += 1
                same[a, b] += classes[one] == classes[other] > 0
    assert np.array_equal(total, pairs)
    assert share == pytest.approx(same / np.maximum(total, 1))


# --- units -----------------------------------------------------------------------------------


def test_words_of_one_class_that_stand_together_are_a_unit(unit_model):
    part = GOLD[1]
    table = WordTable(part.group, unit_model.resources)
    joints = find_joints(table)
    probability = unit_model.units.units.probabilities(joints)
    words = part.group.words
    found = {(words[n - 1], words[n]): p for n, p in zip(joints.at, probability, strict=True)}
    assert found["root", "rot"] > 0.5
    assert found["Wimp7", "triggers"] < 0.5
    assert unit_model.units.units.cuts == CUTS


def test_equal_gold_gives_equal_models():
    one, other = (learn_units_and_pairs(CLASSED[:3], NOTHING, folds=2, trees=3) for _ in range(2))
    for mine, yours in ((one.units.trees, other.units.trees), (one.pairs.trees, other.pairs.trees)):
        assert all(a.tobytes() == b.tobytes() for a, b in zip(mine[1:], yours[1:], strict=True))
    assert one.pairs.weights.tolist() == other.pairs.weights.tolist()


def test_groups_without_classes_or_weight_change_nothing():
    plain = learn_units_and_pairs(CLASSED[:2], NOTHING, folds=2, trees=3)
    nothing = CLASSED[2]._replace(classes=np.zeros_like(CLASSED[2].classes))
    light = CLASSED[3]._replace(weight=0.0)
    more = learn_units_and_pairs(
        [nothing, *CLASSED[:2], light, gold(["leaf"], [1])], NOTHING, folds=2, trees=3
    )
    assert more.pairs.weights.tolist() == plain.pairs.weights.tolist()


def test_citances_of_one_word_have_no_joints():
    parts = [gold(["leaf", "leaf", "moss"], [1, 1, 0]), gold(["frog", "frogs", "ant"], [1, 1, 0])]
    model = learn_units_and_pairs(parts, NOTHING, folds=2, trees=3)
    joints = find_joints(WordTable(group_of("wet leaf"), NOTHING))
    assert model.units.probabilities(joints).max() < min(CUTS)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([], "0 groups with gold classes are too few"),
        (CLASSED[:1], "1 groups with gold classes are too few"),
        ([CLASSED[0], gold(["leaf", "leaf"], [0, 0])], "1 groups with gold classes are too few"),
        ([gold(["leaf a", "moss b"], [1, 0, 0, 0])] * 2, "pairs of units .* 0 are aligned; give"),
        ([gold(["leaf", "leaf"], [1, 1])] * 2, "of 6 pairs of units .* 6 are aligned; give"),
    ],
)
def test_too_little_gold_is_refused(parts, words):
    with pytest.raises(InputError, match=words):
        learn_units_and_pairs(parts, NOTHING, folds=2, trees=3)
