"""Counts of the n-grams of a background corpus, kept as hashes.

An n-gram is a run of n = 1..8 words, or tags, within a sentence.

Each has a 64-bit key, made of whole arrays at a time. A key is a polynomial hash over the hashes of
the words, so that the key of a run without one of its words follows from the keys of the parts in
one step (Karp & Rabin 1987, "Efficient randomized pattern-matching algorithms", IBM Journal of R&D
31).

The background corpus of the cohesion measures has those of words and of tags. Words count
lower-cased. A user's own texts extend what has been learned: learning two corpora and merging is
learning both at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints, named_arrays, read_named
from ..words.hashing import Hashes, combine, hash_strings
from ..words.settings import check_whole
from .texts import TaggedSentence

LONGEST = 8

_BASE = 0x9E3779B97F4A7C15  # odd, hence no power of it loses bits
_POWERS = np.array([pow(_BASE, exponent, 2**64) for exponent in range(LONGEST + 1)], np.uint64)
_SIZES = np.arange(LONGEST + 1, dtype=np.uint64)[:, None]

Places = Ints
Counts = NDArray[np.uint32]
_MAX_COUNT = np.iinfo(np.uint32).max


class NgramWindows:
    """The windows of N words: a window is a place where it begins and a length n of 1..8.

    Windows end with their sentence at the latest.

    Attributes:
        left: (N,) int64, words from each place to the end of its sentence, at least 1.
    """

    def __init__(self, hashes: Hashes, lengths: Ints):
        """Read a column of words, of one document or of many, one after the other.

        Args:
            hashes: (N,) uint64, the hash of each word.
            lengths: (C,), words of each sentence; they add up to N.
        """
        self.left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(hashes))
        # Row n is the sum of hash[place + k] * BASE**k for k < n; past the end the words are 0.
        self._sums = np.zeros((LONGEST + 1, len(hashes)), dtype=np.uint64)
        for n in range(1, LONGEST + 1):
            self._sums[n] = self._sums[n - 1]
            self._sums[n, : max(0, len(hashes) - n + 1)] += hashes[n - 1 :] * _POWERS[n - 1]

    def __len__(self) -> int:
        return len(self.left)

    def places(self, n: int) -> Places:
        """Return where windows of ``n`` words begin, ascending."""
        return np.flatnonzero(self.left >= n)

    def keys(self, n: int, at: Places) -> Hashes:
        """Hash the windows of ``n`` words at some places: (K,) int64 to (K,) uint64."""
        return combine(self._sums[n, at], _SIZES[n])

    def closed(self, n: int, gaps: Places, at: Places) -> Hashes:
        """Hash windows of ``n`` words without one of the inner ones, the rest joined.

        The key is that of the n - 1 words that are left, wherever they stand together.

        Args:
            n: at least 3.
            gaps: (K,) int64, which word each window lacks: 0 < gap < n - 1.
            at: (K,) int64, where each begins.
        """
        rest = self._sums[n - 1 - gaps, at + gaps + 1] * _POWERS[gaps]
        return combine(self._sums[gaps, at] + rest, _SIZES[n - 1, 0])


def word_windows(words: Sequence[str], lengths: Ints) -> NgramWindows:
    """Return the windows of words, which count lower-cased, in (C,) sentences of some lengths."""
    return NgramWindows(hash_strings([word.lower() for word in words]), lengths)


def tag_windows(tags: Sequence[str], lengths: Ints) -> NgramWindows:
    """Return the windows of tags, in (C,) sentences of some lengths."""
    return NgramWindows(hash_strings(tags), lengths)


class NgramCounts(NamedTuple):
    """The K distinct n-grams of a corpus.

    Attributes:
        keys: (K,) uint64, those of one word first, then two, ..., ascending for each length.
        counts: (K,) uint32, how often each occurs.
        distinct: (8,) int64, how many keys there are of each length; they add up to K.
        totals: (8,) int64, how many n-grams of each length the corpus has: its words, its pairs
            of neighbours in a sentence, ...; also of those that pruning forgot.
    """

    keys: Hashes
    counts: Counts
    distinct: Ints
    totals: Ints

    @classmethod
    def of(cls, windows: NgramWindows) -> "NgramCounts":
        """Count all n-grams of a corpus."""
        at = [windows.places(n) for n in range(1, LONGEST + 1)]
        parts = [_unique(windows.keys(n, places)) for n, places in enumerate(at, start=1)]
        return _joined(parts, np.array([len(places) for places in at], dtype=np.int64))

    @classmethod
    def merge(cls, corpora: Sequence["NgramCounts"]) -> "NgramCounts":
        """Return the counts of one corpus or more together."""
        lengths = zip(*(corpus.by_length() for corpus in corpora), strict=True)
        totals = np.sum([corpus.totals for corpus in corpora], axis=0)
        return _joined([_sum(list(parts)) for parts in lengths], totals)

    def by_length(self) -> Iterator[tuple[Hashes, Counts]]:
        """Yield keys and counts of the n-grams of 1 word, of 2, ... of 8."""
        ends = np.cumsum(self.distinct)
        for start, end in zip(ends - self.distinct, ends, strict=True):
            yield self.keys[start:end], self.counts[start:end]

    def pruned(self, min_count: int) -> "NgramCounts":
        """Forget n-grams of two words and more that occur fewer than ``min_count`` times.

        Of a corpus of abstracts, ``min_count=2`` leaves a tenth. Look-up then returns 0 for what
        was forgotten, as for what never occurred; ``totals`` still count it, so that the frequency
        of all else stays what it was. Single words are kept. Prune last: what is merged afterwards
        cannot bring the forgotten back.

        Raises:
            SettingError: ``min_count`` is below 1.
        """
        check_whole(
            "min_count", min_count, 1, advice="give 1 to keep all n-grams, 2 or more to prune"
        )
        first, *longer = self.by_length()
        frequent = [(keys, counts, counts >= min_count) for keys, counts in longer]
        kept = [first, *((keys[chosen], counts[chosen]) for keys, counts, chosen in frequent)]
        return _joined(kept, self.totals)

    def check(self) -> None:
        """Check what came from a file.

        Raises:
            ValueError: the arrays have other types or contradict each other.
        """
        types = [array.dtype for array in self]
        if types != [np.dtype(kind) for kind in (np.uint64, np.uint32, np.int64, np.int64)]:
            raise ValueError(f"n-gram counts have arrays of types {', '.join(map(str, types))}")
        shapes = [array.shape for array in self]
        if shapes != [(len(self.counts),)] * 2 + [(LONGEST,)] * 2:
            raise ValueError(f"n-gram counts have arrays of shapes {shapes}")
        if self.distinct.sum() != len(self.keys) or min(self.distinct.min(), self.totals.min()) < 0:
            raise ValueError(f"n-gram counts have {len(self.keys)} keys, but {self.distinct}")


def _unique(keys: Hashes) -> tuple[Hashes, Counts]:
    distinct, counts = np.unique(keys, return_counts=True)
    return distinct, counts.astype(np.uint32)


def _sum(parts: list[tuple[Hashes, Counts]]) -> tuple[Hashes, Counts]:
    keys = np.concatenate([keys for keys, _ in parts])
    counts = np.concatenate([counts for _, counts in parts])
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    first = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])[: len(keys)])
    total = np.add.reduceat(counts, first, dtype=np.int64) if len(first) else counts
    return keys[first], np.minimum(total, _MAX_COUNT).astype(np.uint32)


def _joined(parts: list[tuple[Hashes, Counts]], totals: Ints) -> NgramCounts:
    keys, counts = zip(*parts, strict=True)
    distinct = np.array([len(part) for part in keys], dtype=np.int64)
    return NgramCounts(np.concatenate(keys), np.concatenate(counts), distinct, totals)


BLOCK = 1 << 18  # words that are counted at once


class CorpusCounts(NamedTuple):
    """Counts of a background corpus that cohesion is computed from.

    Attributes:
        words: n-grams of lower-cased words.
        tags: n-grams of tags.
    """

    words: NgramCounts
    tags: NgramCounts

    @classmethod
    def learn(cls, sentences: Iterable[TaggedSentence]) -> "CorpusCounts":
        """Count all n-grams."""
        blocks = []
        for block in _blocks(sentences):
            lengths = np.array([len(sentence.words) for sentence in block], dtype=np.int64)
            words = list(chain.from_iterable(sentence.words for sentence in block))
            tags = list(chain.from_iterable(sentence.tags for sentence in block))
            by_kind = (word_windows(words, lengths), tag_windows(tags, lengths))
            blocks.append([NgramCounts.of(windows) for windows in by_kind])
        return cls(*(NgramCounts.merge(part) for part in zip(*blocks, strict=True)))

    def merged(self, other: "CorpusCounts") -> "CorpusCounts":
        """Return the counts of both corpora together."""
        return CorpusCounts(*(NgramCounts.merge(pair) for pair in zip(self, other, strict=True)))

    def pruned(self, min_count: int) -> "CorpusCounts":
        """Forget rare n-grams, see ``NgramCounts.pruned``."""
        return CorpusCounts(*(part.pruned(min_count) for part in self))

    def arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return named_arrays("", self)

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray]) -> "CorpusCounts":
        """Take the counts out of what ``arrays`` gave, among other arrays or not.

        Raises:
            KeyError, ValueError: an array is missing, or they contradict each other.
        """
        return cls(*(read_named(NgramCounts, f"{name}/", arrays) for name in cls._fields))


def _blocks(sentences: Iterable[TaggedSentence]) -> Iterator[list[TaggedSentence]]:
    block, size = [], 0
    for sentence in sentences:
        block.append(sentence)
        size += len(sentence.words)
        if size >= BLOCK:
            yield block
            block, size = [], 0
    yield block
