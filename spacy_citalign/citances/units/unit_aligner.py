"""The aligner that ships: units, features of their pairs, average link under constraints.

candidates (what the caller leaves in the group) -> abbreviations (``word_table``) -> units
(``units``, cut at several thresholds) -> features of their pairs (``pair_features``) ->
probability (``pair_model``) -> similarity of words, the mean over the cuts -> clusters
(``closure``), where opposites, other numbers and other members of a family never meet.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...memory import MEGABYTE, check_memory
from ...words.arrays import Bools, Floats, Ints
from ...words.lazy_scipy import sparse
from ..closure import by_first, components
from ..group import Group
from ..knowledge.resources import Resources
from .pair_features import PairFeatures, UnitPairs
from .pair_model import PairModel
from .pair_rows import PairRows
from .segmentation import UnitModel, cut_units, find_joints
from .unit_table import UnitTable
from .word_table import WordTable

# Bytes, as they were measured, until the group is aligned: of two words that hang together, of two
# that are alike, of two that never are, of two units with numbers that are compared.
_A_PAIR = 13
_AN_ALIKE_PAIR = 140
_AN_APART_PAIR = 45
_A_NUMBERED_PAIR = 100
UNCHECKED = 16 * MEGABYTE  # what the pairs of a group take at most that is not looked at


class UnitAligner(NamedTuple):
    """The two models of the aligner.

    Attributes:
        units: cuts units.
        pairs: compares them.
    """

    units: UnitModel
    pairs: PairModel

    def similarity(self, group: Group, resources: Resources) -> "WordSimilarity":
        """Compare all words of a group."""
        return self._compared(*self._cuts(group, resources), np.arange(len(group.words)))

    def type_similarity(self, group: Group, resources: Resources) -> tuple[Ints, "WordSimilarity"]:
        """Compare the types of a group's words: words that are of the same units in every cut.

        They are fewer than words, and those of a type are all alike.

        Returns:
            The type of each word, (N,) int64, numbered by their first words; and how alike the
            types are, a type and itself as well.
        """
        words, by_cut = self._cuts(group, resources)
        columns = np.stack([features.units.of_words for features in (words, *by_cut)])
        firsts, types = by_first(columns, axis=1)
        return types, self._compared(words, by_cut, firsts)

    def _cuts(self, group: Group, resources: Resources) -> tuple[PairFeatures, list[PairFeatures]]:
        """Return the features of pairs of single words, and of pairs of the units of each cut."""
        table = WordTable(group, resources)
        words = PairFeatures(UnitTable(table, np.arange(len(table.stem))))
        return words, list(unit_pair_features(table, self.units, words))

    def _compared(
        self, words: PairFeatures, by_cut: list[PairFeatures], chosen: Ints
    ) -> "WordSimilarity":
        """Compare the chosen words of a group."""
        table, size = words.units.table, len(chosen)
        total: Any = np.zeros((size, size)) if table.small else sparse.csr_matrix((size, size))
        forbidden = _forbidden(words, chosen)
        checked = pair_bytes(size, size**2) > UNCHECKED
        likely = apart = last = None
        for features in by_cut:
            if features is not last:
                pairs, probability = self.pairs.likely(features)
                if checked:
                    _check_units(features, pairs, chosen)
                likely = _of_words(features.units, pairs, probability, chosen)
                apart = _forbidden(features, chosen)
            total = total + likely
            forbidden = (forbidden + apart) > 0
            last = features
        if checked:
            _check_words(total)
        middle = by_cut[len(by_cut) // 2]
        return WordSimilarity(table, total * (1.0 / len(by_cut)), forbidden, middle)


class WordSimilarity(NamedTuple):
    """How alike the N words of a group are.

    Attributes:
        table: the words.
        similarity: (N, N), symmetric, 0 to 1; dense in small groups, else sparse.
        forbidden: (N, N) bool, symmetric: words that never mean the same; as ``similarity``.
        pair_features: of the units of the middle cut.
    """

    table: WordTable
    similarity: Any
    forbidden: Any
    pair_features: PairFeatures


def unit_pair_features(
    table: WordTable, model: UnitModel, words: PairFeatures | None = None
) -> Iterator[PairFeatures]:
    """Yield the features of each cut's units; those of single words may be given.

    Cuts of the same units share theirs, where they follow each other.
    """
    joints = find_joints(table)
    probability = model.probabilities(joints)
    # What never says the same is no unit either: its words would share a class.
    words = words or PairFeatures(UnitTable(table, np.arange(len(table.stem))))
    of_words = words.units.of_words
    beside = UnitPairs(of_words[joints.at - 1], of_words[joints.at])
    probability = np.where(_apart(words, beside), 0.0, probability)
    features, last = words, np.arange(len(table.stem))
    for threshold in model.cuts:
        units = cut_units(len(table.stem), joints.at, probability, threshold)
        if not np.array_equal(units, last):
            features, last = PairFeatures(UnitTable(table, units)), units
        yield features


def pair_bytes(together: float, alike: float) -> float:
    """Return about how many bytes pairs of words take.

    Args:
        together: the most words that pairs of words that are alike connect.
        alike: how many such pairs there are, either direction.
    """
    return _A_PAIR * together**2 + _AN_ALIKE_PAIR * alike


def _check_units(features: PairFeatures, pairs: UnitPairs, chosen: Ints) -> None:
    """See that there is memory for the chosen words of pairs of units that are alike."""
    counts = np.bincount(features.units.of_words[chosen], minlength=len(features.units))
    together = np.bincount(components(*pairs, len(counts)), counts)
    _check_alike(len(chosen), float(together.max(initial=0)), _word_pairs(counts, pairs))


def _check_words(total: Any) -> None:
    """See that there is memory for words of which these pairs are alike: (n, n), symmetric."""
    from scipy.sparse.csgraph import connected_components

    together = np.bincount(connected_components(total, directed=False)[1])
    alike = float(total.nnz if sparse.issparse(total) else np.count_nonzero(total))
    _check_alike(total.shape[0], float(together.max(initial=0)), alike)


def _check_alike(words: int, together: float, alike: float) -> None:
    """See that there is memory for words of which so many pairs are alike.

    Raises:
        InputError: there is not.
    """
    what = f"a group of {words:,} words, with {alike:,.0f} pairs that are alike,"
    check_memory(pair_bytes(together, alike), what)


def _word_pairs(counts: Ints, pairs: UnitPairs) -> float:
    """Return how many pairs of words, either direction, are in pairs of units of so many words."""
    first, second = pairs
    words = counts.astype(np.float64)
    return float((words[first] * words[second] * np.where(first == second, 1, 2)).sum())


def _forbidden(features: PairFeatures, chosen: Ints) -> Any:
    """Tell which of n words never share a class by the units that they are in: (n, n) bool.

    Raises:
        InputError: there are too many pairs for the memory.
    """
    opposite = sparse.triu(features.opposites, k=1).tocoo()
    pairs = [(opposite.row, opposite.col)]
    numbered = np.flatnonzero(features.digits)
    families = features.family[numbered]
    sizes = np.unique(families, return_counts=True)[1].astype(np.float64)
    check_memory(
        float((sizes**2).sum()) / 2 * _A_NUMBERED_PAIR,
        f"a group with {len(numbered):,} different words or phrases with numbers",
    )
    for family in np.unique(families).tolist():
        members = numbered[families == family]
        first, second = np.triu_indices(len(members), 1)
        pairs.append((members[first], members[second]))
    both = UnitPairs(*(np.concatenate(side).astype(np.int64) for side in zip(*pairs, strict=True)))
    apart = _apart(features, both)
    kept_apart = UnitPairs(*(side[apart] for side in both))
    counts = np.bincount(features.units.of_words[chosen], minlength=len(features.units))
    never = _word_pairs(counts, kept_apart)
    what = f"a group of {len(chosen):,} words, with {never:,.0f} pairs that are never alike,"
    check_memory(_AN_APART_PAIR * never, what)
    return _of_words(features.units, kept_apart, np.ones(len(kept_apart.first)), chosen) > 0


def _apart(features: PairFeatures, pairs: UnitPairs) -> Bools:
    """Tell which pairs never say the same: opposites, other numbers, other members of a family."""
    first, second = pairs
    digits, family, concept = features.digits, features.family, features.units.concept
    other = (digits[first] > 0) & (digits[second] > 0) & (digits[first] != digits[second])
    member = other & (family[first] == family[second])
    abbreviation = (concept[first] > 0) & (concept[first] == concept[second])
    return (member & ~abbreviation) | PairRows(first, second).values(features.opposites)


def _of_words(units: UnitTable, pairs: UnitPairs, values: Floats, chosen: Ints) -> Any:
    """Carry values of pairs of units, each once and above 0, to n words: (n, n), symmetric."""
    of_words = units.of_words[chosen]
    first, second = pairs
    if units.table.small:
        both = np.zeros((len(units), len(units)))
        both[first, second] = values
        both[second, first] = values
        return both[of_words[:, None], of_words]
    upper = sparse.csr_matrix((values, (first, second)), (len(units), len(units)))
    both = upper + sparse.triu(upper, k=1).T
    words = len(of_words)
    member = sparse.csr_matrix((np.ones(words), (np.arange(words), of_words)), (words, len(units)))
    return (member @ both @ member.T).tocsr()
