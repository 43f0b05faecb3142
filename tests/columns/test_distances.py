"""Which sentences are compared, and how far apart they are."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns import msa
from spacy_citalign.columns.msa import neighbourhood, views
from spacy_citalign.columns.tree_alignment import align_flat, align_trees, distance
from spacy_citalign.columns.trees import Constituent, tree_of
from tests.columns.column_models import parsed_sentences, tree, treebank

TREES = [tree_of(*sentence) for sentence in treebank()]


def flat(*sentences):
    return [tree_of(tags.split(), []) for tags in sentences]


def is_connected(known, size):
    graph = nx.Graph((edge.first, edge.second) for edge in known.edges)
    graph.add_nodes_from(range(size))
    return nx.is_connected(graph)


@pytest.fixture
def compared_in_part(monkeypatch):
    """Four sentences are too many to compare all with all."""
    monkeypatch.setattr(msa, "EXACT_UP_TO", 3)


def test_few_sentences_are_all_compared():
    known = neighbourhood(flat("NN VBZ .", "NN .", "DT NN VBZ ."), align_flat, nearest=1)
    assert [(edge.first, edge.second) for edge in known.edges] == [(0, 1), (0, 2), (1, 2)]
    assert [edge.distance for edge in known.edges] == [1 - 4 / 5, 1 - 6 / 7, 1 - 4 / 6]
    assert [edge.pairs for edge in known.edges] == [
        [(0, 0), (2, 1)],
        [(0, 1), (1, 2), (2, 3)],
        [(0, 1), (1, 3)],
    ]
    # Sums of distances: 1/5 + 1/7, 1/5 + 1/3, 1/7 + 1/3.
    assert known.centre == 0


def test_centre_is_the_string_with_the_smallest_sum_of_distances():
    known = neighbourhood(TREES, align_trees, nearest=1)
    sums = [
        sum(edge.distance for edge in known.edges if number in (edge.first, edge.second))
        for number in range(len(TREES))
    ]
    assert sums[known.centre] == pytest.approx(min(sums))


def test_of_equal_centres_the_first_is_taken():
    assert neighbourhood(flat("NN", "CC", "CC", "NN"), align_flat, nearest=1).centre == 0


def test_one_sentence_is_its_own_centre():
    known = neighbourhood(flat("NN VBZ"), align_flat, nearest=5)
    assert (known.centre, known.edges) == (0, [])


@pytest.mark.parametrize("nearest", [1, 3, 14, 15, 99])
def test_many_sentences_are_compared_with_near_ones_and_the_centre(compared_in_part, nearest):
    known = neighbourhood(TREES, align_trees, nearest)
    pairs = [(edge.first, edge.second) for edge in known.edges]
    assert pairs == sorted(set(pairs))
    assert all(first < second for first, second in pairs)
    assert is_connected(known, len(TREES))
    degrees = np.bincount(np.array(pairs).ravel(), minlength=len(TREES))
    assert degrees.min() >= min(nearest, len(TREES) - 1)
    assert degrees[known.centre] == len(TREES) - 1
    if nearest == 1:
        assert len(pairs) <= 2 * (len(TREES) - 1)
    for first, second, far, aligned in known.edges:
        assert aligned == align_trees(TREES[first], TREES[second])
        assert far == distance(aligned, TREES[first].end, TREES[second].end)


def test_centre_of_many_is_near_to_most(compared_in_part):
    trees = flat("CC CC CC CC", "NN VBZ", "DT NN VBZ .", "DT JJ NN VBZ .", "NN VBZ .")
    assert neighbourhood(trees, align_flat, nearest=1).centre == 2


def differing(one, other):
    """The words at which each of the three cheap views of two trees differ."""
    return [
        [place for place, (a, b) in enumerate(zip(*views, strict=True)) if a != b]
        for views in zip(views(tree(one)), views(tree(other)), strict=True)
    ]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("(S (NP (NNS yaks)) (VP (VBD ate) (NP (NNP hay))))", [[], [], []]),  # the same classes
        ("(S (NP (NN yak)) (VP (VBZ is) (NP (JJ dry))))", [[2], [2], []]),
        ("(S (NP (NN yak)) (VP (VBZ is)) (NP (NN hay)))", [[], [], [2]]),
        ("(S (NP (NN yak)) (VP (VBZ is) (ADJP (NN hay))))", [[], [2], [2]]),
    ],
)
def test_trees_are_compared_by_classes_phrases_and_headed_phrases(other, expected):
    assert differing("(S (NP (NN yak)) (VP (VBZ is) (NP (NN hay))))", other) == expected


def test_twins_are_near_each_other(compared_in_part):
    known = neighbourhood(TREES + TREES, align_trees, nearest=1)
    pairs = {(edge.first, edge.second) for edge in known.edges}
    assert pairs >= {(number, number + len(TREES)) for number in range(len(TREES))}


def test_like_trees_are_nearer_than_like_tags(compared_in_part):
    tags = "NN VBZ NN"
    like, unlike = [("NP", 0, 1), ("VP", 1, 3)], [("PP", 0, 2), ("ADJP", 2, 3)]
    trees = [
        tree_of(tags.split(), [Constituent(*one) for one in brackets])
        for brackets in (like, unlike, like, unlike)
    ]
    pairs = {(e.first, e.second) for e in neighbourhood(trees, align_trees, nearest=1).edges}
    assert pairs >= {(0, 2), (1, 3)}


@given(st.lists(parsed_sentences(most=5), min_size=4, max_size=8), st.integers(1, 9))
def test_any_sentences_are_connected(sentences, nearest):
    trees = [tree_of(*sentence) for sentence in sentences]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(msa, "EXACT_UP_TO", 3)
        known = neighbourhood(trees, align_trees, nearest)
    assert is_connected(known, len(trees))
    everything = set(combinations(range(len(trees)), 2))
    assert {(edge.first, edge.second) for edge in known.edges} <= everything


def test_equal_trees_give_equal_neighbourhoods(compared_in_part):
    assert neighbourhood(TREES, align_trees, 2) == neighbourhood(list(TREES), align_trees, 2)
