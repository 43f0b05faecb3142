"""Keys of the runs of 1 to 8 words of sentences: a 64-bit number for each, in whole arrays.

A key is a polynomial hash over the hashes of the words, so that the key of a run without one of
its words follows from the keys of the parts in one step (Karp & Rabin 1987, "Efficient randomized
pattern-matching algorithms", IBM Journal of R&D 31).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.hashing import Hashes, combine, hash_strings

LONGEST = 8

_BASE = 0x9E3779B97F4A7C15  # odd, hence no power of it loses bits
_POWERS = np.array([pow(_BASE, exponent, 2**64) for exponent in range(LONGEST + 1)], np.uint64)
_SIZES = np.arange(LONGEST + 1, dtype=np.uint64)[:, None]

Places = NDArray[np.int64]


class Windows:
    """The windows of N words: a window is a place where it begins and a length n of 1..8.

    Windows end with their sentence at the latest.

    Attributes:
        left: (N,) int64, words from each place to the end of its sentence, at least 1.
    """

    def __init__(self, hashes: Hashes, lengths: NDArray[np.int64]):
        """Read a column of words, of one document or of many, one after the other.

        Args:
            hashes: (N,) uint64, the hash of each word.
            lengths: (C,), words of each sentence.

        Raises:
            InputError: the lengths do not add up to N, or one is negative.
        """
        if lengths.sum() != len(hashes) or (lengths < 0).any():
            raise InputError(
                f"sentence lengths add up to {lengths.sum()}, the least is "
                f"{lengths.min(initial=0)}, but there are {len(hashes)} words; give the words of "
                "each sentence"
            )
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

    def closed(self, n: int | Places, gaps: Places, at: Places) -> Hashes:
        """Hash windows of ``n`` words without one of the inner ones, the rest joined.

        The key is that of the n - 1 words that are left, wherever they stand together.

        Args:
            n: at least 3; one for all or (K,) int64.
            gaps: (K,) int64, which word each window lacks: 0 < gap < n - 1.
            at: (K,) int64, where each begins.
        """
        rest = self._sums[n - 1 - gaps, at + gaps + 1] * _POWERS[gaps]
        return combine(self._sums[gaps, at] + rest, _SIZES[n - 1, 0])


def word_windows(words: Sequence[str], lengths: NDArray[np.int64]) -> Windows:
    """Return the windows of words, which count lower-cased, in (C,) sentences of some lengths."""
    return Windows(hash_strings([word.lower() for word in words]), lengths)


def tag_windows(tags: Sequence[str], lengths: NDArray[np.int64]) -> Windows:
    """Return the windows of tags, in (C,) sentences of some lengths."""
    return Windows(hash_strings(tags), lengths)
