"""Masks: equal length, and what replaces a group by its place."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.citations.marks.masking import mask_citations

TEXT = st.text("Ab. 3,[](;-\n\u2029é", max_size=40)


def masked(text):
    """Mask what stands between "<" and ">", which are taken out."""
    spans, plain = [], ""
    for part in re.split("(<[^>]*>)", text):
        if part.startswith("<"):
            spans.append((len(plain), len(plain) + len(part) - 2))
            part = part[1:-1]
        plain += part
    out = mask_citations(plain, spans)
    assert len(out) == len(plain)
    return out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # within a sentence: a word
        ("Yan et al. [<4>] showed", "Yan et al. xxx showed"),
        ("Yan et al. (<2004>) BRCA2", "Yan et al. xxxxxx BRCA2"),
        ("frogs [<3>] sleep", "frogs xxx sleep"),
        ("frogs[<3>], toads", "frogsxxx, toads"),
        ("frogs [<3>,<4>]. Next", "frogs xxxxx. Next"),
        ("frogs<3,4> sleep", "frogsxxx sleep"),
        ("PolyPhen<29> and SIFT<30> are", "PolyPhenxx and SIFTxx are"),
        ("all Brca2<7>. Next", "all Brca2x. Next"),
        ("ponds (and frogs)<3,4> sleep", "ponds (and frogs)xxx sleep"),
        ("frogs (<J. Zork et al. 2004>). Next", f"frogs {'x' * 21}. Next"),
        ("frogs (see <Zork 2004>; <Lee 2005>) sleep", f"frogs {'x' * 25} sleep"),
        ("by <Zork et al. (2004)>, who", "by xxxxxxxxxxxxxxxxxx, who"),
        ("Fig. 3 [<4>]", "Fig. 3 xxx"),
        ("toads (by Yan et al.) [<4>] sleep", "toads (by Yan et al.) xxx sleep"),
        # one number stands for its whole bracket
        ("frogs [3, <4>-6] sleep", "frogs xxxxxxxx sleep"),
        ("frogs [e.g. refs (<3,4>)] sleep", "frogs xxxxxxxxxxxxxxxxx sleep"),
        ("frogs (Fig. 3; <Zork 2004>) sleep", "frogs (Fig. 3; xxxxxxxxx) sleep"),
        # after the end of a sentence: blanks
        ("was shown.[<3>] Next", "was shown.    Next"),
        ("was shown. [<3>,<4>] Next", "was shown.       Next"),
        ("was shown.<3> Next", "was shown.  Next"),
        ('was "shown."<3> Next', 'was "shown."  Next'),
        ("was shown?<3> Next", "was shown?  Next"),
        ("was shown. (<Zork 2004>) Next", "was shown.             Next"),
        ("in 1998.<3,4> Next", "in 1998.    Next"),
        ("was shown.<3>\n\nNext", "was shown. \n\nNext"),
        ("was shown.<3>", "was shown. "),
        # glued to a comma or an abbreviation: blanks
        ("cells,<3> which", "cells,  which"),
        ("Yan et al.<3> showed", "Yan et al.  showed"),
        ("Yan et al.,<3> who", "Yan et al.,  who"),
        # as a subject: a capitalised word
        ("[<14>] showed", "Xxxx showed"),
        ("It ended. [<14>] showed", "It ended. Xxxx showed"),
        ("It ended.\n\n[<14>] Showed", "It ended.\n\nXxxx Showed"),
        ("It ended. <Zork (2004)> saw", "It ended. Xxxxxxxxxxx saw"),
        ("<Zork (2004)> saw", "Xxxxxxxxxxx saw"),
        # line breaks stay
        ("frogs (<Zork\net al. 2004>) sleep", "frogs xxxxx\nxxxxxxxxxxxx sleep"),
    ],
)
def test_mask(text, expected):
    assert masked(text) == expected


def test_text_without_marks_stays():
    assert mask_citations("It grows [3].", []) == "It grows [3]."


def test_whole_groups_and_overlapping_spans_mask_like_marks():
    text = "frogs [3,4] sleep"
    assert mask_citations(text, [(6, 11), (7, 8), (7, 10)]) == "frogs xxxxx sleep"


def test_empty_spans_and_spans_beyond_the_text_change_nothing():
    assert mask_citations("frogs", [(2, 2), (9, 12), (4, 1)]) == "frogs"


@given(
    text=TEXT,
    spans=st.lists(st.tuples(st.integers(-3, 45), st.integers(-3, 45)), max_size=5),
)
def test_any_text_keeps_its_length_and_its_line_breaks(text, spans):
    out = mask_citations(text, spans)
    assert len(out) == len(text)
    assert [c == "\n" for c in out] == [c == "\n" for c in text]
    inside = {i for a, b in spans for i in range(max(a, 0), min(b, len(text)))}
    assert all(out[i] in "xX \n\u2029" for i in inside)
    changed = {i for i in range(len(text)) if out[i] != text[i]}
    assert all(out[i] in "xX " for i in changed)
    assert not changed or inside


@given(text=TEXT, spans=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4))
def test_order_of_spans_does_not_matter(text, spans):
    assert mask_citations(text, spans) == mask_citations(text, spans[::-1])
