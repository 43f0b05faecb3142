"""Spans and BIO tags: each the other way round."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.labels import BIO, spans_from_tags, spans_from_triples, tags_from_spans


def tags_of(text):
    return np.array([BIO.index(tag) for tag in text], dtype=np.int64)


def spans_of(*rows):
    size = max(map(len, rows))
    tags = np.stack([tags_of(row.ljust(size, "B")) for row in rows])  # B beyond the end: unread
    found = spans_from_tags(tags, np.array([len(row) for row in rows]))
    return list(zip(*(column.tolist() for column in found), strict=True))


@pytest.mark.parametrize(
    ("tags", "spans"),
    [
        ("O", []),
        ("B", [(0, 1)]),
        ("OBIO", [(1, 3)]),
        ("BB", [(0, 1), (1, 2)]),
        ("BIBIIOB", [(0, 2), (2, 5), (6, 7)]),
        ("OII", [(1, 3)]),
        ("IOI", [(0, 1), (2, 3)]),
        ("IB", [(0, 1), (1, 2)]),
    ],
)
def test_spans_from_tags_reads_bio(tags, spans):
    assert [(start, end) for _, start, end in spans_of(tags)] == spans


def test_spans_from_tags_come_by_row_and_start_and_end_with_their_row():
    assert spans_of("BI", "OBIBO", "O", "BOOI") == [
        (0, 0, 2),
        (1, 1, 3),
        (1, 3, 4),
        (3, 0, 1),
        (3, 3, 4),
    ]


@pytest.mark.parametrize(
    ("spans", "tags"),
    [
        ([], "OOOO"),
        ([(0, 1), (1, 3)], "BBIO"),
        ([(1, 3), (0, 1)], "BBIO"),
        ([(0, 4)], "BIII"),
        ([(0, 2), (1, 4)], "BIOO"),  # the one that begins first
        ([(0, 2), (0, 3)], "BIIO"),  # of those the longest
        ([(1, 2), (1, 2)], "OBOO"),
        ([(2, 2)], "OOOO"),  # a span of nothing
        ([(4, 4)], "OOOO"),
    ],
)
def test_tags_from_spans_writes_bio(spans, tags):
    assert tags_from_spans(spans, 4).tolist() == tags_of(tags).tolist()


@given(st.data(), st.integers(1, 9))
def test_tags_from_spans_gives_the_spans_back_where_none_overlap(data, size):
    bounds = sorted(data.draw(st.sets(st.integers(0, size))))
    spans = [
        (start, end)
        for start, end in zip(bounds, bounds[1:], strict=False)  # noqa: RUF007
        if data.draw(st.booleans())
    ]
    tags = tags_from_spans(spans, size)
    found = spans_from_tags(tags[None], np.array([size]))
    assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == spans


@given(st.lists(st.text("BIO", min_size=1, max_size=6), min_size=1, max_size=4))
def test_spans_from_tags_of_a_batch_are_those_of_each_row(rows):
    alone = [(number, s, e) for number, row in enumerate(rows) for _, s, e in spans_of(row)]
    assert spans_of(*rows) == alone


def test_spans_from_triples_are_columns():
    spans = spans_from_triples([(0, 1, 2), (3, 4, 5)])
    assert [column.tolist() for column in spans] == [[0, 3], [1, 4], [2, 5]]
    assert [column.shape for column in spans_from_triples([])] == [(0,)] * 3


def test_spans_are_triples_again_and_some_of_them_can_be_taken():
    triples = [(0, 1, 2), (3, 4, 5), (3, 6, 9)]
    spans = spans_from_triples(triples)
    assert spans.triples() == triples
    assert spans.take(np.array([2, 0])).triples() == [(3, 6, 9), (0, 1, 2)]
    assert spans_from_triples([]).triples() == []
