"""Makes of texts what the model weighs: names, their candidates, and features of both."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Floats, Ints
from .candidates import CandidateFinder, Candidates
from .evidence import Abbreviation, place_features, text_features
from .learned import CandidateRecall, LearnedNames, Texts
from .names import MAX_WRITTEN
from .species import SpeciesMention, SpeciesWords, species_words
from .species_evidence import species_features
from .table import GeneTable


class Slot(NamedTuple):
    """A name at a place: which mention, and which of the text's names."""

    mention: int
    name: int


class TextFeatures(NamedTuple):
    """The features of a text.

    Attributes:
        slots: a place for each gene that is named, ascending by mention.
        names: N different names with their candidates.
        begins: (N + 1,) int64, where the candidates of each name begin in the next.
        texts: (C, ``TEXT_FEATURES``) float64, of the candidates of all names in turn.
        species: (S, T + 1, ``SPECIES_FEATURES``) float64, of the slots.
        places: (S, ``PLACE_FEATURES``) float64, of the slots.
        found: the species that the text speaks of.
    """

    slots: list[Slot]
    names: list[Candidates]
    begins: Ints
    texts: Floats
    species: Floats
    places: Floats
    found: list[SpeciesMention]


class Describer:
    """Makes the features of texts with a table, what was learned, and words for species."""

    def __init__(
        self,
        table: GeneTable,
        learned: LearnedNames,
        words: SpeciesWords | None = None,
        species: int | None = None,
    ):
        self.table = table
        self.taxa = table.species
        self.words = species_words() if words is None else words
        self._species = species
        self._finder = CandidateFinder(table)
        self._recall = CandidateRecall(learned, table)

    def __call__(
        self,
        texts: Sequence[str],
        mentions: Sequence[Sequence[tuple[int, int]]],
        definitions: Sequence[Sequence[Abbreviation]],
        known: Sequence[Texts] | None = None,
    ) -> list[TextFeatures]:
        """Return the features of each text.

        Args:
            texts: any number.
            mentions: half-open characters of each text's mentions, ascending.
            definitions: of abbreviations in each.
            known: what each text itself gave to what was learned; None for new texts.
        """
        known = [{}] * len(texts) if known is None else known
        pairs = [_partners(text, defined) for text, defined in zip(texts, definitions, strict=True)]
        spelled = [
            [text[start : min(end, start + MAX_WRITTEN)] for start, end in spans]
            for text, spans in zip(texts, mentions, strict=True)
        ]
        wanted = [name for names in spelled for name in names]
        wanted += [name for partners in pairs for name in partners]
        candidates = self._finder(wanted)
        return [
            self._described(text, spans, names, partners, candidates, given)
            for text, spans, names, partners, given in zip(
                texts, mentions, spelled, pairs, known, strict=True
            )
        ]

    def _described(
        self,
        text: str,
        spans: Sequence[tuple[int, int]],
        spelled: Sequence[str],
        partners: dict[str, tuple[str, bool]],
        candidates: dict[str, tuple[Candidates, ...]],
        given: Texts,
    ) -> TextFeatures:
        mentioned = self.words.find(text)
        slots: list[Slot] = []
        numbers: dict[tuple[str, int], int] = {}
        names: list[Candidates] = []
        for mention, name in enumerate(spelled):
            for part, candidate in enumerate(candidates[name]):
                number = numbers.setdefault((name, part), len(names))
                if number == len(names):
                    names.append(candidate)
                slots.append(Slot(mention, number))
        by_key = {
            candidates[name][0].key: other for name, other in reversed(partners.items())
        }  # what is defined twice is what was defined first
        of_names = [by_key.get(name.key) for name in names]
        names, of_texts = text_features(
            text,
            names,
            [() if other is None else candidates[other[0]] for other in of_names],
            [other[0] if other is not None and other[1] else "" for other in of_names],
            self._finder,
            self.table,
            lambda widened: self._recall(widened, given),
        )
        begins = np.cumsum([0, *(len(name.genes) for name in names)])
        places = [spans[slot.mention] for slot in slots]
        of_slots = [names[slot.name] for slot in slots]
        species = species_features(
            text,
            places,
            of_slots,
            mentioned if self._species is None else [SpeciesMention(0, 0, self._species, 1.0)],
            self.taxa,
        )
        around = place_features(text, places, of_slots)
        return TextFeatures(slots, names, begins, of_texts, species, around, mentioned)


def _partners(text: str, definitions: Iterable[Abbreviation]) -> dict[str, tuple[str, bool]]:
    """Return by name its long or short form, and whether it is the long."""
    partners: dict[str, tuple[str, bool]] = {}
    for definition in definitions:
        short = text[definition.short_start : definition.short_end][:MAX_WRITTEN]
        long = text[definition.long_start : definition.long_end][:MAX_WRITTEN]
        for name, other, is_long in ((short, long, True), (long, short, False)):
            partners.setdefault(name, (other, is_long))
    return partners
