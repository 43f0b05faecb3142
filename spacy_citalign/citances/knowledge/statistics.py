"""Statistics of words in everyday scientific text: counts, and vectors of the company they keep.

Counts are of stems and of adjacent stems, kept as hashes. Vectors are the singular vectors of
positive pointwise mutual information with the words to the left and to the right, apart: Levy O,
Goldberg Y, Dagan I (2015) Improving distributional similarity with lessons learned from word
embeddings. TACL 3:211-225, with their smoothing of contexts (.75) and weighting of singular values;
four bits a number. Small windows that tell the sides apart find words that can stand for one
another, wide ones find words of one subject.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...chain.storage import pack, parts_of, unpack
from ...errors import InputError
from ...words.arrays import Floats, Floats32
from ...words.hashing import Hashes, HashTable, combine, hash_strings
from ...words.lazy_scipy import sparse
from .stems import STOP_WORDS, stem

_LEVELS = 7  # to either side of 0
_CLIP = 2.0  # standard deviations of a row; what lies beyond counts as that
Counts = NDArray[np.uint32]
KIND, VERSION = "word statistics", 1
_TOKEN = re.compile(r"<\w+>|[^\W_]+(?:[.,]\d+)*|[.;:!?()\[\]]")
_BREAK, _NOTHING = -1, -2
_WINDOW = (1.0, 0.7, 0.4)  # the weight of words at a distance of 1, 2, 3
_SMOOTHING, _POWER = 0.75, -0.25
_MIN_WEIGHT = 2.0  # weight of a pair that counts
_BLOCK = 8_000_000  # tokens


class WordVectors:
    """Unit vectors of V words, by hashes of their stems.

    Attributes:
        keys: (V,) uint64.
        codes: (V, D / 2) uint8, two numbers each, from 0 for -7 to 14 for 7.

    Raises:
        InputError: there is not one row for each key.
    """

    def __init__(self, keys: Hashes, codes: NDArray[np.uint8]):
        if codes.ndim != 2 or len(keys) != len(codes) or codes.dtype != np.uint8:
            raise InputError(
                f"{len(keys)} keys do not fit codes of shape {codes.shape}; give a row each"
            )
        self.keys = keys
        self.codes = codes
        self._table = HashTable(keys)

    @classmethod
    def quantized(cls, keys: Hashes, vectors: NDArray[np.floating]) -> "WordVectors":
        """Keep ``vectors``, (V, D) of an even D; similarities change in the third digit."""
        spread = np.maximum(vectors.std(axis=1, keepdims=True), 1e-12)
        steps = np.rint(np.clip(vectors / spread / _CLIP, -1, 1) * _LEVELS).astype(np.int64)
        codes = (steps + _LEVELS).astype(np.uint8)
        return cls(keys, codes[:, 0::2] | (codes[:, 1::2] << 4))

    def rows(self, keys: Hashes) -> Floats32:
        """Return the unit vectors of U words, zeros where there is none: (U, D)."""
        found = self._table.rows(keys)
        codes = self.codes[found] if len(self.keys) else np.zeros((len(keys), 0), np.uint8)
        vectors = np.empty((len(keys), 2 * codes.shape[1]), dtype=np.float32)
        vectors[:, 0::2], vectors[:, 1::2] = codes & 15, codes >> 4
        vectors -= _LEVELS
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        vectors[found < 0] = 0
        return vectors


class Background:
    """Counts of V stems and P ordered pairs of adjacent stems in a corpus.

    Attributes:
        total: the words of the corpus.
        word_keys, word_counts: (V,).
        pair_keys, pair_counts: (P,), a key combines those of both stems.

    Raises:
        InputError: there is no word, or not one count for each key.
    """

    def __init__(
        self,
        total: int,
        word_keys: Hashes,
        word_counts: Counts,
        pair_keys: Hashes,
        pair_counts: Counts,
    ):
        if len(word_keys) != len(word_counts) or len(pair_keys) != len(pair_counts) or total < 1:
            raise InputError(
                f"{len(word_counts)} and {len(pair_counts)} counts do not fit {len(word_keys)} and "
                f"{len(pair_keys)} keys in a corpus of {total} words; learn them from a corpus"
            )
        self.total = total
        self.word_keys, self.word_counts = word_keys, word_counts
        self.pair_keys, self.pair_counts = pair_keys, pair_counts
        self._words, self._pairs = HashTable(word_keys), HashTable(pair_keys)

    def rarity(self, keys: Hashes) -> Floats32:
        """Return how rare words are, -log of their share over that of a word seen once: 0..1."""
        share = (self.counts(keys) + 1) / (self.total + 1)
        return np.asarray(-np.log(share) / np.log(self.total + 1), dtype=np.float32)

    def counts(self, keys: Hashes) -> Floats:
        """Return how often stems occur."""
        return _found(self._words, self.word_counts, keys)

    def pair_counts_of(self, firsts: Hashes, seconds: Hashes) -> Floats:
        """Return how often a stem is followed by another."""
        return _found(self._pairs, self.pair_counts, combine(firsts, seconds))


def _found(table: HashTable, counts: Counts, keys: Hashes) -> Floats:
    counts_or_zero = np.append(counts, np.uint32(0))  # row -1 is the last: 0
    return counts_or_zero[table.rows(keys)].astype(np.float64)


class WordStatistics(NamedTuple):
    """Counts and vectors of the commonest stems of a corpus."""

    background: Background
    vectors: WordVectors

    def to_bytes(self) -> bytes:
        """Serialize: equal statistics give equal bytes."""
        return pack(KIND, VERSION, {"total": self.background.total}, statistics_arrays(*self))

    @classmethod
    def from_bytes(cls, data: bytes) -> "WordStatistics":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: no such bytes, or damaged.
        """
        meta, arrays = unpack(data, KIND, VERSION)
        with parts_of("the file of word statistics"):
            return cls.from_arrays(int(meta["total"]), arrays)

    @classmethod
    def from_arrays(cls, total: int, arrays: dict[str, NDArray]) -> "WordStatistics":
        """Read what ``statistics_arrays`` gave."""
        parts = (arrays[name] for name in ("words", "counts", "pairs", "pair counts"))
        vectors = WordVectors(arrays["vector words"], arrays["vectors"])
        return cls(Background(total, *parts), vectors)


