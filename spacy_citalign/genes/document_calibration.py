"""Confidences with the whole document in view.

A sentence says how sure the models are of a mention there; that the same name is marked elsewhere
in the document, how often and how surely, says more, and it is all there is for names that are
marked only because they stand elsewhere (``repetition``, ``inside_words``). On documents that the
models have not seen, a logistic regression learns how often a mention is right.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.calibration import logit, sigmoid
from .mentions import GeneMention

FEATURES = 10
_LARGEST = 1e6
_SHORT = 3  # characters


class DocumentCalibration(NamedTuple):
    """Weights that make confidences of what a document has: (10,) float64."""

    weights: NDArray[np.float64]

    def check(self) -> None:
        """Raise ValueError where it contradicts itself."""
        if self.weights.shape != (FEATURES,) or self.weights.dtype != np.float64:
            raise ValueError(f"a calibration has shape {self.weights.shape}")
        if not (np.abs(self.weights) < _LARGEST).all():
            raise ValueError("weights of a calibration are not finite, or far too large")


class Placed(NamedTuple):
    """The mentions of a document and how they came about.

    Attributes:
        text: of the document.
        mentions: ascending.
        added: of each, whether it stands there only since the name is sure elsewhere.
        inside: of each, whether it is a part of a word.
    """

    text: str
    mentions: Sequence[GeneMention]
    added: Sequence[bool]
    inside: Sequence[bool]


def recalibrated(calibration: DocumentCalibration, placed: Placed) -> list[GeneMention]:
    """Return the mentions with confidences by the document."""
    if not placed.mentions:
        return []
    # Row by row: a product of matrices rounds a row by its place among the others.
    scores = (document_features(placed) * calibration.weights).sum(axis=1)
    confidences = sigmoid(scores).tolist()
    return [
        mention._replace(confidence=confidence)
        for mention, confidence in zip(placed.mentions, confidences, strict=True)
    ]


def document_features(placed: Placed) -> NDArray[np.float64]:
    """Return what the document says of each of the N mentions: (N, 10).

    A constant; of what the models marked the logit of the confidence and of the best other mention
    of the name; whether it was added, with the logit of the best mention of the name and the log of
    the share of its places that the models marked; whether it is inside a word; the log of the
    places of the name; whether the name is short; whether it has a digit.
    """
    names = [placed.text[m.start_char : m.end_char] for m in placed.mentions]
    logits = logit(np.array([mention.confidence for mention in placed.mentions], np.float64))
    marked: dict[str, list[float]] = defaultdict(list)
    places: dict[str, int] = defaultdict(int)
    for name, value, added in zip(names, logits.tolist(), placed.added, strict=True):
        places[name] += 1
        if not added:
            marked[name].append(value)
    rows = []
    for name, value, added, inside in zip(
        names, logits.tolist(), placed.added, placed.inside, strict=True
    ):
        values = marked[name]
        best = max(values, default=0.0)
        share = np.log(max(len(values), 1) / places[name])
        others = sorted(values)[:-1] if value == best else values
        other = 0.0 if added or not others else max(others)
        rows.append(
            [
                1.0,
                0.0 if added else value,
                other,
                float(added),
                best if added else 0.0,
                share if added else 0.0,
                float(inside),
                np.log(places[name]),
                float(len(name) <= _SHORT),
                float(any(character.isdigit() for character in name)),
            ]
        )
    return np.array(rows, dtype=np.float64).reshape(-1, FEATURES)
