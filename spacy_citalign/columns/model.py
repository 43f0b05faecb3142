"""A trained column model: profile, held columns, roles, and its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.indexing import BAG_STARTS
from ..chain.storage import pack, parts_of, unpack
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from .placing import Finder, HmmFinder, PssmFinder
from .profile import Profile
from .profile_hmm import MoveCounts, estimate
from .role_features import GROUPS
from .role_tagger import LABELS, RoleTagger
from .roles import Roles

KIND = "columns"
VERSION = 1
_STARTS = [*(group.starts for group in GROUPS), BAG_STARTS]


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
class ColumnModel:
    """What training leaves.

    Attributes:
        tags: the K Penn tags by number.
        profile: the counts of the last multiple alignment, of M columns.
        held: (3,) int64, the columns of subject, main verb and final punctuation; -1 for none.
        moves: those of a profile HMM whose match states the columns are; None for a PSSM.
        roles: how new sentences are told which words to hold; None where they are not held.
        history: numbers of columns, before the first iteration and after each (Table 1).
        settings: how it was trained, for people.
    """

    tags: tuple[str, ...]
    profile: Profile
    held: NDArray[np.int64]
    moves: MoveCounts | None
    roles: RoleModel | None
    history: tuple[int, ...]
    settings: Mapping[str, Any]

    def finder(self) -> Finder:
        """Return what finds the places of words."""
        if self.moves is None:
            return PssmFinder(self.profile.scores())
        return HmmFinder(estimate(self.profile, self.moves))

    def role_tagger(self) -> RoleTagger | None:
        """Return what tells roles by tags, None where there is none."""
        if self.roles is None:
            return None
        return RoleTagger(self.tags, self.roles.weights, self.roles.transitions)

    def to_bytes(self) -> bytes:
        """Serialize."""
        meta = {
            "tags": list(self.tags),
            "sentences": self.profile.sentences,
            "history": list(self.history),
            "settings": dict(self.settings),
            "roles": self.roles is not None,
            "hmm": self.moves is not None,
        }
        arrays: dict[str, NDArray] = {
            "counts": self.profile.counts.astype(np.uint32),
            "held": self.held.astype(np.int32),
        }
        if self.moves is not None:
            arrays["moves"] = self.moves.moves.astype(np.uint32)
            arrays["insertions"] = self.moves.insertions.astype(np.uint32)
        if self.roles is not None:
            arrays |= weight_arrays(self.roles.weights)
            arrays["transitions"] = self.roles.transitions
        return pack(KIND, VERSION, meta, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> "ColumnModel":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: the bytes are no such model, or what they hold contradicts itself.
        """
        meta, arrays = unpack(data, KIND, VERSION)
        with parts_of("the model of columns"):
            return cls._from_parts(meta, arrays)

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
        if held.dtype != np.int32 or held.shape != (len(Roles._fields),):
            raise ValueError(f"held columns have shape {held.shape}, dtype {held.dtype}")
        if held.min() < -1 or held.max() >= counts.shape[1] or np.any(np.diff(held[held >= 0]) < 1):
            raise ValueError(f"held columns {held.tolist()} are not among the columns, in order")
        moves = _read_moves(arrays, counts.shape) if meta["hmm"] else None
        roles = _read_roles(arrays) if meta["roles"] else None
        settings = dict(meta["settings"])
        return cls(tags, profile, held.astype(np.int64), moves, roles, tuple(history), settings)


def _whole(number: object) -> int:
    """Return a whole number from 0 on. Raises ValueError for all else."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"{number!r} is no count")
    return number


def _read_moves(arrays: Mapping[str, NDArray], shape: tuple[int, ...]) -> MoveCounts:
    """Read the moves of a profile HMM with counts of this shape, (K + 1, M)."""
    moves, insertions = arrays["moves"], arrays["insertions"]
    if moves.shape != (shape[1] + 1, 3, 3) or insertions.shape != (shape[0],):
        raise ValueError(f"moves have shape {moves.shape} for {shape[1]} columns")
    if moves.dtype != np.uint32 or insertions.dtype != np.uint32:
        raise ValueError("moves are no counts")
    return MoveCounts(moves.astype(np.int64), insertions.astype(np.int64))


def _read_roles(arrays: Mapping[str, NDArray]) -> RoleModel:
    roles = RoleModel(read_weights(arrays, _STARTS, LABELS), arrays["transitions"])
    moves = roles.transitions
    if moves.shape != (LABELS, LABELS) or moves.dtype != np.float32:
        raise ValueError(f"transitions have shape {moves.shape}, dtype {moves.dtype}")
    if not np.isfinite(moves).all():
        raise ValueError("transitions are not finite")
    return roles
