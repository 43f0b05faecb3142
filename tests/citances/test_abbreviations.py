"""Definitions of abbreviations in running text: those of each form, and what looks like one."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citances.knowledge.abbreviations import find_definitions


def defined(text):
    return [(text[a:b], text[c:d]) for a, b, c, d in find_definitions(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The long form before the brackets.
        ("the zonal leaf factor (ZLF) binds", [("ZLF", "zonal leaf factor")]),
        ("Heat shock transcription factor (HSF)", [("HSF", "Heat shock transcription factor")]),
        ("deoxyribonucleic acid (DNA)", [("DNA", "deoxyribonucleic acid")]),
        ("a pattern of gene regulation (PGR)", [("PGR", "pattern of gene regulation")]),
        # Stop words within are passed over, and the first letter begins a word.
        ("rate of turnover of sap (RTS) was", [("RTS", "rate of turnover of sap")]),
        ("we measured beetle body mass (BBM)", [("BBM", "beetle body mass")]),
        # Plurals, digits, hyphens, small letters.
        ("hungry small cats (HSCs)", [("HSCs", "hungry small cats")]),
        ("Two kinase domain 3 genes (KD3)", [("KD3", "kinase domain 3 genes")]),
        ("matrix metalloproteinase 9 (MMP-9)", [("MMP-9", "matrix metalloproteinase 9")]),
        ("far-red light (FRL)", [("FRL", "far-red light")]),
        ("messenger RNAs (mRNAs)", [("mRNAs", "messenger RNAs")]),
        ("green light protein 2 (GLP 2)", [("GLP 2", "green light protein 2")]),
        # More than the short form in the brackets.
        ("zonal leaf factor (ZLF; see above)", [("ZLF", "zonal leaf factor")]),
        ("zonal leaf factor (ZLF, Yak 2004)", [("ZLF", "zonal leaf factor")]),
        ("zonal leaf factor [ZLF]", [("ZLF", "zonal leaf factor")]),
        ("zonal leaf factor ( ZLF )", [("ZLF", "zonal leaf factor")]),
        # The short form before the brackets.
        ("ZLF (zonal leaf factor) binds", [("ZLF", "zonal leaf factor")]),
        ("EMT (epithelial-mesenchymal transition)", [("EMT", "epithelial-mesenchymal transition")]),
        # Between commas.
        ("and ZLF, zonal leaf factor, binds", [("ZLF", "zonal leaf factor")]),
        # Nested brackets: the inner pair is read.
        (
            "moss (and zonal leaf factor (ZLF)) grows",
            [("ZLF", "zonal leaf factor")],
        ),
        ("leaf (here: moss green light (MGL) only)", [("MGL", "moss green light")]),
        # Two in a sentence, in order.
        (
            "zonal leaf factor (ZLF) and root rot virus (RRV)",
            [("ZLF", "zonal leaf factor"), ("RRV", "root rot virus")],
        ),
    ],
)
def test_definitions(text, expected):
    assert defined(text) == expected


def test_initials_beat_the_shortest_match():
    # The shortest match of the letters is "cold acid tolerance 2".
    text = "colon cold acid tolerance 2 (CCAT2)"
    assert defined(text) == [("CCAT2", "colon cold acid tolerance 2")]


def test_letters_inside_words_are_a_match_where_initials_are_none():
    assert defined("the parathormone (PTH)") == [("PTH", "parathormone")]
    assert defined("the thyroxine (PTH)") == []  # its first letter begins no word


@pytest.mark.parametrize(
    "text",
    [
        "in most of the cases (see below)",
        "as Yak and Gnu found (2004)",
        "in five of the goats (n = 5)",
        "as was shown before (Fig. 2)",
        "as was shown (12)",
        "this holds (A)",
        "moss grows in wet soil (ZLF)",  # letters that the words lack
        "ZLF (moss grows in wet soil)",
        "a zonal leaf factor. (ZLF)",  # of another sentence
        "zonal leaf factor and moss that grows on wet stones (ZLF)",  # not beside it
        "zonal ZLF leaf factor (ZLF)",  # within its own long form
        "zonal leaf factor ZLF",
        "ZLF, moss and frost, grow",
        "goats eat grass (and)",
        "(ZLF)",
        "()",
        "((",
        "))((",
        "",
    ],
)
def test_what_is_no_definition(text):
    assert defined(text) == []


@given(st.text("ABab1 ()[],.;-", max_size=60))
def test_spans_are_ordered_and_inside_the_text(text):
    found = find_definitions(text)
    assert found == sorted(set(found))
    for a, b, c, d in found:
        assert 0 <= a < b <= len(text)
        assert 0 <= c < d <= len(text)
        assert b <= c or d <= a
        assert text[c:d] == text[c:d].strip()
        assert 2 <= b - a <= 10 < 100


@given(
    st.lists(st.sampled_from("moss green light zonal leaf factor".split()), min_size=2, max_size=6)
)
def test_initials_are_always_found(words):
    long, short = " ".join(words), "".join(word[0] for word in words).upper()
    assert (short, long) in defined(f"we saw (twice) {long} ({short}) again")


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["(", ")", "()", "(AB", "a (AB) ", "AB, ", "AB, a b", "(a b) ", "a ", "[", "(A;", "( ", "(a  "],
)
def test_time_is_linear(piece):
    begin = time.process_time()
    find_definitions(piece * 100_000)
    find_definitions(piece + " " * 100_000)
    assert time.process_time() - begin < 20
