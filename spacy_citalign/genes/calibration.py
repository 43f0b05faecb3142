"""Calibration of mentions: confidences and stacking from posteriors, and from whole documents.

The posterior of a mention is that of its exact boundaries, and CRFs that look at the same words are
too sure of themselves and of each other. On texts that the models have not seen, logistic
regressions learn how often a mention is right, which it is if it equals a gold mention or an
acceptable alternative of it, as in the official score.

``confidence``: Platt scaling (Platt 1999, "Probabilistic outputs for support vector machines") of
the joint model's posterior, of the mean probability that the mention's tokens are in a mention at
all (where boundaries are in doubt but not the gene, it is high and the posterior low), and of
length. ``stacking`` (Wolpert 1992, "Stacked generalization", Neural Networks 5) sees the posterior
under each model too, and chooses among all likely spans.

With the whole document in view: a sentence says how sure the models are of a mention there; that
the same name is marked elsewhere in the document, how often and how surely, says more, and it is
all there is for names that are marked only because they stand elsewhere (``repetition``). On
documents that the models have not seen, a logistic regression learns how often a mention is right.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.calibration import logit, sigmoid
from ..chain.span_posteriors import SpanPosteriors
from ..words.arrays import Floats
from .mention_contexts import CONTEXTS, contexts
from .records import GeneMention

MIN_POSTERIOR = 0.02  # posterior above which a span is looked at
_FEATURES = 4
_LARGEST = 1e6
_FORM_FEATURES = 15  # with those of the look of names
FEATURES = _FORM_FEATURES + CONTEXTS
FORMS = slice(10, _FORM_FEATURES)  # the features that take many mentions to learn
_MEAN = 7  # the feature that is the mean of the document
_SHORT = 3  # characters


class MentionCalibration(NamedTuple):
    """Weights that make confidences of posteriors.

    Attributes:
        models: names of the M models whose posteriors it was learned from.
        confidence: (4,) float64, weights of ``confidence_features``.
        stacking: (4 + M,) float64, weights of these and of the logits of each model's posterior.
    """

    models: tuple[str, ...]
    confidence: Floats
    stacking: Floats

    def check(self, trained: Sequence[str]) -> None:
        """Raise ValueError where it contradicts itself or the ``trained`` models."""
        if sorted(self.models) != sorted(set(trained) & set(self.models)):
            raise ValueError(f"it is calibrated for {self.models}, not for its own models")
        for weights, size in ((self.confidence, _FEATURES), (self.stacking, self.width)):
            if weights.shape != (size,) or weights.dtype != np.float64:
                raise ValueError(f"a calibration has shape {weights.shape}, dtype {weights.dtype}")
            if not (np.abs(weights) < _LARGEST).all():
                raise ValueError("weights of a calibration are not finite, or far too large")

    @property
    def width(self) -> int:
        """Number of features of ``stacking``."""
        return _FEATURES + len(self.models)


def calibrated(calibration: MentionCalibration, rated: SpanPosteriors) -> Floats:
    """Return p(the mention is right): (S,), 0..1."""
    # Row by row: a product of matrices rounds a row by its place among the others.
    return sigmoid((confidence_features(rated) * calibration.confidence).sum(axis=1))


def stacked(
    calibration: MentionCalibration,
    rated: SpanPosteriors,
    model_posteriors: Sequence[NDArray[np.floating]],
) -> Floats:
    """Return p(the mention is right) given the posteriors under each model: (S,), 0..1."""
    return sigmoid((stacking_features(rated, model_posteriors) * calibration.stacking).sum(axis=1))


def confidence_features(rated: SpanPosteriors) -> Floats:
    """Return a constant, the logits of posterior and gene, and the log of the length: (S, 4)."""
    size = rated.spans.ends - rated.spans.starts
    logits = [logit(rated.posterior), logit(rated.inside)]
    return np.stack([np.ones(len(size)), *logits, np.log(size)], axis=1)


def stacking_features(
    rated: SpanPosteriors, model_posteriors: Sequence[NDArray[np.floating]]
) -> Floats:
    """Append the logits of each model's posterior: (S, 4 + M)."""
    return np.concatenate(
        [confidence_features(rated), logit(np.stack(model_posteriors, axis=1))], axis=1
    )


_SHAPES = ((_FORM_FEATURES,), (FEATURES,))  # the first of what was learned without contexts


