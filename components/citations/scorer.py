"""The scorer of citations and citing sentences."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from spacy.scorer import PRFScore
from spacy.training import Example
from spacy.util import registry

from ..names import CITANCES, CITATIONS
from ..spans import labelled_spans


@registry.scorers("citalign.CitationScorer.v1")
def make_citation_scorer(spans_key: str = CITANCES) -> Callable:
    """Make a scorer of exact citations (characters and key), and of exact citances.

    It returns ``citations_p/r/f`` and, of ``doc.spans[spans_key]``, ``citances_p/r/f`` (0..1; None
    where no example has gold).
    """
    return partial(score_citations, spans_key=spans_key)


def score_citations(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    examples = list(examples)
    scores: dict[str, Any] = {}
    for name, key in ((CITATIONS, CITATIONS), (CITANCES, spans_key)):
        counts = PRFScore()
        annotated = [example for example in examples if key in example.reference.spans]
        for example in annotated:
            predicted, gold = (
                set(labelled_spans(doc, key)) for doc in (example.predicted, example.reference)
            )
            counts.score_set(predicted, gold)
        values = (counts.precision, counts.recall, counts.fscore) if annotated else (None,) * 3
        scores |= dict(zip((f"{name}_p", f"{name}_r", f"{name}_f"), values, strict=True))
    return scores
