"""The distinct words of a group and how any two of them compare in spelling.

A group repeats its words; what depends on the two strings alone is found once for each pair of
distinct words.
"""

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from ..words.hashing import Hashes, hash_strings
from ..words.stem import porter_stem

Matrix = NDArray[np.float32]

_AFFIX = 3  # letters, in the paper's prefix and suffix features
_SHORT = 4  # letters; shorter words are "short" to the paper


class WordTypes:
    """The U distinct words among ``words``, which are numbered by ``rows``.

    Attributes:
        words: the distinct words.
        rows: (N,) int64, the distinct word of each word.
        stems: their Porter stems.
    """

    def __init__(self, words: Sequence[str]):
        numbers: dict[str, int] = {}
        self.rows = np.array([numbers.setdefault(w, len(numbers)) for w in words], dtype=np.int64)
        self.words = list(numbers)
        self.stems = [porter_stem(word) for word in self.words]
        self._lower = [word.lower() for word in self.words]

    def number(self, name: Callable[[str], object]) -> NDArray[np.int64]:
        """Number the distinct values of a function of the words: (U,) int64."""
        return _number([name(word) for word in self.words])

    @cached_property
    def stem_numbers(self) -> NDArray[np.int64]:
        """Equal numbers for equal stems: (U,) int64."""
        return _number(self.stems)

    @cached_property
    def prefix_keys(self) -> Hashes:
        """The paper's prefixes of three letters, lower-cased, as hashes: (U,) uint64."""
        return hash_strings([word[:_AFFIX] for word in self._lower])

    @cached_property
    def edit_similarity(self) -> Matrix:
        """1 - edit distance / length of the longer word, in lower case: (U, U) in 0..1."""
        similarity = cdist(
            self._lower, self._lower, scorer=Levenshtein.normalized_similarity, dtype=np.float32
        )
        return np.asarray(similarity, dtype=np.float32)

    def orthographic(self) -> dict[str, Matrix]:
        """The paper's orthographic features (section 5), each (U, U) in 0..1."""
        lengths = np.array([len(word) for word in self.words], dtype=np.float32)
        short = lengths < _SHORT
        capital = np.array([word != word.lower() for word in self.words], dtype=bool)
        long = lengths >= _AFFIX
        prefixes = self.number(lambda word: word.lower()[:_AFFIX])
        suffixes = self.number(lambda word: word.lower()[-_AFFIX:])
        difference = np.abs(lengths[:, None] - lengths)
        return {
            "same string": same(np.arange(len(self.words))),
            "same prefix": same(prefixes) * both(long),
            "same suffix": same(suffixes) * both(long),
            # Within 0..1, as all others, so that one prior fits all weights.
            "length difference": np.minimum(difference / 10, 1).astype(np.float32),
            "both short": both(short),
            "both with capitals": both(capital),
            "edit similarity": self.edit_similarity,
        }


def _number(values: Sequence[object]) -> NDArray[np.int64]:
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(v, len(numbers)) for v in values], dtype=np.int64)


def same(numbers: NDArray) -> Matrix:
    """Compare each number with each: (U,) to (U, U) float32, 1 where equal."""
    return (numbers[:, None] == numbers).astype(np.float32)


def both(flags: NDArray[np.bool_]) -> Matrix:
    """Tell which two both have a flag: (U,) to (U, U) float32, 1 where they do."""
    return (flags[:, None] & flags).astype(np.float32)
