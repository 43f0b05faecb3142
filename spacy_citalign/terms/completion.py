"""Completion of documents whose annotation has terms of some kinds only.

Corpora of one field mark different kinds: genes and diseases here, processes and cells there.
What one leaves out it seems to say is no term, and a CRF that learns from both finds less of
either. So a first CRF learns from the documents with terms of all kinds. What it finds in the
others beside their own terms is added to these where it is more likely than not: self-training
(Scudder 1965, "Probability of error of some adaptive pattern-recognition machines", IEEE
Transactions on Information Theory 11) on the kinds that are missing.
"""

from collections.abc import Sequence

from .corpus import AnnotatedDocument
from .extractor import TermExtractor
from .model import TermModel
from .settings import Extraction

_SURE = 0.5


def completed(model: TermModel, texts: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
    """Return all documents, those with ``partial`` annotation with the terms of a model added.

    Terms that overlap one of the document's own are left out.
    """
    partial = [number for number, item in enumerate(texts) if item.partial]
    extracted = TermExtractor(model, Extraction("crf"))([texts[number].text for number in partial])
    out = list(texts)
    for number, terms in zip(partial, extracted, strict=True):
        marked = texts[number].terms
        taken = {word for start, end in marked for word in range(start, end)}
        added = [
            (term.start, term.end)
            for term in terms
            if term.confidence > _SURE and taken.isdisjoint(range(term.start, term.end))
        ]
        out[number] = texts[number]._replace(terms=sorted([*marked, *added]))
    return out
