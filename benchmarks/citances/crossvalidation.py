"""Cross-validation of the default method by group, over the groups that the shipped model saw.

Groups are dealt to five folds; each fold is aligned by a model of the others, which learns its
pairs of units on units that it has not seen, in five folds of its own. Means are over groups.
"Threshold of the other folds" takes, for each fold, the threshold of highest F on the others.

Confidences of classes are learned from the held-out classes of the other folds, and compared with
the share of each class's pairs of words of different citances that gold aligns. The calibration
error is over ten bins of equal mass; intervals are of draws of groups. "Similarity" is the mean
similarity of a class's words, before calibration.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.chain.calibration import sigmoid
from spacy_citalign.citances.aligner import align
from spacy_citalign.citances.alignment import Alignment
from spacy_citalign.citances.confidence import fit_confidence
from spacy_citalign.citances.knowledge.resources import Resources
from spacy_citalign.citances.learning import class_agreement
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.scoring import score_groups
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.citances.units.unit_learning import UnitGold, learn_units_and_pairs

from ..bootstrap import draw_weights, interval
from ..calibration import equal_mass_bins, equal_mass_error
from ..recording import Table
from .data import BIOMEDICINE, COMPUTING, Case, Integers
from .systems import DRAWS, SCORES, Scored, best, score_cells, scored

SETS = ("hand2-train", "hand2-dev", "hand-train", "hand-dev")
FOLDS = 5
THRESHOLDS = tuple(np.arange(0.3, 0.61, 0.05).round(2).tolist())
DEFAULT = AlignmentSettings().threshold
Floats = NDArray[np.float64]


class Held(NamedTuple):
    """A group, its fold, and its alignment by a model of the other folds."""

    case: Case
    fold: int
    alignment: Alignment

    def classes(self, threshold: float = DEFAULT) -> Integers:
        """Return the classes of the canonical words."""
        return self.case.carried(self.alignment.classes_at(threshold))


def held_out(cases: Sequence[Case], known: Resources, *, most: int | None = None) -> list[Held]:
    """Align each group by a model of the other folds, or of the first ``most`` groups of these."""
    folds = np.random.default_rng(0).permutation(len(cases)) % FOLDS
    order = np.random.default_rng(1).permutation(len(cases)).tolist()
    held: dict[int, Held] = {}
    for fold in range(FOLDS):
        train = [cases[number] for number in order if folds[number] != fold][:most]
        gold = [UnitGold(case.group, case.learned) for case in train]
        model = AlignmentModel(learn_units_and_pairs(gold, known), resources=known)
        for number in np.flatnonzero(folds == fold).tolist():
            alignment = align(cases[number].group, model)
            held[number] = Held(cases[number], fold, alignment)
    return [held[number] for number in range(len(cases))]


def kinds_of(held: Sequence[Held]) -> Iterator[tuple[str, list[Held]]]:
    """Yield the kinds of groups that are told apart, those that there are."""
    bio = [one for one in held if BIOMEDICINE in one.case.key]
    cs = [one for one in held if COMPUTING in one.case.key]
    rest = [one for one in held if not any(one is own for own in (*bio, *cs))]
    for title, part in (
        (f"{len(bio) + len(cs)} groups of the second round", [*bio, *cs]),
        (f"{len(bio)} of biomedicine", bio),
        (f"{len(cs)} of computing", cs),
        (f"{len(rest)} of the first round", rest),
    ):
        if part:
            yield title, part


def words_of(held: Sequence[Held], threshold: float = DEFAULT) -> list[Scored]:
    """Return the words of groups with their classes at a threshold."""
    return scored([one.case for one in held], [one.classes(threshold) for one in held])


def crossval(held: Sequence[Held]) -> list[Table]:
    """Score alignments at all thresholds, and their confidences."""
    return [*threshold_tables(held), *confidence_tables(held)]


def threshold_tables(held: Sequence[Held]) -> list[Table]:
    """F by threshold, and all scores at the default one and at that of the other folds."""
    at_default, by_threshold = [], []
    others = chosen_by_others(held)
    for title, part in kinds_of(held):
        f = [score_groups(words_of(part, threshold)).f for threshold in THRESHOLDS]
        by_threshold.append([title, *(f"{value:.3f}" for value in f)])
        at_default.append([title, *score_cells(words_of(part))])
        chosen = [word for one in part for word in words_of([one], others[one.fold])]
        at_default.append([f"{title}, threshold of the other folds", *score_cells(chosen)])
    return [
        Table("F by threshold", ["groups", *map(str, THRESHOLDS)], by_threshold),
        Table(f"At the default threshold, {DEFAULT:g}", ["groups", *SCORES], at_default),
    ]


def chosen_by_others(held: Sequence[Held]) -> dict[int, float]:
    """The threshold of highest F on the other folds, for each fold."""
    chosen = {}
    for fold in {one.fold for one in held}:
        rest = [one for one in held if one.fold != fold] or list(held)
        swept = {t: [one.classes(t) for one in rest] for t in THRESHOLDS}
        chosen[fold] = best(swept, [one.case for one in rest])
    return chosen


class Confidences(NamedTuple):
    """Of the classes of a group: confidence, mean similarity, right share; (C,) each."""

    confidence: Floats
    similarity: Floats
    right: Floats


def confidences(held: Sequence[Held]) -> list[Confidences]:
    """Calibrate the classes of each group by those of the other folds."""
    seen = [class_agreement(one.alignment, one.case.learned) for one in held]
    found = []
    for one, (features, right) in zip(held, seen, strict=True):
        others = [own for other, own in zip(held, seen, strict=True) if other.fold != one.fold]
        fitted = fit_confidence(*zip(*others, strict=True))
        of = sigmoid((features * np.array(fitted.weights)).sum(axis=1))
        found.append(Confidences(of, sigmoid(features[:, 1]), right))
    return found


def confidence_tables(held: Sequence[Held]) -> list[Table]:
    """The calibration error of classes, and the bins of all of them."""
    of_case = {id(one): own for one, own in zip(held, confidences(held), strict=True)}
    rows = []
    for title, part in kinds_of(held):
        own = [of_case[id(one)] for one in part]
        every = Confidences(*map(np.concatenate, zip(*own, strict=True)))
        error = equal_mass_error(every.confidence, every.right)
        low, high = interval(np.array([_drawn_error(own, w) for w in _draws(len(own))]))
        before = equal_mass_error(every.similarity, every.right)
        cells = (error, f"{low:.3f}-{high:.3f}", before, every.confidence.mean())
        values = [cell if isinstance(cell, str) else f"{cell:.3f}" for cell in cells]
        rows.append([title, f"{len(every.right):,}", *values, f"{every.right.mean():.3f}"])
    columns = ("groups", "classes", "error", "95 %", "similarity's", "mean", "right")
    every = Confidences(*map(np.concatenate, zip(*of_case.values(), strict=True)))
    bins = [
        [str(number), str(int(count)), f"{mean:.3f}", f"{right:.3f}"]
        for number, (count, mean, right) in enumerate(
            equal_mass_bins(every.confidence, every.right).tolist(), start=1
        )
    ]
    return [
        Table("Calibration error of classes", columns, rows),
        Table("Classes by confidence", ["bin", "classes", "mean confidence", "right"], bins),
    ]


def _draws(size: int) -> Iterator[Integers]:
    for weights in draw_weights(size, DRAWS):
        yield from weights


def _drawn_error(own: Sequence[Confidences], weights: Integers) -> float:
    drawn = [own[number] for number in np.repeat(np.arange(len(own)), weights)]
    return equal_mass_error(
        np.concatenate([one.confidence for one in drawn]),
        np.concatenate([one.right for one in drawn]),
    )
