"""Find the places of words among the columns, whatever the form of the profile.

A place is a slot: column c is slot 2c + 1, what lies before it slot 2c; after the last of M columns
is slot 2M. A PSSM gives columns only, a profile HMM all slots.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .column_search import Layout, Search, best_columns, search_between
from .profile import Scores
from .profile_hmm import ProfileHMM, best_slots

Ints = NDArray[np.int64]
_NOTHING = np.zeros(0, dtype=np.int64)


class Finder(Protocol):
    """What finds the places of free words."""

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

        def find(low: int, high: int, part: Layout) -> Ints:
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

        def find(low: int, high: int, part: Layout) -> Ints:
            return best_slots(hmm, tags, part, low, high)

        return find


def find_slots(
    finder: Finder,
    tags: Ints,
    layout: Layout,
    held: Ints | None = None,
    reserved: Ints | None = None,
) -> Ints:
    """Return the slots of words.

    Args:
        finder: of a PSSM or a profile HMM.
        tags: (N,) int64 tag numbers.
        layout: of the sentences.
        held: (N,) int64, the columns that words are held in, -1 for the others; None where none is.
            A sentence in which held words leave no room is placed as if nothing were held.
        reserved: (R,) int64, the columns that no word comes into but those held there; None for
            those in ``held``, which makes the places of one sentence depend on the others.

    Returns:
        (N,) int64, ascending in each sentence, columns strictly; -1 for all words of a sentence
        that has no place.
    """
    if held is None:
        return finder.search(tags, _NOTHING)(0, finder.size, layout)
    if reserved is None:
        reserved = np.unique(held[held >= 0])
    found = search_between(finder.search(tags, reserved), finder.size, layout, held)
    lost = np.flatnonzero(found[layout.firsts] < 0)
    if len(lost):
        rest = Layout(layout.firsts[lost], layout.lengths[lost])
        again = finder.search(tags, _NOTHING)(0, finder.size, rest)
        found = np.where(again >= 0, again, found)
    return found


def columns_of(slots: Ints) -> Ints:
    """Return the column of each slot, (N,) int64: -1 for places between columns and for none."""
    return np.where((slots >= 0) & (slots % 2 == 1), slots // 2, -1)
