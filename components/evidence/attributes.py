"""RankedSentence on a Doc: how it is kept, and the attributes that read it.

``doc.spans["evidence"]`` has a span for each sentence that was found for a citance, best first, its
label the section; ``span_records`` keeps of each the ``confidence``, the ``citance``, as [how far
its first character is from the sentence's, its length], and ``matches``, as [start, end, start,
end], characters of words from the beginning of the citance and of the sentence. A citance that
nothing was found for is there with itself as span and confidence 0. All of it is said from the
sentence on, so evidence goes with what is cut out of a Doc or joined. Getters are functions of this
module, never raise, and return None where nothing was looked for.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc, Span

from ..extensions import install_getters
from ..names import EVIDENCE
from ..span_records import SpanRecord, set_span_records, span_records
from ..spans import text_of
from .words import CitingDoc

if TYPE_CHECKING:
    from ...evidence.ranker import RankedSentence

_CITANCE, _CONFIDENCE, _MATCHES = "citance", "confidence", "matches"


def set_evidence(
    doc: Doc, given: CitingDoc, rankings: Sequence[Sequence["RankedSentence"]]
) -> None:
    """Write what was found.

    Args:
        doc: gets it.
        given: its citances and the article.
        rankings: for each citance the sentences, best first.
    """
    spans: list[tuple[int, int]] = []
    labels: list[str] = []
    values: dict[str, list[Any]] = {_CONFIDENCE: [], _CITANCE: [], _MATCHES: []}
    for (start, end), evidence in zip(given.citances, rankings, strict=True):
        choices: list[RankedSentence | None] = [*evidence] or [None]
        for choice in choices:
            span = (start, end) if choice is None else given.spans[choice.sentence]
            spans.append(span)
            labels.append("" if choice is None else given.sentences[choice.sentence].section)
            values[_CONFIDENCE].append(0.0 if choice is None else choice.probability)
            values[_CITANCE].append([start - span[0], end - start])
            matches = () if choice is None else choice.matches
            values[_MATCHES].append([[*first, *second] for first, second in matches])
    set_span_records(doc, EVIDENCE, spans, labels, values)


def get_evidence(doc: Doc) -> list[dict[str, Any]] | None:
    """Return a record for each citance; None where nothing was looked for.

    A record has ``start_char``, ``end_char`` and ``text`` of the citance, and ``evidence``: a list
    of records, best first, [] where nothing likely was found. Each of these has ``start_char``,
    ``end_char`` and ``text`` of the sentence, its ``section``, ``probability``, and ``matches``: a
    list of {"citance": [start, end], "sentence": [start, end]}, characters of the Doc.
    """
    records = span_records(doc, EVIDENCE)
    if records is None:
        return None
    text = text_of(doc) if records else ""
    by_citance: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for record in records:
        citance = _citance(record, len(text))
        if citance is None:
            continue
        evidence = by_citance.setdefault(citance, [])
        probability = record.values.get(_CONFIDENCE)
        if isinstance(probability, float) and probability > 0:
            evidence.append(
                record.place(text)
                | {"section": record.label, "probability": probability}
                | {_MATCHES: _matches(record, citance)}
            )
    return [
        {"start_char": start, "end_char": end, "text": text[start:end], "evidence": evidence}
        for (start, end), evidence in by_citance.items()
    ]


def get_span_evidence(span: Span) -> list[dict[str, Any]] | None:
    """Return the evidence for the citances that overlap the span, as ``doc._.evidence`` has it.

    [] where there is none, None where nothing was looked for.
    """
    records = get_evidence(span.doc)
    if records is None:
        return None
    return [
        evidence
        for record in records
        if record["start_char"] < span.end_char and span.start_char < record["end_char"]
        for evidence in record["evidence"]
    ]


def _citance(record: SpanRecord, size: int) -> tuple[int, int] | None:
    """Return the characters of the record's citance, None where it is not there any more."""
    place = record.values.get(_CITANCE)
    if not (isinstance(place, list | tuple) and [*map(type, place)] == [int, int]):
        return None
    start, end = record.start + place[0], record.start + place[0] + place[1]
    return (start, end) if 0 <= start < end <= size else None


def _matches(record: SpanRecord, citance: tuple[int, int]) -> list[dict[str, list[int]]]:
    matches = record.values.get(_MATCHES)
    records = []
    for match in matches if isinstance(matches, list | tuple) else ():
        if isinstance(match, list | tuple) and [*map(type, match)] == [int] * 4:
            first = [character + citance[0] for character in match[:2]]
            second = [character + record.start for character in match[2:]]
            records.append({"citance": first, "sentence": second})
    return records


def install_extensions() -> None:
    """Install the attributes of Docs and spans with evidence."""
    install_getters(Doc, evidence=get_evidence)
    install_getters(Span, evidence=get_span_evidence)
