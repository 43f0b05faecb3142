"""A trained ranking of sentences: weights of features, frequencies of terms, calibration."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..words.arrays import Floats, check_array
from ..words.data_files import word_list
from .features import FEATURES, ArticleSentence, CitanceFeatures, pair_features
from .matching import GRAM_BUCKETS, STEM_BUCKETS, Frequencies
from .support import SUPPORT_FEATURES

_SENTENCES = 200  # of an article of usual length; where its size weighs nothing
_SUREST = 30.0  # log odds, beyond which numbers are 0 and 1
_LITTLE = 0.03  # added, since nothing in common has no logarithm


class RankCalibration(NamedTuple):
    """How likely annotators choose a sentence of which the softmax gives a share.

    Platt (1999), "Probabilistic outputs for support vector machines", with more than the share: a
    softmax over ten sentences gives the best of them much whatever they say. How many sentences
    there are, and how much of the citance one of them repeats, tell whether the place is among them
    at all. All sentences of one citance get the same of it, so their order stays.

    Attributes:
        slope: of ln(share).
        intercept: added to it.
        size: weight of ln(S / 200) for S sentences.
        covered: weight of ln(covered + .03), where ``covered`` is as in ``pair_features``.
        covered_by_size: weight of the product of the two.
        life: weight of how far the article is of biology or medicine, 0 to 1.
        share_by_life: weight of the product of that and ln(share).
        size_by_life: of that and the size.
        covered_by_life: of that and what is covered.

    >>> RankCalibration(1.0, 0.0)(np.log([0.5, 0.25]), 0.0).round(2).tolist()
    [0.33, 0.2]
    """

    slope: float
    intercept: float
    size: float = 0.0
    covered: float = 0.0
    covered_by_size: float = 0.0
    life: float = 0.0
    share_by_life: float = 0.0
    size_by_life: float = 0.0
    covered_by_life: float = 0.0

    def __call__(self, log_shares: Floats, covered: float, life: float = 0.0) -> Floats:
        """Return the probabilities of a citance's S sentences: (S,) to (S,), 0 to 1.

        Args:
            log_shares: natural logarithms of the shares of all S sentences, 0 or less.
            covered: see ``pair_features``.
            life: how far the article is of biology or medicine.
        """
        from scipy.special import expit

        slope, intercept, *weights = self
        rows = calibration_inputs(log_shares, len(log_shares), covered, life)
        return np.asarray(expit(rows @ np.array([slope, *weights]) + intercept))


def calibration_inputs(
    log_shares: Floats, sentences: int, covered: float, life: float = 0.0
) -> Floats:
    """Return what the probabilities of some of an article's sentences depend on: (N,) to (N, 8)."""
    size, held = np.log(sentences / _SENTENCES), np.log(covered + _LITTLE)
    same = np.full((len(log_shares), 4), [size, held, size * held, life])
    return np.column_stack([log_shares, same, life * np.column_stack([log_shares, same[:, :2]])])


class CitanceShares(NamedTuple):
    """How S sentences share a citance, and what of it their text has.

    Attributes:
        logarithms: (S,) of the softmax, natural.
        probabilities: (S,) 0 to 1, in the same order by size.
        support: as in ``ClaimSupport``, None where the model has no weights of it.
        features: what both come from.
    """

    logarithms: Floats
    probabilities: Floats
    support: float | None
    features: CitanceFeatures


@dataclass(frozen=True)
class EvidenceModel(StoredModel, kind="evidence", version=1, what="the model of evidence"):
    """A linear model whose softmax runs over all sentences of an article.

    Attributes:
        weights: (F,) float64, of the features of ``pair_features``.
        calibration: from the softmax to the probability that annotators choose a sentence.
        frequencies: of terms in scientific articles.
        life: (F,) what is added to the weights for an article of biology or medicine, in full or in
            part; None of a model of before.
        support: (SUPPORT_FEATURES + 1,) float64, weights of the features of support and a constant;
            None of a model of before.
    """

    weights: Floats
    calibration: RankCalibration
    frequencies: Frequencies
    life: Floats | None = None
    support: Floats | None = None

    def looked_up(
        self, citances: Sequence[str], sentences: Sequence[ArticleSentence]
    ) -> Iterator[CitanceShares]:
        """Yield for each citance how S sentences, one or more, share and support it."""
        weights, life = self.weights, 0.0
        if self.life is not None:
            life = life_science(sentence.text for sentence in sentences)
            weights = weights + life * self.life
        for found in pair_features(citances, sentences, self.frequencies):
            logarithms = log_softmax(found.pairs @ weights)
            probabilities = self.calibration(logarithms, found.covered, life)
            yield CitanceShares(logarithms, probabilities, self._support(found), found)

    def _support(self, found: CitanceFeatures) -> float | None:
        """Return the support of a citance; what has no words is as likely of this as of another."""
        if self.support is None:
            return None
        if not found.has_words:
            return 0.5
        odds = found.support @ self.support[:-1] + self.support[-1]
        return float(1 / (1 + np.exp(-np.clip(odds, -_SUREST, _SUREST))))

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        sentences, stems, grams = self.frequencies
        arrays: dict[str, NDArray] = {"weights": self.weights, "stems": stems, "grams": grams}
        if self.life is not None and self.support is not None:
            arrays |= {"life": self.life, "support": self.support}
        return {"calibration": [*self.calibration], "sentences": sentences}, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "EvidenceModel":
        weights, tables = arrays["weights"], (arrays["stems"], arrays["grams"])
        calibration = RankCalibration(*map(float, meta["calibration"]))
        life, support = arrays.get("life"), arrays.get("support")
        sizes = (weights, FEATURES), (life, FEATURES), (support, SUPPORT_FEATURES + 1)
        for array, length in (*sizes, (np.array(calibration), len(calibration))):
            if array is not None and (array.shape != (length,) or not np.isfinite(array).all()):
                raise ValueError(f"weights of shape {array.shape}, or numbers that are none")
        if (life is None) != (support is None):
            raise ValueError("weights of one kind alone")
        for table, size in zip(tables, (STEM_BUCKETS, GRAM_BUCKETS), strict=True):
            check_array("frequencies", table, (size,), np.uint8)
        if int(meta["sentences"]) < 1:
            raise ValueError("frequencies of no sentences")
        frequencies = Frequencies(int(meta["sentences"]), *tables)
        return cls(weights.astype(np.float64), calibration, frequencies, life, support)


def log_softmax(scores: Floats) -> Floats:
    """Return the logarithms of the softmax: (S,) to (S,)."""
    shifted = scores - scores.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()))


_WORDS = word_list(__package__, "life_science.txt")
_WORD = re.compile(r"[^\W\d_]+")
# Shares of words: articles of computational linguistics have up to .005, of ten of biology and
# medicine nine have .015 and more.
_NONE, _ALL = 0.005, 0.02


def life_science(texts: Iterable[str]) -> float:
    """Return how far texts are of biology or medicine, by their words: 0 to 1.

    >>> life_science(["Mice without the receptor had more insulin in the blood."])
    1.0
    >>> life_science(["The parser finds clauses by a grammar."])
    0.0
    """
    words = known = 0
    for text in texts:
        found = _WORD.findall(text.lower())
        words += len(found)
        known += sum(word in _WORDS for word in found)
    share = known / max(words, 1)
    return min(max(share - _NONE, 0.0) / (_ALL - _NONE), 1.0)
