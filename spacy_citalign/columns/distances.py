"""Distances between sentences, along which a multiple alignment is built.

Roark (section 4): "align the two trees with the given method (full or flat); count the number of
unaligned words in each string; divide by the total number of words in both strings". All pairs of
4,000 trees would take an hour or two; so, beyond a few hundred sentences, each is compared with its
nearest ones by several cheap distances, and with the centre. That leaves the paper.
"""

from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

import numpy as np

from ..words.arrays import Floats, Ints
from .tag_classes import class_of
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
        wanted = [(i, j) for i in range(size) for j in range(i + 1, size)]
        edges = [_edge(trees, align, i, j) for i, j in wanted]
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
    far = distance(pairs, trees[first].end, trees[second].end)
    return Edge(first, second, far, pairs)


def _cheap_neighbours(trees: Sequence[Node], nearest: int) -> tuple[Ints, Floats]:
    """Return the nearest others by cheap distances, (N, nearest), and the (N,) sums of these."""
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import cdist

    views = list(zip(*map(_views, trees), strict=True))
    nearest = min(nearest, len(trees) - 1)
    near = np.zeros((len(trees), nearest), dtype=np.int64)
    sums = np.zeros(len(trees))
    for first in range(0, len(trees), _ROWS):
        rows = slice(first, first + _ROWS)
        total = np.sum(
            [
                cdist(view[rows], view, scorer=Indel.normalized_distance, dtype=np.float32)
                for view in views
            ],
            axis=0,
        )
        sums[rows] = total.sum(axis=1)
        numbers = np.arange(first, first + len(total))
        total[np.arange(len(total)), numbers] = np.inf  # itself
        near[rows] = np.argsort(total, axis=1, kind="stable")[:, :nearest]
    return near, sums


def _views(tree: Node) -> tuple[str, str, str]:
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
