"""Rows as records for exports: everything may be missing or wrong."""

import json
from typing import Any

import pytest
from export_rows import FROGS, OWN, THREE, frog_row
from hypothesis import given
from hypothesis import strategies as st
from report_rows import work

from spacy_citalign.answer_rows import FailedRow, read_answer
from spacy_citalign.app.report.exports.bibtex import bibtex_text
from spacy_citalign.app.report.exports.csl import csl_text
from spacy_citalign.app.report.exports.references import Bibliography
from spacy_citalign.app.report.exports.tables import (
    CITANCE_COLUMNS,
    citance_rows,
    direction_rows,
    statement_rows,
)
from spacy_citalign.app.report.exports.web_annotations import annotations_text
from spacy_citalign.row_files import record_values
from spacy_citalign.schema import WorkAnswer


def cells_of(group: WorkAnswer, column: str) -> list[Any]:
    """A column of the table of citances."""
    return [row[CITANCE_COLUMNS.index(column)] for row in citance_rows(group)]


def test_a_group_has_what_its_row_says():
    group = work(frog_row())
    assert (group.key, record_values(group.cited)) == ("doi:10.5555/frogs", FROGS)
    assert [citance.article_name for citance in group.citances] == ["900", "b.txt", "900"]
    assert [citance.start for citance in group.citances] == [5, 0, 99]
    assert cells_of(group, "differs") == ["", "In contrast to", ""]
    assert record_values(group.citances[0].article) == OWN
    words = cells_of(group, "shared_words")
    assert words == ["frogs; awake", "frogs", "Frogs; not asleep"]  # as they stand in the sentence
    (statement,) = group.statements
    assert (statement.classes, statement.places, statement.articles) == (["1", "2"], [2, 0], 1)


def test_self_citations_are_those_of_the_row_or_of_the_authors():
    assert cells_of(work(frog_row()), "self_citation") == ["yes", "no", "yes"]
    bare = frog_row(cited={"key": "k"})
    assert cells_of(work(bare), "self_citation") == ["", "", "yes"]


def test_a_row_of_the_first_version_and_texts_alone():
    group = work({"cited": {"key": "k"}, "citances": ["Frogs hop.", {"text": "They do."}]})
    assert [(one.id, one.text) for one in group.citances] == [
        ("k-1", "Frogs hop."),
        ("k-2", "They do."),
    ]
    assert (group.classes, group.statements) == ([], None)


@pytest.mark.parametrize(
    ("statement", "classes"),
    [
        ({"places": [7]}, None),
        ({"places": []}, None),
        ({"places": None, "classes": ["1"]}, None),
        ("what", None),
        ({"places": [True, -1, "0"]}, None),
        ({"places": [0], "classes": ["9", "1", None]}, ["1"]),
        ({"places": [0]}, []),
    ],
)
def test_statements_name_what_is_there(statement, classes):
    group = work(frog_row(statements=[statement]))
    wordings = {"1": "frogs / Frogs", "2": "awake / not asleep"}
    assert [cells[-1] for cells in statement_rows(group)] == (
        [] if classes is None else ["; ".join(wordings[name] for name in classes)]
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"place": 3, "start": 0, "end": 1},
        {"place": 2, "start": 0, "end": len(THREE) + 1},
        {"place": 2, "start": 4, "end": 4},
        {"place": 2, "start": "0", "end": 3},
        {"start": 0, "end": 3},
        None,
    ],
)
def test_members_outside_of_a_citance_are_left_out(wrong):
    row = frog_row(classes=[{"class": "1", "wordings": ["x"], "members": [wrong]}])
    assert work(row).classes[0].members == []


def exported(row: dict[str, Any]) -> str:
    """All exports of a row, as one text that UTF-8 can say; why it has none."""
    group = read_answer(row, 1)
    if isinstance(group, FailedRow):
        return group.error
    bibliography = Bibliography()
    bibliography.add(group)
    references = bibliography.references()
    annotations = "".join(annotations_text([group], label="frogs"))
    json.loads(annotations)
    cells = [*citance_rows(group), *statement_rows(group), *direction_rows(group)]
    return f"{annotations}{csl_text(references)}{bibtex_text(references)}{len(cells)}"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "cited",
    "citances",
    "classes",
    "statements",
    "differing",
    "comparing",
    "odd",
    "directions",
)
OF_CITANCES = ("id", "source", "article", "section", "start", "prefix", "suffix", "self_citation")
OF_WORKS = ("doi", "authors", "initials", "first_author", "year", "title", "source", "text", "key")


@given(st.sampled_from(FIELDS), JSON)
def test_no_value_of_a_row_breaks_an_export(field, value):
    exported(frog_row(**{field: value})).encode("utf-8", "surrogatepass")


@given(st.sampled_from(OF_CITANCES), JSON)
def test_no_value_of_a_citance_breaks_an_export(field, value):
    row = frog_row()
    row["citances"][0][field] = value
    exported(row)


@given(st.sampled_from(OF_WORKS), JSON)
def test_no_value_of_a_work_breaks_an_export(field, value):
    row = frog_row(cited=FROGS | {field: value})
    row["citances"][0]["article"] = OWN | {field: value}
    exported(row)


def test_half_characters_are_written_as_unknown_ones():
    half = "Frogs \ud800 hop"
    row = frog_row(cited={"key": half, "title": half, "authors": [half], "doi": half})
    row["citances"][0] |= {"text": half, "id": half, "source": half, "article": {"title": half}}
    row["citances"][0] |= {"prefix": half, "section": half}
    assert "Frogs \ufffd hop".encode() in exported(row).encode()
