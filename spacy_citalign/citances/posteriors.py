"""Directional posteriors of all pairs of citances, by forward-backward.

Schwartz, Divoli & Hearst (2007), eq. 2-4.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..chain.dense import dense_expectations
from ..chain.lattice import NEVER
from .crf_weights import Weights, looked_up, transition_scores
from .features import GroupFeatures, Pairs, make_pairs

_CELLS = 2_000_000  # cells of a batch of lattices


class PairScorer:
    """Turns features into lattices of directed pairs, with one set of weights."""

    def __init__(self, weights: Weights, features: GroupFeatures):
        self._weights = weights
        self._features = features
        self._rows = features.types.rows
        size = len(features.types.words)
        scores = np.zeros((size, size), dtype=np.float32)
        for name, matrix in features.of_types().items():
            if weight := weights.pair.get(name, 0.0):
                scores += np.float32(weight) * matrix
        if len(weights.prefix_keys):
            scores += looked_up(
                weights.prefix_keys, weights.prefix_weights, features.prefix_pair_keys()
            )
        self._scores = scores

    def emissions(self, pairs: Pairs) -> NDArray[np.float32]:
        """Return the log-potentials of labels: (B, T, L + 1), -inf beyond a target's end."""
        rows = self._rows
        sources, targets = rows[pairs.sources], rows[pairs.targets]
        shape = (*sources.shape, targets.shape[1] + 1)
        scores = np.empty(shape, dtype=np.float32)
        words = scores[:, :, 1:]
        words[:] = self._scores[sources[:, :, None], targets[:, None, :]]
        for name, values in self._features.of_pairs(pairs):
            if weight := self._weights.pair.get(name, 0.0):
                words += np.float32(weight) * values
        words[:] = np.where(pairs.target_inside[:, None, :], words, np.float32(NEVER))
        null = np.zeros(sources.shape, dtype=np.float32)
        for name, values in self._features.of_unaligned(pairs):
            if weight := self._weights.null.get(name, 0.0):
                null = null + np.float32(weight) * values
        scores[:, :, 0] = null
        return scores


class Batch(NamedTuple):
    """B directed pairs of citances, by number, (B,) int64, with their words."""

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    pairs: Pairs


def batches(features: GroupFeatures, cells: int = _CELLS) -> Iterator[Batch]:
    """Yield all ordered pairs of non-empty citances, those of similar lengths together."""
    group = features.group
    lengths = group.lengths
    full = np.flatnonzero(lengths)
    sources, targets = (numbers.ravel() for numbers in np.meshgrid(full, full, indexing="ij"))
    apart = sources != targets
    sources, targets = sources[apart], targets[apart]
    order = np.lexsort((lengths[sources], lengths[targets]))
    sources, targets = sources[order], targets[order]
    start = 0
    while start < len(sources):
        widest = lengths[sources[start:]].max() * (lengths[targets[start:]] + 1)
        # Targets come in ascending order of length: the last of a batch is the longest.
        fits = np.arange(1, len(widest) + 1) * widest <= cells
        end = start + max(1, int(np.argmin(fits)) if not fits.all() else len(fits))
        rows = slice(start, end)
        yield Batch(sources[rows], targets[rows], make_pairs(group, sources[rows], targets[rows]))
        start = end


def directional_posteriors(
    weights: Weights, features: GroupFeatures, *, least: float = 1e-3
) -> sparse.csr_matrix:
    """Return P(c_k^i ~> c_l^j) for all words of all ordered pairs of citances (eq. 4).

    Args:
        weights, features: the model and what it looks at.
        least: smaller posteriors are left out, which bounds memory.

    Returns:
        (N, N) float32, source words in rows, target words in columns; a row adds up to at most 1
        over the words of one citance.
    """
    size = len(features.group.words)
    scorer = PairScorer(weights, features)
    parts: list[tuple[NDArray, NDArray, NDArray]] = []
    for batch in batches(features):
        pairs = batch.pairs
        emissions = scorer.emissions(pairs)
        transitions = transition_scores(weights.markov, emissions.shape[2] - 1)
        expectations = dense_expectations(emissions, transitions, pairs.source_lengths, moves=False)
        pair, position, label = np.nonzero(expectations.tokens[:, :, 1:] >= least)
        parts.append(
            (
                pairs.sources[pair, position],
                pairs.targets[pair, label],
                expectations.tokens[pair, position, label + 1].astype(np.float32),
            )
        )
    if not parts:
        return sparse.csr_matrix((size, size), dtype=np.float32)
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return sparse.csr_matrix((values, (rows, columns)), shape=(size, size))
