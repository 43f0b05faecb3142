"""Similarities of the sentences of two texts: cosines of their words or of their letters.

Nelken & Shieber (2006), section 4.1: each sentence counts as a document, and the two texts are one
collection of N = n + m of them. A term has TF 1 in a sentence that has it ("ignoring number of
occurrences yielded better accuracy") and IDF log(N / DF), where DF sentences have it; a term of all
sentences weighs nothing, so that two texts of the same single sentence have a TF*IDF of 0. Word
overlap, their baseline, is the cosine where every term weighs 1. Character n-grams with the same
weights are ours: they see related words through.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..words.arrays import Floats, Ints
from ..words.hashing import Hashes, Strings
from ..words.lazy_scipy import sparse
from .terms import Sentences, runs

Terms = Sequence[Sequence[str]]
MAX_PAIRS = 1 << 14  # pairs of sentences whose cosines are taken together


class TextVectors(NamedTuple):
    """The sentences of two texts as vectors, of length 1, or of zeros where nothing is left.

    Attributes:
        first: (n, V) scipy.sparse.csr_array, float64, none below 0.
        second: (m, V), likewise.
    """

    first: "sparse.csr_array"
    second: "sparse.csr_array"

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of sentences: n, m."""
        return self.first.shape[0], self.second.shape[0]


def overlap_vectors(first_terms: Terms, second_terms: Terms) -> TextVectors:
    """Return vectors in which every term of a sentence weighs the same.

    >>> cosines(overlap_vectors([["a", "b"]], [["b", "c"]])).round(3).tolist()
    [[0.5]]
    """
    return _split(_unit_rows(_term_matrix(first_terms, second_terms)), len(first_terms))


def tfidf_vectors(first_terms: Terms, second_terms: Terms, *, smooth: bool = False) -> TextVectors:
    """Return vectors in which a term weighs log(N / DF), however often a sentence has it.

    Args:
        first_terms, second_terms: n and m lists.
        smooth: weigh by log(1 + N / DF), which is above 0 for terms of all sentences too.
    """
    matrix = _term_matrix(first_terms, second_terms)
    return _split(_unit_rows(_inverse_frequency(matrix, smooth)), len(first_terms))


def character_vectors(
    first: Sentences,
    second: Sentences,
    sizes: Sequence[int] = (3, 4, 5),
    *,
    smooth: bool = False,
) -> TextVectors:
    """Return vectors of character n-grams, weighed as the terms of ``tfidf_vectors``.

    N-grams are of a sentence's lower-cased words with a space before, between and after them. They
    are told apart by hashes; that two of a million fall together has a chance of one in hundreds.

    Args:
        first: n sentences.
        second: m sentences.
        sizes: how many characters an n-gram has, each 1 or more.
        smooth: as for terms.
    """
    texts = [f" {' '.join(words)} " if words else "" for words in map(runs, chain(first, second))]
    return _split(_unit_rows(_inverse_frequency(_gram_matrix(texts, sizes), smooth)), len(first))


def cosines(vectors: TextVectors) -> Floats:
    """Return the cosine of every sentence with every other: (n, m) float64, 0 to 1."""
    return _cosines(vectors.first, vectors.second.T)


def cosines_at(vectors: TextVectors, rows: Ints, columns: Ints) -> Floats:
    """Return the cosines of K pairs of sentences: (K,) float64, 0 to 1.

    A pair may be given more than once.
    """
    values = np.zeros(len(rows))
    ones = np.ones(vectors.first.shape[1])  # their product adds in the order of ``cosines``
    for start in range(0, len(rows), MAX_PAIRS):
        part = slice(start, start + MAX_PAIRS)
        values[part] = vectors.first[rows[part]].multiply(vectors.second[columns[part]]) @ ones
    return np.minimum(values, 1.0)


def best_pairs(vectors: TextVectors, most: int, block: int = 512) -> tuple[Ints, Ints]:
    """Find the pairs of sentences that are among the highest of their row or of their column.

    Works on blocks of rows, in memory of O(block * m + (n + m) * most).

    Args:
        vectors: of two texts.
        most: how many pairs of a row, and of a column; of equal ones those nearest to the diagonal,
            where a sentence that is repeated all over both texts most likely belongs.
        block: how many rows are looked at together.

    Returns:
        rows, columns: (K,) int64 each, sorted by row, then column; pairs above 0 only.
    """
    n, m = vectors.shape
    other = vectors.second.T.tocsr()
    by_row = [np.zeros(0, dtype=np.int64)]
    best, values = np.zeros(0, dtype=np.int64), np.zeros(0)  # of the columns, so far
    floor = np.zeros(m)  # of what is among the best of its column
    start = 0
    while start < n and m and most > 0:
        # The first blocks are small, so that few pairs are among the best for a while.
        stop = min(n, start + min(block, start + most))
        similarities = _cosines(vectors.first[start:stop], other)
        rows, columns = _highest_of_rows(similarities, most)
        pairs, row_values = (start + rows) * m + columns, similarities[rows, columns]
        by_row.append(pairs[first_by(rows, row_values, _away(pairs, n, m), most)])
        rows, columns = np.nonzero((similarities >= floor) & (similarities > 0))
        best = np.append(best, (start + rows) * m + columns)
        values = np.append(values, similarities[rows, columns])
        kept = first_by(best % m, values, _away(best, n, m), most)
        best, values = best[kept], values[kept]
        counts = np.bincount(best % m, minlength=m)
        full = counts == most
        floor[full] = values[np.cumsum(counts)[full] - 1]
        start = stop
    pairs = np.unique(np.concatenate([*by_row, best]))
    return pairs // max(m, 1), pairs % max(m, 1)


