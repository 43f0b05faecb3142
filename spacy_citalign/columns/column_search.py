"""Position-specific score matrices, and the best columns of tag sequences by them.

Roark (section 2): "Optimal alignment of an input string with a PSSM [...] can be achieved via a
dynamic programming table with the number of columns on one side and the input string on the other
[...] O(M|S|) in space and time". With score s of a word in a column,

    D[c, t] = max(D[c - 1, t], D[c - 1, t - 1] + s[c, tag_t])

is the best of the first t words in the first c columns. A column is one step for all words of a
batch at once.

"Position specific score matrices (PSSM) assign a cost to each of the [...] symbols (the alphabet
plus the gap) at each column [...] the negative log probability of the symbol given the column",
smoothed by "Laplace's rule (add one observation per symbol per column)".
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.batches import length_batches
from ..words.arrays import Bools, Ints

Scores = NDArray[np.float32]


class Profile(NamedTuple):
    """The counts of a multiple alignment.

    Attributes:
        counts: (K + 1, M) int64, sentences by tag and column; the last row, of tags that training
            does not have, is 0.
        sentences: how many sentences were counted.
    """

    counts: Ints
    sentences: int

    @property
    def occupancy(self) -> Ints:
        """(M,) int64, how many sentences have a word in each column."""
        return np.asarray(self.counts.sum(axis=0))

    def scores(self) -> Scores:
        """Return log p(tag | column) - log p(gap | column), in nats: (K + 1, M) float32.

        Every sentence pays for every column, for a gap where no word of it is; so only this
        difference matters to where a word comes. An unknown tag has the probability of a tag that
        was never seen in the column.
        """
        gaps = self.sentences - self.occupancy + 1
        return (np.log(self.counts + 1) - np.log(gaps)).astype(np.float32)

    def select(self, columns: Ints) -> "Profile":
        """Leave out all columns but these."""
        return self._replace(counts=self.counts[:, columns])


def count(tags: Ints, columns: Ints, kinds: int, size: int, sentences: int) -> Profile:
    """Count a multiple alignment.

    >>> profile = count(np.array([0, 1, 1]), np.array([0, 1, 1]), kinds=2, size=2, sentences=2)
    >>> profile.counts.tolist()
    [[1, 0], [0, 2], [0, 0]]

    Args:
        tags: (N,) int64 tag numbers of all words, below ``kinds``.
        columns: (N,) int64 below ``size``, -1 for none.
        kinds: K.
        size: M.
        sentences: how many sentences the words are of.
    """
    in_column = columns >= 0
    flat = np.bincount(tags[in_column] * size + columns[in_column], minlength=(kinds + 1) * size)
    return Profile(flat.reshape(kinds + 1, size), sentences)


MAX_WORDS = 8192  # of a batch; their table takes 4 bytes a column for each
MIN_WORDS = 512
_SHORT = 24  # words; parts that are no longer are searched together: steps cost more than padding
_CELLS = 1 << 23
MAX_FEW = 16  # sentences up to so many are decoded word by word: a step costs more than its sums
_NEVER = np.float32(-np.inf)
Search = Callable[[int, int, "SentenceRanges"], Ints]


class SentenceRanges(NamedTuple):
    """The ranges of C sentences among N words: firsts and lengths, each (C,) int64."""

    firsts: Ints
    lengths: Ints

    @classmethod
    def of(cls, lengths: Ints) -> "SentenceRanges":
        """Lay sentences one after the other."""
        return cls(np.cumsum(lengths) - lengths, lengths)

    @property
    def owners(self) -> Ints:
        """(N,) int64, the sentence of each word."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)


def best_columns(scores: Scores, tags: Ints, ranges: SentenceRanges) -> Ints:
    """Return the columns of highest sum of scores.

    Args:
        scores: (K + 1, M) float32, nats; -inf forbids.
        tags: (N,) int64, rows of ``scores``.
        ranges: of the sentences.

    Returns:
        (N,) int64, ascending in each sentence, -1 for all words of a sentence that has no place,
        such as one with more words than columns. Of equal columns the first.
    """
    size = scores.shape[1]
    by_column = np.ascontiguousarray(scores.T)
    best = np.full(len(tags), -1, dtype=np.int64)
    fitting = np.where(ranges.lengths <= size, ranges.lengths, 0)
    for lengths, cells, inside in batches(ranges._replace(lengths=fitting), size):
        few = len(lengths) <= MAX_FEW and len(cells) < size
        decode = _decode_few if few else _decode
        best[cells[inside]] = decode(scores if few else by_column, tags[cells], lengths)[inside]
    return best


def search_between(search: Search, size: int, ranges: SentenceRanges, held: Ints) -> Ints:
    """Search the parts of sentences between held words, which do not depend on each other.

    Args:
        search: finds the slots, among the columns from the first to before the second number, of
            the words in the ranges; -1 for words of parts that have no place, and for all that are
            not in them. Column c is slot 2c + 1, what lies before it slot 2c.
        size: M.
        ranges: of whole sentences.
        held: (N,) int64, the columns of held words, -1 for the others.

    Returns:
        (N,) int64 slots, -1 for all words of a sentence with a part that has no place, or with held
        words that do not ascend.
    """
    slots = np.where(held >= 0, 2 * held + 1, -1)
    parts, lows, highs = _parts(ranges, held, size)
    bounds = lows * (size + 1) + highs
    for bound in np.unique(bounds):
        rows = np.flatnonzero(bounds == bound)
        part = SentenceRanges(parts.firsts[rows], parts.lengths[rows])
        part_slots = search(int(lows[rows[0]]), int(highs[rows[0]]), part)
        slots = np.where(part_slots >= 0, part_slots, slots)
    owners = ranges.owners
    held_owners = owners[held >= 0]
    backwards = (np.diff(held[held >= 0]) <= 0) & (np.diff(held_owners) == 0)
    lost = np.append(held_owners[1:][backwards], owners[slots < 0])
    slots[np.isin(owners, lost)] = -1
    return slots


