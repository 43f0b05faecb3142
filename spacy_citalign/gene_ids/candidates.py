"""Genes that a name may mean, with what the name alone says for each of them."""

import math
import re
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .mentions import PREFIXED, TRIMMED, Form, forms, parts_of, prefix_of, trimmed
from .names import MIXED, case_of, is_descriptive, key_of, words_of
from .table import DESIGNATION, FULL_NAME, SYNONYM, GeneTable, checks_of, name_hashes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NAME_FEATURES = (
    "a symbol",
    "a synonym",
    "a full name",
    "a further name",
    "written alike",
    "words at the borders",
    "letter of the species",
    "brackets",
    "singular",
    "variant",
    "words in common",
    "share of words in common",
    "logarithm of the number of genes",
    "one gene",
    "two letters",
    "three letters",
    "descriptive",
    "of RNA",
    "logarithm of the number of names",
    "symbol, several genes",
    "one of several names",
    "lesser kind of name than others of the species",
    "lesser kind of name than other species",
)
ABSENT_FEATURES = (
    "constant",
    "no candidate",
    "two letters",
    "three letters",
    "plural",
    "descriptive",
    "descriptive, no number",
    "one word in small letters",
    "ends in a generic word",
    "logarithm of the number of candidates",
    "words in common only",
    "further name at best",
    "words at the borders",
    "variant",
)
_GENERIC = frozenset(
    "kinase kinases receptor receptors channel channels factor factors ligase protease proteases "
    "phosphatase phosphatases cytokine cytokines chemokine chemokines collagen histone histones "
    "integrin integrins actin tubulin globin hemoglobin immunoglobulin interferon interferons "
    "proteasome ubiquitin caspase caspases complex family transferase hormone enzyme".split()
)
MOST_CANDIDATES = 40
_LEAST_SHARE = 0.7  # of the words of a name, by how rare they are
_MOST_GENES_OF_WORD = 3000
_MOST_OVERLAPPING = 8
_KEPT = 20_000  # names whose candidates are kept, and words
_TEXT_WORD = re.compile("[a-z]{3,}")


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


class _Found(NamedTuple):
    """A name that was looked up: the form that the table has, if any, and its range of pairs."""

    name: str
    form: Form | None
    place: tuple[int, int]
    is_part: bool


OVERLAP = DESIGNATION + 1
"""The kind of candidates that have words in common with a name only."""


