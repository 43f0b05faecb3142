"""Genes that a name may mean, with what the name alone says for each of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from .mentions import Form, forms, may_be_several, parts_of, prefix_of, trimmed
from .name_features import (
    ABSENT_FEATURES,
    OVERLAP,
    Floats,
    Ints,
    LookedUp,
    absent_features,
    name_features,
)
from .names import MIXED, case_of, is_descriptive, key_of
from .namesakes import namesakes
from .table import GeneTable, name_hashes
from .word_overlap import WordOverlap

MOST_CANDIDATES = 40
_KEPT = 20_000  # names whose candidates are kept


class Candidates(NamedTuple):
    """C genes that a name may mean.

    Attributes:
        core: the name without words at its borders.
        key: its normal form.
        genes: (C,) int64, places in the table.
        features: (C, ``NAME_FEATURES``) float64.
        absent: (``ABSENT_FEATURES``,) float64, of the answer that it means none of them.
        kinds: (C,) int64, as those of tables; one more for words in common.
        prefix: the taxon of a letter before the name, 0 for none.
        case: as ``case_of`` has it.
    """

    core: str
    key: str
    genes: Ints
    features: Floats
    absent: Floats
    kinds: Ints
    prefix: int
    case: int


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
        found = {name: kept[name] for name in wanted if name in kept}
        new = [name for name in wanted if name not in found]
        if new:
            answers = dict(zip(new, self._find(new), strict=True))
            if len(kept) + len(new) > _KEPT:
                self._kept = kept = {}
            kept.update(answers)
            found |= answers
        return found

    def _find(self, names: Sequence[str]) -> list[tuple[Candidates, ...]]:
        whole = self._looked_up(names)
        parts = {
            name: listed
            for name in names
            if may_be_several(name) and len(listed := parts_of(trimmed(name))) > 1
        }
        flat = list(dict.fromkeys(part for listed in parts.values() for part in listed))
        of_parts = dict(zip(flat, self._looked_up(flat), strict=True))
        wanted: list[LookedUp] = []
        sizes = []
        for name, answer in zip(names, whole, strict=True):
            listed = [part for part in parts.get(name, ()) if of_parts[part][0] is not None]
            found = [LookedUp(part, *of_parts[part], True) for part in listed]
            if len(found) < 2 or not self._is_list(answer, found):
                found = [LookedUp(name, *answer, False)]
            wanted += found
            sizes.append(len(found))
        made = iter(self._made(wanted))
        return [tuple(next(made) for _ in range(size)) for size in sizes]

    def _is_list(
        self, whole: tuple[Form | None, tuple[int, int]], parts: Sequence[LookedUp]
    ) -> bool:
        """Return whether a mention is of its parts: as a whole it is a name of fewer species.

        "ERK1/2" is a synonym of one gene of the fruit fly.
        """
        form, place = whole
        return form is None or self._species(place) < min(self._species(one.place) for one in parts)

    def _species(self, place: tuple[int, int]) -> int:
        """Return of how many species the genes of a name are."""
        return len({*self._table.taxa[self._table.genes[slice(*place)]].tolist()})

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
            for (number, form), place in zip(forms_, ranges, strict=True):
                if place[0] < place[1]:
                    answers[number] = form, place
                else:
                    open_.append(number)
        return answers

    def _made(self, wanted: Sequence[LookedUp]) -> list[Candidates]:
        """Return the candidates of names, all at once."""
        table = self._table
        cores = [trimmed(one.name) for one in wanted]
        pairs = [self._pairs(one.place) for one in wanted]
        shares = [np.zeros(len(own)) for own in pairs]
        genes = [table.genes[own].astype(np.int64) for own in pairs]
        kinds = [table.kinds[own].astype(np.int64) for own in pairs]
        checks = [table.checks[own] for own in pairs]
        borrowed = [np.zeros(len(own), bool) for own in genes]
        for number, (more, kind) in enumerate(namesakes(table, genes, kinds)):
            genes[number] = np.concatenate([genes[number], more])
            kinds[number] = np.concatenate([kinds[number], kind])
            checks[number] = np.concatenate([checks[number], np.zeros(len(more), np.uint8)])
            shares[number] = np.zeros(len(genes[number]))
            borrowed[number] = np.concatenate([borrowed[number], np.ones(len(more), bool)])
        for number, (one, core) in enumerate(zip(wanted, cores, strict=True)):
            if one.form is None:
                genes[number], shares[number] = self.words.overlapping(core)
                kinds[number] = np.full(len(genes[number]), OVERLAP)
                checks[number] = np.zeros(len(genes[number]), np.uint8)
                borrowed[number] = np.zeros(len(genes[number]), bool)
        keys = [key_of(core) for core in cores]
        features = name_features(table, wanted, cores, keys, genes, kinds, checks, shares, borrowed)
        absent = np.array(
            [
                absent_features(c, k, n, one.form)
                for c, k, n, one in zip(cores, keys, kinds, wanted, strict=True)
            ],
            np.float64,
        ).reshape(-1, len(ABSENT_FEATURES))
        made = []
        begin = 0
        for number, one in enumerate(wanted):
            core = cores[number]
            taxon, rest = prefix_of(core)
            stripped = taxon and one.form is not None and one.form.prefix
            end = begin + len(genes[number])
            made.append(
                Candidates(
                    core,
                    keys[number],
                    genes[number],
                    features[begin:end],
                    absent[number],
                    kinds[number],
                    taxon,
                    MIXED if is_descriptive(core) else case_of(rest if stripped else core),
                )
            )
            begin = end
        return made

    def _pairs(self, place: tuple[int, int]) -> Ints:
        """Return the places of a name's pairs: of many the likeliest, by kind, then by fame."""
        pairs = np.arange(*place)
        if len(pairs) > MOST_CANDIDATES:
            table = self._table
            fame = -table.name_counts[table.genes[pairs]].astype(np.int64)
            pairs = np.sort(pairs[np.lexsort((fame, table.kinds[pairs]))[:MOST_CANDIDATES]])
        return pairs
