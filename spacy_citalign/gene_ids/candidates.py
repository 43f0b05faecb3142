"""Genes that a name may mean, with what the name alone says for each of them.

Genes of other species by the same symbol (``namesakes``) may be meant too. Databases of a species
list the names that its own papers use: "osteoprotegerin" stands beside a gene of the mouse alone,
and texts about patients write it as well. Genes whose symbols have one normal form are mostly
orthologs, since the nomenclature committees name them alike.
"""

import re
from collections.abc import Iterable, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Floats, Ints
from ..words.keeping import LONGEST
from .mentions import SEVERAL, TRIMMED, Form, forms, parts_of, prefix_of, trimmed
from .name_features import ABSENT_FEATURES, OVERLAP, LookedUp, Pairs, absent_features, name_features
from .names import MIXED, case_of, is_descriptive, key_of, words_of
from .table import SYMBOL, SYNONYM, GeneTable, joined_ranges, name_hashes

_MIN_SHARE = 0.7  # of the words of a name, by how rare they are
_MAX_GENES_OF_WORD = 3000
_MAX_OVERLAPPING = 8
_KEPT = 20_000  # words whose places are kept, and names whose candidates are
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
        whole = table.idf[places].sum() + (len(words) - len(places)) * float(table.idf.max())
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
        words = table.words[joined_ranges(starts, counts)]
        hit = np.flatnonzero(in_text[words])
        owner = np.repeat(np.arange(len(genes)), counts)[hit]
        return np.bincount(owner, table.idf[words[hit]], minlength=len(genes)).astype(np.float64)


MAX_CANDIDATES = 40
_FIRST_MEMBERS = ("1", "2", "3", "a", "b")  # ends of the names of a family's genes


