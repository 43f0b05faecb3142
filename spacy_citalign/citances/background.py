"""Counts of words and of adjacent words in everyday scientific text: how common, how associated.

Counts of stems and of adjacent stems from any unlabelled text, kept as hashes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.hashing import Hashes, combine, hash_strings
from ..words.stem import porter_stem
from ..words.table import HashTable

Counts = NDArray[np.uint32]


class Background:
    """Counts of V stems and P ordered pairs of adjacent stems in a corpus.

    Attributes:
        total: the words of the corpus.
        word_keys, word_counts: (V,).
        pair_keys, pair_counts: (P,), a key combines those of both stems.

    Raises:
        InputError: there is no word, or not one count for each key.
    """

    def __init__(
        self,
        total: int,
        word_keys: Hashes,
        word_counts: Counts,
        pair_keys: Hashes,
        pair_counts: Counts,
    ):
        if len(word_keys) != len(word_counts) or len(pair_keys) != len(pair_counts) or total < 1:
            raise InputError(
                f"{len(word_counts)} and {len(pair_counts)} counts do not fit {len(word_keys)} and "
                f"{len(pair_keys)} keys in a corpus of {total} words; count a corpus with "
                "Background.count"
            )
        self.total = total
        self.word_keys, self.word_counts = word_keys, word_counts
        self.pair_keys, self.pair_counts = pair_keys, pair_counts
        self._words, self._pairs = HashTable(word_keys), HashTable(pair_keys)

    @classmethod
    def count(
        cls, phrases: Iterable[Sequence[str]], *, least_word: int = 3, least_pair: int = 3
    ) -> "Background":
        """Count stems in phrases, which are words that stand side by side.

        Args:
            phrases: the words of a corpus, cut at punctuation and at left-out words.
            least_word, least_pair: words and pairs below these counts are forgotten.
        """
        words: Counter[str] = Counter()
        pairs: Counter[tuple[str, str]] = Counter()
        for phrase in phrases:
            stems = [porter_stem(word) for word in phrase]
            words.update(stems)
            pairs.update(pairwise(stems))
        kept_words = sorted(word for word, count in words.items() if count >= least_word)
        kept_pairs = sorted(pair for pair, count in pairs.items() if count >= least_pair)
        firsts, seconds = (
            hash_strings([pair[position] for pair in kept_pairs]) for position in (0, 1)
        )
        return cls(
            max(1, words.total()),
            hash_strings(kept_words),
            np.array([words[word] for word in kept_words], dtype=np.uint32),
            combine(firsts, seconds),
            np.array([pairs[pair] for pair in kept_pairs], dtype=np.uint32),
        )

    def rarity(self, keys: Hashes) -> NDArray[np.float32]:
        """Return how rare words are, -log of their share over that of a word seen once: 0..1."""
        share = (self.counts(keys) + 1) / (self.total + 1)
        return np.asarray(-np.log(share) / np.log(self.total + 1), dtype=np.float32)

    def counts(self, keys: Hashes) -> NDArray[np.float64]:
        """Return how often stems occur."""
        return _found(self._words, self.word_counts, keys)

    def pair_counts_of(self, firsts: Hashes, seconds: Hashes) -> NDArray[np.float64]:
        """Return how often a stem is followed by another."""
        return _found(self._pairs, self.pair_counts, combine(firsts, seconds))


def _found(table: HashTable, counts: Counts, keys: Hashes) -> NDArray[np.float64]:
    rows = table.rows(keys)
    counts_or_zero = np.append(counts, np.uint32(0))  # row -1 is the last: 0
    return counts_or_zero[rows].astype(np.float64)
