"""A group of citances as arrays over its words: the input of the alignment."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ..words.arrays import Ints
from ..words.hashing import Hashes


class Adjacency(IntEnum):
    """The adjacency of a word to the word before it in its citance."""

    FIRST = 0  # there is none
    GLUED = 1  # without white space: "miR-200", "IL-6"
    NEXT = 2  # white space only
    SKIPPED = 3  # left-out words stand between
    BROKEN = 4  # punctuation stands between


class Group(NamedTuple):
    """K citances with N words in all, citance after citance; a citance may have no words.

    Attributes:
        words: (N,) the words as written.
        owners: (N,) int64, the citance of each word, ascending, in 0..K-1.
        size: K.
        adjacency: (N,) int64, an Adjacency each.
        tags: (N,) Penn tags, "" where unknown.
        genes: (N,) int64, the number of the gene mention that a word is in, 0 for none.
        terms: (N,) int64, the same of propositional terms.
        phrases: (N,) int64, the same of noun phrases.
        concepts: (N, C) uint64, ids of the concepts that a word stands for, 0 for none.
        definitions: the words of short and long forms that the citances define as the same.
    """

    words: tuple[str, ...]
    owners: Ints
    size: int
    adjacency: Ints
    tags: tuple[str, ...]
    genes: Ints
    terms: Ints
    phrases: Ints
    concepts: Hashes
    definitions: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()

    @property
    def lengths(self) -> Ints:
        """Words of each citance: (K,) int64."""
        return np.bincount(self.owners, minlength=self.size)

    @property
    def starts(self) -> Ints:
        """The first word of each citance: (K,) int64."""
        return np.cumsum(self.lengths) - self.lengths


def make_group(
    citances: Sequence[Sequence[str]],
    *,
    adjacency: Sequence[int] | Ints | None = None,
    tags: Sequence[str] | None = None,
    genes: Sequence[int] | Ints | None = None,
    terms: Sequence[int] | Ints | None = None,
    phrases: Sequence[int] | Ints | None = None,
    concepts: Hashes | None = None,
    definitions: Iterable[tuple[Sequence[str], Sequence[str]]] = (),
) -> Group:
    """Make a group from the words of each citance; columns left out say nothing.

    Columns are those of ``Group``, one entry for each of the N words: (N,), ``concepts`` (N, C).

    >>> make_group([["Chk1", "degrades", "Cdc25A"], ["Cdc25A", "turnover"]]).lengths.tolist()
    [3, 2]
    """
    lengths = np.array([len(words) for words in citances], dtype=np.int64)
    owners = np.repeat(np.arange(len(citances)), lengths)
    count = len(owners)
    first = np.full(count, int(Adjacency.NEXT), dtype=np.int64)
    first[np.append(True, owners[1:] != owners[:-1])[:count]] = Adjacency.FIRST

    def column(numbers: Sequence[int] | Ints | None) -> Ints:
        return np.zeros(count, np.int64) if numbers is None else np.asarray(numbers, np.int64)

    return Group(
        words=tuple(word for words in citances for word in words),
        owners=owners,
        size=len(citances),
        adjacency=first if adjacency is None else column(adjacency),
        tags=("",) * count if tags is None else tuple(tags),
        genes=column(genes),
        terms=column(terms),
        phrases=column(phrases),
        concepts=np.zeros((count, 0), np.uint64) if concepts is None else concepts,
        definitions=tuple((tuple(short), tuple(long)) for short, long in definitions),
    )
