"""Train a sentence aligner: from pairs of texts with gold links to a model.

The paper's part is a logistic regression of the TF*IDF cosine, and the threshold whose F is highest
(section 4.2). Ours are rounds of logistic regressions, each of which reads the probabilities of the
one before: in training these are of models that had not seen the pair of texts (stacking by
cross-fitting), so that a round does not trust them too much.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..errors import InputError, SettingError
from ..words.arrays import Bools, Floats, Ints
from ..words.settings import check_flag, check_range, check_whole
from ..words.stem import check_language
from .calibration import (
    LinkCalibration,
    Passages,
    best_threshold,
    fit_sigmoid,
    reciprocal_best_hits,
)
from .features import CandidateFeatures, Embed, candidate_features, context_features, local_features
from .model import Round, SentenceModel
from .perturbation import STRONG, Perturbation, perturbed
from .similarity import cosines, tfidf_vectors
from .terms import Normalizer, Sentences

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of training.

    Attributes:
        language: whose stems are compared: a code as spaCy's ``nlp.lang``, or ``"none"``.
        spelling: whether British spellings become American ones (English only).
        vectors: whether the sentences' vectors are compared too.
        candidates: for how many sentences of the other text each is looked at.
        rounds: logistic regressions, of which all but the first read what the one before found.
        folds: parts of the pairs of texts, in their order, for cross-fitting.
        perturbations: copies of each pair with less in common (``perturbation``).
        seed: of the copies.
        c: inverse strength of the regressions' L2 penalty, above 0.
        perturbation: how far copies go.
    """

    language: str = "en"
    spelling: bool = True
    vectors: bool = False
    candidates: int = 20
    rounds: int = 3
    folds: int = 5
    perturbations: int = 4
    seed: int = 0
    c: float = 1.0
    perturbation: Perturbation = STRONG

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: a setting is unknown or out of range.
        """
        check_language(self.language)
        check_flag("spelling", self.spelling)
        check_flag("vectors", self.vectors)
        least = {"candidates": 1, "rounds": 1, "folds": 2, "perturbations": 0, "seed": 0}
        for name, low in least.items():
            check_whole(name, getattr(self, name), low)
        check_range("c", self.c, 0, above=True)

    def check_vectors(self, embed: Embed | None) -> None:
        """Raise SettingError where vectors are wanted and there is nothing that gives them."""
        if self.vectors and embed is None:
            raise SettingError(
                "vectors is true, but the pipeline has no vectors; give it some, or set it to false"
            )


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
    """Candidate pairs to learn from.

    Attributes:
        candidates: the pairs with their features.
        labels: (K,) whether a pair is a link.
        known: (K,) whether that is known.
        original: whether it is a pair of texts itself, and no copy.
        weight: how much each pair counts.
        fold: examples of one fold are never judged by a model that has seen one of them.
    """

    candidates: CandidateFeatures
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
        SettingError: vectors are wanted and none are given.
    """
    settings.check_vectors(embed)
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
    originals = [example for example in examples if example.original]
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
) -> LinkCalibration:
    """Fit the paper's calibration to all pairs of sentences of which something is known."""
    values, labels = [], []
    for pair, similarities, links in zip(pairs, matrices, linked, strict=True):
        gold = np.zeros(similarities.shape, dtype=np.bool_)
        gold[links[:, 0], links[:, 1]] = True
        is_known = gold | ~_inside(pair)
        values.append(similarities[is_known])
        labels.append(gold[is_known])
    known_similarities, right = np.concatenate(values), np.concatenate(labels)
    sigmoid = fit_sigmoid(known_similarities, right)
    return LinkCalibration(sigmoid, best_threshold(sigmoid(known_similarities), right))


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
        for copy, (first, second, gold_links, is_open) in enumerate(copies):  # 0: the original
            candidates = candidate_features(first, second, normalizer, settings.candidates, embed)
            rows, columns = candidates.pairs.rows, candidates.pairs.columns
            numbers = zip(rows.tolist(), columns.tolist(), strict=True)
            labels = np.fromiter((link in gold_links for link in numbers), bool)
            is_known = labels | ~is_open[rows, columns]
            weight = 1.0 if copy else max(1.0, len(copies) - 1.0)
            examples.append(_Example(candidates, labels, is_known, not copy, weight, fold))
    return examples


def _rounds(examples: Sequence[_Example], settings: TrainingSettings) -> tuple[Round, ...]:
    """Fit the rounds, each on the cross-fitted probabilities of the one before."""
    folds = np.array([example.fold for example in examples])
    rounds: list[Round] = []
    probabilities: list[Floats] = []  # of each example, by models that have not seen it
    for number in range(settings.rounds):
        features = [
            context_features(example.candidates, probabilities[i])
            if number
            else local_features(example.candidates)
            for i, example in enumerate(examples)
        ]
        rounds.append(fit_round(examples, features, range(len(examples)), settings.c))
        if len(rounds) == settings.rounds:
            break
        probabilities = [np.zeros(0)] * len(examples)
        for fold in np.unique(folds):
            others = np.flatnonzero(folds != fold).tolist()
            held_out = fit_round(examples, features, others, settings.c)
            for i in np.flatnonzero(folds == fold).tolist():
                probabilities[i] = held_out(features[i])
    return tuple(rounds)


def fit_round(
    examples: Sequence[_Example], features: Sequence[Floats], chosen: Sequence[int], c: float
) -> Round:
    """Fit one regression to chosen examples, with standardised features while it is fitted."""
    from sklearn.linear_model import LogisticRegression

    values = np.concatenate([features[i][examples[i].known] for i in chosen])
    labels = np.concatenate([examples[i].labels[examples[i].known] for i in chosen])
    if labels.all() or not labels.any():
        raise InputError(
            f"{int(labels.sum())} of {len(labels)} pairs of sentences to learn from are links; "
            "give pairs of texts with linked sentences and others, in more texts"
        )
    weights = [examples[i].weight for i in chosen]
    counts = [int(np.count_nonzero(examples[i].known)) for i in chosen]
    middle, spread = values.mean(axis=0), values.std(axis=0)
    spread[spread < 1e-9] = 1.0
    model = LogisticRegression(C=c, max_iter=1000)
    model.fit((values - middle) / spread, labels, sample_weight=np.repeat(weights, counts))
    slopes = model.coef_[0] / spread
    return Round(slopes, float(model.intercept_[0] - slopes @ middle))
