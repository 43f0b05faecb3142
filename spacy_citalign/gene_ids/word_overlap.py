"""Genes by the words of their names: those that a name shares, and those that a text has."""

import re
from collections.abc import Set

import numpy as np

from ..words.arrays import Bools, Floats, Ints
from ..words.keeping import LONGEST
from .names import words_of
from .table import GeneTable

_MIN_SHARE = 0.7  # of the words of a name, by how rare they are
_MAX_GENES_OF_WORD = 3000
_MAX_OVERLAPPING = 8
_KEPT = 20_000  # words whose places are kept
_TEXT_WORD = re.compile("[a-z]{3,}")


class WordOverlap:
    """Compares words with those of the genes of a table."""

    def __init__(self, table: GeneTable):
        self._table = table
        self._words: dict[str, int] = {}  # places in the vocabulary, -1 for none

    def overlapping(self, name: str) -> tuple[Ints, Floats]:
        """Return genes that have most of the words of a name, and the share of these, ascending."""
        table = self._table
        words = {*words_of(name)}
        nothing = np.zeros(0, np.int64), np.zeros(0)
        if len(words) < 2 or len(places := self.word_places(words)) < 2:
            return nothing
        owners, starts = table.genes_of_word
        idf = table.idf[places]
        whole = idf.sum() + (len(words) - len(places)) * float(table.idf.max())
        rare = [word for word in places if starts[word + 1] - starts[word] < _MAX_GENES_OF_WORD]
        if not rare or float(table.idf[rare].sum()) < (1 - _MIN_SHARE) * whole:
            return nothing
        # Word by word, ascending, as ``overlap`` sums, but of all genes at once.
        common = np.zeros(len(table.ids))
        for word in places:
            common[owners[starts[word] : starts[word + 1]]] += table.idf[word]
        having = np.concatenate([owners[starts[word] : starts[word + 1]] for word in rare])
        genes = np.unique(having[common[having] / whole >= _MIN_SHARE])
        shares, sums = common[genes] / whole, table.word_sums[genes]
        best = np.lexsort((genes, sums, -shares))[:_MAX_OVERLAPPING]
        best.sort()
        return genes[best], shares[best]

    def count_having(self, words: Set[str]) -> int:
        """Return how many genes of one species have all words of a name: many for a family's."""
        table = self._table
        places = self.word_places(words)
        if not words or len(places) < len(words):
            return 0
        owners, starts = table.genes_of_word
        lists = sorted((owners[starts[word] : starts[word + 1]] for word in places), key=len)
        genes = lists[0][:_MAX_GENES_OF_WORD]
        for others in lists[1:]:  # both ascend
            at = np.minimum(np.searchsorted(others, genes), len(others) - 1)
            genes = genes[others[at] == genes]
        return int(np.bincount(np.searchsorted(table.species, table.taxa[genes])).max(initial=0))

    def text_places(self, text: str) -> Ints:
        """Return the places of a text's words in the vocabulary: (n,) int64 ascending."""
        return self.word_places(
            {word.removesuffix("s") for word in _TEXT_WORD.findall(text.lower())}
        )

    def word_places(self, words: Set[str]) -> Ints:
        """Return the places of words in the vocabulary, those there are: (n,) int64 ascending."""
        known = self._words
        new = sorted(word for word in words if word not in known)
        made: dict[str, int] = {}
        if new:
            if len(known) + len(new) > _KEPT:
                self._words = known = {}
                new = sorted(words)
            made = dict(zip(new, self._table.place_of_each(new).tolist(), strict=True))
            known.update(item for item in made.items() if len(item[0]) <= LONGEST)
        places = {made[word] if word in made else known[word] for word in words}
        return np.array(sorted(places - {-1}), np.int64)

    def overlap(self, genes: Ints, in_text: Bools) -> Floats:
        """Return how much of genes' words a text has: (C,) float64, sums of how rare they are.

        Args:
            genes: (C,) int64, places in the table.
            in_text: (V,) bool, of the vocabulary.
        """
        table = self._table
        starts, counts = table.word_starts[genes], table.word_counts[genes].astype(np.int64)
        ends = np.cumsum(counts)
        inside = np.arange(int(counts.sum())) + np.repeat(starts - (ends - counts), counts)
        words = table.words[inside]
        hit = np.flatnonzero(in_text[words])
        owner = np.searchsorted(ends, hit, side="right")
        return np.bincount(owner, table.idf[words[hit]], minlength=len(genes)).astype(np.float64)
