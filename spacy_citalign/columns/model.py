"""A trained column model: profile, held columns, roles, and its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..words.arrays import Ints, check_array
from .placing import Finder, HmmFinder, PssmFinder
from .profile import Profile
from .profile_hmm import TransitionCounts, estimate
from .role_tagger import GROUPS, LABELS, RoleTagger
from .roles import Roles


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
            return PssmFinder(self.profile.scores())
        return HmmFinder(estimate(self.profile, self.transition_counts))

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
        transitions = _read_transitions(arrays, counts.shape) if meta["hmm"] else None
        roles = _read_roles(arrays) if meta["roles"] else None
        settings = dict(meta["settings"])
        return cls(
            tags,
            profile,
            held.astype(np.int64),
            transitions,
            roles,
            tuple(history),
            settings,
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
