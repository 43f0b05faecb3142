"""NC-value: C-value and the words around a candidate.

Frantzi, Ananiadou & Mima (2000), section 3. Words that stand beside the best candidates of the
C-value list are context words; a candidate that they stand beside gains.
"""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.terms.c_value import CandidateTerms, Collection, Documents, Term, collect
from spacy_citalign.terms.noun_phrases import ADJECTIVES, NOUNS

_VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_CONTEXT_TAGS = NOUNS | ADJECTIVES | _VERBS


def context_weights(
    documents: Documents,
    candidates: CandidateTerms,
    values: Mapping[Term, float],
    *,
    top: float = 0.05,
    window: int = 1,
) -> dict[str, float]:
    """Return weight(w) = t(w) / n of every context word.

    t(w) is the number of top terms that w stands beside, n the number of top terms. Context words
    are nouns, adjectives and verbs, lower-cased. The published text leaves two things open: how
    many candidates are the top, and how far context reaches. Here the top is a share of the
    candidates with a value above 0, ties in the order of the alphabet, and by default only the
    words that touch the candidate count.

    Args:
        documents: those that the candidates are from.
        candidates: with their occurrences.
        values: C-values by form.
        top: share of the candidates that give context words, above 0 and up to 1.
        window: words to each side, within the sentence.

    Raises:
        InputError: the candidates are of other documents.
        SettingError: ``top`` or ``window`` is out of range.
    """
    if not 0 < top <= 1:
        raise SettingError(f"top is {top}; choose a share above 0 and up to 1")
    collection = collect(documents)
    vocabulary, words = _context_words(collection)
    rows, beside = _contexts(candidates, collection, words, window)
    ranked = sorted(
        (-values.get(form, 0.0), form, row)
        for row, form in enumerate(candidates.forms)
        if values.get(form, 0.0) > 0
    )
    best = np.zeros(len(candidates.forms), dtype=bool)
    count = math.ceil(top * len(ranked))
    best[[row for _, _, row in ranked[:count]]] = True
    kept = best[rows]
    pairs = np.unique(rows[kept] * max(len(vocabulary), 1) + beside[kept])
    terms = np.bincount(pairs % max(len(vocabulary), 1), minlength=len(vocabulary))
    return {
        word: terms_of / count
        for word, terms_of in zip(vocabulary, terms.tolist(), strict=True)
        if terms_of
    }


def nc_values(
    documents: Documents,
    candidates: CandidateTerms,
    values: Mapping[Term, float],
    *,
    top: float = 0.05,
    window: int = 1,
    context_share: float = 0.2,
) -> dict[Term, float]:
    """Return the NC-value of every candidate term.

    NC-value(a) = .8 C-value(a) + .2 sum of f_a(b) weight(b) over its context words b, where
    f_a(b) is how often b stands beside a and the weights are those of `context_weights`.

    Args:
        documents: those that the candidates are from.
        candidates: with their occurrences.
        values: C-values by form.
        top: share of the candidates that give context words.
        window: words to each side, within the sentence.
        context_share: weight of the context, .2 as published; that of C-value is 1 less this.

    Raises:
        InputError: the candidates are of other documents.
        SettingError: a setting is out of range.
    """
    if not 0 <= context_share <= 1:
        raise SettingError(f"context_share is {context_share}; choose 0 to 1")
    weights = context_weights(documents, candidates, values, top=top, window=window)
    collection = collect(documents)
    vocabulary, words = _context_words(collection)
    rows, beside = _contexts(candidates, collection, words, window)
    weight = np.array([weights.get(word, 0.0) for word in vocabulary])
    context = np.bincount(rows, weight[beside], minlength=len(candidates.forms))
    return {
        form: (1 - context_share) * values.get(form, 0.0) + context_share * gain
        for form, gain in zip(candidates.forms, context.tolist(), strict=True)
    }


def _context_words(collection: Collection) -> tuple[list[str], NDArray[np.int64]]:
    """Return the vocabulary of possible context words, and the row of each word, -1 if it has none.

    Returns:
        V words and (N,) int64.
    """
    rows: dict[str, int] = {}
    numbers = [
        rows.setdefault(word.lower(), len(rows)) if tag in _CONTEXT_TAGS else -1
        for word, tag in zip(collection.words, collection.tags, strict=True)
    ]
    return list(rows), np.array(numbers, dtype=np.int64)


def _contexts(
    candidates: CandidateTerms, collection: Collection, words: NDArray[np.int64], window: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows of terms and of the context words beside their occurrences, both (P,) int64."""
    if window < 1:
        raise SettingError(f"window is {window}; choose 1 or more words")
    if not np.array_equal(candidates.bounds, collection.bounds):
        raise InputError(
            f"the candidates are of {len(candidates.bounds) - 1} documents with "
            f"{candidates.bounds[-1]} words, but {len(collection.bounds) - 1} with "
            f"{len(collection.words)} words are given; give the documents that they are from"
        )
    ends = np.cumsum(collection.lengths)
    sentence = np.searchsorted(ends, candidates.spans[:, 0], side="right")
    last = ends[sentence]
    first = last - collection.lengths[sentence]
    rows, beside = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for distance in range(1, window + 1):
        left = candidates.spans[:, 0] - distance
        right = candidates.spans[:, 1] - 1 + distance
        for places, inside in ((left, left >= first), (right, right < last)):
            number = np.full(len(places), -1, dtype=np.int64)
            number[inside] = words[places[inside]]
            rows.append(candidates.terms[number >= 0])
            beside.append(number[number >= 0])
    return np.concatenate(rows), np.concatenate(beside)
