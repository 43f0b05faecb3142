"""The answer in a row as the page reads it: what is there, and what is none."""

import pytest
from report_rows import pond_row

from spacy_citalign.app.report.records import Work, read_row
from spacy_citalign.app.report.row_answer import (
    Difference,
    Member,
    Statement,
    read_classes,
    read_differing,
    read_statements,
)


def work_of(row):
    work = read_row(row, 1)
    assert isinstance(work, Work)
    return work


def test_an_answer_is_read_as_the_row_has_it():
    row = pond_row()
    work = work_of(row)
    assert work.answered
    assert work.articles == 4
    assert work.statements[0] == Statement(tuple(row["statements"][0]["classes"]), (3, 0, 5), 3)
    assert work.differing == (Difference(2, 0, 14),)
    assert {one.kind for one in work.classes} == {"content", "reporting"}
    assert [citance.self_citation for citance in work.citances] == [True, True] + [False] * 4


def test_rows_without_an_answer_count_articles_by_themselves():
    row = pond_row()
    for name in ("articles", "statements", "differing"):
        del row[name]
    work = work_of(row)
    assert (work.answered, work.articles, work.statements) == (False, 4, ())
    del row["citances"][5]["source"]
    assert work_of(row).articles is None
    row["citances"][5]["article"] = {"doi": "10.5555/X"}
    assert work_of(row).articles == 4
    row["citances"][4] |= {"source": "", "article": {"doi": "10.5555/x"}}
    assert work_of(row).articles == 3  # one article, by its DOI in another letter case


@pytest.mark.parametrize("count", [None, 0, -1, "4", True, 2.5])
def test_what_is_no_number_of_articles_is_unknown(count):
    row = pond_row()
    row["articles"] = row["statements"][0]["articles"] = count
    work = work_of(row)
    assert (work.articles, work.statements[0].articles) == (None, None)


def test_places_outside_the_citances_are_left_out_and_each_counts_once():
    values = [
        {"classes": ["1"], "places": [3, 9, -1, 0, "1", True, 3]},
        {"classes": ["1"], "places": [9]},
        {"classes": ["1"], "places": "01"},
        {"places": [1], "classes": 5},
        "none",
    ]
    assert read_statements(values, 4) == (
        Statement(("1",), (3, 0), None),
        Statement((), (1,), None),
    )


def test_cues_are_characters_of_their_citance_in_order():
    values = [
        {"place": 1, "start": 0, "end": 5},
        {"place": 0, "start": 2, "end": 4},
        {"place": 0, "start": 2, "end": 6},
        {"place": 1, "start": 3, "end": 3},
        {"place": 2, "start": 0, "end": 1},
        {"place": 1},
    ]
    assert read_differing(values, [5, 5]) == (Difference(0, 2, 4), Difference(1, 0, 5))
    assert read_differing({"place": 1}, [5, 5]) == ()


def test_classes_of_unknown_kind_and_rarity_are_content():
    members = [{"place": 0, "start": 0, "end": 2}, {"place": 0, "start": 2, "end": 99}]
    (one, other) = read_classes([{"class": 1, "kind": "x", "members": members}, {"rarity": 7}], [5])
    assert (one.name, one.kind, one.rarity, one.members) == (
        "1",
        "content",
        1.0,
        (Member(0, 0, 2),),
    )
    assert (other.name, other.rarity, other.members) == ("", 1.0, ())
