"""Training: a softmax over the genes that a name may mean and none of them, and its calibration.

Several genes may be right, as those of two species: their probabilities add up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..words.arrays import Floats, Ints
from ..words.settings import check_range, check_whole
from .candidates import CandidateFinder
from .evidence import Abbreviation, Describer, TextFeatures
from .learned import learn_names, names_of, symbols_of
from .model import SIZES, GeneIdModel, ShareCalibration, divided
from .normalizer import softmax
from .table import GeneTable


@dataclass(frozen=True)
class TrainingSettings:
    """How ids are trained.

    Attributes:
        l2: strength of the penalty on squared weights.
        folds: parts of the texts, each ranked by a model of the others, that the calibration
            learns from.
    """

    l2: float = 3.0
    folds: int = 5

    def __post_init__(self) -> None:
        check_range("l2", self.l2, 0, above=True, advice="give a number above 0")
        check_whole("folds", self.folds, 2, advice="give a whole number from 2 on")


class AnnotatedText(NamedTuple):
    """A text with gene mentions and their ids.

    Attributes:
        text: all of it.
        mentions: half-open characters, ascending.
        ids: for each mention those that are right, () for one that means no gene of any table.
        definitions: of abbreviations.
    """

    text: str
    mentions: tuple[tuple[int, int], ...]
    ids: tuple[tuple[int, ...], ...]
    definitions: tuple[Abbreviation, ...]


class _Rows(NamedTuple):
    """The answers that there are for the slots of texts, one after the other.

    Attributes:
        features: (N, F) float64, sparse.
        slots: (N,) int64 ascending, the slot of each answer.
        right: (N,) bool.
        texts: (S,) int64, the text of each slot.
    """

    features: Any
    slots: Ints
    right: np.ndarray
    texts: Ints


def train(
    texts: Sequence[AnnotatedText], table: GeneTable, settings: TrainingSettings
) -> GeneIdModel:
    """Return a model that ranks the genes of a table as the texts have them.

    Raises:
        InputError: no text has a mention.
    """
    symbols = symbols_of(table)
    find = CandidateFinder(table)
    given = [
        names_of([item.text[start:end] for start, end in item.mentions], item.ids, symbols, find)
        for item in texts
    ]
    learned = learn_names(given)
    describe = Describer(table, learned)
    described = describe(
        [item.text for item in texts],
        [item.mentions for item in texts],
        [item.definitions for item in texts],
        given,
    )
    if not any(features.slots for features in described):
        raise InputError(
            f"none of the {len(texts)} texts has a gene mention with ids to learn from; put "
            'mentions into doc.spans["gene_mentions"] with their ids as kb_id'
        )
    rows = _rows(texts, described, table, describe.taxa)
    calibration = _calibrated(rows, settings)
    return GeneIdModel(table, learned, divided(_fit(rows, settings.l2)), calibration)


def _rows(
    texts: Sequence[AnnotatedText],
    described: Sequence[TextFeatures],
    table: GeneTable,
    taxa: Sequence[int],
) -> _Rows:
    from scipy.sparse import csr_matrix, vstack

    parts, right, slots = [], [], []
    owners: list[int] = []
    names_, texts_, species_, absent_, _ = SIZES
    begin = names_ + texts_
    end = begin + species_
    for number, (annotated, features) in enumerate(zip(texts, described, strict=True)):
        blocks = [np.zeros((0, sum(SIZES)))]
        for slot, species, place_row in zip(
            features.slots, features.species, features.places, strict=True
        ):
            name = features.names[slot.name]
            size = len(name.genes)
            block = np.zeros((size + 1, sum(SIZES)))
            block[:size, :names_] = name.features
            block[:size, names_:begin] = features.texts[
                features.begins[slot.name] : features.begins[slot.name + 1]
            ]
            block[:size, begin:end] = species[np.searchsorted(taxa, table.taxa[name.genes])]
            block[size, begin:end] = species[-1]
            block[size, end : end + absent_] = name.absent
            block[size, end + absent_ :] = place_row
            good = np.isin(table.ids[name.genes], annotated.ids[slot.mention])
            blocks.append(block)
            right.append(np.append(good, not good.any()))
            slots.append(np.full(size + 1, len(owners)))
            owners.append(number)
        parts.append(csr_matrix(np.concatenate(blocks)))
    return _Rows(
        vstack(parts, format="csr"),
        np.concatenate(slots),
        np.concatenate(right),
        np.array(owners),
    )


def _selected(rows: _Rows, wanted: np.ndarray) -> _Rows:
    """Return the rows of some slots, (S,) bool."""
    kept = wanted[rows.slots]
    return _Rows(
        rows.features[kept],
        (np.cumsum(wanted) - 1)[rows.slots[kept]],
        rows.right[kept],
        rows.texts[wanted],
    )


def _fit(rows: _Rows, l2: float) -> Floats:
    """Return the weights, (F,) float64, of the greatest likelihood less the penalty."""
    from scipy.optimize import minimize

    begins = np.searchsorted(rows.slots, np.arange(len(rows.texts)))

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows.features @ weights
        scores = scores - np.maximum.reduceat(scores, begins)[rows.slots]
        shares = np.exp(scores)
        all_ = np.add.reduceat(shares, begins)
        good = np.add.reduceat(shares * rows.right, begins)
        good = np.maximum(good, 1e-300)
        slope = shares / all_[rows.slots] - shares * rows.right / good[rows.slots]
        value = float(np.log(all_ / good).sum()) + 0.5 * l2 * float(weights @ weights)
        return value, across @ slope + l2 * weights

    across = rows.features.T.tocsr()
    start = np.zeros(rows.features.shape[1])
    result = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return np.asarray(result.x)


def _calibrated(rows: _Rows, settings: TrainingSettings) -> ShareCalibration:
    """Return the calibration of the likeliest genes of texts that a model has not seen."""
    folds = rows.texts % settings.folds
    shares, right = [], []
    for fold in range(settings.folds):
        train_, test = _selected(rows, folds != fold), _selected(rows, folds == fold)
        if not len(train_.texts) or not len(test.texts):
            continue
        scores = test.features @ _fit(train_, settings.l2)
        for answers in np.split(
            np.arange(len(test.slots)), np.searchsorted(test.slots, np.arange(1, len(test.texts)))
        ):
            if len(answers) > 1:
                probabilities = softmax(scores[answers])[:-1]
                best = int(np.argmax(probabilities))
                shares.append(probabilities[best])
                right.append(bool(test.right[answers[best]]))
    return _platt(np.array(shares), np.array(right))


def _platt(shares: Floats, right: np.ndarray) -> ShareCalibration:
    """Return the logistic curve from shares to how often they are right; the identity if none."""
    if not len(right) or right.all() or not right.any():
        return ShareCalibration(1.0, 0.0)
    from sklearn.linear_model import LogisticRegression

    clipped = np.clip(shares, 1e-9, 1 - 1e-9)
    curve = LogisticRegression(C=1e3).fit((np.log(clipped) - np.log1p(-clipped))[:, None], right)
    return ShareCalibration(max(float(curve.coef_[0, 0]), 1e-3), float(curve.intercept_[0]))
