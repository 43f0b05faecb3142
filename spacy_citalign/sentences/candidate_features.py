"""Features of candidate pairs by the two sentences alone: similarities, lengths, equality."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .candidate_pairs import CandidatePairs, Floats
from .similarity import best_pairs, character_vectors, cosines_at, overlap_vectors, tfidf_vectors
from .terms import Normalizer, Sentences

Embed = Callable[[Sentences], NDArray[np.float32]]
"""Gives the sentences of a text as vectors: (S, D), zeros for a sentence that has none."""

WORDS = ("overlap", "tfidf", "characters")
VECTORS = "vectors"


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
