"""The systems of the benchmark of citance alignment, their settings, and how they are scored."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

import spacy_citalign
from spacy_citalign.citances.aligner import set_links
from spacy_citalign.citances.closure import equivalence_closure
from spacy_citalign.citances.learning import Gold, LearningSettings, learn
from spacy_citalign.citances.model import SchwartzModel
from spacy_citalign.citances.paper.crf import directional_posteriors
from spacy_citalign.citances.paper.crf_training import TrainingSettings
from spacy_citalign.citances.scoring import relation, score_groups
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.components.citances.gold import classes_in, numbered

from ..bootstrap import Interval, draw_weights, interval
from .data import Case, Integers

if TYPE_CHECKING:
    from spacy.language import Language

Setting = TypeVar("Setting")
Classes = list[Integers]  # of the canonical words of each group

DISTANCES = tuple(np.arange(0, 0.61, 0.05).round(2).tolist())
# Those that the paper names are among them.
GAP_FACTORS = (0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 4.0)
MATCH_FACTORS = (0.3, 0.45, 0.6, 0.75, 0.9, 1.0, 1.1, 1.2, 1.5)
FACTORS = tuple(product(GAP_FACTORS, MATCH_FACTORS))
SCHWARTZ = LearningSettings(methods=("schwartz",), crf=TrainingSettings(many_to_many="first"))
SCORES = ("P", "R", "F", "AMA", "95 % of F")  # columns of ``score_cells``
DRAWS = 1000
FEW = 10  # groups; of fewer not the groups are drawn, but the citances of each


def edit_classes(case: Case, distance: float) -> Integers:
    """The baseline: words within a normalised edit distance, and the equivalence closure.

    As in the table of the data's README words of one citance are linked too; without those F is
    higher by .002 on craft-dev.
    """
    lower = [word.lower() for word in case.words]
    near = cdist(lower, lower, scorer=Levenshtein.normalized_distance) <= distance + 1e-6
    return equivalence_closure(np.argwhere(np.triu(near, 1)), len(lower))


def edit_sweep(
    cases: Sequence[Case], distances: Sequence[float] = DISTANCES
) -> dict[float, Classes]:
    """The baseline at some distances."""
    return {delta: [edit_classes(case, delta) for case in cases] for delta in distances}


def schwartz_model(cases: Sequence[Case]) -> SchwartzModel:
    """Train the paper's CRF: its features, without any lexicon."""
    gold = [Gold(case.group, classes=case.learned) for case in cases]
    model = learn(gold, SCHWARTZ).schwartz
    assert model is not None
    return model


def schwartz_sweep(
    model: SchwartzModel,
    cases: Sequence[Case],
    factors: Sequence[tuple[float, float]] = FACTORS,
) -> dict[tuple[float, float], Classes]:
    """The sets of eq. 8-10 and the equivalence closure, at some gap and match factors."""
    found: dict[tuple[float, float], Classes] = {factor: [] for factor in factors}
    for case in cases:
        posteriors = directional_posteriors(model.weights, model.features(case.group), least=1e-3)
        for gap, match in factors:
            settings = AlignmentSettings(method="schwartz", gap_factor=gap, match_factor=match)
            links = set_links(posteriors, case.group, settings)
            classes = equivalence_closure(links, len(case.group.words))
            found[gap, match].append(case.carried(classes))
    return found


def component_classes(cases: Sequence[Case], nlp: "Language") -> Classes:
    """What the component of a pipeline says of the texts."""
    docs = (nlp(spacy_citalign.join(case.texts, nlp=nlp, labels="group")) for case in cases)
    return [numbered(classes_in(doc, case.spans)) for case, doc in zip(cases, docs, strict=True)]


class Scored(NamedTuple):
    """Words of a group that are scored: gold and found classes, citances; (N,) each."""

    gold: Integers
    found: Integers
    owners: Integers


def scored(
    cases: Sequence[Case], classes: Sequence[Integers], annotated: bool = False
) -> list[Scored]:
    """Return the canonical words of groups, all or those of gold classes, and their classes."""
    words = []
    for case, own in zip(cases, classes, strict=True):
        kept = (case.classes > 0) | (not annotated)
        words.append(Scored(case.classes[kept], own[kept], case.owners[kept]))
    return words


def best(
    swept: Mapping[Setting, Classes], cases: Sequence[Case], *, annotated: bool = False
) -> Setting:
    """The setting of highest F, on all words or on the annotated ones; the first of equals."""
    return max(swept, key=lambda one: score_groups(scored(cases, swept[one], annotated)).f)


def f_interval(words: Sequence[Scored]) -> Interval:
    """The 95 % interval of the mean F over draws with replacement.

    Groups are drawn; where they are fewer than ``FEW``, the citances of each group. Pairs of two
    draws of one citance do not count.
    """
    if len(words) < FEW:
        return interval(np.mean([_drawn_f(group) for group in words], axis=0))
    each = np.array([score_groups([group]).f for group in words])
    drawn = np.concatenate(list(draw_weights(len(each), DRAWS)))
    return interval(drawn @ each / len(each))


def _drawn_f(words: Scored) -> NDArray[np.float64]:
    """F of each draw of the citances of a group: (DRAWS,)."""
    gold, found = (relation(classes, words.owners) for classes in (words.gold, words.found))
    citances, owners = np.unique(words.owners, return_inverse=True)
    member = (owners == np.arange(len(citances))[:, None]).astype(np.float64)
    drawn = np.concatenate(list(draw_weights(len(citances), DRAWS))).astype(np.float64)
    shared, given, wanted = (
        ((drawn @ (member @ one @ member.T)) * drawn).sum(axis=1)
        for one in (gold & found, found, gold)
    )
    return np.asarray(2 * shared / np.maximum(given + wanted, 1))


def score_cells(words: Sequence[Scored]) -> list[str]:
    """P, R, F, AMA and the interval of F, as a table has them."""
    score = score_groups(words)
    values = (score.precision, score.recall, score.f, score.ama)
    return [*(f"{value:.3f}" for value in values), "{:.3f}-{:.3f}".format(*f_interval(words))]
