"""Bracket repair: a table of spans, and what holds of every repair."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.genes.rows import PAIRS, REACH, repair_brackets

# The words, the span as tagged (between bars) and as repaired; none where it is given up.
GOLDEN = [
    ("| zork | gene", "| zork | gene"),
    ("zork | ( alpha ) | gene", "zork | ( alpha ) | gene"),
    ("| Bcl - 2 ( alpha | ) gene", "| Bcl - 2 ( alpha ) | gene"),
    ("the ( | alpha ) chain |", "the | ( alpha ) chain |"),
    ("| mup [ 4 | ] kinase", "| mup [ 4 ] | kinase"),
    ("| mup ( 4 [ b | ] ) x", "| mup ( 4 [ b ] ) | x"),
    ("( a | [ b ] ) | c", "| ( a [ b ] ) | c"),
    (
        "| mup ( | and more words than are in reach )",
        "| mup | ( and more words than are in reach )",
    ),
    ("by | ( mup | and five other words here )", "by ( | mup | and five other words here )"),
    ("| ) mup |", ") | mup |"),
    ("| mup ) |", "| mup | )"),
    ("x ( | mup | ) x", "x ( | mup | ) x"),
    ("| a ( b | ( c ) d )", "| a ( b ( c ) d ) |"),
    ("| a ( b | c d e f g h )", ""),
    ("| a ) b | c", ""),
    ("| ( |", ""),
    ("| ) ( |", ""),
    ("| ( a ] |", "( | a | ]"),
]


def parse(marked):
    words, bars = [], []
    for part in marked.split():
        if part == "|":
            bars.append(len(words))
        else:
            words.append(part)
    return words, tuple(bars)


def pairs(words):
    """Whether all brackets pair, by striking out innermost pairs."""
    line = "".join(word for word in words if word in "([{)]}" and len(word) == 1)
    while any(pair in line for pair in ("()", "[]", "{}")):
        line = line.replace("()", "").replace("[]", "").replace("{}", "")
    return not line


@pytest.mark.parametrize(("tagged", "repaired"), GOLDEN)
def test_repair_mends_spans_as_in_the_table(tagged, repaired):
    words, span = parse(tagged)
    assert repair_brackets(words, *span) == (parse(repaired)[1] or None)


@st.composite
def tagged_words(draw):
    words = draw(st.lists(st.sampled_from([*"ab()[]{}", "a", "b"]), min_size=1, max_size=12))
    start = draw(st.integers(0, len(words) - 1))
    return words, start, draw(st.integers(start + 1, len(words)))


@given(tagged_words())
def test_repair_leaves_brackets_paired_or_gives_up(tagged):
    words, start, end = tagged
    repaired = repair_brackets(words, start, end)
    if repaired is not None:
        assert 0 <= repaired[0] < repaired[1] <= len(words)
        assert pairs(words[slice(*repaired)])
        assert repair_brackets(words, *repaired) == repaired


@given(tagged_words())
def test_repair_does_not_touch_what_pairs(tagged):
    words, start, end = tagged
    if pairs(words[start:end]):
        assert repair_brackets(words, start, end) == (start, end)


@given(tagged_words())
def test_repair_cuts_off_nothing_but_brackets(tagged):
    words, start, end = tagged
    repaired = repair_brackets(words, start, end)
    if repaired is not None:
        kept = range(*repaired)
        lost = [words[i] for i in range(start, end) if i not in kept]
        assert set(lost) <= {*PAIRS, *PAIRS.values()}


def test_repair_looks_as_far_as_reach_and_no_further():
    near = ["a", "(", "b", *["x"] * (REACH - 1), ")", "x"]
    far = ["a", "(", "b", *["x"] * REACH, ")", "x"]
    assert repair_brackets(near, 0, 3) == (0, 3 + REACH)
    assert repair_brackets(far, 0, 3) is None
