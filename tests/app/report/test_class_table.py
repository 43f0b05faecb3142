"""The classes of an aligned group as a table: what comes first, and what a terminal can show."""

import pytest
from report_rows import work

from spacy_citalign.app.report.class_table import class_table


def one(number, confidence, places, *wordings):
    members = [{"place": place, "start": 0, "end": 1} for place in places]
    return {
        "class": str(number),
        "confidence": confidence,
        "wordings": list(wordings),
        "members": members,
    }


def table(classes, **settings):
    citances = [{"text": "Zork"}] * 4
    row = {"cited": {"key": "zork"}, "citances": citances, "expected_ama": 0.5, "classes": classes}
    return class_table(work(row), **settings).splitlines()


def test_classes_of_most_citances_come_first_then_the_surest():
    classes = [one(1, 0.701, [0, 1, 1], "b"), one(2, 0.9, [0, 1], "a"), one(3, 0.7, [0, 1, 2], "c")]
    assert table([*classes, one(4, 0.704, [2, 3], "d")]) == [
        "zork: 4 citances, expected AMA 0.50",
        "  class  confidence  citances  wordings",
        "      3        0.70       3/4  c",
        "      2        0.90       2/4  a",
        "      1        0.70       2/4  b",
        "      4        0.70       2/4  d",
    ]


def test_title_of_the_table_is_the_work_s_name():
    row = {"cited": {"key": "pmid:1", "first_author": "Yan", "year": "2004", "title": "Frogs\x1b"}}
    rest = {"citances": [{"text": "Frogs"}], "expected_ama": 1.0, "classes": []}
    assert class_table(work(row | rest)).splitlines()[0] == (
        "Yan 2004, Frogs: 1 citance, expected AMA 1.00"
    )


@pytest.mark.parametrize("width", [60, 80, 200])
def test_wordings_are_cut_to_the_terminal(width):
    lines = table([one(1, 0.9, [0, 1], *["zork"] * 99)], width=width)
    assert len(lines[-1]) in range(width - 1, width + 1)
    assert lines[-1].endswith("...")


def test_more_than_twenty_classes_are_counted():
    lines = table([one(number, 0.5, [0, 1], "x") for number in range(1, 24)])
    assert len(lines) == 2 + 20 + 1
    assert lines[-1] == "  ... and 3 more"
    assert "more" not in table([one(number, 0.5, [0, 1], "x") for number in range(1, 21)])[-1]


def test_table_obeys_no_control_characters():
    lines = table([one(1, 0.5, [0, 1], "a\x1b[2J\r\nb")])
    assert len(lines) == 3
    assert lines[-1].endswith("a [2J b")


def test_group_without_classes_says_so():
    assert table([])[-1] == "  no words are aligned"
