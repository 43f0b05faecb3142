"""The weights of the alignment CRF, and its Markov features: what a step between targets costs.

Schwartz et al. (2007), section 5. Label 0 leaves a source word unaligned, label 1 + l aligns it to
word l of the target.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from ..words.table import HashTable

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
    markov: NDArray[np.float64]
    prefix_keys: Hashes = field(default_factory=lambda: np.zeros(0, np.uint64))
    prefix_weights: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))


def looked_up(keys: Hashes, weights: NDArray[np.float32], wanted: Hashes) -> NDArray[np.float32]:
    """Return the weight of each wanted key, 0 where it has none: float32 of the same shape."""
    weights_or_zero = np.append(weights, np.float32(0))  # row -1 is the last: 0
    return np.asarray(weights_or_zero[HashTable(keys).rows(wanted)], dtype=np.float32)


@lru_cache(maxsize=256)
def markov_features(targets: int) -> NDArray[np.float64]:
    """Return the features of each step: (F, L + 1, L + 1) from row to column, for L target words.

    Jumps are measured from the word after the last target (a_t - a_{t-1} - 1); the paper does not
    define them next to an unaligned word, where they are 0 here.
    """
    word = np.arange(targets + 1) > 0
    position = np.arange(targets + 1)
    both = word[:, None] & word
    jump = np.where(both, position - position[:, None] - 1, 0) / _JUMP_SCALE
    same = both & (position[:, None] == position)
    features = np.stack(
        [
            np.abs(jump),
            np.maximum(jump, 0),
            np.maximum(-jump, 0),
            ~word[:, None] & ~word,
            ~word[:, None] & word,
            word[:, None] & ~word,
            both,
            same,
            both & (position == position[:, None] + 1),
        ]
    ).astype(np.float64)
    features.flags.writeable = False
    return features


def transition_scores(weights: NDArray[np.float64], targets: int) -> NDArray[np.float64]:
    """Return the log-potential of each step: (L + 1, L + 1) float64."""
    return np.tensordot(weights, markov_features(targets), axes=1)
