"""A read-only hash table from 64-bit keys to row numbers, looked up a whole array at a time.

Linear probing (Knuth 1998, "The art of computer programming" 3, section 6.4, algorithm L).
"""

import numpy as np
from numpy.typing import NDArray

from .hashing import Hashes

_EMPTY = np.int32(-1)


class HashTable:
    """Open addressing with linear probing, at most every second slot filled.

    Keys are hashes already, so their low bits choose the slot. A look-up costs one or two reads of
    memory a key; ``numpy.searchsorted`` in the same keys costs about twenty.
    """

    def __init__(self, keys: Hashes):
        """Index ``keys``, (N,) uint64 without repetition; the row of a key is its position."""
        bits = max(4, int(np.ceil(np.log2(max(len(keys), 1) * 2))))
        self._mask = np.uint64((1 << bits) - 1)
        self._keys = np.zeros(1 << bits, dtype=np.uint64)
        self._rows = np.full(1 << bits, _EMPTY, dtype=np.int32)
        slots = keys & self._mask
        left = np.arange(len(keys), dtype=np.int32)
        while len(left):
            free = self._rows[slots] == _EMPTY
            taken, first = np.unique(slots[free], return_index=True)
            placed = np.flatnonzero(free)[first]
            self._rows[taken] = left[placed]
            self._keys[taken] = keys[left[placed]]
            unplaced = np.ones(len(left), dtype=bool)
            unplaced[placed] = False
            left = left[unplaced]
            slots = (slots[unplaced] + np.uint64(1)) & self._mask

    def rows(self, keys: Hashes) -> NDArray[np.int32]:
        """Return the row of each key, -1 where there is none: (...) uint64 to (...) int32."""
        flat = keys.ravel()
        slots = flat & self._mask
        rows = self._rows[slots]
        # Most keys of new text meet an empty slot: theirs are not read from the larger array.
        met = np.flatnonzero(rows != _EMPTY)
        undecided = met[self._keys[slots[met]] != flat[met]]
        slots = slots[undecided]
        while len(undecided):
            slots = (slots + np.uint64(1)) & self._mask
            rows[undecided] = self._rows[slots]
            again = (self._keys[slots] != flat[undecided]) & (rows[undecided] != _EMPTY)
            undecided, slots = undecided[again], slots[again]
        return rows.reshape(keys.shape)

    def contains(self, keys: Hashes) -> NDArray[np.bool_]:
        """Tell which keys are in the table: (...) uint64 to (...) bool."""
        return self.rows(keys) >= 0
