"""The background corpus of the cohesion measures: its n-grams of words and of tags.

Words count lower-cased. A user's own texts extend what has been learned: learning two corpora and
merging is learning both at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.arrays import named_arrays, read_named
from .ngrams import NgramCounts, tag_windows, word_windows
from .texts import TaggedSentence

_BLOCK = 1 << 18  # words that are counted at once


class CorpusCounts(NamedTuple):
    """Counts of a background corpus that cohesion is computed from.

    Attributes:
        words: n-grams of lower-cased words.
        tags: n-grams of tags.
    """

    words: NgramCounts
    tags: NgramCounts

    @classmethod
    def learn(cls, sentences: Iterable[TaggedSentence]) -> "CorpusCounts":
        """Count all n-grams.

        Raises:
            InputError: a sentence has another number of tags than words.
        """
        blocks = []
        for block in _blocks(sentences):
            lengths = np.array([len(sentence.words) for sentence in block], dtype=np.int64)
            words = list(chain.from_iterable(sentence.words for sentence in block))
            tags = list(chain.from_iterable(sentence.tags for sentence in block))
            by_kind = (word_windows(words, lengths), tag_windows(tags, lengths))
            blocks.append([NgramCounts.of(windows) for windows in by_kind])
        return cls(*(NgramCounts.merge(part) for part in zip(*blocks, strict=True)))

    def merged(self, other: "CorpusCounts") -> "CorpusCounts":
        """Return the counts of both corpora together."""
        return CorpusCounts(*(NgramCounts.merge(pair) for pair in zip(self, other, strict=True)))

    def pruned(self, min_count: int) -> "CorpusCounts":
        """Forget rare n-grams, see ``NgramCounts.pruned``."""
        return CorpusCounts(*(part.pruned(min_count) for part in self))

    def arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return named_arrays("", self)

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray]) -> "CorpusCounts":
        """Take the counts out of what ``arrays`` gave, among other arrays or not.

        Raises:
            KeyError, ValueError: an array is missing, or they contradict each other.
        """
        return cls(*(read_named(NgramCounts, f"{name}/", arrays) for name in cls._fields))


def _blocks(sentences: Iterable[TaggedSentence]) -> Iterator[list[TaggedSentence]]:
    block, size = [], 0
    for sentence in sentences:
        if len(sentence.words) != len(sentence.tags):
            raise InputError(
                f"a sentence has {len(sentence.words)} words but {len(sentence.tags)} tags; give "
                "each word one tag"
            )
        block.append(sentence)
        size += len(sentence.words)
        if size >= _BLOCK:
            yield block
            block, size = [], 0
    yield block
