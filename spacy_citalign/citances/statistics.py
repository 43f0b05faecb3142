"""What everyday scientific text says of words: counts, and vectors of the company they keep.

Vectors are the singular vectors of positive pointwise mutual information with the words to the left
and to the right, apart: Levy O, Goldberg Y, Dagan I (2015) Improving distributional similarity with
lessons learned from word embeddings. TACL 3:211-225, with their smoothing of contexts (.75) and
weighting of singular values. Small windows that tell the sides apart find words that can stand for
one another, wide ones find words of one subject.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import pack, parts_of, unpack
from ..errors import InputError
from ..words.hashing import combine, hash_strings
from ..words.lazy_scipy import sparse
from .background import Background
from .stems import stem
from .stop_words import STOP_WORDS
from .vectors import WordVectors

KIND, VERSION = "word statistics", 1

_TOKEN = re.compile(r"<\w+>|[^\W_]+(?:[.,]\d+)*|[.;:!?()\[\]]")
_BREAK, _NOTHING = -1, -2
_WINDOW = (1.0, 0.7, 0.4)  # the weight of words at a distance of 1, 2, 3
_SMOOTHING, _POWER = 0.75, -0.25
_LEAST = 2.0  # weight of a pair that counts
_BLOCK = 8_000_000  # tokens


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
        return cls(
            Background(total, *parts), WordVectors(arrays["vector words"], arrays["vectors"])
        )


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
            number = known.get(token)
            if number is None:
                number = known[token] = _number(token, numbers)
            if number != _NOTHING:
                part.append(number)
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
    kept = (information > 0) & (cells.data >= _LEAST)
    entries = information[kept].astype(np.float32)
    return sparse.csr_matrix((entries, (cells.row[kept], cells.col[kept])), cells.shape)


def _singular_vectors(matrix: "sparse.csr_matrix", dimensions: int) -> NDArray[np.float64]:
    from sklearn.utils.extmath import randomized_svd

    left, values, _ = randomized_svd(matrix, dimensions, n_iter=4, random_state=0)
    rows = left * np.maximum(values, 1e-9) ** _POWER
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
