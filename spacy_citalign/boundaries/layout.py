"""The layout of chunks in a text: white space before each, lines, blocks, brackets around.

Blocks are what empty lines divide. An empty line always ends a sentence, so nothing is read across
one; a single line break does not, since text may have lines of fixed width.
"""

import re
from collections.abc import Sequence
from itertools import accumulate, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints

# What stands before a unit. A line break within a block is WRAPPED where the chunk after it would
# have made its line longer than the longest of the block, as in text of fixed width, else SHORT.
NOTHING, SPACE, WRAPPED, SHORT, EMPTY_LINE = range(5)
EMPTY = 2  # line breaks that make an empty line

_WHITE = re.compile(r"(\s+)")
_BREAK = re.compile("\r\n|[\n\r\x85\u2028]")
_PARAGRAPH = "\u2029"


class Layout(NamedTuple):
    """The N chunks of some texts, one after the other.

    Attributes:
        chunks: the characters of each.
        starts: (N,) int64, where each begins in its text.
        breaks: (N,) int64, line breaks before each, ``EMPTY`` at most; ``EMPTY`` before the first
            of each text.
        lengths: (T,) int64, chunks of each text.
    """

    chunks: list[str]
    starts: Ints
    breaks: Ints
    lengths: Ints


def count_breaks(white: str) -> int:
    r"""Count line breaks, ``EMPTY`` at most; a paragraph separator is an empty line.

    >>> count_breaks(" "), count_breaks("\r\n "), count_breaks("\n \n\n")
    (0, 1, 2)
    """
    if white == " ":
        return 0
    if _PARAGRAPH in white:
        return EMPTY
    return sum(1 for _ in islice(_BREAK.finditer(white), EMPTY))


def split_texts(texts: Sequence[str]) -> Layout:
    r"""Cut texts into chunks.

    >>> layout = split_texts(["A  text.\n\nIts end.", " More"])
    >>> layout.chunks, layout.starts.tolist()
    (['A', 'text.', 'Its', 'end.', 'More'], [0, 3, 10, 14, 1])
    >>> layout.breaks.tolist(), layout.lengths.tolist()
    ([2, 0, 2, 0, 2], [4, 1])
    """
    chunks: list[str] = []
    starts: list[int] = []
    breaks: list[int] = []
    lengths = []
    for text in texts:
        parts = _WHITE.split(text)  # chunks and white space in turn; outer chunks may be empty
        offsets = [0, *accumulate(map(len, parts))][:-1:2]
        counts = [EMPTY, *map(count_breaks, parts[1::2])]
        first, last = int(not parts[0]), len(offsets) - int(len(parts) > 1 and not parts[-1])
        chunks += parts[::2][first:last]
        starts += offsets[first:last]
        breaks += counts[first:last]
        lengths.append(max(last - first, 0))
        if first < last:
            breaks[-lengths[-1]] = EMPTY
    numbers = (np.array(column, dtype=np.int64) for column in (starts, breaks, lengths))
    return Layout(chunks, *numbers)


def unit_gaps(breaks: Ints, sizes: Ints, counts: Ints) -> NDArray[np.uint8]:
    """Return what stands before each unit, (U,) uint8: EMPTY_LINE before the first of a block.

    Args:
        breaks: (N,) line breaks before each chunk, ``EMPTY`` before the first.
        sizes: (N,) characters of each chunk; a line is as long as its chunks with a blank between.
        counts: (N,) units of each chunk.
    """
    kinds = np.array([SPACE, SHORT, EMPTY_LINE], dtype=np.uint8)[breaks]
    heads = np.flatnonzero(breaks)
    if (breaks[heads] < EMPTY).any():
        firsts = np.flatnonzero(breaks[heads] >= EMPTY)
        lengths = np.add.reduceat(sizes + 1, heads) - 1
        longest = np.maximum.reduceat(lengths, firsts)
        longest = np.repeat(longest, np.diff(np.append(firsts, len(heads))))
        line_starts = heads[1:]
        full = lengths[:-1] + 1 + sizes[line_starts] > longest[1:]
        line_starts = line_starts[full & (breaks[line_starts] < EMPTY)]
        kinds[line_starts] = WRAPPED
    gaps = np.full(int(counts.sum()), NOTHING, dtype=np.uint8)
    gaps[np.cumsum(counts) - counts] = kinds
    return gaps


def bracket_depth(steps: NDArray[np.int32], firsts: Ints) -> Ints:
    """Count the brackets around the gap before each unit that pair within its block: (U,) int64.

    Args:
        steps: (U,) brackets that each unit opens less those that it closes.
        firsts: (B,) the first unit of each block.
    """
    after = np.cumsum(steps, dtype=np.int64)
    before = after - steps
    # A running minimum that begins anew in each block: each lies far below the one before.
    far = np.abs(steps).sum(dtype=np.int64) + 1
    block = np.repeat(np.arange(len(firsts)) * far, np.diff(np.append(firsts, len(steps))))
    least_before = np.minimum.accumulate(before - block) + block
    least_after = np.minimum.accumulate((after + block)[::-1])[::-1] - block
    return np.maximum(before - np.maximum(least_before, least_after), 0)
