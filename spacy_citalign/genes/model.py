"""A trained gene mention model: weights of several CRFs over one feature set, and its file."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.features import Group
from ..chain.indexing import BAG_STARTS
from ..chain.labels import Windows
from ..chain.scorer import Scorer
from ..chain.storage import pack, unpack
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..chain.weights import prune as prune_weights
from ..errors import ModelFileError, SettingError
from ..words.hashing import Hashes
from .evidence import EvidenceLists
from .features import WORD_COLUMNS, feature_groups, learns_evidence

KIND = "gene mentions"
VERSION = 1
MODELS = {"forward": Windows(1, 0), "backward": Windows(0, 1), "hmm": Windows(0, 0)}
_EVIDENCE = "evidence/"


def check_models(names: tuple[str, ...]) -> None:
    """Raise SettingError unless ``names`` are one or more different known models."""
    unknown = [name for name in names if name not in MODELS]
    if unknown or not names or len(set(names)) < len(names):
        raise SettingError(
            f"models is {list(names)}; give one or more of {', '.join(MODELS)}, each once"
        )


@dataclass(frozen=True)
class GeneModel:
    """What training leaves.

    Attributes:
        features: name of the feature set.
        models: names of the CRFs, in the order of their outputs.
        weights: one a group of features, then that of the bag; outputs of all CRFs side by side.
        transitions: (K, K) float64 of each CRF.
        evidence: learned lists, where the feature set uses them.
        dictionary: (D,) uint64, hashes of a ``GeneDictionary``.
    """

    features: str
    models: tuple[str, ...]
    weights: tuple[SparseWeights, ...]
    transitions: tuple[NDArray[np.float64], ...]
    evidence: EvidenceLists | None = None
    dictionary: Hashes | None = None

    @property
    def outputs(self) -> int:
        """Labels of all CRFs together."""
        return sum(len(MODELS[name]) for name in self.models)

    def columns(self, name: str) -> slice:
        """Where the outputs of one CRF stand."""
        sizes = [len(MODELS[model]) for model in self.models]
        place = self.models.index(name)
        return slice(sum(sizes[:place]), sum(sizes[: place + 1]))

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        groups: list[Group] = feature_groups(self.features)
        return Scorer(groups, self.weights, self.outputs, WORD_COLUMNS)

    def to_bytes(self) -> bytes:
        """Serialize; weights are kept as float16."""
        arrays = weight_arrays(self.weights)
        for name, matrix in zip(self.models, self.transitions, strict=True):
            arrays[f"transitions/{name}"] = matrix
        if self.evidence is not None:
            arrays |= {_EVIDENCE + k: v for k, v in self.evidence._asdict().items()}
        if self.dictionary is not None:
            arrays["dictionary"] = self.dictionary
        meta = {"features": self.features, "models": list(self.models), "groups": len(self.weights)}
        return pack(KIND, VERSION, meta, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> "GeneModel":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: the bytes are no such model, or what they hold contradicts itself.
        """
        meta, arrays = unpack(data, KIND, VERSION)
        try:
            model = cls._from_parts(meta, arrays)
            _check_parts(model)
            return model
        except (KeyError, ValueError, TypeError, SettingError) as error:
            raise ModelFileError(
                f"the gene model lacks or garbles a part ({error!r}); train it anew"
            ) from error

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "GeneModel":
        models = tuple(meta["models"])
        check_models(models)
        starts = [group.starts for group in feature_groups(meta["features"])]
        outputs = sum(len(MODELS[name]) for name in models)
        if meta["groups"] != len(starts) + 1:
            raise ValueError(f"it has {meta['groups']} groups of features, not {len(starts) + 1}")
        weights = read_weights(arrays, [*starts, BAG_STARTS], outputs)
        names = EvidenceLists._fields
        has_evidence = _EVIDENCE + names[0] in arrays
        evidence = EvidenceLists(*(arrays[_EVIDENCE + n] for n in names)) if has_evidence else None
        transitions = tuple(arrays[f"transitions/{name}"] for name in models)
        return cls(
            meta["features"],
            models,
            weights,
            transitions,
            evidence,
            arrays.get("dictionary"),
        )


def _check_parts(model: GeneModel) -> None:
    """Raise ValueError where the arrays of a model contradict each other."""
    for name, matrix in zip(model.models, model.transitions, strict=True):
        size = len(MODELS[name])
        if matrix.shape != (size, size) or matrix.dtype != np.float64:
            raise ValueError(
                f"transitions of {name} have shape {matrix.shape}, dtype {matrix.dtype}"
            )
    if learns_evidence(model.features) != (model.evidence is not None):
        raise ValueError("learned lists are missing, or belong to other features")
    hashes = [] if model.dictionary is None else [model.dictionary]
    if model.evidence is not None:
        hashes += [model.evidence.words, model.evidence.phrases]
        if model.evidence.bins.shape != model.evidence.words.shape:
            raise ValueError("learned words have bins of another number")
    if any(h.dtype != np.uint64 or h.ndim != 1 for h in hashes):
        raise ValueError("learned lists are not 64-bit hashes")


def prune(model: GeneModel, share: float) -> GeneModel:
    """Drop the ``share`` (0 to below 1) of each CRF's weights that are smallest in magnitude.

    Raises:
        SettingError: ``share`` is out of range.
    """
    sizes = [len(MODELS[name]) for name in model.models]
    return replace(model, weights=prune_weights(model.weights, sizes, share))
