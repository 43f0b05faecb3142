"""Statistics of words and phrases in annotated spans (gene mentions, terms), kept as hashes.

Two lists are learned: how often each word stands inside a span, in a few bins, and which sequences
of words have been spans. While training, the lists for a text come from the other folds of the
corpus only (jackknife): a text must not meet its own annotation, which no new text has. The lists
are ours.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Bools, Ints, check_array, check_hashes
from ..words.hashing import Hashes, HashTable, combine, mix
from .features import PAD

LONGEST_PHRASE = 8
_SHARES = np.array([1e-9, 0.1, 0.3, 0.6, 0.9])
_COUNTS = np.array([1, 3, 10])
_SHORT = 4


class LabelStatistics(NamedTuple):
    """Statistics of words and phrases as they are saved.

    Attributes:
        words: (W,) uint64 ascending, hashes of words, in the form that the idea compares them by.
        bins: (W,) uint8, the bin of each: 6 * count class + share class.
        phrases: (P,) uint64 ascending, hashes of word sequences that have been spans.
    """

    words: Hashes
    bins: NDArray[np.uint8]
    phrases: Hashes

    @classmethod
    def empty(cls) -> "LabelStatistics":
        """Know nothing."""
        none = np.zeros(0, dtype=np.uint64)
        return cls(none, none.astype(np.uint8), none)

    def check(self) -> None:
        """Raise ValueError where the lists contradict each other."""
        check_hashes("learned lists", self.words, self.phrases)
        check_array("bins of learned words", self.bins, self.words.shape, np.uint8)


def learn(lower: Hashes, inside: Bools, mentions: Hashes) -> LabelStatistics:
    """Count over a corpus.

    Args:
        lower: (N,) uint64, the words of all tokens.
        inside: (N,) bool, whether each token is part of a span.
        mentions: (M,) uint64, ``phrase_keys`` of the spans, repeated or not.
    """
    words, number = np.unique(lower, return_inverse=True)
    count = np.bincount(number)
    share = np.bincount(number, weights=inside) / count
    bins = 6 * (np.searchsorted(_COUNTS, count, side="right") - 1) + np.searchsorted(_SHARES, share)
    return LabelStatistics(words, bins.astype(np.uint8), np.unique(mentions))


def phrase_keys(lower: Hashes) -> list[Hashes]:
    """Hash the runs of 1 to ``LONGEST_PHRASE`` words that begin at each place of (N,) ``lower``.

    None runs over the end: entry n - 1 has the keys of n words, (N - n + 1,) uint64.
    """
    keys = [mix(lower)]
    for size in range(2, min(LONGEST_PHRASE, len(lower)) + 1):
        keys.append(combine(keys[-1][:-1], lower[size - 1 :]))
    return keys


class LabelTable:
    """The statistics, ready for look-up."""

    def __init__(self, lists: LabelStatistics):
        self.lists = lists
        self._words = HashTable(lists.words)
        self._phrases = HashTable(lists.phrases)
        # One value per bin; 0 is for words never seen.
        self._bins = mix(np.append(lists.bins.astype(np.uint64) + np.uint64(1), np.uint64(0)))

    def rates(self, lower: Hashes) -> Hashes:
        """Return a token feature: the bin of each lower-cased word, (N,) uint64."""
        return self._bins[self._words.rows(lower)]

    def shares(self, words: Hashes) -> Ints:
        """Return the share class of each word, 0 (never inside) to 5, -1 if unknown: (N,)."""
        shares = np.append(self.lists.bins.astype(np.int64) % 6, -1)
        return shares[self._words.rows(words)]

    def phrases(self, lower: Hashes) -> Hashes:
        """Mark where known phrases match: padded (N,) lower-cased words to an (N,) feature.

        A value says which place the token has in the longest phrase over it (begin, inside, end,
        single) and whether that phrase is 1, 2, 3 or more words long; 0 is no match.
        """
        marks = np.zeros(len(lower), dtype=np.uint64)
        for size, starts in enumerate(self._matches(lower), start=1):
            if not len(starts):
                continue
            kind = 4 * min(size, _SHORT)
            for offset in range(size):
                position = 0 if size == 1 else 1 if offset == 0 else 3 if offset == size - 1 else 2
                marks[starts + offset] = kind + position
        return np.where(lower == PAD, PAD, mix(marks))

    def _matches(self, lower: Hashes) -> list[Ints]:
        """Return where phrases of 1, 2, ... words begin, all looked up at once."""
        if not len(self.lists.phrases):
            return []
        keys = phrase_keys(lower)
        matches = np.flatnonzero(self._phrases.contains(np.concatenate(keys)))
        ends = np.cumsum(list(map(len, keys)))
        parts = np.split(matches, np.searchsorted(matches, ends[:-1]))
        return [part - end + len(row) for part, end, row in zip(parts, ends, keys, strict=True)]
