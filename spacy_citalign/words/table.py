"""A read-only hash table from 64-bit keys to row numbers, looked up a whole array at a time.

Linear probing (Knuth 1998, "The art of computer programming" 3, section 6.4, algorithm L).
"""

import numpy as np
from numpy.typing import NDArray

from .arrays import Bools, Ints
from .hashing import Hashes

_EMPTY = np.int32(-1)
_SLOTS_A_KEY = 3  # at least


class HashTable:
    """Open addressing with linear probing, at most every third slot filled.

    Keys are hashes already, so their low bits choose the slot. A look-up costs one or two reads of
    memory a key; ``numpy.searchsorted`` in the same keys costs about twenty. The keys are not
    copied, and must not be changed afterwards.
    """

    def __init__(self, keys: Hashes):
        """Index ``keys``, (N,) uint64 without repetition; the row of a key is its position."""
        bits = max(4, int(np.ceil(np.log2(max(len(keys), 1) * _SLOTS_A_KEY))))
        self._mask = np.uint64((1 << bits) - 1)
        self._keys = keys
        self._rows = np.full(1 << bits, _EMPTY, dtype=np.int32)
        slots = self._first_slots(keys)
        left = np.arange(len(keys), dtype=np.int32)
        while len(left):
            # Of several keys that want the same empty slot, the one that is written last has it.
            free = self._rows[slots] == _EMPTY
            self._rows[slots[free]] = left[free]
            unplaced = self._rows[slots] != left
            left, slots = left[unplaced], self._next(slots[unplaced])

    def _first_slots(self, keys: Hashes) -> Ints:
        return (keys & self._mask).view(np.int64)

    def _next(self, slots: Ints) -> Ints:
        return (slots + 1) & self._mask.view(np.int64)

    def rows(self, keys: Hashes) -> NDArray[np.int32]:
        """Return the row of each key, -1 where there is none: (...) uint64 to (...) int32."""
        flat = keys.ravel()
        slots = self._first_slots(flat)
        rows = self._rows[slots]
        # Most keys of new text meet an empty slot: no other key is read for theirs.
        met = np.flatnonzero(rows >= 0)
        undecided = met[self._keys[rows[met]] != flat[met]]
        slots = slots[undecided]
        while len(undecided):
            slots = self._next(slots)
            row = rows[undecided] = self._rows[slots]
            again = (row >= 0) & (self._keys[row] != flat[undecided])
            undecided, slots = undecided[again], slots[again]
        return rows.reshape(keys.shape)

    def contains(self, keys: Hashes) -> Bools:
        """Tell which keys are in the table: (...) uint64 to (...) bool."""
        return self.rows(keys) >= 0
