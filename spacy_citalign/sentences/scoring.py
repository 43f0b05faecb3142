"""Precision and recall of pairs of sentences, by gold pairs or by passages that match.

Nelken & Shieber (2006), sections 3 and 5. Ratios are 0 to 1, and 0 where there is nothing to divide
by; but see ``passage_curve`` on a recall above 1.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Floats
from .calibration import Passages
from .methods import Links


class Curve(NamedTuple):
    """Precision and recall of what a threshold leaves, for every threshold that differs.

    Attributes:
        precision: (T,) float64.
        recall: (T,) float64, never falls.
        threshold: (T,) float64, falls.
    """

    precision: Floats
    recall: Floats
    threshold: Floats


def diversity(links: int, n: int, m: int) -> float:
    """Return the alignment diversity measure, 2 * links / (n + m), 0 or more.

    It is 1 where each sentence has one link.

    Args:
        links: number of pairs that match.
        n, m: numbers of sentences of the two texts.
    """
    return 2 * links / (n + m) if n + m else 0.0


def passage_curve(parts: Sequence[tuple[Links, Passages]], *, capped: bool) -> Curve:
    """Score pairs by how probable they are, where gold is which passages match.

    A pair is right if its sentences lie in two passages that match. Since it is not known which of
    their sentences belong together, two passages of k and l sentences are to yield min(k, l) pairs;
    passages that are listed twice count once. In the paper all right pairs count as found, so that
    recall can exceed 1 where a sentence has several partners.

    Args:
        parts: of pairs of texts: what was found, and the passages. All are pooled.
        capped: count for recall only as many right pairs of two passages as they are to yield. A
            pair that lies in several takes a place in the smallest that has one left, the more
            probable pair first.

    Returns:
        (T,) arrays; precision is of all right pairs, capped or not.
    """
    right, placed, total = [], [], 0
    for links, passages in parts:
        distinct = _distinct(passages)
        in_passages, in_place = _judged(links, distinct)
        right.append(in_passages)
        placed.append(in_place if capped else in_passages)
        total += sum(min(len(rows), len(columns)) for rows, columns in distinct)
    none = [np.zeros(0)]
    probability = np.concatenate([links.probability for links, _ in parts] or none)
    order = np.argsort(-probability, kind="stable")
    threshold = probability[order]
    last = np.flatnonzero(np.append(threshold[1:] != threshold[:-1], True)[: len(order)])
    counts = np.arange(1, len(order) + 1)
    tp = np.cumsum(np.concatenate(right or none)[order], dtype=np.int64)
    counted = np.cumsum(np.concatenate(placed or none)[order], dtype=np.int64)
    return Curve(tp[last] / counts[last], counted[last] / max(total, 1), threshold[last])


def _distinct(passages: Passages) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return passages that match, each pair once, the smallest first."""
    sets = [(frozenset(map(int, rows)), frozenset(map(int, cols))) for rows, cols in passages]
    return sorted(dict.fromkeys(sets), key=lambda pair: min(map(len, pair)))


def _judged(
    links: Links, passages: Sequence[tuple[frozenset[int], frozenset[int]]]
) -> tuple[Bools, Bools]:
    """Return which pairs lie in matching passages, and which of them get a place there."""
    numbers: dict[tuple[int, int], list[int]] = {}
    for number, (rows, columns) in enumerate(passages):
        for row in rows:
            for column in columns:
                numbers.setdefault((row, column), []).append(number)
    room = [min(len(rows), len(columns)) for rows, columns in passages]
    right = np.zeros(len(links.first), dtype=np.bool_)
    placed = right.copy()
    pairs = list(zip(links.first.tolist(), links.second.tolist(), strict=True))
    for pair in np.argsort(-links.probability, kind="stable").tolist():
        matching = numbers.get(pairs[pair], [])
        right[pair] = bool(matching)
        open_ones = [number for number in matching if room[number]]
        if open_ones:
            placed[pair] = True
            room[open_ones[0]] -= 1
    return right, placed
