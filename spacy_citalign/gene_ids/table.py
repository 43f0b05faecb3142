"""Names of genes with their ids, as hashes: what a model holds of NCBI Gene, and a user's own file.

A name is kept as the upper ``KEY_BITS`` bits of the hash of its normal form: of a million names
that stand nowhere in the tables, less than one is taken for one of these. Names that some
``MAX_GENES`` genes of a species share name families and are left out. Files hold numbers
by the rank of their bytes, which pack better beside those of the same rank (``planes_of``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..words.arrays import Bools, Floats, Ints, sums_before
from ..words.hashing import Hashes, hash_strings

KEY_BITS = 40
SYMBOL, SYNONYM, FULL_NAME, DESIGNATION = range(4)
MAX_GENES = 20
_SHIFT = np.uint64(64 - KEY_BITS)
_WORD_SHIFT = np.uint64(32)
_TYPES: dict[str, Any] = {
    "ids": np.int64,
    "taxa": np.int64,
    "is_rna": np.uint8,
    "name_counts": np.uint8,
    "keys": np.uint64,
    "counts": np.uint16,
    "genes": np.uint32,
    "kinds": np.uint8,
    "checks": np.uint8,
    "vocabulary": np.uint64,
    "word_counts": np.uint16,
    "words": np.uint32,
}


def planes_of(array: NDArray) -> NDArray[np.uint8]:
    """Return the bytes of unsigned numbers by their rank, the ranks that are used: (B, N) uint8."""
    little = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<")))
    planes = little.view(np.uint8).reshape(len(array), array.dtype.itemsize).T
    used = 1 + max((rank for rank, plane in enumerate(planes) if plane.any()), default=0)
    return np.ascontiguousarray(planes[:used])


def joined_planes(planes: NDArray, kind: Any) -> NDArray:
    """Return the numbers whose bytes ``planes_of`` took apart.

    Raises:
        ValueError: these are no such bytes.
    """
    size = np.dtype(kind).itemsize
    if planes.dtype != np.uint8 or planes.ndim != 2 or not 1 <= len(planes) <= size:
        raise ValueError(f"bytes of shape {planes.shape} and type {planes.dtype}")
    whole = np.zeros((planes.shape[1], size), np.uint8)
    whole[:, : len(planes)] = planes.T
    return whole.view(np.dtype(kind).newbyteorder("<")).ravel().astype(kind)


@dataclass(frozen=True)
class GeneTable(StoredModel, kind="gene_table", version=2, what="the table of genes"):
    """G genes under K names, with E pairs of these and P pairs of genes and words.

    Attributes:
        ids: (G,) int64, of NCBI Gene.
        taxa: (G,) int64, of NCBI Taxonomy.
        is_rna: (G,) uint8, 1 for genes of no protein.
        name_counts: (G,) uint8, how many names a gene has; 255 is that or more.
        keys: (K,) uint64 ascending, hashes of normal forms.
        counts: (K,) uint16, how many genes each name has.
        genes: (E,) uint32, their places, ascending within a name.
        kinds: (E,) uint8, the least of symbol, synonym, full name and further name that it is.
        checks: (E,) uint8, eight bits of the name as it is written, 0 for full and further names.
        vocabulary: (V,) uint64 ascending, hashes of the words of full and further names.
        word_counts: (G,) uint16, how many of them each gene has.
        words: (P,) uint32, their places in the vocabulary, ascending within a gene.
    """

    ids: Ints
    taxa: Ints
    is_rna: NDArray[np.uint8]
    name_counts: NDArray[np.uint8]
    keys: Hashes
    counts: NDArray[np.uint16]
    genes: NDArray[np.uint32]
    kinds: NDArray[np.uint8]
    checks: NDArray[np.uint8]
    vocabulary: Hashes
    word_counts: NDArray[np.uint16]
    words: NDArray[np.uint32]

    @cached_property
    def starts(self) -> Ints:
        """(K + 1,) int64, where the genes of each name begin, and where the last ones end."""
        return sums_before(self.counts)

    @cached_property
    def symbols(self) -> Ints:
        """(G,) int64, the place of each gene's symbol among the names, -1 for none."""
        symbols = np.full(len(self.ids), -1)
        mask = self.kinds == SYMBOL
        symbols[self.genes[mask]] = np.repeat(np.arange(len(self.keys)), self.counts)[mask]
        return symbols

    @cached_property
    def symbol_hashes(self) -> Hashes:
        """(G,) uint64, the hash of each gene's symbol, 0 for none."""
        return np.append(self.keys, np.uint64(0))[self.symbols]

    @cached_property
    def word_starts(self) -> Ints:
        """(G + 1,) int64, the same of the words of each gene."""
        return sums_before(self.word_counts)

    @cached_property
    def idf(self) -> Floats:
        """(V,) float64, the logarithm of how rare a word is among the genes, above 0."""
        documents = np.bincount(self.words, minlength=len(self.vocabulary))
        return np.asarray(np.log((len(self.ids) + 1) / np.maximum(documents, 1)))

    @cached_property
    def word_sums(self) -> Floats:
        """(G,) float64, the sum of ``idf`` over the words of each gene."""
        owners = np.repeat(np.arange(len(self.ids)), self.word_counts)
        sums = np.bincount(owners, self.idf[self.words], minlength=len(self.ids))
        return sums.astype(np.float64)

    @cached_property
    def species(self) -> tuple[int, ...]:
        """The taxa, ascending."""
        return tuple(np.unique(self.taxa).tolist())

    def pairs_of(self, keys: Hashes) -> list[tuple[int, int]]:
        """Return for each key the half-open range of its pairs, an empty one where it is no name.

        Args:
            keys: (N,) uint64 of ``name_hashes``.
        """
        places = _places_in(self.keys, keys)
        starts, ends = (np.where(places < 0, 0, self.starts[places + step]) for step in (0, 1))
        return list(zip(starts.tolist(), ends.tolist(), strict=True))

    def has(self, keys: Hashes) -> Bools:
        """Return whether each key of ``name_hashes`` is one of a name: (N,) uint64 to (N,) bool."""
        return _places_in(self.keys, keys) >= 0

    def place_of_each(self, words: Sequence[str]) -> Ints:
        """Return the place of each word in the vocabulary, -1 where it is not there: (n,) int64."""
        return _places_in(self.vocabulary, word_hashes(words)) if words else np.zeros(0, np.int64)

    @cached_property
    def genes_of_word(self) -> tuple[Ints, Ints]:
        """The genes of each word in turn, (P,) int64, and where they begin, (V + 1,) int64."""
        order = np.argsort(self.words, kind="stable")
        counts = np.bincount(self.words, minlength=len(self.vocabulary))
        return np.repeat(np.arange(len(self.ids)), self.word_counts)[order], sums_before(counts)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        arrays = {name: getattr(self, name) for name in _TYPES}
        for name in ("ids", "keys", "vocabulary"):
            arrays[name] = np.diff(arrays[name], prepend=arrays[name].dtype.type(0))
        arrays["ids"] = arrays["ids"].astype(np.int64).view(np.uint64)
        arrays["taxa"] = arrays["taxa"].view(np.uint64)
        # Bytes of one rank beside each other pack better.
        return {}, {name: planes_of(array) for name, array in arrays.items()}

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "GeneTable":
        parts = {name: joined_planes(arrays[name], kind) for name, kind in _TYPES.items()}
        for name in ("ids", "keys", "vocabulary"):
            parts[name] = np.cumsum(parts[name], dtype=parts[name].dtype)
        table = cls(**parts)
        _check(table)
        return table


