"""Chunks are cut at brackets that have no partner in them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chunks.labels import Chunks, cut_at_brackets


def cut(text: str, *spans: tuple[int, int]) -> list[str]:
    words = text.split()
    starts, ends = np.array(spans, dtype=np.int64).reshape(-1, 2).T
    chunks = Chunks(starts, ends, np.arange(len(spans)))
    return [
        " ".join(words[start:end])
        for start, end, _ in zip(*cut_at_brackets(chunks, words), strict=True)
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("the growth rate", ["the growth rate"]),
        ("growth ( Smith", ["growth", "Smith"]),
        ("the p21 ( WAF1 ) gene", ["the p21 ( WAF1 ) gene"]),
        ("a [ b ( c ]", ["a", "b", "c"]),  # crossed: neither has its own
        ("2 ) .", ["2"]),
        ("( )", []),
        ("( ) (", []),
        ("-LCB- new skiers", ["new skiers"]),
        (") ] }", []),
    ],
)
def test_chunk_is_cut_at_brackets_without_a_partner(words, expected):
    assert cut(words, (0, len(words.split()))) == expected


def test_others_stay_as_they_are():
    text = "growth ( Smith of the cells ) grew"
    assert cut(text, (0, 1), (2, 3), (4, 6)) == ["growth", "Smith", "the cells"]
    assert cut(text) == []
    assert cut(text, (0, 3), (4, 6)) == ["growth", "Smith", "the cells"]


@given(st.lists(st.sampled_from(["(", ")", "[", "]", "a", "b", "."]), min_size=1))
def test_parts_are_balanced_ascending_and_of_the_chunk(words):
    words = [*words, ")"]  # one without a bracket stays as it is
    chunks = Chunks(np.array([0]), np.array([len(words)]), np.array([3]))
    found = cut_at_brackets(chunks, words)
    assert {*found.types.tolist()} <= {3}
    spans = list(zip(found.starts.tolist(), found.ends.tolist(), strict=True))
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    for start, end in spans:
        part = words[start:end]
        assert any(word.isalnum() for word in part)
        for opening, closing in ("()", "[]"):
            assert part.count(opening) == part.count(closing)
    again = cut_at_brackets(found, words)
    assert [column.tolist() for column in again] == [column.tolist() for column in found]
