"""Citances and statements in CSV: the cells, their quoting, and that none is a formula."""

import csv
from copy import deepcopy
from io import StringIO

import pytest
from export_rows import ONE, THREE, frog_row
from hypothesis import given
from hypothesis import strategies as st
from report_rows import work

from spacy_citalign.app.report.exports.tables import (
    CITANCE_COLUMNS,
    DIRECTION_COLUMNS,
    EVIDENCE_COLUMNS,
    STATEMENT_COLUMNS,
    citance_rows,
    direction_rows,
    evidence_rows,
    harmless,
    statement_rows,
    write_table,
)

WORK = {"work": "doi:10.5555/frogs", "work_title": "Frogs & toads: 5% awake"}


def table(columns, rows) -> list[dict[str, str]]:
    file = StringIO(newline="")
    write_table(file, columns, rows)
    return [*csv.DictReader(StringIO(file.getvalue(), newline=""), strict=True)]


def test_a_citance_is_a_row():
    one, two, three = table(CITANCE_COLUMNS, citance_rows(work(frog_row())))
    assert one == WORK | {
        "article": "900",
        "article_title": "Pond life",
        "article_year": "2010",
        "section": "Results / Frogs",
        "citance": "900:5",
        "sentence": ONE,
        "shared_words": "frogs; awake",
        "wordings": "frogs / Frogs; awake / not asleep",
        "differs": "",
        "self_citation": "yes",
        "compares": "",
        "differs_probability": "",
        "who_differs": "",
        "odd_probability": "",
        "work_notice": "",
        "article_notice": "",
    }
    assert two["sentence"] == "In contrast to Zork, -toads slept but frogs did not (1)."
    assert (two["article_title"], two["article_year"]) == ("'=Newts", "in press")
    assert (two["differs"], two["self_citation"]) == ("In contrast to", "no")
    assert (three["sentence"], three["shared_words"]) == (THREE, "Frogs; not asleep")


def test_who_differs_compares_and_may_not_belong_is_told():
    told = {"start": 0, "end": 14, "cue": "In contrast to"}
    row = frog_row(
        differing=[{"place": 1, "probability": 0.9, "who": "third", "by": "Ott [4]", **told}],
        comparing=[{"place": 0, "probability": 0.31239, "who": "author", **told}],
        odd=[{"place": 2, "probability": 0.25}],
    )
    names = ("differs", "compares", "differs_probability", "who_differs", "odd_probability")
    cells = table(CITANCE_COLUMNS, citance_rows(work(row)))
    assert [[one[name] for name in names] for one in cells] == [
        ["", "In contrast to", "0.31239", "by the author", ""],
        ["In contrast to", "", "0.9", "by Ott [4]", ""],
        ["", "", "", "", "0.25"],
    ]


def test_a_retracted_work_and_a_retracted_article_say_so():
    row = deepcopy(frog_row())
    row["cited"]["retracted"] = {"date": "2015-03-09"}
    row["citances"][1]["article"]["retracted"] = {"nature": "=Correction"}
    cells = table(CITANCE_COLUMNS, citance_rows(work(row)))
    assert [one["work_notice"] for one in cells] == ["Retracted 2015-03-09"] * 3
    assert [one["article_notice"] for one in cells] == ["", "'=Correction", ""]


def test_each_direction_is_a_row():
    assert [*direction_rows(work(frog_row()))] == []
    sides = [
        {"says": "raises", "places": [0, 2], "articles": 1},
        {"says": "lowers", "places": [1]},
    ]
    row = frog_row(directions=[{"agent": "Zork2", "target": "sleep", "sides": sides}])
    first, second = table(DIRECTION_COLUMNS, direction_rows(work(row)))
    assert first == WORK | {
        "agent": "Zork2",
        "target": "sleep",
        "says": "raises",
        "articles": "1",
        "sentences": "2",
        "citances": "900:5; 900:99",
    }
    assert (second["says"], second["articles"], second["sentences"]) == ("lowers", "", "1")


