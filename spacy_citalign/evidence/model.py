"""A trained ranking of sentences: weights of features, frequencies of terms, calibration."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from .features import FEATURES, pair_features
from .frequencies import GRAM_BUCKETS, STEM_BUCKETS, Frequencies
from .records import ArticleSentence

Floats = NDArray[np.float64]


class Calibration(NamedTuple):
    """From a share of the softmax to a probability: expit(slope ln(share) + intercept).

    Platt (1999), "Probabilistic outputs for support vector machines".
    """

    slope: float
    intercept: float

    def __call__(self, log_shares: Floats) -> Floats:
        """Return the probabilities of natural logarithms of shares, 0 or less."""
        from scipy.special import expit

        probabilities: Floats = expit(self.slope * log_shares + self.intercept)
        return probabilities


@dataclass(frozen=True)
class EvidenceModel(StoredModel, kind="evidence", version=1, what="the model of evidence"):
    """A linear model whose softmax runs over all sentences of an article.

    Attributes:
        weights: (F,) float64, of the features of ``pair_features``.
        calibration: from the softmax to the probability that annotators choose a sentence.
        frequencies: of terms in scientific articles.
    """

    weights: Floats
    calibration: Calibration
    frequencies: Frequencies

    def log_shares(
        self, citances: Sequence[str], sentences: Sequence[ArticleSentence]
    ) -> Iterator[Floats]:
        """Yield the logarithm of the softmax of each citance over S sentences: (S,) float64."""
        for features in pair_features(citances, sentences, self.frequencies):
            yield log_softmax(features @ self.weights)

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        meta: dict[str, Any] = {
            "calibration": [*self.calibration],
            "sentences": self.frequencies.sentences,
        }
        arrays: dict[str, NDArray] = {
            "weights": self.weights,
            "stems": self.frequencies.stems,
            "grams": self.frequencies.grams,
        }
        return meta, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "EvidenceModel":
        weights, tables = arrays["weights"], (arrays["stems"], arrays["grams"])
        calibration = Calibration(*map(float, meta["calibration"]))
        if weights.shape != (FEATURES,) or not np.isfinite([*weights, *calibration]).all():
            raise ValueError(f"weights of shape {weights.shape}, or numbers that are none")
        for table, size in zip(tables, (STEM_BUCKETS, GRAM_BUCKETS), strict=True):
            if table.shape != (size,) or table.dtype != np.uint8:
                raise ValueError(f"frequencies of shape {table.shape} and type {table.dtype}")
        if int(meta["sentences"]) < 1:
            raise ValueError("frequencies of no sentences")
        frequencies = Frequencies(int(meta["sentences"]), *tables)
        return cls(weights.astype(np.float64), calibration, frequencies)


def log_softmax(scores: Floats) -> Floats:
    """Return the logarithms of the softmax: (S,) to (S,)."""
    shifted = scores - scores.max()
    logarithms: Floats = shifted - np.log(np.exp(shifted).sum())
    return logarithms
