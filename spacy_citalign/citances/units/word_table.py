"""The words of a group with what is known of each: stems, vectors, concepts of abbreviations."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...words.arrays import Floats32, Ints
from ...words.hashing import hash_strings
from ..group import Group
from ..knowledge.resources import Resources
from ..knowledge.stems import generic_words, stem, word_stems
from ..knowledge.thesaurus import DENSE, SharedEntries, Stems, Thesaurus

# Penn tags by their first letters, to one letter each.
TAGS = "NPJVGERCI"
_COARSE = dict(zip("NN NNP JJ VB VBG VBN RB CD IN".split(), TAGS, strict=True))


class Concept(NamedTuple):
    """A short form and its long forms, as stems."""

    short: Stems
    long: tuple[Stems, ...]


class WordTable:
    """The N words of a group; S of their stems differ.

    Attributes:
        group: the words.
        resources: what is known beside.
        thesaurus: that of the resources, or an empty one.
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
        self.thesaurus = resources.thesaurus or Thesaurus()
        vectors, counts, size = resources.vectors, resources.background, len(numbers)
        nothing = np.zeros((size, 0), np.float32)
        self.vectors = nothing if vectors is None else vectors.rows(self.keys)
        self.rarity = np.ones(size, np.float32) if counts is None else counts.rarity(self.keys)
        self.citances = int(np.count_nonzero(group.lengths))
        self.small = len(group.words) <= DENSE
        self.tags = [_COARSE.get(tag[:3]) or _COARSE.get(tag[:2], "-") for tag in group.tags]
        self.first = np.append(True, group.owners[1:] != group.owners[:-1])[: len(self.stem)]

    @cached_property
    def cosine(self) -> Floats32:
        """Cosines of the stems, those below 0 as 0: (S, S)."""
        return np.maximum(self.vectors @ self.vectors.T, 0)

    @cached_property
    def own_cosine(self) -> Floats32:
        """The same, where a stem without a vector is like itself: (S, S)."""
        cosine = self.cosine.copy()
        np.fill_diagonal(cosine, np.maximum(cosine.diagonal(), 1))
        return cosine

    @cached_property
    def opposite_stems(self) -> Any:
        """Which stems are opposites: (S, S) bool, dense in small groups."""
        words = [(part,) for part in self.stems]
        return SharedEntries(words, self.thesaurus, small=self.small).opposites()

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
        thesaurus = self.thesaurus
        for part in self.stems:
            for number in thesaurus.numbers_of((part,)):
                if thesaurus.entries[number].kind == "abbreviation" and self._written_short(part):
                    for form in thesaurus.long_forms(number):
                        if any(True for _ in self.runs(form)):
                            long_forms[(part,)].add(form)
        return [
            Concept(short, tuple(sorted(forms, key=lambda form: (-len(form), form))))
            for short, forms in sorted(long_forms.items())
        ]

    def _written_short(self, part: str) -> bool:
        """Return whether a stem stands with a capital beyond its first letter, or a digit."""
        words = (self.group.words[position] for position in self._places[part])
        return any(w[1:] != w[1:].lower() or any(map(str.isdigit, w)) for w in words)

    @cached_property
    def concept(self) -> Ints:
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
        return {short[0]: long[0] for short, long in self.concepts if len(short) == 1}


WORD_KINDS = ("content", "reporting", "number", "name")
_MIN_SHARE = 0.25  # share of entries
_CONTENT, _REPORTING, _NUMBER, _NAME = range(len(WORD_KINDS))


def word_kinds(table: WordTable) -> Ints:
    """Return the kind of each word, a position in ``WORD_KINDS``: (N,) int64.

    Reporting words ("suggest", "study"), words that any citance may have ("role") and numbers recur
    in all citances; classes of them are right and say little.

    A number begins with a digit and has no letters, or is tagged as one; of a reporting word a
    quarter of the thesaurus' entries are of that kind ("show", not "common" or "set", which have
    one among many), or it is one of ``generic_words.txt``; a name is in a gene mention, or is
    tagged as a proper noun.
    """
    group, tags = table.group, np.array(table.tags)
    reporting = [_reporting(table.thesaurus, part) for part in table.stems]
    generic = [word.lower() in generic_words() for word in group.words]
    digits = [not any(map(str.isalpha, word)) for word in group.words]
    kinds = np.full(len(group.words), _CONTENT, dtype=np.int64)
    kinds[(group.genes > 0) | (tags == "P")] = _NAME
    kinds[np.array(reporting, dtype=bool)[table.stem] | np.array(generic, dtype=bool)] = _REPORTING
    kinds[np.array(digits, dtype=bool) | (tags == "C")] = _NUMBER
    return kinds


def _reporting(thesaurus: Thesaurus, part: str) -> bool:
    numbers = thesaurus.numbers_of((part,))
    hits = sum(thesaurus.entries[number].kind == "reporting" for number in numbers)
    return len(numbers) > 0 and hits >= _MIN_SHARE * len(numbers)
