"""A trained part-of-speech tagger: weights, what is known of words, and its file."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.scorer import Scorer
from ..chain.storage import StoredModel
from ..chain.weights import SparseWeights, read_weights, weight_arrays
from ..chain.weights import prune as prune_weights
from ..words.arrays import check_array, check_hashes, check_places, named_arrays, read_named
from ..words.label_lexicon import MAX_LABELS, LabelLexicon
from .features import CONTEXTS, GROUPS, WORD_FEATURES
from .universal import UNIVERSAL, UniversalMap


@dataclass(frozen=True)
class TagModel(StoredModel, kind="part-of-speech tags", version=1, what="the tagger's model"):
    """A trained tagger.

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
    lexicon: LabelLexicon
    universal: UniversalMap

    def scorer(self) -> Scorer:
        """Return the look-up tables of the weights."""
        return Scorer(GROUPS, self.weights, len(self.tags), WORD_FEATURES, CONTEXTS)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        arrays = weight_arrays(self.weights)
        arrays["transitions"] = self.transitions
        arrays |= named_arrays("lexicon/", self.lexicon) | named_arrays(
            "universal/", self.universal
        )
        return {"tags": list(self.tags)}, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "TagModel":
        tags = tuple(meta["tags"])
        if not all(isinstance(tag, str) and tag for tag in tags):
            raise ValueError("its tags are not all names")
        model = cls(
            tags,
            read_weights(arrays, GROUPS, len(tags)),
            arrays["transitions"],
            read_named(LabelLexicon, "lexicon/", arrays),
            read_named(UniversalMap, "universal/", arrays),
        )
        _check(model)
        return model


def _check(model: TagModel) -> None:
    """Raise ValueError where the parts of a model contradict each other."""
    size, universal = len(model.tags), model.universal
    if not 0 < len(set(model.tags)) == size <= MAX_LABELS:
        raise ValueError(f"{size} tags are none, too many, or not all different")
    check_array("transitions", model.transitions, (size, size), np.float32)
    check_hashes("lists of words", universal.words)
    check_places("universal tags", universal.usual, size, len(UNIVERSAL))
    check_places("exceptions", universal.exceptions, len(universal.words), len(UNIVERSAL))


def prune(model: TagModel, share: float) -> TagModel:
    """Drop the ``share`` (0 to below 1) of the weights that are smallest in magnitude.

    Raises:
        SettingError: ``share`` is out of range.
    """
    return replace(model, weights=prune_weights(model.weights, [len(model.tags)], share))
