"""A trained sentence aligner: its weights, the calibration of the paper, its file, its use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..errors import SettingError
from ..words.arrays import Floats
from ..words.stem import languages
from .calibration import Calibrated, LinkCalibration, Sigmoid
from .features import (
    WORDS,
    CandidateFeatures,
    Embed,
    candidate_features,
    context_features,
    feature_counts,
    local_features,
)
from .methods import ABOVE, MIN_PROBABILITY, Links, by_alignment, by_threshold, limited
from .settings import LIMITS, THRESHOLD, Method, check_choices
from .similarity import tfidf_vectors
from .terms import Normalizer, Sentences

_SETS = ("rounds", "versions")


class Round(NamedTuple):
    """A logistic regression: (F,) float64 weights of features, and an intercept, in log-odds."""

    weights: Floats
    intercept: float

    def __call__(self, features: Floats) -> Floats:
        """Return the (K,) probabilities of (K, F) features."""
        from scipy.special import expit

        return np.asarray(expit(features @ self.weights + self.intercept))


@dataclass(frozen=True)
class SentenceModel(StoredModel, kind="sentences", version=1, what="the model of sentences"):
    """A trained model.

    Attributes:
        language: whose stems are compared, as ``Normalizer`` takes it.
        spelling: whether British spellings become American ones.
        vectors: whether it needs vectors of sentences beside their words.
        candidates: pairs of a sentence that are looked at.
        rounds: the first reads local features, the others also the probabilities of the one before.
        versions: such rounds that have not learned from copies with less in common: for versions of
            one text, which the others take for more distant than they are.
        calibration: of the TF*IDF cosine alone, for the paper's methods.
    """

    language: str
    spelling: bool
    vectors: bool
    candidates: int
    rounds: tuple[Round, ...]
    versions: tuple[Round, ...]
    calibration: LinkCalibration

    def probabilities(self, candidates: CandidateFeatures, *, versions: bool = False) -> Floats:
        """Return the probability that each of K pairs is a link: (K,) float64."""
        first, *others = self.versions if versions else self.rounds
        probabilities = first(local_features(candidates))
        for later in others:
            probabilities = later(context_features(candidates, probabilities))
        return probabilities

    def check_vectors(self, embed: Embed | None) -> None:
        """Raise SettingError where vectors are needed and there is nothing that gives them."""
        if self.vectors and embed is None:
            raise SettingError(
                "this model was trained with vectors of words, and there are none; load a pipeline "
                "with the vectors it was trained with, or train with vectors = false"
            )

    def _parts(self) -> tuple[dict[str, Any], dict[str, NDArray]]:
        meta = {
            "language": self.language,
            "spelling": self.spelling,
            "vectors": self.vectors,
            "candidates": self.candidates,
            "calibration": [*self.calibration.sigmoid, self.calibration.threshold],
        }
        arrays: dict[str, NDArray] = {}
        width = feature_counts(len(WORDS) + self.vectors)[1] + 1
        for name in _SETS:
            local, *context = (
                np.append(regression.weights, regression.intercept)
                for regression in getattr(self, name)
            )
            arrays[f"{name}/local"] = local
            arrays[f"{name}/context"] = np.array(context).reshape(-1, width)
        return meta, arrays

    @classmethod
    def _from_parts(cls, meta: Mapping[str, Any], arrays: Mapping[str, NDArray]) -> "SentenceModel":
        settings = {name: meta[name] for name in ("language", "spelling", "vectors")}
        counts = feature_counts(len(WORDS) + settings["vectors"])
        rounds, versions = (_rounds(arrays, name, counts) for name in _SETS)
        *curve, least = map(float, meta["calibration"])
        sigmoid = Sigmoid(*curve)
        calibration = LinkCalibration(sigmoid, least)
        if not (np.isfinite(sigmoid).all() and 0 <= least <= 1):
            raise ValueError("numbers out of range")
        if not all(isinstance(settings[name], bool) for name in ("spelling", "vectors")):
            raise ValueError("settings are neither true nor false")
        if settings["language"] not in languages() or int(meta["candidates"]) < 1:
            raise ValueError("an unknown language, or no candidates")
        return cls(
            **settings,
            candidates=int(meta["candidates"]),
            rounds=rounds,
            versions=versions,
            calibration=calibration,
        )


def _rounds(arrays: Mapping[str, Floats], name: str, counts: tuple[int, int]) -> tuple[Round, ...]:
    """Return the rounds of that name.

    Raises:
        ValueError: they have not as many weights as there are features, or no finite ones.
    """
    local, context = arrays[f"{name}/local"], arrays[f"{name}/context"]
    if local.shape != (counts[0] + 1,) or context.shape[1:] != (counts[1] + 1,):
        raise ValueError(f"weights of shapes {local.shape} and {context.shape}")
    if not (np.isfinite(local).all() and np.isfinite(context).all()):
        raise ValueError("weights that are no numbers")
    return tuple(
        Round(regression[:-1].astype(np.float64), float(regression[-1]))
        for regression in (local, *context)
    )


class SentenceAligner:
    """Finds which sentences of two texts say the same.

    Args:
        model: a trained model.
        embed: gives vectors of sentences to a model that was trained with some; others need none.
        language: whose stems are compared, as ``Normalizer`` takes it; None is that of training.

    Raises:
        SettingError: the model needs vectors, and there are none; the language has no stemmer.
    """

    def __init__(
        self, model: SentenceModel, embed: Embed | None = None, language: str | None = None
    ):
        model.check_vectors(embed)
        self.model = model
        self._embed = embed if model.vectors else None
        self._normalizer = Normalizer(
            model.language if language is None else language, spelling=model.spelling
        )

    def __call__(
        self,
        first: Sentences,
        second: Sentences,
        *,
        method: Method = "context",
        threshold: float | None = None,
        limit: int | None = None,
    ) -> Links:
        """Return the links of two texts.

        ``"context"`` compares all sentences with all by their words, in blocks, and looks closely
        at the best candidates of each; the paper's methods go through all pairs in blocks too, so
        that memory grows with the sentences and not with the pairs, but for the bit a pair that
        ``"alignment"`` needs to find its way back.

        Args:
            first: n sentences.
            second: m sentences.
            method: ``"context"``; ``"versions"`` for drafts or translations of one text; or of the
                paper ``"tfidf"`` (method 1) and ``"alignment"`` (method 2).
            threshold: least probability of a link; None is .4, by ``"alignment"`` .005, and by
                ``"tfidf"`` that of the highest F in training. By ``"tfidf"`` the first sentences
                are linked all the same, as in the paper, and others with no word in common never.
            limit: links of a sentence at most; None is 3, and 2 by the paper's methods. The pairs
                that these add, the first sentences and the surest ones off the path, are beyond it.

        Raises:
            SettingError: the method is unknown, or a number out of range.
        """
        check_choices(method, threshold, limit)
        most = LIMITS[method] if limit is None else limit
        if method in ("context", "versions"):
            candidates = candidate_features(
                first, second, self._normalizer, self.model.candidates, self._embed
            )
            values = self.model.probabilities(candidates, versions=method == "versions")
            likely = np.flatnonzero(values >= (THRESHOLD if threshold is None else threshold))
            rows, columns = candidates.pairs.rows[likely], candidates.pairs.columns[likely]
            kept = limited(rows, columns, values[likely], most)
            return Links(rows[kept], columns[kept], values[likely][kept])
        terms = [self._normalizer.terms(text) for text in (first, second)]
        calibration = self.model.calibration
        probabilities = Calibrated(tfidf_vectors(*terms), calibration.sigmoid)
        if method == "alignment":
            least = MIN_PROBABILITY if threshold is None else threshold
            return by_alignment(probabilities, limit=most, least=least, above=max(least, ABOVE))
        chosen = calibration.threshold if threshold is None else threshold
        above_zero = float(np.nextafter(calibration.sigmoid(0.0), 1.0))  # of any similarity above 0
        return by_threshold(probabilities, max(chosen, above_zero), limit=most)
