"""Cross-fitting: the worth of spans, learned from documents that a model has not seen.

As stacking has it (Wolpert 1992, "Stacked generalization", Neural Networks 5).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ..errors import InputError, SettingError
from ..words.hashing import digest
from .corpus import AnnotatedDocument
from .extractor import TermExtractor
from .model import Rescoring, TermModel
from .settings import Extraction

_ALPHAS = [step / 10 for step in range(11)]


def learn_rescoring(
    model: TermModel,
    texts: Sequence[AnnotatedDocument],
    train_on: Callable[[Sequence[AnnotatedDocument]], TermModel],
    parts: int,
    *,
    choose_alpha: bool = False,
) -> TermModel:
    """Put in what models trained on the other parts of the corpus teach of each part.

    Args:
        model: trained on all.
        texts: annotated documents.
        train_on: trains a model like it on some of them.
        parts: how many.
        choose_alpha: whether to put in the alpha by which ``cam`` finds most terms exactly.

    Raises:
        SettingError: all documents fall into one part.
        InputError: without a part there are no terms, or too few spans were possible to learn from.
    """
    numbers = np.array([digest(item.text.string) % parts for item in texts])
    filled = np.unique(numbers)
    if len(filled) < 2:
        raise SettingError(
            f"rescore is {parts}, but all {len(texts)} documents fall into one part; give more "
            "documents or other parts, or 0 to learn no confidences"
        )
    blind = []
    for part in filled:
        others = [item for item, number in zip(texts, numbers, strict=True) if number != part]
        # What a model has added to documents with partial annotation says nothing of a model.
        held = [
            item
            for item, number in zip(texts, numbers, strict=True)
            if number == part and not item.partial
        ]
        if not held:
            continue
        if not any(item.terms for item in others):
            raise InputError(
                f"rescore is {parts}, but all terms of the {len(texts)} documents are in one of so "
                "many parts; give more documents with terms, or set rescore to 0"
            )
        blind.append((train_on(others), held))
    if choose_alpha:
        model = replace(model, alpha=max(_ALPHAS, key=lambda alpha: exact_f(blind, alpha)))
    features, right = [], []
    for other, held in blind:
        extractor = TermExtractor(replace(other, alpha=model.alpha), Extraction("crf"))
        batch, associated = extractor.read([item.text for item in held])
        rated, features_of_part = extractor.possible(batch, associated)
        gold = {
            (int(start) + a, int(start) + b)
            for item, start in zip(held, batch.bounds[:-1], strict=True)
            for a, b in item.terms
        }
        spans = zip(*(bounds.tolist() for bounds in rated.spans), strict=True)
        features.append(features_of_part)
        right.append(np.array([span in gold for span in spans], dtype=bool))
    try:
        learned = Rescoring.fit(np.concatenate(features), np.concatenate(right))
    except InputError as error:
        raise InputError(
            f"{error}; of the term extractor, rescore = 0 trains without confidences"
        ) from error
    return replace(model, rescoring=learned)


def exact_f(blind: Sequence[tuple[TermModel, list[AnnotatedDocument]]], alpha: float) -> float:
    """Return the exact F of ``cam`` with an alpha, over all parts."""
    hits = extracted = given = 0
    for model, held in blind:
        extractor = TermExtractor(model, Extraction("cam", alpha=alpha))
        terms = extractor([item.text for item in held])
        for item, predicted in zip(held, terms, strict=True):
            gold = set(item.terms)
            hits += sum((term.start, term.end) in gold for term in predicted)
            extracted += len(predicted)
            given += len(gold)
    return 2 * hits / max(extracted + given, 1)
