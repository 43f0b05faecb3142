"""Composite labels: the tags around a token as one label.

CRFsuite knows weights of (attribute, label) and (label, label) only. Features that see a pair of
tags, f(y_{t-1}, y_t, X) = p(X, t) and q(y_{t-1}, y_t) of Hsu et al. (2008, section 2.1), come from
making the pair itself the label. A forward model of order k labels token t with the window
(y_{t-k}, ..., y_t), a backward one with (y_t, ..., y_{t+k}), which is the same as reading the
sentence from right to left. Outside the sentence tags read O, as Mallet has it.

This leaves Mallet twice: CRFsuite adds label-to-label weights (so an order-1 model scores tag
trigrams), and it normalises in training over successions of labels that contradict each other;
decoding here forbids those.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

import numpy as np

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
