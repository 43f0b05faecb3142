"""Universal part-of-speech tags from Penn tags and words.

Each Penn tag stands for the universal tag that most of its different words take; words that mostly
take another under that tag ("is" VBZ is AUX, "if" IN is SCONJ) are kept as hashes. Petrov, Das &
McDonald (2012), "A universal part-of-speech tagset", LREC, map tags alone; the tag set is that of
Universal Dependencies 2.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints
from ..words.hashing import Hashes, HashTable, Strings, combine
from ..words.shape import shapes

UNIVERSAL = tuple(
    " ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split(" ")
)
"""The universal tags by number; 0 is none."""
_MIN_OCCURRENCES = 2  # occurrences that make an exception


class UniversalMap(NamedTuple):
    """The universal tags of Penn tags, and exceptions by word.

    Attributes:
        usual: (K,) uint8, the universal tag of each of the K Penn tags.
        words: (E,) uint64 ascending, hashes of a lower-cased word and the number of its Penn tag.
        exceptions: (E,) uint8, the universal tags of those.
    """

    usual: NDArray[np.uint8]
    words: Hashes
    exceptions: NDArray[np.uint8]


def learn(tokens: Iterable[tuple[str, str, str]], tags: Sequence[str]) -> UniversalMap:
    """Count over (word, Penn tag, universal tag); tokens with other universal tags are left out.

    ``tags`` are the Penn tags by number; one that no token shows gets no universal tag.
    """
    numbers = {tag: number for number, tag in enumerate(tags)}
    codes = {tag: code for code, tag in enumerate(UNIVERSAL) if tag}
    tagged = [token for token in tokens if token[2] in codes]
    words = list(dict.fromkeys(word for word, _, _ in tagged))
    lower = dict(zip(words, shapes(Strings(words)).lower.tolist(), strict=True))
    by_word: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for word, tag, universal in tagged:
        by_word[lower[word], numbers[tag]][codes[universal]] += 1
    best = {key: _first(counts) for key, counts in by_word.items()}
    by_tag: dict[int, Counter[int]] = defaultdict(Counter)
    for (_, number), code in best.items():
        by_tag[number][code] += 1
    usual = np.zeros(len(tags), dtype=np.uint8)
    for number, counts in by_tag.items():
        usual[number] = _first(counts)
    rare = [
        key
        for key, code in best.items()
        if code != usual[key[1]] and by_word[key].total() >= _MIN_OCCURRENCES
    ]
    keys = exception_keys(
        np.array([word for word, _ in rare], dtype=np.uint64),
        np.array([number for _, number in rare], dtype=np.int64),
    )
    order = np.argsort(keys)
    codes_ = np.array([best[key] for key in rare], dtype=np.uint8)
    return UniversalMap(usual, keys[order], codes_[order])


def _first(counts: Counter[int]) -> int:
    """Return what is counted most, of equals the lowest."""
    return min(counts, key=lambda code: (-counts[code], code))


def exception_keys(lower: Hashes, tags: Ints) -> Hashes:
    """Hash words with their tags' numbers: two (N,) arrays to (N,) uint64."""
    return combine(lower, tags.astype(np.uint64))


class UniversalTagger:
    """A map, ready for look-up."""

    def __init__(self, tags: UniversalMap):
        self._usual = tags.usual
        self._words = HashTable(tags.words)
        self._exceptions = np.append(tags.exceptions, np.uint8(0))

    def __call__(self, lower: Hashes, tags: Ints) -> NDArray[np.uint8]:
        """Return places in ``UNIVERSAL``: (N,) hashes of lower-cased words and (N,) tag numbers."""
        rows = self._words.rows(exception_keys(lower, tags))
        return np.where(rows < 0, self._usual[tags], self._exceptions[rows])
