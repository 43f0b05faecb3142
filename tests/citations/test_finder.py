"""Marks of citation in text: what is found as a whole, and which styles a document uses."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.marks.citation import STYLES, Mark
from spacy_citalign.citations.marks.finder import extents, find_citations, numbering
from spacy_citalign.citations.marks.masking import mask_citations
from spacy_citalign.errors import SettingError

PIECES = (
    "Zork et al. |(Zork 2004|Zork and Ng|; |, |2004|1999a|b|[|]|(|)|3|12|-|\u2013|. |.|cells|p53| |"
    "\n|\n\n|References\n|see |e.g. |van der |'s|O'|in press|\u0663|\u00b3|\ud800|é|🧬|\u2029|\r\n"
).split("|")
TEXT = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=60)
STYLE_SETS = st.none() | st.sets(st.sampled_from(STYLES))

# A document that cites twelve works in turn, the mark being made by a function of numbers.
STATEMENTS = (
    "Frogs sleep in winter",
    "Toads wake in spring",
    "Newts hide under stones",
    "Most eggs hatch in warm ponds",
    "Larvae of all frogs feed on algae",
    "Ponds freeze in cold years",
)


def document(mark):
    """Six sentences, two works cited in each: 1 and 2, 3 and 4, ..."""
    sentences = [mark(s, f"{2 * i + 1},{2 * i + 2}") for i, s in enumerate(STATEMENTS)]
    return " ".join(sentences) + " Frogs, toads, newts, eggs, larvae and ponds are rare."


SQUARE = document(lambda s, n: f"{s} [{n}].")
ROUND = document(lambda s, n: f"{s} ({n}).")
GLUED = document(lambda s, n: f"{s}{n}.")
GLUED_AFTER = document(lambda s, n: f"{s}.{n}")


def found(text, **settings):
    return [(m.key, text[m.start : m.end], m.style) for m in find_citations(text, **settings)]


def keys(text, **settings):
    return [mark.key for mark in find_citations(text, **settings)]


# --- records ---------------------------------------------------------------------------------


def test_marks_of_a_sentence():
    text = "It grows [3-5, 9], as Zork (2004) saw."
    assert find_citations(text) == [
        Mark(10, 11, "3", "numbered", False),
        Mark(10, 13, "4", "numbered", True),
        Mark(12, 13, "5", "numbered", False),
        Mark(15, 16, "9", "numbered", False),
        Mark(22, 33, "Zork 2004", "author-year", False),
    ]


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("seen [3,4-6] by", ["[3,4-6]"]),
        ("(Zork et al. 2004; Lee 2005)", ["(Zork et al. 2004; Lee 2005)"]),
        ("(reviewed in Zork 2004)", ["(reviewed in Zork 2004)"]),
        ("(Figure 3; Zork 2004)", ["Zork 2004"]),
        ("([3,15] and data not shown)", ["[3,15]"]),
        ("was [1], [2] and [3]", ["[1], [2]", "[3]"]),
        ("As Zork (2004) and Lee (2005)", ["Zork (2004)", "Lee (2005)"]),
        ("[3] grows.[4]", ["[3]", "[4]"]),
        ("nothing", []),
    ],
)
def test_extents_are_whole_groups(text, groups):
    assert [text[a:b] for a, b in extents(text, find_citations(text))] == groups


# --- styles ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [SQUARE, ROUND, GLUED, GLUED_AFTER])
def test_numbers_of_a_document_are_found_in_each_style(text):
    assert keys(text) == [str(number) for number in range(1, 13)]


@pytest.mark.parametrize(
    ("text", "style"), [(SQUARE, "numbered"), (ROUND, "numbered"), (GLUED, "superscript")]
)
def test_style_is_told(text, style):
    assert {mark.style for mark in find_citations(text)} == {style}


def test_short_text_has_no_round_brackets_or_superscripts():
    assert keys("Cells (3) grow in ponds4,5.") == []
    assert keys("Cells [3] grow (Zork 2004).") == ["3", "Zork 2004"]


def test_enumerations_in_a_document_with_round_brackets_are_none():
    text = f"We ask (1) what frogs eat, (2) where they sleep, and (3) why. {ROUND}"
    assert keys(text) == [str(number) for number in range(1, 13)]


def test_round_brackets_beside_square_ones_are_none():
    assert keys(f"{SQUARE} We fed 12 frogs (7).")[-1] == "12"


def test_names_in_a_document_that_cites_by_number_need_to_be_many():
    one = "The method of Zork et al. (2004) is old."
    many = " ".join(f"It was seen (Zork {year})." for year in range(2000, 2006))
    assert "Zork 2004" not in keys(f"{SQUARE} {one}")
    assert keys(f"{SQUARE} {many}").count("Zork 2004") == 1


def test_styles_that_are_asked_for_are_found_without_evidence():
    assert found("Ponds (3) freeze.", styles=["numbered"]) == [("3", "3", "numbered")]
    assert found("In ponds3 they sleep.", styles=["superscript"]) == [("3", "3", "superscript")]
    assert found("In p53 they sleep.", styles=["superscript"]) == []


def test_styles_that_are_not_asked_for_are_left_out():
    text = "It grows [3] (Zork 2004)."
    assert keys(text, styles=["numbered"]) == ["3"]
    assert keys(text, styles=["author-year"]) == ["Zork 2004"]
    assert keys(text, styles=[]) == []


@pytest.mark.parametrize("styles", [["footnote"], "numbered", [3]])
def test_unknown_style_is_refused(styles):
    with pytest.raises(SettingError, match="author-year"):
        find_citations("It grows [3].", styles=styles)


@pytest.mark.parametrize(
    ("numbers", "certain"),
    [
        (list(range(1, 20)), True),
        ([3, 4, 1, 5, 6, 7, 9, 8, 10], True),
        ([1, 2, 3, 1, 2, 3], False),  # enumerations
        ([12, 40, 7, 96, 33, 18], False),  # counts of animals
        ([9, 8, 7, 6, 5, 4, 3, 2, 1], False),
        ([], False),
    ],
)
def test_numbers_of_references_run(numbers, certain):
    assert numbering(numbers).certain is certain


# --- the list of references, the article's own citation ---------------------------------------


@pytest.mark.parametrize(
    "heading",
    [
        "References",
        "REFERENCES",
        "Bibliography:",
        " Literature cited ",
        "7. References\r",
        "Works cited",
    ],
)
def test_nothing_is_found_after_the_heading_of_references(heading):
    assert keys(f"It grows [1].\n{heading}\n[2] Zork (2004) On frogs.") == ["1"]


def test_references_within_a_line_are_no_heading():
    assert keys("It grows [1].\nReferences to frogs [2] are rare.\n") == ["1", "2"]


def test_how_to_cite_the_article_is_no_citation():
    assert keys("Citation: Zork A, Ng B, et al. (2004) On frogs.\n\nIt (Lee 2005) grows.") == [
        "Lee 2005"
    ]


# --- any text --------------------------------------------------------------------------------


@given(text=TEXT, styles=STYLE_SETS)
def test_marks_are_in_order_and_in_the_text(text, styles):
    marks = find_citations(text, styles=styles)
    assert [(m.start, m.end) for m in marks] == sorted((m.start, m.end) for m in marks)
    assert len(set(marks)) == len(marks)
    for mark in marks:
        assert 0 <= mark.start < mark.end <= len(text)
        assert mark.key
        assert mark.style in (styles or STYLES)
        assert text[mark.start : mark.end] == text[mark.start : mark.end].strip()
        if not mark.implied and mark.style != "author-year":
            assert str(int(text[mark.start : mark.end])) == mark.key


@given(text=TEXT, styles=STYLE_SETS)
def test_extents_are_disjoint_and_hold_the_marks(text, styles):
    marks = find_citations(text, styles=styles)
    groups = extents(text, marks)
    assert all(a < b <= c for (a, b), (c, _) in pairwise(groups))
    assert all(any(a <= m.start and m.end <= b for a, b in groups) for m in marks)


@pytest.mark.slow
@pytest.mark.parametrize(
    "hostile",
    "[|(|[1,|1-|2004 |(2004|Zork et al. 2004|(Zork 2004; |a1|a.1|Ab1 |cells3 |Zork and |[see 1|"
    "\n|\n \n|References |(see |, 2004|)|1,2,3,a|1234567890|Zork, |O'|"
    "x|x-|1|1,|a1,|a.1 ".split("|"),
)
@pytest.mark.parametrize("styles", [None, STYLES])
def test_hostile_text_takes_no_long_time(hostile, styles):
    text = (hostile * 50_000)[:50_000]
    start = time.process_time()
    marks = find_citations(text, styles=styles)
    masked = mask_citations(text, [(mark.start, mark.end) for mark in marks])
    assert time.process_time() - start < 1.5  # two functions; machines differ
    assert len(masked) == len(text)
