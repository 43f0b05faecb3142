"""Documents as the term extractor reads them, and their connected words.

The pipeline's tokens part at hyphens and slashes ("syllable - based"); to Chang & Wu (2009) such
connected words are one. The CRF reads tokens, the n-gram statistics connected words.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Ints
from .exclusion import Exclusion

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
