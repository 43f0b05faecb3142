"""Features of candidate pairs for a regression: how like two sentences are, and their neighbours.

The paper judges a pair by its TF*IDF cosine alone and leaves the rest to the global alignment. Here
a pair is judged by several similarities, by how far it is ahead of the best others of either
sentence, and then, from the probabilities so found, by its neighbours: a pair whose neighbours on
the diagonal are linked is likely right even if the order of the texts changed elsewhere, where a
path through the whole matrix cannot go. What Nelken & Shieber's recurrence (section 4.4)
approximates cell by cell of that matrix is found exactly on the candidates: the heaviest chain.

A text of 20,000 sentences has 400 million pairs with another one, of which a few are like each
other at all; everything beyond the paper works on those alone. A pair is a row, the number of a
sentence of the first text, and a column, that of a sentence of the second. Features are
similarities, lengths and equality.
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.arrays import Bools, Floats, Ints
from .similarity import best_pairs, character_vectors, cosines_at, overlap_vectors, tfidf_vectors
from .terms import Normalizer, Sentences

Embed = Callable[[Sentences], NDArray[np.float32]]
"""Gives the sentences of a text as vectors: (S, D), zeros for a sentence that has none."""
WORDS = ("overlap", "tfidf", "characters")
VECTORS = "vectors"


class CandidatePairs:
    """Pairs of sentences, and values at and around them.

    Args:
        rows, columns: (K,) int64, sorted by row, then by column, none twice.
        shape: how many sentences the two texts have.
    """

    def __init__(self, rows: Ints, columns: Ints, shape: tuple[int, int]):
        self.rows, self.columns, self.shape = rows, columns, shape

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.rows)

    @cached_property
    def _keys(self) -> Ints:
        return self.rows * self.shape[1] + self.columns

    def positions(self, rows: Ints, columns: Ints) -> Ints:
        """Return the position of each of these pairs among the candidates, -1 where it is none."""
        inside = (rows >= 0) & (rows < self.shape[0]) & (columns >= 0) & (columns < self.shape[1])
        if not len(self):
            return np.full(len(rows), -1)
        keys = rows * self.shape[1] + columns
        positions = np.minimum(np.searchsorted(self._keys, keys), len(self) - 1)
        return np.where(inside & (self._keys[positions] == keys), positions, -1)

    def neighbour_values(self, values: Floats, down: int, right: int) -> Floats:
        """Return for each pair the value so many rows and columns from it, 0 where is none."""
        positions = self.positions(self.rows + down, self.columns + right)
        return np.where(positions >= 0, values[positions], 0.0)

    def highest(self, values: Floats, axis: int) -> Floats:
        """Return the highest value of each row (axis 1) or column (axis 0), 0 without pairs.

        Args:
            values: (K,) not negative.
            axis: as numpy has it.
        """
        highest = np.zeros(self.shape[0] if axis else self.shape[1])
        np.maximum.at(highest, self.rows if axis else self.columns, values)
        return highest

    def highest_others(self, values: Floats, axis: int) -> Floats:
        """Return for each pair the highest value of the others in its row (axis 1) or column."""
        sentences = self.rows if axis else self.columns
        highest = self.highest(values, axis)
        is_highest = values == highest[sentences]
        several = np.bincount(sentences[is_highest], minlength=len(highest)) > 1
        second = self.highest(np.where(is_highest, 0.0, values), axis)
        return np.where(is_highest & ~several[sentences], second[sentences], highest[sentences])


class CandidateFeatures(NamedTuple):
    """The candidate pairs of two texts and their features.

    Attributes:
        pairs: K pairs.
        similarities: (K,) each, from 0 to 1, by name; "tfidf" is one of them.
        lengths: (n,) and (m,), numbers of terms of the sentences of either text.
        equal: (K,) whether both sentences have the same words.
    """

    pairs: CandidatePairs
    similarities: Mapping[str, Floats]
    lengths: tuple[Ints, Ints]
    equal: Bools


def candidate_features(
    first: Sentences,
    second: Sentences,
    normalizer: Normalizer,
    candidates: int,
    embed: Embed | None = None,
) -> CandidateFeatures:
    """Return the candidate pairs of two texts with their features.

    A pair is a candidate if it is among the ``candidates`` highest of either sentence by TF*IDF.
    Unlike the paper's, a term of all sentences keeps a weight, log(1 + N / DF), without which two
    texts of one sentence had nothing in common.

    Args:
        first: n sentences.
        second: m sentences.
        normalizer: makes terms of words.
        candidates: pairs of a sentence; few next to texts of more than some dozens of sentences.
        embed: for a similarity of vectors beside the others.

    Raises:
        InputError: ``embed`` gives other than a vector for each sentence.
    """
    terms = normalizer.terms(first), normalizer.terms(second)
    tfidf = tfidf_vectors(*terms, smooth=True)
    rows, columns = best_pairs(tfidf, candidates)
    similarities = {
        "overlap": cosines_at(overlap_vectors(*terms), rows, columns),
        "tfidf": cosines_at(tfidf, rows, columns),
        "characters": cosines_at(character_vectors(first, second, smooth=True), rows, columns),
    }
    if embed is not None:
        first_vectors = _unit(embed(first), len(first))
        second_vectors = _unit(embed(second), len(second))
        products = np.einsum("kd,kd->k", first_vectors[rows], second_vectors[columns])
        similarities[VECTORS] = np.clip(products, 0.0, 1.0)
    lengths = tuple(np.fromiter(map(len, text), np.int64, len(text)) for text in terms)
    numbers: dict[tuple[str, ...], int] = {}
    same = [
        np.fromiter((numbers.setdefault(tuple(s), len(numbers)) for s in text), np.int64, len(text))
        for text in (first, second)
    ]
    return CandidateFeatures(
        CandidatePairs(rows, columns, (len(first), len(second))),
        similarities,
        (lengths[0], lengths[1]),
        same[0][rows] == same[1][columns],
    )


def _unit(vectors: NDArray[np.float32], sentences: int) -> Floats:
    """Divide vectors by their lengths."""
    if np.ndim(vectors) != 2 or len(vectors) != sentences:
        raise InputError(
            f"vectors of shape {np.shape(vectors)} were given for {sentences} sentences; give a "
            "row for each"
        )
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros(vectors.shape), where=lengths > 0)


_REACH = 2  # how far neighbours on the diagonal may be
_LINKED = 0.1  # least probability of pairs that the chain is made of
_SURE = 0.3  # least probability of reciprocal best pairs that tell whether order is kept
_SMALL = 1e-4  # keeps log odds finite


def heaviest_chain(rows: Ints, columns: Ints, weights: Floats) -> Ints:
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
    near = partial(pairs.neighbour_values, probabilities)
    ahead = _diagonal(pairs, probabilities, 1)
    behind = _diagonal(pairs, probabilities, -1)
    beside = np.maximum(near(0, 1), near(0, -1))
    chain = _Chain(pairs, probabilities)
    rows, columns = pairs.shape
    return np.column_stack(
        [
            odds,
            probabilities,
            probabilities - pairs.highest_others(probabilities, 1),
            probabilities - pairs.highest_others(probabilities, 0),
            ahead,
            behind,
            ahead * behind,
            near(1, 1),
            near(-1, -1),
            beside,
            np.maximum(near(1, 0), near(-1, 0)),
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
            candidates.similarities["tfidf"] * np.maximum(ahead, behind),
        ]
    )


def _diagonal(pairs: CandidatePairs, values: Floats, sign: int) -> Floats:
    """Return the highest value in the square of pairs that follow (sign 1) or come before."""
    steps = product(range(sign, sign * (_REACH + 1), sign), repeat=2)
    return np.maximum.reduce([pairs.neighbour_values(values, *step) for step in steps])


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
