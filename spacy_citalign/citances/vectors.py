"""Word vectors as a resource of a model: rows by the hash of the stem, eight bits a number."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.hashing import Hashes
from ..words.table import HashTable

_STEPS = 127


class WordVectors:
    """Unit vectors of V words, by hashes of their stems.

    Attributes:
        keys: (V,) uint64.
        rows: (V, D) int8, the vectors times 127 over their largest entry.

    Raises:
        InputError: there is not one row for each key.
    """

    def __init__(self, keys: Hashes, rows: NDArray[np.int8]):
        if len(keys) != len(rows) or rows.ndim != 2:
            raise InputError(
                f"{len(keys)} keys do not fit vectors of shape {rows.shape}; give a row each"
            )
        self.keys = keys
        self.rows = rows
        self._table = HashTable(keys)

    @classmethod
    def quantized(cls, keys: Hashes, vectors: NDArray[np.floating]) -> "WordVectors":
        """Keep ``vectors``, (V, D), in eight bits a number."""
        peak = np.maximum(np.abs(vectors).max(axis=1, keepdims=True, initial=0), 1e-12)
        return cls(keys, np.rint(vectors / peak * _STEPS).astype(np.int8))

    def cosine(self, keys: Hashes) -> NDArray[np.float32]:
        """Return the cosines of any two of U words, 0 where one has no vector: (U, U) in 0..1.

        Words that point away from each other are no more different than unrelated ones: cosines
        below 0 count as 0.
        """
        if not len(self.keys):
            return np.zeros((len(keys), len(keys)), dtype=np.float32)
        rows = self._table.rows(keys)
        vectors = self.rows[rows].astype(np.float32) * (rows >= 0)[:, None]
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return np.maximum(vectors @ vectors.T, 0)


def mean_by_key(keys: Hashes, vectors: NDArray[np.floating]) -> tuple[Hashes, NDArray]:
    """Sum the unit vectors of words that share a stem: distinct keys and (V, D) rows."""
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    distinct, inverse = np.unique(keys, return_inverse=True)
    sums = np.zeros((len(distinct), vectors.shape[1]))
    np.add.at(sums, inverse, unit)
    return distinct, sums


def check_vectors(words: Sequence[str], vectors: NDArray) -> None:
    """Raise InputError unless each of V words has a finite row: (V, D), any floating type."""
    if vectors.ndim != 2 or len(words) != len(vectors) or not np.isfinite(vectors).all():
        raise InputError(
            f"{len(words)} words do not fit vectors of shape {vectors.shape}; give a row of finite "
            "numbers for each"
        )
