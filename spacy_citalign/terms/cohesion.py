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
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.settings import check_range
from .background import CorpusCounts
from .texts import ConnectedWords
from .window_counts import Matrix, NgramTable, WindowCounts, count_windows
from .windows import LONGEST, tag_windows, word_windows

Sizes = NDArray[np.int64]
_SIZES: Sizes = np.arange(1, LONGEST + 1)[:, None]


def normalized_expectation(
    counts: WindowCounts, *, smoothing: float = 0.0, sizes: Sizes = _SIZES
) -> Matrix:
    """Return NE of each window (Eq. 5): (8, N) float64, at least 0; NaN over a sentence end.

    Args:
        counts: of the windows of a text; or of some of them, (M,).
        smoothing: added to both counts, 0 or more.
        sizes: (M,) words of each, of some windows.

    Raises:
        SettingError: ``smoothing`` is negative or not finite.
    """
    check_range("smoothing", smoothing, 0, advice="give 0 or a positive number")
    mean = (counts.whole + counts.rest) / sizes + smoothing
    unknown = np.where(np.isnan(counts.whole), np.nan, 0.0)
    return np.divide(counts.whole + smoothing, mean, out=unknown, where=mean != 0)


def mutual_expectation(
    counts: WindowCounts,
    totals: NDArray[np.int64],
    *,
    smoothing: float = 0.0,
    sizes: Sizes = _SIZES,
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
    """Return CAM = ME(words)^alpha ME(tags)^(1 - alpha) (Eq. 8), of arrays of one shape.

    Raises:
        SettingError: alpha is not within 0..1.
    """
    _check_alpha(alpha)
    return np.asarray(words**alpha * tags ** (1 - alpha))


def log_combined_association(words: Matrix, tags: Matrix, alpha: float) -> Matrix:
    """Return the natural logarithm of CAM, finite for every window within a sentence: one shape.

    Raises:
        SettingError: alpha is not within 0..1; the expectations are not smoothed.
    """
    _check_alpha(alpha)
    if (words == 0).any() or (tags == 0).any():
        raise SettingError("a mutual expectation is 0, its logarithm infinite: set smoothing > 0")
    return np.asarray(alpha * np.log(words) + (1 - alpha) * np.log(tags))


class Expectations(NamedTuple):
    """The mutual expectations of all windows of a text: of its words and tags, each (8, N)."""

    words: Matrix
    tags: Matrix


class Cohesion:
    """The measure over a background corpus."""

    def __init__(self, corpus: CorpusCounts):
        """Make the counts ready for look-up."""
        self._tables = [NgramTable(corpus.words), NgramTable(corpus.tags)]

    @property
    def totals(self) -> list[NDArray[np.int64]]:
        """(8,) each: how many n-grams of words, and of tags, of each length the background has."""
        return [table.totals for table in self._tables]

    def counts(
        self, texts: Sequence[ConnectedWords], wanted: NDArray[np.bool_] | None = None
    ) -> list[WindowCounts]:
        """Look up the windows of texts, one after the other: the counts of words and of tags.

        Args:
            texts: any number.
            wanted: (8, N) bool, windows whose counts are needed, by ``parts_of``; None for all.
        """
        lengths = np.concatenate([np.zeros(0, np.int64), *(text.lengths for text in texts)])
        words = [word for text in texts for word in text.words]
        tags = [tag for text in texts for tag in text.tags]
        windows = (word_windows(words, lengths), tag_windows(tags, lengths))
        return [count_windows(*parts, wanted) for parts in zip(windows, self._tables, strict=True)]

    def expectations(
        self, texts: Sequence[ConnectedWords], *, smoothing: float = 0.0
    ) -> list[Expectations]:
        """Return the mutual expectations of the windows of each text; many texts go faster.

        ``smoothing`` is added to counts, at least 0.
        """
        by_kind = [
            mutual_expectation(counts, table.totals, smoothing=smoothing)
            for counts, table in zip(self.counts(texts), self._tables, strict=True)
        ]
        ends = np.cumsum([len(text.words) for text in texts])[:-1]
        words, tags = (np.split(values, ends, axis=1) for values in by_kind)
        return [Expectations(*pair) for pair in zip(words, tags, strict=True)][: len(texts)]


def _check_alpha(alpha: float) -> None:
    advice = "give a weight of words against tags within 0..1"
    check_range("alpha", alpha, 0, 1, advice=advice)
