"""Slots of words in and between the columns, by a profile of either form.

A place is a slot: column c is slot 2c + 1, what lies before it slot 2c; after the last of M columns
is slot 2M. A PSSM gives columns only, a profile HMM all slots.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..words.arrays import Ints
from .column_search import Search, SentenceRanges, best_columns, search_between
from .profile import Scores
from .profile_hmm import ProfileHMM, best_slots

_NOTHING = np.zeros(0, dtype=np.int64)


class Finder(Protocol):
    """A search for the slots of free words."""

    @property
    def size(self) -> int:
        """M, the number of columns."""

    def search(self, tags: Ints, reserved: Ints) -> Search:
        """Return a search of sentences with these (N,) tags that leaves (R,) columns out."""


@dataclass(frozen=True)
class PssmFinder:
    """Finds columns by scores: (K + 1, M) float32, as ``Profile.scores`` has them."""

    scores: Scores

    @property
    def size(self) -> int:
        """M, the number of columns."""
        return int(self.scores.shape[1])

    def search(self, tags: Ints, reserved: Ints) -> Search:
        """Return a search of sentences with these (N,) tags that leaves (R,) columns out."""
        scores = self.scores.copy()
        scores[:, reserved] = -np.inf

        def find(low: int, high: int, part: SentenceRanges) -> Ints:
            columns = best_columns(scores[:, low:high], tags, part)
            return np.where(columns >= 0, 2 * (columns + low) + 1, -1)

        return find


@dataclass(frozen=True)
class HmmFinder:
    """Finds columns and places between them by a profile HMM."""

    hmm: ProfileHMM

    @property
    def size(self) -> int:
        """M, the number of columns."""
        return int(self.hmm.matches.shape[1])

    def search(self, tags: Ints, reserved: Ints) -> Search:
        """Return a search of sentences with these (N,) tags that leaves (R,) columns out."""
        matches = self.hmm.matches.copy()
        matches[:, reserved] = -np.inf
        hmm = self.hmm._replace(matches=matches)

        def find(low: int, high: int, part: SentenceRanges) -> Ints:
            return best_slots(hmm, tags, part, low, high)

        return find


def find_slots(
    finder: Finder,
    tags: Ints,
    ranges: SentenceRanges,
    held: Ints | None = None,
    reserved: Ints | None = None,
) -> Ints:
    """Return the slots of words.

    Args:
        finder: of a PSSM or a profile HMM.
        tags: (N,) int64 tag numbers.
        ranges: of the sentences.
        held: (N,) int64, the columns that words are held in, -1 for the others; None where none is.
            A sentence in which held words leave no room is placed as if nothing were held.
        reserved: (R,) int64, the columns that no word comes into but those held there; None for
            those in ``held``, which makes the places of one sentence depend on the others.

    Returns:
        (N,) int64, ascending in each sentence, columns strictly; -1 for all words of a sentence
        that has no place.
    """
    if held is None:
        return finder.search(tags, _NOTHING)(0, finder.size, ranges)
    if reserved is None:
        reserved = np.unique(held[held >= 0])
    slots = search_between(finder.search(tags, reserved), finder.size, ranges, held)
    lost = np.flatnonzero(slots[ranges.firsts] < 0)
    if len(lost):
        lost_ranges = SentenceRanges(ranges.firsts[lost], ranges.lengths[lost])
        again = finder.search(tags, _NOTHING)(0, finder.size, lost_ranges)
        slots = np.where(again >= 0, again, slots)
    return slots


def columns_of(slots: Ints) -> Ints:
    """Return the column of each slot, (N,) int64: -1 for places between columns and for none."""
    return np.where((slots >= 0) & (slots % 2 == 1), slots // 2, -1)