def statistics_arrays(background: Background, vectors: WordVectors) -> dict[str, NDArray]:
    """Return named arrays for ``storage.pack``."""
    return {
        "words": background.word_keys,
        "counts": background.word_counts,
        "pairs": background.pair_keys,
        "pair counts": background.pair_counts,
        "vector words": vectors.keys,
        "vectors": vectors.codes,
    }


def learn_statistics(
    texts: Iterable[str], *, words: int = 40_000, dimensions: int = 300, least_pair: int = 40
) -> WordStatistics:
    """Count words and learn their vectors; equal texts give equal bytes.

    Stop words are left out, numbers and punctuation but commas part what stands beside them, and so
    do tags as ``<dig>``.

    Args:
        texts: lines of running text; 60 million words take about 6 GB and 5 minutes.
        words: the commonest stems that are kept.
        dimensions: of the vectors, an even number below that of the distinct stems.
        least_pair: pairs of adjacent stems below this count are forgotten.

    Raises:
        InputError: there are fewer stems than dimensions.
    """
    tokens, names = _read(texts)
    frequency = np.bincount(tokens[tokens >= 0], minlength=len(names))
    order = np.argsort(-frequency, kind="stable")[:words]
    if len(order) <= dimensions or dimensions % 2:
        raise InputError(
            f"{len(order)} distinct stems give no vectors of {dimensions} dimensions; give more "
            "text, or an even number of dimensions below that of the stems"
        )
    total = len(tokens)
    renumbered = np.full(len(names) + 1, _BREAK, dtype=np.int32)
    renumbered[order] = np.arange(len(order))
    tokens = renumbered[tokens]
    keys = hash_strings([names[number] for number in order.tolist()])
    at = [_together(tokens, distance, len(order)) for distance in range(1, len(_WINDOW) + 1)]
    window = sum(weight * pairs for weight, pairs in zip(_WINDOW, at, strict=True))
    adjacent = at[0].tocoo()
    often = adjacent.data >= least_pair
    background = Background(
        total,
        keys,
        frequency[order].astype(np.uint32),
        combine(keys[adjacent.row[often]], keys[adjacent.col[often]]),
        adjacent.data[often].astype(np.uint32),
    )
    vectors = _singular_vectors(_information(sparse.hstack([window, window.T])), dimensions)
    return WordStatistics(background, WordVectors.quantized(keys, vectors))


def _read(texts: Iterable[str]) -> tuple[NDArray[np.int32], list[str]]:
    """Number the stems of all texts; -1 stands for what parts words."""
    numbers: dict[str, int] = {}
    known: dict[str, int] = {}
    parts, part = [], []
    for text in texts:
        for token in _TOKEN.findall(text.lower()):
            if token not in known:
                known[token] = _number(token, numbers)
            if known[token] != _NOTHING:
                part.append(known[token])
        part += [_BREAK] * len(_WINDOW)
        if len(part) > _BLOCK:
            parts.append(np.array(part, dtype=np.int32))
            part = []
    return np.concatenate([*parts, np.array(part, dtype=np.int32)]), list(numbers)


def _number(token: str, numbers: dict[str, int]) -> int:
    if token in STOP_WORDS:
        return _NOTHING
    if not token[0].isalnum() or token.isdigit():
        return _BREAK
    return numbers.setdefault(stem(token), len(numbers))


def _together(tokens: NDArray[np.int32], distance: int, size: int) -> "sparse.csr_matrix":
    """Count how often a stem stands ``distance`` before another: (size, size) float32."""
    counts = sparse.csr_matrix((size, size), dtype=np.float32)
    for start in range(0, max(len(tokens) - distance, 0), _BLOCK):
        right = tokens[start + distance : start + distance + _BLOCK]
        left = tokens[start : start + len(right)]
        both = (left >= 0) & (right >= 0)
        ones = np.ones(np.count_nonzero(both), dtype=np.float32)
        counts = counts + sparse.csr_matrix((ones, (left[both], right[both])), (size, size))
    return counts


def _information(counts: "sparse.spmatrix") -> "sparse.csr_matrix":
    """Return the positive pointwise mutual information of rows and columns."""
    cells = counts.tocoo()
    rows = np.bincount(cells.row, cells.data, cells.shape[0])
    columns = np.bincount(cells.col, cells.data, cells.shape[1]) ** _SMOOTHING
    expected = rows[cells.row] * (columns / columns.sum())[cells.col]
    information = np.log(cells.data / expected)
    kept = (information > 0) & (cells.data >= _MIN_WEIGHT)
    entries = information[kept].astype(np.float32)
    return sparse.csr_matrix((entries, (cells.row[kept], cells.col[kept])), cells.shape)


def _singular_vectors(matrix: "sparse.csr_matrix", dimensions: int) -> Floats:
    from sklearn.utils.extmath import randomized_svd

    left, values, _ = randomized_svd(matrix, dimensions, n_iter=4, random_state=0)
    rows = left * np.maximum(values, 1e-9) ** _POWER
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
