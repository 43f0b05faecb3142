"""Training of support: claims asked of the article that they cite, and of others of its field."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Floats
from .features import CitedGroup
from .matching import Frequencies, Likeness
from .support import SUPPORT_FEATURES, support_inputs
from .terms import without_marks

_OTHERS = 3  # articles that each claim is asked of besides its own
PARTS = (80, 40, 20, 10, 5)  # sentences of the parts of articles that it learns from
WHOLE = 5.0  # a whole article counts as much as these parts


class AskedClaims(NamedTuple):
    """N times a claim and a text that is asked for it.

    Attributes:
        texts: (N,) int64, the article of the text.
        owners: (N,) int64, that of the claim.
        weights: (N,) float64.
        features: (N, SUPPORT_FEATURES) float64.
    """

    texts: NDArray[np.int64]
    owners: NDArray[np.int64]
    weights: Floats
    features: Floats


class _Asked(NamedTuple):
    """A claim that an article is asked for: whose it is, and whether parts are asked, too."""

    claim: str
    owner: int
    of_parts: bool


def ask_claims(
    groups: Sequence[CitedGroup], lives: Sequence[float], frequencies: Frequencies
) -> AskedClaims:
    """Ask articles for claims, their own and others.

    Claims of which annotators found a place count. Each is asked of its article and of parts of it,
    as short texts and abstracts are, and as often of other articles and parts of them.

    Args:
        groups: the articles.
        lives: of each how far it is of biology or medicine.
        frequencies: of terms in scientific articles.
    """
    rng = np.random.default_rng(0)
    features = [np.zeros((0, SUPPORT_FEATURES))]
    rows: list[tuple[int, int, float]] = []
    for number, asked in enumerate(_asked(groups, lives, rng)):
        for sentences, is_whole in _texts(groups[number], rng):
            chosen = asked if is_whole else [one for one in asked if one.of_parts]
            if chosen:
                claims = [one.claim for one in chosen]
                features.append(text_features(claims, sentences, frequencies))
            for one in chosen:
                share = 1.0 if one.owner == number else 1 / _OTHERS
                rows.append((number, one.owner, WHOLE * share if is_whole else 1.0))
    texts, owners, weights = np.array(rows, float).reshape(-1, 3).T
    both = texts.astype(np.int64), owners.astype(np.int64)
    return AskedClaims(*both, weights, np.concatenate(features))


def fit_support(asked: AskedClaims, without: Collection[int] = ()) -> Floats:
    """Return the weights of the features of support, the constant behind them.

    Args:
        asked: of two articles or more.
        without: articles that are left out.
    """
    from sklearn.linear_model import LogisticRegression

    left_out = np.array([*without], np.int64)
    kept = ~(np.isin(asked.texts, left_out) | np.isin(asked.owners, left_out))
    features, right = asked.features[kept], (asked.texts == asked.owners)[kept]
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    regression = LogisticRegression(max_iter=1000)
    regression.fit((features - mean) / spread, right, sample_weight=asked.weights[kept])
    slopes = regression.coef_[0] / spread
    return np.append(slopes, regression.intercept_[0] - slopes @ mean)


def text_features(
    claims: Sequence[str], sentences: Sequence[str], frequencies: Frequencies
) -> Floats:
    """Return the features of support of Q claims, without marks, beside a text: (Q, features)."""
    likeness = Likeness(sentences, frequencies)
    covered = likeness.covered(claims)
    return support_inputs(claims, likeness, covered, len(sentences), frequencies).support


def _asked(
    groups: Sequence[CitedGroup], lives: Sequence[float], rng: np.random.Generator
) -> list[list[_Asked]]:
    """Return what each article is asked for."""
    asked: list[list[_Asked]] = [[] for _ in groups]
    fields: NDArray[np.bool_] = np.array(lives) >= 0.5
    for number, group in enumerate(groups):
        others = np.flatnonzero(fields == fields[number])
        others = others[others != number]
        if not len(others) and len(groups) > 1:
            others = np.delete(np.arange(len(groups)), number)
        for text, votes in zip(group.citances, group.votes, strict=True):
            if votes:
                claim = without_marks(text)
                asked[number].append(_Asked(claim, number, True))
                chosen = rng.choice(others, _OTHERS) if len(others) else others
                for place, other in enumerate(chosen.tolist()):
                    asked[other].append(_Asked(claim, number, place == 0))
    return asked


def _texts(group: CitedGroup, rng: np.random.Generator) -> Iterator[tuple[list[str], bool]]:
    """Yield the sentences of the article, and those of its abstract and of parts of it."""
    texts = [sentence.text for sentence in group.sentences]
    yield texts, True
    abstract = [one.text for one in group.sentences if "abstract" in one.section.lower()]
    if 0 < len(abstract) < len(texts):
        yield abstract, False
    for length in PARTS:
        if length < len(texts):
            start = int(rng.integers(0, len(texts) - length + 1))
            yield texts[start : start + length], False
