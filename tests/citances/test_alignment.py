"""What can be read from an alignment: classes, kinds, links, confidences, a graph."""

import math

import numpy as np
import pytest
from scipy import sparse

from spacy_citalign.citances import similarity as similarity_module
from spacy_citalign.citances.alignment import Alignment, Link, WordClass
from spacy_citalign.citances.closure import average_link
from spacy_citalign.citances.confidence import ClassConfidence
from spacy_citalign.citances.units.word_table import WORD_KINDS
from spacy_citalign.errors import InputError, SettingError

# Four citances, the third empty. Words 0 to 5 in five nodes: 1 and 2 are the node 1.
OWNERS = [0, 0, 0, 1, 1, 3]
NODES = [0, 1, 1, 2, 3, 4]
PAIRS = {(0, 2): 0.9, (2, 4): 0.5, (1, 3): 0.75, (0, 4): 0.25}
CLASSES = [1, 2, 2, 1, 2, 1]


def by_hand(**changes):
    matrix = np.zeros((5, 5))
    for (one, other), value in PAIRS.items():
        matrix[one, other] = matrix[other, one] = value
    similarity = sparse.csr_matrix(matrix)
    parts = {
        "owners": np.array(OWNERS),
        "size": 4,
        "classes": np.array(CLASSES),
        "nodes": np.array(NODES),
        "similarity": similarity,
        "merges": average_link(similarity, np.array([0, 0, 1, 1, 3])),
        "threshold": 0.3,
        "expected_ama": 0.8125,
        "posteriors": None,
    }
    return Alignment(**(parts | changes))


ALIGNMENT = by_hand()


# --- classes ---------------------------------------------------------------------------------


def test_classes_of_a_large_group_are_those_of_a_small_one(monkeypatch):
    small = by_hand().aligned_classes
    monkeypatch.setattr(similarity_module, "DENSE", 0)
    assert by_hand().aligned_classes == small


def test_classes_and_their_confidence():
    # The first: .9, .25 and .5 between its three citances; the second: .75, two words count once.
    assert ALIGNMENT.aligned_classes == [
        WordClass(1, (0, 3, 5), pytest.approx((0.9 + 0.25 + 0.5) / 3), "content"),
        WordClass(2, (1, 2, 4), pytest.approx(0.75), "content"),
    ]


def test_confidence_is_calibrated_where_something_is_learned():
    # Three times the odds of the similarity, and the root of the words over that of the citances:
    # 3 * .75 / .25 * (3 / 4) ** .5, for three words of a group of four.
    weights = ClassConfidence((math.log(3), 1.0, 0.5, -0.5))
    odds = [3 * mean / (1 - mean) * (3 / 4) ** 0.5 for mean in (0.55, 0.75)]
    found = [one.confidence for one in by_hand(confidence=weights).aligned_classes]
    assert found == pytest.approx([value / (1 + value) for value in odds])


def test_the_kind_of_a_class_is_that_of_most_of_its_words():
    content, reporting, number, name = range(len(WORD_KINDS))
    kinds = np.array([name, number, reporting, name, reporting, content])
    found = by_hand(kinds=kinds).aligned_classes
    assert [one.kind for one in found] == ["name", "reporting"]
    # Of two kinds that are as frequent the first in the order of ``WORD_KINDS``.
    kinds = np.array([name, number, number, number, content, content])
    found = by_hand(kinds=kinds, classes=np.array([1, 0, 2, 1, 2, 0])).aligned_classes
    assert [one.kind for one in found] == ["number", "content"]


def test_pairs_within_a_citance_do_not_count():
    # Nodes 0 and 1 of the first citance, 2 of the second: .9 and 0.
    (one,) = by_hand(classes=np.array([1, 1, 1, 1, 0, 0])).aligned_classes
    assert one.confidence == pytest.approx((0.9 + 0) / 2)


def test_unaligned_words_are_in_no_class():
    assert by_hand(classes=np.zeros(6, dtype=np.int64)).aligned_classes == []
    assert [one.words for one in by_hand(classes=np.array([0, 1, 0, 0, 1, 0])).aligned_classes] == [
        (1, 4)
    ]


def test_another_threshold():
    assert ALIGNMENT.classes_at(0.3).tolist() == CLASSES
    assert ALIGNMENT.classes_at(0.6).tolist() == [1, 2, 2, 1, 2, 0]
    assert ALIGNMENT.classes_at(0.8).tolist() == [1, 0, 0, 1, 0, 0]
    assert ALIGNMENT.classes_at(0.95).tolist() == [0] * 6
    with pytest.raises(SettingError, match=r"threshold 0.01 is below the floor 0.05"):
        ALIGNMENT.classes_at(0.01)


def test_the_equivalence_closure_has_no_threshold():
    with pytest.raises(InputError, match="align with method = 'units'"):
        by_hand(merges=None).classes_at(0.3)


# --- links -----------------------------------------------------------------------------------


def test_links_of_two_citances():
    assert ALIGNMENT.links(0, 1) == [Link(0, 0, 0.9), Link(1, 1, 0.75), Link(2, 1, 0.75)]
    assert ALIGNMENT.links(1, 0) == [Link(0, 0, 0.9), Link(1, 1, 0.75), Link(1, 2, 0.75)]
    assert ALIGNMENT.links(0, 3) == [Link(0, 0, 0.25)]
    assert ALIGNMENT.links(2, 0) == ALIGNMENT.links(0, 2) == []  # it is empty
    assert ALIGNMENT.links(1, 1) == []


def test_a_link_that_only_other_citances_hold_has_no_confidence():
    links = by_hand(classes=np.array([0, 1, 1, 0, 1, 1])).links(1, 3)
    assert links == [Link(1, 0, 0.0)]


def test_pharaoh():
    assert ALIGNMENT.pharaoh(0, 1) == "0-0 1-1 2-1"
    assert ALIGNMENT.pharaoh(1, 0) == "0-0 1-1 1-2"
    assert ALIGNMENT.pharaoh(0, 2) == ""


@pytest.mark.parametrize("number", [-1, 4])
def test_links_of_a_citance_that_is_not_there(number):
    for ask in (ALIGNMENT.links, ALIGNMENT.pharaoh):
        for pair in ((number, 0), (0, number)):
            with pytest.raises(
                InputError, match=f"no citance {number} in a group of 4; count from 0"
            ):
                ask(*pair)


def test_graph_of_words():
    graph = ALIGNMENT.graph()
    assert list(graph.nodes) == [0, 1, 2, 3, 4, 5]
    assert dict(graph.nodes[4]) == {"citance": 1, "aligned_class": 2}
    edges = {(one, other): value for one, other, value in graph.edges(data="confidence")}
    assert edges == {(0, 3): 0.9, (1, 4): 0.75, (2, 4): 0.75, (0, 5): 0.25, (3, 5): 0.5}
