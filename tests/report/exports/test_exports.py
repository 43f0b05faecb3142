"""Exports of groups: CSV, BibTeX, CSL-JSON and web annotations, checked against their formats."""

import csv
import json
import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from spacy_citalign.report.exports.bibtex import bibtex_text, escaped
from spacy_citalign.report.exports.csl import csl_items
from spacy_citalign.report.exports.groups import group_of
from spacy_citalign.report.exports.references import Bibliography
from spacy_citalign.report.exports.tables import (
    CITANCE_COLUMNS,
    STATEMENT_COLUMNS,
    citance_rows,
    harmless,
    statement_rows,
    write_table,
)
from spacy_citalign.report.exports.web_annotations import annotations_text

ARTICLE = "Ponds\nFrogs sing at night [1]. Toads sleep."
POND = {"title": "Ponds", "authors": ["Ott"], "initials": ["B"], "year": "2009", "doi": "10.5555/p"}
ROW = {
    "cited": {"key": "doi:10.5555/f", "doi": "10.5555/f", "title": "Frogs & {friends}"}
    | {"authors": ["Zork", "Ott"], "initials": ["A C", "B"], "year": "2004", "source": "Pond J"},
    "citances": [
        {"id": "p:6", "source": "pond", "section": "Results", "start": 6, "end": 30}
        | {"text": "Frogs sing at night [1].", "prefix": "Ponds\n", "suffix": " Toads sleep."}
        | {"article": POND, "self_citation": True},
        {"id": "l:0", "source": "lake", "text": "=HYPERLINK(1) Unlike [1], song is rare."},
    ],
    "classes": [
        {"class": "1", "wordings": ["sing", "song"]}
        | {"members": [{"place": 0, "start": 6, "end": 10}, {"place": 1, "start": 26, "end": 30}]}
    ],
    "statements": [{"classes": ["1"], "places": [0, 1], "articles": 2}],
    "differing": [{"place": 1, "start": 14, "end": 20, "cue": "Unlike"}],
}

CSL_TEXTS = "title container-title DOI PMID PMCID archive archive_location note keyword".split()
# What CSL-JSON 1.0.2 says of the fields that are written.
CSL = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["type", "id"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": ["string", "number"]},
            "type": {"enum": ["article", "article-journal", "book", "document"]},
            "author": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {n: {"type": "string"} for n in ("family", "given", "literal")},
                },
            },
            "issued": {
                "anyOf": [
                    {"properties": {"date-parts": {"type": "array"}}, "required": ["date-parts"]},
                    {"properties": {"literal": {"type": "string"}}, "required": ["literal"]},
                ]
            },
            **{name: {"type": "string"} for name in CSL_TEXTS},
        },
    },
}


def references(*rows):
    bibliography = Bibliography()
    for row in rows:
        bibliography.add(group_of(row))
    return bibliography.references()


def table(columns, rows):
    file = StringIO(newline="")
    write_table(file, columns, rows)
    return list(csv.DictReader(StringIO(file.getvalue(), newline="")))


# --- CSV -------------------------------------------------------------------------------------


def test_a_row_a_citance():
    first, second = table(CITANCE_COLUMNS, citance_rows(group_of(ROW)))
    assert first == {
        "work": "doi:10.5555/f",
        "work_title": "Frogs & {friends}",
        "article": "pond",
        "article_title": "Ponds",
        "article_year": "2009",
        "section": "Results",
        "citance": "p:6",
        "sentence": "Frogs sing at night [1].",
        "shared_words": "sing",
        "wordings": "sing / song",
        "differs": "",
        "self_citation": "yes",
    }
    assert second["differs"] == "Unlike"
    assert second["self_citation"] == ""
    assert second["sentence"] == "'=HYPERLINK(1) Unlike [1], song is rare."


def test_a_row_a_statement():
    (one,) = table(STATEMENT_COLUMNS, statement_rows(group_of(ROW)))
    assert one["central_sentence"] == "Frogs sing at night [1]."
    assert (one["sentences"], one["articles"], one["wordings"]) == ("2", "2", "sing / song")


