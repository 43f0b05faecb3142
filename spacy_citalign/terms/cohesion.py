"""Cohesion of the words of a window: the combined association measure.

Chang & Wu (2009), "Propositional term extraction over short text using word cohesiveness and
conditional random fields with multi-level features", ROCLING, section 2.4, after Dias (2003),
"Multiword unit hybrid extraction", ACL workshop on multiword expressions.

Where the text leaves a choice:

- Equation 5 has n summands; the first is C(w1..wn) as printed; it is C(w2..wn) in Dias, where each
  word in turn is left out.
- Equation 6 closes the gap that a left-out word leaves and forgets the factor 1/n of equation 5,
  which we keep. Dias has a wildcard there. Closed gaps let the normalised expectation exceed 1:
  what is left need not occur, or less often than the whole.
- P, the relative frequency of an n-gram, is its count over the number of n-grams of its length.
- A single word has NE = C / (C / 1) = 1, so that its association dwarfs that of any phrase.
- What the background never has holds nothing together: C = 0 gives NE = ME = 0. For logarithms
  all counts C of equation 5 can be smoothed to C + s, and P to (C + s) / (n-grams of the length
  + s (words + 1)): as if there were one possible n-gram of each length for each word and one more.

The counts are those of each window of a text, and of each window less one word (``count_windows``).
"""

from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Floats, Ints
from ..words.hashing import Hashes, HashTable
from .ngrams import (
    LONGEST,
    CorpusCounts,
    Counts,
    NgramCounts,
    NgramWindows,
    tag_windows,
    word_windows,
)
from .texts import ConnectedWords

Matrix = Floats
Sizes = Ints
_SIZES: Sizes = np.arange(1, LONGEST + 1)[:, None]


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


def parts_of(rows: Ints, places: Ints, size: int) -> Bools:
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
    windows: NgramWindows, ngrams: NgramTable, wanted: Bools | None = None
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


def normalized_expectation(
    counts: WindowCounts, *, smoothing: float = 0.0, sizes: Sizes = _SIZES
) -> Matrix:
    """Return NE of each window (Eq. 5): (8, N) float64, at least 0; NaN over a sentence end.

    Args:
        counts: of the windows of a text; or of some of them, (M,).
        smoothing: added to both counts, 0 or more.
        sizes: (M,) words of each, of some windows.
    """
    mean = (counts.whole + counts.rest) / sizes + smoothing
    unknown = np.where(np.isnan(counts.whole), np.nan, 0.0)
    return np.divide(counts.whole + smoothing, mean, out=unknown, where=mean != 0)


def mutual_expectation(
    counts: WindowCounts, totals: Ints, *, smoothing: float = 0.0, sizes: Sizes = _SIZES
) -> Matrix:
    """Return ME of each window (Eq. 7): (8, N) float64, at least 0; NaN over a sentence end.

    Args:
        counts: of the windows of a text; or of some of them, (M,).
        totals: (8,), how many n-grams of each length the background has.
        smoothing, sizes: see above.
    """
    expectation = normalized_expectation(counts, smoothing=smoothing, sizes=sizes)
    ngrams = totals + smoothing * (totals[0] + 1)
    ngrams = np.where(ngrams > 0, ngrams, 1)  # no n-gram of this length has a count
    frequency = (counts.whole + smoothing) / ngrams[sizes - 1]
    return np.asarray(frequency * expectation)


def combined_association(words: Matrix, tags: Matrix, alpha: float) -> Matrix:
    """Return CAM = ME(words)^alpha ME(tags)^(1 - alpha) (Eq. 8), of arrays of one shape."""
    return np.asarray(words**alpha * tags ** (1 - alpha))


def log_combined_association(words: Matrix, tags: Matrix, alpha: float) -> Matrix:
    """Return the natural logarithm of CAM: one shape; finite where expectations are smoothed."""
    return np.asarray(alpha * np.log(words) + (1 - alpha) * np.log(tags))


class MutualExpectations(NamedTuple):
    """The mutual expectations of all windows of a text: of its words and tags, each (8, N)."""

    words: Matrix
    tags: Matrix


class Cohesion:
    """The measure over a background corpus."""

    def __init__(self, corpus: CorpusCounts):
        """Make the counts ready for look-up."""
        self._tables = [NgramTable(corpus.words), NgramTable(corpus.tags)]

    @property
    def totals(self) -> list[Ints]:
        """(8,) each: how many n-grams of words, and of tags, of each length the background has."""
        return [table.totals for table in self._tables]

    def counts(self, text: ConnectedWords, wanted: Bools | None = None) -> list[WindowCounts]:
        """Look up the windows of a text: the counts of words and of tags.

        Args:
            text: its W words.
            wanted: (8, W) bool, windows whose counts are needed, by ``parts_of``; None for all.
        """
        windows = (word_windows(text.words, text.lengths), tag_windows(text.tags, text.lengths))
        return [count_windows(*parts, wanted) for parts in zip(windows, self._tables, strict=True)]

    def expectations(self, text: ConnectedWords) -> MutualExpectations:
        """Return the mutual expectations of the windows of a text."""
        by_kind = zip(self.counts(text), self.totals, strict=True)
        return MutualExpectations(*(mutual_expectation(*kind) for kind in by_kind))
