"""The distinct units of a group: the nodes that are compared and clustered."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...words.arrays import Floats32, Ints
from ...words.lazy_scipy import sparse
from ..knowledge.thesaurus import Stems
from .word_table import TAGS, WordTable

LONGEST = 5  # words of a unit that are looked at, the last ones
_REACH = 4  # words to either side that are context


class UnitTable:
    """The U distinct units of a group, by their stems in order.

    Args:
        table: the words.
        units: (N,) int64, the unit of each word, ascending.

    Attributes:
        of_words: (N,) int64, the distinct unit of each word.
        stems: the stems of each.
        words: (U, LONGEST) int64, the numbers of their stems, -1 beyond.
        home: (U,) int64, the first citance of each.
        spread: (U,) the citances that have each.
        standing: which stand in which of the K citances: (U, K) float32, 0 and 1; dense in small
            groups, else sparse.
    """

    def __init__(self, table: WordTable, units: Ints):
        self.table = table
        group = table.group
        begins = np.flatnonzero(np.append(True, units[1:] != units[:-1])[: len(units)])
        ends = np.append(begins[1:], len(units))[: len(begins)]
        numbers: dict[Stems, int] = {}
        occurrences = []
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
            key = tuple(table.stems[s] for s in table.stem[begin:end].tolist())
            occurrences.append(numbers.setdefault(key, len(numbers)))
        self.occurrence = np.array(occurrences, dtype=np.int64)
        self.begins, self.ends = begins, ends
        self.of_words = np.repeat(self.occurrence, ends - begins)
        self.stems = list(numbers)
        size = len(numbers)
        first = np.full(size, -1)
        first[self.occurrence[::-1]] = np.arange(len(begins))[::-1]
        self._first = first  # occurrence
        self.words = np.full((size, LONGEST), -1, dtype=np.int64)
        for unit, key in enumerate(self.stems):
            last = [table.numbers[part] for part in key[-LONGEST:]]
            self.words[unit, : len(last)] = last
        self.lengths = np.array([len(key) for key in self.stems], dtype=np.int64)
        owners = group.owners[begins]
        self.home = owners[first]
        places = np.unique(self.occurrence * max(group.size, 1) + owners)
        rows, columns = np.divmod(places, max(group.size, 1))
        self.spread = np.bincount(rows, minlength=size)
        self.standing = counted_places(rows, columns, (size, group.size), dense=table.small)

    def __len__(self) -> int:
        return len(self.stems)

    @cached_property
    def surface(self) -> list[str]:
        """The letters of the first occurrence of each, small and without blanks."""
        return ["".join(words).lower() for words in self.written]

    @cached_property
    def written(self) -> list[tuple[str, ...]]:
        """The words of the first occurrence of each."""
        words = self.table.group.words
        return [words[self.begins[run] : self.ends[run]] for run in self._first]

    @cached_property
    def concept(self) -> Ints:
        """The concept that most occurrences of a unit are wholly in, 0 for none: (U,)."""
        begins, ends = self.begins, self.ends
        concept = self.table.concept
        whole = np.minimum.reduceat(concept, begins) == np.maximum.reduceat(concept, begins)
        return self._commonest(np.where(whole, concept[begins], 0)[: len(ends)].tolist())

    @cached_property
    def tag(self) -> Ints:
        """The commonest tag of the last word, a position in ``TAGS``, else -1: (U,)."""
        return self._commonest([TAGS.find(self.table.tags[end - 1]) for end in self.ends.tolist()])

    def _commonest(self, values: list[int]) -> Ints:
        counters: list[Counter[int]] = [Counter() for _ in self.stems]
        for unit, value in zip(self.occurrence.tolist(), values, strict=True):
            counters[unit][value] += 1
        return np.array([counter.most_common(1)[0][0] for counter in counters], dtype=np.int64)

    def share(self, numbers: Ints) -> Floats32:
        """Return the share of a unit's occurrences with a word of a number above 0: (U,)."""
        inside = np.maximum.reduceat(numbers > 0, self.begins).astype(np.float64)
        hits = np.bincount(self.occurrence, inside, minlength=len(self))
        return (hits / np.bincount(self.occurrence, minlength=len(self))).astype(np.float32)

    @cached_property
    def vectors(self) -> Floats32:
        """The sum of the vectors of the words, by rarity, as unit rows: (U, D)."""
        table = self.table
        weighted = np.pad(table.vectors * table.rarity[:, None], ((0, 1), (0, 0)))
        return _unit_rows(weighted[self.words].sum(axis=1))

    @cached_property
    def rarity(self) -> Floats32:
        """The rarity of the rarest and of the commonest word: (U, 2)."""
        rarity = np.append(self.table.rarity, 0)[self.words]
        inside = self.words >= 0
        return np.stack([rarity.max(axis=1), np.where(inside, rarity, 1).min(axis=1)], axis=1)

    @cached_property
    def bags(self) -> Any:
        """Which stems a unit has, short forms spelled out: (U, S + more), 0 and 1."""
        numbers = dict(self.table.numbers)
        places = {
            (unit, numbers.setdefault(part, len(numbers)))
            for unit, key in enumerate(self.stems)
            for word in key
            for part in self.table.expansions.get(word, (word,))
        }
        rows, columns = np.array(sorted(places), dtype=np.int64).reshape(-1, 2).T
        return counted_places(rows, columns, (len(self), len(numbers)), dense=self.table.small)

    @cached_property
    def contexts(self) -> Floats32:
        """The sum of the vectors of the words around, by rarity, as unit rows: (U, D)."""
        steps = range(1, _REACH + 1)
        # Sparse in small groups, too: its sums are those of any group.
        around = self._beside([*steps, *(-step for step in steps)], dense=False)
        return _unit_rows(around @ (self.table.vectors * self.table.rarity[:, None]))

    @cached_property
    def before(self) -> Any:
        """How often each stem stands before a unit, as unit rows: (U, S)."""
        return _unit_count_rows(self._beside([-1], dense=self.table.small))

    @cached_property
    def after(self) -> Any:
        """How often each stem stands after a unit, as unit rows: (U, S)."""
        return _unit_count_rows(self._beside([1], dense=self.table.small))

    def _beside(self, steps: Sequence[int], *, dense: bool) -> Any:
        """Count the stems at distances from a unit, those before below 0: (U, S)."""
        owners, size = self.table.group.owners, len(self.table.stem)
        near = np.stack([(self.begins if s < 0 else self.ends - 1) + s for s in steps])
        inside = (near >= 0) & (near < size)
        near = np.where(inside, near, 0)
        inside &= owners[near] == owners[self.begins]
        units = np.broadcast_to(self.occurrence, near.shape)[inside]
        shape = (len(self), len(self.table.stems))
        return counted_places(units, self.table.stem[near[inside]], shape, dense=dense)


def counted_places(rows: Ints, columns: Ints, shape: tuple[int, int], *, dense: bool) -> Any:
    """Count places into a matrix, (R, C) float32."""
    if dense:
        counts = np.bincount(rows * shape[1] + columns, minlength=shape[0] * shape[1])
        return counts.reshape(shape).astype(np.float32)
    values = np.ones(len(rows), dtype=np.float32)
    return sparse.csr_matrix((values, (rows, columns)), shape)


def _unit_rows(rows: NDArray) -> Floats32:
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.maximum(norms, 1e-9)).astype(np.float32)


def _unit_count_rows(rows: Any) -> Any:
    if not sparse.issparse(rows):
        norms = np.sqrt((rows * rows).sum(axis=1))
        return rows * (1 / np.maximum(norms, np.float32(1e-9)))[:, None]
    norms = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    return (sparse.diags(1 / np.maximum(norms, 1e-9)) @ rows).astype(np.float32).tocsr()