def test_each_place_of_the_cited_article_is_a_row():
    row = frog_row()
    assert [*evidence_rows(work(row))] == []  # nobody looked
    place = {"probability": 0.51239, "section": "Results", "text": "=Frogs woke.", "matches": []}
    row["citances"][0]["evidence"] = [place, place | {"probability": 0.2, "section": ""}]
    row["citances"][1]["evidence"] = []
    first, second, none = table(EVIDENCE_COLUMNS, evidence_rows(work(row)))
    assert first == WORK | {
        "citance": "900:5",
        "sentence": ONE,
        "rank": "1",
        "probability": "0.5124",
        "cited_section": "Results",
        "cited_sentence": "'=Frogs woke.",
    }
    assert (second["rank"], second["probability"], second["cited_section"]) == ("2", "0.2", "")
    assert [none[name] for name in ("rank", "probability", "cited_sentence")] == [""] * 3


def test_a_statement_is_a_row():
    (row,) = table(STATEMENT_COLUMNS, statement_rows(work(frog_row(kind="review"))))
    assert row == WORK | {
        "work_kind": "review",
        "statement": "1",
        "central_sentence": THREE,
        "article": "900",
        "sentences": "2",
        "articles": "1",
        "wordings": "frogs / Frogs; awake / not asleep",
    }


def test_how_many_articles_say_it_may_not_be_known():
    row = frog_row(statements=[{"classes": ["1"], "places": [1], "articles": None}])
    (found,) = table(STATEMENT_COLUMNS, statement_rows(work(row)))
    assert (found["articles"], found["sentences"], found["wordings"]) == ("", "1", "frogs / Frogs")


def test_without_groups_there_is_the_head():
    assert table(CITANCE_COLUMNS, []) == []
    file = StringIO()
    write_table(file, STATEMENT_COLUMNS, [])
    assert file.getvalue().startswith("work,work_title,work_kind,statement,")


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'=1"),
        ("\r\n =1", "'=1"),
        ("\x00=1", "'=1"),
        ("\uff1d1", "'\uff1d1"),
        ("\xad=1", "\xad'=1"),
        ("\u200b \u202e\ufeff-1", "\u200b \u202e\ufeff'-1"),
        ("a; =1; b;-2", "a; '=1; b;'-2"),
        ('a;"=1"', 'a;"\'=1"'),
        ("a;\xad\u3000@b", "a;\xad\u3000'@b"),
        ("a; b=1; c", "a; b=1; c"),
        ("a=1", "a=1"),
        ("'=1", "'=1"),
        ('say "frog", twice', 'say "frog", twice'),
        ("one\nline\u2028only", "one line only"),
        ("", ""),
        (None, None),
        (-1, -1),
    ],
)
def test_no_cell_is_a_formula(cell, written):
    assert harmless(cell) == written


# What spreadsheets read as the begin of a formula, and what they leave out before it.
BEGINS = "=+-@\uff1d\uff0b\uff0d\uff20"
UNSEEN = "\xad\u034f\u061c\u180e\u200b\u200e\u202e\u2060\u2066\u3164\ufe0f\ufeff\U000e0020"
SIGNS = f"{BEGINS}\t\r\n\x00\x1f\x85\u2028\xa0\u3000 ',\";a1{UNSEEN}"
CELL = st.text(st.sampled_from(SIGNS)) | st.text()


@given(st.lists(CELL, min_size=1, max_size=5))
def test_a_table_is_read_as_it_was_written(cells):
    columns = [f"c{number}" for number in range(len(cells))]
    (row,) = table(columns, [cells])
    read = list(row.values())
    assert read == [harmless(cell) for cell in cells]
    assert not any(begins_a_formula(cell) for cell in read)


def begins_a_formula(cell):
    """Return whether it does so where blanks and what is not seen are left out."""
    return cell.strip(f"{UNSEEN}\x00\x1f\x85\u2028 \xa0\u3000\t\r\n").startswith(tuple(BEGINS))


@given(st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=3))
def test_no_cell_is_a_formula_where_semicolons_part_cells(rows):
    file = StringIO(newline="")
    write_table(file, ["a", "b", "c"], rows)
    for row in csv.reader(StringIO(file.getvalue(), newline=""), delimiter=";"):
        assert not any(begins_a_formula(cell) for cell in row)
    for line in file.getvalue().splitlines():  # nor where quotes are letters
        assert not any(begins_a_formula(cell.strip('"')) for cell in line.split(";")[1:])