@given(st.text())
def test_no_cell_is_a_formula_or_has_line_ends(text):
    cell = harmless(text)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert len(cell.splitlines()) <= 1
    assert table(["a"], [[text]]) == [{"a": cell}]


# --- bibliographies --------------------------------------------------------------------------


def test_works_and_articles_are_in_the_bibliography_once():
    cited, citing = references(ROW, ROW)
    assert (cited.key, cited.kind, cited.roles) == ("zork2004frogs", "article", ("cited",))
    assert [(one.surname, one.given) for one in cited.authors] == [("Zork", "A. C."), ("Ott", "B.")]
    assert (citing.title, citing.roles) == ("Ponds", ("citing",))
    both = {"cited": POND | {"key": "doi:10.5555/p"}, "citances": []}
    assert [one.roles for one in references(ROW, both)] == [("cited",), ("citing", "cited")]


def test_csl_json_is_valid():
    items = csl_items(references(ROW, {"cited": {"key": "ott 1999"}, "citances": []}))
    Draft7Validator(CSL).validate(items)
    assert items[0]["author"][0] == {"family": "Zork", "given": "A. C."}
    assert items[0]["issued"] == {"date-parts": [[2004]]}
    assert items[0]["DOI"] == "10.5555/f"
    assert items[2] == {"id": "work", "type": "document", "note": "ott 1999", "keyword": "cited"}


def test_bibtex_entries_have_unique_keys_and_balanced_braces():
    same = [{"cited": ROW["cited"] | {"doi": f"10.5555/{n}"}, "citances": []} for n in range(3)]
    text = bibtex_text(references(*same))
    assert re.findall(r"^@article\{(\w+),", text, re.MULTILINE) == [
        "zork2004frogs",
        "zork2004frogsx2",
        "zork2004frogsx3",
    ]
    assert r"title = {{Frogs \& \textbraceleft{}friends\textbraceright{}}}" in text
    assert "author = {Zork, A. C. and Ott, B.}" in text
    assert text.count("{") == text.count("}")


@given(st.text())
def test_escaped_texts_have_balanced_braces_and_no_bare_commands(text):
    shown = escaped(text)
    depth = 0
    for sign in shown:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    assert not re.search(r"(?<!\\)[&%$#_]", shown)


# --- web annotations -------------------------------------------------------------------------


def test_annotations_select_the_words_of_the_article():
    collection = json.loads("".join(annotations_text([group_of(ROW)], label="ponds")))
    assert collection["@context"] == "http://www.w3.org/ns/anno.jsonld"
    assert collection["type"] == "AnnotationCollection"
    items = collection["first"]["items"]
    assert collection["total"] == len(items) == 3
    assert len({one["id"] for one in items}) == 3
    sentence, _, words = items
    assert sentence["motivation"] == "linking"
    assert sentence["body"]["id"] == "https://doi.org/10.5555/f"
    assert sentence["target"]["source"]["id"] == "https://doi.org/10.5555/p"
    for selected in (sentence["target"], words["target"][0]):
        place, quote = selected["selector"]
        exact, start = quote["exact"], place["start"]
        assert ARTICLE[start : place["end"]] == exact
        assert ARTICLE[:start].endswith(quote["prefix"])
        assert ARTICLE[place["end"] :].startswith(quote["suffix"])
    assert words["motivation"] == "tagging"
    assert words["body"]["value"] == "sing"


# --- odd rows --------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*ROW, "text", "place", "start", "end"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("name", [*ROW])
@given(value=VALUES)
def test_rows_of_wrong_types_are_read_as_far_as_they_are_right(name, value):
    group = group_of(ROW | {name: value})
    list(citance_rows(group))
    list(statement_rows(group))
    json.loads("".join(annotations_text([group], label="x")))
    Draft7Validator(CSL).validate(csl_items(references(ROW | {name: value})))
