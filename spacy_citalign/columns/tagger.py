"""Assign columns to the words of new sentences, by their tags.

Anchors make a few regions of the sentence, coarse columns, of hundreds of columns. Roark (section
5): anchors are "those columns that are rarely empty"; "given k anchors, there are k + 1 regions,
leading to a total of 2k + 1 coarse columns". As in Table 2, odd numbers are anchors, even ones the
regions between them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Ints
from .column_search import SentenceRanges
from .model import ColumnModel
from .placing import columns_of, find_slots
from .roles import Roles, held_columns

CHOICES = (5, 10, 100)
"""The numbers of anchors in the paper, besides all columns."""


def anchor_columns(occupancy: Ints, anchors: int) -> Ints:
    """Return the columns that are least often empty, ascending.

    >>> anchor_columns(np.array([3, 9, 1, 9, 5]), 2).tolist()
    [1, 3]

    Args:
        occupancy: (M,) int64, sentences that have a word in each column.
        anchors: how many; where there are fewer columns, all of them. Of equals the first.
    """
    chosen = np.argsort(-occupancy, kind="stable")[:anchors]
    return np.sort(chosen)


def regions(columns: Ints, anchors: Ints) -> Ints:
    """Return coarse columns, 0 to 2k, of columns: (N,) int64, -1 for none, to (N,) int64.

    >>> regions(np.array([0, 1, 2, 3, 4, -1]), np.array([1, 3])).tolist()
    [0, 1, 2, 3, 4, -1]
    """
    after = np.searchsorted(anchors, columns)
    is_anchor = np.append(anchors, -2)[after] == columns
    return np.where(columns >= 0, 2 * after + is_anchor, -1)


class Columns(NamedTuple):
    """The columns of N words.

    Attributes:
        columns: (N,) int64, -1 for the words of a sentence that cannot be aligned, and for those
            that a profile HMM inserts between columns.
        regions: (N,) int64, coarse columns (``regions``); inserted words are in one too, unless
            each column is a region of its own.
        aligned: (C,) bool, which sentences could be aligned.
    """

    columns: Ints
    regions: Ints
    aligned: Bools


class ColumnTagger:
    """Aligns sentences with a model; holds it ready for look-up.

    Args:
        model: what was trained.
        anchors: how many anchor columns there are; None makes each column a region of its own.
    """

    def __init__(self, model: ColumnModel, anchors: int | None = None):
        self.model = model
        self.anchors = anchors
        self._numbers = {tag: number for number, tag in enumerate(model.tags)}
        self._finder = model.finder()
        self._roles = model.role_tagger()
        occupancy = model.profile.occupancy
        self._anchors = None if anchors is None else anchor_columns(occupancy, anchors)

    def __reduce__(self) -> tuple[type, tuple[ColumnModel, int | None]]:
        # A copy makes its look-up tables anew.
        return type(self), (self.model, self.anchors)

    @property
    def anchor_columns(self) -> dict[int, str]:
        """The anchors by number, with the roles of held columns, else ""; none without anchors."""
        names = dict(zip(self.model.held.tolist(), Roles._fields, strict=True))
        chosen = [] if self._anchors is None else self._anchors.tolist()
        return {column: names.get(column, "") for column in chosen}

    def __call__(self, tags: Sequence[str], lengths: Ints) -> Columns:
        """Align sentences that lie one after the other.

        Args:
            tags: Penn tags of all N words; unknown ones fit every column as badly.
            lengths: (C,) int64, words of each sentence, at least 1; they add up to N.
        """
        unknown = len(self._numbers)
        numbers = np.fromiter((self._numbers.get(t, unknown) for t in tags), np.int64, len(tags))
        ranges = SentenceRanges.of(lengths)
        slots = self._slots(numbers, ranges)
        columns = columns_of(slots)
        coarse = columns if self._anchors is None else regions(slots, 2 * self._anchors + 1)
        return Columns(columns, coarse, slots[ranges.firsts] >= 0)

    def _slots(self, tags: Ints, ranges: SentenceRanges) -> Ints:
        if self._roles is None:
            return find_slots(self._finder, tags, ranges)
        positions = self._roles(tags, ranges.lengths)
        columns = self.model.held
        held = held_columns(positions, ranges.firsts, len(tags), columns)
        return find_slots(self._finder, tags, ranges, held, columns[columns >= 0])
