"""Spans of words in a group that stand for one concept, and the concept of each word by them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from .group import Adjacency, Group

LONGEST = 6  # words of a span


class ConceptSpans(NamedTuple):
    """R spans of adjacent words, each of one citance.

    Attributes:
        starts, ends: (R,) int64, half-open, in words of the group.
        concepts: (R,) uint64, equal for spans that mean the same; never 0.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    concepts: Hashes


def adjacent_reach(group: Group) -> NDArray[np.int64]:
    """Return how many words from each on stand together, LONGEST at most: (N,) int64.

    Punctuation other than hyphens parts words; left-out words do not ("carcinoma of the breast").
    """
    count = len(group.words)
    apart = np.isin(group.adjacency, (Adjacency.FIRST, Adjacency.BROKEN))
    borders = np.append(np.flatnonzero(apart), count)
    after = borders[np.searchsorted(borders, np.arange(count), side="right")]
    return np.minimum(after - np.arange(count), LONGEST)


def concepts_of_words(spans: ConceptSpans, size: int) -> Hashes:
    """Return the concept of each word: (N,) uint64, 0 for none.

    Of spans that overlap the longest counts, of equally long ones the first.
    """
    concepts = np.zeros(size, dtype=np.uint64)
    has_concept = np.zeros(size, dtype=bool)
    for row in np.lexsort((spans.starts, spans.starts - spans.ends)):
        words = slice(spans.starts[row], spans.ends[row])
        if not has_concept[words].any():
            concepts[words] = spans.concepts[row]
            has_concept[words] = True
    return concepts
