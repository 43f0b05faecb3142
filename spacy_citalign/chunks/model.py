"""A trained base phrase chunker: its weights, what is known of words, and its file."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.scorer import Scorer
from ..chain.storage import StoredModel
from ..chain.vocabulary import Featurize
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..chain.weights import prune as prune_weights
from ..words.arrays import check_array, named_arrays, read_named
from ..words.label_lexicon import MAX_LABELS, LabelLexicon
from .features import FEATURES, TOKEN_FEATURES, PairFeaturizer, feature_groups, featurize_tags
from .labels import ENCODINGS, label_count

MAX_TYPES = (MAX_LABELS - 1) // 2  # the lexicon counts labels
_SETTINGS = ("types", "encodings", "features", "columns")


@dataclass(frozen=True)
class ChunkModel(StoredModel, kind="base phrases", version=1, what="the chunker's model"):
    """A trained chunker: a CRF an encoding, over features that they share.

    Attributes:
        types: the Y phrase types by number.
        encodings: the E encodings that have a CRF, of ``ENCODINGS``.
        features: the set of features, of ``FEATURES``.
        columns: whether regions of columns are among them.
        weights: one a group of features, then that of the bag; the L = 1 + 2 Y labels of the
            encodings stand one after the other.
        transitions: (E, L, L) float32, from row to column.
        lexicon: the labels that known words with tags take; of no word for the set ``tags``.
    """

    types: tuple[str, ...]
    encodings: tuple[str, ...]
    features: str
    columns: bool
    weights: tuple[SparseWeights, ...]
    transitions: NDArray[np.float32]
    lexicon: LabelLexicon

    @property
    def sizes(self) -> list[int]:
        """The number of labels of each CRF."""
        return [label_count(len(self.types))] * len(self.encodings)

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        groups = feature_groups(self.features, self.columns)
        return Scorer(groups, self.weights, sum(self.sizes), TOKEN_FEATURES)

    def featurizer(self) -> Featurize:
        """Return what makes features of words with their tags."""
        return featurize_tags if self.features == "tags" else PairFeaturizer(self.lexicon)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        arrays = weight_arrays(self.weights)
        arrays["transitions"] = self.transitions
        arrays |= named_arrays("lexicon/", self.lexicon)
        return {name: getattr(self, name) for name in _SETTINGS}, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "ChunkModel":
        types, encodings, features, columns = (meta[name] for name in _SETTINGS)
        types, encodings = tuple(types), tuple(encodings)
        _check_settings(types, encodings, features, columns)
        outputs = len(encodings) * label_count(len(types))
        weights = read_weights(arrays, feature_groups(features, columns), outputs)
        lexicon = read_named(LabelLexicon, "lexicon/", arrays)
        transitions, size = arrays["transitions"], label_count(len(types))
        check_array("transitions", transitions, (len(encodings), size, size), np.float32)
        return cls(types, encodings, features, columns, weights, transitions, lexicon)


def _check_settings(types: tuple, encodings: tuple, features: object, columns: object) -> None:
    """Raise ValueError where a setting is none that a model can have."""
    if not all(isinstance(name, str) and name for name in types):
        raise ValueError("its types are not all names")
    if not 0 < len(set(types)) == len(types) <= MAX_TYPES:
        raise ValueError(f"{len(types)} types are none, too many, or not all different")
    if not encodings or len(set(encodings)) < len(encodings) or set(encodings) - set(ENCODINGS):
        raise ValueError(f"its encodings are {encodings}")
    if features not in FEATURES or not isinstance(columns, bool):
        raise ValueError(f"its features are {features!r}, with columns {columns!r}")


def prune(model: ChunkModel, share: float) -> ChunkModel:
    """Drop the ``share`` (0 to below 1) of each CRF's weights that are smallest in magnitude.

    Raises:
        SettingError: ``share`` is out of range.
    """
    return replace(model, weights=prune_weights(model.weights, model.sizes, share))
