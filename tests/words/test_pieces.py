"""Pieces of long texts: nothing but white space lost, no mention cut."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spacy_citalign.words.pieces import split_pieces

GOLDEN = [
    ("", []),
    ("One piece", ["One piece"]),
    ("It binds Grb2. Sos1 does not.", ["It binds Grb2.", "Sos1 does not."]),
    ("Why is it so? Because! Of course.", ["Why is it so?", "Because!", "Of course."]),
    ("Of S. cerevisiae and E. Coli", ["Of S. cerevisiae and E. Coli"]),
    ("wild type. and so on", ["wild type. and so on"]),
    ("by 3.5 fold. 7 cells", ["by 3.5 fold. 7 cells"]),
    ("a title\n\nthe text", ["a title", "the text"]),
    ("a line\nthe next", ["a line\nthe next"]),
    ("a title\r\n \t\r\nthe text", ["a title\r", "the text"]),
    ("end. (Then) more", ["end. (Then) more"]),
]


@pytest.mark.parametrize(("text", "pieces"), GOLDEN)
def test_split_pieces_cuts_as_in_the_table(text, pieces):
    assert [text[start:end] for start, end in split_pieces(text)] == pieces


@given(st.text(st.sampled_from("abA1. \n?\t(\u00e9\u03b1\ud800"), max_size=40))
@example("\n\nA")
def test_split_pieces_lose_white_space_alone(text):
    covered, before = set(), 0
    for start, end in split_pieces(text):
        assert before <= start < end <= len(text)
        covered |= set(range(start, end))
        before = end
    assert all(text[i].isspace() for i in range(len(text)) if i not in covered)


def test_split_pieces_of_much_white_space_is_quick():
    text = "word." + " " * 20_000 + "\n" + "\t" * 20_000 + "x"
    assert len(list(split_pieces(text))) == 1
    assert len(list(split_pieces("\n \t" * 20_000))) <= 1
