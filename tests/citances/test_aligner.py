"""Alignment of a group by weights that are given by name, so that the result can be worked out."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.aligner import align, expected_accuracy, set_links
from spacy_citalign.citances.alignment import Alignment
from spacy_citalign.citances.features import GroupFeatures
from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.citances.markov import MARKOV
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.nodes import make_nodes
from spacy_citalign.citances.posteriors import directional_posteriors
from spacy_citalign.citances.settings import FLOOR, AlignmentSettings
from spacy_citalign.citances.units import UnitModel
from spacy_citalign.citances.weights import Weights
from spacy_citalign.errors import InputError, SettingError

FIRST, GLUED, NEXT, SKIPPED, BROKEN = Adjacency
AVERAGE = AlignmentSettings(closure="average", threshold=0.2, unit_threshold=0.4)
PAPER = AlignmentSettings(closure="equivalence")
BOTH = pytest.mark.parametrize("settings", [AVERAGE, PAPER], ids=["average", "equivalence"])


def model_of(pair, null=0.0, units=None):
    """A model of two families, with weights by name; no steps, no learned words."""
    unit_model = units and UnitModel(units, np.zeros(0, np.uint64), np.zeros(0, np.float32))
    weights = Weights(pair=pair, null={"null": null}, markov=np.zeros(len(MARKOV)))
    return AlignmentModel(("orthographic", "morphology", "null"), weights, unit_model or None)


CLEAR = model_of({"same stem": 12.0}, null=6.0)  # aligns words of one stem, and no others


def classes(citances, model=CLEAR, settings=AVERAGE, **columns):
    group = make_group([words.split() for words in citances], **columns)
    return align(group, model, settings).classes.tolist()


# --- a group by hand -------------------------------------------------------------------------

# The same word weighs 6, others 1, none 1. Mup4 | Mup4 leaf:
SIX = model_of({"same string": math.log(6)})
GROUP = make_group([["Mup4"], ["Mup4", "leaf"]])
THERE, AWRY = 6 / 8, 1 / 8  # Mup4 ~> Mup4, Mup4 ~> leaf
BACK, LOST = 6 / 7, 1 / 2  # Mup4 ~> Mup4, leaf ~> Mup4


def test_posteriors_similarity_and_classes_by_hand():
    found = align(GROUP, SIX, AVERAGE)
    expected = [[0, THERE, AWRY], [BACK, 0, 0], [LOST, 0, 0]]
    assert found.posteriors.toarray() == pytest.approx(np.array(expected))
    right, wrong = (THERE * BACK) ** 0.5, (AWRY * LOST) ** 0.5  # .80 and .25
    expected = [[0, right, wrong], [right, 0, 0], [wrong, 0, 0]]
    assert found.similarity.toarray() == pytest.approx(np.array(expected))
    assert found.merges.height == pytest.approx([right, wrong])
    assert found.classes.tolist() == [1, 1, 1]  # .25 is above .2
    assert found.owners.tolist() == [0, 1, 1]
    assert found.nodes.tolist() == [0, 1, 2]
    assert (found.size, found.threshold) == (2, 0.2)


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [(FLOOR, [1, 1, 1]), (0.24, [1, 1, 1]), (0.26, [1, 1, 0]), (0.8, [1, 1, 0]), (0.81, [0, 0, 0])],
)
def test_threshold_is_a_dial(threshold, expected):
    found = align(GROUP, SIX, AlignmentSettings(threshold=threshold))
    assert found.classes.tolist() == expected
    # It can be turned afterwards.
    assert align(GROUP, SIX, AVERAGE).classes_at(threshold).tolist() == expected


@pytest.mark.parametrize(
    ("factors", "links", "expected"),
    [
        # Which words of the second citance are aligned to Mup4? With p = 6/7 and 1/2 both are
        # worth 6/7 * 1/2 + (6/7 * 1/2 + 1/7 * 1/2) / 2 = .679, the first alone 6/7 * 3/4 = .643.
        ({}, {(1, 0), (2, 0), (0, 1)}, [1, 1, 1]),
        # .9^2 * .679 = .550 and .9 * .643 = .579
        ({"match_factor": 0.9}, {(1, 0), (0, 1)}, [1, 1, 0]),
        # Nothing is worth 1/7 * 1/2 = .071, for the other Mup4 1/4, for leaf 7/8.
        ({"gap_factor": 4}, {(1, 0), (2, 0)}, [1, 1, 1]),
        ({"gap_factor": 10}, set(), [0, 0, 0]),
        ({"gap_factor": 0.1}, {(1, 0), (2, 0), (0, 1), (0, 2)}, [1, 1, 1]),
        ({"min_prob": 0.6}, {(1, 0), (0, 1)}, [1, 1, 0]),
        ({"max_sources": 1}, {(1, 0), (0, 1)}, [1, 1, 0]),
    ],
)
def test_equivalence_closure_by_hand(factors, links, expected):
    settings = AlignmentSettings(closure="equivalence", **factors)
    found = align(GROUP, SIX, settings)
    assert set(map(tuple, set_links(found.posteriors, GROUP, settings).tolist())) == links
    assert found.classes.tolist() == expected
    assert found.merges is None


@pytest.mark.parametrize(
    ("threshold", "agreements"),
    [
        # The agreement of Mup4 with {Mup4}, or with {Mup4, leaf}, of the other citance; then those
        # of Mup4 and of leaf with {Mup4}, or of leaf with nothing.
        (0.5, [BACK * (1 - LOST) + BACK * LOST / 2, THERE, 1 - AWRY]),
        (0.2, [BACK * LOST + (BACK * (1 - LOST) + (1 - BACK) * LOST) / 2, THERE, AWRY]),
        (0.9, [(1 - BACK) * (1 - LOST), 1 - THERE, 1 - AWRY]),
    ],
)
def test_expected_accuracy_by_hand(threshold, agreements):
    found = align(GROUP, SIX, AlignmentSettings(threshold=threshold))
    assert found.expected_ama == pytest.approx(sum(agreements) / 3)


# --- groups of all kinds ---------------------------------------------------------------------


@BOTH
def test_identical_citances_are_aligned_word_by_word(settings):
    assert classes(["leaf margins rot"] * 4, settings=settings) == [1, 2, 3] * 4


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
        (["leaf rots", "leaves heal"], [0, 0, 0, 0]),
        (["leaf rots", "rotten moth rotting"], [0, 1, 0, 0, 1]),
        (["rots leaf rot", "leaf", "rotting"], [1, 2, 1, 2, 1]),  # twice in one citance
    ],
)
def test_words_of_one_stem_are_aligned(citances, expected, settings):
    assert classes(citances, settings=settings) == expected


@BOTH
def test_empty_citances_change_nothing(settings):
    plain, gaps = (
        align(make_group(citances), SIX, settings)
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
    assert gaps.starts.tolist() == [0, 0, 1, 1, 1, 3, 4]


@pytest.mark.parametrize("citances", [[], [[]], [["leaf", "rots"]], [["leaf"], []]])
def test_nothing_to_align_is_surely_right(citances):
    for settings in (AVERAGE, PAPER):
        assert align(make_group(citances), CLEAR, settings).expected_ama == 1.0


@pytest.mark.parametrize("settings", [AVERAGE, PAPER])
def test_a_citance_alone_is_aligned_to_nothing_and_needs_no_model(settings):
    alone = align(make_group([["leaf", "rots", "leaf"]]), None, settings)
    assert alone.classes.tolist() == [0, 0, 0]
    assert Alignment.from_record(alone.to_record()).classes.tolist() == [0, 0, 0]


def test_a_bad_link_merges_classes_of_the_closure_and_not_of_the_average():
    # leaf in the first citance and rots in the second have one concept, and a link: "a single link
    # between two equivalence classes causes them to merge" (section 6). On average the two classes
    # have one link of six.
    concepts = np.array([[5], [0], [0], [5], [0], [0]], dtype=np.uint64)
    weights = Weights({"same string": 8.0, "same concept": 9.0}, {"null": 4.0}, np.zeros(9))
    model = AlignmentModel(("orthographic", "ontology", "null"), weights)
    for settings, expected in ((AVERAGE, [1, 2] * 3), (PAPER, [1, 1] * 3)):
        assert classes(["leaf rots"] * 3, model, settings, concepts=concepts) == expected


# --- units -----------------------------------------------------------------------------------

GLUE = {"constant": -4.0, "joint glued": 8.0}  # glued words are one unit: 1 / (1 + exp(-4)) = .98


def test_words_of_a_unit_are_aligned_together():
    adjacency = [FIRST, GLUED, NEXT, FIRST, GLUED, FIRST, NEXT]
    citances = ["Mup 4 binds", "Mup 4", "Mup binds"]
    settings = replace(AVERAGE, threshold=0.4)
    plain = classes(citances, model_of({"same stem": 12.0}, 6.0), settings, adjacency=adjacency)
    assert plain == [1, 2, 3, 1, 2, 1, 3]
    # A half of "Mup 4" is aligned to Mup, and all of Mup to it: on average sqrt(1/2) = .71.
    together = classes(
        citances, model_of({"same stem": 12.0}, 6.0, GLUE), settings, adjacency=adjacency
    )
    assert together == [1, 1, 2, 1, 1, 1, 2]


def test_unit_threshold():
    adjacency = [FIRST, GLUED, FIRST, GLUED]
    model = model_of({"same stem": 12.0}, 6.0, GLUE)

    def found(unit_threshold, closure="average"):
        settings = AlignmentSettings(unit_threshold=unit_threshold, closure=closure)
        return align(make_group([["Mup", "4"]] * 2, adjacency=adjacency), model, settings)

    assert found(0.98).nodes.tolist() == [0, 0, 1, 1]
    assert found(0.99).nodes.tolist() == [0, 1, 2, 3]
    assert found(0.98).classes.tolist() == [1, 1, 1, 1]
    assert found(1.1).classes.tolist() == [1, 2, 1, 2]
    # The equivalence closure aligns words, as the paper does.
    assert found(0.4, "equivalence").classes.tolist() == [1, 2, 1, 2]


# --- expected accuracy, against all true alignments ------------------------------------------


def naive_accuracy(posteriors, classes, owners):
    """The expectation of eq. 5 and 6, where words are aligned independently (eq. 10)."""
    citances = sorted(set(owners))
    total = 0.0
    for word in range(len(owners)):
        for citance in citances:
            if citance == owners[word]:
                continue
            others = [k for k in range(len(owners)) if owners[k] == citance]
            predicted = {k for k in others if classes[k] == classes[word] > 0}
            for flags in product([False, True], repeat=len(others)):
                true = {k for k, flag in zip(others, flags, strict=True) if flag}
                chance = math.prod(
                    posteriors[k, word] if k in true else 1 - posteriors[k, word] for k in others
                )
                largest = max(len(true), len(predicted))
                total += chance * (len(true & predicted) / largest if largest else 1)
    return total / (len(owners) * (len(citances) - 1))


@hypothesis_settings(max_examples=25)
@given(
    st.lists(st.lists(st.sampled_from(["Mup4", "leaf", "leaves", "IL"]), max_size=4), max_size=4),
    st.integers(0, 2**32 - 1),
)
def test_expected_accuracy_is_that_of_all_true_alignments(citances, seed):
    rng = np.random.default_rng(seed)
    model = model_of({"same stem": rng.normal(2, 2), "same prefix": rng.normal(0, 2)}, rng.normal())
    group = make_group(citances)
    if np.count_nonzero(group.lengths) < 2:
        return
    features = GroupFeatures(group, model.families)
    found = directional_posteriors(model.weights, features)
    # Mass is put together over words of one stem in one citance, and their units.
    nodes = make_nodes(features, np.zeros(len(group.words), dtype=bool))
    alike = nodes.of_words[:, None] == nodes.of_words
    whole = np.minimum(found.toarray().astype(float) @ alike, 1)
    chosen = rng.integers(0, 3, len(group.words))
    expected = naive_accuracy(whole, chosen.tolist(), group.owners.tolist())
    belief = sparse.csr_matrix(whole)
    assert expected_accuracy(belief, chosen, group) == pytest.approx(expected, abs=1e-5)


# --- errors ----------------------------------------------------------------------------------


def test_a_group_of_too_many_words_is_refused():
    group = make_group([["leaf"] * 3, ["moth"] * 2])
    assert align(group, CLEAR, AlignmentSettings(max_words=5)).classes.any() == 0
    with pytest.raises(InputError, match="a group of 2 citances has 5 words, more than 4"):
        align(group, CLEAR, AlignmentSettings(max_words=4))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"closure": "complete"}, "closure is 'complete'; choose 'average' or 'equivalence'"),
        ({"threshold": 0.04}, "threshold is 0.04; give 0.05 to 1"),
        ({"threshold": 1.1}, "threshold is 1.1"),
        ({"threshold": math.nan}, "threshold is nan"),
        ({"unit_threshold": 0}, "unit_threshold is 0; give a number above 0"),
        ({"gap_factor": -1.0}, "gap_factor is -1.0"),
        ({"match_factor": 0.0}, "match_factor is 0.0"),
        ({"min_prob": 2.0}, "min_prob is 2.0"),
        ({"max_sources": 0}, "max_sources is 0"),
    ],
)
def test_settings_out_of_range_are_refused(changes, words):
    with pytest.raises(SettingError, match=words):
        AlignmentSettings(**changes)