class CandidateFinder:
    """Finds candidates in a table; what was found is kept for names that come again."""

    def __init__(self, table: GeneTable):
        self._table = table
        self._kept: dict[str, tuple[Candidates, ...]] = {}
        self._words: dict[str, int] = {}  # places in the vocabulary, -1 for none

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
            for name, (form, _) in zip(names, whole, strict=True)
            if form is None and len(listed := parts_of(trimmed(name))) > 1
        }
        flat = list(dict.fromkeys(part for listed in parts.values() for part in listed))
        of_parts = dict(zip(flat, self._looked_up(flat), strict=True))
        wanted: list[_Found] = []
        sizes = []
        for name, answer in zip(names, whole, strict=True):
            listed = [part for part in parts.get(name, ()) if of_parts[part][0] is not None]
            found = [_Found(part, *of_parts[part], True) for part in listed]
            found = found if len(found) > 1 else [_Found(name, *answer, False)]
            wanted += found
            sizes.append(len(found))
        made = iter(self._made(wanted))
        return [tuple(next(made) for _ in range(size)) for size in sizes]

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

    def _made(self, wanted: Sequence[_Found]) -> list[Candidates]:
        """Return the candidates of names, all at once."""
        table = self._table
        cores = [trimmed(one.name) for one in wanted]
        pairs = [self._pairs(one.place) for one in wanted]
        shares = [np.zeros(len(own)) for own in pairs]
        genes = [table.genes[own].astype(np.int64) for own in pairs]
        kinds = [table.kinds[own].astype(np.int64) for own in pairs]
        checks = [table.checks[own] for own in pairs]
        for number, (one, core) in enumerate(zip(wanted, cores, strict=True)):
            if one.form is None:
                genes[number], shares[number] = self._overlapping(core)
                kinds[number] = np.full(len(genes[number]), OVERLAP)
                checks[number] = np.zeros(len(genes[number]), np.uint8)
        keys = [key_of(core) for core in cores]
        features = self._features(wanted, cores, keys, genes, kinds, checks, shares)
        absent = np.array(
            [
                _absent(c, k, n, one.form)
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

    def _features(
        self,
        wanted: Sequence[_Found],
        cores: Sequence[str],
        keys: Sequence[str],
        genes: Sequence[Ints],
        kinds: Sequence[Ints],
        checks: Sequence[NDArray[np.uint8]],
        shares: Sequence[Floats],
    ) -> Floats:
        """Return the features of the candidates of all names: (N, ``NAME_FEATURES``) float64."""
        table = self._table
        sizes = [len(own) for own in genes]
        owner = np.repeat(np.arange(len(wanted)), sizes)
        features = np.zeros((len(owner), len(NAME_FEATURES)))
        if not len(owner):
            return features
        gene, kind = np.concatenate(genes), np.concatenate(kinds)
        taxa = np.searchsorted(table.species, table.taxa[gene])
        group = owner * len(table.species) + taxa
        same = np.bincount(group)[group]
        written = [one.name if one.form is None else one.form.written for one in wanted]
        alike = np.concatenate(checks) == checks_of(written)[owner]
        how = np.array([0 if one.form is None else one.form.how for one in wanted])[owner]
        rows = np.arange(len(owner))
        # Databases differ in what they call the full name: kinds are compared within a species.
        best, own = np.full(len(wanted), OVERLAP), np.full(int(group.max()) + 1, OVERLAP)
        np.minimum.at(best, owner, kind)
        np.minimum.at(own, group, kind)
        of_kind = best[owner] < OVERLAP
        features[rows[of_kind], best[owner][of_kind]] = 1
        features[:, 21] = kind > own[group]
        features[:, 22] = own[group] > best[owner]
        features[:, 4] = alike & (kind <= SYNONYM)
        features[rows[how > 0], 4 + how[how > 0]] = 1
        features[:, 10] = kind == OVERLAP
        features[:, 11] = np.concatenate(shares)
        features[:, 12] = np.log(same)
        features[:, 13] = same == 1
        of_names = np.array(
            [
                (len(key) <= 2, len(key) == 3, is_descriptive(core), one.is_part)
                for core, key, one in zip(cores, keys, wanted, strict=True)
            ]
        )[owner]
        features[:, 14:17] = of_names[:, :3]
        features[:, 17] = table.is_rna[gene]
        features[:, 18] = np.log(table.name_counts[gene] + 1.0)
        features[:, 19] = (kind == 0) & (same > 1)
        features[:, 20] = of_names[:, 3]
        return features

    def _overlapping(self, name: str) -> tuple[Ints, Floats]:
        """Return genes that have most of the words of a name, and the share of these, ascending."""
        table = self._table
        words = {*words_of(name)}
        nothing = np.zeros(0, np.int64), np.zeros(0)
        if len(words) < 2 or len(places := self.word_places(words)) < 2:
            return nothing
        owners, starts = table.genes_of_word
        idf = table.idf[places]
        whole = idf.sum() + (len(words) - len(places)) * float(table.idf.max())
        rare = [
            place for place in places if starts[place + 1] - starts[place] < _MOST_GENES_OF_WORD
        ]
        if not rare or float(table.idf[rare].sum()) < (1 - _LEAST_SHARE) * whole:
            return nothing
        genes = np.unique(np.concatenate([owners[starts[p] : starts[p + 1]] for p in rare]))
        said = np.zeros(len(table.vocabulary), bool)
        said[places] = True
        common, own = self.overlap(genes, said)
        shares = common / whole
        good = shares >= _LEAST_SHARE
        genes, shares, own = genes[good], shares[good], own[good]
        best = np.lexsort((genes, own, -shares))[:_MOST_OVERLAPPING]
        best.sort()
        return genes[best], shares[best]

    def text_places(self, text: str) -> Ints:
        """Return the places of a text's words in the vocabulary: (n,) int64 ascending."""
        return self.word_places(
            {word.removesuffix("s") for word in _TEXT_WORD.findall(text.lower())}
        )

    def word_places(self, words: Set[str]) -> Ints:
        """Return the places of words in the vocabulary, those there are: (n,) int64 ascending."""
        known = self._words
        new = sorted(word for word in words if word not in known)
        if new:
            if len(known) + len(new) > _KEPT:
                self._words = known = {}
                new = sorted(words)
            places = self._table.place_of_each(new).tolist()
            known.update(zip(new, places, strict=True))
        return np.array(sorted({known[word] for word in words} - {-1}), np.int64)

    def overlap(self, genes: Ints, said: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Return how much of genes' words is said: sums of how rare they are.

        Args:
            genes: (C,) int64, places in the table.
            said: (V,) bool, of the vocabulary.

        Returns:
            (C,) float64 of the words that are said, and of all words.
        """
        table = self._table
        starts, counts = table.word_starts[genes], table.word_counts[genes].astype(np.int64)
        ends = np.cumsum(counts)
        inside = np.arange(int(counts.sum())) + np.repeat(starts - (ends - counts), counts)
        words = table.words[inside]
        owner = np.repeat(np.arange(len(genes)), counts)
        idf = table.idf[words]
        sums = (np.bincount(owner, x, minlength=len(genes)) for x in (idf * said[words], idf))
        common, whole = (one.astype(np.float64) for one in sums)
        return common, whole


def _absent(core: str, key: str, kinds: Ints, form: Form | None) -> tuple[float, ...]:
    descriptive = is_descriptive(core)
    number = any(map(str.isdigit, core))
    words = core.split()
    best = int(kinds.min()) if len(kinds) else OVERLAP + 1
    return (
        1.0,
        not len(kinds),
        len(key) <= 2,
        len(key) == 3,
        core.endswith("s") and core[-2:-1].isalpha(),
        descriptive,
        descriptive and not number,
        core.islower() and core.isalpha(),
        bool(words) and words[-1].lower() in _GENERIC,
        math.log(len(kinds) + 1.0),
        best == OVERLAP,
        FULL_NAME <= best <= DESIGNATION,
        form is not None and form.how == TRIMMED,
        form is not None and form.how > PREFIXED,
    )
