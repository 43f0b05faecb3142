"""Runs of words in a group that stand for one concept, and the columns of ids made of them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from .group import Group, Joint

LONGEST = 6  # words of a run


class Runs(NamedTuple):
    """R runs of adjacent words of one citance.

    Attributes:
        starts, ends: (R,) int64, half-open, in words of the group.
        concepts: (R,) uint64, equal for runs that mean the same; never 0.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    concepts: Hashes


def joined_reach(group: Group) -> NDArray[np.int64]:
    """Return how many words from each on stand together, LONGEST at most: (N,) int64.

    Punctuation other than hyphens parts words; left-out words do not ("carcinoma of the breast").
    """
    count = len(group.words)
    apart = np.isin(group.joints, (Joint.FIRST, Joint.BROKEN))
    borders = np.append(np.flatnonzero(apart), count)
    after = borders[np.searchsorted(borders, np.arange(count), side="right")]
    return np.minimum(after - np.arange(count), LONGEST)


def concept_column(runs: Runs, size: int) -> Hashes:
    """Return the concept of each word, 0 for none, longer runs first, then earlier: (N,) uint64."""
    column = np.zeros(size, dtype=np.uint64)
    taken = np.zeros(size, dtype=bool)
    for row in np.lexsort((runs.starts, runs.starts - runs.ends)):
        own = slice(runs.starts[row], runs.ends[row])
        if not taken[own].any():
            column[own] = runs.concepts[row]
            taken[own] = True
    return column
