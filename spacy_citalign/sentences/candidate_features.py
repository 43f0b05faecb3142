"""Candidate pairs of two texts, and their features by the two sentences alone.

A text of 20,000 sentences has 400 million pairs with another one, of which a few are like each
other at all; everything beyond the paper works on those alone. A pair is a row, the number of a
sentence of the first text, and a column, that of a sentence of the second. Features are
similarities, lengths and equality.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.array_types import Floats, Integers
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

    def __init__(self, rows: Integers, columns: Integers, shape: tuple[int, int]):
        self.rows, self.columns, self.shape = rows, columns, shape

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.rows)

    @cached_property
    def _keys(self) -> Integers:
        return self.rows * self.shape[1] + self.columns

    def positions(self, rows: Integers, columns: Integers) -> Integers:
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
        sentences = self.rows if axis else self.columns
        highest = np.zeros(self.shape[0] if axis else self.shape[1])
        np.maximum.at(highest, sentences, values)
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
    lengths: tuple[NDArray[np.int64], NDArray[np.int64]]
    equal: NDArray[np.bool_]


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
