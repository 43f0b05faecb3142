"""Lists of references in plain text: found with a heading and without, and no sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.citations.references.lists import find_reference_list

BODY = "Marsh grass excretes salt [1]. Dunes do not (Zork, 2004) [2].\n\n"
ORLOVA = "A. Orlova. Salt glands of marsh grass. J. Marsh, 2011."
PETTY = "Petty B, van der Meer J. Isotopes in marsh soils. J. Marsh 2014; 3: 1-9."
QUIST = "Quist, C. D. (2015). Root exudates of marsh grass."


def found(text):
    """The text of the list, and its entries."""
    listed = find_reference_list(text)
    return listed and (text[listed.start : listed.end].strip(), listed.entries)


@pytest.mark.parametrize("label", ["[{}] ", "({}) ", "{}. ", "{}) ", "{} ", "- [{}] ", "  {}.\t"])
def test_numbered_entries_without_heading(label):
    entries = "\n".join(label.format(n) + entry for n, entry in enumerate((ORLOVA, PETTY), 1))
    assert found(BODY + entries) == (entries.strip(), 2)
    assert found(f"{BODY}{entries}\n\nFigure 1. A marsh [1].") is None  # too few, with text behind


@pytest.mark.parametrize("between", ["\n", "\n\n", "\r\n"])
def test_entries_without_numbers(between):
    entries = between.join((QUIST, PETTY, ORLOVA))
    assert found(BODY + entries) == (entries, 3)
    assert found(f"{BODY}{entries}\n\nFigure 1. A marsh.") == (entries, 3)


def test_one_entry_is_a_list_at_the_end_if_it_has_a_number():
    assert found(f"{BODY}[1] {ORLOVA}\n") == (f"[1] {ORLOVA}", 1)
    assert found(f"{BODY}{ORLOVA}\n") is None


def test_entries_may_take_several_lines():
    entries = (
        "1. A. Orlova. Salt glands\nof marsh grass. 2011.\n2. Petty B. Isotopes\n in soils. 2014."
    )
    assert found(BODY + entries) == (entries, 2)


def test_some_entries_have_no_author_or_year():
    entries = (
        f"[1] {ORLOVA}\n[2] {PETTY}\n[3] Marsh Trust. Salt. 2010.\n[4] {QUIST}\n[5] Lee A. Hay."
    )
    assert found(BODY + entries) == (entries, 5)


def test_a_heading_begins_a_list_whatever_follows():
    text = f"{BODY}References\n\n[1] {ORLOVA}\n[2] {PETTY}\n"
    assert found(text) == (text[len(BODY) :].strip(), 2)
    assert find_reference_list(f"{BODY}References\n\nOne\nof two lines\n\nAnother\n").entries == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        BODY,
        f"[1] {ORLOVA}",  # one line, in which anything may be meant
        "We did:\n1. E. coli was grown in 2011.\n2. A. thaliana was grown in 2014.",
        "[1] Orlova measured salt in 2011.\n[2] Petty measured it in 2014.",
        "Moreover, Orlova (2011) saw it.\nFinally, Petty (2014) did.",
        "Figure A. A marsh in 2011.\nFigure B. A marsh in 2014.",
        f"1. {ORLOVA}\n3. {PETTY}",  # no row
    ],
)
def test_what_is_no_list(text):
    assert find_reference_list(text) is None


def test_entries_cite_nothing():
    marks = find_citations(BODY)
    assert [mark.key for mark in marks] == ["1", "Zork 2004", "2"]
    for entries in (f"[1] {ORLOVA}\n[2] {PETTY}", f"{QUIST}\n{PETTY}"):
        assert find_citations(BODY + entries) == marks


def test_text_behind_a_list_cites():
    entries = f"[1] {ORLOVA}\n[2] {PETTY}\n[3] {QUIST}\n\n"
    text = f"{BODY}{entries}Figure 1. A marsh [3]."
    last = find_citations(text)[-1]
    assert (last.key, text[last.start : last.end]) == ("3", "3")


@given(
    st.lists(
        st.sampled_from([ORLOVA, PETTY, QUIST, "Salt is good.", "", "[7] Pond", "References"])
    ),
    st.sampled_from(["\n", "\n\n", " "]),
)
def test_list_is_within_the_text_and_without_marks(lines, between):
    text = between.join(lines)
    listed = find_reference_list(text)
    if listed is not None:
        assert 0 <= listed.start < listed.end <= len(text)
        marks = find_citations(text)
        assert not any(listed.start <= mark.start < listed.end for mark in marks)