def _places_in(ascending: Hashes, wanted: Hashes) -> Ints:
    """Return the place of each hash among those of a table, -1 where it is not there."""
    if not len(ascending):
        return np.full(len(wanted), -1)
    places = np.minimum(np.searchsorted(ascending, wanted), len(ascending) - 1)
    return np.where(ascending[places] == wanted, places, -1)


def joined_ranges(starts: Ints, sizes: Ints) -> Ints:
    """Return the numbers of ranges one after the other: those from each start on, so many.

    >>> joined_ranges(np.array([7, 2]), np.array([1, 3])).tolist()
    [7, 2, 3, 4]
    """
    return np.arange(int(sizes.sum())) + np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)


def name_hashes(keys: Sequence[str]) -> Hashes:
    """Hash normal forms as tables do: N strings to (N,) uint64."""
    return hash_strings(keys) >> _SHIFT


def checks_of(names: Sequence[str]) -> NDArray[np.uint8]:
    """Return eight bits of names as they are written, 1 to 255: N strings to (N,) uint8."""
    return (hash_strings(names) % np.uint64(255) + np.uint64(1)).astype(np.uint8)


def word_hashes(words: Sequence[str]) -> Hashes:
    """Hash words as vocabularies do: N strings to (N,) uint64."""
    return hash_strings(words) >> _WORD_SHIFT


def _check(table: GeneTable) -> None:
    """Raise ValueError where the parts of a table contradict each other."""
    genes, keys, pairs = len(table.ids), len(table.keys), len(table.genes)
    of_genes = (table.taxa, table.is_rna, table.name_counts, table.word_counts)
    sizes = [len(column) == genes for column in of_genes]
    sizes += [len(table.counts) == keys, len(table.kinds) == pairs, len(table.checks) == pairs]
    sizes += [int(table.counts.sum()) == pairs, int(table.word_counts.sum()) == len(table.words)]
    if not all(sizes):
        raise ValueError(f"columns of unequal length for {genes} genes and {keys} names")
    for places, limit in ((table.genes, genes), (table.words, len(table.vocabulary))):
        if len(places) and int(places.max()) >= limit:
            raise ValueError(f"places of {limit} or more")
    for column in (table.keys, table.vocabulary):
        if len(column) > 1 and not (column[:-1] < column[1:]).all():
            raise ValueError("hashes that do not ascend")
    if len(table.kinds) and int(table.kinds.max()) > DESIGNATION:
        raise ValueError("names of an unknown kind")
    if genes and (int(table.taxa.min()) <= 0 or int(table.ids.min()) <= 0):
        raise ValueError("ids below 1")
