"""The reader of references: its weights, and the labels of tokens by exact Viterbi decoding."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...chain.batches import token_batches
from ...chain.features import Padded, Vocabulary
from ...chain.pruning import PrunedDecoder
from ...chain.scorer import Scorer
from ...chain.storage import StoredModel
from ...chain.weights import SparseWeights, read_weights, weight_arrays
from ...words.arrays import Ints, check_array
from ...words.tokens import Tokens
from .features import GROUPS, WORD_FEATURES, WordFeaturizer, add_context

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
        arrays = weight_arrays(self.weights)
        return {"labels": list(LABELS)}, {**arrays, "transitions": self.transitions}

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
    return FieldModel.from_bytes(files(__package__).joinpath("fields.bin").read_bytes())


_KNOWN = 20_000  # words; each takes some 1.5 kB
_TOKENS = 8192  # what is looked up for so many fits into the cache


class FieldReader:
    """Labels references; holds the weights, ready for look-up, and what it knows of words seen."""

    def __init__(self, model: FieldModel):
        self._scorer = model.scorer()
        self._vocabulary = Vocabulary(WordFeaturizer(), self._scorer.precompute, _KNOWN)
        self._decoder = PrunedDecoder(model.transitions)

    def __call__(self, tokens: Tokens) -> Ints:
        """Return the label of each token, a place in ``LABELS``: (N,) int64.

        Args:
            tokens: of texts of which none is empty.
        """
        labels = np.zeros(len(tokens.words), dtype=np.int64)
        for part, texts in token_batches(tokens.lengths, _TOKENS):
            some = Tokens(tokens.words[part], tokens.starts[part], tokens.lengths[texts])
            padded = Padded.of(some.lengths)
            hashes, known = self._vocabulary.look_up(some.words, padded)
            add_context(hashes, some, padded)
            emissions = self._scorer.emissions(padded, hashes, known)
            labels[part] = self._decoder(emissions, some.lengths)
        return labels
