"""The labels that each word takes in annotated text: classes of ambiguity, kept as hashes.

Labels are tags, or what stands for chunks. The class of a word is the set of its labels that make
up a twentieth of its occurrences or more, with the most frequent of them, whether that one makes up
more than nine tenths, and whether the word is rare. Cutting, Kupiec, Pedersen & Sibun (1992), "A
practical part-of-speech tagger", ANLP, have the sets. While training, a document's classes come
from the other folds of the corpus (jackknife): words of new text have no labels of their own
either.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .arrays import Ints, check_hashes, check_places
from .hashing import Hashes, HashTable, combine

UNKNOWN = np.uint64(0)
MAX_LABELS = 64
_TAKES = 0.05
_SURE = 0.9
_RARE = 3


class LabelLexicon(NamedTuple):
    """The classes of known words, as they are saved.

    Attributes:
        words: (W,) uint64 ascending, hashes of words as they are written.
        numbers: (W,) uint16, the place of each word's class in ``kinds``.
        kinds: (C,) uint64, the classes.
    """

    words: Hashes
    numbers: NDArray[np.uint16]
    kinds: Hashes

    @classmethod
    def empty(cls) -> "LabelLexicon":
        """Know no word."""
        none = np.zeros(0, dtype=np.uint64)
        return cls(none, none.astype(np.uint16), none)

    def check(self) -> None:
        """Raise ValueError where the arrays contradict each other."""
        check_hashes("lists of words", self.words, self.kinds)
        check_places("classes", self.numbers, len(self.words), len(self.kinds))


class LabelClasses:
    """A lexicon, ready for look-up."""

    def __init__(self, lexicon: LabelLexicon):
        self._words = HashTable(lexicon.words)
        self._classes = np.append(lexicon.kinds[lexicon.numbers], UNKNOWN)

    def __call__(self, words: Hashes) -> Hashes:
        """Return the class of each word, ``UNKNOWN`` for new ones: (N,) uint64 to (N,) uint64."""
        return self._classes[self._words.rows(words)]  # row -1, not found, is the last


def learn(words: Hashes, tags: Ints) -> LabelLexicon:
    """Count the tags of words: two (N,) arrays, tag numbers below ``MAX_LABELS``."""
    distinct, number = np.unique(words, return_inverse=True)
    classes = _classes(_counts(number, tags, len(distinct)))
    kinds, numbers = np.unique(classes, return_inverse=True)
    return LabelLexicon(distinct, numbers.astype(np.uint16), kinds)


def jackknifed(words: Hashes, tags: Ints, folds: Ints) -> Hashes:
    """Return the class of each token by all folds but its own: three (N,) arrays to (N,) uint64."""
    distinct, number = np.unique(words, return_inverse=True)
    total = _counts(number, tags, len(distinct))
    out = np.zeros(len(words), dtype=np.uint64)
    for fold in np.unique(folds):
        here = folds == fold
        rest = total - _counts(number[here], tags[here], len(distinct))
        out[here] = _classes(rest)[number[here]]
    return out


def _counts(words: Ints, tags: Ints, size: int) -> Ints:
    flat = np.bincount(words * MAX_LABELS + tags, minlength=size * MAX_LABELS)
    return flat.reshape(size, MAX_LABELS)


def _classes(counts: Ints) -> Hashes:
    """Return the class that each row of counts makes, ``UNKNOWN`` for rows of zeros."""
    total = counts.sum(axis=1)
    share = counts / np.maximum(total, 1)[:, None]
    bits = np.left_shift(np.uint64(1), np.arange(MAX_LABELS, dtype=np.uint64))
    taken = np.where(share >= _TAKES, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
    best = counts.argmax(axis=1) * 4 + 2 * (share.max(axis=1) > _SURE) + (total < _RARE)
    return np.where(total > 0, combine(taken, best.astype(np.uint64)), UNKNOWN)
