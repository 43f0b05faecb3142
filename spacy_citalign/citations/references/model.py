"""A trained reader of references: its weights and its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...chain.scorer import Scorer
from ...chain.storage import StoredModel
from ...chain.weights import SparseWeights, read_weights, weight_arrays
from ...words.arrays import check_array
from .features import GROUPS, WORD_FEATURES

FILE = "fields.bin"
LABELS = (
    "",
    "surname",
    "given",
    "editor",
    "year",
    "title",
    "container",
    "volume",
    "issue",
    "pages",
    "publisher",
    "id",
)
"""What a token may be a part of; "" stands for what is between the parts."""


@dataclass(frozen=True)
class FieldModel(StoredModel, kind="fields of references", version=1, what="the reference reader"):
    """A trained reader.

    Attributes:
        weights: one a group of features, then that of the bag.
        transitions: (K, K) float32, from row to column.
    """

    weights: tuple[SparseWeights, ...]
    transitions: NDArray[np.float32]

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        return Scorer(GROUPS, self.weights, len(LABELS), WORD_FEATURES)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        return {"labels": list(LABELS)}, {
            **weight_arrays(self.weights),
            "transitions": self.transitions,
        }

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "FieldModel":
        if tuple(meta["labels"]) != LABELS:
            raise ValueError("its labels are not those of this release")
        size = len(LABELS)
        check_array("transitions", arrays["transitions"], (size, size), np.float32)
        return cls(read_weights(arrays, GROUPS, size), arrays["transitions"])


@cache
def shipped_model() -> FieldModel:
    """Return the reader that is in the package.

    Raises:
        ModelFileError: its file is damaged.
    """
    return FieldModel.from_bytes(files(__package__).joinpath(FILE).read_bytes())
