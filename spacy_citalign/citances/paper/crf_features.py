"""The features of a word pair, of an unaligned word, and of adjacent decisions, by family.

The families are those of section 5 of Schwartz, Divoli & Hearst (2007), but for Lin's similarity by
WordNet, which was measured and gained nothing. A group repeats its words; what depends on the two
strings alone is found once for each pair of distinct words.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from ...words.arrays import Bools, Floats32, Ints
from ...words.hashing import Hashes, combine, hash_strings
from ...words.stem import porter_stem
from ..group import Group
from ..knowledge.lexicon import concepts_of_words
from ..knowledge.resources import NOTHING, Resources

_AFFIX = 3  # letters, in the paper's prefix and suffix features
_SHORT = 4  # letters; shorter words are "short" to the paper


class WordTypes:
    """The U distinct words among ``words``, which are numbered by ``rows``.

    Attributes:
        words: the distinct words.
        rows: (N,) int64, the distinct word of each word.
        stems: their Porter stems.
    """

    def __init__(self, words: Sequence[str]):
        numbers: dict[str, int] = {}
        self.rows = np.array([numbers.setdefault(w, len(numbers)) for w in words], dtype=np.int64)
        self.words = list(numbers)
        self.stems = [porter_stem(word) for word in self.words]
        self._lower = [word.lower() for word in self.words]

    def number(self, name: Callable[[str], object]) -> Ints:
        """Number the distinct values of a function of the words: (U,) int64."""
        return _number([name(word) for word in self.words])

    @cached_property
    def stem_numbers(self) -> Ints:
        """Equal numbers for equal stems: (U,) int64."""
        return _number(self.stems)

    @cached_property
    def prefix_keys(self) -> Hashes:
        """The paper's prefixes of three letters, lower-cased, as hashes: (U,) uint64."""
        return hash_strings([word[:_AFFIX] for word in self._lower])

    def orthographic(self) -> dict[str, Floats32]:
        """The paper's orthographic features (section 5), each (U, U) in 0..1."""
        lengths = np.array([len(word) for word in self.words], dtype=np.float32)
        short = lengths < _SHORT
        capital = np.array([word != word.lower() for word in self.words], dtype=bool)
        long = lengths >= _AFFIX
        prefixes = self.number(lambda word: word.lower()[:_AFFIX])
        suffixes = self.number(lambda word: word.lower()[-_AFFIX:])
        difference = np.abs(lengths[:, None] - lengths)
        return {
            "same string": same(np.arange(len(self.words))),
            "same prefix": same(prefixes) * both(long),
            "same suffix": same(suffixes) * both(long),
            # Within 0..1, as all others, so that one prior fits all weights.
            "length difference": np.minimum(difference / 10, 1).astype(np.float32),
            "both short": both(short),
            "both with capitals": both(capital),
            "edit similarity": cdist(
                self._lower, self._lower, scorer=Levenshtein.normalized_similarity, dtype=np.float32
            ),
        }


def _number(values: Sequence[object]) -> Ints:
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(v, len(numbers)) for v in values], dtype=np.int64)


def same(numbers: NDArray) -> Floats32:
    """Compare each number with each: (U,) to (U, U) float32, 1 where equal."""
    return (numbers[:, None] == numbers).astype(np.float32)


def both(flags: Bools) -> Floats32:
    """Tell which two both have a flag: (U,) to (U, U) float32, 1 where they do."""
    return (flags[:, None] & flags).astype(np.float32)


class Pairs(NamedTuple):
    """Directed pairs of citances, a source and a target each, padded.

    Attributes:
        sources: (B, T) int64, words of the sources; whatever beyond their ends.
        targets: (B, L) int64, words of the targets.
        source_lengths, target_lengths: (B,) int64, at least 1.
    """

    sources: Ints
    targets: Ints
    source_lengths: Ints
    target_lengths: Ints

    @property
    def target_inside(self) -> Bools:
        """Mask of the entries of ``targets`` that are words: (B, L)."""
        return np.arange(self.targets.shape[1]) < self.target_lengths[:, None]


def make_pairs(group: Group, sources: Ints, targets: Ints) -> Pairs:
    """Look up the words of B pairs of citances, given by number, (B,), none of them empty."""
    lengths, starts = group.lengths, group.starts
    last = max(len(group.words) - 1, 0)

    def words(citances: Ints) -> Ints:
        reach = np.arange(int(lengths[citances].max(initial=1)))
        return np.minimum(starts[citances][:, None] + reach, last)

    return Pairs(words(sources), words(targets), lengths[sources], lengths[targets])


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
        if self.resources.lexicon is None:
            return self.group.concepts
        spans = self.resources.lexicon.find(self.group)
        found = concepts_of_words(spans, len(self.group.words))
        return np.column_stack([self.group.concepts, found])

    def of_types(self) -> dict[str, Floats32]:
        """Return the features that depend on the two strings alone, each (U, U)."""
        return self.types.orthographic() if "orthographic" in self.families else {}

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
            for first, second in product(concepts.T, repeat=2):
                alike |= (first[source] == second[target]) & (first[source] > 0)
            has_concept = np.any(concepts > 0, axis=1)
            yield "same concept", alike
            yield "other concept", has_concept[source] & has_concept[target] & ~alike

    def of_unaligned(self, pairs: Pairs) -> Iterator[tuple[str, NDArray]]:
        """Yield the features of leaving a source word unaligned: each (B, T), bool or numbers."""
        source = pairs.sources
        if "null" in self.families:
            yield "null", np.ones(source.shape)
