"""Labels of words that stand for chunks, in two encodings, and the labels that join both.

Tjong Kim Sang & Veenstra (1999), "Representing text chunks", EACL, compare ways to write the same
chunks as labels of words. ``iob2``, which Roark has (section 5), marks where a chunk begins:
{O, B_X, I_X}; ``ioe2`` is its mirror image and marks where one ends: {O, E_X, I_X}. A joint label
says both, and with them which label of either encoding a word has:

                 iob2         ioe2         joint
    they         B-NP         E-NP         only
    have been    B-VP I-VP    I-VP E-VP    first last
    .            O            O            outside

Chunks are those of a batch of sentences that lie one after the other; their types are numbers.
"""

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
