"""Gives gene mentions of texts their ids: candidates, features, ranking, answers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from .candidates import OVERLAP, CandidateFinder, Candidates, Floats
from .evidence import Definition, species_features, text_features
from .mentions import trimmed
from .model import GeneIdModel
from .names import key_of
from .species import SpeciesMention, SpeciesWords, species_words
from .table import GeneTable

REASONS = ("exact name", "exact name", "full name", "full name", "words of the full name")
LONG_FORM = "long form in the text"
ALIAS = "alias"
_LEAST = 0.005  # confidence of a candidate that is shown


class GeneCandidate(NamedTuple):
    """A gene that a mention may mean.

    Attributes:
        gene_id: of NCBI Gene.
        taxon: of NCBI Taxonomy.
        confidence: how sure it is that it is meant, 0 to 1.
        reason: why it is a candidate.
    """

    gene_id: int
    taxon: int
    confidence: float
    reason: str


class GeneAnswer(NamedTuple):
    """What a mention means.

    Attributes:
        parts: for each gene that the mention names, mostly one, its candidates, likeliest first.
        taxon: the likeliest species of the mention, 0 for one without a table.
    """

    parts: tuple[tuple[GeneCandidate, ...], ...]
    taxon: int


class Slot(NamedTuple):
    """A name at a place: which mention, and which of the text's names."""

    mention: int
    name: int


class TextFeatures(NamedTuple):
    """The features of a text.

    Attributes:
        slots: a place for each gene that is named, ascending by mention.
        names: N different names with their candidates.
        texts: for each name (C, ``TEXT_FEATURES``) float64.
        species: (S, T + 1, ``SPECIES_FEATURES``) float64, of the slots.
        found: the species that the text speaks of.
    """

    slots: list[Slot]
    names: list[Candidates]
    texts: list[Floats]
    species: Floats
    found: list[SpeciesMention]


class Describer:
    """Makes the features of texts with a table and words for species."""

    def __init__(
        self, table: GeneTable, words: SpeciesWords | None = None, species: int | None = None
    ):
        self.table = table
        self.taxa = table.species
        self.words = species_words() if words is None else words
        self._species = species
        self._finder = CandidateFinder(table)

    def __call__(
        self,
        texts: Sequence[str],
        mentions: Sequence[Sequence[tuple[int, int]]],
        definitions: Sequence[Sequence[Definition]],
    ) -> list[TextFeatures]:
        """Return the features of each text.

        Args:
            texts: any number.
            mentions: half-open characters of each text's mentions, ascending.
            definitions: of abbreviations in each.
        """
        pairs = [
            _partners(text, defined) for text, defined in zip(texts, definitions, strict=True)
        ]
        spelled = [
            [text[start:end] for start, end in spans]
            for text, spans in zip(texts, mentions, strict=True)
        ]
        wanted = [name for names in spelled for name in names]
        wanted += [other for one in pairs for other, _ in one.values()]
        candidates = self._finder(wanted)
        return [
            self._described(text, spans, names, partners, candidates)
            for text, spans, names, partners in zip(texts, mentions, spelled, pairs, strict=True)
        ]

    def _described(
        self,
        text: str,
        spans: Sequence[tuple[int, int]],
        spelled: Sequence[str],
        partners: dict[str, tuple[str, bool]],
        candidates: dict[str, tuple[Candidates, ...]],
    ) -> TextFeatures:
        found = self.words.find(text)
        slots: list[Slot] = []
        numbers: dict[tuple[str, int], int] = {}
        names: list[Candidates] = []
        for mention, name in enumerate(spelled):
            for part, one in enumerate(candidates[name]):
                number = numbers.setdefault((name, part), len(names))
                if number == len(names):
                    names.append(one)
                slots.append(Slot(mention, number))
        of_names = [partners.get(name.key) for name in names]
        described = text_features(
            text,
            names,
            [() if other is None else candidates[other[0]] for other in of_names],
            [other[0] if other is not None and other[1] else "" for other in of_names],
            self._finder,
            self.table,
        )
        names = [name for name, _ in described]
        species = species_features(
            text,
            [spans[slot.mention] for slot in slots],
            [names[slot.name] for slot in slots],
            found if self._species is None else [SpeciesMention(0, 0, self._species, 1.0)],
            self.taxa,
        )
        return TextFeatures(slots, names, [features for _, features in described], species, found)


