"""Gives gene mentions of texts their ids: candidates, features, ranking, answers."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Floats, Ints
from .evidence import Abbreviation, Describer, TextFeatures
from .model import GeneIdModel
from .species import SpeciesMention, SpeciesWords
from .table import joined_ranges

# By the kind of a candidate: of the name, of its other form with each of these again, learned.
_NAMED = ("exact name", "alias", "full name", "full name", "words of the full name")
REASONS = (*_NAMED, *["long form in the text"] * len(_NAMED), "learned of texts")
_MIN_CONFIDENCE = 0.01  # confidence of a candidate that is shown
WITHOUT_TABLE = 0
"""Stands for the taxon of a species without a table."""
NO_TABLE = "species without a table"
MAX_RANKED = 20  # candidates of a gene that is named that count


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
        taxon: the likeliest species of the mention, ``WITHOUT_TABLE`` for one that has none.
        shares: for each part how sure the species of its likeliest candidate is, 0 to 1; 0 of none.
            It is the share that candidates of that species have of the confidence of all, less half
            of it times the probability of a species without a table, by what the text says: no
            candidate stands for these.
    """

    parts: tuple[tuple[GeneCandidate, ...], ...]
    taxon: int
    shares: tuple[float, ...]


def chosen_genes(
    names: Sequence[str], answers: Sequence[GeneAnswer], threshold: float, species_threshold: float
) -> list[list[GeneCandidate]]:
    """Return for each mention of a text the likeliest candidates of its parts that are sure enough.

    A mention that is likeliest of a species without a table has none. Mentions that are written
    alike, mean the same gene most likely and have the same likeliest species are decided together,
    by whether half of them or more are sure: of one name not one mention has an id and the next
    none.

    Args:
        names: the mentions as they are written.
        answers: what each means.
        threshold: least confidence.
        species_threshold: least of ``GeneAnswer.shares``.
    """
    votes: dict[tuple[str, int, int, int], list[bool]] = {}
    keys: list[list[tuple[str, int, int, int]]] = []
    for name, answer in zip(names, answers, strict=True):
        keys.append([])
        for number, (part, share) in enumerate(zip(answer.parts, answer.shares, strict=True)):
            key = (name, answer.taxon, number, part[0].gene_id if part else 0)
            keys[-1].append(key)
            is_sure = bool(part) and part[0].confidence >= threshold and share >= species_threshold
            votes.setdefault(key, []).append(is_sure and answer.taxon != WITHOUT_TABLE)
    sure = {key for key, given in votes.items() if any(given) and 2 * sum(given) >= len(given)}
    return [
        [part[0] for part, key in zip(answer.parts, given, strict=True) if key in sure]
        for answer, given in zip(answers, keys, strict=True)
    ]


def why_no_id(
    span: tuple[int, int],
    answer: GeneAnswer,
    species: Sequence[SpeciesMention],
    names: Mapping[int, str],
    threshold: float,
) -> str:
    """Return why a mention has no id.

    Args:
        span: its half-open characters.
        answer: what it means.
        species: that the text speaks of, those without a table alone, ascending.
        names: of these, by taxon.
        threshold: least confidence.
    """
    if answer.taxon == WITHOUT_TABLE and species:
        start, end = span
        at = bisect_left(species, start, key=lambda one: one.start)
        around = species[max(at - 1, 0) : at + 1]
        nearest = min(around, key=lambda one: max(one.start - end, start - one.end))
        return f"{NO_TABLE}: {names.get(nearest.taxon, nearest.taxon)}"
    best = [part[0].confidence for part in answer.parts if part]
    if not best:
        return "no candidate"
    return "species not sure" if max(best) >= threshold else "no candidate is sure enough"


