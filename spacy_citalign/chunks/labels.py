"""Labels of words that stand for chunks, in two encodings, and the labels that join both.

Tjong Kim Sang & Veenstra (1999), "Representing text chunks", EACL, compare ways to write the same
chunks as labels of words. ``iob2``, which Roark has (section 5), marks where a chunk begins: {O,
B_X, I_X}; ``ioe2`` is its mirror image and marks where one ends: {O, E_X, I_X}. A joint label says
both, and with them which label of either encoding a word has:

                 iob2         ioe2         joint
    they         B-NP         E-NP         only
    have been    B-VP I-VP    I-VP E-VP    first last
    .            O            O            outside

Chunks are those of a batch of sentences that lie one after the other; their types are numbers.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ..words.arrays import Ints

ENCODINGS = ("iob2", "ioe2")
OUTSIDE = 0


class Position(IntEnum):
    """The position of a word in its chunk."""

    LAST = 0
    ONLY = 1
    FIRST = 2
    BETWEEN = 3


class Chunks(NamedTuple):
    """C chunks, none empty, none in another: starts, ends, types, each (C,) int64.

    ``starts`` and ``ends`` are half-open places among the words of the batch, ascending.
    """

    starts: Ints
    ends: Ints
    types: Ints


def joint_labels(chunks: Chunks, size: int) -> Ints:
    """Return the joint label of each of N words, (N,): 0 outside, else 1 + 4 type + place.

    >>> joint_labels(Chunks(np.array([0, 1]), np.array([1, 4]), np.array([0, 1])), 5).tolist()
    [2, 7, 8, 5, 0]
    """
    labels = np.full(size, OUTSIDE, dtype=np.int64)
    starts, ends, types = chunks
    lengths = ends - starts
    offsets = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    base = 1 + len(Position) * types
    labels[np.repeat(starts, lengths) + offsets] = np.repeat(base + Position.BETWEEN, lengths)
    labels[starts] = base + Position.FIRST
    labels[ends - 1] = base + np.where(lengths == 1, Position.ONLY, Position.LAST)
    return labels


def chunks_from_labels(labels: Ints) -> Chunks:
    """Return the chunks that (N,) joint labels stand for; the labels must be those of chunks."""
    types, positions = np.divmod(labels - 1, len(Position))
    inside = labels != OUTSIDE
    starts = np.flatnonzero(inside & ((positions == Position.FIRST) | (positions == Position.ONLY)))
    ends = (
        np.flatnonzero(inside & ((positions == Position.LAST) | (positions == Position.ONLY))) + 1
    )
    return Chunks(starts, ends, types[starts])


def projection(types: int, encoding: str) -> Ints:
    """Return the label that each joint label of so many types has in an encoding: (K,) int64.

    Labels of an encoding are 0 outside, 1 + 2 type where a chunk begins (``iob2``) or ends
    (``ioe2``), 2 + 2 type elsewhere in it.

    >>> projection(1, "iob2").tolist()
    [0, 2, 1, 1, 2]
    """
    marks = {"iob2": (Position.FIRST, Position.ONLY), "ioe2": (Position.LAST, Position.ONLY)}[
        encoding
    ]
    inner = [0 if position in marks else 1 for position in Position]
    labels = 1 + 2 * np.arange(types)[:, None] + inner
    return np.concatenate([[OUTSIDE], labels.ravel()])


def label_count(types: int) -> int:
    """Return the number of labels that one encoding has for so many types."""
    return 1 + 2 * types


_CLOSING = {"(": ")", "[": "]", "{": "}", "-LRB-": "-RRB-", "-LSB-": "-RSB-", "-LCB-": "-RCB-"}
_BRACKETS = {*_CLOSING, *_CLOSING.values()}


def cut_at_brackets(chunks: Chunks, words: Sequence[str]) -> Chunks:
    """Cut chunks at brackets whose partner is not in the same chunk, and leave these out.

    What is left of a chunk keeps its type; parts without a letter or digit are no chunks.

    >>> words = "growth ( Smith of the p21 ( WAF1 ) gene".split()
    >>> chunks = Chunks(np.array([0, 4]), np.array([3, 10]), np.array([0, 0]))
    >>> cut_at_brackets(chunks, words).starts.tolist()
    [0, 2, 4]

    Args:
        chunks: of these words.
        words: all N words.
    """
    at = np.array([i for i, word in enumerate(words) if word in _BRACKETS], dtype=np.int64)
    holding = np.searchsorted(at, chunks.starts) < np.searchsorted(at, chunks.ends)
    if not holding.any():
        return chunks
    rows: list[tuple[int, int, int]] = []
    columns = (column.tolist() for column in (*chunks, holding))
    for start, end, kind, holds in zip(*columns, strict=True):
        parts = _parts(words, start, end) if holds else [(start, end)]
        rows += [(first, last, kind) for first, last in parts]
    return Chunks(*np.array(rows, dtype=np.int64).reshape(-1, 3).T)


def _parts(words: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield what is left of a chunk, half-open."""
    cuts = _unpaired(words, start, end)
    for cut in cuts:  # which may have parted others
        yield from _parts(words, start, cut)
        start = cut + 1
    if cuts:
        yield from _parts(words, start, end)
    elif any(character.isalnum() for word in words[start:end] for character in word):
        yield start, end


def _unpaired(words: Sequence[str], start: int, end: int) -> list[int]:
    open_at: list[int] = []
    unpaired = []
    for place in range(start, end):
        if words[place] in _CLOSING:
            open_at.append(place)
        elif words[place] in _BRACKETS:
            if open_at and _CLOSING[words[open_at[-1]]] == words[place]:
                open_at.pop()
            else:
                unpaired.append(place)
    return sorted(unpaired + open_at)