def first_by(groups: Ints, values: Floats, order: Ints, most: int) -> Ints:
    """Pick the ``most`` highest values of each group, of equal ones those of lowest ``order``.

    Args:
        groups, values, order: (K,) each.
        most: how many of each group.

    Returns:
        (L,) int64, numbers of the picked ones, sorted by group, then falling value.
    """
    sorting = np.lexsort((order, -values, groups))
    of = groups[sorting]
    begins = np.flatnonzero(np.diff(of, prepend=of[:1] - 1))
    rank = np.arange(len(of)) - np.repeat(begins, np.diff(begins, append=len(of)))
    return sorting[rank < most]


def _highest_of_rows(values: Floats, most: int) -> tuple[Ints, Ints]:
    """Find the pairs above 0 that are as high as the ``most`` highest of their row."""
    candidates = values > 0
    if most < values.shape[1]:
        rank = values.shape[1] - most
        candidates &= values >= np.partition(values, rank, axis=1)[:, rank, None]
    rows, columns = np.nonzero(candidates)
    return rows, columns


def _away(pairs: Ints, n: int, m: int) -> Ints:
    """Return how far pairs are from the diagonal of the matrix, on a scale of its own."""
    return np.abs(pairs // m * m - pairs % m * n)


def _cosines(first: "sparse.csr_array", transposed_second: "sparse.csr_array") -> Floats:
    cosines: Floats = (first @ transposed_second).toarray()
    return np.minimum(cosines, 1.0, out=cosines)  # rounding may leave 1 and a bit


def _term_matrix(first: Terms, second: Terms) -> "sparse.csr_array":
    """Return which sentences have which terms: (n + m, V), of ones."""
    numbers: dict[str, int] = {}
    both = [*first, *second]
    columns = np.fromiter(
        (numbers.setdefault(term, len(numbers)) for terms in both for term in terms), np.int64
    )
    rows = np.repeat(np.arange(len(both)), np.fromiter(map(len, both), np.int64, len(both)))
    width = max(len(numbers), 1)
    entries = np.unique(rows * width + columns)
    starts = np.searchsorted(entries, np.arange(len(both) + 1) * width)
    return sparse.csr_array(
        (np.ones(len(entries)), entries % width, starts), shape=(len(both), width)
    )


def _gram_matrix(texts: Sequence[str], sizes: Sequence[int]) -> "sparse.csr_array":
    """Return which texts have which character n-grams: (N, V), of ones."""
    strings = Strings(texts)
    owners = np.repeat(np.arange(len(texts)), strings.lengths)
    # The row stands in the lowest bits of the hash: one sort brings grams and their rows together.
    bits = np.uint64(max(len(texts) - 1, 1).bit_length())
    keys = np.unique(np.concatenate([_keys(strings, owners, size, bits) for size in sizes]))
    starts = np.append(0, np.flatnonzero(np.diff(keys >> bits)) + 1)
    rows = (keys & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.int64)
    ends = np.append(starts, len(keys))
    shape = len(texts), len(starts)
    return sparse.csc_array((np.ones(len(keys)), rows, ends), shape=shape).tocsr()


def _keys(strings: Strings, owners: Ints, size: int, bits: np.uint64) -> Hashes:
    """Return the hash of each n-gram of a size, with the number of its text in the lowest bits."""
    starts = np.flatnonzero(np.arange(len(owners)) + size <= strings.ends[owners])
    hashes = strings.hasher()(starts, starts + size)
    return (hashes >> bits << bits) | owners[starts].astype(np.uint64)


def _inverse_frequency(matrix: "sparse.csr_array", smooth: bool) -> "sparse.csr_array":
    """Give each one of a column log(N / DF), and drop columns of which that is 0."""
    frequency = np.bincount(matrix.indices, minlength=matrix.shape[1])
    weights = np.log(max(matrix.shape[0], 1) / np.maximum(frequency, 1) + smooth)
    weighted = sparse.csr_array(
        (weights[matrix.indices], matrix.indices, matrix.indptr), matrix.shape
    )
    weighted.eliminate_zeros()
    return weighted


def _unit_rows(matrix: "sparse.csr_array") -> "sparse.csr_array":
    """Divide each row by its length."""
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    lengths = np.sqrt(np.bincount(rows, matrix.data**2, minlength=matrix.shape[0]))
    return sparse.csr_array(
        (matrix.data / lengths[rows], matrix.indices, matrix.indptr), matrix.shape
    )


def _split(matrix: "sparse.csr_array", n: int) -> TextVectors:
    return TextVectors(matrix[:n], matrix[n:])
