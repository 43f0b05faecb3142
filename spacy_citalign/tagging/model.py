"""A trained part-of-speech tagger: weights, what is known of words, and its file."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.indexing import BAG_STARTS
from ..chain.scorer import Scorer
from ..chain.storage import pack, parts_of, unpack
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..chain.weights import prune as prune_weights
from .features import GROUPS, WORD_COLUMNS
from .lexicon import MOST_TAGS, TagLexicon
from .universal import UNIVERSAL, UniversalMap

KIND = "part-of-speech tags"
VERSION = 1


@dataclass(frozen=True)
class TagModel:
    """What training leaves.

    Attributes:
        tags: the K Penn tags by number.
        weights: one a group of features, then that of the bag.
        transitions: (K, K) float32, from row to column.
        lexicon: the tags that known words take.
        universal: universal tags of tags and words.
    """

    tags: tuple[str, ...]
    weights: tuple[SparseWeights, ...]
    transitions: NDArray[np.float32]
    lexicon: TagLexicon
    universal: UniversalMap

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        return Scorer(GROUPS, self.weights, len(self.tags), WORD_COLUMNS)

    def to_bytes(self) -> bytes:
        """Serialize; weights are kept as float16."""
        arrays = weight_arrays(self.weights)
        arrays["transitions"] = self.transitions
        arrays |= {f"lexicon/{k}": v for k, v in self.lexicon._asdict().items()}
        arrays |= {f"universal/{k}": v for k, v in self.universal._asdict().items()}
        return pack(KIND, VERSION, {"tags": list(self.tags)}, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> "TagModel":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: the bytes are no such model, or what they hold contradicts itself.
        """
        meta, arrays = unpack(data, KIND, VERSION)
        with parts_of("the tagger's model"):
            return cls._from_parts(meta, arrays)

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "TagModel":
        tags = tuple(meta["tags"])
        if not all(isinstance(tag, str) and tag for tag in tags):
            raise ValueError("its tags are not all names")
        starts = [*(group.starts for group in GROUPS), BAG_STARTS]
        model = cls(
            tags,
            read_weights(arrays, starts, len(tags)),
            arrays["transitions"],
            TagLexicon(*(arrays[f"lexicon/{name}"] for name in TagLexicon._fields)),
            UniversalMap(*(arrays[f"universal/{name}"] for name in UniversalMap._fields)),
        )
        _check(model)
        return model


def _check(model: TagModel) -> None:
    """Raise ValueError where the parts of a model contradict each other."""
    size, moves = len(model.tags), model.transitions
    if not 0 < len(set(model.tags)) == size <= MOST_TAGS:
        raise ValueError(f"{size} tags are none, too many, or not all different")
    if moves.shape != (size, size) or moves.dtype != np.float32 or not np.isfinite(moves).all():
        raise ValueError(f"transitions have shape {moves.shape}, dtype {moves.dtype}")
    lexicon, universal = model.lexicon, model.universal
    for hashes in (lexicon.words, lexicon.kinds, universal.words):
        if hashes.dtype != np.uint64 or hashes.ndim != 1:
            raise ValueError("lists of words are not 64-bit hashes")
    for name, numbers, length, limit in (
        ("classes", lexicon.numbers, len(lexicon.words), len(lexicon.kinds)),
        ("universal tags", universal.usual, size, len(UNIVERSAL)),
        ("exceptions", universal.exceptions, len(universal.words), len(UNIVERSAL)),
    ):
        if numbers.dtype.kind != "u" or numbers.shape != (length,):
            raise ValueError(f"there are not {length} {name}")
        if len(numbers) and numbers.max() >= limit:
            raise ValueError(f"{name} lie outside of 0..{limit}")


def prune(model: TagModel, share: float) -> TagModel:
    """Drop the ``share`` (0 to below 1) of the weights that are smallest in magnitude.

    Raises:
        SettingError: ``share`` is out of range.
    """
    return replace(model, weights=prune_weights(model.weights, [len(model.tags)], share))
