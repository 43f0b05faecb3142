"""Iterative pairwise alignment: from pairs of aligned sentences to one multiple alignment.

Roark (section 2), after Barton & Sternberg (1987): begin with the centre; until all sentences are
in, take the sentence nearest to one that is in, and incorporate it "respecting both the existing
MSA and the alignment" of the two. Words that are not aligned come into columns that the other
sentence leaves empty, and into new columns where there are too few; the paper does not say which.
Columns of words of the same class come first.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np

from ..words.arrays import Floats, Ints
from .distances import Edge, Neighbourhood
from .tag_classes import CLASS_COUNT, CLASSES, NEVER_COST, OTHER, class_of, substitution_costs
from .tree_alignment import Pairs

Rows = list[Ints]
_NEW_COLUMN_COST = 2 * NEVER_COST


def spanning_order(size: int, neighbours: Neighbourhood) -> list[tuple[int, int, Pairs]]:
    """Return in which order sentences are incorporated: (one that is in, the new one, their pairs).

    Prim's algorithm from the centre; of equal distances the lower numbers come first.
    """
    around: list[list[Edge]] = [[] for _ in range(size)]
    for edge in neighbours.edges:
        around[edge.first].append(edge)
        around[edge.second].append(edge)
    inside = np.zeros(size, dtype=bool)
    heap: list[tuple[float, int, int, Pairs]] = []

    def enter(number: int) -> None:
        inside[number] = True
        for edge in around[number]:
            if edge.first == number and not inside[edge.second]:
                heappush(heap, (edge.distance, number, edge.second, edge.pairs))
            elif edge.second == number and not inside[edge.first]:
                heappush(heap, (edge.distance, number, edge.first, [(j, i) for i, j in edge.pairs]))

    enter(neighbours.centre)
    order = []
    while heap:
        _, old, new, pairs = heappop(heap)
        if not inside[new]:
            order.append((old, new, pairs))
            enter(new)
    return order


def multiple_alignment(
    tags: Sequence[Sequence[str]], neighbours: Neighbourhood
) -> tuple[Rows, int]:
    """Align all sentences.

    Args:
        tags: of each sentence.
        neighbours: distances and pairs.

    Returns:
        of each sentence the columns of its words, ascending (T,) int64, and the number of columns.
    """
    classes = [np.array([class_of(tag) for tag in row]) for row in tags]
    grid = _Grid(classes)
    grid.begin(neighbours.centre)
    for old, new, pairs in spanning_order(len(tags), neighbours):
        grid.incorporate(old, new, pairs)
    return grid.rows(), grid.size


class _Grid:
    """Columns in order; each has a number that stays, and the classes of its words."""

    def __init__(self, classes: Sequence[Ints]):
        self._classes = classes
        self._order: Ints = np.zeros(0, dtype=np.int64)
        self._places: Ints = np.zeros(0, dtype=np.int64)  # by number
        self._counts = np.zeros((0, CLASS_COUNT), dtype=np.int64)  # by number
        self._columns: list[Ints] = [np.zeros(0, dtype=np.int64) for _ in classes]
        self._costs = _class_costs()

    @property
    def size(self) -> int:
        return len(self._order)

    def begin(self, number: int) -> None:
        size = len(self._classes[number])
        self._insert(np.zeros(size, dtype=np.int64))
        self._set(number, np.arange(size))

    def rows(self) -> Rows:
        return [self._places[columns] for columns in self._columns]

    def incorporate(self, old: int, new: int, pairs: Pairs) -> None:
        """Put a sentence beside one that is in."""
        old_positions = self._places[self._columns[old]]
        positions = np.full(len(self._classes[new]), -1)  # in the order as it is
        for i, j in pairs:
            positions[j] = old_positions[i]
        gaps: list[int] = []  # before which place new columns come, and for which word
        owners: list[int] = []
        free = np.ones(self.size, dtype=bool)
        free[old_positions] = False
        edges = [-1, *np.flatnonzero(positions >= 0).tolist(), len(positions)]
        for before, after in pairwise(edges):
            if after - before < 2:
                continue
            left = int(positions[before]) + 1 if before >= 0 else 0
            right = int(positions[after]) if after < len(positions) else self.size
            words = np.arange(before + 1, after)
            candidates = left + np.flatnonzero(free[left:right])
            chosen = self._fill(self._classes[new][words], self._order[candidates])
            for word, choice in zip(words.tolist(), chosen, strict=True):
                if choice >= 0:
                    positions[word] = candidates[choice]
                    left = int(candidates[choice]) + 1
                else:
                    gaps.append(left)
                    owners.append(word)
        fresh = self._order[positions]
        fresh[owners] = len(self._places) + np.arange(len(owners))
        self._insert(np.array(gaps, dtype=np.int64))
        self._set(new, fresh)

    def _set(self, number: int, columns: Ints) -> None:
        self._columns[number] = columns
        self._counts[columns, self._classes[number]] += 1

    def _insert(self, gaps: Ints) -> None:
        """Make new columns before some places, in order."""
        numbers = len(self._places) + np.arange(len(gaps))
        self._order = np.insert(self._order, gaps, numbers)
        self._places = np.empty(len(self._order), dtype=np.int64)
        self._places[self._order] = np.arange(len(self._order))
        empty = np.zeros((len(gaps), CLASS_COUNT), dtype=np.int64)
        self._counts = np.concatenate([self._counts, empty])

    def _fill(self, classes: Ints, columns: Ints) -> list[int]:
        """Choose for each word a column of those given, ascending, or -1 for a new one."""
        usual = np.argmax(self._counts[columns], axis=1)
        table = [np.zeros(len(columns) + 1)]  # least cost with columns up to each
        costs = self._costs[classes][:, usual]
        for cost in costs:
            row = table[-1] + _NEW_COLUMN_COST
            row[1:] = np.minimum(row[1:], table[-1][:-1] + cost)
            table.append(np.minimum.accumulate(row))
        chosen = []
        bound = len(columns)
        for word in range(len(classes) - 1, -1, -1):
            current, before = table[word + 1], table[word]
            # The first place from which on the cost is this low.
            bound = int(np.searchsorted(-current[: bound + 1], -current[bound]))
            if bound and before[bound - 1] + costs[word, bound - 1] == current[bound]:
                bound -= 1
                chosen.append(bound)
            else:
                chosen.append(-1)
        return chosen[::-1]


def _class_costs() -> Floats:
    """Return what it costs that a word of one class joins a column of mostly another."""
    first_tags = [tags.split()[0] for tags in CLASSES.values()]
    costs = np.full((CLASS_COUNT, CLASS_COUNT), NEVER_COST)
    costs[:OTHER, :OTHER] = substitution_costs(first_tags)
    costs[OTHER, OTHER] = 0.0
    return costs