class GeneNormalizer:
    """Ranks the candidates of mentions by a model.

    Args:
        model: with the table.
        words: for species; None for those of the package.
        species: the taxon that all texts are about; None: it is found out in each.
    """

    def __init__(
        self, model: GeneIdModel, words: SpeciesWords | None = None, species: int | None = None
    ):
        self._model = model
        self._describe = Describer(model.table, words, species)
        self._species = species

    @property
    def species_names(self) -> dict[int, str]:
        """By taxon, names of species that are found."""
        return self._describe.words.names

    def __call__(
        self,
        texts: Sequence[str],
        mentions: Sequence[Sequence[tuple[int, int]]],
        definitions: Sequence[Sequence[Definition]],
    ) -> list[tuple[list[GeneAnswer], list[SpeciesMention]]]:
        """Return for each text an answer for each mention, and the species it speaks of.

        Args:
            texts: any number.
            mentions: half-open characters of each text's mentions, ascending.
            definitions: of abbreviations in each.
        """
        described = self._describe(texts, mentions, definitions)
        return [
            (self._answers(features, len(spans)), features.found)
            for features, spans in zip(described, mentions, strict=True)
        ]

    def _answers(self, features: TextFeatures, count: int) -> list[GeneAnswer]:
        table, weights = self._model.table, self._model.weights
        taxa = np.array(self._describe.taxa, np.int64)
        by_species = features.species @ weights.species
        own = [
            (
                name.features @ weights.names + texts @ weights.texts,
                float(name.absent @ weights.absent),
                np.searchsorted(taxa, table.taxa[name.genes]),
            )
            for name, texts in zip(features.names, features.texts, strict=True)
        ]
        parts: list[list[tuple[GeneCandidate, ...]]] = [[] for _ in range(count)]
        likeliest = [0] * count
        for slot, species in zip(features.slots, by_species, strict=True):
            scores, absent, rows = own[slot.name]
            if not len(likeliest_rows := species[:-1]) or species[-1] > likeliest_rows.max():
                likeliest[slot.mention] = 0
            else:
                likeliest[slot.mention] = int(taxa[int(np.argmax(likeliest_rows))])
            if self._species is not None:
                scores = np.where(taxa[rows] == self._species, scores, -np.inf)
            shares = softmax(np.append(scores + species[rows], absent + species[-1]))[:-1]
            confidences = self._model.calibration(shares)
            name = features.names[slot.name]
            order = np.lexsort((table.ids[name.genes], -confidences))
            parts[slot.mention].append(
                tuple(
                    GeneCandidate(
                        int(table.ids[name.genes[place]]),
                        int(table.taxa[name.genes[place]]),
                        round(float(confidences[place]), 6),
                        _reason(name, int(place)),
                    )
                    for place in order
                    if confidences[place] >= _LEAST
                )
            )
        return [
            GeneAnswer(tuple(one), taxon) for one, taxon in zip(parts, likeliest, strict=True)
        ]


def softmax(scores: Floats) -> Floats:
    """Return the shares of scores: (C,) to (C,), which sum to 1."""
    shares = np.exp(scores - scores.max())
    return shares / shares.sum()


def _reason(name: Candidates, place: int) -> str:
    kind = int(name.kinds[place])
    if kind > OVERLAP:
        return LONG_FORM
    return ALIAS if kind == 1 else REASONS[kind]


def _partners(text: str, definitions: Iterable[Definition]) -> dict[str, tuple[str, bool]]:
    """Return by the normal form of a name its long or short form, and whether it is the long one."""
    partners: dict[str, tuple[str, bool]] = {}
    for definition in definitions:
        short = text[definition.short_start : definition.short_end]
        long = text[definition.long_start : definition.long_end]
        for name, other, is_long in ((short, long, True), (long, short, False)):
            partners.setdefault(key_of(trimmed(name)), (other, is_long))
    return partners
