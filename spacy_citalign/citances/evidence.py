"""The evidence on two distinct units of a group: do they say the same?

Features of pairs: shared words, spelling, numbers, vectors, the thesaurus, defined abbreviations,
genes and tags, how often the units recur, and the company that they keep. A unit is paired with
itself, too: not everything that recurs is one meaning.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import JaroWinkler, Levenshtein
from rapidfuzz.process import cpdist

from .thesaurus import KINDS, Stems, Thesaurus
from .unit_table import UnitTable
from .word_table import TAGS

Integers = NDArray[np.int64]
Matrix = NDArray[np.float32]

_LETTERS = 16  # of the beginnings of two units that are compared
_NOUN, _NAME = TAGS.index("N"), TAGS.index("P")
_VERBS = [TAGS.index(tag) for tag in "VGE"]


class UnitPairs(NamedTuple):
    """P pairs of distinct units, first <= second; each (P,) int64."""

    first: Integers
    second: Integers


def all_pairs(units: UnitTable) -> UnitPairs:
    """Return all pairs that stand in two citances, those of a unit with itself among them."""
    first, second = np.triu_indices(len(units))
    kept = (first != second) | (units.spread[first] > 1)
    alone = (units.spread[first] == 1) & (units.spread[second] == 1)
    citance = units.counts.argmax(axis=1)
    kept &= ~(alone & (citance[first] == citance[second]))
    return UnitPairs(first[kept], second[kept])


class Evidence:
    """What is known of pairs of a table's units.

    Args:
        units: the units.
    """

    def __init__(self, units: UnitTable):
        self.units = units
        self._keys = {key: number for number, key in enumerate(units.stems)}
        self.thesaurus = units.table.resources.thesaurus or Thesaurus()

    def features(self, pairs: UnitPairs) -> Matrix:
        """Return the features of pairs: (P, F), in the order of ``names``."""
        columns = [np.asarray(values, dtype=np.float32) for _, values in self._columns(*pairs)]
        return np.stack(columns, axis=1)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the F features."""
        return _NAMES

    def _columns(self, first: Integers, second: Integers) -> Iterator[tuple[str, NDArray]]:
        yield from self._words(first, second)
        yield from self._spelling(first, second)
        yield from self._numbers(first, second)
        yield from self._meaning(first, second)
        yield from self._reasons(first, second)
        yield from self._kinds(first, second)
        yield from self._company(first, second)

    def _words(self, first: Integers, second: Integers) -> Iterator[tuple[str, NDArray]]:
        units = self.units
        yield "same", first == second
        lengths = units.lengths
        yield "both of one word", (lengths[first] == 1) & (lengths[second] == 1)
        yield "both of several", (lengths[first] > 1) & (lengths[second] > 1)
        yield "shorter", np.minimum(lengths[first], lengths[second])
        yield "longer", np.maximum(lengths[first], lengths[second])
        bags = units.bags
        sizes = bags.sum(axis=1)
        shared = np.einsum("pf,pf->p", bags[first], bags[second])
        yield "shared words", shared / (sizes[first] + sizes[second] - shared)
        yield "contained", shared / np.minimum(sizes[first], sizes[second])
        yield "same words", (shared == sizes[first]) & (shared == sizes[second])
        heads = np.array([units.table.numbers[key[-1]] for key in units.stems])
        begins = np.array([units.table.numbers[key[0]] for key in units.stems])
        yield "same head", heads[first] == heads[second]
        yield "same beginning", begins[first] == begins[second]
        yield "head begins", (heads[first] == begins[second]) | (heads[second] == begins[first])

    def _spelling(self, first: Integers, second: Integers) -> Iterator[tuple[str, NDArray]]:
        surface = self.units.surface
        left, right = ([surface[n] for n in side.tolist()] for side in (first, second))
        yield (
            "edit similarity",
            cpdist(left, right, scorer=Levenshtein.normalized_similarity, dtype=np.float32),
        )
        yield "jaro winkler", cpdist(left, right, scorer=JaroWinkler.similarity, dtype=np.float32)
        letters, lengths = self._letters
        agree = (letters[first] == letters[second]) & (letters[first] > 0)
        prefix = np.cumprod(agree, axis=1).sum(axis=1)
        shorter = np.minimum(lengths[first], lengths[second])
        yield "prefix", prefix
        yield "prefix share", prefix / np.minimum(shorter, _LETTERS)
        yield "letters", shorter

    @cached_property
    def _letters(self) -> tuple[Integers, Integers]:
        surface = self.units.surface
        codes = np.zeros((len(surface), _LETTERS), dtype=np.int64)
        for number, text in enumerate(surface):
            part = [ord(letter) for letter in text[:_LETTERS]]
            codes[number, : len(part)] = part
        return codes, np.array([len(text) for text in surface])

    def _numbers(self, first: Integers, second: Integers) -> Iterator[tuple[str, NDArray]]:
        digits, family = self.digits, self.family
        has = digits > 0
        other = (has[first] | has[second]) & (digits[first] != digits[second])
        yield "other number", other
        yield "same number", has[first] & (digits[first] == digits[second])
        yield "other member", other & (family[first] == family[second]) & (family[first] > 0)

    @cached_property
    def digits(self) -> Integers:
        """Equal numbers for units with the same digits, 0 for none: (U,)."""
        return _numbered(
            ["".join(c if c.isdigit() else " " for c in " ".join(w)) for w in self.units.written]
        )

    @cached_property
    def family(self) -> Integers:
        """Equal numbers for units whose letters before the first digit are the same: (U,)."""
        return _numbered([_before_digit(text) for text in self.units.surface])

    def _meaning(self, first: Integers, second: Integers) -> Iterator[tuple[str, NDArray]]:
        units, cosine = self.units, self.units.table.cosine
        vectors = units.vectors
        same = first == second
        close = np.where(same, 1, np.einsum("pf,pf->p", vectors[first], vectors[second]))
        yield "cosine", close
        known = np.append(np.linalg.norm(units.table.vectors, axis=1) > 0, False)
        yield "unknown word", ~(known[units.words[first, 0]] & known[units.words[second, 0]])
        own = np.maximum(cosine, np.eye(len(cosine), dtype=np.float32))
        for name, values in zip(
            ("least", "most", "best"), self._matched(own, first, second), strict=True
        ):
            yield f"{name} word cosine", values
        nearest = self._nearest
        yield "cosine over nearest", close - np.minimum(nearest[first], nearest[second])
        links, opposite = self.thesaurus_links
        for kind, matrix in zip(KINDS, links, strict=True):
            yield f"thesaurus {kind}", np.where(same, 0, matrix[first, second])
        yield "opposite", opposite[first, second]
        yield "opposite words", self._matched(self._opposite_words, first, second)[2]

    @cached_property
    def _nearest(self) -> Matrix:
        """The mean cosine of each unit's three nearest: (U,)."""
        vectors = self.units.vectors
        near = vectors @ vectors.T
        np.fill_diagonal(near, 0)
        if len(near) <= 3:
            return np.ones(len(near), dtype=np.float32)
        return np.partition(near, -3, axis=1)[:, -3:].mean(axis=1)

    def _matched(
        self, similarity: Matrix, first: Integers, second: Integers
    ) -> tuple[NDArray, NDArray, NDArray]:
        """Match each word with its best in the other unit: means by rarity, and the best of all.

        Args:
            similarity: of stems, (S, S).
            first, second: the pairs.

        Returns:
            The lower mean of the two directions, the higher, the best pair: (P,) each.
        """
        units = self.units
        padded = np.pad(similarity, ((0, 1), (0, 1)))
        cells = padded[units.words[first][:, :, None], units.words[second][:, None, :]]
        rarity = np.append(units.table.rarity, np.float32(0))
        means = []
        for side, axis in ((first, 2), (second, 1)):
            weights = rarity[units.words[side]]
            best = (cells.max(axis=axis) * weights).sum(axis=1)
            means.append(best / np.maximum(weights.sum(axis=1), 1e-6))
        return np.minimum(*means), np.maximum(*means), cells.max(axis=(1, 2))

    @cached_property
    def thesaurus_links(self) -> tuple[Matrix, NDArray[np.bool_]]:
        """How many entries of each kind two units share, as log(1 + n): (4, U, U); opposites."""
        return _links(self.units.stems, self.thesaurus)

    @cached_property
    def _opposite_words(self) -> Matrix:
        words = [(stem,) for stem in self.units.table.stems]
        return _links(words, self.thesaurus)[1].astype(np.float32)

    def _reasons(self, first: Integers, second: Integers) -> Iterator[tuple[str, NDArray]]:
        concept = self.units.concept
        one, other = concept[first], concept[second]
        yield "same abbreviation", (one > 0) & (one == other)
        yield "other abbreviation", (one > 0) & (other > 0) & (one != other)
        yield "one abbreviation", (one > 0) != (other > 0)

    def _kinds(self, first: Integers, second: Integers) -> Iterator[tuple[str, NDArray]]:
        units = self.units
        genes, terms = (units.share(n) for n in (units.table.group.genes, units.table.group.terms))
        yield "both genes", np.minimum(genes[first], genes[second])
        yield "one gene", np.abs(genes[first] - genes[second])
        yield "both terms", np.minimum(terms[first], terms[second])
        tag = units.tag
        one, other = tag[first], tag[second]
        for number, letter in enumerate(TAGS):
            yield f"both {letter}", (one == number) & (other == number)
        yield "same tag", one == other
        verb, noun = np.isin(tag, _VERBS), np.isin(tag, (_NOUN, _NAME))
        yield "verb and noun", (verb[first] & noun[second]) | (noun[first] & verb[second])
        yield "both verbs", verb[first] & verb[second]
        yield "both nouns", noun[first] & noun[second]
        mixed = [any(w[1:] != w[1:].lower() for w in words) for words in units.written]
        capital = np.array(mixed, dtype=bool)
        yield "both with capitals", capital[first] & capital[second]
        yield "one with capitals", capital[first] != capital[second]

    def _company(self, first: Integers, second: Integers) -> Iterator[tuple[str, NDArray]]:
        units = self.units
        size = units.table.citances
        least = np.minimum(units.spread[first], units.spread[second])
        most = np.maximum(units.spread[first], units.spread[second])
        yield "least citances", np.minimum(least, 20)
        yield "most citances", np.minimum(most, 20)
        yield "least share", least / size
        yield "most share", most / size
        contexts = units.contexts
        yield "context", np.einsum("pf,pf->p", contexts[first], contexts[second])
        for name, step in (("before", -1), ("after", 1)):
            beside = units.neighbours(step)
            yield f"same words {name}", np.einsum("pf,pf->p", beside[first], beside[second])
        rarity = units.rarity
        yield "least rarity", np.minimum(rarity[first, 0], rarity[second, 0])
        yield "most rarity", np.maximum(rarity[first, 0], rarity[second, 0])
        yield "commonest word", np.minimum(rarity[first, 1], rarity[second, 1])
        yield "group size", np.full(len(first), min(size, 30))


