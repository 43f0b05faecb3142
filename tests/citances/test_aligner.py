"""Alignment of a group by weights that are given by name, so that the result can be worked out."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.confidence import ClassConfidence
from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.citances.learning import LearningSettings, learn
from spacy_citalign.citances.model import SchwartzModel
from spacy_citalign.citances.paper.crf import MARKOV, Weights
from spacy_citalign.citances.settings import FLOOR, AlignmentSettings
from spacy_citalign.errors import InputError, SettingError
from tests.citances.unit_groups import GOLD, WITH_THESAURUS, model_of

FIRST, GLUED, NEXT, SKIPPED, BROKEN = Adjacency
UNITS = AlignmentSettings(threshold=0.4)
PAPER = AlignmentSettings(method="schwartz")
BOTH = pytest.mark.parametrize("settings", [UNITS, PAPER], ids=["units", "schwartz"])


def schwartz_model(pair, null=0.0):
    """The paper's CRF with weights by name; no steps, no learned pairs of prefixes."""
    weights = Weights(pair=pair, null={"null": null}, markov=np.zeros(len(MARKOV)))
    return SchwartzModel(("orthographic", "ontology", "null"), weights)


def unit_model_of(same, other=-9.0, **settings):
    """A model of units by the odds that units of the same words and all others say the same.

    It takes the mean of the log-odds of its regression and of its trees, which say 0.
    """
    return model_of({"same words": 2 * (same - other)}, 2 * other, **settings)


# Each aligns words of one stem, or one string, and no others.
CLEAR = replace(unit_model_of(9.0), schwartz=schwartz_model({"same string": 12.0}, null=6.0))


def classes(citances, model=CLEAR, settings=UNITS, **columns):
    group = make_group([words.split() for words in citances], **columns)
    return align(group, model, settings).classes.tolist()


# --- a group by hand -------------------------------------------------------------------------

GROUP = make_group([["Mup4"], ["Mup4", "leaf"]])
# Units: the same word says the same with odds of 4 to 1, others of 1 to 4.
FOUR = unit_model_of(math.log(4), math.log(1 / 4))


def test_similarity_and_classes_of_units_by_hand():
    found = align(GROUP, FOUR, AlignmentSettings(threshold=0.1))
    between = found.similarity.toarray()[0, 1:]  # pairs within a citance are not read
    assert between == pytest.approx([0.8, 0.2])
    assert found.merges.height == pytest.approx([0.8, 0.2])
    assert found.classes.tolist() == [1, 1, 1]  # .2 is above .1
    assert found.owners.tolist() == [0, 1, 1]
    assert found.nodes.tolist() == [0, 1, 2]
    assert (found.size, found.threshold) == (2, 0.1)
    assert found.posteriors is None


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [(FLOOR, [1, 1, 1]), (0.2, [1, 1, 1]), (0.21, [1, 1, 0]), (0.8, [1, 1, 0]), (0.81, [0, 0, 0])],
)
def test_threshold_is_a_dial(threshold, expected):
    found = align(GROUP, FOUR, AlignmentSettings(threshold=threshold))
    assert found.classes.tolist() == expected
    # It can be turned afterwards.
    assert align(GROUP, FOUR, UNITS).classes_at(threshold).tolist() == expected


# --- groups of all kinds ---------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("citances", "expected"),
    [
        ([], []),
        ([""], []),
        (["", "", ""], []),
        (["leaf"], [0]),
        (["leaf leaf rots"], [0, 0, 0]),  # one citance: nothing to be aligned with
        (["", "leaf", ""], [0]),
        (["leaf rots", "bees heal"], [0, 0, 0, 0]),
        (["leaf rots", "wet moth rots"], [0, 1, 0, 0, 1]),
        (["rots leaf rots", "leaf", "rots"], [1, 2, 1, 2, 1]),  # twice in one citance
        (["leaf margins rot"] * 4, [1, 2, 3] * 4),
    ],
)
def test_words_that_are_the_same_are_aligned(citances, expected, settings):
    assert classes(citances, settings=settings) == expected


@BOTH
def test_empty_citances_change_nothing(settings):
    model = replace(FOUR, schwartz=schwartz_model({"same string": math.log(6)}))
    plain, gaps = (
        align(make_group(citances), model, settings)
        for citances in (
            [["Mup4"], ["Mup4", "leaf"], ["leaf"]],
            [[], ["Mup4"], [], [], ["Mup4", "leaf"], ["leaf"], []],
        )
    )
    assert gaps.classes.tolist() == plain.classes.tolist()
    assert gaps.expected_ama == plain.expected_ama
    assert np.array_equal(gaps.similarity.toarray(), plain.similarity.toarray())
    assert gaps.owners.tolist() == [1, 4, 4, 5]
    assert gaps.size == 7


@BOTH
@pytest.mark.parametrize("citances", [[], [[]], [["leaf", "rots"]], [["leaf"], []]])
def test_nothing_to_align_is_surely_right(citances, settings):
    found = align(make_group(citances), CLEAR, settings)
    assert found.expected_ama == 1.0
    assert not found.classes.any()
    assert found.aligned_classes == []


# --- units -----------------------------------------------------------------------------------


