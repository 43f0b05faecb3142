"""Docs with columns as the rows of tables and pages."""

import pytest
from blank_english import NLP
from spacy.tokens import Doc

from spacy_citalign.app.report.doc_rows import column_anchors, column_rows
from spacy_citalign.components.base.doc_columns import DocColumns, set_columns
from spacy_citalign.errors import InputError

ANCHORS = {9: "root", 30: ""}


def doc_of(words, columns, regions=None, anchors=ANCHORS, starts=(0,), **more):
    marks = [i in starts for i in range(len(words))]
    doc = Doc(NLP.vocab, words=words, sent_starts=marks or None, **more)
    found = DocColumns(columns, columns if regions is None else regions, anchors)
    set_columns(doc, found, [(0, len(words), True)] if words else [])
    return doc


@pytest.fixture
def doc():
    """Two sentences, with white space between them."""
    words = ["Cells", "divide", "\n", "It", "was", "so"]
    columns, regions = [4, 9, None, 4, None, 30], [0, 1, None, 0, None, 3]
    return doc_of(words, columns, regions, starts=(0, 3), tags=["NNS", "VBP", "_SP", *["X"] * 3])


def test_each_sentence_is_a_row_without_white_space(doc):
    first, second = column_rows(doc)
    assert (first.words, first.columns, first.tags) == (["Cells", "divide"], [4, 9], ["NNS", "VBP"])
    assert (second.words, second.columns) == (["It", "was", "so"], [4, None, 30])


def test_regions_take_the_place_of_columns(doc):
    assert [row.columns for row in column_rows(doc, regions=True)] == [[0, 1], [0, None, 3]]


def test_anchors_are_those_that_hold_a_word(doc):
    assert column_anchors(doc) == {9: "root", 30: ""}
    assert column_anchors(doc, regions=True) == {1: "root", 3: ""}
    assert column_anchors(doc_of(["It"], [4], [0])) == {}
    none = doc_of(["It"], [9], [1], anchors={})
    assert column_anchors(none) == column_anchors(none, regions=True) == {}


def test_docs_without_tags_make_rows_without_them():
    (row,) = column_rows(doc_of(["No", "tags"], [None, 9], [None, 1]))
    assert (row.words, row.tags) == (["No", "tags"], None)


def test_docs_without_words_make_no_rows():
    assert column_rows(doc_of([], [])) == []
    assert column_rows(doc_of([" ", "\n"], [None, None])) == []


@pytest.mark.parametrize(
    ("name", "values"),
    [("columns", [[1]]), ("columns", None), ("columns", ["12"]), ("regions", []), ("regions", 2)],
)
def test_columns_that_do_not_fit_the_doc_are_refused(name, values):
    doc = doc_of(["Cells", "divide"], [1, 2])
    doc.spans["columns"].attrs[name] = values
    for read in (column_rows, column_anchors):
        with pytest.raises(InputError, match="has no columns of its 2 tokens"):
            read(doc)


def test_doc_without_columns_is_refused():
    with pytest.raises(
        InputError, match=r"'Cells divide'\.\.\. has no columns of its 2 tokens; run"
    ):
        column_rows(NLP("Cells divide"))
