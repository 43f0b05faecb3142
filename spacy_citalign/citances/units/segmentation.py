"""Units: which adjacent words of a citance are one concept of the group ("stem cell").

Every joint of two adjacent words has a probability that they are of one unit, by boosted trees over
how the two recur in the group, what the tagger, the genes, the terms and the phrases say, and how
they go together in everyday scientific text. Cutting where it is below a threshold gives units; the
aligner cuts at several thresholds and averages what follows, so that no cut decides alone.
"""

from typing import NamedTuple

import numpy as np

from ...words.arrays import Bools, Floats, Floats32, Ints
from ..group import Adjacency
from .trees import BoostedTrees
from .word_table import TAGS, WordTable

_LONGEST = 4  # words of a thesaurus phrase that is looked for
_JOINED = (Adjacency.GLUED, Adjacency.NEXT, Adjacency.SKIPPED)


class Joints(NamedTuple):
    """J joints between words ``at - 1`` and ``at``, and their features.

    Attributes:
        at: (J,) int64.
        features: (J, F) float32.
    """

    at: Ints
    features: Floats32


def find_joints(table: WordTable) -> Joints:
    """Describe the joints of a group: adjacent words of a citance that no punctuation divides."""
    group, stems = table.group, table.stem
    at = np.flatnonzero(np.isin(group.adjacency, _JOINED) & ~table.first)
    if not len(at):
        return Joints(at, np.zeros((0, 0), np.float32))
    left, right = at - 1, at
    first, second = stems[left], stems[right]
    pair = first * len(table.stems) + second
    _, number, times = np.unique(pair, return_inverse=True, return_counts=True)
    citances = np.unique(np.stack([number, group.owners[at]]), axis=1)
    spread = np.bincount(citances[0], minlength=len(times))[number]
    followed, preceded = np.bincount(first), np.bincount(second)
    of_first, of_second = table.stem_counts[first], table.stem_counts[second]
    genes, terms, phrases, concept = group.genes, group.terms, group.phrases, table.concept
    in_entry = _in_phrases(table)
    counts = table.resources.background
    together = association = np.zeros(len(at))
    if counts is not None:
        one, other = table.keys[first], table.keys[second]
        seen = counts.pair_counts_of(one, other)
        both = counts.counts(one) * counts.counts(other)
        together = np.log1p(seen)
        ratio = (seen + 0.1) * counts.total / np.maximum(both, 1)
        association = np.where(both > 0, np.log(ratio), 0)
    lengths = np.array([len(word) for word in group.words])
    capital = np.array([word[0].isupper() for word in group.words])
    digit = np.array([word[0].isdigit() for word in group.words])
    tags = np.array(table.tags)
    close = np.isin(group.adjacency, (Adjacency.GLUED, Adjacency.NEXT)) & ~table.first
    before = np.where(close[left], tags[np.maximum(left - 1, 0)], "")
    nexts = np.minimum(right + 1, len(tags) - 1)
    after = np.where((right + 1 < len(tags)) & close[nexts], tags[nexts], "")
    columns = [
        group.adjacency[at] == Adjacency.GLUED,
        group.adjacency[at] == Adjacency.SKIPPED,
        np.minimum(spread - 1, 4),
        spread > 1,
        spread / np.minimum(of_first, of_second),
        spread / np.maximum(of_first, of_second),
        times[number] / followed[first],
        times[number] / preceded[second],
        _both(genes, at),
        (genes[left] > 0) != (genes[right] > 0),
        _both(terms, at),
        terms[left] > 0,
        terms[right] > 0,
        _both(phrases, at),
        _both(concept, at),
        concept[left] != concept[right],
        _both(in_entry, at),
        table.cosine[first, second],
        table.rarity[first],
        table.rarity[second],
        of_first / table.citances,
        of_second / table.citances,
        np.minimum(of_first, 5),
        np.minimum(of_second, 5),
        capital[left],
        capital[right],
        digit[left],
        digit[right],
        lengths[left] < 3,
        lengths[right] < 3,
        together,
        association,
        *(tags[side] == tag for side in (left, right) for tag in TAGS),
        np.isin(before, ("N", "P")),
        before == "J",
        np.isin(after, ("N", "P")),
        before == "",
        after == "",
    ]
    return Joints(at, np.stack([np.asarray(c, dtype=np.float32) for c in columns], axis=1))


class UnitModel(NamedTuple):
    """What tells the joints inside units from those between.

    Attributes:
        trees: over the features of joints.
        cuts: the thresholds at which units are cut, 0 to 1.
    """

    trees: BoostedTrees
    cuts: tuple[float, ...]

    def probabilities(self, joints: Joints) -> Floats:
        """Return how likely each joint is inside of a unit: (J,), 0 to 1."""
        return 1 / (1 + np.exp(-self.trees.log_odds(joints.features)))


def cut_units(size: int, at: Ints, probability: Floats, threshold: float) -> Ints:
    """Number the units of ``size`` words from 0: (N,), ascending."""
    begins = np.ones(size, dtype=bool)
    begins[at[probability >= threshold]] = False
    return np.cumsum(begins) - 1


def _both(numbers: Ints, at: Ints) -> Bools:
    """Tell where both words of a joint have the same number above 0."""
    return (numbers[at] > 0) & (numbers[at] == numbers[at - 1])


def _in_phrases(table: WordTable) -> Ints:
    """Number the longest phrases of the thesaurus that stand in the group: (N,), 0 for none."""
    inside = np.zeros(len(table.stem), dtype=np.int64)
    stems = [table.stems[number] for number in table.stem.tolist()]
    phrases, owners = table.thesaurus.phrases, table.group.owners
    for length in range(_LONGEST, 1, -1):
        for start in range(len(stems) - length + 1):
            end = start + length
            is_there = tuple(stems[start:end]) in phrases and owners[start] == owners[end - 1]
            if is_there and not inside[start:end].any():
                inside[start:end] = start + 1
    return inside
