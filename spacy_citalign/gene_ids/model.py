"""A trained normaliser: a table of genes, weights that rank them, calibration; and its file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..words.arrays import Floats
from .compiling import merge_tables
from .evidence import PLACE_FEATURES, TEXT_FEATURES
from .learned import LearnedNames
from .name_features import ABSENT_FEATURES, NAME_FEATURES
from .species import SPECIES_FEATURES
from .table import GeneTable


class Weights(NamedTuple):
    """Of the features, each (n,) float64.

    Attributes:
        names, texts, species: of the candidates.
        absent, places: of none of them, by the name and by the place.
    """

    names: Floats
    texts: Floats
    species: Floats
    absent: Floats
    places: Floats


SIZES = tuple(
    map(len, (NAME_FEATURES, TEXT_FEATURES, SPECIES_FEATURES, ABSENT_FEATURES, PLACE_FEATURES))
)


def divided(weights: Floats) -> Weights:
    """Return the weights that ``np.concatenate`` put in one row."""
    return Weights(*np.split(weights, np.cumsum(SIZES)[:-1]))


class ShareCalibration(NamedTuple):
    """From a share of the softmax to a probability: expit(slope logit(share) + intercept).

    Platt (1999), "Probabilistic outputs for support vector machines".
    """

    slope: float
    intercept: float

    def __call__(self, shares: Floats) -> Floats:
        """Return the probabilities of shares, both 0 to 1."""
        clipped = np.clip(shares, 1e-9, 1 - 1e-9)
        logits = np.log(clipped) - np.log1p(-clipped)
        return 1 / (1 + np.exp(-(self.slope * logits + self.intercept)))


@dataclass(frozen=True)
class GeneIdModel(StoredModel, kind="gene_ids", version=3, what="the model of gene ids"):
    """A linear model whose softmax runs over the genes that a name may mean, and none of them.

    Attributes:
        table: of the genes.
        learned: what names meant in texts.
        weights: of the features.
        calibration: from the softmax to the probability that an annotator would give the id.
    """

    table: GeneTable
    learned: LearnedNames
    weights: Weights
    calibration: ShareCalibration

    def with_tables(self, tables: Iterable[GeneTable]) -> "GeneIdModel":
        """Return the model with further genes; a species that it has is that of the tables."""
        return replace(self, table=merge_tables(self.table, tables))

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        _, arrays = self.table._parts()
        named = {f"table/{name}": array for name, array in arrays.items()}
        meta = {"calibration": [*self.calibration]}
        learned = {f"learned/{name}": array for name, array in self.learned.packed().items()}
        return meta, named | learned | {"weights": np.concatenate(self.weights)}

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "GeneIdModel":
        weights = arrays["weights"]
        calibration = ShareCalibration(*map(float, meta["calibration"]))
        if weights.shape != (sum(SIZES),) or weights.dtype != np.float64:
            raise ValueError(f"weights of shape {weights.shape} and type {weights.dtype}")
        if not np.isfinite([*weights, *calibration]).all():
            raise ValueError("numbers that are none")
        table, learned = (
            {
                name.removeprefix(prefix): array
                for name, array in arrays.items()
                if name.startswith(prefix)
            }
            for prefix in ("table/", "learned/")
        )
        return cls(
            GeneTable._from_parts({}, table),
            LearnedNames.unpacked(learned),
            divided(weights),
            calibration,
        )
