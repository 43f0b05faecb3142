"""White space between chunks: line breaks, lines of fixed width, blocks, brackets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.boundaries.layout import (
    EMPTY_LINE,
    NOTHING,
    SHORT,
    SPACE,
    WRAPPED,
    bracket_depth,
    count_breaks,
    split_texts,
    unit_gaps,
)

TEXTS = st.lists(st.text("ab. \n\r\t\u2028\u2029\u00a0(é🧬", max_size=20), max_size=4)


def gaps(text, counts=None):
    """What stands before each chunk of a text (or unit, given the units of each chunk)."""
    layout = split_texts([text])
    sizes = np.array([len(chunk) for chunk in layout.chunks])
    counts = np.ones(len(sizes), dtype=np.int64) if counts is None else np.array(counts)
    return unit_gaps(layout.breaks, sizes, counts).tolist()


@pytest.mark.parametrize(
    ("white", "breaks"),
    [
        (" ", 0),
        ("\t \u00a0", 0),
        ("\f", 0),
        ("\n", 1),
        ("\r\n", 1),
        ("\r", 1),
        (" \u2028 ", 1),
        ("\n\f", 1),
        ("\n\n", 2),
        ("\r\n\r\n", 2),
        ("\n \t\n", 2),
        ("\r\r", 2),
        ("\n\r", 2),
        ("\u2029", 2),
        ("\n" * 100_000, 2),
    ],
)
def test_line_breaks_are_counted_up_to_an_empty_line(white, breaks):
    assert count_breaks(white) == breaks


@given(TEXTS)
def test_chunks_are_what_split_finds(texts):
    layout = split_texts(texts)
    assert layout.chunks == [chunk for text in texts for chunk in text.split()]
    assert layout.lengths.tolist() == [len(text.split()) for text in texts]
    numbers = np.repeat(np.arange(len(texts)), layout.lengths)
    for number, start, chunk in zip(numbers, layout.starts, layout.chunks, strict=True):
        assert texts[number][start : start + len(chunk)] == chunk


@given(TEXTS)
def test_first_chunk_of_a_text_begins_a_block(texts):
    layout = split_texts(texts)
    firsts = (np.cumsum(layout.lengths) - layout.lengths)[layout.lengths > 0]
    assert set(layout.breaks[firsts].tolist()) <= {2}
    assert set(layout.breaks.tolist()) <= {0, 1, 2}


def test_line_break_is_wrapped_where_the_next_word_would_not_have_fitted():
    # The longest line has nine characters: "ddd" would have made ten of the first, as "e" does of
    # the second; "f" would have fitted to the third.
    text = "aaa bb\nddd cc ee\ne\nf"
    assert gaps(text) == [EMPTY_LINE, SPACE, WRAPPED, SPACE, SPACE, WRAPPED, SHORT]


def test_lines_are_measured_block_by_block():
    heading = "Heading\nThe first line is long.\n\nA\nB"
    breaks = [kind for kind in gaps(heading) if kind != SPACE]
    # "A" and "B" make lines of one character: neither would have fitted to the other.
    assert breaks == [EMPTY_LINE, SHORT, EMPTY_LINE, WRAPPED]


def test_blanks_count_once_in_the_length_of_a_line():
    assert gaps("a    b\nccc d") == gaps("a b\nccc d")


def test_nothing_stands_between_units_of_one_chunk():
    assert gaps("a bb c", [2, 1, 3]) == [EMPTY_LINE, NOTHING, SPACE, SPACE, NOTHING, NOTHING]


# --- brackets --------------------------------------------------------------------------------


def depth(*blocks):
    """The depth before each word of blocks, written as strings."""
    words = [word for block in blocks for word in block.split()]
    steps = np.array([word.count("(") - word.count(")") for word in words], dtype=np.int32)
    sizes = np.array([len(block.split()) for block in blocks])
    return bracket_depth(steps, np.cumsum(sizes) - sizes).tolist()


def test_depth_counts_brackets_around_a_gap():
    assert depth("a (b c (d e) f) g") == [0, 0, 1, 1, 2, 1, 0]


def test_bracket_without_its_partner_does_not_count():
    assert depth("a (b c d") == [0, 0, 0, 0]
    assert depth("a b) c (d e) f") == [0, 0, 0, 0, 1, 0]
    assert depth(":( a (b c) d") == [0, 0, 0, 1, 0]


def test_brackets_do_not_pair_across_blocks():
    assert depth("a (b", "c) d", "(e f)") == [0, 0, 0, 0, 0, 1]


@given(st.lists(st.text("(a)", min_size=1, max_size=12), min_size=1, max_size=4))
def test_depth_is_that_of_pairs_found_one_by_one(blocks):
    expected = []
    for block in blocks:
        opened, pairs = [], []
        for place, mark in enumerate(block):
            if mark == "(":
                opened.append(place)
            elif mark == ")" and opened:
                pairs.append((opened.pop(), place))
        expected += [sum(a < place <= b for a, b in pairs) for place in range(len(block))]
    assert depth(*(" ".join(block) for block in blocks)) == expected
