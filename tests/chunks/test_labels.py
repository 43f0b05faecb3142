"""Labels that stand for chunks: the joint ones, those of each encoding, and their order."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chunks.labels import (
    ENCODINGS,
    Chunks,
    chunks_from_labels,
    joint_labels,
    label_count,
    projection,
)

TYPES = ("NP", "VP")


def chunks_of(*rows):
    return Chunks(*np.array(rows, dtype=np.int64).reshape(-1, 3).T)


def rows_of(chunks):
    return list(zip(*(column.tolist() for column in chunks), strict=True))


def names(encoding, types=TYPES):
    """The labels of an encoding by number, as texts have them."""
    mark = {"iob2": "B", "ioe2": "E"}[encoding]
    return ["O", *(f"{sign}-{kind}" for kind in types for sign in (mark, "I"))]


def written(rows, size, encoding):
    """The labels of words in an encoding, as texts have them."""
    labels = projection(len(TYPES), encoding)[joint_labels(chunks_of(*rows), size)]
    return " ".join(names(encoding)[label] for label in labels)


@st.composite
def any_chunks(draw):
    """Disjoint chunks of two types, in order, and a number of words that holds them."""
    rows, place = [], 0
    for gap, length, kind in draw(
        st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4), st.integers(0, 1)), max_size=5)
    ):
        rows.append((place + gap, place + gap + length, kind))
        place += gap + length
    return rows, place + draw(st.integers(0, 2))


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("iob2", "B-NP B-VP I-VP I-VP B-NP I-NP O B-NP"),
        ("ioe2", "E-NP I-VP I-VP E-VP I-NP E-NP O E-NP"),
    ],
)
def test_encodings_mark_where_chunks_begin_or_end(encoding, expected):
    # They | have been found || in part | , | mice
    rows = [(0, 1, 0), (1, 4, 1), (4, 6, 0), (7, 8, 0)]
    assert written(rows, 8, encoding) == expected


def test_labels_of_encodings_have_no_gap():
    for types, encoding in product((1, 2, 5), ENCODINGS):
        assert set(projection(types, encoding)) == set(range(label_count(types)))


@given(any_chunks())
def test_chunks_come_back_from_their_labels(case):
    rows, size = case
    labels = joint_labels(chunks_of(*rows), size)
    assert len(labels) == size
    assert rows_of(chunks_from_labels(labels)) == rows


@given(any_chunks())
def test_either_encoding_alone_tells_the_chunks(case):
    rows, size = case
    seen = {}
    for encoding in ENCODINGS:
        labels = written(rows, size, encoding).split()
        found, start = [], 0
        for place, label in enumerate(labels):
            kind = label[2:]
            begins = label[0] == "B" or (
                encoding == "ioe2" and kind and (place == 0 or labels[place - 1][0] != "I")
            )
            start = place if begins else start
            following = labels[place + 1][0] if place + 1 < size else "O"
            ends = label[0] == "E" or (encoding == "iob2" and kind and following != "I")
            if ends:
                found.append((start, place + 1, TYPES.index(kind)))
        seen[encoding] = found
    assert seen == dict.fromkeys(ENCODINGS, rows)
