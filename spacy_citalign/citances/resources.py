"""Optional resources of an alignment model beside its weights, compiled into its file."""

from dataclasses import dataclass

import numpy as np

from .background import Background
from .lexicon import Lexicon
from .types import Matrix, WordTypes
from .vectors import WordVectors
from .wordnet import WordNet


@dataclass(frozen=True)
class Resources:
    """The resources of a model; None where it has been trained without.

    Attributes:
        background: counts of words and adjacent words.
        lexicon: terms and their concepts.
        vectors: word vectors.
        wordnet: a compiled WordNet.
    """

    background: Background | None = None
    lexicon: Lexicon | None = None
    vectors: WordVectors | None = None
    wordnet: WordNet | None = None

    def similarities(self, types: WordTypes, families: frozenset[str]) -> dict[str, Matrix]:
        """Return the features of meaning for any two distinct words, each (U, U) in 0..1."""
        matrices: dict[str, Matrix] = {}
        if "vectors" in families and self.vectors is not None:
            matrices["vector cosine"] = self.vectors.cosine(types.stem_keys)
        if "wordnet" in families and self.wordnet is not None:
            matrices["WordNet similarity"] = self.wordnet.lin(types.words)
            matrices["WordNet relation"] = self.wordnet.related(types.words).astype(np.float32)
            matrices["WordNet opposite"] = self.wordnet.opposites(types.words).astype(np.float32)
        return matrices


NOTHING = Resources()
