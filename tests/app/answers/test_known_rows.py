"""Rows that are known stand between those that are made, in the order of the groups."""

import io
import json

from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.answers.aligning import with_known
from spacy_citalign.app.answers.batches import CountedLines, GroupResult, failed_group


class Rows:
    """Rows of some lines, by their numbers; what is learned, and what was told."""

    def __init__(self, known):
        self.known = known
        self.learned = {}

    def has(self, number, line):
        return number in self.known and line == b"%d\n" % number

    def row(self, number):
        return json.dumps({"n": number, "citances": [{"text": "a"}, {"text": ""}]}).encode()

    def learn(self, number, row):
        self.learned[number] = row

    def told(self, row):
        return row + b" "


def made(count, known, *, blank=(), failed=(), ahead=2):
    """The results of a run that reads some lines ahead."""
    text = b"".join(b"\n" if n in blank else b"%d\n" % n for n in range(1, count + 1))
    lines, rows = CountedLines(io.BytesIO(text)), Rows(known)

    def aligned():
        waiting = []
        for line in lines:
            if line.strip():
                waiting.append(lines.number)
            if len(waiting) > ahead:
                yield waiting.pop(0)
        yield from waiting

    results = (
        failed_group(n, "no") if n in failed else GroupResult(n, b"new", "", 1, 0, [])
        for n in aligned()
    )
    return list(with_known(rows, lines, results)), rows


def test_all_rows_come_in_order():
    results, rows = made(6, {1, 3, 4}, blank={5}, failed={6})
    assert [one.line for one in results] == [1, 2, 3, 4, 6]
    assert [one.row for one in results if one.line == 2] == [b"new "]
    assert rows.learned == {2: b"new"}
    assert (results[0].aligned, results[0].empty) == (1, 1)
    assert results[-1].error == "no"


def test_where_all_rows_are_known_none_is_made():
    results, rows = made(3, {1, 2, 3})
    assert [one.line for one in results] == [1, 2, 3]
    assert rows.learned == {}


def test_row_of_another_line_is_not_known():
    lines = CountedLines(io.BytesIO(b"2\n"))
    aligned = (failed_group(lines.number, text.decode()) for text in lines)
    assert [one.error for one in with_known(Rows({1}), lines, aligned)] == ["2\n"]


@given(st.integers(0, 12), st.sets(st.integers(1, 12)), st.integers(0, 5))
def test_each_line_has_one_result_whatever_is_known(count, known, ahead):
    results, rows = made(count, known, ahead=ahead)
    assert [one.line for one in results] == list(range(1, count + 1))
    assert rows.learned.keys() == {*range(1, count + 1)} - known