def _parts(ranges: SentenceRanges, held: Ints, size: int) -> tuple[SentenceRanges, Ints, Ints]:
    """Return the runs of words that are not held, and the half-open columns left for each."""
    owners = ranges.owners
    free = held < 0
    begins = free.copy()
    begins[1:] &= ~free[:-1] | (owners[1:] != owners[:-1])
    firsts = np.flatnonzero(begins)
    ends = free.copy()
    ends[:-1] &= ~free[1:] | (owners[1:] != owners[:-1])
    lasts = np.flatnonzero(ends)
    lows = np.zeros(len(firsts), dtype=np.int64)
    inner = (firsts > 0) & (owners[firsts - 1] == owners[firsts])
    lows[inner] = held[firsts[inner] - 1] + 1
    highs = np.full(len(lasts), size)
    inner = lasts + 1 < len(owners)
    inner[inner] = owners[lasts[inner] + 1] == owners[lasts[inner]]
    highs[inner] = held[lasts[inner] + 1]
    return SentenceRanges(firsts, lasts - firsts + 1), lows, np.maximum(highs, lows)


def batches(ranges: SentenceRanges, size: int) -> Iterator[tuple[Ints, Ints, Bools]]:
    """Yield sentences of like length that have a word, some together.

    Args:
        ranges: of the sentences.
        size: columns to search; a batch's table is as large as that times its words.

    Yields:
        (B,) lengths; (T, B) places of the words, and which of these are not beyond the end.
    """
    filled = np.flatnonzero(ranges.lengths > 0)
    words = min(MAX_WORDS, max(MIN_WORDS, _CELLS // max(size, 1)))
    for batch in length_batches(np.maximum(ranges.lengths[filled], _SHORT), words):
        lengths = ranges.lengths[filled[batch]]
        steps = np.arange(int(lengths.max()))[:, None]
        firsts = ranges.firsts[filled[batch]]
        yield lengths, firsts + np.minimum(steps, lengths - 1), steps < lengths


def _decode(by_column: Scores, tags: Ints, lengths: Ints) -> Ints:
    """Decode (T, B) tags of B sentences to (T, B) columns; scores are (M, K + 1)."""
    size = len(by_column)
    longest, batch = tags.shape
    best = np.empty((size + 1, longest + 1, batch), dtype=np.float32)
    best[0] = _NEVER
    best[:, 0] = 0
    for column, scores in enumerate(by_column):
        before, current = best[column], best[column + 1, 1:]
        scores.take(tags, out=current, mode="clip")
        current += before[:-1]
        np.maximum(current, before[1:], out=current)
    columns = np.full((longest, batch), -1, dtype=np.int64)
    bounds = np.full(batch, size)  # columns from here on are taken
    possible = best[size, lengths, np.arange(batch)] > _NEVER
    for t in range(longest - 1, -1, -1):
        rows = np.flatnonzero(possible & (t < lengths))
        bounds[rows] = _first_best(best[:, t + 1], rows, bounds[rows]) - 1
        columns[t, rows] = bounds[rows]
    return columns


def _first_best(best: Scores, rows: Ints, bounds: Ints) -> Ints:
    """Return the least number of columns with the best score that there is up to each bound."""
    wanted = best[bounds, rows]
    low, high = np.zeros(len(rows), dtype=np.int64), bounds
    for _ in range(len(best).bit_length()):  # halves the range until it is one place
        middle = (low + high) // 2
        reached = best[middle, rows] >= wanted
        high = np.where(reached, middle, high)
        low = np.where(reached, low, middle + 1)
    return high


def _decode_few(scores: Scores, tags: Ints, lengths: Ints) -> Ints:
    """Decode as ``_decode`` does, with a step a word; scores are (K + 1, M)."""
    size = scores.shape[1]
    longest, batch = tags.shape
    best = np.full((longest + 1, batch, size + 1), _NEVER)
    best[0] = 0
    for before, current, numbers in zip(best[:-1], best[1:], tags, strict=True):
        reached = scores[numbers] + before[:, :-1]
        np.maximum.accumulate(reached, axis=1, out=current[:, 1:])
    rows = np.arange(batch)
    columns = np.full((longest, batch), -1, dtype=np.int64)
    bounds = np.full(batch, size)  # columns from here on are taken
    possible = best[lengths, rows, size] > _NEVER
    for t in range(longest - 1, -1, -1):
        reached = best[t + 1] >= best[t + 1, rows, bounds][:, None]
        inside = possible & (t < lengths)
        bounds = np.where(inside, reached.argmax(axis=1) - 1, bounds)
        columns[t] = np.where(inside, bounds, -1)
    return columns
