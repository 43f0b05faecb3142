"""The trained alignment model: one part for each method, and the resources that they share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..errors import ModelFileError
from ..words.arrays import check_array, check_hashes
from .confidence import ClassConfidence
from .group import Group
from .knowledge.resources import NOTHING, Resources, named, part_of
from .paper.crf import MARKOV, Weights
from .paper.crf_features import GroupFeatures
from .settings import FAMILIES
from .units.pair_features import PairFeatures
from .units.pair_model import PairModel
from .units.segmentation import UnitModel
from .units.trees import BoostedTrees
from .units.unit_aligner import UnitAligner

_TREES = ("units", "pairs")


@dataclass(frozen=True)
class SchwartzModel:
    """The paper's CRF.

    Attributes:
        families: the families of features that it was trained with.
        weights: of the features.
    """

    families: tuple[str, ...]
    weights: Weights

    def features(self, group: Group, resources: Resources = NOTHING) -> GroupFeatures:
        """Return what the model looks at in a group."""
        return GroupFeatures(group, self.families, resources)


@dataclass(frozen=True)
class AlignmentModel(StoredModel, kind="citance aligner", version=2, what="the alignment model"):
    """A model, as it is trained, saved and applied.

    Attributes:
        units: of ``method="units"``, None where it has not been trained.
        schwartz: of ``method="schwartz"``, None where it has not been trained.
        confidence: how sure classes of units are, None where similarity alone says it.
        resources: what else the methods know.
        notes: JSON values that the owner of the model keeps with it.
    """

    units: UnitAligner | None = None
    schwartz: SchwartzModel | None = None
    confidence: ClassConfidence | None = None
    resources: Resources = NOTHING
    notes: Mapping[str, Any] = field(default_factory=dict)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        meta, arrays = self.resources.to_parts()
        meta["notes"] = dict(self.notes)
        if self.confidence is not None:
            meta["confidence"] = list(self.confidence.weights)
        if self.units is not None:
            units, pairs = self.units
            meta["cuts"], meta["intercept"] = list(units.cuts), pairs.intercept
            meta["evidence"] = list(PairFeatures.names())
            arrays["pair weights"] = pairs.weights
            for name, trees in zip(_TREES, (units.trees, pairs.trees), strict=True):
                arrays |= named(name, trees.to_arrays())
        if self.schwartz is not None:
            weights = self.schwartz.weights
            meta["schwartz"] = {
                "families": list(self.schwartz.families),
                "pair": dict(weights.pair),
                "null": dict(weights.null),
            }
            arrays |= {
                "markov": weights.markov,
                "prefix keys": weights.prefix_keys,
                "prefix weights": weights.prefix_weights,
            }
        return meta, arrays

    @classmethod
    def _from_parts(
        cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]
    ) -> "AlignmentModel":
        return cls(
            units=_read_units(meta, arrays) if "cuts" in meta else None,
            schwartz=_read_schwartz(meta["schwartz"], arrays) if "schwartz" in meta else None,
            confidence=ClassConfidence.of_weights(meta.get("confidence")),
            resources=Resources.from_parts(meta, arrays),
            notes=dict(meta["notes"]),
        )


def _read_units(meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> UnitAligner:
    names = PairFeatures.names()
    weights = arrays["pair weights"].astype(np.float64)
    if tuple(meta["evidence"]) != names or weights.shape != (len(names),):
        raise ModelFileError(
            "the alignment model was trained on other features than this release has; install the "
            "release that wrote it or train it anew"
        )
    units, pairs = (BoostedTrees.from_arrays(part_of(arrays, name)) for name in _TREES)
    if pairs.feature.max(initial=0) >= len(names):
        raise ValueError("trees ask for features that are not there")
    cuts = tuple(float(cut) for cut in meta["cuts"])
    return UnitAligner(UnitModel(units, cuts), PairModel(weights, float(meta["intercept"]), pairs))


def _read_schwartz(meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> SchwartzModel:
    unknown = set(meta["families"]) - set(FAMILIES)
    if unknown or arrays["markov"].shape != (len(MARKOV),):
        raise ModelFileError(
            f"the alignment model has features that this release does not know "
            f"({sorted(unknown)}); install the release that wrote it or train it anew"
        )
    keys, prefix_weights = arrays["prefix keys"], arrays["prefix weights"]
    check_hashes("prefix keys", keys)
    check_array("prefix weights", prefix_weights, keys.shape, np.float32)
    weights = Weights(
        pair=_floats(meta["pair"]),
        null=_floats(meta["null"]),
        markov=arrays["markov"].astype(np.float64),
        prefix_keys=keys,
        prefix_weights=prefix_weights,
    )
    return SchwartzModel(tuple(meta["families"]), weights)


def _floats(values: Any) -> dict[str, float]:
    return {str(name): float(value) for name, value in dict(values).items()}