def test_words_of_a_unit_are_aligned_together():
    # Units end where punctuation stands: Mup 4, binds | 4 Mup | Mup.
    adjacency = [FIRST, GLUED, BROKEN, FIRST, NEXT, FIRST]
    citances = ["Mup 4 binds", "4 Mup", "Mup"]
    together = unit_model_of(9.0, joined=9.0)
    assert classes(citances, CLEAR, adjacency=adjacency) == [1, 2, 0, 2, 1, 1]
    assert classes(citances, together, adjacency=adjacency) == [1, 1, 0, 1, 1, 0]
    # The paper aligns words.
    model = replace(together, schwartz=CLEAR.schwartz)
    assert classes(citances, model, PAPER, adjacency=adjacency) == [1, 2, 0, 2, 1, 1]


@pytest.mark.parametrize(
    ("word", "expected"), [("Zork", [1, 1, 1]), ("Zork3", [1, 0, 1]), ("decline", [1, 1, 0])]
)
def test_opposites_and_members_of_a_family_are_never_aligned(word, expected):
    # All words are alike, and the first two are aligned first.
    model = replace(unit_model_of(math.log(4), math.log(4)), resources=WITH_THESAURUS)
    assert classes(["Zork2", word, "rise"], model) == expected


def test_kinds_reasons_and_confidence_come_with_an_alignment():
    confidence = ClassConfidence((math.log(3), 0.0, 0.0, 0.0))  # 3 to 1
    model = model_of({"same words": 18, "thesaurus same": 18 / math.log(2)}, -9, WITH_THESAURUS)
    model = replace(model, confidence=confidence)
    group = make_group(
        [["Wimp", "shows", "twenty", "rise"], ["suggests", "increased", "Wimp", "twenty"]],
        tags=["NNP", "VBZ", "CD", "NN", "VBP", "VBN", "NNP", "CD"],
    )
    found = align(group, model, UNITS)
    kinds = {group.words[one.words[0]]: one.kind for one in found.aligned_classes}
    assert kinds == {"Wimp": "name", "twenty": "number", "rise": "content"}
    assert [one.confidence for one in found.aligned_classes] == pytest.approx([0.75] * 3)
    ((first, second, told),) = found.reasons
    assert (group.words[first], group.words[second]) == ("rise", "increased")
    assert told[0] == "thesaurus: increase (acts.tsv)"


# --- a learned model -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def learned(unit_model):
    settings = LearningSettings(methods=("schwartz",))
    return replace(unit_model, schwartz=learn(GOLD, settings).schwartz)


@BOTH
def test_what_was_learned_is_aligned_alike_each_time(learned, settings):
    for gold in GOLD:
        one, other = (align(gold.group, learned, settings) for _ in range(2))
        assert one.classes.max() > 1
        assert one.to_record() == other.to_record()


VOCABULARY = "Zork2 Zork3 rises declines elevated reduce leaf leaves root rot shows 4".split()


@BOTH
@hypothesis_settings(max_examples=15)
@given(citances=st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=5), max_size=5))
def test_any_group_can_be_aligned(learned, settings, citances):
    group = make_group(citances)
    found = align(group, learned, settings)
    assert 0 <= found.expected_ama <= 1 + 1e-9
    values = found.similarity.toarray()
    assert np.array_equal(values, values.T)
    assert np.all((values >= 0) & (values <= 1 + 1e-6))
    firsts = [one.words[0] for one in found.aligned_classes]
    assert firsts == sorted(firsts)
    for one in found.aligned_classes:
        assert len(set(group.owners[list(one.words)].tolist())) > 1
        assert 0 <= one.confidence <= 1 + 1e-6
        words = {group.words[word] for word in one.words}
        if settings.method == "units":
            assert not {"Zork2", "Zork3"} <= words
            assert not (words & {"rises", "elevated"} and words & {"declines", "reduce"})


# --- errors ----------------------------------------------------------------------------------


def test_a_group_of_too_many_words_is_refused():
    group = make_group([["leaf"] * 3, ["moth"] * 2])
    assert align(group, CLEAR, AlignmentSettings(max_words=5)).classes.any() == 0
    with pytest.raises(InputError, match="a group of 2 citances has 5 words, more than 4"):
        align(group, CLEAR, AlignmentSettings(max_words=4))


@pytest.mark.parametrize(
    ("model", "settings"), [(replace(CLEAR, units=None), UNITS), (FOUR, PAPER)]
)
@pytest.mark.parametrize("citances", [[["leaf"], ["leaf"]], [["leaf"]], []])
def test_a_method_that_was_not_trained_is_refused(model, settings, citances):
    expected = f"method is '{settings.method}', for which this model has not been trained"
    with pytest.raises(SettingError, match=expected):
        align(make_group(citances), model, settings)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"method": "average"}, "method is 'average'; choose from units, schwartz"),
        ({"threshold": -0.01}, "threshold is -0.01; give 0 to 1"),
        ({"threshold": 1.1}, "threshold is 1.1"),
        ({"threshold": math.nan}, "threshold is nan"),
        ({"max_words": 0}, "max_words is 0; give a number from 1 on"),
        ({"gap_factor": -1.0}, "gap_factor is -1.0"),
        ({"gap_factor": math.inf}, "gap_factor is inf"),
        ({"match_factor": 0.0}, "match_factor is 0.0"),
        ({"match_factor": math.nan}, "match_factor is nan"),
        ({"min_prob": 2.0}, "min_prob is 2.0"),
        ({"max_sources": 0}, "max_sources is 0"),
    ],
)
def test_settings_out_of_range_are_refused(changes, words):
    with pytest.raises(SettingError, match=words):
        AlignmentSettings(**changes)
