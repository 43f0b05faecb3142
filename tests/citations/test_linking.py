"""Marks of a text, and the entries of its list of references that they name."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.linking import joined_superscripts, link_marks
from spacy_citalign.citations.references.fields import Reference


def reference(authors="", year="", label="", text="", letter="") -> Reference:
    """An entry: surnames with a comma between, a year, a label."""
    people = tuple((name, "A") for name in authors.split(", ") if name)
    fields = dict.fromkeys(Reference._fields, "")
    known = {"authors": people, "year": year, "label": label, "year_letter": letter}
    text = text or f"{authors} {year}{letter} Of frogs."
    return Reference(**(fields | known | {"text": text}))  # type: ignore[arg-type]


NUMBERED = [reference("Orlova", "2001", str(n)) for n in range(1, 7)]
NAMED = [
    reference("Lee, Orr", "1999"),
    reference("Lee, Petty, Zork", "1999"),
    reference("Müller", "2003", letter="a"),
    reference("Müller, Orr", "2003", letter="b"),
    reference("van der Meer, Ng", "2010"),
    reference("World Health Organization", "2008"),
    reference("Boston", "2012"),
    reference("Ana Maria Castro, Lee, Ott", "2015"),  # the whole name was read as the surname
    reference("Nelson", "2016", text="Nelson F Lindqvist, Ada Ott. Frogs. 2016."),
]


def linked(text, references, superscripts=None):
    """The marks as they stand, and the number of the entry of each, from 1."""
    return [
        (text[link.mark.start : link.mark.end], None if link.entry is None else link.entry + 1)
        for link in link_marks(text, references, superscripts)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Frogs hop [1], sit [2, 3] and sing [4-6].", "1:1 2:2 3:3 4:4 4-6:5 6:6"),
        ("Frogs hop (1,2), sit (3) and sing (4).", "1:1 2:2 3:3 4:4"),
        ("Frogs hop [1] of ten (5) or [9].", "1:1 9:None"),  # counted, for no entry is 9
        ("The 12 frogs (3 toads) of 2004 (n = 4).", ""),
        ("Frogs hop [1,2]and [3]oxazole is bad [4].", "1:1 2:2 4:4"),
        ("Frogs hop [1, Ch. 26], [2, pp. 3-4].", "1:1 2:2"),
        ("Frogs hop [1, 2] and toads do [ibid., p. 4].", "1:1 2:2 [ibid., p. 4]:2"),
    ],
)
def test_numbers_are_labels_of_entries(text, expected):
    assert " ".join(f"{mark}:{entry}" for mark, entry in linked(text, NUMBERED)) == expected


def test_the_list_tells_which_numbers_cite():
    text = "In [1] Frogs hop (1,2), sit (3) and sing (4,5,6) [1]."
    assert [mark for mark, _ in linked(text, NUMBERED)] == list("123456")


def test_numbers_that_a_list_lost_are_counted():
    lost = [one._replace(label="") if one.label in "23" else one for one in NUMBERED]
    assert linked("Frogs hop [1-3] and sing [5].", lost) == [
        *[("1", 1), ("1-3", 2), ("3", 3), ("5", 5)],
    ]
    melted = [lost[0], lost[1], *lost[3:]]  # of two that lost theirs one is left
    assert linked("Frogs hop [2] and sing [5].", melted) == [("2", None), ("5", 4)]


def raised(text):
    """A text without carets, and the superscripts that stand between two of them."""
    parts = text.split("^")
    spans, size = [], 0
    for number, part in enumerate(parts):
        if number % 2:
            spans.append((size, size + len(part)))
        size += len(part)
    return "".join(parts), spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Frogs^1^ hop^2,3^ far.^4-6^ Toads sit.", "1:1 2:2 3:3 4:4 4-6:5 6:6"),
        ("Frogs^1^^,^^2^ hop^3^^–^^5^.", "1:1 2:2 3:3 3–5:4 5:5"),
        ("Frogs^1,2^ of 3 m^2^ or 10^5^ cells, R^2^ of ^3^H and p53^4^.", "1:1 2:2 4:4"),
        ("Frogs^1,2^ hop^3^ as Na^+^ and 5 mg^-1^ and 7^th^ and Ca^2+^.", "1:1 2:2 3:3"),
        ("Frogs^1,2^ hop^3^ at 10^4^ and 8^88^.", "1:1 2:2 3:3"),
        ("Frogs^1,2^ hop^3^ in 2^4^ at 10 mg kg^-1^ ^5^, m−^2^.", "1:1 2:2 3:3 5:5"),
        ("Frogs^1,2^ hop^3^ at pH 5.3^4^ in 2004^5^ on vitamin A^1^.", "1:1 2:2 3:3 4:4 5:5 1:1"),
        ("Frogs^12^ hop^3^ and sit.^456^", "1:1 2:2 3:3"),  # a comma was lost
        ("Frogs (1,2) hop (3), by (5^-6^) and (4).", "1:1 2:2 3:3 4:4"),
        ("Frogs.^[1,2]^ Toads.^[3]^", "1:1 2:2 3:3"),
    ],
)
def test_superscripts_that_are_labels_and_no_powers(text, expected):
    plain, spans = raised(text)
    found = linked(plain, NUMBERED, spans)
    assert " ".join(f"{mark}:{entry}" for mark, entry in found) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Frogs hop (Lee and Orr 1999).", 1),
        ("Frogs hop (Lee et al. 1999).", 2),
        ("Lee and Orr (1999) see frogs.", 1),
        ("Frogs hop (Lee 1999).", None),  # one of two
        ("Frogs hop (Müller 2003a).", 3),
        ("Frogs hop (Müller 2003b).", 4),
        ("Frogs hop (Muller and Orr 2003).", 4),
        ("Frogs hop (Mller 2003a).", 3),  # the PDF has lost a letter
        ("Frogs hop (van der Meer & Ng, 2010).", 5),
        ("Frogs hop (Meer & Ng, 2010).", 5),
        ("Frogs hop (WHO 2008).", 6),
        ("Frogs hop (World Health Organization 2008).", 6),
        ("As Boston 2012 says, frogs hop.", 7),
        ("Frogs hop (Petrov 2012).", None),
        ("Frogs hop (Castro et al. 2015).", 8),
        ("Frogs hop (Lindqvist et al. 2016).", 9),
        ("Frogs hop (Lee and Orr 2001).", None),
    ],
)
def test_author_and_year_name_one_entry(text, expected):
    found = linked(f"Toads sit (van der Meer and Ng 2010). {text}", NAMED)
    assert [entry for _, entry in found[1:]] == [expected]


def test_letters_of_one_year():
    found = linked("Frogs hop (Müller 2003a,b).", NAMED)
    assert found == [("Müller 2003a", 3), ("b", 4)]
    listed = [reference("Ng", "2004"), reference("Ng", "2004"), reference("Orr", "2004")]
    assert linked("Frogs hop (Ng 2004b).", listed) == [("Ng 2004b", 2)]


def test_labels_that_are_words():
    listed = [reference("Lee", "2004", "Lee04"), reference("Ng", "1999", "NOP+99")]
    found = linked("Frogs hop [Lee04, NOP+99] or sit [Orr12] or [see there].", listed)
    assert found == [("Lee04", 1), ("NOP+99", 2)]


def test_a_list_of_names_is_cited_by_names_beside_numbers_in_brackets():
    text = "Frogs [1] hop (Lee and Orr 1999) as Ng (2010) and van der Meer and Ng (2010) see."
    assert [entry for _, entry in linked(text, NAMED)] == [1, None, 5]


def test_no_list_no_links():
    assert link_marks("Frogs hop [1].", []) == []


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))).map(
        lambda spans: sorted((min(a, b), max(a, b)) for a, b in spans)
    )
)
def test_superscripts_are_joined_in_order(spans):
    apart = [one for n, one in enumerate(spans) if not n or one[0] >= spans[n - 1][1]]
    joined = joined_superscripts("a, " * 30, apart)
    assert joined == sorted(joined)
    assert len(joined) <= len(apart)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("Smith 2004 " * 10_000, [reference(f"Smith {n}", "2004") for n in range(5_000)]),
        ("(Smyth 2004) " * 10_000, [reference(f"Smith{n}", "2004") for n in range(5_000)]),
        ("(Ng 2004) (ibid.) " * 10_000, [reference("Ng", "2004")]),
        ("citation: [1]\n" * 10_000, NUMBERED),
        ("[1]and " * 20_000, NUMBERED),
    ],
)
def test_long_texts_and_lists_take_no_long(text, listed):
    start = time.perf_counter()
    link_marks(text, listed)
    assert time.perf_counter() - start < 20


def test_many_superscripts_take_no_long():
    text = "1 " * 50_000
    start = time.perf_counter()
    link_marks(text, NUMBERED, [(n, n + 1) for n in range(0, len(text), 2)])
    assert time.perf_counter() - start < 20


@given(st.text("Frog 12,-[](). Ng2004ab\n", max_size=120))
def test_links_stand_in_the_text(text):
    for references in (NUMBERED, [*NAMED, reference("Frog", "2004"), reference("Ng", "2004")]):
        for mark, entry in link_marks(text, references):
            assert 0 <= mark.start < mark.end <= len(text)
            assert entry is None or 0 <= entry < 11
