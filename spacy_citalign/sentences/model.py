"""What a sentence aligner knows: weights of its rounds, a calibration, thresholds."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..chain.storage import pack, parts_of, unpack
from ..errors import SettingError
from ..words.snowball import languages
from .calibration import Calibration, Sigmoid
from .cells import Floats
from .evidence import WORDS, Embed, Evidence
from .features import context_features, feature_counts, local_features
from .terms import Normalizer

_KIND = "sentences"
_VERSION = 1


class Round(NamedTuple):
    """A logistic regression: (F,) float64 weights of features, and an intercept."""

    weights: Floats
    intercept: float

    def __call__(self, features: Floats) -> Floats:
        """Return the (K,) probabilities of (K, F) features."""
        from scipy.special import expit

        odds = features @ self.weights + self.intercept
        probabilities: Floats = expit(odds)
        return probabilities


@dataclass(frozen=True)
class SentenceModel:
    """A trained model.

    Attributes:
        language: whose stems are compared, as ``Normalizer`` takes it.
        spelling: whether British spellings become American ones.
        vectors: whether it needs vectors of sentences beside their words.
        candidates: cells of a sentence that are looked at.
        rounds: the first reads local features, the others also the probabilities of the one before.
        threshold: least probability of a link, whose F was highest in training.
        calibration: of the TF*IDF cosine alone, for the paper's methods.
    """

    language: str
    spelling: bool
    vectors: bool
    candidates: int
    rounds: tuple[Round, ...]
    threshold: float
    calibration: Calibration

    @property
    def normalizer(self) -> Normalizer:
        """Makes terms as they were made in training."""
        return Normalizer(self.language, spelling=self.spelling)

    def probabilities(self, evidence: Evidence) -> Floats:
        """Return the probability that each of K cells is a link: (K,) float64."""
        found = self.rounds[0](local_features(evidence))
        for later in self.rounds[1:]:
            found = later(context_features(evidence, found))
        return found

    def check_vectors(self, embed: Embed | None) -> None:
        """Raise SettingError where vectors are needed and there is nothing that gives them."""
        if self.vectors and embed is None:
            raise SettingError(
                "this model was trained with vectors of words, and there are none; load a pipeline "
                "with the vectors it was trained with, or train with vectors = false"
            )

    def to_bytes(self) -> bytes:
        """Write the model; equal models give equal bytes."""
        meta = {
            "language": self.language,
            "spelling": self.spelling,
            "vectors": self.vectors,
            "candidates": self.candidates,
            "threshold": self.threshold,
            "calibration": [*self.calibration.sigmoid, self.calibration.threshold],
        }
        local, *context = (np.append(one.weights, one.intercept) for one in self.rounds)
        width = feature_counts(len(WORDS) + self.vectors)[1] + 1
        arrays = {"local": local, "context": np.array(context).reshape(-1, width)}
        return pack(_KIND, _VERSION, meta, arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> "SentenceModel":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: not such a file, damaged, or of another version.
        """
        meta, arrays = unpack(data, _KIND, _VERSION)
        with parts_of("the model of sentences"):
            settings = {name: meta[name] for name in ("language", "spelling", "vectors")}
            counts = feature_counts(len(WORDS) + settings["vectors"])
            local, context = arrays["local"], arrays["context"]
            if local.shape != (counts[0] + 1,) or context.shape[1:] != (counts[1] + 1,):
                raise ValueError(f"weights of shapes {local.shape} and {context.shape}")
            rounds = [
                Round(one[:-1].astype(np.float64), float(one[-1])) for one in (local, *context)
            ]
            sigmoid = Sigmoid(*map(float, meta["calibration"][:2]))
            calibration = Calibration(sigmoid, float(meta["calibration"][2]))
            thresholds = meta["threshold"], calibration.threshold
            finite = np.isfinite([*sigmoid, *local, *context.ravel()]).all()
            if not (finite and all(0 <= one <= 1 for one in thresholds)):
                raise ValueError("numbers out of range")
            if not all(isinstance(settings[name], bool) for name in ("spelling", "vectors")):
                raise ValueError("settings are neither true nor false")
            if settings["language"] not in languages() or int(meta["candidates"]) < 1:
                raise ValueError("an unknown language, or no candidates")
            return cls(
                **settings,
                candidates=int(meta["candidates"]),
                rounds=tuple(rounds),
                threshold=float(meta["threshold"]),
                calibration=calibration,
            )
