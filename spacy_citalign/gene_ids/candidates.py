"""Genes that a name may mean, with what the name alone says for each of them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .mentions import Form, forms, parts_of, prefix_of, trimmed
from .names import case_of, is_descriptive, key_of, words_of
from .table import DESIGNATION, FULL_NAME, SYNONYM, GeneTable, checks_of, name_hashes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NAME_FEATURES = (
    "symbol",
    "synonym",
    "full name",
    "further name",
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


OVERLAP = DESIGNATION + 1
"""The kind of candidates that have words in common with a name only."""


class CandidateFinder:
    """Finds candidates in a table; what was found is kept for names that come again."""

    def __init__(self, table: GeneTable):
        self._table = table
        self._kept: dict[str, tuple[Candidates, ...]] = {}

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
        flat = [part for listed in parts.values() for part in listed]
        of_parts = dict(zip(flat, self._looked_up(flat), strict=True))
        answers = []
        for name, answer in zip(names, whole, strict=True):
            listed = [part for part in parts.get(name, ()) if of_parts[part][0] is not None]
            if len(listed) > 1:
                answers.append(tuple(self._made(part, *of_parts[part], True) for part in listed))
            else:
                answers.append((self._made(name, *answer, False),))
        return answers

    def _looked_up(self, names: Sequence[str]) -> list[tuple[Form | None, tuple[int, int]]]:
        """Return for each name its first form that the table has, and the range of its pairs."""
        listed = [list(forms(name)) for name in names]
        flat = [form.key for one in listed for form in one]
        ranges = iter(self._table.pairs_of(name_hashes(flat)) if flat else ())
        answers: list[tuple[Form | None, tuple[int, int]]] = []
        for one in listed:
            known = [(form, place) for form, place in [(f, next(ranges)) for f in one]]
            hits = [(form, place) for form, place in known if place[0] < place[1]]
            answers.append(hits[0] if hits else (None, (0, 0)))
        return answers

    def _made(
        self, name: str, form: Form | None, place: tuple[int, int], is_part: bool
    ) -> Candidates:
        table = self._table
        core = trimmed(name)
        if form is None:
            genes, shares = self._overlapping(core)
            kinds = np.full(len(genes), OVERLAP)
            alike = np.zeros(len(genes), bool)
        else:
            genes = table.genes[place[0] : place[1]].astype(np.int64)
            kinds = table.kinds[place[0] : place[1]].astype(np.int64)
            alike = table.checks[place[0] : place[1]] == checks_of([form.written])[0]
            shares = np.zeros(len(genes))
        if len(genes) > MOST_CANDIDATES:
            order = np.sort(
                np.lexsort((-table.name_counts[genes].astype(int), kinds))[:MOST_CANDIDATES]
            )
            genes, kinds, alike, shares = (a[order] for a in (genes, kinds, alike, shares))
        key = key_of(core)
        taxon, rest = prefix_of(core)
        return Candidates(
            core,
            key,
            genes,
            self._features(genes, kinds, alike, shares, form, core, key, is_part),
            _absent(core, key, kinds, form),
            kinds,
            taxon,
            case_of(rest if taxon and form is not None and form.prefix else core),
        )

    def _features(
        self,
        genes: Ints,
        kinds: Ints,
        alike: NDArray[np.bool_],
        shares: Floats,
        form: Form | None,
        core: str,
        key: str,
        is_part: bool,
    ) -> Floats:
        table = self._table
        features = np.zeros((len(genes), len(NAME_FEATURES)))
        if not len(genes):
            return features
        taxa = table.taxa[genes]
        same = (taxa[:, None] == taxa).sum(1)
        for kind in range(OVERLAP):
            features[:, kind] = kinds == kind
        features[:, 4] = alike & (kinds <= SYNONYM)
        if form is not None and form.how:
            features[:, 4 + form.how] = 1
        features[:, 10] = kinds == OVERLAP
        features[:, 11] = shares
        features[:, 12] = np.log(same)
        features[:, 13] = same == 1
        features[:, 14] = len(key) <= 2
        features[:, 15] = len(key) == 3
        features[:, 16] = is_descriptive(core)
        features[:, 17] = table.is_rna[genes]
        features[:, 18] = np.log(table.name_counts[genes] + 1.0)
        features[:, 19] = (kinds == 0) & (same > 1)
        features[:, 20] = is_part
        return features

    def _overlapping(self, name: str) -> tuple[Ints, Floats]:
        """Return genes that have most of the words of a name, and the share of these, ascending."""
        table = self._table
        words = list(dict.fromkeys(words_of(name)))
        places = table.word_places(words)
        nothing = np.zeros(0, np.int64), np.zeros(0)
        if len(places) < 2:
            return nothing
        owners, starts = table.genes_of_word
        idf = table.idf[places]
        whole = idf.sum() + (len(words) - len(places)) * float(table.idf.max())
        rare = [place for place in places if starts[place + 1] - starts[place] < _MOST_GENES_OF_WORD]
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
        common = np.bincount(owner, idf * said[words], minlength=len(genes))
        return common, np.bincount(owner, idf, minlength=len(genes))


def _absent(core: str, key: str, kinds: Ints, form: Form | None) -> Floats:
    descriptive = is_descriptive(core)
    number = any(map(str.isdigit, core))
    last = core.split()[-1].lower() if core.split() else ""
    best = int(kinds.min()) if len(kinds) else OVERLAP + 1
    return np.array(
        [
            1.0,
            not len(kinds),
            len(key) <= 2,
            len(key) == 3,
            core.endswith("s") and core[-2:-1].islower() | core[-2:-1].isupper(),
            descriptive,
            descriptive and not number,
            core.islower() and core.isalpha(),
            last in _GENERIC,
            np.log(len(kinds) + 1.0),
            best == OVERLAP,
            FULL_NAME <= best <= DESIGNATION,
            form is not None and form.how == 1,
            form is not None and form.how > 2,
        ],
        np.float64,
    )
