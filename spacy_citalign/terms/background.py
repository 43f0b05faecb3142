"""The background corpus of the cohesion measures: its n-grams of words and of tags.

Words count lower-cased. A user's own texts extend what has been learned: learning two corpora and
merging is learning both at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, SettingError
from .ngrams import NgramCounts
from .texts import TaggedSentence
from .windows import tag_windows, word_windows

_BLOCK = 1 << 18  # words that are counted at once


class CorpusCounts(NamedTuple):
    """What cohesion needs to know of a background corpus.

    Attributes:
        words: n-grams of lower-cased words.
        tags: n-grams of tags.
        masked_words, masked_tags: n-grams, n >= 3, with a wildcard for one of their inner words;
            None where they have not been learned.
    """

    words: NgramCounts
    tags: NgramCounts
    masked_words: NgramCounts | None = None
    masked_tags: NgramCounts | None = None

    @classmethod
    def learn(
        cls, sentences: Iterable[TaggedSentence], *, wildcards: bool = False
    ) -> "CorpusCounts":
        """Count all n-grams; wildcards, which ``gaps="wildcard"`` needs, take three times as long.

        Raises:
            InputError: a sentence has another number of tags than words.
        """
        blocks = []
        for block in _blocks(sentences):
            lengths = np.array([len(sentence.words) for sentence in block], dtype=np.int64)
            words = list(chain.from_iterable(sentence.words for sentence in block))
            tags = list(chain.from_iterable(sentence.tags for sentence in block))
            both = (word_windows(words, lengths), tag_windows(tags, lengths))
            counted = [NgramCounts.of(windows) for windows in both]
            if wildcards:
                counted += [NgramCounts.of_masked(windows) for windows in both]
            blocks.append(counted)
        return cls(*(NgramCounts.merge(part) for part in zip(*blocks, strict=True)))

    def merged(self, other: "CorpusCounts") -> "CorpusCounts":
        """Return the counts of both corpora together.

        Raises:
            SettingError: only one of them has wildcards.
        """
        mine, theirs = ([part for part in counts if part is not None] for counts in (self, other))
        if len(mine) != len(theirs):
            raise SettingError(
                "only one of the counts to merge has n-grams with wildcards; learn both with "
                "wildcards or both without"
            )
        return CorpusCounts(*(NgramCounts.merge(pair) for pair in zip(mine, theirs, strict=True)))

    def pruned(self, least: int) -> "CorpusCounts":
        """Forget rare n-grams, see ``NgramCounts.pruned``."""
        return CorpusCounts(*(part.pruned(least) for part in self if part is not None))

    def arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return {
            f"{name}/{key}": array
            for name, counts in self._asdict().items()
            if counts is not None
            for key, array in counts._asdict().items()
        }

    @classmethod
    def read(cls, arrays: Mapping[str, NDArray]) -> "CorpusCounts":
        """Take the counts out of what ``arrays`` gave, among other arrays or not.

        Raises:
            KeyError, ValueError: an array is missing, or they contradict each other.
        """
        known = cls._fields if "masked_words/keys" in arrays else cls._fields[:2]
        found = {
            name: NgramCounts(*(arrays[f"{name}/{key}"] for key in NgramCounts._fields))
            for name in known
        }
        for counts in found.values():
            counts.check()
        return cls(**found)


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
