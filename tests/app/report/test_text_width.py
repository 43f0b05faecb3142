"""The room that a text takes in a terminal, and texts that are made to fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.report.text_width import cut, display_width, padded, pieces


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("abc", 3), ("\u86cb", 2), ("\uff21", 2), ("n\u0303", 1), ("\u1112\u1161\u11ab", 2)],
)
def test_width_of_a_text(text, width):
    assert display_width(text) == width


@given(st.text("ab\u0301\u86cb", max_size=20), st.integers(2, 9))
def test_pieces_fit_and_marks_stay_with_their_letter(text, width):
    found = pieces(text, width)
    assert "".join(found) == text
    assert all(display_width(piece) <= width for piece in found)
    assert not any(piece.startswith("\u0301") for piece in found[1:])


@given(st.text("ab\u86cb", max_size=20), st.integers(4, 9))
def test_cut_text_fits_and_says_so(text, width):
    found = cut(text, width)
    assert display_width(found) <= width
    assert (found == text) is (display_width(text) <= width)
    assert found == text or found.endswith("...")


@given(st.text("ab\u86cb\u0301", max_size=9))
def test_padded_text_has_the_width(text):
    found = padded(text, 20)
    assert display_width(found) == 20
    assert found.rstrip() == text
