"""Chunk sentences: the best path over the joint labels of all encodings, exactly.

Where a model has a CRF for either encoding, their log-potentials are added: a logarithmic opinion
pool, as Smith, Cohn & Osborne (2005), "Logarithmic opinion pools for conditional random fields",
ACL, make of several CRFs. A joint label fixes the labels of both, so the sum is again a chain, and
Viterbi finds the chunks that both together hold best. Successions that are no chunks are barred.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..chain.features import PAD, Padded
from ..chain.vocabulary import Vocabulary
from .decoding import JointDecoder
from .features import NO_REGION, add_context, region_hashes, written
from .labels import Chunks, chunks_from_labels
from .model import ChunkModel

_KNOWN = 50_000  # words with tags; each takes 1.7 kB
_TOKENS = 8192  # what is looked up for so many fits into the cache


class Chunker:
    """Chunks sentences; holds the weights, ready for look-up, and what it knows of words seen."""

    def __init__(self, model: ChunkModel):
        self.model = model
        self._scorer = model.scorer()
        self._vocabulary = Vocabulary(model.featurizer(), self._scorer.precompute, _KNOWN)
        self._decoder = JointDecoder(len(model.types), model.encodings, model.transitions)

    def __reduce__(self) -> tuple[type, tuple[ChunkModel]]:
        # A copy makes its look-up tables anew; they are many times the size of the model.
        return type(self), (self.model,)

    def __call__(
        self,
        words: Sequence[str],
        tags: Sequence[str],
        lengths: NDArray[np.int64],
        regions: NDArray[np.int64] | None = None,
    ) -> Chunks:
        """Chunk sentences that lie one after the other.

        Args:
            words: all N words, none of them empty; the features ``tags`` do not read them.
            tags: the part of speech of each.
            lengths: (C,) int64, words of each sentence, at least 1; they add up.
            regions: (N,) int64, the regions of columns, -1 where there is none; None stands for
                none anywhere. Read by models with columns only.
        """
        if regions is None:
            regions = np.full(len(words), NO_REGION)
        pairs = written(words, tags, self.model.features)
        labels = np.zeros(len(words), dtype=np.int64)
        ends = np.cumsum(lengths)
        first = 0
        while first < len(lengths):
            start = int(ends[first] - lengths[first])
            last = max(first + 1, int(np.searchsorted(ends, start + _TOKENS, side="right")))
            part = slice(start, int(ends[last - 1]))
            labels[part] = self._label(pairs[part], regions[part], lengths[first:last])
            first = last
        return chunks_from_labels(labels)

    def _label(
        self, pairs: Sequence[str], regions: NDArray[np.int64], lengths: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        padded = Padded.of(lengths)
        hashes, known = self._vocabulary.look_up(pairs, padded)
        if self.model.columns:
            hashes["region"] = padded.spread(region_hashes(regions), PAD)
        add_context(hashes)
        return self._decoder(self._scorer.emissions(padded, hashes, known), lengths)
