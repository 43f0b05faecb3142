"""Similarity of citing sentences and sentences of an article, by several kinds of terms.

BM25 as of Robertson & Zaragoza (2009), "The probabilistic relevance framework: BM25 and beyond",
equation 3.15: a term that a sentence has f times counts idf f (k + 1) / (f + k (1 - b + b l / m)),
l terms being in the sentence and m in the mean one. In how many sentences of scientific articles a
term stands is kept by hash in small tables. Each kind is a sparse matrix of sentences by
terms, and all citing sentences are compared at once.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Bools, Floats, Ints
from ..words.hashing import Hashes
from ..words.lazy_scipy import sparse as sp
from .terms import Terms, acronyms, grams, hashed, names, numbers, stem_pairs, stems

STEM_BUCKETS, GRAM_BUCKETS = 1 << 16, 1 << 17
_BUCKETS = {"stems": STEM_BUCKETS, "grams": GRAM_BUCKETS}
_KINDS = {"stems": stems, "grams": grams}
_STEP = 12.0  # of the logarithm: a count is right within 5 percent
_BATCH = 5_000


class Frequencies(NamedTuple):
    """Counts of terms in N sentences.

    Attributes:
        sentences: N.
        stems: (65,536,) uint8, by the low bits of the hash, log2(1 + count) in twelfths; of terms
            that share a bucket the sum.
        grams: (131,072,) uint8, the same of pieces of words.
    """

    sentences: int
    stems: NDArray[np.uint8]
    grams: NDArray[np.uint8]

    def idf(self, kind: str, hashes: Hashes) -> NDArray[np.float64]:
        """Return ln(1 + (N - n + .5) / (n + .5)) of terms, n sentences having it: (T,) float64.

        Robertson & Zaragoza (2009), "The probabilistic relevance framework: BM25 and beyond",
        equation 3.1, with 1 added so that no term counts against a sentence.
        """
        table = self.stems if kind == "stems" else self.grams
        buckets = hashes & np.uint64(len(table) - 1)
        counts = np.exp2(table[buckets] / _STEP) - 1.0
        return np.log1p(np.maximum(self.sentences - counts + 0.5, 0.0) / (counts + 0.5))


def count_frequencies(sentences: Iterable[str]) -> Frequencies:
    """Count in how many of the sentences each term stands; blank ones are left out."""
    counts = {kind: np.zeros(size, np.int64) for kind, size in _BUCKETS.items()}
    total = 0
    written = (sentence for sentence in sentences if sentence.strip())
    while batch := list(islice(written, _BATCH)):
        _count(batch, counts)
        total += len(batch)
    quantised = {
        kind: np.minimum(np.round(np.log2(1.0 + n) * _STEP), 255).astype(np.uint8)
        for kind, n in counts.items()
    }
    return Frequencies(total, quantised["stems"], quantised["grams"])


def _count(batch: list[str], counts: dict[str, NDArray[np.int64]]) -> None:
    for kind, table in counts.items():
        terms = hashed(batch, _KINDS[kind])
        pairs = np.stack([terms.texts.astype(np.uint64), terms.hashes], axis=1)
        once = np.unique(pairs, axis=0)[:, 1]
        np.add.at(table, once & np.uint64(len(table) - 1), 1)


_K, _B = 1.2, 0.5

CHANNELS = (
    "grams",
    "grams_of_citance",
    "grams_of_sentence",
    "stems",
    "stems_of_citance",
    "stems_of_sentence",
    "pairs",
    "acronyms",
    "acronyms_of_citance",
    "numbers",
    "numbers_of_citance",
    "names",
    "rare_stems",
    "rare_grams",
    "window",
)
"""Kinds of likeness: BM25 by terms; the weight of common terms to that of the citance's or of the
sentence's; ``rare`` weighs terms by their rarity in articles and in this one, ``window`` counts the
sentences before and after as well."""


class _Index:
    """The terms of one kind in the S sentences of an article."""

    def __init__(self, terms: Terms, sentences: int, idf: Callable[[Hashes, Floats], Floats]):
        self.keys, columns = np.unique(terms.hashes, return_inverse=True)
        shape = sentences, len(self.keys)
        ones = np.ones(len(columns))
        counts = sp.csr_matrix((ones, (terms.texts, columns)), shape=shape)  # sums repeated ones
        held = np.diff(sp.csc_matrix(counts).indptr).astype(np.float64)
        self._idf = idf(self.keys, np.log1p((sentences - held + 0.5) / (held + 0.5)))
        rows = np.repeat(np.arange(sentences), np.diff(counts.indptr))
        lengths = np.asarray(counts.sum(axis=1)).ravel()
        mean = max(float(lengths.mean()), 1.0)
        slowed = counts.data + _K * (1 - _B + _B * lengths[rows] / mean)
        weights = self._idf[counts.indices]
        self._bm25 = sp.csr_matrix(
            (weights * counts.data * (_K + 1) / slowed, counts.indices, counts.indptr), shape
        )
        self._held = sp.csr_matrix((weights, counts.indices, counts.indptr), shape)
        self._sums = np.asarray(self._held.sum(axis=1)).ravel()
        self.counts = np.asarray(counts.sum(axis=0)).ravel()

    def count(self, terms: Terms) -> Floats:
        """Return how often the article has each of N terms: (N,)."""
        places, known = self._places(terms)
        counts = np.zeros(len(places))
        counts[known] = self.counts[places[known]]
        return counts

    def _places(self, terms: Terms) -> tuple[Ints, Bools]:
        """Return the place of each term among those of the article, and whether it is there."""
        if not len(self.keys):
            nothing = np.zeros(len(terms.hashes), bool)
            return nothing.astype(np.int64), nothing
        places = np.minimum(np.searchsorted(self.keys, terms.hashes), len(self.keys) - 1)
        return places, self.keys[places] == terms.hashes

    def citances(self, terms: Terms, count: int) -> "sp.csr_matrix":
        """Return which of the article's terms each citance has: (Q, T) of 0 and 1."""
        places, known = self._places(terms)
        shape = count, len(self.keys)
        ones = np.ones(int(known.sum()))
        matrix = sp.csr_matrix((ones, (terms.texts[known], places[known])), shape=shape)
        matrix.data[:] = 1.0
        return matrix

    def scores(self, citances: "sp.csr_matrix") -> Floats:
        """Return BM25 of Q citances by S sentences: (Q, S)."""
        return np.asarray((citances @ self._bm25.T).toarray())

    def shares(self, citances: "sp.csr_matrix", totals: Floats) -> tuple[Floats, Floats]:
        """Return what share common terms have of the citance's weight, and of the sentence's."""
        common = np.asarray((citances @ self._held.T).toarray())
        return common / (totals[:, None] + 1e-9), common / (self._sums[None] + 1e-9)


