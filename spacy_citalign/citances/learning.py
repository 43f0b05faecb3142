"""Learn a whole model from gold groups: the CRF, units, and pairs of units."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, SettingError
from .features import FAMILIES, GroupFeatures
from .group import Group
from .model import AlignmentModel
from .nodes import make_nodes
from .posteriors import directional_posteriors
from .rescoring import UnitPairCase, train_unit_pairs
from .resources import NOTHING, Resources
from .training import GoldGroup, TrainingSettings, train
from .types import WordTypes
from .units import train_units


class Gold(NamedTuple):
    """A group and what is known of its alignment.

    Attributes:
        group: the words.
        classes: (N,) int64, 0 for a word that is aligned to nothing; None where only links are
            known.
        links: (N, N) bool, symmetric, aligned words; None: as the classes say.
        possible: (N, N) bool, symmetric, links that may be there; None: there are none.
        partial: whether the gold leaves out what is not of its subject, such as words that name no
            concept of an ontology. Words of one stem without a class may then be aligned or not.
        weight: how much the group counts.
    """

    group: Group
    classes: NDArray[np.int64] | None = None
    links: NDArray[np.bool_] | None = None
    possible: NDArray[np.bool_] | None = None
    partial: bool = False
    weight: float = 1.0


@dataclass(frozen=True)
class LearningSettings:
    """The settings of learning a model.

    Attributes:
        families: families of features, of ``FAMILIES``.
        crf: how the CRF is trained.
        units: whether units of several words are learned; needs gold classes.
        unit_strength: see ``train_units``.
        unit_pairs: whether pairs of units are learned too; needs two groups of whole gold.
        pair_strength: see ``train_unit_pairs``.
        unit_threshold: words are one unit from this probability on, while pairs are learned.
        folds: pairs are learned on posteriors of a model that has not seen their group, by as many
            models.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    families: tuple[str, ...] = FAMILIES
    crf: TrainingSettings = field(default_factory=TrainingSettings)
    units: bool = True
    unit_strength: float = 0.3
    unit_pairs: bool = True
    pair_strength: float = 0.01
    unit_threshold: float = 0.4
    folds: int = 5

    def __post_init__(self) -> None:
        unknown = set(self.families) - set(FAMILIES)
        if unknown or not self.families:
            raise SettingError(
                f"families has {sorted(unknown) or 'nothing'}; choose from {', '.join(FAMILIES)}"
            )
        if self.folds < 2:
            raise SettingError(f"folds is {self.folds}; give 2 or more")


def learn(
    gold: Sequence[Gold],
    settings: LearningSettings = LearningSettings(),
    resources: Resources = NOTHING,
) -> AlignmentModel:
    """Train a model.

    Raises:
        InputError: there is nothing to learn from, or a gold column has a wrong length.
    """
    for group_gold in gold:
        _check(group_gold)
    groups = [_gold_group(group_gold, settings, resources) for group_gold in gold]
    model = _fit(gold, groups, settings, resources)
    complete = [number for number, group_gold in enumerate(gold) if _whole(group_gold)]
    if model.units is None or not settings.unit_pairs or len(complete) < 2:
        return model
    cases = []
    folds = min(settings.folds, len(complete))
    for fold in range(folds):
        held = complete[fold::folds]
        training = [number for number in range(len(gold)) if number not in held]
        fold_model = _fit(
            [gold[n] for n in training], [groups[n] for n in training], settings, resources
        )
        for number in held:
            cases.append(
                _unit_pair_case(gold[number], groups[number].features, fold_model, settings)
            )
    return replace(model, unit_pairs=train_unit_pairs(cases, strength=settings.pair_strength))


def _whole(gold: Gold) -> bool:
    return gold.classes is not None and not gold.partial and bool((gold.classes > 0).any())


def _gold_group(gold: Gold, settings: LearningSettings, resources: Resources) -> GoldGroup:
    features = GroupFeatures(gold.group, settings.families, resources)
    return GoldGroup(features, _aligned(gold), _possible(gold, features.types), gold.weight)


def _fit(
    gold: Sequence[Gold],
    groups: Sequence[GoldGroup],
    settings: LearningSettings,
    resources: Resources,
) -> AlignmentModel:
    """Fit the CRF and the model of units."""
    weights = train(groups, settings.crf)
    units = None
    if settings.units and any(group_gold.classes is not None for group_gold in gold):
        with_classes = [
            (group.features, group_gold.classes, group_gold.weight)
            for group_gold, group in zip(gold, groups, strict=True)
            if group_gold.classes is not None
        ]
        units = train_units(with_classes, strength=settings.unit_strength)
    return AlignmentModel(settings.families, weights, units, resources=resources)


def _unit_pair_case(
    gold: Gold, features: GroupFeatures, model: AlignmentModel, settings: LearningSettings
) -> UnitPairCase:
    """Look at a group as the aligner will, with a model that has not seen it."""
    posteriors = directional_posteriors(model.weights, features)
    continues = np.zeros(len(features.group.words), dtype=bool)
    if model.units is not None:
        continues = model.units(features) >= settings.unit_threshold
    nodes = make_nodes(features, continues)
    return UnitPairCase(features, nodes, posteriors, np.asarray(gold.classes), gold.weight)


def _check(gold: Gold) -> None:
    count = len(gold.group.words)
    shapes = {links.shape for links in (gold.links, gold.possible) if links is not None}
    if (
        (gold.classes is None and gold.links is None)
        or (gold.classes is not None and gold.classes.shape != (count,))
        or not shapes <= {(count, count)}
    ):
        raise InputError(
            f"a group of {count} words has no gold classes or links, or some of another size; give "
            "a class for each word, or links of shape (words, words)"
        )


def _aligned(gold: Gold) -> NDArray[np.bool_]:
    if gold.links is not None:
        return gold.links
    classes, owners = np.asarray(gold.classes), gold.group.owners
    return np.asarray(
        (classes[:, None] == classes) & (classes > 0) & (owners[:, None] != owners), dtype=bool
    )


def _possible(gold: Gold, types: WordTypes) -> NDArray[np.bool_] | None:
    possible = gold.possible
    if gold.partial and gold.classes is not None:
        stems, without = types.stem_numbers[types.rows], gold.classes == 0
        apart = gold.group.owners[:, None] != gold.group.owners
        alike = (stems[:, None] == stems) & without[:, None] & without & apart
        possible = alike if possible is None else possible | alike
    return possible