def namesakes(table: GeneTable, owners: Ints, genes: Ints, kinds: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the genes by the symbols of names' genes, without these.

    Args:
        table: of genes.
        owners: (N,) int64 ascending, which name each gene is of.
        genes: (N,) int64, places in the table.
        kinds: (N,) int64, what the name is to the gene.

    Returns:
        Names, ascending, genes, ascending within a name, and kinds: (M,) int64. A namesake has the
        kind of the gene that it is found by, or that of a synonym where that is less.
    """
    symbols = table.symbols[genes]
    counts = np.where(symbols < 0, 0, table.counts[symbols].astype(np.int64))
    pairs = joined_ranges(table.starts[symbols], counts)
    owner_of, kind_of = np.repeat(owners, counts), np.repeat(np.maximum(kinds, SYNONYM), counts)
    is_symbol = table.kinds[pairs] == SYMBOL
    owner_of, kind_of = owner_of[is_symbol], kind_of[is_symbol]
    size = len(table.ids)
    codes = owner_of * size + table.genes[pairs[is_symbol]].astype(np.int64)
    order = np.lexsort((kind_of, codes))  # of a gene that is found by several the likeliest kind
    codes, first = np.unique(codes[order], return_index=True)
    new = ~np.isin(codes, owners * size + genes)
    return codes[new] // max(size, 1), codes[new] % max(size, 1), kind_of[order[first[new]]]


class Candidates(NamedTuple):
    """C genes that a name may mean.

    Attributes:
        core: the name without words at its borders.
        key: its normal form.
        code: the hash of that.
        genes: (C,) int64, places in the table.
        features: (C, ``NAME_FEATURES``) float64.
        absent: (``ABSENT_FEATURES``,) float64, of the answer that it means none of them.
        kinds: (C,) int64, as those of tables; one more for words in common.
        prefix: the taxon of a letter before the name, 0 for none.
        case: as ``case_of`` has it.
    """

    core: str
    key: str
    code: int
    genes: Ints
    features: Floats
    absent: Floats
    kinds: Ints
    prefix: int
    case: int


def _core(lookup: LookedUp) -> str:
    """Return a name without words at its borders, but for those that the table has with it."""
    form = lookup.form
    return form.written if form is not None and form.how <= TRIMMED else trimmed(lookup.name)


class CandidateFinder:
    """Finds candidates in a table; what was found is kept for names that come again."""

    def __init__(self, table: GeneTable):
        self._table = table
        self._kept: dict[str, tuple[Candidates, ...]] = {}
        self.words = WordOverlap(table)

    def __call__(self, names: Iterable[str]) -> dict[str, tuple[Candidates, ...]]:
        """Return the candidates of each name, and of each part where a name names several genes.

        A name that stands in the table as a whole is one.
        """
        wanted = list(dict.fromkeys(names))
        kept = self._kept
        by_name = {name: kept[name] for name in wanted if name in kept}
        new = [name for name in wanted if name not in by_name]
        if new:
            answers = dict(zip(new, self._find(new), strict=True))
            if len(kept) + len(new) > _KEPT:
                self._kept = kept = {}
            kept.update(answers)
            by_name |= answers
        return by_name

    def _find(self, names: Sequence[str]) -> list[tuple[Candidates, ...]]:
        whole = self._looked_up(names)
        parts = {
            name: listed
            for name in names
            if SEVERAL.search(name) and len(listed := parts_of(trimmed(name))) > 1
        }
        flat = list(dict.fromkeys(part for listed in parts.values() for part in listed))
        of_parts = dict(zip(flat, self._looked_up(flat), strict=True))
        wanted: list[LookedUp] = []
        sizes = []
        for name, answer in zip(names, whole, strict=True):
            listed = [part for part in parts.get(name, ()) if of_parts[part][0] is not None]
            lookups = [LookedUp(part, *of_parts[part], True) for part in listed]
            if len(lookups) < 2 or not self._is_list(answer, lookups):
                lookups = [LookedUp(name, *answer, False)]
            wanted += lookups
            sizes.append(len(lookups))
        made = iter(self._made(wanted))
        return [tuple(next(made) for _ in range(size)) for size in sizes]

    def _is_list(
        self, whole: tuple[Form | None, tuple[int, int]], parts: Sequence[LookedUp]
    ) -> bool:
        """Return whether a mention is of its parts: as a whole it is a name of fewer species.

        "ERK1/2" is a synonym of one gene of the fruit fly.
        """
        form, pairs = whole
        return form is None or self._species(pairs) < min(
            self._species(part.place) for part in parts
        )

    def _species(self, pairs: tuple[int, int]) -> int:
        """Return of how many species the genes of a name are."""
        return len({*self._table.taxa[self._table.genes[slice(*pairs)]].tolist()})

    def _looked_up(self, names: Sequence[str]) -> list[tuple[Form | None, tuple[int, int]]]:
        """Return for each name its first form that the table has, and the range of its pairs."""
        generators = [forms(name) for name in names]
        answers: list[tuple[Form | None, tuple[int, int]]] = [(None, (0, 0))] * len(names)
        open_ = list(range(len(names)))
        while open_:  # the likeliest form of all names, then the next of those that have none
            asked = [(number, next(generators[number], None)) for number in open_]
            forms_ = [(number, form) for number, form in asked if form is not None]
            ranges = self._table.pairs_of(name_hashes([form.key for _, form in forms_]))
            open_ = []
            for (number, form), pairs in zip(forms_, ranges, strict=True):
                if pairs[0] < pairs[1]:
                    answers[number] = form, pairs
                else:
                    open_.append(number)
        return answers

    def _made(self, wanted: Sequence[LookedUp]) -> list[Candidates]:
        """Return the candidates of names, all at once."""
        table = self._table
        cores = [_core(lookup) for lookup in wanted]
        pairs = self._pairs_of(wanted, cores)
        keys = [key_of(core) for core in cores]
        codes = name_hashes(keys).tolist() if keys else []
        features = name_features(table, wanted, cores, keys, pairs)
        borders = np.searchsorted(pairs.owners, np.arange(len(wanted) + 1)).tolist()
        genes = [pairs.genes[begin:end] for begin, end in pairwise(borders)]
        kinds = [pairs.kinds[begin:end] for begin, end in pairwise(borders)]
        words = [{*words_of(core)} for core in cores]
        self.words.word_places(set().union(*words))  # of all at once, which it keeps
        relatives = [self.words.count_having(of_core) for of_core in words]
        absent = np.array(
            [
                absent_features(core, key, of_name, lookup.form, alike, numbered)
                for core, key, of_name, lookup, alike, numbered in zip(
                    cores, keys, kinds, wanted, relatives, self._members(keys), strict=True
                )
            ],
            np.float64,
        ).reshape(-1, len(ABSENT_FEATURES))
        made = []
        for number, lookup in enumerate(wanted):
            core = cores[number]
            taxon, rest = prefix_of(core)
            stripped = taxon and lookup.form is not None and lookup.form.prefix
            made.append(
                Candidates(
                    core,
                    keys[number],
                    codes[number],
                    genes[number],
                    features[borders[number] : borders[number + 1]],
                    absent[number],
                    kinds[number],
                    taxon,
                    MIXED if is_descriptive(core) else case_of(rest if stripped else core),
                )
            )
        return made

    def _members(self, keys: Sequence[str]) -> list[int]:
        """Return how many of the first members of a family by each name the table has: "MMP1"."""
        numbered = [f"{key}{end}" for key in keys for end in _FIRST_MEMBERS]
        if not numbered:
            return []
        known = self._table.has(name_hashes(numbered))
        return known.reshape(len(keys), len(_FIRST_MEMBERS)).sum(1).tolist()

    def _pairs_of(self, wanted: Sequence[LookedUp], cores: Sequence[str]) -> Pairs:
        """Return the candidates of names.

        First those that the table has under the form, then genes of the same symbols; for names
        that it does not have those by the words of the core.
        """
        table = self._table
        listed = [self._places(lookup.place) for lookup in wanted]
        places = np.concatenate([np.zeros(0, np.int64), *listed])
        owners = np.repeat(np.arange(len(wanted)), [len(of_name) for of_name in listed])
        genes, kinds = table.genes[places].astype(np.int64), table.kinds[places].astype(np.int64)
        others, of_others, kinds_of_others = namesakes(table, owners, genes, kinds)
        without = [number for number, lookup in enumerate(wanted) if lookup.form is None]
        overlapping = [self.words.overlapping(cores[number]) for number in without]
        by_words = np.repeat(without, [len(shared) for shared, _ in overlapping]).astype(np.int64)
        owner = np.concatenate([owners, others, by_words])
        order = np.argsort(owner, kind="stable")
        more = len(others) + len(by_words)
        return Pairs(
            owner[order],
            np.concatenate([genes, of_others, *(shared for shared, _ in overlapping)])[order],
            np.concatenate([kinds, kinds_of_others, np.full(len(by_words), OVERLAP)])[order],
            np.concatenate([table.checks[places], np.zeros(more, np.uint8)])[order],
            np.concatenate([np.zeros(len(owner) - len(by_words)), *(x for _, x in overlapping)])[
                order
            ],
            np.repeat([False, True, False], [len(owners), len(others), len(by_words)])[order],
        )

    def _places(self, bounds: tuple[int, int]) -> Ints:
        """Return the places of a name's pairs: of many the likeliest, by kind, then by fame."""
        pairs = np.arange(*bounds)
        if len(pairs) > MAX_CANDIDATES:
            table = self._table
            fame = -table.name_counts[table.genes[pairs]].astype(np.int64)
            pairs = np.sort(pairs[np.lexsort((fame, table.kinds[pairs]))[:MAX_CANDIDATES]])
        return pairs
