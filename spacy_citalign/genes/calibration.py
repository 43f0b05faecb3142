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

What stands around a mention and what it looks like are features of its confidence (``contexts``): a
mention in front of "deficiency" or "sensitivity" is seldom marked as a gene's name, one behind
"mutations in" often; nor is one a gene's that the text itself defines by words that are no name.
How much each counts is learned.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.calibration import logit, sigmoid
from ..chain.joint import SpanPosteriors
from ..words.arrays import Floats
from .definitions import definitions, is_disease
from .records import GeneMention, Marked

CONTEXTS = 13
_BEHIND = re.compile(
    r"\+?[\s)]{1,2}(?:"
    r"(deficien\w+|diseases?|syndromes?|patients?|insensitivity|cases|families|subjects|carriers)|"
    r"(levels?|concentrations?|secretion|sensitivity|actions?|production|measurements?|values?|"
    r"titers?|treatment|therapy|resistance)|"
    r"((?:[TB]\s)?(?:cells?|lines?|strains?|mice|rats|clones?)))\b"
)
_OF_GENE = re.compile(r"genes?|encod\w+|express\w*")
_IN_GENE = re.compile(r"(?:mutation|polymorphism|variant)s?|expression|\d+")
_CLASS = re.compile(
    r"(?:receptor|factor|kinase|family|familie|complex(?:e)?|subunit|domain|protein|channel|enzyme|"
    r"antigen|cytokine|chemokine|suppressor|integrin|atpase|antibod(?:y|ie)|gene|transporter|"
    r"inhibitor|protease|phosphatase|hormone)s?$"
)
_NEAR = 40  # characters that are looked at before a mention
_MODELS = 3


def contexts(text: str, mentions: Sequence[GeneMention]) -> Floats:
    """Return thirteen numbers of each of N mentions, ascending: (N, 13).

    Whether a word of illness, of amount, of cells follows; one of genes goes before; the text
    defines it by words that hold no mention; it is a name of a disease, a plural, a class without a
    number; it is behind a hyphen or a slash; has capitals and a digit; is three capitals; begins a
    sentence. First the votes.
    """
    marked = Marked(mentions)
    strange: set[str] = set()
    known: set[str] = set()
    for one in definitions(text):
        named = marked.within(max(one.start, one.last - 1), one.end)
        (known if named else strange).add(text[one.short_start : one.short_end])
    strange -= known
    rows = []
    for mention in mentions:
        start, end = mention.start_char, mention.end_char
        name, before = text[start:end], text[max(0, start - _NEAR) : start]
        lower = name.lower()
        has_digit = any(map(str.isdigit, name))
        behind = _BEHIND.match(text, end)
        kind = 0 if behind is None else behind.lastindex
        capitals = sum(map(str.isupper, name))
        rows.append(
            [
                mention.votes / _MODELS,
                *(kind == number for number in (1, 2, 3)),
                _is_of_gene(before),
                name in strange,
                is_disease(lower.rpartition(" ")[2].rpartition("-")[2]),
                name.endswith("s") and name[-2:-1].islower(),
                not has_digit and _CLASS.search(lower) is not None,
                before.endswith(("-", "/")),
                has_digit and capitals > 1,
                capitals == len(name) == _SHORT,
                not before or before.endswith((". ", ": ")),
            ]
        )
    return np.array(rows, dtype=np.float64).reshape(len(mentions), CONTEXTS)


def _is_of_gene(before: str) -> bool:
    """Return whether the words before a mention are of genes: "gene", "mutations in the"."""
    words = ["", "", "", *before.rstrip("( ").split()]
    last = words.pop()
    if last == "the":
        last = words.pop()
    if last in ("in", "of"):
        return _IN_GENE.fullmatch(words[-1]) is not None
    return _OF_GENE.fullmatch(last) is not None


MIN_POSTERIOR = 0.02  # posterior above which a span is looked at
_FEATURES = 4
_LARGEST = 1e6
_FORM_FEATURES = 15  # with those of the look of names
FEATURES = _FORM_FEATURES + CONTEXTS
FORMS = slice(10, _FORM_FEATURES)  # the features that take many mentions to learn
_MEAN = 7  # the feature that is the mean of the document
_SHORT = 3  # characters


def _check_weights(weights: Floats, *sizes: int) -> None:
    if weights.ndim != 1 or len(weights) not in sizes or weights.dtype != np.float64:
        raise ValueError(f"a calibration has shape {weights.shape}, dtype {weights.dtype}")
    if not (np.abs(weights) < _LARGEST).all():
        raise ValueError("weights of a calibration are not finite, or far too large")


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
        _check_weights(self.confidence, _FEATURES)
        _check_weights(self.stacking, self.width)

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


_SIZES = (_FORM_FEATURES, FEATURES)  # the first of what was learned without contexts


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
        _check_weights(self.weights, *_SIZES)
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
    for name, own in padded.items():
        digit = any(map(str.isdigit, name))
        further = whole and [
            name == name.lower() and not digit,
            every.count(own) > 1,
            " " in own[1:-1] and any(text in own for text in padded.values() if text != own),
            np.log(max(len(name.split()), 1)),
            sum(map(str.isupper, name)) > 1,
        ]
        forms[name] = [*map(float, (len(name) <= _SHORT, digit, *(further or [0.0] * 5)))]
    return forms
