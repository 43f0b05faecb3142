"""The records of rows: what is kept, what is counted, what is refused, and the JSON Schema."""

import json
from copy import deepcopy
from typing import get_args

import jsonschema
import pytest
from export_rows import FROGS, frog_row
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from report_rows import heat_row, pond_row, work

from spacy_citalign.answer_rows import read_answer_line
from spacy_citalign.row_files import json_line, record_values
from spacy_citalign.schema import (
    KINDS,
    SCHEMA,
    AlignedClass,
    Article,
    Citance,
    CitanceGroup,
    CitationMark,
    CitedWork,
    ClassMember,
    Difference,
    Direction,
    DirectionSide,
    EvidencePlace,
    Statement,
    WordMatch,
    WorkAnswer,
    known_fields,
)

TEXT = "Zork2 binds p53."


def evidence_row():
    """A row that has everything."""
    row = pond_row()
    place = {
        "probability": 0.5,
        "section": "Results",
        "start": 4,
        "end": 17,
        "text": "Croak1 woke.",
    }
    row["citances"][0] |= {
        "evidence": [place | {"matches": [{"citance": [0, 6], "sentence": [0, 6]}]}],
        "before": {"text": "Frogs rest.", "start": 0, "end": 11, "probability": 0.75},
        "start": 12, "end": 40, "prefix": "Aim.\n", "suffix": " So.",
    }  # fmt: skip
    row["citances"][1]["evidence"] = []
    row["cited"]["article"] = {"pmcid": "PMC7"}
    return row | {"schema": SCHEMA, "posteriors": [[0, 1], [2, 3], [0.25, 0.5]]}


def named_row():
    """A row whose names and years are texts."""
    row = heat_row()
    row["cited"] |= {"year": "1999", "pmid": "12345"}
    row["citances"][0]["article"]["year"] = "2004"
    return row


ROWS = [frog_row(), named_row(), evidence_row()]


# --- what is kept ----------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS)
def test_the_json_of_a_row_is_that_of_its_record(row):
    read = WorkAnswer.model_validate_json(json.dumps(row))
    assert json.loads(json_line(read)) == json.loads(json.dumps(row))
    assert WorkAnswer.model_validate_json(json_line(read)) == read
    assert read_answer_line(json_line(read).encode(), 1) == read


def test_numbers_may_stand_for_names():
    assert json_line(work(heat_row())) == json_line(work(named_row()))


def test_fields_that_are_not_listed_are_kept_wherever_they_stand():
    row = evidence_row()
    extra = {"mine": {"deep": [1, None, {"": "x"}]}, "_x": 1.5}
    places = [
        row,
        row["cited"],
        row["cited"]["article"],
        row["citances"][0],
        row["citances"][0]["article"],
        row["citances"][0]["before"],
        row["citances"][0]["citations"][0],
        row["citances"][0]["evidence"][0],
        row["citances"][0]["evidence"][0]["matches"][0],
        row["classes"][0],
        row["classes"][0]["members"][0],
        row["merges"],
        row["statements"][0],
        row["differing"][0],
    ]
    for place in places:
        place |= deepcopy(extra)
    assert json.loads(json_line(work(row))) == json.loads(json.dumps(row))


def test_what_was_not_set_is_not_written_and_null_is():
    read = work({"cited": {"key": "k"}, "citances": [{"text": "a", "source": None}]})
    assert record_values(read) == {
        "cited": {"key": "k"},
        "citances": [{"text": "a", "source": None, "id": "k-1"}],
    }
    assert record_values(work({**record_values(read), "articles": None}))["articles"] is None


def test_names_in_the_row_and_in_the_program():
    read = AlignedClass.model_validate({"class": 7})
    assert (read.name, AlignedClass(name="7").name) == ("7", "7")
    assert record_values(read) == record_values(AlignedClass(name="7")) == {"class": "7"}
    assert work(frog_row()).schema_version == 1
    assert record_values(work(frog_row()))["schema"] == 1


def test_an_article_says_what_is_known_of_it():
    article = Article(title=" Frogs ", year=2004, pmid=7, arxiv="2001.1", doi="")
    assert (article.text_of("title"), article.text_of("journal")) == ("Frogs", "")
    assert article.identifiers() == [("pmid", "7"), ("arxiv", "2001.1")]
    known = {"title": " Frogs ", "year": "2004", "pmid": "7", "arxiv": "2001.1", "doi": ""}
    assert known_fields(article) == known
    assert known_fields(CitedWork(**FROGS)) == FROGS


# --- what is counted -------------------------------------------------------------------------


def citing(**about):
    return Citance(text="a", **about)


