"""Learning from gold groups: a small invented set is learned, partial gold, possible links."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from spacy_citalign.citances import learning
from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.features import FAMILIES
from spacy_citalign.citances.group import make_group
from spacy_citalign.citances.learning import Gold, LearningSettings, learn
from spacy_citalign.citances.scoring import pair_score, relation
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.citances.training import TrainingSettings
from spacy_citalign.errors import InputError, SettingError

# Words with their classes; a word without one is aligned to nothing.
GROUPS = [
    [
        "In wet soil Zork2/1 cleaves/2 Mup4/3 rapidly",
        "Mup4/3 cleavage/2 by Zork2/1 heals leaf/4 margins/4",
        "the leaf/4 margin/4 needs Zork2/1",
        "Mup4/3 is cut/2 wherever moths live",
    ],
    [
        "root/1 rot/1 is induced/2 by Wimp7/3",
        "Wimp7/3 triggers/2 the rot/1 of seeds",
        "we saw root/1 rots/1 after frost",
        "induction/2 of root/1 rot/1 needs old Wimp7/3",
    ],
    [
        "bees/1 prefer petals/3 in blue/2",
        "a petal/3 that is blue/2 draws no wasp",
        "bee/1 colonies seek petals/3 painted blue/2",
    ],
]


def gold(citances, **columns):
    """A group from words with classes after a slash."""
    split = [[word.partition("/") for word in words.split()] for words in citances]
    group = make_group([[word for word, _, _ in words] for words in split])
    classes = [int(number or 0) for words in split for _, _, number in words]
    return Gold(group, np.array(classes, dtype=np.int64), **columns)


GOLD = [gold(citances) for citances in GROUPS]


@cache
def learned():
    return learn(GOLD, LearningSettings(crf=TrainingSettings(least_count=2)))


# --- a small set -----------------------------------------------------------------------------


@pytest.mark.parametrize("closure", ["average", "equivalence"])
@pytest.mark.parametrize("number", range(len(GOLD)))
def test_what_was_learned_is_found_again(number, closure):
    own = GOLD[number]
    found = align(own.group, learned(), AlignmentSettings(closure=closure))
    owners = own.group.owners
    score = pair_score(relation(own.classes, owners), relation(found.classes, owners))
    assert score.f > 0.9
    assert found.expected_ama > 0.8


def test_units_are_found_again():
    found = align(GOLD[1].group, learned())
    words = GOLD[1].group.words
    assert words[:2] == ("root", "rot")
    assert found.nodes[0] == found.nodes[1]


def test_model_aligns_a_group_that_it_has_not_seen():
    unseen = gold(["Quux5/1 sheds blue/2 scales", "scales of Quux5/1", "Quux5/1 looks blue/2"])
    found = align(unseen.group, learned(), AlignmentSettings(threshold=0.3))
    owners = unseen.group.owners
    score = pair_score(relation(unseen.classes, owners), relation(found.classes, owners))
    assert score.recall == 1
    assert score.f > 0.7  # "scales" are in no class, though two citances have them


@pytest.mark.parametrize(
    ("citances", "expected"),
    [
        ([], []),
        ([[]], []),
        ([["leaf"]], [0]),
        ([["leaf"], []], [0]),
        ([["leaf"], ["wasp"]], [0, 0]),  # nothing is alike
        ([["leaf"], [], ["leaf"]], [1, 1]),
    ],
)
def test_learned_model_aligns_groups_of_few_words(citances, expected):
    assert align(make_group(citances), learned()).classes.tolist() == expected


def test_two_learnings_give_equal_bytes():
    again = learn(GOLD, LearningSettings(crf=TrainingSettings(least_count=2)))
    assert again.to_bytes() == learned().to_bytes()


@pytest.mark.parametrize("many_to_many", ["marginal", "first"])
@pytest.mark.parametrize("families", [FAMILIES, ("orthographic", "null"), ("null", "markov")])
def test_all_families_and_ways_can_be_learned(families, many_to_many):
    settings = LearningSettings(families, TrainingSettings(many_to_many), units=False)
    model = learn(GOLD[:2], settings)
    assert model.families == families
    assert model.units is None
    classes = align(GOLD[0].group, model).classes
    assert classes.shape == (len(GOLD[0].group.words),)


# --- links instead of classes ----------------------------------------------------------------


def links_of(own):
    return relation(own.classes, own.group.owners)


def test_links_say_the_same_as_classes():
    settings = LearningSettings(units=False)
    by_links = [Gold(own.group, links=links_of(own)) for own in GOLD]
    assert learn(by_links, settings).weights.pair == learn(GOLD, settings).weights.pair


def test_units_need_classes():
    model = learn([Gold(own.group, links=links_of(own)) for own in GOLD])
    assert model.units is None
    assert learn(GOLD).units is not None


def test_groups_count_by_their_weight():
    settings = LearningSettings(units=False)
    light = learn([GOLD[0], GOLD[1]._replace(weight=1e-9)], settings).weights
    alone = learn([GOLD[0]], replace(settings, crf=TrainingSettings())).weights
    assert light.pair["same stem"] == pytest.approx(alone.pair["same stem"], abs=0.05)


# --- what gold leaves open -------------------------------------------------------------------


def given_to_training(monkeypatch, own):
    """The gold group that the training is given."""
    seen = []

    def stop(groups, settings):
        seen.extend(groups)
        raise InterruptedError

    monkeypatch.setattr(learning, "train", stop)
    with pytest.raises(InterruptedError):
        learn([own])
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


def test_partial_gold_does_not_teach_that_equal_words_stay_apart():
    # "frost" is in all citances and in no class.
    citances = ["leaf/1 frost", "leaf/1 frost", "frost leaf/1"]
    settings = LearningSettings(("orthographic", "null"), units=False)
    full, partial = (
        learn([gold(citances, partial=partial)], settings).weights for partial in (False, True)
    )
    assert partial.pair["same string"] > 1.5 * full.pair["same string"]


# --- unfit input -----------------------------------------------------------------------------

SHORT = GOLD[2]
COUNT = len(SHORT.group.words)


@pytest.mark.parametrize(
    "own",
    [
        SHORT._replace(classes=None),
        SHORT._replace(classes=SHORT.classes[:-1]),
        SHORT._replace(classes=SHORT.classes[:, None]),
        SHORT._replace(links=np.ones((COUNT, COUNT - 1), dtype=bool)),
        SHORT._replace(links=np.ones(COUNT, dtype=bool)),
        SHORT._replace(possible=np.ones((1, COUNT), dtype=bool)),
        SHORT._replace(classes=SHORT.classes[1:], links=np.ones((COUNT, COUNT), dtype=bool)),
    ],
    ids=["nothing", "short classes", "two columns", "links", "flat links", "possible", "both"],
)
def test_gold_of_another_size_is_refused(own):
    with pytest.raises(InputError, match=f"a group of {COUNT} words has no gold classes or links"):
        learn([GOLD[0], own])


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([], "none of the 0 groups"),
        ([gold(["leaf rots", "leaf"])], "none of the 1 groups"),
        ([gold(["leaf/1 rots/2", "leaf/1"])], "adjacent words with gold classes are all apart"),
    ],
)
def test_there_must_be_something_to_learn(groups, words):
    with pytest.raises(InputError, match=words):
        learn(groups)


@pytest.mark.parametrize(
    ("families", "words"),
    [
        (("null", "colours"), r"families has \['colours'\]; choose from orthographic"),
        ((), "families has nothing; choose from"),
    ],
)
def test_unknown_families_are_refused(families, words):
    with pytest.raises(SettingError, match=words):
        LearningSettings(families)
