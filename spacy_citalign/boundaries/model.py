"""A trained boundary model: one weight a feature, and its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.features import GramGroup
from ..chain.indexing import BAG_STARTS
from ..chain.storage import StoredModel
from ..chain.weights import SparseWeights, prune, read_weights, weight_arrays
from ..words.hashing import Hashes
from ..words.table import HashTable


@dataclass(frozen=True)
class BoundaryModel(StoredModel, kind="sentence boundaries", version=1, what="the boundary model"):
    """A trained boundary model.

    Weights are in nats of log-odds that a sentence begins.

    Attributes:
        alone: of the features of single units.
        pairs: of those that pair units, or units and gaps.
        bias: the log-odds where no feature is known.
    """

    alone: SparseWeights
    pairs: SparseWeights
    bias: float

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        return {"bias": self.bias}, weight_arrays([self.alone, self.pairs])

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "BoundaryModel":
        alone, pairs = read_weights(arrays, [GramGroup(BAG_STARTS, ())], 1)
        model = cls(alone, pairs, float(meta["bias"]))
        if not np.isfinite(model.bias):
            raise ValueError(f"bias is {model.bias}")
        return model

    def pruned(self, share: float) -> "BoundaryModel":
        """Drop the ``share`` (0 to below 1) of the weights that are smallest in magnitude.

        Raises:
            SettingError: ``share`` is out of range.
        """
        alone, pairs = prune([self.alone, self.pairs], [1], share)
        return BoundaryModel(alone, pairs, self.bias)


class WeightTable:
    """Weights, ready for look-up."""

    def __init__(self, weights: SparseWeights):
        self._table = HashTable(weights.features.keys[weights.rows])
        self._values = np.append(weights.values, np.float32(0))  # the last is for unknown features

    def sum(self, keys: Hashes) -> NDArray[np.float32]:
        """Sum the weights of the known keys: (..., F) uint64 to (...) float32."""
        return self._values[self._table.rows(keys)].sum(axis=-1)
