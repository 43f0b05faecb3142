"""What annotators meant by names: in how many texts each name was which gene, or none.

Names that stand beside several genes in the databases mostly mean one of them ("p53", "NF-kappaB"),
and names of families none. Genes are kept by their symbols, so that a name that was a human gene's
in the texts speaks for the mouse's as well; names and symbols are kept as hashes, as in tables.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes
from .mentions import parts_of, trimmed
from .names import key_of
from .planes import joined_planes, planes_of
from .table import SYMBOL, GeneTable, name_hashes

NONE = 0
"""Stands for the symbol of a name that means no gene."""

Texts = Mapping[tuple[int, int], int]
"""How many texts have a name, by its hash, as a gene, by the hash of its symbol."""


@dataclass(frozen=True)
class LearnedNames:
    """M pairs of a name and what it meant.

    Attributes:
        names: (M,) uint64 ascending, hashes of normal forms.
        symbols: (M,) uint64, hashes of the symbols of genes, ``NONE`` for none, ascending within a
            name.
        texts: (M,) uint16, in how many texts the name meant it.
    """

    names: Hashes
    symbols: Hashes
    texts: NDArray[np.uint16]

    @cached_property
    def of_names(self) -> dict[int, dict[int, int]]:
        """By name and symbol, the texts."""
        found: dict[int, dict[int, int]] = {}
        for name, symbol, texts in zip(
            self.names.tolist(), self.symbols.tolist(), self.texts.tolist(), strict=True
        ):
            found.setdefault(name, {})[symbol] = texts
        return found

    @cached_property
    def of_symbols(self) -> dict[int, int]:
        """By symbol, the texts of all its names together."""
        found: Counter[int] = Counter()
        for symbol, texts in zip(self.symbols.tolist(), self.texts.tolist(), strict=True):
            found[symbol] += texts
        return found

    def packed(self) -> dict[str, NDArray]:
        """Return arrays to be stored."""
        deltas = np.diff(self.names, prepend=np.uint64(0))
        columns = {"names": deltas, "symbols": self.symbols, "texts": self.texts}
        return {name: planes_of(column) for name, column in columns.items()}

    @classmethod
    def unpacked(cls, arrays: Mapping[str, NDArray]) -> "LearnedNames":
        """Return what ``packed`` gave.

        Raises:
            ValueError: the arrays contradict each other.
        """
        deltas, symbols = (joined_planes(arrays[name], np.uint64) for name in ("names", "symbols"))
        texts = joined_planes(arrays["texts"], np.uint16)
        if not len(deltas) == len(symbols) == len(texts):
            raise ValueError("columns of unequal length for learned names")
        return cls(np.cumsum(deltas, dtype=np.uint64), symbols, texts)


def no_names() -> LearnedNames:
    """Return what was learned of no text."""
    return LearnedNames(np.zeros(0, np.uint64), np.zeros(0, np.uint64), np.zeros(0, np.uint16))


def learn_names(texts: Iterable[Texts]) -> LearnedNames:
    """Return what all texts have together."""
    counts: Counter[tuple[int, int]] = Counter()
    for one in texts:
        counts.update(one)
    pairs = sorted(counts)
    columns = np.array(pairs, np.uint64).reshape(-1, 2)
    seen = np.array([min(counts[pair], 2**16 - 1) for pair in pairs], np.uint16)
    return LearnedNames(columns[:, 0].copy(), columns[:, 1].copy(), seen)


def names_of(
    names: Sequence[str], ids: Sequence[Sequence[int]], symbols: Mapping[int, int]
) -> Texts:
    """Return what the names of a text meant; each counts once.

    Names of several genes say nothing, nor do those of genes of no table.

    Args:
        names: as they stand in the text.
        ids: of each, () for none.
        symbols: the hash of the symbol of each gene of the table by its id.
    """
    found: dict[tuple[int, int], int] = {}
    cores = [trimmed(name) for name in names]
    keys = name_hashes([key_of(core) for core in cores]).tolist() if cores else []
    for core, key, own in zip(cores, keys, ids, strict=True):
        if len(parts_of(core)) > 1:
            continue
        meant = {symbols[one] for one in own if one in symbols} if own else {NONE}
        found |= dict.fromkeys(((key, symbol) for symbol in meant), 1)
    return found


def symbols_of(table: GeneTable) -> dict[int, int]:
    """Return the hash of the symbol of each gene of a table, by its id."""
    has = table.symbols >= 0
    hashes = table.keys[table.symbols[has]]
    return dict(zip(table.ids[has].tolist(), hashes.tolist(), strict=True))


def genes_by_symbol(table: GeneTable, symbols: Sequence[int]) -> dict[int, list[int]]:
    """Return by their hashes the places of the genes of a table that have some symbols."""
    found = {}
    pairs = table.pairs_of(np.array(symbols, np.uint64))
    for symbol, (begin, end) in zip(symbols, pairs, strict=True):
        if begin < end:
            of_symbol = table.kinds[begin:end] == SYMBOL
            found[symbol] = table.genes[begin:end][of_symbol].tolist()
    return found