def _links(keys: Sequence[Stems], thesaurus: Thesaurus) -> tuple[Matrix, NDArray[np.bool_]]:
    size = len(keys)
    links = np.zeros((len(KINDS), size, size), dtype=np.float32)
    opposite = np.zeros((size, size), dtype=bool)
    having: dict[int, list[int]] = defaultdict(list)
    for number, key in enumerate(keys):
        for entry in thesaurus.numbers_of(key):
            having[entry].append(number)
    for entry, members in having.items():
        if len(members) > 1:
            links[KINDS.index(thesaurus.entries[entry].kind)][np.ix_(members, members)] += 1
        for other in thesaurus.opposites_of(entry):
            if other in having:
                opposite[np.ix_(members, having[other])] = True
    return np.log1p(links), opposite & ~(links.sum(axis=0) > 0)


def _numbered(texts: list[str]) -> Integers:
    """Number equal texts from 1, those without letters and digits 0."""
    numbers: dict[str, int] = {}
    keys = [" ".join(text.split()) for text in texts]
    return np.array([numbers.setdefault(key, len(numbers) + 1) if key else 0 for key in keys])


def _before_digit(text: str) -> str:
    letters = []
    for letter in text:
        if not letter.isalpha():
            break
        letters.append(letter)
    return "".join(letters) if len(letters) > 1 else ""


_NAMES = (
    *("same", "both of one word", "both of several", "shorter", "longer", "shared words"),
    *("contained", "same words", "same head", "same beginning", "head begins"),
    *("edit similarity", "jaro winkler", "prefix", "prefix share", "letters"),
    *("other number", "same number", "other member"),
    *("cosine", "unknown word", "least word cosine", "most word cosine", "best word cosine"),
    "cosine over nearest",
    *(f"thesaurus {kind}" for kind in KINDS),
    *("opposite", "opposite words"),
    *("same abbreviation", "other abbreviation", "one abbreviation"),
    *("both genes", "one gene", "both terms"),
    *(f"both {letter}" for letter in TAGS),
    *("same tag", "verb and noun", "both verbs", "both nouns"),
    *("both with capitals", "one with capitals"),
    *("least citances", "most citances", "least share", "most share", "context"),
    *("same words before", "same words after", "least rarity", "most rarity", "commonest word"),
    "group size",
)
