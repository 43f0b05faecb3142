"""Iterative pairwise alignment: from pairs of aligned sentences to one multiple alignment.

Roark (section 2), after Barton & Sternberg (1987): begin with the centre; until all sentences are
in, take the sentence nearest to one that is in, and incorporate it "respecting both the existing
MSA and the alignment" of the two. Words that are not aligned come into columns that the other
sentence leaves empty, and into new columns where there are too few; the paper does not say which.
Columns of words of the same class come first.

Distances between sentences are those of Roark (section 4): "align the two trees with the given
method (full or flat); count the number of unaligned words in each string; divide by the total
number of words in both strings". All pairs of 4,000 trees would take an hour or two; so, beyond a
few hundred sentences, each is compared with its nearest ones by several cheap distances, and with
the centre. That leaves the paper.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import combinations, pairwise
from typing import NamedTuple
from zlib import crc32

import numpy as np

from ..words.arrays import Floats, Ints
from .roles import CLASS_COUNT, CLASSES, NEVER_COST, OTHER, class_of, substitution_costs
from .tree_alignment import Align, Pairs, distance, leaves
from .trees import Node

EXACT_UP_TO = 300
_ROWS = 512  # that are compared with all at a time


class Edge(NamedTuple):
    """Two sentences, the first of lower number, how far apart they are, and their aligned words."""

    first: int
    second: int
    distance: float
    pairs: Pairs


class Neighbourhood(NamedTuple):
    """The distances that were measured.

    Attributes:
        centre: the sentence with the smallest sum of distances to all others.
        edges: every sentence can be reached along them from every other.
    """

    centre: int
    edges: list[Edge]


def neighbourhood(trees: Sequence[Node], align: Align, nearest: int) -> Neighbourhood:
    """Measure the distances of trees, one or more.

    Args:
        trees: the sentences.
        align: ``align_trees`` or ``align_flat``.
        nearest: with how many others each sentence is compared, where there are more than
            ``EXACT_UP_TO``; all pairs else.
    """
    size = len(trees)
    if size <= EXACT_UP_TO:
        edges = [_edge(trees, align, i, j) for i, j in combinations(range(size), 2)]
        sums = np.zeros(size)
        for edge in edges:
            sums[[edge.first, edge.second]] += edge.distance
        return Neighbourhood(int(np.argmin(sums)), edges)
    near, sums = _cheap_neighbours(trees, nearest)
    centre = int(np.argmin(sums))
    chosen = {(centre, other) for other in range(size) if other != centre}
    chosen |= {(i, j) for i, row in enumerate(near.tolist()) for j in row}
    ordered = sorted({(min(pair), max(pair)) for pair in chosen})
    return Neighbourhood(centre, [_edge(trees, align, i, j) for i, j in ordered])


def _edge(trees: Sequence[Node], align: Align, first: int, second: int) -> Edge:
    pairs = align(trees[first], trees[second])
    return Edge(first, second, distance(pairs, trees[first].end, trees[second].end), pairs)


def _cheap_neighbours(trees: Sequence[Node], nearest: int) -> tuple[Ints, Floats]:
    """Return the nearest others by cheap distances, (N, nearest), and the (N,) sums of these."""
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import cdist

    strings = list(zip(*map(views, trees), strict=True))
    nearest = min(nearest, len(trees) - 1)
    near = np.zeros((len(trees), nearest), dtype=np.int64)
    sums = np.zeros(len(trees))
    for first in range(0, len(trees), _ROWS):
        rows = slice(first, first + _ROWS)
        total = np.add.reduce(
            [
                cdist(view[rows], view, scorer=Indel.normalized_distance, dtype=np.float32)
                for view in strings
            ]
        )
        sums[rows] = total.sum(axis=1)
        total[np.arange(len(total)), np.arange(first, first + len(total))] = np.inf  # itself
        near[rows] = np.argsort(total, axis=1, kind="stable")[:, :nearest]
    return near, sums


def views(tree: Node) -> tuple[str, str, str]:
    """Write a tree as strings, one character a word.

    The first shows the class of its tag, the second that with its phrase, the third the largest
    phrase that it heads with the phrase around that.
    """
    classes = [class_of(leaf.label) for leaf in leaves(tree)]
    inner = [""] * tree.end
    outer = [""] * tree.end
    stack = [(tree, "")]
    while stack:
        node, parent = stack.pop()
        if not outer[node.head]:
            outer[node.head] = f"{parent}/{node.label if node.children else ''}"
        for child in node.children:
            if child.is_leaf:
                inner[child.start] = node.label
            stack.append((child, node.label))
    return (
        "".join(chr(65 + number) for number in classes),
        "".join(_character(f"{n} {label}") for n, label in zip(classes, inner, strict=True)),
        "".join(map(_character, outer)),
    )


def _character(name: str) -> str:
    """Return a character that stands for a name; two names share one rarely."""
    return chr(0x10000 + crc32(name.encode()) % 0x8000)


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
    grid = _Grid([np.array([class_of(tag) for tag in row]) for row in tags], neighbours.centre)
    for old, new, pairs in spanning_order(len(tags), neighbours):
        grid.incorporate(old, new, pairs)
    return grid.rows(), grid.size


class _Grid:
    """Columns in order; each has a number that stays, and the classes of its words."""

    def __init__(self, classes: Sequence[Ints], centre: int):
        self._classes = classes
        self._order: Ints = np.zeros(0, dtype=np.int64)
        self._places: Ints = np.zeros(0, dtype=np.int64)  # by number
        self._counts = np.zeros((0, CLASS_COUNT), dtype=np.int64)  # by number
        self._columns: list[Ints] = [np.zeros(0, dtype=np.int64) for _ in classes]
        # What it costs that a word of one class joins a column of mostly another.
        self._costs = np.full((CLASS_COUNT, CLASS_COUNT), NEVER_COST)
        first_tags = [tags.split()[0] for tags in CLASSES.values()]
        self._costs[:OTHER, :OTHER] = substitution_costs(first_tags)
        self._costs[OTHER, OTHER] = 0.0
        size = len(classes[centre])
        self._insert(np.zeros(size, dtype=np.int64))
        self._set(centre, np.arange(size))

    @property
    def size(self) -> int:
        return len(self._order)

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
        self._order = np.insert(self._order, gaps, len(self._places) + np.arange(len(gaps)))
        self._places = np.empty(len(self._order), dtype=np.int64)
        self._places[self._order] = np.arange(len(self._order))
        empty = np.zeros((len(gaps), CLASS_COUNT), dtype=np.int64)
        self._counts = np.concatenate([self._counts, empty])

    def _fill(self, classes: Ints, columns: Ints) -> list[int]:
        """Choose for each word a column of those given, ascending, or -1 for a new one."""
        table = [np.zeros(len(columns) + 1)]  # least cost with columns up to each
        costs = self._costs[classes][:, np.argmax(self._counts[columns], axis=1)]
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