class DocumentCalibration(NamedTuple):
    """Weights that make confidences of what a document has.

    Attributes:
        weights: (28,) float64, of ``document_features``; those behind the last one given are 0.
        min_confidence: a mention with a confidence below this is left out, 0 to 1.
    """

    weights: Floats
    min_confidence: float = 0.0

    def check(self) -> None:
        """Raise ValueError where it contradicts itself."""
        if self.weights.shape not in _SHAPES or self.weights.dtype != np.float64:
            raise ValueError(f"a calibration has shape {self.weights.shape}")
        if not (np.abs(self.weights) < _LARGEST).all():
            raise ValueError("weights of a calibration are not finite, or far too large")
        if not 0 <= self.min_confidence <= 1:
            raise ValueError(f"the least confidence is {self.min_confidence}")


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
    """Return the mentions with confidences by the document, without those below the least."""
    if not placed.mentions:
        return []
    # Row by row: a product of matrices rounds a row by its place among the others.
    known = len(calibration.weights)
    whole = bool(calibration.weights[FORMS].any())
    features = document_features(placed, in_context=known > _FORM_FEATURES, whole_forms=whole)
    scores = (features[:, :known] * calibration.weights).sum(axis=1)
    confidences = sigmoid(scores).tolist()
    return [
        mention._replace(confidence=confidence)
        for mention, confidence in zip(placed.mentions, confidences, strict=True)
        if confidence >= calibration.min_confidence
    ]


def document_features(
    placed: Placed, *, in_context: bool = True, whole_forms: bool = True
) -> Floats:
    """Return what the document says of each of the N mentions: (N, 28).

    A constant; the logit of the confidence, 0 if it was added; that of the best other mention of
    the name, 0 if there is none; whether it was added, and the logit of the best mention of the
    name then; whether it is inside a word; the log of the places of the name; the mean logit of the
    document. Then what ``_forms`` says of the name, all of it if that is wanted, and ``contexts``,
    if these are wanted, of the place.
    """
    if not placed.mentions:
        return np.zeros((0, FEATURES))
    names = [placed.text[m.start_char : m.end_char] for m in placed.mentions]
    logits = logit(np.array([mention.confidence for mention in placed.mentions], np.float64))
    marked: dict[str, list[float]] = defaultdict(list)
    for name, value, added in zip(names, logits.tolist(), placed.added, strict=True):
        if not added:
            marked[name].append(value)
    best = {name: sorted(values, reverse=True) for name, values in marked.items()}
    places = Counter(names)
    forms = _forms(list(places), whole=whole_forms)
    rows = []
    each = zip(names, logits.tolist(), placed.added, placed.inside, strict=True)
    for name, value, added, inside in each:
        values = best.get(name, [0.0])
        other = 0.0 if added or len(values) < 2 else values[value == values[0]]
        rows.append(
            [
                1.0,
                0.0 if added else value,
                other,
                float(added),
                values[0] if added else 0.0,
                float(inside),
                log(places[name]),
                0.0,
                *forms[name],
            ]
        )
    features = np.array(rows, dtype=np.float64)
    features[:, _MEAN] = features[:, [1, 4]].sum(axis=1).mean()
    around = (
        contexts(placed.text, placed.mentions) if in_context else np.zeros((len(rows), CONTEXTS))
    )
    return np.concatenate([features, around], axis=1)


def _forms(names: Sequence[str], *, whole: bool) -> dict[str, list[float]]:
    """Return what the form of each name says: seven numbers.

    Whether it is short; has a digit; is a word in small letters; is a part of a longer name that is
    marked, or has a shorter one as a part, since then the borders are in doubt; the log of its
    words; whether it has several capitals. But for the first two they are 0 if not ``whole``.
    """
    padded = {name: f" {' '.join(name.split())} " for name in names}
    forms = {}
    every = "\0".join(padded.values())
    for name in names:
        digit = any(map(str.isdigit, name))
        if not whole:
            forms[name] = [float(len(name) <= _SHORT), float(digit), 0.0, 0.0, 0.0, 0.0, 0.0]
            continue
        own = padded[name]
        forms[name] = [
            float(len(name) <= _SHORT),
            float(digit),
            float(name == name.lower() and not digit),
            float(every.count(own) > 1),
            float(" " in own[1:-1] and any(text in own for text in padded.values() if text != own)),
            float(np.log(max(len(name.split()), 1))),
            float(sum(map(str.isupper, name)) > 1),
        ]
    return forms
