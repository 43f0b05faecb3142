"""64-bit hashes of strings and of tuples of them, whole arrays at a time.

Every feature of this package is such a number. The functions depend on code points and on the
constants below only: equal on every platform and Python, which saved models rely on. Strings get a
polynomial hash over mixed code points, so that the hash of any substring follows from two prefix
sums; ``mix`` is the finaliser of SplitMix64 (Steele, Lea & Flood 2014, "Fast splittable
pseudorandom number generators", OOPSLA). ``HashTable`` looks them up.
"""

import hashlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from .arrays import Bools, Ints, sums_before

Hashes = NDArray[np.uint64]
Parts = Callable[[Ints, Ints], Hashes]
"""A hash of half-open parts, given by starts and ends, both (S,)."""

_BASE = 0x9E3779B97F4A7C15  # odd, hence invertible modulo 2**64
_INVERSE = pow(_BASE, -1, 2**64)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_PAIR = np.uint64(0xD1342543DE82EF95)
_POWERS_KEPT = 1 << 16


def mix(values: Hashes) -> Hashes:
    """Scramble each number: (...) uint64 to (...) uint64, one to one."""
    x = values ^ (values >> np.uint64(30))
    x *= _MIX1
    x ^= x >> np.uint64(27)
    x *= _MIX2
    x ^= x >> np.uint64(31)
    return x


def combine(first: Hashes, second: Hashes) -> Hashes:
    """Hash ordered pairs: two of any shape that broadcast to one, not symmetric."""
    x = first * _PAIR + second
    x ^= x >> np.uint64(32)
    x *= _MIX1
    x ^= x >> np.uint64(29)
    return x


def salt(name: str) -> np.uint64:
    """Return the number that keeps the features called ``name`` apart from all others."""
    return np.uint64(hash_strings([name])[0])


def digest(text: str) -> int:
    """Return a number that depends on the text alone; equal texts fall into equal parts."""
    data = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.md5(data, usedforsecurity=False).digest()[:4], "big")


def _powers(base: int, size: int) -> Hashes:
    powers = np.full(size, base, dtype=np.uint64)
    powers[0] = 1
    return np.multiply.accumulate(powers)


_POWERS = _powers(_BASE, _POWERS_KEPT)
_INVERSES = _powers(_INVERSE, _POWERS_KEPT)


class Strings:
    """A batch of strings as one array of code points, ready to be hashed in parts.

    Attributes:
        codes: (C,) uint32, the code points of all strings, one after the other.
        starts, ends: (S,) int64, where each string begins and ends in ``codes``.
    """

    def __init__(self, strings: Sequence[str]):
        self.codes = np.frombuffer(
            "".join(strings).encode("utf-32-le", "surrogatepass"), dtype=np.uint32
        )
        self.ends = np.cumsum(np.fromiter(map(len, strings), np.int64, len(strings)))
        self.starts = np.concatenate([np.zeros(1, np.int64), self.ends[:-1]])[: len(strings)]

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def lengths(self) -> Ints:
        """(S,) int64, the number of code points of each string."""
        return self.ends - self.starts

    def runs(self, codes: NDArray) -> Bools:
        """Return which codes, one a character, begin a run of equal ones within their string."""
        begins = np.ones(len(codes), dtype=bool)
        begins[1:] = codes[1:] != codes[:-1]
        begins[self.starts] = True
        return begins

    def hasher(self, codes: NDArray[np.uint32] | None = None) -> "PartHasher":
        """Return a hasher of parts of the strings, or of the strings with ``codes`` put in."""
        return PartHasher(self.codes if codes is None else codes)


class PartHasher:
    """Hash any parts of a sequence of small numbers (code points, classes) in O(1) each."""

    def __init__(self, codes: NDArray[np.unsignedinteger]):
        size = len(codes) + 1
        fits = size <= _POWERS_KEPT
        powers = _POWERS[:size] if fits else _powers(_BASE, size)
        self._inverses = _INVERSES[:size] if fits else _powers(_INVERSE, size)
        self._sums = np.zeros(size, dtype=np.uint64)
        np.cumsum(mix(codes.astype(np.uint64) + np.uint64(1)) * powers[:-1], out=self._sums[1:])

    def __call__(self, starts: Ints, ends: Ints) -> Hashes:
        """Hash the half-open parts ``starts`` to ``ends``: two (N,) int64 to (N,) uint64."""
        parts = (self._sums[ends] - self._sums[starts]) * self._inverses[starts]
        return combine(parts, (ends - starts).astype(np.uint64))


def kept_hasher(codes: NDArray[np.unsignedinteger], kept: Bools) -> Parts:
    """Return a hasher of parts with only the kept characters left in them, given as one of all."""
    hasher, before = PartHasher(codes[kept]), sums_before(kept)
    return lambda starts, ends: hasher(before[starts], before[ends])


def part_counter(mask: Bools) -> Callable[[Ints, Ints], Ints]:
    """Return a function that counts the marked characters of half-open parts."""
    before = sums_before(mask)
    return lambda starts, ends: before[ends] - before[starts]


def hash_strings(strings: Sequence[str]) -> Hashes:
    """Hash each string: S strings to (S,) uint64.

    >>> bool(hash_strings(["gene", "genes"])[0] == hash_strings(["gene"])[0])
    True
    """
    batch = Strings(strings)
    return batch.hasher()(batch.starts, batch.ends)


_EMPTY = np.int32(-1)
_SLOTS_A_KEY = 3  # at least


class HashTable:
    """Row numbers of 64-bit keys, read only: open addressing, at most every third slot filled.

    Linear probing (Knuth 1998, "The art of computer programming" 3, section 6.4, algorithm L).
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
