"""Training: a softmax over all sentences of the cited article, and the calibration of its shares.

Cao et al. (2007), "Learning to rank: from pairwise approach to listwise approach", ICML, with the
annotators' votes as the distribution to be reached. Articles of biology or medicine train what is
added to the weights for them, since annotators choose other sentences there. Negatives are not
sampled: on CL-SciSumm that costs up to .05 of the first sentences.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..words.arrays import Floats, Floats32
from ..words.settings import check_range, check_whole
from .features import FEATURES, CitedGroup, pair_features
from .matching import Frequencies
from .model import EvidenceModel, RankCalibration, calibration_inputs, life_science, log_softmax
from .support_training import PARTS, WHOLE, AskedClaims, ask_claims, fit_support

_SHOWN = 5  # the sentences of a citance that the calibration learns from: what users see
_LIFE_L2 = 0.25  # of the penalty, for what is added to the weights


@dataclass(frozen=True)
class TrainingSettings:
    """How a ranking is trained.

    Attributes:
        l2: strength of the penalty on squared weights of standardised features.
        folds: parts of the articles, each ranked by a model of the others, that the calibration
            learns from.
    """

    l2: float = 2000.0
    folds: int = 8

    def __post_init__(self) -> None:
        check_range("l2", self.l2, 0, above=True, advice="give a number above 0")
        check_whole("folds", self.folds, 2, advice="give a whole number from 2 on")


class _Case(NamedTuple):
    """A citance: (S, F) features, (S,) votes, and ``covered`` as in ``pair_features``."""

    features: Floats32
    votes: Floats
    covered: float


class _Article(NamedTuple):
    """The citances with gold of an article, with all of it and with parts of it.

    ``life`` is how far it is of biology or medicine.
    """

    whole: list[_Case]
    parts: list[_Case]
    life: float

    def counted(self) -> Iterator[tuple[_Case, float]]:
        """Yield the cases and how much each counts in the calibration."""
        yield from ((case, WHOLE) for case in self.whole)
        yield from ((case, 1.0) for case in self.parts)


def train(
    groups: Sequence[CitedGroup],
    settings: TrainingSettings | None = None,
    *,
    frequencies: Frequencies,
) -> EvidenceModel:
    """Return a trained model.

    Args:
        groups: two or more with gold, an article each; citances that nothing was chosen for do
            not count.
        settings: how; None is the default.
        frequencies: of terms in articles like those that will be ranked.

    Raises:
        InputError: fewer than two articles have gold.
    """
    prepared = prepare(groups, frequencies)
    if len(prepared.articles) < 2:
        raise InputError(
            f"{len(prepared.articles)} of {len(groups)} articles have citances with chosen "
            "sentences; give two or more, since what is learned from one is calibrated on another"
        )
    return fit(prepared, settings, frequencies=frequencies)


class Prepared(NamedTuple):
    """The features of articles with gold, which models can be fitted to.

    Attributes:
        articles: these, in their order.
        asked: what is known of claims beside their own and other articles.
    """

    articles: list[_Article]
    asked: AskedClaims


def prepare(groups: Sequence[CitedGroup], frequencies: Frequencies) -> Prepared:
    """Return the features of the articles with gold."""
    with_gold, articles = [], []
    for number, group in enumerate(groups):
        if cases := _cases(group, frequencies):
            life = life_science(sentence.text for sentence in group.sentences)
            with_gold.append(group)
            articles.append(_Article(cases, _cases_of_parts(group, number, frequencies), life))
    lives = [article.life for article in articles]
    return Prepared(articles, ask_claims(with_gold, lives, frequencies))


def fit(
    prepared: Prepared,
    settings: TrainingSettings | None = None,
    *,
    frequencies: Frequencies,
    without: Collection[int] = (),
) -> EvidenceModel:
    """Return a model of what was prepared.

    Args:
        prepared: two articles or more.
        settings: how; None is the default.
        frequencies: those of ``prepare``.
        without: numbers of articles that are left out.
    """
    settings = settings or TrainingSettings()
    kept = [article for n, article in enumerate(prepared.articles) if n not in without]
    base, life = _fit_fields(kept, settings.l2)
    support = fit_support(prepared.asked, without)
    return EvidenceModel(base, _calibrate(kept, settings), frequencies, life, support)


def _cases(group: CitedGroup, frequencies: Frequencies, part: slice = slice(None)) -> list[_Case]:
    """Return the citances for which something of the article was chosen, with a part of it."""
    if not any(group.votes):
        return []
    pairs = pair_features(group.citances, group.sentences[part], frequencies)
    size = len(group.sentences)
    cases = []
    for found, chosen in zip(pairs, group.votes, strict=True):
        if chosen:
            votes = np.bincount(np.array(chosen), minlength=size)[part]
            cases.append(_Case(found.pairs, votes.astype(np.float64), found.covered))
    return cases


def _cases_of_parts(group: CitedGroup, number: int, frequencies: Frequencies) -> list[_Case]:
    """Return the same citances with parts of the article, where most find nothing.

    They stand for short texts, abstracts and what an article does not say. No part is of the
    article's own length.
    """
    size = len(group.sentences)
    asked = [pair for pair in zip(group.citances, group.votes, strict=True) if pair[1]]
    citances, votes = zip(*asked, strict=True)
    rng = np.random.default_rng(number)
    cases: list[_Case] = []
    for length in (length for length in PARTS if length < size):
        start = int(rng.integers(0, size - length + 1))
        part = slice(start, start + length)
        cases += _cases(group._replace(citances=citances, votes=votes), frequencies, part)
    return cases


def _fit_fields(articles: Sequence[_Article], l2: float) -> tuple[Floats, Floats]:
    """Return the weights of features, and what is added for articles of biology or medicine."""
    general = [case for one in articles if one.life < 0.5 for case in one.whole]
    living = [case for one in articles if one.life >= 0.5 for case in one.whole]
    base = _fit(general or living, l2)
    both = general and living
    return base, _fit(living, l2 * _LIFE_L2, base) if both else np.zeros(FEATURES)


def _fit(cases: Sequence[_Case], l2: float, base: Floats | None = None) -> Floats:
    """Return the weights with the least penalised cross-entropy to the votes: (F,).

    With ``base`` they are what is to be added to it.
    """
    from scipy.optimize import minimize

    rows = np.concatenate([case.features for case in cases])
    known = 0.0 if base is None else (rows @ base.astype(np.float32)).astype(np.float64)
    spread = rows.std(axis=0).astype(np.float64) + 1e-6
    rows /= spread.astype(np.float32)
    sizes = np.array([len(case.votes) for case in cases])
    starts = np.cumsum(sizes) - sizes
    owner = np.repeat(np.arange(len(cases)), sizes)
    wanted = np.concatenate([case.votes / case.votes.sum() for case in cases])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = (rows @ weights.astype(np.float32)).astype(np.float64) + known
        scores -= np.maximum.reduceat(scores, starts)[owner]
        odds = np.exp(scores)
        sums = np.add.reduceat(odds, starts)
        gradient = rows.T @ (odds / sums[owner] - wanted).astype(np.float32)
        entropy = np.log(sums).sum() - wanted @ scores
        penalty = 0.5 * l2 * weights @ weights
        return entropy + penalty, gradient.astype(np.float64) + l2 * weights

    fitted = minimize(loss, np.zeros(FEATURES), jac=True, method="L-BFGS-B")
    return np.asarray(fitted.x / spread)


def _calibrate(articles: Sequence[_Article], settings: TrainingSettings) -> RankCalibration:
    """Learn the calibration from articles that the weights have not seen, and parts of them."""
    from sklearn.linear_model import LogisticRegression

    folds = min(settings.folds, len(articles))
    inputs, right, counts = [], [], []
    for fold in range(folds):
        rest = [article for number, article in enumerate(articles) if number % folds != fold]
        base, added = _fit_fields(rest, settings.l2)
        for article in articles[fold::folds]:
            life = article.life
            for case, count in article.counted():
                log_shares = log_softmax(case.features @ (base + life * added))
                best = np.argsort(-log_shares, kind="stable")[:_SHOWN]
                size = len(log_shares)
                inputs.append(calibration_inputs(log_shares[best], size, case.covered, life))
                right.append(case.votes[best] > 0)
                counts.append(np.full(len(best), count))
    chosen = np.concatenate(right)
    if chosen.all() or not chosen.any():  # nothing to tell apart
        return RankCalibration(1.0, 0.0)
    regression = LogisticRegression(C=1e3, max_iter=1000)
    regression.fit(np.concatenate(inputs), chosen, sample_weight=np.concatenate(counts))
    slope, *weights = regression.coef_[0].tolist()
    return RankCalibration(slope, float(regression.intercept_[0]), *weights)
