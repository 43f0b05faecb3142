"""Rows as records for exports: everything may be missing or wrong."""

import json
from typing import Any

import pytest
from export_rows import FROGS, OWN, THREE, frog_row
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.report.exports.bibtex import bibtex_text
from spacy_citalign.app.report.exports.csl import csl_text
from spacy_citalign.app.report.exports.groups import Member, group_of
from spacy_citalign.app.report.exports.references import Bibliography
from spacy_citalign.app.report.exports.tables import citance_rows, statement_rows
from spacy_citalign.app.report.exports.web_annotations import annotations_text


def test_a_group_has_what_its_row_says():
    group = group_of(frog_row())
    assert (group.key, group.cited) == ("doi:10.5555/frogs", FROGS)
    assert [citance.article for citance in group.citances] == ["900", "b.txt", "900"]
    assert [citance.start for citance in group.citances] == [5, 0, 99]
    assert [citance.cue for citance in group.citances] == ["", "In contrast to", ""]
    assert group.citances[0].about == OWN
    assert [one.members[0] for one in group.classes] == [Member(0, 10, 15), Member(0, 16, 21)]
    (statement,) = group.statements
    assert (statement.classes, statement.places, statement.articles) == (group.classes, (2, 0), 1)


def test_self_citations_are_those_of_the_row_or_of_the_authors():
    assert [one.self_citation for one in group_of(frog_row()).citances] == [True, False, True]
    bare = frog_row(cited={"key": "k"})
    assert [one.self_citation for one in group_of(bare).citances] == [None, None, True]


def test_a_row_of_the_first_version_and_texts_alone():
    group = group_of({"cited": {"key": "k"}, "citances": ["Frogs hop.", {"text": "They do."}]})
    assert [(one.id, one.text) for one in group.citances] == [
        ("k-1", "Frogs hop."),
        ("k-2", "They do."),
    ]
    assert (group.classes, group.statements) == ((), ())


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
    found = group_of(frog_row(statements=[statement])).statements
    assert [[one.name for one in each.classes] for each in found] == (
        [] if classes is None else [classes]
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
    assert group_of(row).classes[0].members == ()


def exported(row: dict[str, Any]) -> str:
    """All exports of a row, as one text that UTF-8 can say."""
    group = group_of(row)
    bibliography = Bibliography()
    bibliography.add(group)
    references = bibliography.references()
    annotations = "".join(annotations_text([group], label="frogs"))
    json.loads(annotations)
    cells = [*citance_rows(group), *statement_rows(group)]
    return f"{annotations}{csl_text(references)}{bibtex_text(references)}{len(cells)}"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("cited", "citances", "classes", "statements", "differing")
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
