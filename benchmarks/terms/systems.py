"""The systems of the benchmark of terms: trained models and the library's baselines.

A system takes Docs with tags and returns the terms of each in characters, so that all are scored
and timed alike.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
from spacy.tokens import Doc

from spacy_citalign.terms.c_value import (
    CandidateTerms,
    Documents,
    c_values,
    find_candidates,
    mark_terms,
)
from spacy_citalign.terms.extractor import TermExtractor
from spacy_citalign.terms.model import TermModel
from spacy_citalign.terms.noun_phrases import TermFilter, noun_phrases
from spacy_citalign.terms.scoring import Hits, imperfect, perfect
from spacy_citalign.terms.settings import Extraction
from spacy_citalign.terms.texts import Span, connect

from ..bootstrap import Interval, resampled_sums
from ..bootstrap import interval as percentiles
from .data import Document, Spans, characters, gold, reading
from .morphology import morphological_terms
from .nc_value import nc_values
from .variants import find_variants

System = Callable[[Sequence[Doc]], list[list[Span]]]
Marker = Callable[[Documents], list[list[Span]]]

METHODS = {"CRF": "crf", "CRF+CAM": "cam", "CRF, rescored": "rescored"}
"""The ways to boundaries, and what the extractor calls them."""


def extracting(model: TermModel, **extraction: object) -> System:
    """Return a model as a system; the settings are those of ``Extraction``."""
    extractor = TermExtractor(model, Extraction(**extraction))  # type: ignore[arg-type]

    def run(docs: Sequence[Doc]) -> list[list[Span]]:
        found = extractor([reading(doc) for doc in docs])
        return [
            characters(doc, [(term.start, term.end) for term in terms])
            for doc, terms in zip(docs, found, strict=True)
        ]

    return run


def marking(mark: Marker) -> System:
    """Return a baseline, which reads connected words, as a system."""

    def run(docs: Sequence[Doc]) -> list[list[Span]]:
        connected = [connect(reading(doc)) for doc in docs]
        found = mark([words.sentences() for words in connected])
        return [
            characters(doc, [(int(words.starts[a]), int(words.starts[b])) for a, b in spans])
            for doc, words, spans in zip(docs, connected, found, strict=True)
        ]

    return run


def by_value(
    candidates: Callable[[Documents], CandidateTerms], *, nc: bool = False, smoothing: float = 0.0
) -> System:
    """Return C-value, or NC-value, as a system: all above 0 are terms.

    The two mark much the same: they differ in rank, and there is no threshold.
    """

    def mark(documents: Documents) -> list[list[Span]]:
        found = candidates(documents)
        values = c_values(found, smoothing=smoothing)
        if nc:
            values = nc_values(documents, found, values)
        return mark_terms(found, values)

    return marking(mark)


def every_phrase(docs: Sequence[Doc]) -> list[list[Span]]:
    """Take all base noun phrases for terms."""
    texts = [reading(doc) for doc in docs]
    return [
        characters(doc, noun_phrases(text.tags, text.lengths))
        for doc, text in zip(docs, texts, strict=True)
    ]


BASELINES: Mapping[str, System] = {
    "C/NC-value": by_value(find_candidates, nc=True),
    "Ananiadou": marking(morphological_terms),
    "Nenadić et al.": by_value(find_variants),
}
"""As published."""

# What was best by exact F on RD-TEC or SciERC, train and dev, of all patterns, with participles or
# without, with single words or without. Single words weigh little, so that they rank last.
_PARTICIPLES = TermFilter(participles=True)
_SINGLE = TermFilter(participles=True, shortest=1)
MORE_BASELINES: Mapping[str, System] = {
    "C/NC-value, participles": by_value(partial(find_candidates, rules=_PARTICIPLES), nc=True),
    "C/NC-value, single words": by_value(
        partial(find_candidates, rules=_SINGLE), nc=True, smoothing=0.1
    ),
    "Ananiadou, participles": marking(partial(morphological_terms, participles=True)),
    "Nenadić et al., participles": by_value(partial(find_variants, rules=_PARTICIPLES)),
    "Nenadić et al., single words": by_value(partial(find_variants, rules=_SINGLE), smoothing=0.1),
    "every noun phrase": every_phrase,
}


def marks(system: System, documents: Sequence[Document]) -> Spans:
    """Return what a system marks in documents."""
    found = system([one.doc for one in documents])
    return {one.id: spans for one, spans in zip(documents, found, strict=True)}


def percent(hits: Hits, order: str = "RPF") -> list[str]:
    """Return the ratios of a run in percent."""
    named = {"R": hits.recall, "P": hits.precision, "F": hits.f}
    return [f"{100 * named[letter]:.1f}" for letter in order]


def interval(documents: Sequence[Document], found: Spans) -> Interval:
    """The 95 % interval of exact F over draws of documents, with replacement."""
    hits = [perfect({one.id: one.terms}, {one.id: found[one.id]}) for one in documents]
    counts = np.array([(each.found, each.gold + each.predicted) for each in hits])
    drawn = resampled_sums(counts)
    return percentiles(2 * drawn[:, 0] / np.maximum(drawn[:, 1], 1))


def both(documents: Sequence[Document], found: Spans) -> tuple[Hits, Hits]:
    """Score exactly and by overlap."""
    return perfect(gold(documents), found), imperfect(gold(documents), found)
