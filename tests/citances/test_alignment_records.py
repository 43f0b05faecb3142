"""An alignment as plain lists: all of it is kept, through JSON too, and nonsense is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.alignment import Alignment
from spacy_citalign.citances.confidence import ClassConfidence
from spacy_citalign.citances.group import Adjacency, make_group
from spacy_citalign.citances.units.reasons import Reason
from spacy_citalign.errors import InputError
from tests.citances.test_aligner import PAPER, UNITS, schwartz_model
from tests.citances.test_alignment import ALIGNMENT, CLASSES, OWNERS, by_hand
from tests.citances.unit_groups import WITH_THESAURUS, model_of


def same(one, other, tolerance=0.0):
    for name in ("owners", "classes", "nodes", "kinds"):
        ours, theirs = getattr(one, name), getattr(other, name)
        assert (ours is None) == (theirs is None)
        if ours is not None:
            assert ours.tolist() == theirs.tolist()
            assert ours.dtype == theirs.dtype
    for name in ("size", "threshold", "expected_ama", "confidence", "reasons"):
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
        {
            "kinds": np.array([3, 2, 2, 3, 1, 0]),
            "confidence": ClassConfidence((0.5, 1.0, -0.25, 2.0)),
            "reasons": (Reason(0, 3, ("same words", "spelling 0.92")), Reason(1, 4, ())),
        },
    ],
    ids=["units", "schwartz", "posteriors", "nothing aligned", "kinds and reasons"],
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


MODEL = replace(
    model_of({"same words": 9, "thesaurus same": 9, "edit similarity": 6}, -8, WITH_THESAURUS),
    schwartz=schwartz_model({"same string": 3.0, "same prefix": 1.0}, 1.0),
    confidence=ClassConfidence((0.5, 1.0, 0.25, 0.0)),
)


@pytest.mark.parametrize("method", [UNITS, PAPER], ids=["units", "schwartz"])
@settings(max_examples=25)
@given(
    st.lists(st.lists(st.sampled_from(["Mup", "4", "rise", "elevated"]), max_size=4), max_size=5)
)
def test_records_of_any_group(method, citances):
    column = [
        Adjacency.GLUED if place else Adjacency.FIRST
        for own in citances
        for place in range(len(own))
    ]
    group = make_group(citances, adjacency=column)
    alignment = align(group, MODEL, method)
    record = through_json(alignment.to_record())
    again = Alignment.from_record(record)
    # Similarities are kept to four digits, those below .05 and of a word with itself not at all.
    kept = alignment.similarity.multiply(alignment.similarity >= 0.05).tocsr()
    kept = kept - sparse.diags(kept.diagonal())
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
        {**ALIGNMENT.to_record(), "kinds": [0] * 5},
        {**ALIGNMENT.to_record(), "kinds": [0, 1, 2, 3, 4, 0]},
        {**ALIGNMENT.to_record(), "kinds": [0, 1, -1, 0, 0, 0]},
        {**ALIGNMENT.to_record(), "confidence": [0.0, 1.0]},
        {**ALIGNMENT.to_record(), "confidence": "high"},
        {**ALIGNMENT.to_record(), "reasons": [[0, 3]]},
        {**ALIGNMENT.to_record(), "reasons": [["leaf", "leaves", []]]},
    ],
)
def test_what_is_no_record_is_refused(record):
    with pytest.raises(InputError, match="no alignment record"):
        Alignment.from_record(record)
