"""Documents as the term extractor reads them, and their connected words.

The pipeline's tokens part at hyphens and slashes ("syllable - based"); to Chang & Wu (2009) such
connected words are one. The CRF reads tokens, the n-gram statistics connected words.

Some words make no term, however probable: names of authors, headings, markers, loose ends. Models
learn terms from abstracts and articles in which such words are rare or look like terms: "Smith" is
a name as "Viterbi" is. So they are told by rule, before terms are chosen, and what else is possible
there takes their place. Three things are said of words:

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
from ..words.data_files import read_words
from ..words.keeping import kept

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


CONNECTORS = frozenset("-/\u2010\u2011\u2013")

Span = tuple[int, int]


class TermText(NamedTuple):
    """A document.

    Attributes:
        words: the N words, none of them empty or blank.
        tags: the Penn tag of each.
        spaces: (N,) bool, whether white space follows each.
        lengths: (C,) int64, words of each sentence, at least 1; they add up to N.
        phrases: half-open word spans of noun phrases, ascending, if something before has found
            them; None to take them from the tags.
        title: words of the document's title, if it is known.
        keywords: words of each of its keywords, if they are known.
        exclusion: what no term may be; None where nothing is told.
    """

    words: Sequence[str]
    tags: Sequence[str]
    spaces: Bools
    lengths: Ints
    phrases: Sequence[Span] | None = None
    title: Sequence[str] = ()
    keywords: Sequence[Sequence[str]] = ()
    exclusion: Exclusion | None = None

    @property
    def string(self) -> str:
        """The words with a blank between."""
        return " ".join(self.words)


class TaggedSentence(NamedTuple):
    """A sentence: its words and the Penn tag of each."""

    words: Sequence[str]
    tags: Sequence[str]


class ConnectedWords(NamedTuple):
    """The W connected words of a document.

    Attributes:
        words: their tokens written together.
        tags: the tag of the last token of each.
        starts: (W + 1,) int64, where each begins among the tokens; the last entry is N.
        lengths: (C,) int64, connected words of each sentence.
    """

    words: list[str]
    tags: list[str]
    starts: Ints
    lengths: Ints

    def sentences(self) -> list[TaggedSentence]:
        """Return the sentences one by one."""
        ends = np.cumsum(self.lengths)
        parts = zip((ends - self.lengths).tolist(), ends.tolist(), strict=True)
        return [TaggedSentence(self.words[a:b], self.tags[a:b]) for a, b in parts]


def connect(text: TermText) -> ConnectedWords:
    """Write tokens together that a hyphen or slash connects without white space.

    >>> text = TermText(["rule", "-", "based", "parsing"], ["NN", "HYPH", "VBN", "NN"],
    ...     np.array([False, False, True, False]), np.array([4]))
    >>> connect(text)[:2]
    (['rule-based', 'parsing'], ['VBN', 'NN'])
    """
    size = len(text.words)
    connects = np.fromiter((word in CONNECTORS for word in text.words), bool, size)
    begins = np.ones(size, dtype=bool)
    # A connector holds both of its neighbours, so that "-" alone after a blank holds the next one.
    begins[1:] = text.spaces[:-1] | ~(connects[1:] | connects[:-1])
    firsts = np.cumsum(text.lengths) - text.lengths
    begins[firsts] = True
    starts = np.flatnonzero(begins)
    bounds = np.append(starts, size)
    words = [text.words[start] for start in starts.tolist()]
    for number in np.flatnonzero(np.diff(bounds) > 1).tolist():
        words[number] = "".join(text.words[bounds[number] : bounds[number + 1]])
    tags = [text.tags[end - 1] for end in bounds[1:].tolist()]
    sentence = np.searchsorted(np.cumsum(text.lengths), starts, side="right")
    lengths = np.bincount(sentence, minlength=len(text.lengths))
    return ConnectedWords(words, tags, bounds, lengths)
