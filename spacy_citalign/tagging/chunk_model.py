"""A trained base phrase chunker: its weights, what is known of words, and its file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.features import Group
from ..chain.indexing import BAG_STARTS
from ..chain.scorer import Scorer
from ..chain.storage import pack, parts_of, unpack
from ..chain.vocabulary import Describe
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..chain.weights import prune as prune_weights
from .chunk_features import (
    FEATURES,
    TOKEN_COLUMNS,
    PairDescriber,
    describe_tags,
    feature_groups,
)
from .chunk_labels import ENCODINGS, label_count
from .lexicon import MOST_TAGS, TagLexicon

KIND = "base phrases"
VERSION = 1
MOST_TYPES = (MOST_TAGS - 1) // 2  # the lexicon counts labels
_SETTINGS = ("types", "encodings", "features", "columns")


@dataclass(frozen=True)
class ChunkModel:
    """What training leaves: a CRF an encoding, over features that they share.

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
    lexicon: TagLexicon

    @property
    def sizes(self) -> list[int]:
        """The number of labels of each CRF."""
        return [label_count(len(self.types))] * len(self.encodings)

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        groups = feature_groups(self.features, self.columns)
        return Scorer(groups, self.weights, sum(self.sizes), TOKEN_COLUMNS)

    def describer(self) -> Describe:
        """Return what describes words with their tags."""
        return describe_tags if self.features == "tags" else PairDescriber(self.lexicon)

    def to_bytes(self) -> bytes:
        """Serialize; weights are kept as float16."""
        arrays = weight_arrays(self.weights)
        arrays["transitions"] = self.transitions
        arrays |= {f"lexicon/{k}": v for k, v in self.lexicon._asdict().items()}
        return pack(KIND, VERSION, {name: getattr(self, name) for name in _SETTINGS}, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> "ChunkModel":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: the bytes are no such model, or what they hold contradicts itself.
        """
        meta, arrays = unpack(data, KIND, VERSION)
        with parts_of("the chunker's model"):
            return cls._from_parts(meta, arrays)

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "ChunkModel":
        types, encodings, features, columns = (meta[name] for name in _SETTINGS)
        types, encodings = tuple(types), tuple(encodings)
        _check_settings(types, encodings, features, columns)
        outputs = len(encodings) * label_count(len(types))
        weights = read_weights(arrays, _starts(feature_groups(features, columns)), outputs)
        lexicon = TagLexicon(*(arrays[f"lexicon/{name}"] for name in TagLexicon._fields))
        model = cls(types, encodings, features, columns, weights, arrays["transitions"], lexicon)
        _check_arrays(model)
        return model


def _starts(groups: Sequence[Group]) -> list[tuple[int, ...]]:
    return [*(group.starts for group in groups), BAG_STARTS]


def _check_settings(types: tuple, encodings: tuple, features: object, columns: object) -> None:
    """Raise ValueError where a setting is none that a model can have."""
    if not all(isinstance(name, str) and name for name in types):
        raise ValueError("its types are not all names")
    if not 0 < len(set(types)) == len(types) <= MOST_TYPES:
        raise ValueError(f"{len(types)} types are none, too many, or not all different")
    if not encodings or len(set(encodings)) < len(encodings) or set(encodings) - set(ENCODINGS):
        raise ValueError(f"its encodings are {encodings}")
    if features not in FEATURES or not isinstance(columns, bool):
        raise ValueError(f"its features are {features!r}, with columns {columns!r}")


def _check_arrays(model: ChunkModel) -> None:
    """Raise ValueError where arrays contradict the settings or each other."""
    moves, size = model.transitions, model.sizes[0]
    if moves.shape != (len(model.encodings), size, size) or moves.dtype != np.float32:
        raise ValueError(f"transitions have shape {moves.shape}, dtype {moves.dtype}")
    if not np.isfinite(moves).all():
        raise ValueError("transitions are not finite")
    words, numbers, kinds = model.lexicon
    for hashes in (words, kinds):
        if hashes.dtype != np.uint64 or hashes.ndim != 1:
            raise ValueError("lists of words are not 64-bit hashes")
    if numbers.dtype.kind != "u" or numbers.shape != words.shape:
        raise ValueError(f"there are not {len(words)} classes")
    if len(numbers) and numbers.max() >= len(kinds):
        raise ValueError(f"classes lie outside of 0..{len(kinds)}")


def prune(model: ChunkModel, share: float) -> ChunkModel:
    """Drop the ``share`` (0 to below 1) of each CRF's weights that are smallest in magnitude.

    Raises:
        SettingError: ``share`` is out of range.
    """
    return replace(model, weights=prune_weights(model.weights, model.sizes, share))
