"""A trained ranking of sentences: weights of features, frequencies of terms, calibration."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from .calibration import Calibration
from .features import FEATURES, pair_features
from .frequencies import GRAM_BUCKETS, STEM_BUCKETS, Frequencies
from .records import ArticleSentence

Floats = NDArray[np.float64]


class Shares(NamedTuple):
    """A citance with the S sentences of an article.

    Attributes:
        logarithms: (S,) float64, of the softmax.
        probabilities: (S,) float64, 0 to 1, in the same order as the shares.
    """

    logarithms: Floats
    probabilities: Floats


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

    def shares(
        self, citances: Sequence[str], sentences: Sequence[ArticleSentence]
    ) -> Iterator[Shares]:
        """Yield for each citance how S sentences, one or more, share it."""
        for features, covered in pair_features(citances, sentences, self.frequencies):
            logarithms = log_softmax(features @ self.weights)
            yield Shares(logarithms, self.calibration(logarithms, covered))

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
