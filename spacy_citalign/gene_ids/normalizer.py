"""Gives gene mentions of texts their ids: candidates, features, ranking, answers."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .describer import Describer, TextFeatures
from .evidence import Definition
from .model import GeneIdModel
from .name_features import OVERLAP, Floats
from .recall import LEARNED
from .species import SpeciesMention, SpeciesWords

REASONS = ("exact name", "exact name", "full name", "full name", "words of the full name")
LONG_FORM = "long form in the text"
LEARNED_NAME = "learned of texts"
ALIAS = "alias"
_LEAST = 0.01  # confidence of a candidate that is shown
_MOST = 20  # candidates of a mention that are given


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

    def chosen(self, threshold: float, species_threshold: float) -> list[GeneCandidate]:
        """Return the likeliest candidate of each part, of those parts that are sure enough.

        Args:
            threshold: least confidence.
            species_threshold: least share that the candidates of its species have of the
                confidence of all candidates.
        """
        chosen = []
        for part in self.parts:
            if part and part[0].confidence >= threshold:
                whole = sum(one.confidence for one in part)
                own = sum(one.confidence for one in part if one.taxon == part[0].taxon)
                if own >= species_threshold * whole:
                    chosen.append(part[0])
        return chosen


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
        self._describe = Describer(model.table, model.learned, words, species)
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
        taxa = np.array(self._describe.taxa, np.int64)
        by_species = features.species @ self._model.weights.species
        likeliest = np.append(taxa, 0)[np.argmax(by_species, axis=1)]
        candidates = self._ranked(features, by_species)
        parts: list[list[tuple[GeneCandidate, ...]]] = [[] for _ in range(count)]
        species = [0] * count
        for slot, found, taxon in zip(features.slots, candidates, likeliest.tolist(), strict=True):
            parts[slot.mention].append(found)
            species[slot.mention] = taxon
        return [GeneAnswer(tuple(one), taxon) for one, taxon in zip(parts, species, strict=True)]

    def _ranked(
        self, features: TextFeatures, by_species: Floats
    ) -> list[tuple[GeneCandidate, ...]]:
        """Return the candidates at each place, the likeliest first.

        Args:
            features: of the text, with S places.
            by_species: (S, T + 1) float64, scores of species at the places.
        """
        table, weights, names = self._model.table, self._model.weights, features.names
        if not features.slots:
            return []
        scores = np.concatenate([name.features for name in names]) @ weights.names
        scores += features.texts @ weights.texts
        absent = np.stack([name.absent for name in names]) @ weights.absent
        genes = np.concatenate([name.genes for name in names])
        kinds = np.concatenate([name.kinds for name in names]).tolist()
        taxa, ids = table.taxa[genes], table.ids[genes]
        if self._species is not None:
            scores = np.where(taxa == self._species, scores, -np.inf)
        rows = np.searchsorted(self._describe.taxa, taxa)
        # One row for each place and candidate there.
        name_of = np.array([slot.name for slot in features.slots])
        sizes = np.diff(features.begins)[name_of]
        slots = np.repeat(np.arange(len(sizes)), sizes)
        inside = np.arange(len(slots)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        place = features.begins[name_of][slots] + inside
        logits = scores[place] + by_species[slots, rows[place]]
        of_none = absent[name_of] + by_species[:, -1] + features.places @ weights.places
        highest = of_none.copy()
        np.maximum.at(highest, slots, logits)
        shares = np.exp(logits - highest[slots])
        whole = np.bincount(slots, shares, minlength=len(sizes)) + np.exp(of_none - highest)
        confidences = self._model.calibration(shares / whole[slots]).round(6)
        order = np.lexsort((ids[place], -confidences, slots))
        order = order[confidences[order] >= _LEAST]
        answers: list[list[GeneCandidate]] = [[] for _ in features.slots]
        for slot, number, confidence, gene, taxon in zip(
            slots[order].tolist(),
            place[order].tolist(),
            confidences[order].tolist(),
            ids[place[order]].tolist(),
            taxa[place[order]].tolist(),
            strict=True,
        ):
            own = answers[slot]
            if len(own) < _MOST:
                own.append(GeneCandidate(gene, taxon, confidence, _reason(kinds[number])))
        return [tuple(one) for one in answers]


def softmax(scores: Floats) -> Floats:
    """Return the shares of scores: (..., C) to (..., C), which sum to 1."""
    shares: Floats = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True)


def _reason(kind: int) -> str:
    if kind == LEARNED:
        return LEARNED_NAME
    if kind > OVERLAP:
        return LONG_FORM
    return ALIAS if kind == 1 else REASONS[kind]
