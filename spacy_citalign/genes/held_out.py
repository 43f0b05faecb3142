"""Learn from texts that a model has not seen how far its posteriors can be believed."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..chain.calibration import fit_weights
from ..chain.ratings import rate
from ..chain.spans import TokenSpans
from ..errors import InputError
from ..words.tokens import split_fine
from .calibration import Calibration, confidence_features, stacking_features
from .corpus import AnnotatedText
from .model import GeneModel
from .rows import Rows
from .strategies import Integration, likely_posteriors
from .tagger import GeneTagger


def learn_calibration(
    model: GeneModel, texts: Sequence[AnnotatedText], integration: Integration
) -> Calibration:
    """Fit confidences to the mentions that an integration finds, stacking to all likely spans.

    Args:
        model: trained on other texts.
        texts: with mentions and, where they have them, alternatives.
        integration: which models, and by what strategy; for ``stacking``, which is not learned
            yet, that of ``sum``.

    Raises:
        InputError: there are too few texts.
    """
    if integration.strategy == "stacking":
        integration = replace(integration, strategy="sum")
    tagger = GeneTagger(model, integration)
    tokens = split_fine([item.text for item in texts])
    filled = [item for item, length in zip(texts, tokens.lengths, strict=True) if length]
    if not filled:
        raise InputError(
            f"none of the {len(texts)} texts held out has a word to calibrate confidences on; "
            "hold out more texts, or set calibrate to 0"
        )
    parts = [item.parts for item in texts if item.parts is not None]
    rows, emissions = tagger.read(tokens, parts if tagger.reads_tags else None)
    chosen = tagger.find(rows, emissions)
    names = integration.names(model.models)
    found: list[tuple[NDArray[np.float64], NDArray[np.bool_]]] = []
    likely: list[tuple[NDArray[np.float64], NDArray[np.bool_]]] = []
    for numbers, part, ensemble in tagger.ensembles(rows, emissions):
        gold = [filled[number] for number in numbers]
        _, own = chosen.among(numbers)
        rated = rate(ensemble.unbiased, ensemble.unbiased_lattice, own)
        found.append((confidence_features(rated), _right(gold, part, own)))
        rated, each = likely_posteriors(ensemble, names)
        likely.append((stacking_features(rated, each), _right(gold, part, rated.spans)))
    return Calibration(names, _fit(found), _fit(likely))


def _right(gold: Sequence[AnnotatedText], rows: Rows, spans: TokenSpans) -> NDArray[np.bool_]:
    """Tell which spans are mentions of their texts, or alternatives of mentions: (S,)."""
    accepted = [{tuple(one) for one in (*item.mentions, *item.alternatives)} for item in gold]
    triples = spans.triples()
    return np.array([rows.characters(*span) in accepted[span[0]] for span in triples], dtype=bool)


def _fit(parts: Sequence[tuple[NDArray[np.float64], NDArray[np.bool_]]]) -> NDArray[np.float64]:
    features, right = zip(*parts, strict=True)
    return fit_weights(np.concatenate(features), np.concatenate(right))
