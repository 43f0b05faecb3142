"""Words that make no term, however probable: names of authors, headings, markers, loose ends.

Models learn terms from abstracts and articles in which such words are rare or look like terms:
"Smith" is a name as "Viterbi" is. So they are told by rule, before terms are chosen, and what else
is possible there takes their place. Three things are said of words:

- *barred*: no term holds them, such as authors and year in "(Smith et al., 2004)";
- *weak*: they make no term alone or among themselves, as the words of ``generic_words.txt``,
  numbers, sequences of bases, and the names of authors that the document cites ("Smith" is none,
  "Smith normal form" may be);
- *leading*: no term begins with them, as "your" or "these".

A term has its brackets in pairs and is no single letter.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Ints
from ..words.keeping import kept
from ..words.word_lists import read_words

_LEADING = frozenset(("DT", "PDT", "PRP", "PRP$", "WDT", "WP", "WP$"))
_OPEN = frozenset(("(", "[", "{", "-LRB-"))
_CLOSE = frozenset((")", "]", "}", "-RRB-"))
_WEAK, _LETTER, _OPENS, _CLOSES = 1, 2, 4, 8
_BASES = frozenset("ACGTUN")
_SEQUENCE = 10  # letters of a sequence of bases, such as a primer


class Exclusion(NamedTuple):
    """What no term may be, of the N words of a document or of several in a row.

    Attributes:
        barred: (N,) bool, no term holds the word.
        weak: (N,) bool, no term has such words alone.
        leading: (N,) bool, no term begins with the word.
        letters: (N,) bool, the word is a single letter.
        brackets: (N,) int64, 1 for a bracket that opens, -1 for one that closes, else 0.
    """

    barred: Bools
    weak: Bools
    leading: Bools
    letters: Bools
    brackets: Ints

    def admits(self, starts: Ints, ends: Ints) -> Bools:
        """Return whether each span of words, half-open and not empty, may be a term: (S,) bool."""
        sums = [np.append(0, np.cumsum(x)) for x in (self.barred, ~self.weak, self.brackets)]
        barred, strong, brackets = (x[ends] - x[starts] for x in sums)
        one_letter = (ends - starts == 1) & self.letters[starts]
        paired = (brackets == 0) & (self.brackets[starts] >= 0) & (self.brackets[ends - 1] <= 0)
        return (barred == 0) & (strong > 0) & ~self.leading[starts] & ~one_letter & paired


def find_exclusion(
    words: Sequence[str],
    tags: Sequence[str],
    barred: Iterable[tuple[int, int]] = (),
    authors: Collection[str] = (),
) -> Exclusion:
    """Return what no term of a document may be.

    Args:
        words: the N words.
        tags: the Penn tag of each.
        barred: half-open spans of words that no term holds.
        authors: names of authors, as written; they are weak.

    >>> words, tags = ["Our", "results", "of", "moss", "counts"], ["PRP$", "NNS", "IN", "NN", "NNS"]
    >>> find_exclusion(words, tags).admits(np.array([0, 1, 1, 3]), np.array([2, 2, 5, 5])).tolist()
    [False, False, True, True]
    """
    size = len(words)
    held = np.zeros(size, dtype=bool)
    for start, end in barred:
        held[start:end] = True
    kinds = np.fromiter(map(_kind, words), np.int64, size)
    weak = kinds & _WEAK > 0
    if authors:
        weak |= np.fromiter(map(authors.__contains__, words), bool, size)
    return Exclusion(
        held,
        weak,
        np.fromiter(map(_LEADING.__contains__, tags), bool, size),
        kinds & _LETTER > 0,
        (kinds & _OPENS > 0).astype(np.int64) - (kinds & _CLOSES > 0),
    )


@kept(50_000)
def _kind(word: str) -> int:
    """Return what a word is by itself: a sum of ``_WEAK``, ``_LETTER``, ``_OPENS``, ``_CLOSES``."""
    sequence = len(word) >= _SEQUENCE and _BASES.issuperset(word)
    weak = sequence or not any(map(str.isalpha, word)) or word.lower() in generic_words()
    kind = _WEAK * weak + _LETTER * (len(word) == 1 and word.isalpha())
    return kind + _OPENS * (word in _OPEN) + _CLOSES * (word in _CLOSE)


def no_exclusion(size: int) -> Exclusion:
    """Return that of so many words that may all be terms."""
    none = np.zeros(size, dtype=bool)
    return Exclusion(none, none, none, none, np.zeros(size, dtype=np.int64))


def united(parts: Sequence[Exclusion]) -> Exclusion:
    """Return that of documents, one or more, in a row."""
    return Exclusion(*map(np.concatenate, zip(*parts, strict=True)))


@cache
def generic_words() -> frozenset[str]:
    """Return the words of ``generic_words.txt``, in small letters."""
    return frozenset(read_words(__package__, "generic_words.txt")[""])
