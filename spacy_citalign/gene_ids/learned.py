"""Names as annotators meant them: in how many texts each name was which gene, or none.

Names that stand beside several genes in the databases mostly mean one of them ("p53", "NF-kappaB"),
and names of families none. Genes are kept by their symbols, so that a name that was a human gene's
in the texts speaks for the mouse's as well; names and symbols are kept as hashes, as in tables.
``CandidateRecall`` looks up what was learned for the candidates of a text.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Floats
from ..words.hashing import Hashes
from .candidates import Candidates
from .name_features import ABSENT_FEATURES, FEATURES, NAME_FEATURES, OVERLAP
from .table import SYMBOL, GeneTable, joined_planes, planes_of

NONE = 0
"""Stands for the symbol of a name that means no gene."""

Texts = Mapping[tuple[int, int], int]
"""How many texts have a name, by its hash, as a gene, by the hash of its symbol."""
LEARNED_FEATURES = FEATURES["learned"]
LEARNED = 2 * (OVERLAP + 1)
"""The kind of candidates that are known from texts alone; those of long forms come before."""
_ABSENT = len(ABSENT_FEATURES) - 3  # where those begin that are filled in here


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
        by_name: dict[int, dict[int, int]] = {}
        for name, symbol, texts in zip(
            self.names.tolist(), self.symbols.tolist(), self.texts.tolist(), strict=True
        ):
            by_name.setdefault(name, {})[symbol] = texts
        return by_name

    @cached_property
    def of_symbols(self) -> dict[int, int]:
        """By symbol, the texts of all its names together."""
        symbols, of_texts = np.unique(self.symbols, return_inverse=True)
        totals = np.bincount(of_texts, self.texts).astype(np.int64)
        return dict(zip(symbols.tolist(), totals.tolist(), strict=True))

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


def learn_names(texts: Iterable[Texts]) -> LearnedNames:
    """Return what all texts have together."""
    counts: Counter[tuple[int, int]] = Counter()
    for counts_of_text in texts:
        counts.update(counts_of_text)
    pairs = sorted(counts)
    columns = np.array(pairs, np.uint64).reshape(-1, 2)
    seen = np.array([min(counts[pair], 2**16 - 1) for pair in pairs], np.uint16)
    return LearnedNames(columns[:, 0].copy(), columns[:, 1].copy(), seen)


def names_of(
    names: Sequence[str],
    ids: Sequence[Sequence[int]],
    symbols: Mapping[int, int],
    find: Callable[[Iterable[str]], Mapping[str, tuple[Candidates, ...]]],
) -> Texts:
    """Return what the names of a text meant; each counts once.

    Names of several genes say nothing, nor do those of genes of no table.

    Args:
        names: as they stand in the text.
        ids: of each, () for none.
        symbols: the hash of the symbol of each gene of the table by its id.
        find: gives names their candidates, as ``CandidateFinder`` does.
    """
    counts: dict[tuple[int, int], int] = {}
    found = find(names)
    for name, listed in zip(names, ids, strict=True):
        if len(found[name]) == 1:
            meant = {symbols[gene] for gene in listed if gene in symbols} if listed else {NONE}
            counts |= dict.fromkeys(((found[name][0].code, symbol) for symbol in meant), 1)
    return counts


def symbols_of(table: GeneTable) -> dict[int, int]:
    """Return the hash of the symbol of each gene of a table, by its id."""
    hashes = zip(table.ids.tolist(), table.symbol_hashes.tolist(), strict=True)
    return {gene: symbol for gene, symbol in hashes if symbol}


def genes_by_symbol(table: GeneTable, symbols: Sequence[int]) -> dict[int, list[int]]:
    """Return by their hashes the places of the genes of a table that have some symbols."""
    genes = {}
    pairs = table.pairs_of(np.array(symbols, np.uint64))
    for symbol, (begin, end) in zip(symbols, pairs, strict=True):
        if begin < end:
            genes[symbol] = table.genes[begin:end][table.kinds[begin:end] == SYMBOL].tolist()
    return genes


class CandidateRecall:
    """Looks up what was learned of the names of texts.

    Args:
        learned: of training texts.
        table: of genes.
    """

    def __init__(self, learned: LearnedNames, table: GeneTable):
        self._of_names = learned.of_names
        self._table = table
        self._symbols = table.symbol_hashes
        self._totals = learned.of_symbols
        self._genes = genes_by_symbol(table, sorted(self._totals))
        totals = self._totals | {NONE: 0}
        # Of each gene, for texts that taught nothing.
        self._fame = np.log1p([totals.get(symbol, 0) for symbol in self._symbols.tolist()])

    def __call__(
        self, names: Sequence[Candidates], given: Texts
    ) -> tuple[list[Candidates], Floats]:
        """Return names with what is known of them, and features of their N candidates in turn.

        Args:
            names: different ones, with their candidates.
            given: what the text itself gave to what was learned, which is taken away.

        Returns:
            The names, with candidates that are known from texts alone, and (N,
            ``LEARNED_FEATURES``) float64.
        """
        votes = [self._votes(name.code, given) for name in names]
        widened = [self._widened(name, vote) for name, vote in zip(names, votes, strict=True)]
        features = np.zeros((sum(len(name.genes) for name in widened), len(LEARNED_FEATURES)))
        if not len(features):
            return widened, features
        genes = np.concatenate([name.genes for name in widened])
        features[:, 4] = self._fame[genes]
        if given:
            of_own: Counter[int] = Counter()
            for (_, symbol), texts in given.items():
                of_own[symbol] += texts
            symbols = self._symbols[genes].tolist()
            totals = [self._totals.get(vote, 0) - of_own[vote] if vote else 0 for vote in symbols]
            features[:, 4] = np.log1p(totals)
        counts, wholes = np.zeros(len(features)), np.zeros(len(features))
        begin = 0
        for name, vote in zip(widened, votes, strict=True):
            end = begin + len(name.genes)
            if vote and begin < end:
                own_symbols = self._symbols[name.genes].tolist()
                counts[begin:end] = [vote.get(symbol, 0) if symbol else 0 for symbol in own_symbols]
                wholes[begin:end] = sum(vote.values())
            begin = end
        kinds = np.concatenate([name.kinds for name in widened])
        features[:, 0] = counts / (wholes + 1)
        features[:, 1] = (wholes - counts) / (wholes + 1)
        features[:, 2] = np.log1p(counts)
        features[:, 3] = kinds == LEARNED
        return widened, features

    def _votes(self, key: int, given: Texts) -> Mapping[int, int]:
        votes = self._of_names.get(key)
        if votes is None:
            return {}
        if not given:
            return votes
        left = {symbol: texts - given.get((key, symbol), 0) for symbol, texts in votes.items()}
        return {symbol: texts for symbol, texts in left.items() if texts > 0}

    def _widened(self, name: Candidates, votes: Mapping[int, int]) -> Candidates:
        if not votes:
            return name
        absent = name.absent.copy()
        whole, none = sum(votes.values()), votes.get(NONE, 0)
        absent[_ABSENT:] = none / (whole + 1), (whole - none) / (whole + 1), np.log1p(none)
        known = {*self._symbols[name.genes].tolist()}
        further = {
            gene
            for symbol in votes
            if symbol != NONE and symbol not in known
            for gene in self._genes.get(symbol, ())
        }
        if not further:
            return name._replace(absent=absent)
        genes = np.array(sorted(further), np.int64)
        features = np.zeros((len(genes), len(NAME_FEATURES)))
        features[:, 17] = self._table.is_rna[genes]
        features[:, 18] = np.log(self._table.name_counts[genes] + 1.0)
        return name._replace(
            genes=np.concatenate([name.genes, genes]),
            features=np.concatenate([name.features, features]),
            kinds=np.concatenate([name.kinds, np.full(len(genes), LEARNED)]),
            absent=absent,
        )
