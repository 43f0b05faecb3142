"""What was learned of names, for the candidates of a text."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from .candidates import Candidates
from .learned import NONE, LearnedNames, Texts, genes_by_symbol
from .name_features import ABSENT_FEATURES, NAME_FEATURES, OVERLAP, Floats
from .table import GeneTable

LEARNED_FEATURES = (
    "learned: share",
    "learned: share of others",
    "learned: logarithm of texts",
    "learned: alone",
    "learned: logarithm of texts of the gene",
)
LEARNED = 2 * (OVERLAP + 1)
"""The kind of candidates that are known from texts alone; those of long forms come before."""
_ABSENT = len(ABSENT_FEATURES) - 3  # where those begin that are filled in here


class Recall:
    """Looks up what was learned of the names of texts.

    Args:
        learned: of training texts.
        table: of genes.
    """

    def __init__(self, learned: LearnedNames, table: GeneTable):
        self._of_names = learned.of_names
        self._table = table
        known = table.symbols >= 0
        self._symbols = np.zeros(len(table.ids), np.uint64)
        self._symbols[known] = table.keys[table.symbols[known]]
        self._totals = learned.of_symbols
        self._genes = genes_by_symbol(table, sorted(self._totals))
        learned_symbols = np.fromiter(self._totals, np.uint64, len(self._totals))
        texts = np.fromiter(self._totals.values(), np.int64, len(self._totals))
        order = np.argsort(learned_symbols)
        learned_symbols, texts = learned_symbols[order], np.append(texts[order], 0)
        at = np.searchsorted(learned_symbols, self._symbols)
        same = np.append(learned_symbols, np.uint64(0))[at] == self._symbols
        totals = np.where(same & (self._symbols > 0), texts[at], 0)
        self._fame = np.log1p(totals)  # of each gene, for texts that taught nothing

    def __call__(self, names: Sequence[Candidates], own: Texts) -> tuple[list[Candidates], Floats]:
        """Return names with what is known of them, and features of their N candidates in turn.

        Args:
            names: different ones, with their candidates.
            own: what the text itself gave to what was learned, which is taken away.

        Returns:
            The names, with candidates that are known from texts alone, and (N,
            ``LEARNED_FEATURES``) float64.
        """
        votes = [self._votes(name.code, own) for name in names]
        widened = [self._widened(name, one) for name, one in zip(names, votes, strict=True)]
        features = np.zeros((sum(len(name.genes) for name in widened), len(LEARNED_FEATURES)))
        if not len(features):
            return widened, features
        genes = np.concatenate([name.genes for name in widened])
        features[:, 4] = self._fame[genes]
        if own:
            of_own: Counter[int] = Counter()
            for (_, symbol), texts in own.items():
                of_own[symbol] += texts
            symbols = self._symbols[genes].tolist()
            totals = [self._totals.get(one, 0) - of_own[one] if one else 0 for one in symbols]
            features[:, 4] = np.log1p(totals)
        counts, wholes = np.zeros(len(features)), np.zeros(len(features))
        begin = 0
        for name, one in zip(widened, votes, strict=True):
            end = begin + len(name.genes)
            if one and begin < end:
                whole = sum(one.values())
                own_symbols = self._symbols[name.genes].tolist()
                counts[begin:end] = [one.get(symbol, 0) if symbol else 0 for symbol in own_symbols]
                wholes[begin:end] = whole
            begin = end
        kinds = np.concatenate([name.kinds for name in widened])
        features[:, 0] = counts / (wholes + 1)
        features[:, 1] = (wholes - counts) / (wholes + 1)
        features[:, 2] = np.log1p(counts)
        features[:, 3] = kinds == LEARNED
        return widened, features

    def _votes(self, key: int, own: Texts) -> Mapping[int, int]:
        votes = self._of_names.get(key)
        if votes is None:
            return {}
        if not own:
            return votes
        left = {symbol: texts - own.get((key, symbol), 0) for symbol, texts in votes.items()}
        return {symbol: texts for symbol, texts in left.items() if texts > 0}

    def _widened(self, name: Candidates, votes: Mapping[int, int]) -> Candidates:
        if not votes:
            return name
        absent = name.absent.copy()
        whole, none = sum(votes.values()), votes.get(NONE, 0)
        absent[_ABSENT:] = none / (whole + 1), (whole - none) / (whole + 1), np.log1p(none)
        known = {*self._symbols[name.genes].tolist()}
        found = {
            gene
            for symbol in votes
            if symbol != NONE and symbol not in known
            for gene in self._genes.get(symbol, ())
        }
        if not found:
            return name._replace(absent=absent)
        genes = np.array(sorted(found), np.int64)
        features = np.zeros((len(genes), len(NAME_FEATURES)))
        features[:, 17] = self._table.is_rna[genes]
        features[:, 18] = np.log(self._table.name_counts[genes] + 1.0)
        return name._replace(
            genes=np.concatenate([name.genes, genes]),
            features=np.concatenate([name.features, features]),
            kinds=np.concatenate([name.kinds, np.full(len(genes), LEARNED)]),
            absent=absent,
        )
