"""In how many sentences of scientific articles a term stands, kept by hash in small tables."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from .terms import grams, hashed, stems

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
        idf: NDArray[np.float64] = np.log1p(
            np.maximum(self.sentences - counts + 0.5, 0.0) / (counts + 0.5)
        )
        return idf


def count_frequencies(sentences: Iterable[str]) -> Frequencies:
    """Count in how many of the sentences each term stands; blank ones are left out."""
    counts = {kind: np.zeros(size, np.int64) for kind, size in _BUCKETS.items()}
    total = 0
    batch: list[str] = []
    for sentence in sentences:
        if sentence.strip():
            batch.append(sentence)
        if len(batch) == _BATCH:
            total += _count(batch, counts)
            batch = []
    total += _count(batch, counts)
    quantised = {
        kind: np.minimum(np.round(np.log2(1.0 + n) * _STEP), 255).astype(np.uint8)
        for kind, n in counts.items()
    }
    return Frequencies(total, quantised["stems"], quantised["grams"])


def _count(batch: list[str], counts: dict[str, NDArray[np.int64]]) -> int:
    for kind, table in counts.items():
        terms = hashed(batch, _KINDS[kind])
        pairs = np.stack([terms.texts.astype(np.uint64), terms.hashes], axis=1)
        once = np.unique(pairs, axis=0)[:, 1]
        np.add.at(table, once & np.uint64(len(table) - 1), 1)
    return len(batch)
