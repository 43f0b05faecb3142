"""The features of a word pair, of an unaligned word, and of adjacent decisions, by family.

The families are those of section 5 of Schwartz, Divoli & Hearst (2007), and some that the paper
does not have. A model is trained with the families that were chosen on a development set.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.hashing import Hashes, combine
from .concept_spans import concepts_of_words
from .group import Adjacency, Group
from .initials import find_initialisms
from .resources import NOTHING, Resources
from .senses import opposite_sense, sense
from .types import Matrix, WordTypes, same

PAPER = (
    "orthographic",
    "prefix pairs",
    "markov",
    "position",
    "null",
    "ontology",
)
BEYOND = ("morphology", "senses", "vectors", "wordnet", "context", "unaligned", "words")
FAMILIES = PAPER + BEYOND

_CLASSES = {"NN": 1, "VB": 2, "JJ": 3, "RB": 4, "CD": 5}
_CLASS_NAMES = ("noun", "verb", "adjective", "adverb", "number")


class Pairs(NamedTuple):
    """Directed pairs of citances, a source and a target each, padded.

    Attributes:
        sources: (B, T) int64, words of the sources; whatever beyond their ends.
        targets: (B, L) int64, words of the targets.
        source_lengths, target_lengths: (B,) int64, at least 1.
    """

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    source_lengths: NDArray[np.int64]
    target_lengths: NDArray[np.int64]

    @property
    def source_inside(self) -> NDArray[np.bool_]:
        """Mask of the entries of ``sources`` that are words: (B, T)."""
        return np.arange(self.sources.shape[1]) < self.source_lengths[:, None]

    @property
    def target_inside(self) -> NDArray[np.bool_]:
        """Mask of the entries of ``targets`` that are words: (B, L)."""
        return np.arange(self.targets.shape[1]) < self.target_lengths[:, None]


def make_pairs(group: Group, sources: NDArray[np.int64], targets: NDArray[np.int64]) -> Pairs:
    """Look up the words of B pairs of citances, given by number, (B,), none of them empty."""
    lengths, starts = group.lengths, group.starts
    last = max(len(group.words) - 1, 0)
    words = []
    for citances in (sources, targets):
        reach = np.arange(int(lengths[citances].max(initial=1)))
        words.append(np.minimum(starts[citances][:, None] + reach, last))
    return Pairs(words[0], words[1], lengths[sources], lengths[targets])


class GroupFeatures:
    """The features of one group, computed when they are asked for.

    Args:
        group: the words.
        families: the families of features that are wanted.
        resources: what the model knows beside its weights.
    """

    def __init__(self, group: Group, families: Sequence[str], resources: Resources = NOTHING):
        self.group = group
        self.families = frozenset(families)
        self.types = WordTypes(group.words)
        self.resources = resources

    @cached_property
    def concepts(self) -> Hashes:
        """The concepts of each word by every source: (N, C) uint64, 0 for none."""
        sources = [find_initialisms(self.group)]
        if self.resources.lexicon is not None:
            sources.append(self.resources.lexicon.find(self.group))
        columns = [concepts_of_words(spans, len(self.group.words)) for spans in sources]
        return np.column_stack([self.group.concepts, *columns])

    def of_types(self) -> dict[str, Matrix]:
        """Return the features that depend on the two strings alone, each (U, U)."""
        matrices: dict[str, Matrix] = {}
        if "orthographic" in self.families:
            matrices |= self.types.orthographic()
        if "morphology" in self.families:
            matrices |= self.types.morphological()
        if "senses" in self.families:
            senses = np.array([sense(stem) for stem in self.types.stems], dtype=np.int64)
            opposites = np.array([opposite_sense(stem) for stem in self.types.stems])
            has_sense = (senses > 0)[:, None]
            against = (opposites[:, None] == senses) & (senses > 0)
            matrices["same sense"] = same(senses) * has_sense
            matrices["opposite sense"] = (against | against.T).astype(np.float32)
        return matrices | self.resources.similarities(self.types, self.families)

    def prefix_pair_keys(self) -> Hashes:
        """Return a key for the prefixes of each two distinct words, in either order: (U, U)."""
        keys = self.types.prefix_keys
        return combine(np.minimum(keys[:, None], keys), np.maximum(keys[:, None], keys))

    def of_pairs(self, pairs: Pairs) -> Iterator[tuple[str, NDArray]]:
        """Yield the features that depend on where words stand: each (B, T, L), bool or numbers."""
        source, target = pairs.sources[:, :, None], pairs.targets[:, None, :]
        if "position" in self.families:
            in_source = np.arange(source.shape[1])[:, None] / pairs.source_lengths[:, None, None]
            in_target = np.arange(target.shape[2]) / pairs.target_lengths[:, None, None]
            yield "position", np.abs(in_target - in_source)
        if "ontology" in self.families:
            genes = self.group.genes > 0
            yield "both genes", genes[source] & genes[target]
            yield "one gene", genes[source] != genes[target]
            concepts = self.concepts
            alike = np.zeros(np.broadcast_shapes(source.shape, target.shape), dtype=bool)
            for first in concepts.T:
                for second in concepts.T:
                    alike |= (first[source] == second[target]) & (first[source] > 0)
            has_concept = np.any(concepts > 0, axis=1)
            yield "same concept", alike
            yield "other concept", has_concept[source] & has_concept[target] & ~alike
        if "context" in self.families:
            stems = self.types.stem_numbers[self.types.rows]
            for name, step in (("same previous", -1), ("same next", 1)):
                beside = self._beside(stems, step)
                yield name, (beside[source] == beside[target]) & (beside[source] >= 0)
            classes = self.word_classes
            yield "same word class", (classes[source] == classes[target]) & (classes[source] > 0)

    def of_unaligned(self, pairs: Pairs) -> Iterator[tuple[str, NDArray]]:
        """Yield the features of leaving a source word unaligned: each (B, T), bool or numbers."""
        source = pairs.sources
        if "null" in self.families:
            yield "null", np.ones(source.shape)
        if "unaligned" not in self.families:
            return
        for number, name in enumerate(_CLASS_NAMES, start=1):
            yield f"null {name}", (self.word_classes == number)[source]
        stems = self.types.stem_numbers[self.types.rows]
        target = pairs.targets[:, None, :]
        inside = pairs.target_inside[:, None, :]
        twins = (stems[source][:, :, None] == stems[target]) & inside
        yield "null with a twin", twins.any(axis=2)
        yield "null with twins", twins.sum(axis=2) > 1
        rows = self.types.rows
        spelled = self.types.edit_similarity[rows[source][:, :, None], rows[target]]
        yield "null by best spelling", (spelled * inside).max(axis=2)
        yield "null by spread", self.spread[source]
        yield "null by spread, one", (self.spread == 0)[source]
        yield "null in a gene", (self.group.genes > 0)[source]
        yield "null in a term", (self.group.terms > 0)[source]
        yield "null of a concept", np.any(self.concepts > 0, axis=1)[source]
        yield "null glued", (self._closest_adjacency == Adjacency.GLUED)[source]
        yield "null short", np.array([len(word) < 3 for word in self.group.words])[source]
        yield (
            "null with capitals",
            np.array([w[1:] != w[1:].lower() for w in self.group.words])[source],
        )
        if self.resources.background is not None:
            rare = self.resources.background.rarity(self.types.stem_keys)[rows]
            yield "null by rarity", rare[source]
            yield "null by rarity and spread", (rare * self.spread)[source]

    @cached_property
    def _closest_adjacency(self) -> NDArray[np.int64]:
        """The closer of a word's two adjacencies, to the word before it and after it."""
        adjacency = self.group.adjacency
        before = np.where(adjacency == Adjacency.FIRST, int(Adjacency.BROKEN), adjacency)
        after = np.append(before[1:], int(Adjacency.BROKEN))[: len(before)]
        return np.minimum(before, after)

    @cached_property
    def word_classes(self) -> NDArray[np.int64]:
        """The word class of each word, 0 where unknown: (N,)."""
        return np.array([_CLASSES.get(tag[:2], 0) for tag in self.group.tags], dtype=np.int64)

    @cached_property
    def spread(self) -> NDArray[np.float32]:
        """The share of the other citances that have a word of the same stem: (N,) in 0..1."""
        stems = self.types.stem_numbers[self.types.rows]
        stem_and_citance = np.unique(np.stack([stems, self.group.owners]), axis=1)
        counts = np.bincount(stem_and_citance[0], minlength=len(stems) + 1)
        return ((counts[stems] - 1) / max(self.group.size - 1, 1)).astype(np.float32)

    def _beside(self, numbers: NDArray[np.int64], step: int) -> NDArray[np.int64]:
        """Return the numbers of the words before or after, -1 where the citance ends."""
        neighbours = np.arange(len(numbers)) + step
        inside = (neighbours >= 0) & (neighbours < len(numbers))
        neighbours = np.where(inside, neighbours, 0)
        inside &= self.group.owners[neighbours] == self.group.owners if len(numbers) else inside
        return np.where(inside, numbers[neighbours], -1)
