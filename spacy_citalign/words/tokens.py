"""The finest tokens that the taggers need, and pieces of long texts to be tagged one by one.

A token is a maximal run of letters and digits, or one character that is neither those nor white
space. On BioCreative II every gold gene mention begins and ends at such a boundary, whatever
tokenizer the host pipeline uses, so offsets stay exact (the paper of Hsu et al. 2008 modified its
tokenizer to the same end: "punctuation symbols within words would be segmented").
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from .arrays import Bools, Ints, sums_before
from .hashing import Hashes

_FINE_TOKEN = re.compile(r"([^\W_]+|[^\w\s]|_)")
# A full stop after a word of two letters or more, then blanks, then a capital; or an empty line.
_BREAK = re.compile(r"(?<=[^\W_]{2}[.!?])\s+(?=[^\W\d_a-z])|\n\s*\n")


class Tokens(NamedTuple):
    """Fine tokens of C texts, one after the other.

    Attributes:
        words: the N tokens.
        starts: (N,) int64, character offset of each in its own text.
        lengths: (C,) int64, tokens of each text.
    """

    words: list[str]
    starts: Ints
    lengths: Ints


def layout(spaces: Bools, lengths: Ints) -> Hashes:
    """Say of each token whether white space stands before and after it: to (N,) uint64, 1 to 4.

    The ends of sentences count as white space. What signs such as "-", "/" and ":" stand for shows
    in what they touch.
    """
    after = np.array(spaces, dtype=bool)
    after[np.cumsum(lengths) - 1] = True
    before = np.append(True, after[:-1])[: len(after)]
    return (1 + before + 2 * after).astype(np.uint64)


def split_fine(texts: Sequence[str]) -> Tokens:
    """Cut texts into fine tokens.

    >>> tokens = split_fine(["IL-2 binds.", "", "p53"])
    >>> tokens.words, tokens.starts.tolist(), tokens.lengths.tolist()
    (['IL', '-', '2', 'binds', '.', 'p53'], [0, 2, 3, 5, 10, 0], [5, 0, 1])
    """
    # White space and tokens in turn, all texts at once: no Python code runs per token or text.
    parts = _FINE_TOKEN.split("\n".join(texts))
    ends = np.fromiter(accumulate(map(len, parts)), np.int64, len(parts))
    starts = ends[:-1:2]
    sizes = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    bounds = sums_before(sizes)
    lengths = np.diff(np.searchsorted(starts, bounds))
    return Tokens(parts[1::2], starts - np.repeat(bounds[:-1], lengths), lengths)


def split_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield half-open character spans that cover ``text`` up to white space, in order.

    For texts without sentence boundaries: it cuts where a phrase can hardly run on, so that a title
    does not run into its abstract and an article is not one sequence of 10,000 tokens.

    >>> list(split_pieces("It binds Grb2. Sos1 does not."))
    [(0, 14), (15, 29)]
    """
    start = 0
    for gap in _BREAK.finditer(text):
        if start < gap.start():
            yield start, gap.start()
        start = gap.end()
    if start < len(text):
        yield start, len(text)


Span = tuple[int, int]
