"""The answer in a row as the page reads it: what is there, and what is none."""

import pytest
from report_rows import pond_row, work

from spacy_citalign.answer_rows import FailedRow, read_answer
from spacy_citalign.schema import Difference, Statement, member_position


def frogs(sizes, **more):
    """The work of a row with citances of so many characters."""
    return work({"cited": {"key": "k"}, "citances": ["x" * size for size in sizes], **more})


def test_an_answer_is_read_as_the_row_has_it():
    row = pond_row()
    answer = work(row)
    assert answer.article_count == 4
    classes = row["statements"][0]["classes"]
    assert answer.statements[0] == Statement(classes=classes, places=[3, 0, 5], articles=3)
    assert answer.differing == [Difference(place=2, start=0, end=14, cue="In contrast to")]
    assert {one.kind for one in answer.classes} == {"content", "reporting"}
    assert [citance.self_citation for citance in answer.citances] == [True, True] + [None] * 4


def test_rows_without_an_answer_count_articles_by_themselves():
    row = pond_row()
    for name in ("articles", "statements", "differing"):
        del row[name]
    assert (work(row).article_count, work(row).statements) == (4, None)
    del row["citances"][5]["source"]
    assert work(row).article_count is None
    row["citances"][5]["article"] = {"doi": "10.5555/X"}
    assert work(row).article_count == 4
    row["citances"][4] |= {"source": "", "article": {"doi": "10.5555/x"}}
    assert work(row).article_count == 3  # one article, by its DOI in another letter case


@pytest.mark.parametrize("count", [None, 0, -1, "4", True, 2.5])
def test_what_is_no_number_of_articles_is_unknown_or_counted_anew(count):
    row = pond_row()
    row["articles"] = row["statements"][0]["articles"] = count
    answer = work(row)
    assert answer.statements[0].articles is None
    assert answer.article_count == (None if count is None else 4)  # null says that it is unknown
    del row["citances"][0]["source"], row["citances"][0]["article"]
    assert work(row).article_count is None


def test_places_outside_the_citances_are_left_out_and_each_counts_once():
    values = [
        {"classes": ["1"], "places": [3, 9, -1, 0, "1", True, 3]},
        {"classes": ["1"], "places": [9]},
        {"classes": ["1"], "places": "01"},
        {"places": [1], "classes": 5},
        "none",
    ]
    statements = frogs([1] * 4, statements=values).statements
    assert [(one.classes, one.places, one.articles) for one in statements] == [
        (["1"], [3, 0], None),
        ([], [1], None),
    ]


def test_cues_are_characters_of_their_citance_in_order():
    values = [
        {"place": 1, "start": 0, "end": 5},
        {"place": 0, "start": 2, "end": 4},
        {"place": 0, "start": 2, "end": 6},
        {"place": 1, "start": 3, "end": 3},
        {"place": 2, "start": 0, "end": 1},
        {"place": 1},
    ]
    differing = frogs([5, 5], differing=values).differing
    assert [member_position(one) for one in differing] == [(0, 2, 4), (1, 0, 5)]
    assert frogs([5, 5], differing={"place": 1}).differing == []


def test_classes_of_unknown_kind_and_rarity_are_content():
    members = [{"place": 0, "start": 0, "end": 2}, {"place": 0, "start": 2, "end": 99}]
    values = [{"class": 1, "kind": "x", "members": members}, {"rarity": 7}]
    one, other = frogs([5], classes=values).classes
    assert (one.name, one.kind, one.rarity) == ("1", "content", 1.0)
    assert [member_position(member) for member in one.members] == [(0, 0, 2)]
    assert (other.name, other.rarity, other.members) == ("", 1.0, [])


@pytest.mark.parametrize("citance", [5, [], None, {}, {"text": None}])
def test_a_citance_without_text_costs_the_row_whatever_else_is_wrong(citance):
    wrong = {"text": "Frogs.", "words": [[0, 99]], "start": -1}
    for citances in ([citance, wrong], [wrong, citance]):
        answer = read_answer({"cited": {"key": "k"}, "citances": citances}, 3)
        assert isinstance(answer, FailedRow)
        assert answer.error.startswith(f"citances[{citances.index(citance)}]")


def test_half_characters_of_keys_and_values_become_unknown_ones():
    row = {"\ud800": 1, "cited": {"key": "a\ud800", "x": ["\ud800"], "\udc00": "\ud800"}}
    answer = read_answer(row | {"citances": ["b\udc00", {"text": "c", "words": [[0, 9]]}]}, 1)
    assert (answer.key, answer.citances[0].text) == ("a\ufffd", "b\ufffd")
    assert "words" in answer.unread
    answer.model_dump_json()


def test_a_row_that_is_nested_too_deep_is_refused():
    for depth in range(100, 1000, 50):
        nested: object = []
        for _ in range(depth):
            nested = [nested]
        row = {"cited": {"key": "k", "x": nested}, "citances": ["a"], "threshold": "high"}
        answer = read_answer(row, 1)
        if isinstance(answer, FailedRow):
            assert "nested too deep" in answer.error
        else:
            assert answer.threshold is None
