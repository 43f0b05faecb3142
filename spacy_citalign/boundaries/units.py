"""Cut chunks into units, between which sentences may begin, and say what a unit is like.

A chunk is a run of characters without white space. It is one unit, unless a sentence seems to end
in it without a blank ("enzymes.These"): there it is cut. All this depends on the chunk alone, so it
is done once for each distinct one.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Strings
from .characters import (
    BLANK,
    CLASSES,
    CLOSE,
    COMMA,
    DIGIT,
    END,
    LOWER,
    OPEN,
    QUOTE,
    STOP,
    UPPER,
    character_classes,
)

_CLOSING = ~np.isin(np.arange(CLASSES), [LOWER, UPPER, DIGIT, COMMA])


class Units(NamedTuple):
    """The units of C chunks, U in all, one after the other.

    Attributes:
        words: the characters of each unit.
        counts: (C,) int64, units of each chunk, at least 1.
        offsets: (U,) int64, where each unit begins in its chunk.
        final: (U,) bool, whether it ends in a full stop, question or exclamation mark, maybe with
            a bracket or quote after that.
        opening: (U,) bool, whether its first letter or digit is none, or no small letter.
        closing: (U,) bool, whether it ends in something else than a letter, a digit or a comma.
        steps: (U,) int32, brackets that it opens less those that it closes.
    """

    words: list[str]
    counts: NDArray[np.int64]
    offsets: NDArray[np.int64]
    final: NDArray[np.bool_]
    opening: NDArray[np.bool_]
    closing: NDArray[np.bool_]
    steps: NDArray[np.int32]


def cut_chunks(chunks: Sequence[str]) -> Units:
    """Cut chunks, at least one, into units.

    >>> units = cut_chunks(["(Cut", "by)", "enzymes.These", "work.[3]"])
    >>> units.words, units.counts.tolist()
    (['(Cut', 'by)', 'enzymes.', 'These', 'work.[3]'], [1, 1, 2, 1])
    >>> units.final.tolist(), units.steps.tolist()
    ([False, False, True, False, False], [1, -1, 0, 0, 0])
    """
    text = " ".join(chunks)  # the blanks keep chunks apart
    classes = character_classes(Strings([text]).codes)
    sizes = np.fromiter(map(len, chunks), np.int64, len(chunks))
    begins = np.cumsum(sizes + 1) - sizes - 1
    inner = _joints(classes)
    owner = np.searchsorted(begins, inner, side="right") - 1
    starts = np.sort(np.concatenate([begins, inner]))
    ends = np.sort(np.concatenate([begins + sizes, inner]))
    counts = 1 + np.bincount(owner, minlength=len(chunks))
    level = np.cumsum((classes == OPEN).astype(np.int32) - (classes == CLOSE))
    level = np.append(level, 0)  # which stands before the first character
    return Units(
        words=[text[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)],
        counts=counts,
        offsets=starts - np.repeat(begins, counts),
        final=_final(classes, starts, ends),
        opening=_opening(classes, starts, ends),
        closing=_CLOSING[classes[ends - 1]],
        steps=level[ends - 1] - level[starts - 1],
    )


def _joints(classes: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return before which characters a sentence seems to begin without a blank.

    That is: a capital after a full stop that follows a small letter, a bracket or another full
    stop; a letter after a question or exclamation mark that is not the chunk's first character; a
    small letter after several full stops; a capital after a closing bracket or quote that follows
    a mark.
    """
    if len(classes) < 3:
        return np.zeros(0, dtype=np.int64)
    before, mark, after = classes[:-2], classes[1:-1], classes[2:]
    stop, capital, small = mark == STOP, after == UPPER, after == LOWER
    closed = ((mark == QUOTE) | (mark == CLOSE)) & ((before == STOP) | (before == END))
    joint = closed & capital
    joint |= stop & capital & ((before == LOWER) | (before == CLOSE) | (before == STOP))
    joint |= (mark == END) & (capital | small) & (before != BLANK)
    joint |= stop & small & (before == STOP)
    return np.flatnonzero(joint) + 2


def _final(
    classes: NDArray[np.uint32], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell which units end in a mark, with one closing bracket or quote after it at most."""
    last, before = classes[ends - 1], classes[np.maximum(ends - 2, starts)]
    marked = (last == STOP) | (last == END)
    closed = (last == CLOSE) | (last == QUOTE)
    return marked | (closed & ((before == STOP) | (before == END)))


def _opening(
    classes: NDArray[np.uint32], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell which units do not have a small letter as their first letter or digit."""
    first = classes[starts]
    opening = first != LOWER
    marked = np.flatnonzero(opening & (first != UPPER) & (first != DIGIT))
    named = np.flatnonzero((classes == LOWER) | (classes == UPPER) | (classes == DIGIT))
    if len(marked) and len(named):
        first_named = named[np.minimum(np.searchsorted(named, starts[marked]), len(named) - 1)]
        inside = (first_named >= starts[marked]) & (first_named < ends[marked])
        opening[marked] = ~inside | (classes[first_named] != LOWER)
    return opening
