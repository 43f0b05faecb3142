"""A group as columns of words: what is counted, what is filled in, what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.group import Adjacency, make_group

CITANCES = [["Zork2", "cleaves", "Mup4"], [], ["cleavage", "Mup4"]]


def test_words_are_numbered_citance_after_citance():
    group = make_group(CITANCES)
    assert group.words == ("Zork2", "cleaves", "Mup4", "cleavage", "Mup4")
    assert group.owners.tolist() == [0, 0, 0, 2, 2]
    assert group.size == 3
    assert group.lengths.tolist() == [3, 0, 2]
    assert group.starts.tolist() == [0, 3, 3]


def test_columns_left_out_say_nothing():
    group = make_group(CITANCES)
    assert group.tags == ("",) * 5
    for column in (group.genes, group.terms, group.phrases):
        assert column.tolist() == [0] * 5
    assert group.concepts.shape == (5, 0)
    assert group.definitions == ()
    first, after = Adjacency.FIRST, Adjacency.NEXT
    assert group.adjacency.tolist() == [first, after, after, first, after]


def test_columns_are_taken_as_they_are():
    concepts = np.arange(10, dtype=np.uint64).reshape(5, 2)
    group = make_group(
        CITANCES,
        adjacency=[0, 1, 2, 0, 3],
        tags=["NN", "VBZ", "NN", "NN", "NN"],
        genes=[1, 0, 2, 0, 3],
        terms=np.array([0, 0, 0, 1, 1]),
        phrases=[1, 1, 0, 2, 2],
        concepts=concepts,
    )
    assert group.adjacency.tolist() == [
        Adjacency.FIRST,
        Adjacency.GLUED,
        Adjacency.NEXT,
        Adjacency.FIRST,
        3,
    ]
    assert group.tags == ("NN", "VBZ", "NN", "NN", "NN")
    assert group.genes.tolist() == [1, 0, 2, 0, 3]
    assert group.terms.tolist() == [0, 0, 0, 1, 1]
    assert group.terms.tolist() == [0, 0, 0, 1, 1]
    assert group.phrases.tolist() == [1, 1, 0, 2, 2]
    assert group.phrases.dtype == np.int64
    assert group.concepts is concepts


def test_definitions_are_words_of_short_and_long_forms():
    definitions = iter([(["LMT"], ["leaf", "margin", "transition"]), (["Mup", "4"], ["muppin"])])
    assert make_group(CITANCES, definitions=definitions).definitions == (
        (("LMT",), ("leaf", "margin", "transition")),
        (("Mup", "4"), ("muppin",)),
    )


def test_a_closer_joint_is_a_smaller_number():
    assert sorted(Adjacency) == [
        Adjacency.FIRST,
        Adjacency.GLUED,
        Adjacency.NEXT,
        Adjacency.SKIPPED,
        Adjacency.BROKEN,
    ]


@pytest.mark.parametrize("citances", [[], [[]], [[], [], []]])
def test_groups_without_words(citances):
    group = make_group(citances)
    assert group.words == group.tags == group.definitions == ()
    assert group.size == len(citances)
    assert group.lengths.tolist() == group.starts.tolist() == [0] * len(citances)
    assert group.adjacency.shape == group.owners.shape == group.phrases.shape == (0,)
    assert group.adjacency.dtype == group.owners.dtype == group.lengths.dtype == np.int64


@given(st.lists(st.lists(st.sampled_from(["a", "b"]), max_size=4), max_size=5))
def test_citances_can_be_cut_out_again(citances):
    group = make_group(citances)
    ends = group.starts + group.lengths
    cut = [
        list(group.words[start:end])
        for start, end in zip(group.starts.tolist(), ends.tolist(), strict=True)
    ]
    assert cut == citances
    firsts = np.flatnonzero(group.adjacency == Adjacency.FIRST)
    assert firsts.tolist() == group.starts[group.lengths > 0].tolist()
