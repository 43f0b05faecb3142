"""Train a sentence aligner: from pairs of texts with gold links to a model.

The paper's part is a logistic regression of the TF*IDF cosine, and the threshold whose F is highest
(section 4.2). Ours are rounds of logistic regressions, each of which reads the probabilities of the
one before: in training these are of models that had not seen the pair of texts (stacking by
cross-fitting), so that a round does not trust them too much.
"""

import logging
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .calibration import (
    Calibration,
    Passages,
    best_threshold,
    fit_sigmoid,
    reciprocal_best_hits,
)
from .cells import Floats, Ints
from .evidence import Embed, Evidence, gather
from .features import context_features, local_features
from .model import Round, SentenceModel
from .perturbation import perturbed
from .settings import TrainingSettings
from .similarity import cosines, tfidf_vectors
from .terms import Normalizer, Sentences

logger = logging.getLogger(__name__)
Bools = NDArray[np.bool_]


class TextPair(NamedTuple):
    """Two texts and what is known of their alignment: links, or passages that match.

    Attributes:
        first: n sentences.
        second: m sentences.
        links: (K, 2) int64, numbers of sentences that say the same; None where only passages are
            known.
        passages: numbers of sentences of the first and of the second text.
    """

    first: Sentences
    second: Sentences
    links: Ints | None
    passages: Passages = ()


class _Example(NamedTuple):
    """Cells to learn from.

    Attributes:
        evidence: of the cells.
        labels: (K,) whether a cell is a link.
        known: (K,) whether that is known.
        original: whether it is a pair of texts itself, and no copy.
        weight: how much each cell counts.
        fold: examples of one fold are never judged by a model that has seen one of them.
    """

    evidence: Evidence
    labels: Bools
    known: Bools
    original: bool
    weight: float
    fold: int


def train(
    pairs: Sequence[TextPair], settings: TrainingSettings, embed: Embed | None = None
) -> SentenceModel:
    """Train on pairs of texts.

    Where only passages are known, the reciprocal best hits in them are learned as links, as in the
    paper, and nothing of the other pairs of sentences within. Takes memory for all pairs of
    sentences of all texts, some ten bytes each.

    Args:
        pairs: two or more; folds are runs of neighbours.
        settings: how to train.
        embed: gives vectors of sentences, with the setting ``vectors``.

    Raises:
        InputError: fewer than two pairs have sentences, or no sentences are linked.
        SettingError: a setting is out of range, or vectors are wanted and none are given.
    """
    settings.check(embed)
    usable = [pair for pair in pairs if len(pair.first) and len(pair.second)]
    if len(usable) < 2:
        raise InputError(
            f"{len(usable)} of {len(pairs)} pairs of texts have sentences on both sides; give two "
            "or more, since a share is held out in turn"
        )
    normalizer = Normalizer(settings.language, spelling=settings.spelling)
    matrices = [_similarities(pair, normalizer) for pair in usable]
    linked = [_links(pair, matrix) for pair, matrix in zip(usable, matrices, strict=True)]
    calibration = _calibrated(usable, matrices, linked)
    examples = _examples(usable, linked, normalizer, settings, embed if settings.vectors else None)
    rounds = _rounds(examples, settings)
    originals = [one for one in examples if one.original]
    versions = rounds if len(originals) == len(examples) else _rounds(originals, settings)
    logger.info("%d pairs of texts, %d with their copies", len(usable), len(examples))
    return SentenceModel(
        settings.language,
        settings.spelling,
        settings.vectors,
        settings.candidates,
        rounds,
        versions,
        calibration,
    )


def _similarities(pair: TextPair, normalizer: Normalizer) -> Floats:
    return cosines(tfidf_vectors(normalizer.terms(pair.first), normalizer.terms(pair.second)))


def _links(pair: TextPair, similarities: Floats) -> Ints:
    """Return the links, or what stands for them."""
    if pair.links is None:
        return reciprocal_best_hits(similarities, pair.passages)
    return np.asarray(pair.links, dtype=np.int64).reshape(-1, 2)


def _inside(pair: TextPair) -> Bools:
    """Mark what passages leave open: (n, m)."""
    marked = np.zeros((len(pair.first), len(pair.second)), dtype=np.bool_)
    for rows, columns in pair.passages if pair.links is None else ():
        marked[np.ix_(np.asarray(rows, np.int64), np.asarray(columns, np.int64))] = True
    return marked


