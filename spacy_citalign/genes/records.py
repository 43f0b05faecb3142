"""Records of the tagger: the mentions that it gives, part-of-speech tags of the host pipeline.

The predicate PartOfSpeech of Hsu et al. (2008), Table 1: a fine token takes the tag of the host's
token that it lies in.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from ..words.arrays import Ints
from ..words.hashing import Hashes, hash_strings
from ..words.tokens import Tokens


class GeneMention(NamedTuple):
    """A gene mention: half-open character offsets, and how it is rated.

    ``confidence`` is how often mentions with such posteriors are right, if that was learned (see
    ``calibration``), else the probability under the models that exactly it is a mention; ``votes``
    the number of models that would mark exactly it on their own.
    """

    start_char: int
    end_char: int
    confidence: float
    votes: int = 0

    def moved(self, by: int) -> "GeneMention":
        """Return it so many characters further on."""
        return self._replace(start_char=self.start_char + by, end_char=self.end_char + by)


class PartsOfSpeech(NamedTuple):
    """The tags of a text.

    Attributes:
        starts: (N,) int64 ascending, where each of the host's N tokens begins.
        tags: their tags.
    """

    starts: Ints
    tags: Sequence[str]


def tag_hashes(tokens: Tokens, pos_tags: Sequence[PartsOfSpeech]) -> Hashes:
    """Return the hashed tag of each of N fine tokens, (N,) uint64.

    Before a text's first host token it is that of "".

    Args:
        tokens: the fine tokens of C texts.
        pos_tags: the tags of those texts, in their order.
    """
    names = ["", *dict.fromkeys(tag for text_tags in pos_tags for tag in text_tags.tags)]
    numbers = {name: number for number, name in enumerate(names)}
    out = np.zeros(len(tokens.words), dtype=np.int64)
    first = 0
    for text_tags, length in zip(pos_tags, tokens.lengths.tolist(), strict=True):
        of_text = slice(first, first + length)
        hosts = np.searchsorted(text_tags.starts, tokens.starts[of_text], side="right")
        out[of_text] = np.array([0, *map(numbers.__getitem__, text_tags.tags)])[hosts]
        first += length
    return hash_strings(names)[out]


class Marked:
    """Mentions, ascending and none overlapping."""

    def __init__(self, mentions: Sequence[GeneMention]):
        self.mentions = mentions
        self.ends = [mention.end_char for mention in mentions]

    def within(self, start: int, end: int) -> list[GeneMention]:
        """Return those that share a character with a span."""
        found = []
        for mention in islice(self.mentions, bisect_right(self.ends, start), None):
            if mention.start_char >= end:
                break
            found.append(mention)
        return found

    def touches(self, start: int, end: int) -> bool:
        """Return whether one shares a character with a span."""
        return bool(self.within(start, end))
