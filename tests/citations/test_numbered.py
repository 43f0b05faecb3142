"""Numbers in brackets."""

import pytest

from spacy_citalign.citations.marks.citation import read_numbers
from spacy_citalign.citations.marks.numbered import round_groups, square_groups


def keys(groups):
    return [[mark.key for mark in group.marks] for group in groups]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("seen [3].", ["3"]),
        ("seen[3].", ["3"]),
        ("seen [3,4] in", ["3", "4"]),
        ("seen [ 24, 25] in", ["24", "25"]),
        ("seen [3-7].", ["3", "4", "5", "6", "7"]),
        ("seen [3\u20135, 9].", ["3", "4", "5", "9"]),
        ("seen [3\u2212 5].", ["3", "4", "5"]),
        ("seen [2,13,72\u201374].", ["2", "13", "72", "73", "74"]),
        ("seen [3; 4 and 5]", ["3", "4", "5"]),
        ("seen [see 3, and references therein]", ["3"]),
        ("seen [e.g. 3,4]", ["3", "4"]),
        ("seen [refs. 3,4]", ["3", "4"]),
        ("seen [123-5]", ["123", "124", "125"]),
        ("seen [[3]] in", ["3"]),
        ("seen ([3] and unpublished data)", ["3"]),
        ("of zap-5[13], which", ["13"]),
        ("(Fig. 2B,C[21])", ["21"]),
    ],
)
def test_square_brackets_cite(text, numbers):
    assert keys(square_groups(text)) == [numbers]


@pytest.mark.parametrize(
    "text",
    [
        "in [2004] they",
        "F[2,30] > 9.1",
        "benzo[3,4]pyrene",
        "x[3] is",
        "[0, 1]",
        "[7-3]",
        "[1.5]",
        "[3H]thymidine",
        "[3 mM]",
        "[3",
        "[]",
        "[,]",
        "[3 4]",
        "[2-400]",
        "[3a]",
        "[see Fig. 3]",
    ],
)
def test_other_square_brackets_do_not(text):
    assert square_groups(text) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("seen (3).", [["3"]]),
        ("seen (43,44), and (3-5)", [["43", "44"], ["3", "4", "5"]]),
        ("by fusion (45)). In", [["45"]]),
    ],
)
def test_round_brackets_may_cite(text, numbers):
    assert keys(round_groups(text)) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "(n = 5)",
        "in (2004) they",
        "F (2, 40) = 3.1",
        "lethal(3) mutants",
        "equation (3) holds",
        "Eq. (3) holds",
        "Fig. (3) shows",
        "(1) first the frogs, (2) then the toads",
        "We (1) fed frogs; (2) fed toads; and (3) fed newts.",
        "(5%)",
        "(p. 3)",
    ],
)
def test_other_round_brackets_do_not(text):
    assert round_groups(text) == []


@pytest.mark.parametrize("brackets", ["[]", "()"])
def test_numbers_of_lines_are_none(brackets):
    lines = [f"{brackets[0]}{number}{brackets[1]} Frogs." for number in (1, 2, 3)]
    groups = (square_groups if brackets == "[]" else round_groups)("\n".join(lines))
    assert groups == []


def test_two_lines_that_begin_with_a_citation_are_no_list():
    assert keys(square_groups("[1] saw frogs.\n[2] saw toads.")) == [["1"], ["2"]]


def test_range_may_go_from_bracket_to_bracket():
    first, last = square_groups("seen [7]\u2013[9].")
    assert [(m.start, m.end, m.key) for m in first.marks] == [(6, 7, "7"), (6, 11, "8")]
    assert [(m.start, m.end, m.key) for m in last.marks] == [(10, 11, "9")]
    assert keys(square_groups("seen [7], [9].")) == [["7"], ["9"]]
    assert keys(square_groups("seen [9]-[7].")) == [["9"], ["7"]]


def test_ends_of_a_range_are_written_and_its_members_implied():
    marks = read_numbers("3-6", 0, 3, "numbered")
    assert [(m.start, m.end, m.key, m.implied) for m in marks] == [
        (0, 1, "3", False),
        (0, 3, "4", True),
        (0, 3, "5", True),
        (2, 3, "6", False),
    ]
