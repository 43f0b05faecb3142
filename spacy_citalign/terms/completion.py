"""Documents whose annotation has terms of some kinds only, completed by a model of the others.

Corpora of one field mark different kinds: genes and diseases here, processes and cells there.
What one leaves out it seems to say is no term, and a CRF that learns from both finds less of
either. So a first CRF learns from the documents with terms of all kinds. What it finds in the
others beside their own terms is added to these where it is more likely than not: self-training
(Scudder 1965, "Probability of error of some adaptive pattern-recognition machines", IEEE
Transactions on Information Theory 11) on the kinds that are missing.
"""

from collections.abc import Sequence

from .corpus import AnnotatedText
from .extractor import Extraction, TermExtractor
from .model import TermModel

_SURE = 0.5


def completed(model: TermModel, texts: Sequence[AnnotatedText]) -> list[AnnotatedText]:
    """Return all documents, those with ``partial`` annotation with the terms of a model added.

    Terms that overlap one of the document's own are left out.
    """
    places = [place for place, item in enumerate(texts) if item.partial]
    found = TermExtractor(model, Extraction("crf"))([texts[place].text for place in places])
    out = list(texts)
    for place, terms in zip(places, found, strict=True):
        own = texts[place].terms
        taken = {word for start, end in own for word in range(start, end)}
        more = [
            (term.start, term.end)
            for term in terms
            if term.confidence > _SURE and taken.isdisjoint(range(term.start, term.end))
        ]
        out[place] = texts[place]._replace(terms=sorted([*own, *more]))
    return out
