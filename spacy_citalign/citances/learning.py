"""Learn a whole model from gold groups: the CRF, the aligner of units, its confidences."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..errors import SettingError
from ..words.arrays import Bools, Floats, Ints
from ..words.settings import check_whole
from .aligner import align
from .alignment import Alignment
from .confidence import ClassConfidence, class_features, fit_confidence
from .group import Group
from .knowledge.resources import NOTHING, Resources
from .model import AlignmentModel, SchwartzModel
from .paper.crf_features import GroupFeatures, WordTypes
from .paper.crf_training import SchwartzGold, TrainingSettings, train
from .scoring import relation
from .settings import FAMILIES, METHODS, Method
from .units.unit_learning import UnitGold, learn_units_and_pairs


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
    classes: Ints | None = None
    links: Bools | None = None
    possible: Bools | None = None
    partial: bool = False
    weight: float = 1.0


@dataclass(frozen=True)
class LearningSettings:
    """The settings of learning a model.

    Attributes:
        methods: what is trained: "units", "schwartz" or both.
        families: families of features of "schwartz", of ``FAMILIES``.
        crf: how its CRF is trained.
        folds: pairs of units are learned on units, and confidences on classes, of models that have
            not seen their group, by as many models.
        trees: of the model of pairs of units.
        calibrate: whether confidences of classes are learned, which takes as long as the rest
            ``folds`` times.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    methods: tuple[Method, ...] = ("units",)
    families: tuple[str, ...] = FAMILIES
    crf: TrainingSettings = field(default_factory=TrainingSettings)
    folds: int = 5
    trees: int = 150
    calibrate: bool = True

    def __post_init__(self) -> None:
        if not self.methods or set(self.methods) - set(METHODS):
            raise SettingError(f"methods is {self.methods!r}; give some of {', '.join(METHODS)}")
        unknown = set(self.families) - set(FAMILIES)
        if unknown or not self.families:
            raise SettingError(
                f"families has {sorted(unknown) or 'nothing'}; choose from {', '.join(FAMILIES)}"
            )
        check_whole("folds", self.folds, 2)
        check_whole("trees", self.trees, 1)


def learn(
    gold: Sequence[Gold],
    settings: LearningSettings = LearningSettings(),
    resources: Resources = NOTHING,
) -> AlignmentModel:
    """Train a model.

    Raises:
        InputError: there is nothing to learn from.
    """
    schwartz = units = confidence = None
    if "schwartz" in settings.methods:
        groups = [_schwartz_gold(group_gold, settings, resources) for group_gold in gold]
        schwartz = SchwartzModel(settings.families, train(groups, settings.crf))
    if "units" in settings.methods:
        classed = [
            UnitGold(part.group, part.classes, part.partial, part.weight)
            for part in gold
            if part.classes is not None
        ]
        units = learn_units_and_pairs(
            classed, resources, folds=settings.folds, trees=settings.trees
        )
        whole = [number for number, part in enumerate(classed) if not part.partial]
        if settings.calibrate and len(whole) >= settings.folds:
            confidence = _learn_confidence(classed, whole, settings, resources)
    return AlignmentModel(units, schwartz, confidence, resources)


def _learn_confidence(
    gold: Sequence[UnitGold],
    whole: Sequence[int],
    settings: LearningSettings,
    resources: Resources,
) -> ClassConfidence:
    """Learn how often classes are right, on groups that the models have not seen."""
    features, right = [], []
    for fold in range(settings.folds):
        held = set(whole[fold :: settings.folds])
        train_part = [part for number, part in enumerate(gold) if number not in held]
        units = learn_units_and_pairs(
            train_part, resources, folds=settings.folds, trees=settings.trees
        )
        model = AlignmentModel(units, resources=resources)
        for number in sorted(held):
            aligned = align(gold[number].group, model)
            group_features, shares = class_agreement(aligned, gold[number].classes)
            features.append(group_features)
            right.append(shares)
    return fit_confidence(features, right)


def class_agreement(alignment: Alignment, classes: Ints) -> tuple[Floats, Floats]:
    """Return what confidences are learned from, and how right classes are.

    Args:
        alignment: of N words in C classes, without calibration.
        classes: (N,) gold classes, 0 for none.

    Returns:
        ``class_features``, (C, 4), and the share of each class's pairs of words of different
        citances that gold aligns, (C,).
    """
    means, sizes, shares = [], [], []
    for aligned_class in alignment.aligned_classes:
        words = np.array(aligned_class.words)
        apart = alignment.owners[words][:, None] != alignment.owners[words]
        gold = classes[words]
        shares.append(((gold[:, None] == gold) & (gold > 0))[apart].mean())
        means.append(aligned_class.confidence)
        sizes.append(len(words))
    features = class_features(np.array(means), np.array(sizes, dtype=np.float64), alignment.size)
    return features, np.array(shares)


def _schwartz_gold(gold: Gold, settings: LearningSettings, resources: Resources) -> SchwartzGold:
    features = GroupFeatures(gold.group, settings.families, resources)
    owners = gold.group.owners
    links = relation(np.asarray(gold.classes), owners) if gold.links is None else gold.links
    return SchwartzGold(features, links, _possible(gold, features.types), gold.weight)


def _possible(gold: Gold, types: WordTypes) -> Bools | None:
    possible = gold.possible
    if gold.partial and gold.classes is not None:
        stems, without = types.stem_numbers[types.rows], gold.classes == 0
        apart = gold.group.owners[:, None] != gold.group.owners
        alike = (stems[:, None] == stems) & without[:, None] & without & apart
        possible = alike if possible is None else possible | alike
    return possible
