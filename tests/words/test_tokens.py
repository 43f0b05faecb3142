"""Fine tokens: a golden table, and that no character is lost or moved.

Pieces of long texts: nothing but white space lost, no mention cut.
"""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spacy_citalign.words.tokens import split_fine, split_pieces

GOLDEN = [
    ("", []),
    (" \t\r\n\u00a0\u2028", []),
    ("p53", ["p53"]),
    ("IL-2 binds.", ["IL", "-", "2", "binds", "."]),
    ("a_b__c", ["a", "_", "b", "_", "_", "c"]),
    ("(TVN)", ["(", "TVN", ")"]),
    ("...", [".", ".", "."]),
    ("TNF\u03b1/\u03b2", ["TNF\u03b1", "/", "\u03b2"]),
    ("x\u00b2", ["x\u00b2"]),
    ("5'-end", ["5", "'", "-", "end"]),
    ("e\u0301t", ["e", "\u0301", "t"]),  # a combining mark is no letter
    ("\U0001f9ec\U0001f9ec", ["\U0001f9ec", "\U0001f9ec"]),
    ("\U0001f468\u200d\U0001f52c", ["\U0001f468", "\u200d", "\U0001f52c"]),
    ("a\ud800b", ["a", "\ud800", "b"]),
    ("a\x00b\x1cc", ["a", "\x00", "b", "c"]),
    ("one\r\ntwo", ["one", "two"]),
    ("\u86cb\u767d", ["\u86cb\u767d"]),
]


@pytest.mark.parametrize(("text", "words"), GOLDEN, ids=[ascii(text) for text, _ in GOLDEN])
def test_split_fine_cuts_as_in_the_table(text, words):
    tokens = split_fine([text])
    assert tokens.words == words
    assert tokens.lengths.tolist() == [len(words)]


@given(st.lists(st.text(st.sampled_from("aZ9_-. \t\n"), max_size=8), max_size=5))
def test_split_fine_of_many_is_split_fine_of_each(texts):
    together = split_fine(texts)
    alone = [split_fine([text]) for text in texts]
    assert together.words == [word for tokens in alone for word in tokens.words]
    assert together.starts.tolist() == [s for tokens in alone for s in tokens.starts.tolist()]
    assert together.lengths.tolist() == [len(tokens.words) for tokens in alone]


@given(st.text(st.one_of(st.characters(), st.sampled_from("aZ9_-. \t\n\ud800")), max_size=40))
def test_split_fine_leaves_out_white_space_alone_and_moves_nothing(text):
    tokens = split_fine([text])
    words, starts = tokens.words, tokens.starts.tolist()
    assert len(words) == len(starts)
    covered = set()
    for word, start in zip(words, starts, strict=True):
        assert text[start : start + len(word)] == word
        assert len(word) == 1 or word.isalnum()
        covered |= set(range(start, start + len(word)))
    assert sum(map(len, words)) == len(covered)  # no two overlap
    assert starts == sorted(starts)
    assert all(text[i].isspace() for i in range(len(text)) if i not in covered)


@given(st.text(st.sampled_from("ab1_-. "), max_size=30))
def test_split_fine_tokens_are_maximal(text):
    words, starts, _ = split_fine([text])
    for i in range(1, len(words)):
        touching = starts[i - 1] + len(words[i - 1]) == starts[i]
        assert not (touching and words[i - 1].isalnum() and words[i].isalnum())


PIECES = [
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


@pytest.mark.parametrize(("text", "pieces"), PIECES)
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
