"""Classes of words that stand among the same neighbours in unlabelled text.

A word is a vector by its neighbours (``positive_information``, ``factor``); k-means puts the
vectors into classes, coarse and fine ones (classes of several sizes as features: Miller, Guinness &
Zamanian 2004, "Name tagging with word clusters and discriminative training", HLT-NAACL). A tagger
then knows something of a word that no annotated sentence has. Letter case is ignored, and digits
are all alike.

The vectors are factors of the positive pointwise mutual information: Levy & Goldberg (2014),
"Neural word embedding as implicit matrix factorization", NIPS; Levy, Goldberg & Dagan (2015),
"Improving distributional similarity with lessons learned from word embeddings", TACL 3.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .arrays import Floats, Ints, check_array, check_hashes
from .hashing import Hashes, HashTable, hash_strings, mix
from .lazy_scipy import sparse

_SMOOTHING = 0.75
_CONTEXTS = 4000  # so many of the commonest words count as neighbours
_MIN_COUNT = 4  # of a word that has classes
_DIMENSIONS = 100  # of the reduced rows
SIZES = (64, 256, 1024)
OFFSETS = (-2, -1, 1, 2)
_DIGIT = re.compile(r"\d")


def positive_information(counts: "sparse.coo_array") -> "sparse.csr_array":
    """Return max(0, log p(row, column) / (p(row) p(column))) of counts: (V, C) to (V, C) float64.

    Counts of columns are raised to .75, which keeps rare contexts from being overrated (context
    distribution smoothing of Levy, Goldberg & Dagan 2015).
    """
    row, column = counts.row, counts.col
    totals = np.bincount(row, counts.data, counts.shape[0])
    context = np.bincount(column, counts.data, counts.shape[1]) ** _SMOOTHING
    context /= max(context.sum(), 1.0)
    values = np.log(counts.data / (totals[row] * context[column]))
    positive = values > 0
    return sparse.csr_array((values[positive], (row[positive], column[positive])), counts.shape)


def factor(information: "sparse.csr_array", dimensions: int) -> Floats:
    """Return the rows' vectors by a truncated singular value decomposition: (V, D) float64.

    Singular values count by their root.
    """
    from sklearn.utils.extmath import randomized_svd

    left, values, _ = randomized_svd(information, dimensions, random_state=0)
    return np.asarray(left * np.sqrt(values))


class WordClusters(NamedTuple):
    """Classes of words as they are saved.

    Attributes:
        words: (V,) uint64 ascending, hashes of normalized words.
        classes: (V, L) uint16, the class of each word in each of L partitions.
    """

    words: Hashes
    classes: NDArray[np.uint16]

    def check(self) -> None:
        """Raise ValueError where the arrays contradict each other or have not all ``SIZES``."""
        check_hashes("words with classes", self.words)
        check_array("word classes", self.classes, (len(self.words), len(SIZES)), np.uint16)


def normalize(word: str) -> str:
    """Return what words are compared by: lower case, every digit a zero.

    >>> normalize("Brca1")
    'brca0'
    """
    return _DIGIT.sub("0", word.lower())


def learn_clusters(texts: Iterable[Sequence[str]]) -> WordClusters:
    """Put the words of texts into classes, the same in every run.

    Where texts have fewer words than a partition has classes, each word is a class of its own.

    Args:
        texts: each a sequence of words; neighbours are counted within a text.

    Raises:
        InputError: no word occurs often enough beside another.
    """
    normal = [[normalize(word) for word in text] for text in texts]
    counts = Counter(chain.from_iterable(normal))
    kept = [word for word, count in counts.most_common() if count >= _MIN_COUNT]
    association = _association(normal, kept) if kept else sparse.csr_array((0, 0))
    if not association.nnz:
        raise InputError(
            f"no word of the unlabelled texts ({sum(counts.values())} words) occurs "
            f"{_MIN_COUNT} times and beside others; give more text"
        )
    rows = factor(association, min(_DIMENSIONS, *association.shape))
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    rows /= np.where(norms > 0, norms, 1.0)
    hashes = hash_strings(kept)
    order = np.argsort(hashes)
    partitions = [_partition(rows, size) for size in SIZES]
    return WordClusters(hashes[order], np.stack(partitions, axis=1)[order].astype(np.uint16))


def _association(texts: Sequence[Sequence[str]], words: Sequence[str]) -> "sparse.csr_array":
    """Return how strongly words stand with neighbours at each offset: (V, 4 C)."""
    number = {word: i for i, word in enumerate(words)}
    gap = [-1] * max(OFFSETS)  # no neighbours across texts
    lines = ([*(number.get(word, -1) for word in text), *gap] for text in texts)
    flat = np.fromiter(chain.from_iterable(lines), np.int64)
    width = min(_CONTEXTS, len(words))
    parts = []
    for offset in OFFSETS:
        word, beside = flat[max(0, -offset) :], flat[max(0, offset) :]
        word, beside = word[: len(beside)], beside[: len(word)]
        known = (word >= 0) & (beside >= 0) & (beside < width)
        ones = np.ones(np.count_nonzero(known))
        parts.append(
            sparse.coo_array((ones, (word[known], beside[known])), (len(words), width)).tocsr()
        )
    return positive_information(sparse.hstack(parts).tocoo())


def _partition(rows: Floats, size: int) -> Ints:
    from sklearn.cluster import MiniBatchKMeans

    if size >= len(rows):
        return np.arange(len(rows))
    means = MiniBatchKMeans(size, random_state=0, batch_size=4096, n_init=1, max_iter=60)
    return np.asarray(means.fit_predict(rows), dtype=np.int64)


class ClusterTable:
    """The classes, ready for look-up."""

    def __init__(self, clusters: WordClusters):
        self.clusters = clusters
        self._words = HashTable(clusters.words)
        # The last row, which -1 reads, is for words that are not known.
        unknown = np.zeros((1, clusters.classes.shape[1]), dtype=np.uint64)
        numbers = np.concatenate([clusters.classes.astype(np.uint64) + np.uint64(1), unknown])
        self._columns = mix(numbers)

    def __call__(self, words: Sequence[str]) -> list[Hashes]:
        """Return a column for each partition: the class of each word, (S,) uint64."""
        rows = self._words.rows(hash_strings([normalize(word) for word in words]))
        return list(self._columns[rows].T)
