"""Label the tokens of references: exact Viterbi decoding over the parts that they may be."""

import numpy as np

from ...chain.batches import token_batches
from ...chain.features import Padded
from ...chain.pruning import PrunedDecoder
from ...chain.vocabulary import Vocabulary
from ...words.arrays import Ints
from ...words.tokens import Tokens
from .features import WordFeaturizer, add_context
from .model import FieldModel

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
            labels[part] = self._label(some)
        return labels

    def _label(self, tokens: Tokens) -> Ints:
        padded = Padded.of(tokens.lengths)
        hashes, known = self._vocabulary.look_up(tokens.words, padded)
        add_context(hashes, tokens, padded)
        return self._decoder(self._scorer.emissions(padded, hashes, known), tokens.lengths)
