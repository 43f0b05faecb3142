"""Learn the aligner of units from gold groups.

Units are learned first. Pairs of units are then learned on units as they will be cut: each group's
by a model that has not seen it, at all cuts.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ...errors import InputError
from ...words.arrays import Floats, Ints
from ..group import Group
from ..knowledge.resources import Resources
from .pair_features import PairFeatures, all_pairs
from .pair_model import GoldPairs, train_pairs
from .segmentation import Joints, UnitModel, cut_units, find_joints
from .trees import BoostedTrees, fit_trees, no_trees
from .unit_aligner import UnitAligner
from .unit_table import UnitTable
from .word_table import WordTable

CUTS = (0.3, 0.5, 0.7)
_APART = -9.0  # log-odds of a joint where no gold group has any


class UnitGold(NamedTuple):
    """A group and its gold classes.

    Attributes:
        group: N words.
        classes: (N,) int64, 0 for none.
        partial: whether words without a class may have one that the gold leaves out.
        weight: of the group.
    """

    group: Group
    classes: Ints
    partial: bool = False
    weight: float = 1.0


def learn_units_and_pairs(
    gold: Sequence[UnitGold], resources: Resources, *, folds: int = 5, trees: int = 150
) -> UnitAligner:
    """Learn from two gold groups and more; equal data give equal models.

    Raises:
        InputError: there are fewer than two groups with classes, or all pairs of units are aligned,
            or none.
    """
    gold = [one for one in gold if one.weight > 0 and one.group.size > 1 and one.classes.any()]
    if len(gold) < 2:
        raise InputError(
            f"{len(gold)} groups with gold classes are too few to learn from; give two and more"
        )
    tables = [WordTable(part.group, resources) for part in gold]
    joints = [find_joints(table) for table in tables]
    held = _held_out(gold, joints, min(folds, len(gold)))
    pairs = [
        gold_pairs
        for number, (part, table, found) in enumerate(zip(gold, tables, joints, strict=True))
        for gold_pairs in _gold_pairs(part, table, found, held[number], number)
    ]
    return UnitAligner(UnitModel(_unit_trees(gold, joints), CUTS), train_pairs(pairs, trees=trees))


def _held_out(gold: Sequence[UnitGold], joints: Sequence[Joints], folds: int) -> list[Floats]:
    """Return the probabilities of each group's joints by models that have not seen it."""
    order = np.random.default_rng(0).permutation(len(gold))
    probabilities: list[Floats] = [np.zeros(0)] * len(gold)
    for fold in range(folds):
        test = {int(number) for number in order[fold::folds]}
        train = [number for number in range(len(gold)) if number not in test]
        trees = _unit_trees([gold[n] for n in train], [joints[n] for n in train])
        for number in sorted(test):
            probabilities[number] = UnitModel(trees, CUTS).probabilities(joints[number])
    return probabilities


def _unit_trees(gold: Sequence[UnitGold], joints: Sequence[Joints]) -> BoostedTrees:
    features, inside, weights = [], [], []
    for part, found in zip(gold, joints, strict=True):
        if not len(found.at):
            continue
        before, after = part.classes[found.at - 1], part.classes[found.at]
        known = (before > 0) | (after > 0)
        # Of words that gold leaves out little is known: they are in no unit of a class.
        weight = np.where(known, 1.0, 0.0 if part.partial else 0.5) * part.weight
        features.append(found.features[weight > 0])
        inside.append(((before == after) & (before > 0))[weight > 0])
        weights.append(weight[weight > 0])
    if not any(map(len, features)):
        return no_trees(_APART)
    rows = np.concatenate(features)
    return fit_trees(
        rows,
        np.concatenate(inside),
        np.concatenate(weights),
        trees=150,
        leaves=12,
        rate=0.06,
        least=min(30, max(1, len(rows) // 20)),
        share=0.4,
    )


def _gold_pairs(
    part: UnitGold, table: WordTable, joints: Joints, probability: Floats, number: int
) -> Iterator[GoldPairs]:
    for threshold in CUTS:
        units = UnitTable(table, cut_units(len(table.stem), joints.at, probability, threshold))
        pairs = all_pairs(units)
        share, word_pairs = agreement(units, part.classes, partial=part.partial)
        of_pairs = word_pairs[pairs.first, pairs.second]
        known = of_pairs > 0
        features, shares = PairFeatures(units).features(pairs), share[pairs.first, pairs.second]
        yield GoldPairs(features[known], shares[known], of_pairs[known], number, part.weight)


def agreement(units: UnitTable, classes: Ints, *, partial: bool) -> tuple[Floats, Floats]:
    """Return how far gold aligns each two units.

    Args:
        units: U units.
        classes: (N,) int64, gold classes of the words, 0 for none.
        partial: whether words without a class are unknown.

    Returns:
        The share of their pairs of words of different citances that have the same class, and how
        many pairs there are: (U, U) each.
    """
    owners = units.table.group.owners
    known = (classes > 0) | (not partial)
    shape = (len(units), int(classes.max(initial=0)) + 1, units.table.group.size)
    counts = np.zeros(shape, dtype=np.float64)
    np.add.at(counts, (units.of_words[known], classes[known], owners[known]), 1)
    in_class, in_citance = counts[:, 1:].sum(axis=2), counts.sum(axis=1)
    cells = counts[:, 1:].reshape(len(units), -1)
    same = in_class @ in_class.T - cells @ cells.T
    words = in_citance.sum(axis=1)
    pairs = np.outer(words, words) - in_citance @ in_citance.T
    return same / np.maximum(pairs, 1), pairs