class _Kind(NamedTuple):
    """How terms of a kind are found and weighed."""

    terms: Callable[[str], list[str]]
    idf: Callable[[Hashes, Floats], Floats]


class Likeness:
    """Compares citing sentences with the S sentences of an article, whose terms are found once.

    Args:
        sentences: the texts of the article's sentences.
        frequencies: of terms in scientific articles.
    """

    def __init__(self, sentences: Sequence[str], frequencies: Frequencies):
        self._kinds = _kinds(frequencies)
        self._indexes = {
            name: _Index(hashed(sentences, kind.terms), len(sentences), kind.idf)
            for name, kind in self._kinds.items()
        }
        around = [" ".join(sentences[max(i - 1, 0) : i + 2]) for i in range(len(sentences))]
        kind = self._kinds["stems"]
        self._window = _Index(hashed(around, kind.terms), len(around), kind.idf)

    def __call__(self, citances: Sequence[str]) -> NDArray[np.float32]:
        """Compare Q citances, without marks: (Q, S, C) float32, 0 or more, as ``CHANNELS``."""
        count = len(citances)
        found: dict[str, Floats] = {}
        for name, kind in self._kinds.items():
            asked, index = hashed(citances, kind.terms), self._indexes[name]
            matrix = index.citances(asked, count)
            found[name] = index.scores(matrix)
            if f"{name}_of_citance" in CHANNELS:
                shares = index.shares(matrix, _totals(asked, count, kind.idf))
                found[f"{name}_of_citance"], found[f"{name}_of_sentence"] = shares
            if name == "stems":
                found["window"] = self._window.scores(self._window.citances(asked, count))
        return np.stack([found[name] for name in CHANNELS], axis=2, dtype=np.float32)

    def covered(self, citances: Sequence[str]) -> Floats:
        """Return the most of the pieces of words of Q citances that one sentence has: (Q,)."""
        kind, index = self._kinds["grams"], self._indexes["grams"]
        asked, count = hashed(citances, kind.terms), len(citances)
        shares, _ = index.shares(index.citances(asked, count), _totals(asked, count, kind.idf))
        return np.asarray(shares.max(axis=1))

    def counts(self, kind: str, terms: Terms) -> tuple[Floats, float]:
        """Return how often the article has each of N terms of a kind, and any: (N,), a number."""
        index = self._indexes[kind]
        return index.count(terms), float(index.counts.sum())

    def found(self, kind: str, terms: Terms, count: int) -> tuple[Floats, Floats]:
        """Return how many different terms of Q texts the article has, and has not: (Q,) each."""
        distinct = _distinct(terms)
        is_there = self._indexes[kind].count(distinct) > 0
        there = np.bincount(distinct.texts, is_there, count).astype(np.float64)
        return there, np.bincount(distinct.texts, minlength=count) - there


def _kinds(frequencies: Frequencies) -> dict[str, _Kind]:
    def of(kind: str) -> Callable[[Hashes, Floats], Floats]:
        return lambda hashes, _: frequencies.idf(kind, hashes)

    def rare(kind: str) -> Callable[[Hashes, Floats], Floats]:
        return lambda hashes, local: np.sqrt(frequencies.idf(kind, hashes) * local)

    def even(hashes: Hashes, _: Floats) -> Floats:
        return np.ones(len(hashes))

    return {
        "grams": _Kind(grams, of("grams")),
        "stems": _Kind(stems, of("stems")),
        "pairs": _Kind(stem_pairs, even),
        "acronyms": _Kind(acronyms, even),
        "numbers": _Kind(numbers, even),
        "names": _Kind(names, of("stems")),
        "rare_stems": _Kind(stems, rare("stems")),
        "rare_grams": _Kind(grams, rare("grams")),
    }


def _totals(terms: Terms, count: int, idf: Callable[[Hashes, Floats], Floats]) -> Floats:
    """Return the weight of the distinct terms of each citance: (Q,)."""
    distinct = _distinct(terms)
    weights = idf(distinct.hashes, np.ones(len(distinct.hashes)))
    return np.bincount(distinct.texts, weights, count).astype(np.float64)


def _distinct(terms: Terms) -> Terms:
    """Return the terms of each text once."""
    order = np.lexsort((terms.hashes, terms.texts))
    texts, hashes = terms.texts[order], terms.hashes[order]
    new = np.ones(len(texts), bool)
    new[1:] = (texts[1:] != texts[:-1]) | (hashes[1:] != hashes[:-1])
    return Terms(texts[new], hashes[new])
