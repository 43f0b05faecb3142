"""Background counts of each window of a text, and of each window less one word."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from ..words.table import HashTable
from .ngrams import Counts, NgramCounts
from .windows import LONGEST, Windows

Matrix = NDArray[np.float64]
_FEW = 64  # words up to which look-ups cost less than steps
_INNER = np.array([(n, gap) for n in range(3, LONGEST + 1) for gap in range(1, n - 1)])


class WindowCounts(NamedTuple):
    """Counts for equation 5, of a text of N words; row n - 1 has the windows of n words.

    All are (8, N) float64. ``whole`` is NaN where a window would run over the end of its sentence;
    the others mean nothing there.

    Attributes:
        whole: C(w1..wn).
        rest: the sum of C(w1..wn without wi) for i = 2..n; 0 of a single word.
    """

    whole: Matrix
    rest: Matrix


class NgramTable:
    """Counts of a corpus, ready for look-up."""

    def __init__(self, ngrams: NgramCounts):
        self.totals = ngrams.totals
        self._table = HashTable(ngrams.keys)
        self._counts = np.append(ngrams.counts, np.uint32(0))  # row -1 is the last: 0

    def of(self, keys: Hashes) -> Counts:
        """Return how often each n-gram occurs, 0 if never: (K,) uint64 to (K,) uint32."""
        return self._counts[self._table.rows(keys)]


def parts_of(rows: NDArray[np.int64], places: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
    """Return all windows that lie in some: (8, N) bool.

    Args:
        rows: (M,) int64, words of each, less 1.
        places: (M,) int64, where each begins.
        size: N, words of the text.
    """
    parts = np.zeros((LONGEST, size), dtype=bool)
    parts[rows, places] = True
    for longer, shorter in zip(parts[:0:-1], parts[-2::-1], strict=True):
        shorter |= longer
        shorter[1:] |= longer[:-1]
    return parts


def count_windows(
    windows: Windows, ngrams: NgramTable, wanted: NDArray[np.bool_] | None = None
) -> WindowCounts:
    """Look up every window of a text, whole and with a gap for each word but the first.

    The gap is closed: the n - 1 words that are left count where they stand together.

    An n-gram occurs only if both (n - 1)-grams in it do, with a gap or without; so no window is
    looked up whose parts are unknown already.

    Args:
        windows: of the text.
        ngrams: of the background.
        wanted: (8, N) bool, windows and all that lie in them (``parts_of``); what is counted of
            others means nothing. None for all.
    """
    size = len(windows)
    if size <= _FEW:
        return _count_few(windows, ngrams)
    counts = np.zeros((2, LONGEST, size))
    whole, gaps = np.zeros(size + 1, np.uint32), np.zeros((0, size + 1), np.uint32)
    for n in range(1, LONGEST + 1):
        at = windows.places(n)
        if wanted is not None:
            at = at[wanted[n - 1, at]]
        shorter, whole = whole, np.zeros_like(whole)
        seen = at if n == 1 else at[(shorter[at] > 0) & (shorter[at + 1] > 0)]
        whole[seen] = ngrams.of(windows.keys(n, seen))
        if n == 1:
            counts[0, 0] = whole[:-1]
        else:
            # Row g has the counts without the word at g; those of n - 1 words tell which can occur.
            shorter_gaps, gaps = gaps, np.zeros((n, size + 1), np.uint32)
            gaps[0, :-1], gaps[-1] = shorter[1:], shorter
            known = shorter_gaps > 0
            fits = windows.left >= n if wanted is None else wanted[n - 1] & (windows.left >= n)
            inner, places = np.nonzero(known[1:, :-1] & known[:-1, 1:] & fits)
            inner += 1
            gaps[inner, places] = ngrams.of(windows.closed(n, inner, places))
            counts[:, n - 1] = whole[:-1], gaps[1:, :-1].sum(axis=0, dtype=np.float64)
        counts[0, n - 1, windows.left < n] = np.nan
    return WindowCounts(*counts)


def _count_few(windows: Windows, ngrams: NgramTable) -> WindowCounts:
    """Look up the windows of a short text, all at once, and forget those that cannot occur."""
    size = len(windows)
    at = [windows.places(n) for n in range(1, LONGEST + 1)]
    row, inner_places = np.nonzero(windows.left >= _INNER[:, :1])
    lengths, inner = _INNER[row].T
    keys = [windows.keys(n, places) for n, places in enumerate(at, start=1)]
    every = ngrams.of(np.concatenate([*keys, windows.closed(lengths, inner, inner_places)]))
    whole = np.zeros((LONGEST + 1, size + 1), np.uint32)
    gaps = np.zeros((LONGEST + 1, LONGEST, size + 1), np.uint32)  # by n and the word that is left
    done = 0
    for n, places in enumerate(at, start=1):
        whole[n, places] = every[done : done + len(places)]
        done += len(places)
    gaps[lengths, inner, inner_places] = every[done:]
    counts = np.zeros((2, LONGEST, size))
    for n in range(2, LONGEST + 1):
        whole[n, :-1] *= (whole[n - 1, :-1] > 0) & (whole[n - 1, 1:] > 0)
        gaps[n, 0, :-1], gaps[n, n - 1] = whole[n - 1, 1:], whole[n - 1]
        known = gaps[n - 1, : n - 1] > 0
        gaps[n, 1 : n - 1, :-1] *= known[1:, :-1] & known[:-1, 1:]
        counts[1, n - 1] = gaps[n, 1:n, :-1].sum(axis=0, dtype=np.float64)
    counts[0] = whole[1:, :-1]
    counts[0, windows.left < np.arange(1, LONGEST + 1)[:, None]] = np.nan
    return WindowCounts(*counts)
