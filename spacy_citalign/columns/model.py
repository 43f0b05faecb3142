"""A trained column model: profile, held columns, roles, and its file.

Anchors make a few regions of the sentence, coarse columns, of hundreds of columns. Roark (section
5): anchors are "those columns that are rarely empty"; "given k anchors, there are k + 1 regions,
leading to a total of 2k + 1 coarse columns". As in Table 2, odd numbers are anchors, even ones the
regions between them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..words.arrays import Bools, Ints, check_array
from .column_search import Profile, SentenceRanges
from .profile_hmm import (
    Finder,
    TransitionCounts,
    columns_of,
    estimate,
    find_slots,
    hmm_finder,
    pssm_finder,
)
from .role_tagger import GROUPS, LABELS, RoleTagger
from .roles import Roles, held_columns


@dataclass(frozen=True)
class RoleModel:
    """The CRF of ``role_tagger``.

    Attributes:
        weights: one a group of features, then that of the bag.
        transitions: (6, 6) float32, nats.
    """

    weights: tuple[SparseWeights, ...]
    transitions: NDArray[np.float32]


@dataclass(frozen=True)
class ColumnModel(StoredModel, kind="columns", version=1, what="the model of columns"):
    """A trained column model.

    Attributes:
        tags: the K Penn tags by number.
        profile: the counts of the last multiple alignment, of M columns.
        held: (3,) int64, the columns of subject, main verb and final punctuation; -1 for none.
        transition_counts: of a profile HMM whose match states the columns are; None for a PSSM.
        roles: how new sentences are told which words to hold; None where they are not held.
        history: numbers of columns, before the first iteration and after each (Table 1).
        settings: how it was trained, for people.
    """

    tags: tuple[str, ...]
    profile: Profile
    held: Ints
    transition_counts: TransitionCounts | None
    roles: RoleModel | None
    history: tuple[int, ...]
    settings: Mapping[str, Any]

    def finder(self) -> Finder:
        """Return the finder of the slots of words."""
        if self.transition_counts is None:
            return pssm_finder(self.profile.scores())
        return hmm_finder(estimate(self.profile, self.transition_counts))

    def role_tagger(self) -> RoleTagger | None:
        """Return what tells roles by tags, None where there is none."""
        if self.roles is None:
            return None
        return RoleTagger(self.tags, self.roles.weights, self.roles.transitions)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        meta = {
            "tags": list(self.tags),
            "sentences": self.profile.sentences,
            "history": list(self.history),
            "settings": dict(self.settings),
            "roles": self.roles is not None,
            "hmm": self.transition_counts is not None,
        }
        arrays: dict[str, NDArray] = {
            "counts": self.profile.counts.astype(np.uint32),
            "held": self.held.astype(np.int32),
        }
        if self.transition_counts is not None:
            arrays["moves"] = self.transition_counts.transitions.astype(np.uint32)
            arrays["insertions"] = self.transition_counts.insertions.astype(np.uint32)
        if self.roles is not None:
            arrays |= weight_arrays(self.roles.weights)
            arrays["transitions"] = self.roles.transitions
        return meta, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "ColumnModel":
        tags = tuple(meta["tags"])
        if not tags or len(set(tags)) < len(tags) or not all(isinstance(t, str) for t in tags):
            raise ValueError("its tags are none, not all different, or no names")
        counts, held = arrays["counts"], arrays["held"]
        if counts.dtype != np.uint32 or counts.ndim != 2 or len(counts) != len(tags) + 1:
            raise ValueError(f"counts have shape {counts.shape} for {len(tags)} tags")
        sentences, *history = map(_whole, [meta["sentences"], *meta["history"]])
        profile = Profile(counts.astype(np.int64), sentences)
        if not counts.shape[1] or profile.occupancy.max() > profile.sentences:
            raise ValueError("columns are none, or have more words than there were sentences")
        if counts[-1].any():
            raise ValueError("unknown tags have been counted")
        check_array("held columns", held, (len(Roles._fields),), np.int32)
        if held.min() < -1 or held.max() >= counts.shape[1] or np.any(np.diff(held[held >= 0]) < 1):
            raise ValueError(f"held columns {held.tolist()} are not among the columns, in order")
        return cls(
            tags,
            profile,
            held.astype(np.int64),
            _read_transitions(arrays, counts.shape) if meta["hmm"] else None,
            _read_roles(arrays) if meta["roles"] else None,
            tuple(history),
            dict(meta["settings"]),
        )


def _whole(number: object) -> int:
    """Return a whole number from 0 on. Raises ValueError for all else."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"{number!r} is no count")
    return number


def _read_transitions(arrays: Mapping[str, NDArray], shape: tuple[int, ...]) -> TransitionCounts:
    """Read the transitions of a profile HMM with counts of this shape, (K + 1, M)."""
    transitions, insertions = arrays["moves"], arrays["insertions"]
    check_array("transitions of the profile HMM", transitions, (shape[1] + 1, 3, 3), np.uint32)
    check_array("insertions", insertions, shape[:1], np.uint32)
    return TransitionCounts(transitions.astype(np.int64), insertions.astype(np.int64))


def _read_roles(arrays: Mapping[str, NDArray]) -> RoleModel:
    check_array("transitions", arrays["transitions"], (LABELS, LABELS), np.float32)
    return RoleModel(read_weights(arrays, GROUPS, LABELS), arrays["transitions"])


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
    return np.sort(np.argsort(-occupancy, kind="stable")[:anchors])


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
        columns = self.model.held
        held = held_columns(self._roles(tags, ranges.lengths), ranges.firsts, len(tags), columns)
        return find_slots(self._finder, tags, ranges, held, columns[columns >= 0])
