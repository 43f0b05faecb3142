"""Spans of tokens in batches of sequences, and the BIO tags that stand for them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints
from .labels import BIO, OUTSIDE

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
