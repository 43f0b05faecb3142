"""Which words and units share entries of the thesaurus, and which have opposite ones.

Matrices are dense in small groups, where each sparse one costs more than its numbers.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..words.lazy_scipy import sparse
from .thesaurus import KINDS, Stems, Thesaurus

DENSE = 1000  # words of a group up to which its matrices are dense


class SharedEntries:
    """The entries of U keys, (U, E): all entries, or in small groups those that a key has.

    Args:
        keys: U words or units, as stems.
        thesaurus: the entries.
        small: whether matrices are dense.
    """

    def __init__(self, keys: Sequence[Stems], thesaurus: Thesaurus, *, small: bool):
        self._thesaurus, self._small = thesaurus, small
        entries = [thesaurus.numbers_of(key) for key in keys]
        numbers = np.array([number for own in entries for number in own], dtype=np.int64)
        ends = np.cumsum([0, *map(len, entries)])
        if small:
            self._used, columns = np.unique(numbers, return_inverse=True)
            rows = np.repeat(np.arange(len(keys)), np.diff(ends))
            self._members: Any = np.zeros((len(keys), len(self._used)), dtype=np.float32)
            np.add.at(self._members, (rows, columns.ravel()), 1)
        else:
            self._used = np.arange(len(thesaurus))
            values = np.ones(len(numbers), dtype=np.float32)
            shape = (len(keys), len(thesaurus))
            self._members = sparse.csr_matrix((values, numbers, ends), shape)

    def links(self) -> tuple[Any, ...]:
        """Return how many entries of each kind two keys share, as log(1 + n): (U, U) each."""
        kinds = self._thesaurus.kinds[self._used]
        own = [self._members[:, kinds == number] for number in range(len(KINDS))]
        if self._small:
            return tuple(np.log1p(of_kind @ of_kind.T) for of_kind in own)
        return tuple((of_kind @ of_kind.T).log1p().tocsr() for of_kind in own)

    def opposites(self) -> Any:
        """Return which keys have opposite entries and none in common: (U, U) bool."""
        members = self._members
        if not self._small:
            opposite = members @ self._thesaurus.opposites @ members.T > 0
            return (opposite > (members @ members.T > 0)).tocsr()
        first, second = self._opposite_entries()
        if not len(first):
            return np.zeros((len(members), len(members)), dtype=bool)
        return (members[:, first] @ members[:, second].T > 0) & ~(members @ members.T > 0)

    def _opposite_entries(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the columns of opposite entries, in both directions: (P,) each."""
        pairs = self._thesaurus.opposite_pairs
        known = np.isin(pairs, self._used).all(axis=0)
        first, second = np.searchsorted(self._used, pairs[:, known])
        return first, second
