"""The weights of the alignment CRF."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from ..words.table import HashTable


def _no_keys() -> Hashes:
    return np.zeros(0, dtype=np.uint64)


def _no_weights() -> NDArray[np.float32]:
    return np.zeros(0, dtype=np.float32)


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
    markov: NDArray[np.float64]
    prefix_keys: Hashes = field(default_factory=_no_keys)
    prefix_weights: NDArray[np.float32] = field(default_factory=_no_weights)


def looked_up(keys: Hashes, weights: NDArray[np.float32], wanted: Hashes) -> NDArray[np.float32]:
    """Return the weight of each wanted key, 0 where it has none: float32 of the same shape."""
    weights_or_zero = np.append(weights, np.float32(0))  # row -1 is the last: 0
    return np.asarray(weights_or_zero[HashTable(keys).rows(wanted)], dtype=np.float32)
