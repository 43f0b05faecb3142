"""Features of candidate pairs for a regression: how like two sentences are, and their neighbours.

The paper judges a pair by its TF*IDF cosine alone and leaves the rest to the global alignment. Here
a pair is judged by several similarities, by how far it is ahead of the best others of either
sentence, and then, from the probabilities so found, by its neighbours: a pair whose neighbours on
the diagonal are linked is likely right even if the order of the texts changed elsewhere, where a
path through the whole matrix cannot go. What Nelken & Shieber's recurrence (section 4.4)
approximates cell by cell of that matrix is found exactly on the candidates: the heaviest chain.
"""

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from ..words.array_types import Floats
from .candidate_features import CandidateFeatures, CandidatePairs

_REACH = 2  # how far neighbours on the diagonal may be
_LINKED = 0.1  # least probability of pairs that the chain is made of
_SURE = 0.3  # least probability of reciprocal best pairs that tell whether order is kept
_SMALL = 1e-4  # keeps log odds finite


def heaviest_chain(
    rows: NDArray[np.int64], columns: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the positions of the pairs of the heaviest strictly monotone chain, in its order.

    Of chains of equal weight one that ends in earlier columns is taken.

    Args:
        rows, columns: (K,) pairs, none twice.
        weights: (K,) positive.

    Returns:
        (L,) int64 positions, rows and columns of which grow.

    >>> heaviest_chain(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([1.0, 2.0, 1.5]))
    array([0, 2])
    """
    # The best chains by their last column: both columns and weights of the frontier ascend. Pairs
    # of one row come with falling columns, so that none follows another of its row.
    ends: list[int] = []
    totals: list[float] = []
    lasts: list[int] = []
    before = np.full(len(rows), -1)
    order = np.lexsort((-columns, rows))
    pairs = zip(order.tolist(), columns[order].tolist(), weights[order].tolist(), strict=True)
    for pair, column, weight in pairs:
        position = bisect_left(ends, column)
        total = weight
        if position:
            total += totals[position - 1]
            before[pair] = lasts[position - 1]
        if position < len(ends) and ends[position] == column and totals[position] >= total:
            continue
        stop = position
        while stop < len(ends) and totals[stop] <= total:
            stop += 1
        ends[position:stop] = [column]
        totals[position:stop] = [total]
        lasts[position:stop] = [pair]
    chain = [lasts[-1]] if lasts else []
    while chain and before[chain[-1]] >= 0:
        chain.append(int(before[chain[-1]]))
    return np.array(chain[::-1], dtype=np.int64)


def feature_counts(similarities: int) -> tuple[int, int]:
    """Return how many local features and features of context there are."""
    return 3 * similarities + 3, similarities + 24


def local_features(candidates: CandidateFeatures) -> Floats:
    """Return (K, 3 S + 3) features of the pairs for S similarities."""
    pairs = candidates.pairs
    columns: list[Floats] = []
    for values in candidates.similarities.values():
        columns += [
            values,
            values - pairs.highest_others(values, 1),
            values - pairs.highest_others(values, 0),
        ]
    first, second = (np.log1p(lengths) for lengths in candidates.lengths)
    columns += [
        np.abs(first[pairs.rows] - second[pairs.columns]),
        candidates.equal.astype(np.float64),
        candidates.similarities["tfidf"] ** 2,
    ]
    return np.column_stack(columns)


def context_features(candidates: CandidateFeatures, probabilities: Floats) -> Floats:
    """Return (K, F) features of the pairs, given (K,) probabilities that they are links."""
    pairs = candidates.pairs
    odds = np.log((probabilities + _SMALL) / (1 - probabilities + _SMALL))
    ahead = _diagonal(pairs, probabilities, 1)
    behind = _diagonal(pairs, probabilities, -1)
    beside = np.maximum(
        pairs.neighbour_values(probabilities, 0, 1), pairs.neighbour_values(probabilities, 0, -1)
    )
    above = np.maximum(
        pairs.neighbour_values(probabilities, 1, 0), pairs.neighbour_values(probabilities, -1, 0)
    )
    chain = _Chain(pairs, probabilities)
    rows, columns = pairs.shape
    tfidf = candidates.similarities["tfidf"]
    return np.column_stack(
        [
            odds,
            probabilities,
            probabilities - pairs.highest_others(probabilities, 1),
            probabilities - pairs.highest_others(probabilities, 0),
            ahead,
            behind,
            ahead * behind,
            pairs.neighbour_values(probabilities, 1, 1),
            pairs.neighbour_values(probabilities, -1, -1),
            beside,
            above,
            chain.on,
            chain.on * chain.order,
            chain.outside,
            chain.outside * chain.order,
            chain.away,
            chain.away * chain.order,
            ((pairs.rows == 0) & (pairs.columns == 0)).astype(np.float64),
            ((pairs.rows == rows - 1) & (pairs.columns == columns - 1)).astype(np.float64),
            np.full(len(pairs), chain.order),
            candidates.equal.astype(np.float64),
            *candidates.similarities.values(),
            beside * chain.on,
            probabilities * chain.on,
            tfidf * np.maximum(ahead, behind),
        ]
    )


def _diagonal(pairs: CandidatePairs, values: Floats, sign: int) -> Floats:
    """Return the highest value in the square of pairs that follow (sign 1) or come before."""
    steps = range(1, _REACH + 1)
    around = [
        pairs.neighbour_values(values, sign * down, sign * right)
        for down in steps
        for right in steps
    ]
    return np.maximum.reduce(around)


class _Chain:
    """The positions of pairs relative to the heaviest chain of probable ones.

    Attributes:
        on: (K,) 1 for pairs of the chain, else 0.
        outside: (K,) log1p of how many columns a pair is away from the gap of the chain it is in.
        away: (K,) distance from the chain as a line, in shares of the second text.
        order: share of the sure reciprocal best pairs that are on the chain, smoothed.
    """

    def __init__(self, pairs: CandidatePairs, probabilities: Floats):
        rows, columns = pairs.shape
        likely = np.flatnonzero(probabilities > _LINKED)
        chain = likely[
            heaviest_chain(pairs.rows[likely], pairs.columns[likely], probabilities[likely])
        ]
        self.on = np.zeros(len(pairs))
        self.on[chain] = 1.0
        best = (probabilities >= pairs.highest_others(probabilities, 1)) & (
            probabilities >= pairs.highest_others(probabilities, 0)
        )
        sure = best & (probabilities > _SURE)
        self.order = (np.sum(self.on[sure]) + 1) / (np.count_nonzero(sure) + 2)
        on_rows = np.concatenate([[-1], pairs.rows[chain], [rows]])
        on_columns = np.concatenate([[-1], pairs.columns[chain], [columns]])
        numbers = np.arange(rows)
        low = on_columns[np.searchsorted(on_rows, numbers, "right") - 1][pairs.rows]
        high = on_columns[np.searchsorted(on_rows, numbers, "left")][pairs.rows]
        beyond = np.maximum(low - pairs.columns, pairs.columns - high)
        self.outside = np.log1p(np.maximum(0, beyond))
        line = np.interp(numbers, on_rows, on_columns)[pairs.rows]
        self.away = np.abs(pairs.columns - line) / max(columns, 1)
