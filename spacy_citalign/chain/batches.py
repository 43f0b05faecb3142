"""Batches of sequences of like length, so that inference runs over few, full arrays."""

from collections.abc import Iterator, Sequence

import numpy as np

from ..words.arrays import Ints

_TOKENS = 16384
_SLACK = 1.5


def length_batches(lengths: Ints, tokens: int = _TOKENS) -> Iterator[Ints]:
    """Yield the numbers of the sequences of each batch, shortest first: (B,) of the (C,) lengths.

    A batch holds at most ``tokens`` cells (or one sequence), and its longest sequence is at most
    half as long again as its shortest (or eight tokens longer).
    """
    order = np.argsort(lengths, kind="stable")
    first = 0
    while first < len(order):
        shortest = int(lengths[order[first]])
        longest = max(int(shortest * _SLACK), shortest + 8)
        end = int(np.searchsorted(lengths[order], longest, side="right"))
        end = max(first + 1, min(end, first + max(1, tokens // longest)))
        yield order[first:end]
        first = end


def token_batches(lengths: Ints, tokens: int) -> Iterator[tuple[slice, slice]]:
    """Yield the tokens and the sequences of each run of at most ``tokens`` (or one sequence).

    >>> list(token_batches(np.array([2, 3, 4]), 5))
    [(slice(0, 5, None), slice(0, 2, None)), (slice(5, 9, None), slice(2, 3, None))]
    """
    ends = np.cumsum(lengths)
    first = 0
    while first < len(lengths):
        start = int(ends[first] - lengths[first])
        last = max(first + 1, int(np.searchsorted(ends, start + tokens, side="right")))
        yield slice(start, int(ends[last - 1])), slice(first, last)
        first = last


def text_batches(sizes: Sequence[int], limit: int) -> Iterator[slice]:
    """Yield runs of texts that end where their sizes together exceed the limit.

    >>> list(text_batches([3, 3, 3, 9], 5))
    [slice(0, 2, None), slice(2, 4, None)]
    """
    first = together = 0
    for number, size in enumerate(sizes, start=1):
        together += size
        if together > limit or number == len(sizes):
            yield slice(first, number)
            first, together = number, 0


def cells(firsts: Ints, lengths: Ints) -> Ints:
    """Return token numbers as a (B, T) int64 array, sequences shorter than T repeating their last.

    >>> cells(np.array([0, 5]), np.array([3, 2])).tolist()
    [[0, 1, 2], [5, 6, 6]]
    """
    steps = np.minimum(np.arange(int(lengths.max())), lengths[:, None] - 1)
    return firsts[:, None] + steps
