"""Directional posteriors of all pairs of citances, by forward-backward.

Schwartz, Divoli & Hearst (2007), eq. 2-4.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..chain.dense import dense_expectations
from ..chain.inference import viterbi
from ..chain.lattice import NEVER, make_lattice
from .features import Evidence, Pairs, make_pairs
from .markov import transition_scores
from .weights import Weights, looked_up

_CELLS = 2_000_000  # cells of a batch of lattices


class PairScorer:
    """Turns evidence into lattices of directed pairs, with one set of weights."""

    def __init__(self, weights: Weights, evidence: Evidence):
        self._weights = weights
        self._evidence = evidence
        self._rows = evidence.types.rows
        size = len(evidence.types.words)
        scores = np.zeros((size, size), dtype=np.float32)
        for name, matrix in evidence.of_types().items():
            if weight := weights.pair.get(name, 0.0):
                scores += np.float32(weight) * matrix
        if len(weights.prefix_keys):
            scores += looked_up(
                weights.prefix_keys, weights.prefix_weights, evidence.prefix_pair_keys()
            )
        self._scores = scores
        self._word_scores = np.zeros(size, dtype=np.float32)
        if len(weights.word_keys):
            self._word_scores = looked_up(
                weights.word_keys, weights.word_weights, evidence.types.stem_keys
            )

    def emissions(self, pairs: Pairs) -> NDArray[np.float32]:
        """Return the log-potentials of labels: (B, T, L + 1), -inf beyond a target's end."""
        rows = self._rows
        sources, targets = rows[pairs.sources], rows[pairs.targets]
        shape = (*sources.shape, targets.shape[1] + 1)
        found = np.empty(shape, dtype=np.float32)
        words = found[:, :, 1:]
        words[:] = self._scores[sources[:, :, None], targets[:, None, :]]
        for name, values in self._evidence.of_pairs(pairs):
            if weight := self._weights.pair.get(name, 0.0):
                words += np.float32(weight) * values
        words[:] = np.where(pairs.target_inside[:, None, :], words, np.float32(NEVER))
        null = self._word_scores[sources]
        for name, values in self._evidence.of_unaligned(pairs):
            if weight := self._weights.null.get(name, 0.0):
                null = null + np.float32(weight) * values
        found[:, :, 0] = null
        return found


class Batch(NamedTuple):
    """B directed pairs of citances, by number, (B,) int64, with their words."""

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    pairs: Pairs


def batches(evidence: Evidence, cells: int = _CELLS) -> Iterator[Batch]:
    """Yield all ordered pairs of non-empty citances, those of similar lengths together."""
    group = evidence.group
    lengths = group.lengths
    full = np.flatnonzero(lengths)
    sources, targets = (side.ravel() for side in np.meshgrid(full, full, indexing="ij"))
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
        own = slice(start, end)
        yield Batch(sources[own], targets[own], make_pairs(group, sources[own], targets[own]))
        start = end


def directional_posteriors(
    weights: Weights, evidence: Evidence, *, least: float = 1e-3
) -> sparse.csr_matrix:
    """Return P(c_k^i ~> c_l^j) for all words of all ordered pairs of citances (eq. 4).

    Args:
        weights, evidence: the model and what it looks at.
        least: smaller posteriors are left out, which bounds memory.

    Returns:
        (N, N) float32, source words in rows, target words in columns; a row adds up to at most 1
        over the words of one citance.
    """
    size = len(evidence.group.words)
    scorer = PairScorer(weights, evidence)
    parts: list[tuple[NDArray, NDArray, NDArray]] = []
    for batch in batches(evidence):
        pairs = batch.pairs
        emissions = scorer.emissions(pairs)
        transitions = transition_scores(weights.markov, emissions.shape[2] - 1)
        found = dense_expectations(emissions, transitions, pairs.source_lengths, moves=False)
        which, place, label = np.nonzero(found.tokens[:, :, 1:] >= least)
        parts.append(
            (
                pairs.sources[which, place],
                pairs.targets[which, label],
                found.tokens[which, place, label + 1].astype(np.float32),
            )
        )
    if not parts:
        return sparse.csr_matrix((size, size), dtype=np.float32)
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return sparse.csr_matrix((values, (rows, columns)), shape=(size, size))


def best_targets(weights: Weights, evidence: Evidence) -> Iterator[tuple[Batch, NDArray[np.int64]]]:
    """Yield each batch with the best target of its source words: (B, T), 0 for none (Viterbi)."""
    scorer = PairScorer(weights, evidence)
    for batch in batches(evidence):
        emissions = scorer.emissions(batch.pairs)
        transitions = transition_scores(weights.markov, emissions.shape[2] - 1)
        lattice = make_lattice(
            emissions.astype(np.float64), transitions, lengths=batch.pairs.source_lengths
        )
        yield batch, viterbi(lattice).labels
