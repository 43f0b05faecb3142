"""A trained ranking of sentences: weights of features, frequencies of terms, calibration."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..words.array_types import Floats
from .features import FEATURES, pair_features
from .frequencies import GRAM_BUCKETS, STEM_BUCKETS, Frequencies
from .sentence_features import ArticleSentence

_SENTENCES = 200  # of an article of usual length; where its size weighs nothing
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

    >>> RankCalibration(1.0, 0.0)(np.log([0.5, 0.25]), 0.0).round(2).tolist()
    [0.33, 0.2]
    """

    slope: float
    intercept: float
    size: float = 0.0
    covered: float = 0.0
    covered_by_size: float = 0.0

    def __call__(self, log_shares: Floats, covered: float) -> Floats:
        """Return the probabilities of a citance's S sentences: (S,) to (S,), 0 to 1.

        Args:
            log_shares: natural logarithms of the shares of all S sentences, 0 or less.
            covered: see ``pair_features``.
        """
        from scipy.special import expit

        slope, intercept, *weights = self
        rows = calibration_inputs(log_shares, len(log_shares), covered)
        probabilities: Floats = expit(rows @ np.array([slope, *weights]) + intercept)
        return probabilities


def calibration_inputs(log_shares: Floats, sentences: int, covered: float) -> Floats:
    """Return what the probabilities of some of an article's sentences depend on: (N,) to (N, 4)."""
    size, held = np.log(sentences / _SENTENCES), np.log(covered + _LITTLE)
    same = np.full((len(log_shares), 3), [size, held, size * held])
    return np.column_stack([log_shares, same])


@dataclass(frozen=True)
class EvidenceModel(StoredModel, kind="evidence", version=1, what="the model of evidence"):
    """A linear model whose softmax runs over all sentences of an article.

    Attributes:
        weights: (F,) float64, of the features of ``pair_features``.
        calibration: from the softmax to the probability that annotators choose a sentence.
        frequencies: of terms in scientific articles.
    """

    weights: Floats
    calibration: RankCalibration
    frequencies: Frequencies

    def shares(
        self, citances: Sequence[str], sentences: Sequence[ArticleSentence]
    ) -> Iterator[tuple[Floats, Floats]]:
        """Yield for each citance how S sentences, one or more, share it.

        Yields:
            Logarithms of the softmax, and probabilities from 0 to 1: (S,) float64 each, in the same
            order by size.
        """
        for features, covered in pair_features(citances, sentences, self.frequencies):
            logarithms = log_softmax(features @ self.weights)
            yield logarithms, self.calibration(logarithms, covered)

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
        calibration = RankCalibration(*map(float, meta["calibration"]))
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