class GeneNormalizer:
    """Ranks the candidates of mentions by a model.

    Args:
        model: with the table.
        words: for species; None for those of the package.
        species: the taxon that all texts are about; None: it is found out in each.
        limit: candidates that are given for each gene that a mention names.
    """

    def __init__(
        self,
        model: GeneIdModel,
        words: SpeciesWords | None = None,
        species: int | None = None,
        limit: int = MAX_RANKED,
    ):
        self._model = model
        self._limit = limit
        self.describe = Describer(model.table, model.learned, words, species)
        self._species = species

    @property
    def species_names(self) -> dict[int, str]:
        """By taxon, names of species that are found."""
        return self.describe.words.names

    @property
    def taxa(self) -> tuple[int, ...]:
        """The species that have a table, ascending."""
        return self.describe.taxa

    def __call__(
        self,
        texts: Sequence[str],
        mentions: Sequence[Sequence[tuple[int, int]]],
        definitions: Sequence[Sequence[Abbreviation]],
    ) -> list[tuple[list[GeneAnswer], list[SpeciesMention]]]:
        """Return for each text an answer for each mention, and the species it speaks of.

        Args:
            texts: any number.
            mentions: half-open characters of each text's mentions, ascending.
            definitions: of abbreviations in each.
        """
        described = self.describe(texts, mentions, definitions)
        return [
            (self._answers(features, len(spans)), features.found)
            for features, spans in zip(described, mentions, strict=True)
        ]

    def _answers(self, features: TextFeatures, count: int) -> list[GeneAnswer]:
        taxa = np.array(self.describe.taxa, np.int64)
        by_species = features.species @ self._model.weights.species
        likeliest = np.append(taxa, WITHOUT_TABLE)[np.argmax(by_species, axis=1)]
        if self._species is not None:  # the user says so
            likeliest[:] = self._species if self._species in self.taxa else WITHOUT_TABLE
        candidates, shares = self._ranked(features, by_species)
        answers = [GeneAnswer((), WITHOUT_TABLE, ())] * count
        each = zip(features.slots, candidates, likeliest.tolist(), shares, strict=True)
        for slot, ranked, taxon, share in each:
            known = answers[slot.mention]
            answers[slot.mention] = GeneAnswer(
                (*known.parts, ranked), taxon, (*known.shares, share)
            )
        return answers

    def _ranked(
        self, features: TextFeatures, by_species: Floats
    ) -> tuple[list[tuple[GeneCandidate, ...]], list[float]]:
        """Return the candidates at each place, the likeliest first, and the shares of answers.

        Args:
            features: of the text, with S places.
            by_species: (S, T + 1) float64, scores of species at the places.
        """
        table, weights, names = self._model.table, self._model.weights, features.names
        if not features.slots:
            return [], []
        scores = np.concatenate([name.features for name in names]) @ weights.names
        scores += features.texts @ weights.texts
        absent = np.array([name.absent for name in names]) @ weights.absent
        genes = np.concatenate([name.genes for name in names])
        kinds = np.concatenate([name.kinds for name in names]).tolist()
        taxa, ids = table.taxa[genes], table.ids[genes]
        if self._species is not None:
            scores = np.where(taxa == self._species, scores, -np.inf)
        rows = np.searchsorted(self.describe.taxa, taxa)
        # One row for each place and candidate there.
        name_of = np.array([slot.name for slot in features.slots])
        sizes = np.diff(features.begins)[name_of]
        slots = np.repeat(np.arange(len(sizes)), sizes)
        cells = joined_ranges(features.begins[name_of], sizes)
        logits = scores[cells] + by_species[slots, rows[cells]]
        of_none = absent[name_of] + by_species[:, -1] + features.places @ weights.places
        highest = of_none.copy()
        np.maximum.at(highest, slots, logits)
        shares = np.exp(logits - highest[slots])
        whole = np.bincount(slots, shares, minlength=len(sizes)) + np.exp(of_none - highest)
        confidences = self._model.calibration(shares / whole[slots]).round(6)
        order = np.lexsort((ids[cells], -confidences, slots))
        order = order[confidences[order] >= _MIN_CONFIDENCE]
        begins = np.searchsorted(slots[order], np.arange(len(sizes)))
        ranks = np.arange(len(order)) - begins[slots[order]]
        order, ranks = order[ranks < MAX_RANKED], ranks[ranks < MAX_RANKED]
        species_shares = self._shares(
            slots[order], confidences[order], rows[cells[order]], ranks == 0, by_species
        )
        order = order[ranks < self._limit]
        answers: list[list[GeneCandidate]] = [[] for _ in features.slots]
        for slot, number, confidence, gene, taxon in zip(
            slots[order].tolist(),
            cells[order].tolist(),
            confidences[order].tolist(),
            ids[cells[order]].tolist(),
            taxa[cells[order]].tolist(),
            strict=True,
        ):
            answers[slot].append(GeneCandidate(gene, taxon, confidence, REASONS[kinds[number]]))
        return [tuple(of_slot) for of_slot in answers], species_shares.tolist()

    def _shares(
        self, slots: Ints, confidences: Floats, species: Ints, is_first: Bools, by_species: Floats
    ) -> Floats:
        """Return how sure the likeliest species at each of S places is, as answers have it: (S,).

        Args:
            slots: (C,) int64, the place of each candidate.
            confidences: (C,) float64, of them.
            species: (C,) int64, the row of the species of each.
            is_first: (C,) bool, whether it is the likeliest of its place.
            by_species: (S, T + 1) float64, scores of species at the places.
        """
        count = len(by_species)
        first = np.zeros(count, np.int64)
        first[slots[is_first]] = species[is_first]
        whole = np.bincount(slots, confidences, minlength=count)
        of_first = np.bincount(slots, confidences * (species == first[slots]), minlength=count)
        without = softmax(by_species)[:, -1]
        if self._species is not None:
            without[:] = 0  # the user says so
        return np.asarray(of_first / np.maximum(whole, 1e-300) * (1 - without / 2))


def softmax(scores: Floats) -> Floats:
    """Return the shares of scores: (..., C) to (..., C), which sum to 1."""
    shares: Floats = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True)
