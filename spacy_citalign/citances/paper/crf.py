"""The alignment CRF: its weights, what a step between targets costs, and directional posteriors.

Schwartz, Divoli & Hearst (2007), section 5, and eq. 2-4 by forward-backward. Label 0 leaves a
source word unaligned, label 1 + l aligns it to word l of the target.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...chain.inference import dense_expectations
from ...chain.lattice import NEVER
from ...words.arrays import Floats, Floats32, Ints
from ...words.hashing import Hashes, HashTable
from .crf_features import GroupFeatures, Pairs, make_pairs

# "Same target as the previous" and "as the next word" are one feature of a step in a chain. The
# last, a step to the very next word, is not in the paper: a jump of 0 says it too, but only
# together with the cost of every other jump.
MARKOV = (
    "jump",
    "jump forward",
    "jump backward",
    "null after null",
    "null to word",
    "word to null",
    "word to word",
    "same target",
    "next target",
)
_JUMP_SCALE = 10.0  # keeps jumps in the range of the other features, so that one prior fits all


@dataclass(frozen=True)
class Weights:
    """The CRF's weights, in nats; a feature without a weight has 0.

    Attributes:
        pair: by name of a feature of a word pair.
        null: by name of a feature of an unaligned source word.
        markov: (F,) float64 in the order of ``MARKOV``; zeros without that family.
        prefix_keys, prefix_weights: (P,), learned pairs of prefixes.
    """

    pair: Mapping[str, float]
    null: Mapping[str, float]
    markov: Floats
    prefix_keys: Hashes = field(default_factory=lambda: np.zeros(0, np.uint64))
    prefix_weights: Floats32 = field(default_factory=lambda: np.zeros(0, np.float32))


def looked_up(keys: Hashes, weights: Floats32, wanted: Hashes) -> Floats32:
    """Return the weight of each wanted key, 0 where it has none: float32 of the same shape."""
    weights_or_zero = np.append(weights, np.float32(0))  # row -1 is the last: 0
    return np.asarray(weights_or_zero[HashTable(keys).rows(wanted)], dtype=np.float32)


@lru_cache(maxsize=256)
def markov_features(targets: int) -> Floats:
    """Return the features of each step: (F, L + 1, L + 1) from row to column, for L target words.

    Jumps are measured from the word after the last target (a_t - a_{t-1} - 1); the paper does not
    define them next to an unaligned word, where they are 0 here.
    """
    position = np.arange(targets + 1)
    before, word = position[:, None] > 0, position > 0
    both, step = before & word, position - position[:, None]
    jump = np.where(both, step - 1, 0) / _JUMP_SCALE
    features = np.stack(
        [
            np.abs(jump),
            np.maximum(jump, 0),
            np.maximum(-jump, 0),
            ~before & ~word,
            ~before & word,
            before & ~word,
            both,
            both & (step == 0),
            both & (step == 1),
        ]
    ).astype(np.float64)
    features.flags.writeable = False
    return features


def transition_scores(weights: Floats, targets: int) -> Floats:
    """Return the log-potential of each step: (L + 1, L + 1) float64."""
    return np.tensordot(weights, markov_features(targets), axes=1)


_CELLS = 2_000_000  # cells of a batch of lattices


class PairScorer:
    """Turns features into lattices of directed pairs, with one set of weights."""

    def __init__(self, weights: Weights, features: GroupFeatures):
        self._weights = weights
        self._features = features
        size = len(features.types.words)
        self._scores = np.zeros((size, size), dtype=np.float32)
        for name, matrix in features.of_types().items():
            if weight := weights.pair.get(name, 0.0):
                self._scores += np.float32(weight) * matrix
        if len(weights.prefix_keys):
            keys = features.prefix_pair_keys()
            self._scores += looked_up(weights.prefix_keys, weights.prefix_weights, keys)

    def emissions(self, pairs: Pairs) -> Floats32:
        """Return the log-potentials of labels: (B, T, L + 1), -inf beyond a target's end."""
        rows = self._features.types.rows
        sources, targets = rows[pairs.sources], rows[pairs.targets]
        scores = np.empty((*sources.shape, targets.shape[1] + 1), dtype=np.float32)
        words = scores[:, :, 1:]
        words[:] = self._scores[sources[:, :, None], targets[:, None, :]]
        for name, values in self._features.of_pairs(pairs):
            if weight := self._weights.pair.get(name, 0.0):
                words += np.float32(weight) * values
        words[:] = np.where(pairs.target_inside[:, None, :], words, np.float32(NEVER))
        scores[:, :, 0] = 0
        for name, values in self._features.of_unaligned(pairs):
            scores[:, :, 0] += np.float32(self._weights.null.get(name, 0.0)) * values
        return scores


class Batch(NamedTuple):
    """B directed pairs of citances, by number, (B,) int64, with their words."""

    sources: Ints
    targets: Ints
    pairs: Pairs


def batches(features: GroupFeatures, cells: int = _CELLS) -> Iterator[Batch]:
    """Yield all ordered pairs of non-empty citances, those of similar lengths together."""
    group = features.group
    lengths = group.lengths
    full = np.flatnonzero(lengths)
    sources, targets = full[np.argwhere(~np.eye(len(full), dtype=bool))].T
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
        aligned = expectations.tokens[:, :, 1:]
        pair, position, label = np.nonzero(aligned >= least)
        words = pairs.sources[pair, position], pairs.targets[pair, label]
        parts.append((*words, aligned[pair, position, label].astype(np.float32)))
    if not parts:
        return sparse.csr_matrix((size, size), dtype=np.float32)
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return sparse.csr_matrix((values, (rows, columns)), shape=(size, size))
