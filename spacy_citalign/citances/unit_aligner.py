"""The aligner that ships: units, the evidence on their pairs, average link under constraints.

candidates (what the caller leaves in the group) -> abbreviations (``word_table``) -> units
(``units``, cut at several thresholds) -> evidence on pairs of distinct units (``evidence``) ->
probability (``pair_model``) -> similarity of words, the mean over the cuts -> clusters
(``closure``), where opposites, other numbers and other members of a family never meet.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..memory import check_memory
from ..words.lazy_scipy import sparse
from .evidence import Evidence, UnitPairs
from .group import Group
from .pair_model import PairModel
from .pair_rows import PairRows
from .resources import Resources
from .unit_table import UnitTable
from .units import UnitModel, cut_units, find_joints
from .word_table import WordTable

Floats = NDArray[np.float64]
_A_PAIR = 80  # bytes of a pair of words that are alike, until the group is aligned


class UnitAligner(NamedTuple):
    """The two models of the aligner.

    Attributes:
        units: cuts units.
        pairs: compares them.
    """

    units: UnitModel
    pairs: PairModel

    def similarity(
        self, group: Group, resources: Resources, rows_weight: float = 0.0
    ) -> "WordSimilarity":
        """Compare all words of a group; rows of another model weigh so much, if it has some."""
        cuts = self._cuts(WordTable(group, resources))
        return self._compared(cuts, np.arange(len(group.words)), rows_weight)

    def type_similarity(
        self, group: Group, resources: Resources, rows_weight: float = 0.0
    ) -> "TypeSimilarity":
        """Compare the types of a group's words, which are fewer: those of a type are all alike."""
        cuts = self._cuts(WordTable(group, resources))
        columns = np.stack([evidence.units.of_words for evidence in (cuts.words, *cuts.by_cut)])
        _, firsts, types = np.unique(columns, axis=1, return_index=True, return_inverse=True)
        rank = np.empty_like(firsts)
        rank[np.argsort(firsts)] = np.arange(len(firsts))
        compared = self._compared(cuts, np.sort(firsts), rows_weight)
        return TypeSimilarity(rank[types.ravel()], *compared)

    def _cuts(self, table: WordTable) -> "_Cuts":
        words = Evidence(UnitTable(table, np.arange(len(table.stem))))
        return _Cuts(words, list(unit_evidence(table, self.units, words)))

    def _compared(
        self, cuts: "_Cuts", chosen: NDArray[np.int64], rows_weight: float
    ) -> "WordSimilarity":
        """Compare the chosen words of a group."""
        table, size = cuts.words.units.table, len(chosen)
        total: Any = np.zeros((size, size)) if table.small else sparse.csr_matrix((size, size))
        forbidden = _forbidden(cuts.words, chosen)
        likely = apart = last = None
        for evidence in cuts.by_cut:
            if evidence is not last:
                pairs, probability = self.pairs.likely(evidence, rows_weight)
                likely = _of_words(evidence.units, pairs, probability, chosen)
                apart = _forbidden(evidence, chosen)
            total = total + likely
            forbidden = (forbidden + apart) > 0
            last = evidence
        middle = cuts.by_cut[len(cuts.by_cut) // 2]
        return WordSimilarity(table, total * (1.0 / len(cuts.by_cut)), forbidden, middle)


class _Cuts(NamedTuple):
    """The evidence on single words, and on the units of each cut."""

    words: Evidence
    by_cut: list[Evidence]


class WordSimilarity(NamedTuple):
    """How alike the N words of a group are.

    Attributes:
        table: the words.
        similarity: (N, N), symmetric, 0 to 1; dense in small groups, else sparse.
        forbidden: (N, N) bool, symmetric: words that never mean the same; as ``similarity``.
        evidence: on the units of the middle cut.
    """

    table: WordTable
    similarity: Any
    forbidden: Any
    evidence: Evidence


class TypeSimilarity(NamedTuple):
    """How alike the T types of a group's words are: words that are of the same units in every cut.

    Attributes:
        types: (N,) int64, the type of each word, numbered by their first words.
        table: the words.
        similarity: (T, T), that of words of two types, of a type with itself on the diagonal;
            symmetric, 0 to 1; dense in small groups, else sparse.
        forbidden: (T, T) bool, as ``similarity``.
        evidence: on the units of the middle cut.
    """

    types: NDArray[np.int64]
    table: WordTable
    similarity: Any
    forbidden: Any
    evidence: Evidence


def unit_evidence(
    table: WordTable, model: UnitModel, words: Evidence | None = None
) -> Iterator[Evidence]:
    """Yield the evidence on the units of each cut; that on single words may be given.

    Cuts of the same units have one evidence, where they follow each other.
    """
    joints = find_joints(table)
    probability = model.probabilities(joints)
    # What never says the same is no unit either: its words would share a class.
    words = words or Evidence(UnitTable(table, np.arange(len(table.stem))))
    of_words = words.units.of_words
    beside = UnitPairs(of_words[joints.at - 1], of_words[joints.at])
    probability = np.where(_apart(words, beside), 0.0, probability)
    evidence, last = words, np.arange(len(table.stem))
    for threshold in model.cuts:
        units = cut_units(len(table.stem), joints.at, probability, threshold)
        if not np.array_equal(units, last):
            evidence, last = Evidence(UnitTable(table, units)), units
        yield evidence


def _forbidden(evidence: Evidence, chosen: NDArray[np.int64]) -> Any:
    """Tell which of n words never share a class by the units that they are in: (n, n) bool."""
    if evidence.units.table.small:
        pairs = [np.nonzero(np.triu(evidence.opposites, k=1))]
    else:
        opposite = sparse.triu(evidence.opposites, k=1).tocoo()
        pairs = [(opposite.row, opposite.col)]
    numbered = np.flatnonzero(evidence.digits)
    families = evidence.family[numbered]
    for family in np.unique(families).tolist():
        members = numbered[families == family]
        first, second = np.triu_indices(len(members), 1)
        pairs.append((members[first], members[second]))
    first, second = (np.concatenate(side).astype(np.int64) for side in zip(*pairs, strict=True))
    found = UnitPairs(first, second)
    apart = _apart(evidence, found)
    return _of_words(evidence.units, found, apart.astype(np.float64), chosen) > 0


def _apart(evidence: Evidence, pairs: UnitPairs) -> NDArray[np.bool_]:
    """Tell which pairs never say the same: opposites, other numbers, other members of a family."""
    first, second = pairs
    digits, family, concept = evidence.digits, evidence.family, evidence.units.concept
    other = (digits[first] > 0) & (digits[second] > 0) & (digits[first] != digits[second])
    member = other & (family[first] == family[second])
    abbreviation = (concept[first] > 0) & (concept[first] == concept[second])
    return (member & ~abbreviation) | PairRows(first, second).values(evidence.opposites)


def _of_words(units: UnitTable, pairs: UnitPairs, values: Floats, chosen: NDArray[np.int64]) -> Any:
    """Carry values of pairs of units, each once, to n of their words: (n, n), symmetric.

    Raises:
        InputError: there are too many pairs of words for the memory.
    """
    of_words = units.of_words[chosen]
    kept = values > 0
    first, second, values = pairs.first[kept], pairs.second[kept], values[kept]
    if units.table.small:
        both = np.zeros((len(units), len(units)))
        both[first, second] = values
        both[second, first] = values
        return both[of_words[:, None], of_words]
    counts = np.bincount(of_words, minlength=len(units)).astype(np.float64)
    alike = 2 * float((counts[first] * counts[second]).sum())
    check_memory(alike * _A_PAIR, f"a group of {len(of_words):,} words, so many alike,")
    upper = sparse.csr_matrix((values, (first, second)), (len(units), len(units)))
    both = upper + sparse.triu(upper, k=1).T
    words = len(of_words)
    member = sparse.csr_matrix((np.ones(words), (np.arange(words), of_words)), (words, len(units)))
    return (member @ both @ member.T).tocsr()
