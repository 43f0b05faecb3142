"""What can be read from an alignment: classes, links, confidences, a graph, a record of it."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.alignment import AlignedClass, Alignment, Link
from spacy_citalign.citances.closure import average_link
from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.errors import InputError, SettingError
from tests.citances.test_aligner import AVERAGE, GLUE, PAPER, model_of

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


def test_classes_and_their_confidence():
    # The first: .9, .25 and .5 between its three citances; the second: .75, two words count once.
    assert ALIGNMENT.aligned_classes == [
        AlignedClass(1, (0, 3, 5), pytest.approx((0.9 + 0.25 + 0.5) / 3)),
        AlignedClass(2, (1, 2, 4), pytest.approx(0.75)),
    ]


def test_pairs_within_a_citance_do_not_count():
    # Nodes 0 and 1 of the first citance, 2 of the second: .9 and 0.
    (one,) = by_hand(classes=np.array([1, 1, 1, 1, 0, 0])).aligned_classes
    assert one.confidence == pytest.approx((0.9 + 0) / 2)


def test_unaligned_words_are_in_no_class():
    assert by_hand(classes=np.zeros(6, dtype=np.int64)).aligned_classes == []
    assert [one.words for one in by_hand(classes=np.array([0, 1, 0, 0, 1, 0])).aligned_classes] == [
        (1, 4)
    ]


def test_starts_of_citances():
    assert ALIGNMENT.starts.tolist() == [0, 3, 5, 5]


def test_another_threshold():
    assert ALIGNMENT.classes_at(0.3).tolist() == CLASSES
    assert ALIGNMENT.classes_at(0.6).tolist() == [1, 2, 2, 1, 2, 0]
    assert ALIGNMENT.classes_at(0.8).tolist() == [1, 0, 0, 1, 0, 0]
    assert ALIGNMENT.classes_at(0.95).tolist() == [0] * 6
    with pytest.raises(SettingError, match=r"threshold 0.01 is below the floor 0.05"):
        ALIGNMENT.classes_at(0.01)


def test_the_equivalence_closure_has_no_threshold():
    with pytest.raises(InputError, match="align with closure = 'average'"):
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


# --- records ---------------------------------------------------------------------------------


def same(one, other, tolerance=0.0):
    for name in ("owners", "classes", "nodes"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist()
        assert getattr(one, name).dtype == getattr(other, name).dtype
    for name in ("size", "threshold", "expected_ama"):
        assert getattr(one, name) == getattr(other, name)
        assert type(getattr(one, name)) is type(getattr(other, name))
    for ours, theirs in ((one.similarity, other.similarity), (one.posteriors, other.posteriors)):
        assert (ours is None) == (theirs is None)
        if ours is not None:
            assert ours.toarray() == pytest.approx(theirs.toarray(), abs=tolerance)
    assert (one.merges is None) == (other.merges is None)
    if one.merges is not None:
        for mine, yours in zip(one.merges, other.merges, strict=True):
            assert np.array_equal(mine, yours)


def tuples(value):
    if isinstance(value, list):
        return tuple(map(tuples, value))
    return {key: tuples(own) for key, own in value.items()} if isinstance(value, dict) else value


def through_json(record):
    return json.loads(json.dumps(record))


@pytest.mark.parametrize("way", [dict, through_json, tuples])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"merges": None},
        {"posteriors": sparse.csr_matrix(np.diag([0.5, 0.25, 0, 0, 1.0], 1))},
        {"classes": np.zeros(6, dtype=np.int64), "similarity": sparse.csr_matrix((5, 5))},
    ],
    ids=["average", "equivalence", "posteriors", "nothing aligned"],
)
def test_record_holds_all_of_an_alignment(changes, way):
    alignment = by_hand(**changes)
    record = way(alignment.to_record())
    again = Alignment.from_record(record)
    same(again, alignment)
    assert again.to_record() == alignment.to_record()
    assert again.aligned_classes == alignment.aligned_classes
    assert again.links(0, 1) == alignment.links(0, 1)
    if alignment.merges is not None:
        assert again.classes_at(0.6).tolist() == alignment.classes_at(0.6).tolist()


@settings(max_examples=25)
@given(
    st.lists(st.lists(st.sampled_from(["Mup", "4", "leaf", "leaves"]), max_size=4), max_size=5),
    st.booleans(),
)
def test_records_of_any_group(citances, average):
    column = [
        Adjacency.GLUED if place else Adjacency.FIRST
        for own in citances
        for place in range(len(own))
    ]
    group = make_group(citances, adjacency=column)
    model = model_of({"same stem": 3.0, "same prefix": 1.0}, 1.0, GLUE)
    alignment = align(group, model, AVERAGE if average else PAPER)
    record = through_json(alignment.to_record())
    again = Alignment.from_record(record)
    # Similarities are kept to four digits, and those below .05 not at all.
    kept = alignment.similarity.multiply(alignment.similarity >= 0.05).tocsr()
    same(again, replace(alignment, similarity=kept), tolerance=5.1e-5)
    assert Alignment.from_record(again.to_record()).to_record() == again.to_record()


def without(name):
    record = ALIGNMENT.to_record()
    del record[name]
    return record


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        "record",
        {},
        *(without(name) for name in ("size", "owners", "classes", "nodes", "similarity", "merges")),
        *(without(name) for name in ("floor", "threshold", "expected_ama")),
        {**ALIGNMENT.to_record(), "classes": CLASSES[:-1]},
        {**ALIGNMENT.to_record(), "owners": [*OWNERS, 3]},
        {**ALIGNMENT.to_record(), "nodes": [0, 1, 1, 2, 3]},
        {**ALIGNMENT.to_record(), "nodes": [0, 1, 1, 2, 3, 3]},  # fewer than similarities
        {**ALIGNMENT.to_record(), "nodes": "012345"},
        {**ALIGNMENT.to_record(), "owners": None},
        {**ALIGNMENT.to_record(), "similarity": [[0], [1]]},
        {**ALIGNMENT.to_record(), "similarity": [[0], [9], [0.5]]},
        {**ALIGNMENT.to_record(), "merges": [[0]]},
        {**ALIGNMENT.to_record(), "merges": 5},
        {**ALIGNMENT.to_record(), "threshold": "low"},
        {**ALIGNMENT.to_record(), "posteriors": [[0], [6], [1.0]]},
    ],
)
def test_what_is_no_record_is_refused(record):
    with pytest.raises(InputError, match="no alignment record"):
        Alignment.from_record(record)
