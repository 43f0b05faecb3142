"""Scores under the keys that spaCy's own commands print, beside those of each idea."""

from collections.abc import Iterable, Sequence
from typing import Any

from spacy.scorer import Scorer
from spacy.tokens import Doc, SpanGroup
from spacy.training import Example


def span_scores(examples: Iterable[Example], key: str) -> dict[str, Any]:
    """Return what spaCy says of a span group: ``spans_KEY_p/r/f`` and ``spans_KEY_per_type``.

    Tokens and labels count, not characters within tokens. ``spacy evaluate --spans-key KEY`` prints
    them. They are None where no reference has the group.
    """
    attribute = f"spans_{key}"

    def group(doc: Doc, _: str) -> SpanGroup | Sequence[Any]:
        return doc.spans.get(key, [])

    known = [example for example in examples if key in example.reference.spans]
    return Scorer.score_spans(known, attribute, getter=group, allow_overlap=True)
