"""BIO tags, the spans that they stand for, and composite labels: the tags around a token as one.

CRFsuite knows weights of (attribute, label) and (label, label) only. Features that see a pair of
tags, f(y_{t-1}, y_t, X) = p(X, t) and q(y_{t-1}, y_t) of Hsu et al. (2008, section 2.1), come from
making the pair itself the label. A forward model of order k labels token t with the window
(y_{t-k}, ..., y_t), a backward one with (y_t, ..., y_{t+k}), which is the same as reading the
sentence from right to left. Outside the sentence tags read O, as Mallet has it.

This leaves Mallet twice: CRFsuite adds label-to-label weights (so an order-1 model scores tag
trigrams), and it normalises in training over successions of labels that contradict each other;
decoding here forbids those.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.arrays import Bools, Ints

BIO = ("B", "I", "O")
OUTSIDE = BIO.index("O")


def bio_can_follow(previous: int, tag: int) -> bool:
    """Tell whether BIO tag number ``tag`` may follow ``previous``: only O I may not."""
    return not (previous == OUTSIDE and tag == BIO.index("I"))


@dataclass(frozen=True)
class Windows:
    """All consistent windows of BIO tags from ``before`` tokens back to ``after`` ahead."""

    before: int
    after: int

    @property
    def size(self) -> int:
        """Tags in a window."""
        return self.before + 1 + self.after

    @cached_property
    def tags(self) -> Ints:
        """(K, size) int64: the tag numbers of each of the K windows, in lexical order."""
        rows = [
            row
            for row in product(range(len(BIO)), repeat=self.size)
            if all(bio_can_follow(a, b) for a, b in pairwise(row))
        ]
        return np.array(rows, dtype=np.int64)

    def __len__(self) -> int:
        return len(self.tags)

    @cached_property
    def centre(self) -> Ints:
        """(K,) int64: the tag of the labelled token itself."""
        return self.tags[:, self.before]

    @cached_property
    def follows(self) -> Bools:
        """(K, K) bool: whether window j can stand one token after window i."""
        overlap = np.array([[bool(np.all(i[1:] == j[:-1])) for j in self.tags] for i in self.tags])
        tags = self.centre.tolist()
        return overlap & np.array([[bio_can_follow(a, b) for b in tags] for a in tags])

    @cached_property
    def starts(self) -> Bools:
        """(K,) bool: windows that can label the first token (O before it, which no I follows)."""
        first = np.all(self.tags[:, : self.before] == OUTSIDE, axis=1)
        return np.asarray(first & (self.centre != BIO.index("I")))

    @cached_property
    def stops(self) -> Bools:
        """(K,) bool: windows that can label the last token (O after it)."""
        return np.asarray(np.all(self.tags[:, self.before + 1 :] == OUTSIDE, axis=1))

    def encode(self, tags: Ints) -> Ints:
        """Return the window number at each token of one sequence: (T,) int64 to (T,) int64.

        Raises:
            InputError: an I follows no B or I.
        """
        outside = np.full
        padded = np.concatenate(
            [outside(self.before, OUTSIDE), np.asarray(tags), outside(self.after, OUTSIDE)]
        )
        digits = np.lib.stride_tricks.sliding_window_view(padded, self.size)
        codes = digits @ (len(BIO) ** np.arange(self.size)[::-1])
        labels = self._number[codes]
        if np.any(labels < 0):
            raise InputError(
                "tags hold an I that follows no B or I; make them with tags_from_spans"
            )
        return labels

    @cached_property
    def _number(self) -> Ints:
        number = np.full(len(BIO) ** self.size, -1, dtype=np.int64)
        number[self.tags @ (len(BIO) ** np.arange(self.size)[::-1])] = np.arange(len(self.tags))
        return number

    def project(self, inner: "Windows") -> Ints:
        """Return which window of ``inner`` each of these windows contains: (K,) int64.

        >>> Windows(1, 0).project(Windows(0, 0)).tolist()
        [0, 1, 2, 0, 1, 2, 0, 2]
        """
        first = self.before - inner.before
        part = self.tags[:, first : first + inner.size]
        return inner._number[part @ (len(BIO) ** np.arange(inner.size)[::-1])]


BEGIN, INSIDE = BIO.index("B"), BIO.index("I")


def tags_from_spans(spans: Iterable[tuple[int, int]], size: int) -> Ints:
    """Return the (size,) BIO tags of half-open token spans.

    Of overlapping spans the one that begins first wins, of those the longest.
    """
    tags = np.full(size, OUTSIDE, dtype=np.int64)
    taken = 0
    for start, end in sorted(set(spans), key=lambda span: (span[0], -span[1])):
        if taken <= start < end:
            tags[start] = BEGIN
            tags[start + 1 : end] = INSIDE
            taken = end
    return tags


class TokenSpans(NamedTuple):
    """S spans in a batch of sequences: rows, starts and ends, each (S,) int64, half-open."""

    rows: Ints
    starts: Ints
    ends: Ints

    def triples(self) -> list[tuple[int, int, int]]:
        """Return (row, start, end) of each span."""
        rows, starts, ends = (column.tolist() for column in self)
        return list(zip(rows, starts, ends, strict=True))

    def take(self, chosen: Ints) -> "TokenSpans":
        """Return the spans of these numbers."""
        return TokenSpans(*(column[chosen] for column in self))

    def among(self, rows: Ints) -> tuple[Ints, "TokenSpans"]:
        """Return the numbers of the spans in some rows, and these spans as if there were no others.

        >>> spans = spans_from_triples([(4, 0, 1), (2, 5, 6), (9, 0, 3)])
        >>> numbers, local = spans.among(np.array([9, 4]))
        >>> numbers.tolist(), local.triples()
        ([0, 2], [(1, 0, 1), (0, 0, 3)])
        """
        order = np.argsort(rows)
        nearest = np.searchsorted(rows, self.rows, sorter=order)
        near = order[np.minimum(nearest, len(rows) - 1)]
        kept = np.flatnonzero(rows[near] == self.rows)
        return kept, self.take(kept)._replace(rows=near[kept])


def spans_from_triples(triples: Sequence[tuple[int, int, int]]) -> TokenSpans:
    """Return (row, start, end) triples as columns."""
    columns = np.array(triples, dtype=np.int64).reshape(-1, 3).T
    return TokenSpans(columns[0], columns[1], columns[2])


def spans_from_tags(tags: Ints, lengths: Ints) -> TokenSpans:
    """Return the spans of (B, T) BIO tags, by row and then by start; an I after O begins one."""
    batch, size = tags.shape
    inside = (tags != OUTSIDE) & (np.arange(size) < lengths[:, None])
    padded = np.zeros((batch, size + 2), dtype=bool)
    padded[:, 1:-1] = inside
    begins = inside & ((tags == BEGIN) | ~padded[:, :-2])
    following = np.zeros((batch, size), dtype=bool)
    following[:, :-1] = begins[:, 1:]
    ends = inside & (following | ~padded[:, 2:])
    rows, starts = np.nonzero(begins)
    return TokenSpans(rows, starts, np.nonzero(ends)[1] + 1)


def best_disjoint(spans: TokenSpans, gains: NDArray[np.float64]) -> Ints:
    """Choose spans that do not overlap and have the highest sum of gains, exactly.

    Weighted interval scheduling (Kleinberg & Tardos 2006, Algorithm Design, section 6.1) over all
    rows at once. Spans that gain nothing are left out.

    >>> spans = spans_from_triples([(0, 0, 2), (0, 0, 4), (0, 3, 4)])
    >>> best_disjoint(spans, np.array([0.3, 0.5, 0.3])).tolist()
    [0, 2]

    Args:
        spans: S spans.
        gains: (S,).

    Returns:
        (C,) int64, numbers of the chosen spans, ascending.
    """
    # Rows are laid one after the other, so that only spans of the same row can overlap.
    shift = spans.rows * int(spans.ends.max(initial=0))
    starts, ends = spans.starts + shift, spans.ends + shift
    order = np.lexsort((starts, ends))
    before = np.searchsorted(ends[order], starts[order], side="right").tolist()
    best = [0.0]  # best[i]: of the first i spans
    for number, gain in enumerate(gains[order].tolist()):
        best.append(max(best[number], best[before[number]] + gain))
    chosen = []
    left = len(order)
    while left:
        if best[left] > best[left - 1]:
            chosen.append(int(order[left - 1]))
            left = before[left - 1]
        else:
            left -= 1
    return np.array(sorted(chosen), dtype=np.int64)
