"""Write span groups to ``doc.ents``, which must not overlap."""

from typing import Literal

import numpy as np
from spacy.attrs import ENT_IOB
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from ..errors import SettingError

EntsPolicy = Literal["keep", "replace"]
"""What becomes of an entity that is there already and overlaps: it stays, or gives way."""


def check_policy(policy: str | None) -> None:
    """Raise SettingError unless ``policy`` is one of EntsPolicy or None."""
    if policy not in (None, "keep", "replace"):
        raise SettingError(f"ents is {policy!r}; choose from 'keep', 'replace' and None")


def write_entities(doc: Doc, key: str, policy: EntsPolicy) -> None:
    """Write the spans of ``doc.spans[key]``; of those in one token, the longest is written.

    Tokens of which nothing was known are outside of entities then, as ``entity_ruler`` has it: an
    entity recognizer that learns from the Doc would take missing ones for anything.
    """
    spans = filter_spans(list(doc.spans[key]))
    covered = {token for span in spans for token in range(span.start, span.end)}
    if policy == "keep":
        # IOB 2 is O, 0 is unset; an empty type under B is a token that an earlier one blocked.
        free = {token.i for token in doc if token.ent_iob in (0, 2)}
        spans = [span for span in spans if free.issuperset(range(span.start, span.end))]
        doc.set_ents(spans, outside=_unknown(doc, spans), default="unmodified")
        return
    old = [ent for ent in doc.ents if not covered.isdisjoint(range(ent.start, ent.end))]
    uncovered = {token for ent in old for token in range(ent.start, ent.end)} - covered
    outside = [Span(doc, token, token + 1) for token in sorted(uncovered)]
    doc.set_ents(spans, outside=outside + _unknown(doc, spans), default="unmodified")


def _unknown(doc: Doc, spans: list[Span]) -> list[Span]:
    """Return the tokens that nobody has looked at, without those of some spans."""
    known = doc.to_array(ENT_IOB) != 0
    for span in spans:
        known[span.start : span.end] = True
    return [Span(doc, token, token + 1) for token in np.flatnonzero(~known).tolist()]
