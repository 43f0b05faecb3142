"""Iterative pairwise alignment: many sentences in one table of columns."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.msa import (
    Edge,
    Neighbourhood,
    multiple_alignment,
    neighbourhood,
    spanning_order,
)
from spacy_citalign.columns.roles import NEVER_COST, OTHER, class_of, substitution_costs
from spacy_citalign.columns.tree_alignment import align_flat, align_trees
from spacy_citalign.columns.trees import tree_of
from tests.columns.column_models import TAGS, parsed_sentences, treebank


def align(*sentences, edges):
    """Rows and size of sentences; edges are (first, second, "i=j ...")."""
    known = Neighbourhood(
        0, [Edge(i, j, number / 10, pairs_of(text)) for number, (i, j, text) in enumerate(edges)]
    )
    rows, size = multiple_alignment([tags.split() for tags in sentences], known)
    return [row.tolist() for row in rows], size


def pairs_of(text):
    return [tuple(map(int, pair.split("="))) for pair in text.split()]


def table(*sentences, edges):
    """The multiple alignment as lines, a tag or a dash in each column."""
    rows, size = align(*sentences, edges=edges)
    lines = []
    for tags, row in zip(sentences, rows, strict=True):
        line = ["-"] * size
        for tag, column in zip(tags.split(), row, strict=True):
            line[column] = tag
        lines.append(" ".join(line))
    return lines


@st.composite
def neighbourhoods(draw, most=7):
    """All distances among a few sentences, without pairs; few values, so that many are equal."""
    size = draw(st.integers(1, most))
    far = st.integers(1, 4)
    edges = [Edge(i, j, draw(far) / 4, []) for i, j in combinations(range(size), 2)]
    return size, Neighbourhood(draw(st.integers(0, size - 1)), edges)


# --- the order ---------------------------------------------------------------------------------


@given(neighbourhoods())
def test_next_comes_the_sentence_nearest_to_one_that_is_in(case):
    size, known = case
    inside = {known.centre}
    for old, new, _ in spanning_order(size, known):
        across = [
            (far, *((i, j) if i in inside else (j, i)))
            for i, j, far, _ in known.edges
            if (i in inside) != (j in inside)
        ]
        assert (old, new) == min(across)[1:]
        inside.add(new)
    assert inside == set(range(size))


@given(neighbourhoods())
def test_order_is_a_minimum_spanning_tree(case):
    size, known = case
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from(edge[:3] for edge in known.edges)
    least = nx.minimum_spanning_tree(graph).size(weight="weight")
    far = {(edge.first, edge.second): edge.distance for edge in known.edges}
    found = [far[min(pair), max(pair)] for *pair, _ in spanning_order(size, known)]
    assert sum(found) == pytest.approx(least)
    assert len(found) == size - 1


def test_pairs_are_given_from_the_sentence_that_is_in():
    known = Neighbourhood(1, [Edge(0, 1, 0.5, [(0, 2)]), Edge(1, 2, 0.7, [(3, 4)])])
    assert spanning_order(3, known) == [(1, 0, [(2, 0)]), (1, 2, [(3, 4)])]


# --- columns, by hand --------------------------------------------------------------------------


def test_one_sentence_has_a_column_a_word():
    assert align("DT NN VBZ .", edges=[]) == ([[0, 1, 2, 3]], 4)


def test_aligned_words_share_a_column_and_others_get_new_ones():
    assert table("DT NN .", "NN VBZ .", edges=[(0, 1, "1=0 2=2")]) == ["DT NN - .", "- NN VBZ ."]


def test_words_at_both_ends_get_new_columns_there():
    assert table("NN", "CC DT NN . ''", edges=[(0, 1, "0=2")]) == ["- - NN - -", "CC DT NN . ''"]


def test_sentences_with_nothing_aligned_follow_each_other():
    # before the first aligned word is before everything; after the last, after it
    assert table("NN VBZ", "IN DT", edges=[(0, 1, "")]) == ["- - NN VBZ", "IN DT - -"]


def test_word_comes_into_a_column_that_its_neighbour_leaves_empty():
    lines = table("DT NN", "DT JJ NN", "DT CD NN", edges=[(0, 1, "0=0 1=2"), (0, 2, "0=0 1=2")])
    assert lines == ["DT - NN", "DT JJ NN", "DT CD NN"]


def test_of_empty_columns_one_of_the_same_class_is_chosen():
    edges = [(0, 1, "0=0 1=5"), (0, 2, "0=0 1=2")]
    lines = table("DT NN", "DT RB JJ , JJ NN", "DT CD NN", edges=edges)
    assert lines[2] == "DT - CD - - NN"  # of two with adjectives the first


def test_related_class_is_chosen_before_an_unrelated_one():
    edges = [(0, 1, "0=0 1=4"), (0, 2, "0=0 1=2")]
    assert table("IN .", "IN CC DT , .", "IN NN .", edges=edges)[2] == "IN - NN - ."


def test_unknown_tags_come_together():
    edges = [(0, 1, "0=0 1=3"), (0, 2, "0=0 1=2")]
    assert table("DT .", "DT NN ODD .", "DT STRANGE .", edges=edges)[2] == "DT - STRANGE ."


def test_unrelated_column_is_chosen_before_a_new_one():
    edges = [(0, 1, "0=0 1=2"), (0, 2, "0=0 1=2")]
    assert table("DT NN", "DT CC NN", "DT VBZ NN", edges=edges)[2] == "DT VBZ NN"


def test_columns_are_new_where_too_few_are_empty():
    edges = [(0, 1, "0=0 1=2"), (0, 2, "0=0 1=4")]
    assert table("DT NN", "DT JJ NN", "DT RB JJ , NN", edges=edges) == [
        "DT - - - NN",
        "DT - JJ - NN",
        "DT RB JJ , NN",
    ]


def test_usual_class_of_a_column_is_that_of_most_words():
    edges = [
        (0, 1, "0=0 1=3"),
        (1, 2, "0=0 1=1 2=2 3=3"),  # over each other: one adjective, two adverbs
        (1, 3, "0=0 1=1 2=2 3=3"),
        (0, 4, "0=0 1=2"),
    ]
    lines = table("DT .", "DT CC JJ .", "DT CC RB .", "DT CC RB .", "DT RB .", edges=edges)
    assert lines[4] == "DT - RB ."


def test_whole_treebank_by_trees():
    sentences = treebank()
    trees = [tree_of(*sentence) for sentence in sentences]
    rows, size = multiple_alignment(
        [sentence.tags for sentence in sentences], neighbourhood(trees, align_trees, 1)
    )
    assert size < sum(len(row) for row in rows) / 4
    clauses = [(row, tree) for row, tree in zip(rows, trees, strict=True) if tree.label == "S"]
    roots = {int(row[tree.head]) for row, tree in clauses}
    assert len(roots) == 1  # all main verbs are in one column
    assert len({int(row[-1]) for row, _ in clauses}) == 1


# --- columns, whatever the sentences -----------------------------------------------------------


@given(st.lists(parsed_sentences(), min_size=1, max_size=6), st.sampled_from([0, 1]))
def test_multiple_alignment_respects_order_and_pairs(sentences, which):
    tags = [sentence.tags for sentence in sentences]
    known = neighbourhood(
        [tree_of(*sentence) for sentence in sentences], (align_trees, align_flat)[which], 1
    )
    rows, size = multiple_alignment(tags, known)
    for row, words in zip(rows, tags, strict=True):
        assert len(row) == len(words)
        assert np.all(np.diff(row) > 0)
    for old, new, pairs in spanning_order(len(tags), known):
        assert all(rows[old][i] == rows[new][j] for i, j in pairs)
        shared = set(rows[old].tolist()) & set(rows[new].tolist())
        assert len(shared) == len(pairs)  # and no other word of the two shares a column
    assert np.array_equal(np.unique(np.concatenate(rows)), np.arange(size))
    again, same = multiple_alignment(tags, known)
    assert same == size
    assert all(np.array_equal(one, two) for one, two in zip(rows, again, strict=True))


def class_cost(first, second):
    """What it costs that a tag joins a column of the other."""
    if class_of(first) == class_of(second):
        return 0
    if OTHER in (class_of(first), class_of(second)):
        return NEVER_COST
    return substitution_costs([first, second])[0, 1]


def least_cost(words, columns):
    """The least cost of putting words, in order, into columns or into new ones."""
    return min(
        2 * NEVER_COST * (len(words) - size)
        + sum(class_cost(words[i], columns[j]) for i, j in zip(own, others, strict=True))
        for size in range(min(len(words), len(columns)) + 1)
        for own in combinations(range(len(words)), size)
        for others in combinations(range(len(columns)), size)
    )


@given(
    st.lists(st.sampled_from(TAGS), min_size=1, max_size=4),
    st.lists(st.sampled_from(TAGS), max_size=5),
)
def test_words_that_are_not_aligned_are_put_where_it_costs_least(words, empty):
    # Between the two words of the first sentence the second one has columns, the third one words.
    sentences = ["DT", "."], ["DT", *empty, "."], ["DT", *words, "."]
    known = Neighbourhood(
        0,
        [
            Edge(0, 1, 0.1, [(0, 0), (1, len(empty) + 1)]),
            Edge(0, 2, 0.2, [(0, 0), (1, len(words) + 1)]),
        ],
    )
    rows, _ = multiple_alignment(sentences, known)
    tags = dict(zip(rows[1].tolist(), sentences[1], strict=True))
    cost = sum(
        class_cost(word, tags[column]) if column in tags else 2 * NEVER_COST
        for word, column in zip(words, rows[2].tolist()[1:-1], strict=True)
    )
    assert cost == least_cost(words, empty)
