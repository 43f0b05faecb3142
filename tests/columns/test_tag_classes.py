"""Classes of tags, and what aligning two tags costs."""

import numpy as np
import pytest

from spacy_citalign.columns.roles import (
    CLASSES,
    GAP_COST,
    NEVER_COST,
    OTHER,
    RELATED_COST,
    SAME_CLASS_COST,
    class_of,
    substitution_costs,
)

PENN = (
    "CC CD DT EX FW IN JJ JJR JJS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB RBR RBS RP SYM TO "
    "VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB . , : `` '' -LRB- -RRB- $ #"
).split()


def cost(first, second):
    return substitution_costs([first, second])[0, 1]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("NN", "NN", 0),
        ("NN", "NNS", SAME_CLASS_COST),  # "different kinds of nouns"
        ("NNP", "PRP", SAME_CLASS_COST),
        ("JJ", "CD", SAME_CLASS_COST),  # "noun modifiers"
        ("VBD", "VBN", SAME_CLASS_COST),  # "verbs"
        ("MD", "RB", SAME_CLASS_COST),  # "verb modifiers"
        (",", ":", SAME_CLASS_COST),  # "punctuation"
        ("JJ", "NNP", RELATED_COST),  # "chief" and "Business" of Figure 3
        ("NNP", "DT", RELATED_COST),  # "Rogers" and "Each"
        ("VBZ", "MD", RELATED_COST),
        ("NN", "VB", NEVER_COST),
        ("IN", "CC", NEVER_COST),
        (".", ",", NEVER_COST),
        ("NN", "FANCY", NEVER_COST),
        ("FANCY", "FANCY", 0),
        ("FANCY", "ODD", NEVER_COST),  # unknown tags have nothing in common
    ],
)
def test_tags_of_like_roles_cost_less_than_others(first, second, expected):
    assert cost(first, second) == cost(second, first) == expected


def test_less_alike_costs_more_and_two_gaps_cost_what_is_never_done():
    assert 0 < SAME_CLASS_COST < GAP_COST < RELATED_COST < NEVER_COST == 2 * GAP_COST


def test_costs_are_a_symmetric_matrix_with_nothing_on_the_diagonal():
    costs = substitution_costs(PENN)
    assert np.array_equal(costs, costs.T)
    assert not costs.diagonal().any()
    off = costs[~np.eye(len(PENN), dtype=bool)]
    assert set(off.tolist()) == {SAME_CLASS_COST, RELATED_COST, NEVER_COST}


def test_every_penn_tag_is_in_one_class():
    listed = " ".join(CLASSES.values()).split()
    assert len(set(listed)) == len(listed)
    assert [tag for tag in PENN if class_of(tag) == OTHER] == []
    assert class_of("UH") == class_of("LS") == class_of("") == OTHER == len(CLASSES)
