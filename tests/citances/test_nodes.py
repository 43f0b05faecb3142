"""What is clustered: units that are alike in a citance, and posteriors put together over them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.features import GroupFeatures
from spacy_citalign.citances.group import make_group
from spacy_citalign.citances.nodes import Nodes, make_nodes, node_similarity


def nodes_of(citances, continues=()):
    """Nodes of citances; ``continues`` are the words that continue a unit."""
    group = make_group([words.split() for words in citances])
    flags = np.isin(np.arange(len(group.words)), continues)
    return make_nodes(GroupFeatures(group, ()), flags)


def test_words_are_nodes_of_their_own():
    nodes = nodes_of(["leaf rots", "leaves rot"])
    assert nodes.of_words.tolist() == nodes.units.tolist() == [0, 1, 2, 3]
    assert nodes.owners.tolist() == [0, 0, 1, 1]


def test_units_alike_in_one_citance_are_one_node():
    # leaf, binds, leaf | leaf, bind: the same stems in another citance are another node.
    nodes = nodes_of(["binds leaf bind", "leaf binding"])
    assert nodes.of_words.tolist() == [0, 1, 0, 2, 3]
    assert nodes.units.tolist() == [0, 1, 2, 3, 4]
    assert nodes.owners.tolist() == [0, 0, 1, 1]


def test_units_are_alike_by_all_of_their_words():
    # [leaf margin] [margin] rots [leaf margins]
    nodes = nodes_of(["leaf margin margin rots leaf margins"], continues=[1, 5])
    assert nodes.units.tolist() == [0, 0, 1, 2, 3, 3]
    assert nodes.of_words.tolist() == [0, 0, 1, 2, 0, 0]


def test_order_of_words_matters():
    nodes = nodes_of(["leaf margin rots margin leaf"], continues=[1, 4])
    assert nodes.of_words.tolist() == [0, 0, 1, 2, 2]


@pytest.mark.parametrize("citances", [[], ["", ""]])
def test_no_words_no_nodes(citances):
    nodes = nodes_of(citances)
    assert nodes.of_words.shape == nodes.units.shape == nodes.owners.shape == (0,)
    assert node_similarity(sparse.csr_matrix((0, 0)), nodes).shape == (0, 0)


def similarity(posteriors, of_words, owners):
    nodes = Nodes(np.array(of_words), np.arange(len(of_words)), np.array(owners))
    return node_similarity(sparse.csr_matrix(np.array(posteriors)), nodes).toarray()


def test_two_directions_are_joined_by_their_geometric_mean():
    found = similarity([[0, 0.9], [0.4, 0]], [0, 1], [0, 1])
    assert found == pytest.approx(np.array([[0, 0.6], [0.6, 0]]))


def test_a_link_that_one_direction_does_not_find_is_none():
    assert not similarity([[0, 0.9], [0, 0]], [0, 1], [0, 1]).any()


def test_mass_over_the_words_of_a_unit_is_put_together():
    # "leaf margin" (0, 1) and "border" (2). Of the words of the unit .8 and .4 go to border, on
    # average .6; border's .3 and .4 are .7.
    posteriors = np.zeros((3, 3))
    posteriors[[0, 1], 2] = 0.8, 0.4
    posteriors[2, [0, 1]] = 0.3, 0.4
    found = similarity(posteriors, [0, 0, 1], [0, 1])
    assert found == pytest.approx(np.array([[0, (0.6 * 0.7) ** 0.5], [(0.6 * 0.7) ** 0.5, 0]]))


def test_mass_over_repetitions_is_put_together():
    # leaf twice in one citance: where it goes does not matter.
    posteriors = np.zeros((3, 3))
    posteriors[0, [1, 2]] = 0.5, 0.5
    posteriors[[1, 2], 0] = 1.0, 1.0
    assert similarity(posteriors, [0, 1, 1], [0, 1])[0, 1] == pytest.approx(1)


@st.composite
def directed(draw):
    """Posteriors of words in nodes: rows of words, owners of nodes, which have 1 word or more."""
    owners = sorted(draw(st.lists(st.integers(0, 3), min_size=1, max_size=6)))
    extra = draw(st.lists(st.integers(0, len(owners) - 1), max_size=4))
    of_words = np.array(sorted([*range(len(owners)), *extra]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count = len(of_words)
    posteriors = np.zeros((count, count))
    of_citance = np.array(owners)[of_words]
    for word in range(count):
        for citance in set(owners) - {int(of_citance[word])}:
            targets = np.flatnonzero(of_citance == citance)
            shares = rng.dirichlet(np.ones(len(targets) + 1))[1:]
            posteriors[word, targets] = shares * (rng.random(len(targets)) < 0.8)
    return posteriors, of_words, owners


@given(directed())
def test_similarity_is_the_expected_share_in_both_directions(drawn):
    posteriors, of_words, owners = drawn
    found = similarity(posteriors, of_words, owners)
    for one in range(len(owners)):
        for other in range(len(owners)):
            ours, theirs = of_words == one, of_words == other
            there = posteriors[ours][:, theirs].sum(axis=1).mean()
            back = posteriors[theirs][:, ours].sum(axis=1).mean()
            assert found[one, other] == pytest.approx((there * back) ** 0.5, abs=1e-12)
    assert np.array_equal(found, found.T)
    assert np.all((found >= 0) & (found <= 1))
    assert not found[np.equal.outer(owners, owners)].any()