@pytest.mark.parametrize(
    ("citance", "name"),
    [
        (citing(), ""),
        (citing(source=" b.txt "), "b.txt"),
        (citing(source=" ", article={"doi": "10.5/X", "pmid": "7"}), "doi:10.5/x"),
        (citing(article={"title": "Frogs"}), ""),
        (citing(source="PMC1", article={"doi": "10.5/X"}), "PMC1"),
    ],
)
def test_a_citing_article_has_a_name(citance, name):
    assert citance.article_name == name


def test_articles_are_counted():
    cited = {"key": "k"}
    known = [citing(source="a"), citing(source="a"), citing(article={"pmid": "7"})]
    assert CitanceGroup(cited=cited, citances=known).count_articles() == 2
    assert WorkAnswer(cited=cited, citances=known).article_count == 2
    unknown = [*known, citing(), citing()]
    assert CitanceGroup(cited=cited, citances=unknown).count_articles() == 4  # one each
    assert WorkAnswer(cited=cited, citances=unknown).article_count is None
    assert WorkAnswer(cited=cited, citances=known, articles=5).article_count == 5
    assert WorkAnswer(cited=cited, citances=known, articles=None).article_count is None


def test_the_answer_is_the_central_sentence_of_the_first_statement():
    row = pond_row()
    read = work(row)
    assert read.answer == row["citances"][3]["text"]
    assert (read.key, read.is_aligned) == ("pond", True)
    assert work(row | {"statements": []}).answer == ""  # nothing is shared
    del row["statements"]
    assert work(row).answer == ""  # nobody looked
    outside = [{"places": [99]}, {"places": [1, 0]}]
    assert work(row | {"statements": outside}).answer == row["citances"][1]["text"]


def test_marks_are_in_order_and_do_not_overlap():
    marks = [{"start": 6, "end": 9}, {"start": 0, "end": 4, "cites": True}, {"start": 3, "end": 7}]
    citance = Citance(text=TEXT, citations=marks)
    assert [(mark.start, mark.end, mark.cites) for mark in citance.marks] == [
        (0, 4, True),
        (6, 9, None),
    ]


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"words": [[0, 99]]}, "words[0] is [0, 99], which is not in its text of 16 characters"),
        ({"words": [[5, 5]]}, "words[0] is [5, 5], which is not in its text"),
        ({"words": [[6, 11], [0, 5]]}, "words[1] is [0, 5] and begins before the end of the word"),
        ({"words": [[0, 5]], "classes": []}, "classes has 0 entries for 1 words"),
        ({"classes": ["1"]}, "classes has 1 entries for no words"),
        ({"words": [[0, 5]], "classes": [""]}, "a class without a name"),
        (
            {"citations": [{"start": 0, "end": 99}]},
            "citations[0] is [0, 99], which is not",
        ),
        ({"citations": [{"start": 4, "end": 4}]}, "citations[0] is [4, 4]"),
        ({"words": [[-1, 5]]}, "greater than or equal to 0"),
        ({"words": [[0.0, 5]]}, "valid integer"),
        ({"words": [[False, 5]]}, "valid integer"),
        ({"words": [[0, 5, 6]]}, "at most 2 items"),
        ({"start": -1}, "greater than or equal to 0"),
        ({"start": "7"}, "valid integer"),
        ({"evidence": [{"probability": 1.5, "text": "a"}]}, "less than or equal to 1"),
        ({"evidence": [{"probability": "0.5", "text": "a"}]}, "valid number"),
        ({"evidence": [{"probability": 0.5, "text": ""}]}, "at least 1 character"),
        ({"source": True}, "valid string"),
    ],
)
def test_offsets_and_values_that_do_not_fit_are_refused(fields, message):
    with pytest.raises(ValidationError) as raised:
        Citance.model_validate({"text": TEXT, **fields})
    assert message in str(raised.value)
    with pytest.raises(ValidationError):
        Citance.model_validate_json(json.dumps({"text": TEXT, **fields}))


@pytest.mark.parametrize(
    "row",
    [
        {"cited": {"key": ""}, "citances": [{"text": "a"}]},
        {"cited": {}, "citances": [{"text": "a"}]},
        {"cited": {"key": "k"}, "citances": []},
        {"cited": {"key": "k"}, "citances": [{}]},
        {"cited": {"key": "k"}, "citances": [{"text": "a"}], "articles": 0},
        {"cited": {"key": "k"}, "citances": [{"text": "a"}], "threshold": float("nan")},
        {"cited": {"key": "k"}, "citances": [{"text": "a"}], "classes": [{"kind": "frog"}]},
        {"cited": {"key": "k"}, "citances": [{"text": "a"}], "classes": [{"rarity": 2}]},
    ],
)
def test_rows_without_what_is_needed_or_out_of_range_are_refused(row):
    with pytest.raises(ValidationError):
        WorkAnswer.model_validate(row)