def _calibrated(
    pairs: Sequence[TextPair], matrices: Sequence[Floats], linked: Sequence[Ints]
) -> Calibration:
    """Fit the paper's calibration to all pairs of sentences of which something is known."""
    values, labels = [], []
    for pair, similarities, links in zip(pairs, matrices, linked, strict=True):
        gold = np.zeros(similarities.shape, dtype=np.bool_)
        gold[links[:, 0], links[:, 1]] = True
        known = gold | ~_inside(pair)
        values.append(similarities[known])
        labels.append(gold[known])
    every, right = np.concatenate(values), np.concatenate(labels)
    sigmoid = fit_sigmoid(every, right)
    return Calibration(sigmoid, best_threshold(sigmoid(every), right))


def _examples(
    pairs: Sequence[TextPair],
    linked: Sequence[Ints],
    normalizer: Normalizer,
    settings: TrainingSettings,
    embed: Embed | None,
) -> list[_Example]:
    """Make the examples: each pair, and copies, which count as much as it does together."""
    random = np.random.default_rng(settings.seed)
    examples = []
    for number, (pair, links) in enumerate(zip(pairs, linked, strict=True)):
        fold = number * settings.folds // len(pairs)  # neighbours are often of one document
        gold = set(map(tuple, links.tolist()))
        copies: list[tuple[Sentences, Sentences, set[tuple[int, int]], Bools]] = [
            (pair.first, pair.second, gold, _inside(pair))
        ]
        for _ in range(settings.perturbations if pair.links is not None else 0):
            first, second, kept = perturbed(
                pair.first, pair.second, gold, settings.perturbation, random
            )
            copies.append((first, second, set(kept), np.zeros((len(first), len(second)), np.bool_)))
        for place, (first, second, own, open_cells) in enumerate(copies):
            evidence = gather(first, second, normalizer, settings.candidates, embed)
            cells = evidence.cells
            rows, columns = cells.rows.tolist(), cells.columns.tolist()
            labels = np.fromiter(((i, j) in own for i, j in zip(rows, columns, strict=True)), bool)
            known = labels | ~open_cells[cells.rows, cells.columns]
            weight = 1.0 if place else max(1.0, len(copies) - 1.0)
            examples.append(_Example(evidence, labels, known, not place, weight, fold))
    return examples


def _rounds(examples: Sequence[_Example], settings: TrainingSettings) -> tuple[Round, ...]:
    """Fit the rounds, each on the cross-fitted probabilities of the one before."""
    folds = np.array([one.fold for one in examples])
    rounds: list[Round] = []
    judged: list[Floats] = []
    for number in range(settings.rounds):
        features = [
            context_features(one.evidence, judged[place])
            if number
            else local_features(one.evidence)
            for place, one in enumerate(examples)
        ]
        everything = range(len(examples))
        rounds.append(_fitted(examples, features, everything, settings.c))
        if len(rounds) == settings.rounds:
            break
        judged = [np.zeros(0)] * len(examples)
        for fold in np.unique(folds):
            others = np.flatnonzero(folds != fold).tolist()
            held_out = _fitted(examples, features, others, settings.c)
            for place in np.flatnonzero(folds == fold).tolist():
                judged[place] = held_out(features[place])
    return tuple(rounds)


def _fitted(
    examples: Sequence[_Example], features: Sequence[Floats], places: Sequence[int], c: float
) -> Round:
    """Fit one regression, with standardised features while it is fitted."""
    from sklearn.linear_model import LogisticRegression

    values = np.concatenate([features[place][examples[place].known] for place in places])
    labels = np.concatenate([examples[place].labels[examples[place].known] for place in places])
    if labels.all() or not labels.any():
        raise InputError(
            f"{int(labels.sum())} of {len(labels)} pairs of sentences to learn from are links; "
            "give pairs of texts with linked sentences and others, in more texts"
        )
    weights = [examples[place].weight for place in places]
    counts = [int(np.count_nonzero(examples[place].known)) for place in places]
    middle, spread = values.mean(axis=0), values.std(axis=0)
    spread[spread < 1e-9] = 1.0
    model = LogisticRegression(C=c, max_iter=1000)
    model.fit((values - middle) / spread, labels, sample_weight=np.repeat(weights, counts))
    slopes = model.coef_[0] / spread
    return Round(slopes, float(model.intercept_[0] - slopes @ middle))
