"""Fine tokens: a golden table, and that no character is lost or moved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.words.tokens import split_fine

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
