"""The scope of a citation: which words of a sentence belong to a mark."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.marks.mark_groups import mark_units
from spacy_citalign.citations.scope.word_scope import find_scope

MARK = re.compile(r"\*?(?:\[[\d, -]+\]|\([A-Z][\w .,&]+\d{4}\)|[A-Z]\w+ et al\. \(\d{4}\))")


def marked(text):
    """Return a sentence without its stars, and its marks; those with a star are of the work."""
    marks, plain, last = [], "", 0
    for found in MARK.finditer(text):
        plain += text[last : found.start()]
        mark = found[0].lstrip("*")
        marks.append((len(plain), len(plain) + len(mark), found[0].startswith("*")))
        plain += mark
        last = found.end()
    return plain + text[last:], marks


def scope(text):
    plain, marks = marked(text)
    return [plain[start:end] for start, end in find_scope(plain, marks).spans]


# What the README of the gold says: the item that ends at the mark, and what the items share.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Frogs sing at night *[1].", ["Frogs sing at night [1]."]),
        # Clauses of their own.
        ("Toads croak [1], and newts sing *[2].", ["newts sing [2]"]),
        ("Toads croak *[1], and newts sing [2].", ["Toads croak [1]"]),
        ("Toads croak [1]; newts sing at night *[2].", ["newts sing at night [2]"]),
        ("While toads croak [1], newts sing *[2].", ["newts sing [2]"]),
        # Verb phrases share their subject.
        (
            "Zork2 raises sleep [1], lowers noise *[2] and wakes frogs [3].",
            ["Zork2", "lowers noise [2]"],
        ),
        (
            "Zork2 can raise sleep [1], lower noise *[2] and wake frogs [3].",
            ["Zork2 can", "lower noise [2]"],
        ),
        # Items share what stands before the first of them.
        (
            "It is used against cough [1], fever *[2] and burns [3].",
            ["It is used against", "fever [2]"],
        ),
        (
            "Many genes are known, such as Zork1 for sleep [1], Zork2 for song *[2], and Ott [3].",
            ["Many genes are known, such as", "Zork2 for song [2]"],
        ),
        # And what stands behind the last.
        (
            "Zork1 *[1] and Zork2 [2] wake frogs at night.",
            ["Zork1 [1]", "wake frogs at night."],
        ),
        ("Zork1 [1] and Zork2 *[2] wake frogs at night.", ["Zork2 [2] wake frogs at night."]),
        # What goes on behind a mark belongs to it.
        (
            "Newts *[1] of deep ponds sing, and toads require warm nights [2].",
            ["Newts [1] of deep ponds sing"],
        ),
        # A mark that is spoken of has what follows.
        (
            "Zork et al. (2004) found that newts sing, but Ott et al. (2005) heard none.".replace(
                "Zork", "*Zork", 1
            ),
            ["Zork et al. (2004) found that newts sing"],
        ),
        (
            "Zork et al. (2004) found that newts sing, but *Ott et al. (2005) heard none.",
            ["Ott et al. (2005) heard none."],
        ),
        # Marks beside each other are one.
        ("Newts sing [1], *[2]; toads croak [3].", ["Newts sing [1], [2]"]),
    ],
)
def test_words_belong_to_their_mark(text, expected):
    assert scope(text) == expected


def test_the_whole_sentence_where_no_mark_is_of_the_work():
    assert scope("Toads croak [1], and newts sing [2].") == ["Toads croak [1], and newts sing [2]."]
    assert scope("  Newts sing. ") == ["Newts sing."]
    assert scope("") == []


def test_scopes_of_several_marks_of_the_work_are_united():
    text = "Toads croak *[1], newts sing [2], and frogs hop *[1]."
    assert scope(text) == ["Toads croak [1]", "frogs hop [1]"]


def test_a_list_in_brackets_is_no_other_clause():
    text = "Zork et al. (2004) found ponds (deep, and with fish), but newts need none [2]."
    assert scope(f"*{text}") == ["Zork et al. (2004) found ponds (deep, and with fish)"]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Newts sing (*[1]).", ["([1])"]),
        ("Newts sing (e.g. Ott 2001; Zork 2004).", ["(e.g. Ott 2001; Zork 2004)"]),
        ("As Zork and Ott [1] say, newts sing.", ["Zork and Ott [1]"]),
        ("Newts sing (in ponds, Ott 2001).", ["Ott 2001"]),
    ],
)
def test_units_have_their_brackets_and_authors(text, units):
    plain = text.replace("*", "")
    marks = [(*found.span(), True) for found in re.finditer(r"\[1\]|[A-Z]\w+ \d{4}", plain)]
    assert [plain[one.start : one.end] for one in mark_units(plain, marks)] == units


def test_a_unit_that_the_sentence_speaks_of():
    text = "Zork et al. (2004) sing, as said by Ott et al. (2005) and others (Yan 2006)."
    marks = [(*found.span(), False) for found in re.finditer(r"\w+ et al\. \(\d+\)|Yan 2006", text)]
    assert [unit.is_subject for unit in mark_units(text, marks)] == [True, False, False]


@given(
    st.lists(st.sampled_from(["frogs sing", ",", "and", " ", "[1]", "*[2]", ";", "(", ")", "is"]))
)
def test_spans_lie_in_the_sentence_and_hold_the_marks_of_the_work(parts):
    text, marks = marked(" ".join(parts))
    found = find_scope(text, marks)
    last = 0
    for start, end in found.spans:
        assert last <= start < end <= len(text)
        assert not text[start].isspace()
        assert not text[end - 1].isspace()
        last = end
    for start, end, cites in marks:
        if cites:
            assert any(first <= start and end <= last for first, last in found.spans)


@pytest.mark.parametrize(
    "make",
    [
        lambda n: ("a [1] " * n, [(6 * i + 2, 6 * i + 5, i % 3 == 0) for i in range(n)]),
        lambda n: ("is a [1], " * n, [(10 * i + 5, 10 * i + 8, i % 3 == 0) for i in range(n)]),
        lambda n: (
            "Zork [1] raises" + " " * n + "[2] but",
            [(5, 8, True), (n + 15, n + 18, False)],
        ),
        lambda n: ("(" + "A." * n + "! 3)", [(2 * n + 3, 2 * n + 4, True)]),
        lambda n: ("(" * n + " [1] and [2]", [(n + 1, n + 4, True), (n + 9, n + 12, False)]),
        lambda n: (
            "Zork [1] " + "and " * n + "[2]",
            [(5, 8, True), (4 * n + 9, 4 * n + 12, False)],
        ),
        lambda n: (
            "Zork [1] x" + ", and y" * n + "[2]",
            [(5, 8, True), (7 * n + 10, 7 * n + 13, 0)],
        ),
    ],
)
@pytest.mark.parametrize("size", [100, 140, 5000])
def test_hostile_sentences_take_little_time(make, size):
    text, marks = make(size)
    started = time.process_time()
    spans = find_scope(text, marks).spans
    assert time.process_time() - started < 5
    assert spans


def test_a_long_bracket_of_citations_is_read_in_no_time():
    # Years and names can be divided in one way only; a hyphenated "a-b" at the end fits none.
    cited = "".join(f"Ott-NEWT et al., {year}; " for year in range(1980, 1992))
    text = f"Frogs sing ({cited}both 7)."
    start = time.perf_counter()
    (unit,) = mark_units(text, [(text.index("1985"), text.index("1985") + 4, True)])
    assert time.perf_counter() - start < 1
    assert unit.cites
