"""Calibration learned from sentences that a model has not seen."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np

from ..chain.calibration import fit_weights
from ..chain.joint import rate_spans
from ..chain.labels import TokenSpans
from ..errors import InputError
from ..words.arrays import Bools, Floats
from ..words.tokens import split_fine
from .calibration import (
    FEATURES,
    FORMS,
    DocumentCalibration,
    MentionCalibration,
    confidence_features,
    document_features,
    stacking_features,
)
from .corpus import AnnotatedSentence
from .documents import DocumentRules, place
from .model import GeneModel
from .rows import Rows
from .settings import Integration
from .strategies import likely_posteriors
from .tagger import GeneTagger

_DECIMALS = 4  # of weights; more say nothing, and make files larger


def learn_calibration(
    model: GeneModel, texts: Sequence[AnnotatedSentence], integration: Integration
) -> MentionCalibration:
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
    pos_tags = [item.pos_tags for item in texts if item.pos_tags is not None]
    rows, emissions = tagger.read(tokens, pos_tags if tagger.reads_tags else None)
    chosen = tagger.find(rows, emissions)
    names = integration.names(model.models)
    of_found: list[tuple[Floats, Bools]] = []
    of_likely: list[tuple[Floats, Bools]] = []
    for numbers, part, ensemble in tagger.ensembles(rows, emissions):
        gold = [filled[number] for number in numbers]
        _, mentions = chosen.among(numbers)
        rated = rate_spans(ensemble.unbiased, ensemble.unbiased_lattice, mentions)
        of_found.append((confidence_features(rated), _right(gold, part, mentions)))
        rated, model_posteriors = likely_posteriors(ensemble, names)
        of_likely.append(
            (stacking_features(rated, model_posteriors), _right(gold, part, rated.spans))
        )
    return MentionCalibration(names, _fit(of_found), _fit(of_likely))


def learn_document_calibration(
    model: GeneModel,
    texts: Sequence[AnnotatedSentence],
    integration: Integration,
    rules: DocumentRules,
    *,
    forms: bool,
) -> DocumentCalibration:
    """Fit confidences to the mentions that documents have once the rules are applied.

    Args:
        model: trained on other documents, with its calibration.
        texts: the pieces of each document in a row.
        integration: which models, and by what strategy.
        rules: how mentions are placed; the least confidence of their calibration is kept.
        forms: whether what names look like counts beyond their length and digits.

    Raises:
        InputError: there are too few mentions.
    """
    tagger = GeneTagger(model, integration)
    pos_tags = [item.pos_tags for item in texts if item.pos_tags is not None]
    tagged = iter(tagger([item.text for item in texts], pos_tags if tagger.reads_tags else None))
    min_confidence = 0.0 if rules.calibration is None else rules.calibration.min_confidence
    rules = rules._replace(calibration=DocumentCalibration(np.zeros(FEATURES), min_confidence))
    features, right = [], []
    for text, pieces in groupby(texts, key=lambda item: item.whole):
        gold, mentions = set(), []
        for piece in pieces:
            start = piece.start
            gold |= {(a + start, b + start) for a, b in (*piece.mentions, *piece.alternatives)}
            mentions += [mention.moved(start) for mention in next(tagged)]
        placed = place(text, mentions, rules)
        features.append(document_features(placed))
        right += [(mention.start_char, mention.end_char) in gold for mention in placed.mentions]
    rows = np.concatenate([np.zeros((0, FEATURES)), *features])
    if not forms:
        rows[:, FORMS] = 0
    weights = fit_weights(rows, np.array(right, dtype=bool)).round(_DECIMALS)
    return DocumentCalibration(weights, min_confidence)


def _right(gold: Sequence[AnnotatedSentence], rows: Rows, spans: TokenSpans) -> Bools:
    """Tell which spans are mentions of their texts, or alternatives of mentions: (S,)."""
    accepted = [{tuple(span) for span in (*item.mentions, *item.alternatives)} for item in gold]
    triples = spans.triples()
    return np.array([rows.characters(*span) in accepted[span[0]] for span in triples], dtype=bool)


def _fit(parts: Sequence[tuple[Floats, Bools]]) -> Floats:
    features, right = zip(*parts, strict=True)
    return fit_weights(np.concatenate(features), np.concatenate(right))
