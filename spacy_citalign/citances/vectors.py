"""Word vectors by the hash of the stem, four bits a number."""

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.hashing import Hashes
from ..words.table import HashTable

_LEVELS = 7  # to either side of 0
_CLIP = 2.0  # standard deviations of a row; what lies beyond counts as that


class WordVectors:
    """Unit vectors of V words, by hashes of their stems.

    Attributes:
        keys: (V,) uint64.
        codes: (V, D / 2) uint8, two numbers each, from 0 for -7 to 14 for 7.

    Raises:
        InputError: there is not one row for each key.
    """

    def __init__(self, keys: Hashes, codes: NDArray[np.uint8]):
        if codes.ndim != 2 or len(keys) != len(codes) or codes.dtype != np.uint8:
            raise InputError(
                f"{len(keys)} keys do not fit codes of shape {codes.shape}; give a row each"
            )
        self.keys = keys
        self.codes = codes
        self._table = HashTable(keys)

    @classmethod
    def quantized(cls, keys: Hashes, vectors: NDArray[np.floating]) -> "WordVectors":
        """Keep ``vectors``, (V, D) of an even D; similarities change in the third digit."""
        spread = np.maximum(vectors.std(axis=1, keepdims=True), 1e-12)
        steps = np.rint(np.clip(vectors / spread / _CLIP, -1, 1) * _LEVELS).astype(np.int64)
        codes = (steps + _LEVELS).astype(np.uint8)
        return cls(keys, codes[:, 0::2] | (codes[:, 1::2] << 4))

    @property
    def dimensions(self) -> int:
        """D."""
        return 2 * self.codes.shape[1]

    def rows(self, keys: Hashes) -> NDArray[np.float32]:
        """Return the unit vectors of U words, zeros where there is none: (U, D)."""
        found = self._table.rows(keys)
        codes = self.codes[found] if len(self.keys) else np.zeros((len(keys), 0), np.uint8)
        vectors = np.empty((len(keys), 2 * codes.shape[1]), dtype=np.float32)
        vectors[:, 0::2], vectors[:, 1::2] = codes & 15, codes >> 4
        vectors -= _LEVELS
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        vectors[found < 0] = 0
        return vectors
