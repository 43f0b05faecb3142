"""A trained sentence aligner: the weights of its rounds, the calibration of the paper, its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.storage import StoredModel
from ..errors import SettingError
from ..words.array_types import Floats
from ..words.stem import languages
from .calibration import LinkCalibration, Sigmoid
from .candidate_features import WORDS, CandidateFeatures, Embed
from .features import context_features, feature_counts, local_features
from .terms import Normalizer

_SETS = ("rounds", "versions")


class Round(NamedTuple):
    """A logistic regression: (F,) float64 weights of features, and an intercept, in log-odds."""

    weights: Floats
    intercept: float

    def __call__(self, features: Floats) -> Floats:
        """Return the (K,) probabilities of (K, F) features."""
        from scipy.special import expit

        odds = features @ self.weights + self.intercept
        probabilities: Floats = expit(odds)
        return probabilities


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

    @property
    def normalizer(self) -> Normalizer:
        """Makes terms as they were made in training."""
        return Normalizer(self.language, spelling=self.spelling)

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
    regressions = (local, *context)
    return tuple(
        Round(regression[:-1].astype(np.float64), float(regression[-1]))
        for regression in regressions
    )