def test_what_lies_outside_of_the_citances_is_left_out():
    row = {
        "cited": {"key": "k"},
        "citances": [{"text": "Zork"}, {"text": "Ott"}],
        "classes": [{"class": "1", "members": [
            {"place": 1, "start": 0, "end": 3}, {"place": 1, "start": 0, "end": 4},
            {"place": 2, "start": 0, "end": 1}, {"place": 0, "start": 2, "end": 2}]}],
        "differing": [{"place": 1, "start": 1, "end": 2}, {"place": 0, "start": 0, "end": 4},
                      {"place": 0, "start": 0, "end": 5}],
        "statements": [{"places": [2]}, {"places": [1, 5, 0, 1]}],
        "directions": [
            {"agent": "a", "target": "b", "sides": [{"says": "raises", "places": [0, 2]},
                                                    {"says": "lowers", "places": [1]}]},
            {"agent": "c", "target": "d", "sides": [{"says": "raises", "places": [0]},
                                                    {"says": "lowers", "places": [2]}]}],
    }  # fmt: skip
    read = WorkAnswer.model_validate(row)
    assert read.classes[0].members == [ClassMember(place=1, start=0, end=3)]
    first, second = Difference(place=0, start=0, end=4), Difference(place=1, start=1, end=2)
    assert read.differing == [first, second]
    assert read.statements == [Statement(places=[1, 0])]
    assert [(one.agent, [side.places for side in one.sides]) for one in read.directions] == [
        ("a", [[0], [1]])
    ]


spans = st.lists(st.integers(0, 30), unique=True, max_size=8).map(sorted)


@given(st.text(st.characters(exclude_categories=["Cs"])), spans)
def test_words_that_fit_are_read_as_they_stand(text, cuts):
    inside = [cut for cut in cuts if cut <= len(text)]
    words = list(zip(inside[::2], inside[1::2], strict=False))
    citance = Citance(text=text, words=words, classes=["1"] * len(words))
    assert citance.word_classes == [(word, "1") for word in words]
    assert Citance.model_validate_json(json_line(citance)) == citance
    assert Citance(text=text, words=words).word_classes == [(word, None) for word in words]


# --- the JSON Schema -------------------------------------------------------------------------

JSON_SCHEMA = WorkAnswer.model_json_schema(mode="serialization")
DEFINED = JSON_SCHEMA["$defs"] | {"WorkAnswer": JSON_SCHEMA}


@pytest.mark.parametrize("row", ROWS)
def test_rows_are_as_the_json_schema_says(row):
    written = json.loads(json_line(work(row)))
    jsonschema.Draft202012Validator.check_schema(JSON_SCHEMA)
    jsonschema.validate(written, JSON_SCHEMA)
    written["citances"][0]["words"] = [[0, "5"]]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(written, JSON_SCHEMA)


def test_every_record_is_described():
    records = (Article, CitedWork, Citance, CitationMark, EvidencePlace, WordMatch, AlignedClass)
    records += (ClassMember, Statement, Difference, Direction, DirectionSide, WorkAnswer)
    assert {record.__name__ for record in records} <= {*DEFINED}
    for name, definition in DEFINED.items():
        assert definition["description"].endswith("."), name
        assert definition["additionalProperties"] is True, name  # other fields are kept


@pytest.mark.parametrize(
    ("record", "field"),
    [
        *(("WorkAnswer", field) for field in ("schema", "articles", "threshold", "expected_ama")),
        *(("WorkAnswer", field) for field in ("merges", "statements", "posteriors")),
        *(("WorkAnswer", field) for field in ("min_differs", "differing_found", "directions")),
        *(("Citance", field) for field in ("start", "words", "classes", "evidence", "source")),
        *(("AlignedClass", field) for field in ("rarity", "confidence", "wordings", "gene_ids")),
        *(("ClassMember", field) for field in ("place", "start", "citance")),
        *(("CitedWork", field) for field in ("key", "article", "source")),
        *(("EvidencePlace", field) for field in ("probability", "start")),
        *(("Difference", "start"), ("Statement", "places"), ("WordMatch", "sentence")),
    ],
)
def test_fields_say_what_they_hold(record, field):
    assert DEFINED[record]["properties"][field]["description"].endswith(".")


def test_the_schema_has_the_ranges():
    place = DEFINED["EvidencePlace"]["properties"]["probability"]
    assert (place["minimum"], place["maximum"]) == (0, 1)
    assert DEFINED["ClassMember"]["properties"]["start"]["minimum"] == 0
    span = DEFINED["WordMatch"]["properties"]["citance"]
    assert (span["minItems"], span["maxItems"]) == (2, 2)
    assert JSON_SCHEMA["properties"]["citances"]["minItems"] == 1
    assert DEFINED["CitedWork"]["properties"]["key"]["minLength"] == 1
    assert DEFINED["AlignedClass"]["properties"]["kind"]["enum"] == [*KINDS]
    assert get_args(AlignedClass.model_fields["kind"].annotation) == KINDS
    assert {"cited", "citances"} <= {*JSON_SCHEMA["required"]}
