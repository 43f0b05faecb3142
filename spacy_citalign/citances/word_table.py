"""The words of a group with what is known of each: stems, vectors, concepts of abbreviations."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.array_types import Integers
from ..words.hashing import hash_strings
from .group import Group
from .resources import Resources
from .stems import stem, word_stems
from .thesaurus import DENSE, SharedEntries, Stems, Thesaurus

# Penn tags by their first letters, to one letter each.
_COARSE = {"NNP": "P", "NN": "N", "JJ": "J", "VBG": "G", "VBN": "E", "VB": "V", "RB": "R"} | {
    "CD": "C",
    "IN": "I",
}
TAGS = "NPJVGERCI"


class Concept(NamedTuple):
    """A short form and its long forms, as stems."""

    short: Stems
    long: tuple[Stems, ...]


class WordTable:
    """The N words of a group; S of their stems differ.

    Attributes:
        group: the words.
        resources: what is known beside.
        stems: the S distinct stems, in order of appearance.
        stem: (N,) int64, the stem of each word.
        stem_counts: (S,) int64, the citances that have each stem.
        vectors: (S, D) float32, unit rows, zeros where unknown.
        rarity: (S,) float32, 0 for the commonest word to 1.
        citances: those with words.
        small: whether matrices of the group are dense.
        tags: (N,) a letter of ``TAGS`` each, "-" for all other tags.
    """

    def __init__(self, group: Group, resources: Resources):
        self.group, self.resources = group, resources
        word_stem = [stem(word) for word in group.words]
        numbers: dict[str, int] = {}
        self.stem = np.array([numbers.setdefault(s, len(numbers)) for s in word_stem], np.int64)
        self.stems = list(numbers)
        self.numbers = numbers
        pairs = np.unique(np.stack([self.stem, group.owners]), axis=1)
        self.stem_counts = np.bincount(pairs[0], minlength=len(numbers))
        self.keys = hash_strings(self.stems)
        vectors = resources.vectors
        size = len(numbers)
        self.vectors = (
            np.zeros((size, 0), np.float32) if vectors is None else vectors.rows(self.keys)
        )
        counts = resources.background
        self.rarity = np.ones(size, np.float32) if counts is None else counts.rarity(self.keys)
        self.citances = int(np.count_nonzero(group.lengths))
        self.small = len(group.words) <= DENSE
        self.tags = [_coarse(tag) for tag in group.tags]
        self.first = np.append(True, group.owners[1:] != group.owners[:-1])[: len(self.stem)]

    @cached_property
    def cosine(self) -> NDArray[np.float32]:
        """Cosines of the stems, those below 0 as 0: (S, S)."""
        return np.maximum(self.vectors @ self.vectors.T, 0)

    @cached_property
    def own_cosine(self) -> NDArray[np.float32]:
        """The same, where a stem without a vector is like itself: (S, S)."""
        cosine = self.cosine.copy()
        np.fill_diagonal(cosine, np.maximum(cosine.diagonal(), 1))
        return cosine

    @cached_property
    def opposite_stems(self) -> Any:
        """Which stems are opposites: (S, S) bool, dense in small groups."""
        words = [(part,) for part in self.stems]
        thesaurus = self.resources.thesaurus or Thesaurus()
        return SharedEntries(words, thesaurus, small=self.small).opposites()

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places = defaultdict(list)
        for place, number in enumerate(self.stem.tolist()):
            places[self.stems[number]].append(place)
        return places

    def runs(self, phrase: Stems) -> Iterator[int]:
        """Yield where a phrase begins, all of it in one citance."""
        owners, size = self.group.owners, len(self.stem)
        wanted = [self.numbers.get(part, -1) for part in phrase]
        if -1 in wanted:
            return
        for start in self._places.get(phrase[0], ()):
            end = start + len(phrase)
            inside = end <= size and owners[end - 1] == owners[start]
            if inside and self.stem[start:end].tolist() == wanted:
                yield start

    def _stands(self, phrase: Stems) -> bool:
        return next(self.runs(phrase), None) is not None

    @cached_property
    def concepts(self) -> list[Concept]:
        """The abbreviations with a reason: defined in the group, or well-known and spelled out.

        A short form that is in the thesaurus counts if a long form of its entry stands in the
        group; letters alone never do.
        """
        long_forms: dict[Stems, set[Stems]] = defaultdict(set)
        for short, long in self.group.definitions:
            forms = tuple(map(stem, short)), word_stems(long)
            if all(forms):
                long_forms[forms[0]].add(forms[1])
        thesaurus = self.resources.thesaurus or Thesaurus()
        for part in self.stems:
            for number in thesaurus.numbers_of((part,)):
                if thesaurus.entries[number].kind == "abbreviation" and self._written_short(part):
                    listed = thesaurus.long_forms(number)
                    if spelled := [form for form in listed if self._stands(form)]:
                        long_forms[(part,)].update(spelled)
        return [
            Concept(short, tuple(sorted(forms, key=lambda form: (-len(form), form))))
            for short, forms in sorted(long_forms.items())
        ]

    def _written_short(self, part: str) -> bool:
        """Return whether a stem stands with a capital beyond its first letter, or a digit."""
        words = (self.group.words[position] for position in self._places[part])
        return any(w[1:] != w[1:].lower() or any(map(str.isdigit, w)) for w in words)

    @cached_property
    def concept(self) -> Integers:
        """The concept that a word is in, counted from 1, 0 for none: (N,)."""
        numbers = np.zeros(len(self.stem), dtype=np.int64)
        for number, (short, long) in enumerate(self.concepts, start=1):
            for form in (short, *long):
                for start in self.runs(form):
                    part = numbers[start : start + len(form)]
                    if not part.any():
                        part[:] = number
        return numbers

    @cached_property
    def expansions(self) -> dict[str, Stems]:
        """The longest long form of each short form of one word."""
        return {
            concept.short[0]: concept.long[0]
            for concept in self.concepts
            if len(concept.short) == 1
        }


def _coarse(tag: str) -> str:
    for length in (3, 2):
        if letter := _COARSE.get(tag[:length]):
            return letter
    return "-"
