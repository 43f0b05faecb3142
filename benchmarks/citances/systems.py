"""The systems of the benchmark of citance alignment, their settings, and how they are scored.

Trained models are kept in a folder and read again from there: delete it after a change of the
features or of the training.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

import spacy_citalign
from spacy_citalign.citances.aligner import align, set_links
from spacy_citalign.citances.closure import equivalence_closure
from spacy_citalign.citances.features import FAMILIES, PAPER
from spacy_citalign.citances.learning import Gold, LearningSettings, learn
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.citances.posteriors import directional_posteriors
from spacy_citalign.citances.resources import Resources
from spacy_citalign.citances.scoring import GroupScores, relation, score_groups
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.citances.training import TrainingSettings
from spacy_citalign.components.citances.homologs import classes_in, numbered

from ..bootstrap import Interval, draw_weights, interval
from .data import Case, Integers, read_cases, resources

if TYPE_CHECKING:
    from spacy.language import Language

Setting = TypeVar("Setting")
Classes = list[Integers]  # of the canonical words of each group

DISTANCES = tuple(np.arange(0, 0.61, 0.05).round(2).tolist())
# Those that the paper names are among them.
GAP_FACTORS = (0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 4.0)
MATCH_FACTORS = (0.3, 0.45, 0.6, 0.75, 0.9, 1.0, 1.1, 1.2, 1.5)
FACTORS = tuple(product(GAP_FACTORS, MATCH_FACTORS))
THRESHOLDS = tuple(np.arange(0.05, 0.96, 0.05).round(2).tolist())
UNIT_THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1.1)  # beyond 1 every word stands alone
EMPTY: Mapping[str, Path] = {}
MORE = "craft-more"  # further groups of CRAFT, made by configs/scripts/craft_groups.py
SYSTEMS = {
    "paper": LearningSettings(
        families=PAPER,
        crf=TrainingSettings(many_to_many="first"),
        units=False,
        unit_pairs=False,
    ),
    # Three folds in place of five: CRAFT's sixty groups take a minute a fold. The unit threshold is
    # that of the models whose figures are published; what ships was learned with the default.
    "ours": LearningSettings(
        families=tuple(name for name in FAMILIES if name != "wordnet"),
        folds=3,
        unit_threshold=0.45,
    ),
}
# What is learned from hundreds of groups: pairs of units would take an hour more.
WITHOUT_PAIRS = replace(SYSTEMS["ours"], unit_pairs=False)


class Bench:
    """Reads cases and trains models, each once; ``files`` are data sets beside the gold ones."""

    def __init__(self, nlp: "Language", folder: Path, files: Mapping[str, Path] = EMPTY):
        self.nlp, self.folder, self.files = nlp, folder, files
        self._cases: dict[str, list[Case]] = {}

    def cases(self, *names: str) -> list[Case]:
        """Return the groups of one data set, or of several."""
        for name in names:
            if name not in self._cases:
                self._cases[name] = read_cases(name, self.nlp, self.files.get(name))
        return [case for name in names for case in self._cases[name]]

    def model(
        self,
        system: str,
        *names: str,
        settings: LearningSettings,
        knowledge: Resources | None = None,
    ) -> AlignmentModel:
        """Return a model trained on data sets; ``system`` names it in the folder."""
        file = self.folder / f"{system}_{'_'.join(names)}.bin".replace(" ", "-")
        if not file.exists():
            gold = [Gold(case.group, classes=case.learned) for case in self.cases(*names)]
            file.parent.mkdir(parents=True, exist_ok=True)
            known = knowledge or resources(self.folder)
            file.write_bytes(learn(gold, settings, known).to_bytes())
        return AlignmentModel.from_bytes(file.read_bytes())


def edit_classes(case: Case, distance: float) -> Integers:
    """The baseline: words within a normalised edit distance, and the equivalence closure.

    As in the table of the data's README words of one citance are linked too; without those F is
    higher by .002 on craft-dev.
    """
    lower = [word.lower() for word in case.words]
    near = cdist(lower, lower, scorer=Levenshtein.normalized_distance) <= distance + 1e-6
    return equivalence_closure(np.argwhere(np.triu(near, 1)), len(lower))


def edit_sweep(cases: Sequence[Case]) -> dict[float, Classes]:
    """The baseline at all distances."""
    return {delta: [edit_classes(case, delta) for case in cases] for delta in DISTANCES}


def set_sweep(
    model: AlignmentModel, cases: Sequence[Case]
) -> dict[tuple[float, float], list[Integers]]:
    """The links of eq. 8-10, of found words, at all gap and match factors."""
    posteriors = [
        directional_posteriors(model.weights, model.features(case.group)) for case in cases
    ]
    found = {}
    for gap, match in FACTORS:
        settings = AlignmentSettings(closure="equivalence", gap_factor=gap, match_factor=match)
        found[gap, match] = [
            set_links(own, case.group, settings)
            for own, case in zip(posteriors, cases, strict=True)
        ]
    return found


def closed(cases: Sequence[Case], links: Sequence[Integers]) -> Classes:
    """The equivalence closure of links."""
    return [
        case.carried(equivalence_closure(own, len(case.group.words)))
        for case, own in zip(cases, links, strict=True)
    ]


def average_sweep(
    model: AlignmentModel,
    cases: Sequence[Case],
    unit_thresholds: Sequence[float] = UNIT_THRESHOLDS,
) -> dict[tuple[float, float], Classes]:
    """Average link at all thresholds: of similarity, and of units."""
    found: dict[tuple[float, float], Classes] = {}
    for unit in unit_thresholds:
        settings = AlignmentSettings(unit_threshold=unit)
        aligned = [align(case.group, model, settings) for case in cases]
        for threshold in THRESHOLDS:
            found[threshold, unit] = [
                case.carried(one.classes_at(threshold))
                for case, one in zip(cases, aligned, strict=True)
            ]
    return found


def scores(cases: Sequence[Case], classes: Sequence[Integers]) -> GroupScores:
    """Score classes of canonical words."""
    return score_groups(
        (case.classes, own, case.owners) for case, own in zip(cases, classes, strict=True)
    )


def best(swept: Mapping[Setting, Classes], cases: Sequence[Case]) -> Setting:
    """The setting of highest F; the first of equals."""
    return max(swept, key=lambda setting: scores(cases, swept[setting]).f)


def f_interval(case: Case, classes: Integers, draws: int = 1000) -> Interval:
    """The 95 % interval of F over draws of the group's citances, with replacement.

    Pairs of two draws of the same citance do not count.
    """
    gold, found = relation(case.classes, case.owners), relation(classes, case.owners)
    size = case.group.size
    member = (case.owners == np.arange(size)[:, None]).astype(np.float64)
    shared, given, wanted = (member @ one @ member.T for one in (gold & found, found, gold))
    values = [
        2 * (d @ shared @ d) / max(d @ given @ d + d @ wanted @ d, 1)
        for weights in draw_weights(size, draws)
        for d in weights.astype(np.float64)
    ]
    return interval(np.array(values))


def component_classes(cases: Sequence[Case], nlp: "Language") -> tuple[Classes, float]:
    """What the component of a pipeline says of the texts, and the mean of its expected AMA."""
    found, expected = [], []
    for case in cases:
        doc = nlp(spacy_citalign.join(case.texts, nlp=nlp, labels="group"))
        found.append(numbered(classes_in(doc, case.spans)))
        expected.append(doc._.citance_alignment.expected_ama)
    return found, float(np.mean(expected))
