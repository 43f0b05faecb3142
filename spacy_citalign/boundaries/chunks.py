"""A table of distinct chunks and their units, whose features are computed once and kept.

Chunks are cut into units, between which sentences may begin. A chunk is a run of characters without
white space. It is one unit, unless a sentence seems to end in it without a blank ("enzymes.These"):
there it is cut. All this depends on the chunk alone, so it is done once for each distinct one.
"""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.features import PAD
from ..words.arrays import Bools, Ints, Rows
from ..words.hashing import Hashes, HashTable, Strings
from .features import (
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
    featurize_units,
)

_CLOSING = ~np.isin(np.arange(CLASSES), [LOWER, UPPER, DIGIT, COMMA])
PADDING = 0  # the unit that stands for what lies outside of a block
NO_CHUNK = -1
Precompute = Callable[[Hashes], NDArray]
Spell = Callable[[Ints], list[str]]


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
    counts: Ints
    offsets: Ints
    final: Bools
    opening: Bools
    closing: Bools
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


def _joints(classes: NDArray[np.uint32]) -> Ints:
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


def _final(classes: NDArray[np.uint32], starts: Ints, ends: Ints) -> Bools:
    """Tell which units end in a mark, with one closing bracket or quote after it at most."""
    last, before = classes[ends - 1], classes[np.maximum(ends - 2, starts)]
    marked = (last == STOP) | (last == END)
    closed = (last == CLOSE) | (last == QUOTE)
    return marked | (closed & ((before == STOP) | (before == END)))


def _opening(classes: NDArray[np.uint32], starts: Ints, ends: Ints) -> Bools:
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


class KeyIndex:
    """Numbers 64-bit keys in the order in which they are added.

    Keys lie in hash tables each more than twice as large as the next, so that one is made anew a
    few times only, and a look-up reads few.
    """

    def __init__(self) -> None:
        self._parts: list[tuple[int, Hashes, HashTable]] = []

    def rows(self, keys: Hashes) -> Ints:
        """Return the number of each key, -1 where it is unknown: (N,) uint64 to (N,) int64."""
        rows = np.full(len(keys), -1)
        remaining = np.arange(len(keys))
        for first, _, table in self._parts:
            table_rows = table.rows(keys[remaining])
            is_key = table_rows >= 0
            rows[remaining[is_key]] = first + table_rows[is_key]
            remaining = remaining[~is_key]
        return rows

    def add(self, keys: Hashes) -> None:
        """Number unknown keys, each given once: (N,) uint64."""
        first = self._parts[-1][0] + len(self._parts[-1][1]) if self._parts else 0
        while self._parts and len(self._parts[-1][1]) <= 2 * len(keys):
            first, before, _ = self._parts.pop()
            keys = np.concatenate([before, keys])
        self._parts.append((first, keys, HashTable(keys)))


class ChunkTable:
    """Distinct chunks and their units.

    It forgets everything when it holds more than ``limit`` characters and is about to number more,
    so memory stays bounded over any corpus; results do not depend on what it holds. Threads take
    turns by ``lock`` from numbering chunks to reading what belongs to the numbers.

    Attributes:
        chunks: by chunk number ``size`` (characters), ``first`` (number of its first unit) and
            ``count`` (its units).
        units: by unit number ``offset``, ``final``, ``opening``, ``closing`` and ``step`` (see
            ``Units``), the hashes and ``roles`` of ``features.featurize_units``, and
            ``precomputed``, what ``precompute`` makes of the unit's features; number 0 is
            ``PADDING``.
    """

    def __init__(self, precompute: Precompute, limit: int = 2_000_000):
        self._precompute = precompute
        self._limit = limit
        self.lock = Lock()
        self._clear()

    def _clear(self) -> None:
        self._characters = 0
        self._numbers: dict[str, int] = {}
        self._keys = KeyIndex()
        self.key_rows = Rows()
        self.chunks = Rows()
        self.units = Rows()

    def _make_room(self) -> None:
        if self._characters > self._limit:
            self._clear()

    def of_strings(self, chunks: Sequence[str]) -> Ints:
        """Number chunks: N strings to (N,) int64. Numbers hold until the next call."""
        self._make_room()
        return self._numbered(chunks)

    def of_keys(self, keys: Hashes, spell: Spell) -> Ints:
        """Number chunks given by hashes of whatever spells them, (N,) uint64 to (N,) int64.

        Strings are made, by ``spell(places)``, for keys that are not known yet only. What is no
        chunk gets ``NO_CHUNK``. Numbers hold until the next call.
        """
        self._make_room()
        if not len(keys):
            return np.zeros(0, dtype=np.int64)
        rows = self._keys.rows(keys)
        unknown = np.flatnonzero(rows < 0)
        if len(unknown):
            new, firsts = np.unique(keys[unknown], return_index=True)
            strings = spell(unknown[firsts])
            numbers = np.full(len(strings), NO_CHUNK)
            undivided = [i for i, string in enumerate(strings) if string.split() == [string]]
            numbers[undivided] = self._numbered([strings[i] for i in undivided])
            self._keys.add(new)
            self._characters += sum(map(len, strings))
            self.key_rows.append({"chunk": numbers})
            rows[unknown] = self._keys.rows(keys[unknown])
        return self.key_rows["chunk"][rows]

    def _numbered(self, chunks: Sequence[str]) -> Ints:
        new = [chunk for chunk in dict.fromkeys(chunks) if chunk not in self._numbers]
        if new:
            self._add(new)
        return np.fromiter(map(self._numbers.__getitem__, chunks), np.int64, len(chunks))

    def _add(self, chunks: Sequence[str]) -> None:
        units = cut_chunks(chunks)
        unit_features = featurize_units(units.words)
        columns: dict[str, NDArray] = {
            **unit_features.hashes,
            "roles": unit_features.roles,
            "precomputed": self._precompute(unit_features.bags),
            "offset": units.offsets,
            "final": units.final,
            "opening": units.opening,
            "closing": units.closing,
            "step": units.steps,
        }
        if not self.units.size:
            padding = {name: np.zeros_like(values[:1]) for name, values in columns.items()}
            outside = np.array([PAD], dtype=np.uint64)
            self.units.append(padding | dict.fromkeys(unit_features.hashes, outside))
        ends = self.units.size + np.cumsum(units.counts)
        self.units.append(columns)
        sizes = np.fromiter(map(len, chunks), np.int64, len(chunks))
        first = self.chunks.size
        self.chunks.append({"size": sizes, "first": ends - units.counts, "count": units.counts})
        self._numbers.update(zip(chunks, range(first, self.chunks.size), strict=True))
        self._characters += int(sizes.sum()) + len(chunks)
