"""What can be told of two sentences by themselves: cells of two texts, and their similarities."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .cells import Cells, Floats
from .similarity import best_cells, character_vectors, cosines_at, overlap_vectors, tfidf_vectors
from .terms import Normalizer, Sentences

Embed = Callable[[Sentences], NDArray[np.float32]]
"""Gives the sentences of a text as vectors: (S, D), zeros for a sentence that has none."""

WORDS = ("overlap", "tfidf", "characters")
VECTORS = "vectors"


class Evidence(NamedTuple):
    """What is known of the cells of two texts before any probability.

    Attributes:
        cells: K cells.
        similarities: (K,) each, from 0 to 1, by name; "tfidf" is one of them.
        lengths: (n,) and (m,), numbers of terms of the sentences of either text.
        equal: (K,) whether both sentences have the same words.
    """

    cells: Cells
    similarities: Mapping[str, Floats]
    lengths: tuple[NDArray[np.int64], NDArray[np.int64]]
    equal: NDArray[np.bool_]


def gather(
    first: Sentences,
    second: Sentences,
    normalizer: Normalizer,
    candidates: int,
    embed: Embed | None = None,
) -> Evidence:
    """Collect the evidence of two texts.

    A cell is there if it is among the ``candidates`` highest of its row or its column by TF*IDF, of
    which both are small next to texts of more than some dozens of sentences. Unlike the paper's, a
    term of all sentences keeps a weight, log(1 + N / DF), without which two texts of one sentence
    had nothing in common.

    Args:
        first: n sentences.
        second: m sentences.
        normalizer: makes terms of words.
        candidates: cells of a row and of a column.
        embed: for a similarity of vectors beside the others.

    Raises:
        InputError: ``embed`` gives other than a vector for each sentence.
    """
    terms = normalizer.terms(first), normalizer.terms(second)
    tfidf = tfidf_vectors(*terms, smooth=True)
    rows, columns = best_cells(tfidf, candidates)
    similarities = {
        "overlap": cosines_at(overlap_vectors(*terms), rows, columns),
        "tfidf": cosines_at(tfidf, rows, columns),
        "characters": cosines_at(character_vectors(first, second, smooth=True), rows, columns),
    }
    if embed is not None:
        left, right = _unit(embed(first), len(first)), _unit(embed(second), len(second))
        products = np.einsum("kd,kd->k", left[rows], right[columns])
        similarities[VECTORS] = np.clip(products, 0.0, 1.0)
    lengths = tuple(np.fromiter(map(len, text), np.int64, len(text)) for text in terms)
    numbers: dict[tuple[str, ...], int] = {}
    same = [
        np.fromiter((numbers.setdefault(tuple(s), len(numbers)) for s in text), np.int64, len(text))
        for text in (first, second)
    ]
    return Evidence(
        Cells(rows, columns, (len(first), len(second))),
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
