"""RankedSentence on a Doc: how it is kept, and the attributes that read it.

``doc.spans["evidence"]`` has a span for each sentence that was found for a citance, best first, its
label the section; ``span_records`` keeps of each the ``confidence``, the ``citance``, as [how far
its first character is from the sentence's, its length], ``matches``, as [start, end, start, end],
characters of words from the beginning of the citance and of the sentence, ``opposite``, the same
with the kind behind it, and ``support`` of the citance, as [probability, coverage, telling words,
sentences, start and end of each missing word, ...]. A citance that nothing was found for is there
with itself as span and confidence 0. All of it is said from the
sentence on, so evidence goes with what is cut out of a Doc or joined. Getters are functions of this
module, never raise, and return None where nothing was looked for.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc, Span

from ..extensions import install_getters
from ..names import EVIDENCE
from ..span_records import SpanRecord, set_span_records, span_records
from ..spans import text_of
from .words import CitingDoc

if TYPE_CHECKING:
    from ...evidence.ranker import ClaimEvidence, RankedSentence
    from ...evidence.support import ClaimSupport

_CITANCE, _CONFIDENCE, _MATCHES = "citance", "confidence", "matches"
_OPPOSITE, _SUPPORT = "opposite", "support"
_KINDS = ("direction", "negation", "number")


def set_evidence(doc: Doc, given: CitingDoc, rankings: Sequence["ClaimEvidence"]) -> None:
    """Write what was found.

    Args:
        doc: gets it.
        given: its citances and the article.
        rankings: for each citance its support and the sentences, best first.
    """
    spans: list[tuple[int, int]] = []
    labels: list[str] = []
    names = (_CONFIDENCE, _CITANCE, _MATCHES, _OPPOSITE, _SUPPORT)
    values: dict[str, list[Any]] = {name: [] for name in names}
    for (start, end), evidence in zip(given.citances, rankings, strict=True):
        choices: list[RankedSentence | None] = [*evidence.places] or [None]
        support = _stored(evidence.support)
        for choice in choices:
            span = (start, end) if choice is None else given.spans[choice.sentence]
            spans.append(span)
            labels.append("" if choice is None else given.sentences[choice.sentence].section)
            values[_CONFIDENCE].append(0.0 if choice is None else choice.probability)
            values[_CITANCE].append([start - span[0], end - start])
            matches = () if choice is None else choice.matches
            values[_MATCHES].append([[*first, *second] for first, second in matches])
            opposite = () if choice is None else choice.opposite
            values[_OPPOSITE].append([[*one.claim, *one.place, one.kind] for one in opposite])
            values[_SUPPORT].append(list(support))
    set_span_records(doc, EVIDENCE, spans, labels, values)


def get_evidence(doc: Doc) -> list[dict[str, Any]] | None:
    """Return a record for each citance; None where nothing was looked for.

    A record has ``start_char``, ``end_char`` and ``text`` of the citance, ``support``, and
    ``evidence``: a list of records, best first, [] where nothing likely was found. Each of these
    has ``start_char``, ``end_char`` and ``text`` of the sentence, ``section``, ``probability``,
    ``matches``: a list of {"citance": [start, end], "sentence": [start, end]}, characters of the
    Doc, and ``opposite``: a list of {"claim": [start, end], "place": [start, end], "kind":
    "direction", "negation" or "number"}, words by which the sentence says the opposite.

    ``support`` has ``probability``, that the text is of the article that says it, where it is that
    or another of its field equally often; ``coverage``, the share of the citance's information
    whose words stand in the text; ``telling``, how many telling words it has; ``missing``, [start,
    end] of those that the text has not; ``sentences``, how many the text has; and ``reasons`` in
    plain words. It is None where the model is of a release that did not tell it.
    """
    records = span_records(doc, EVIDENCE)
    if records is None:
        return None
    text = text_of(doc) if records else ""
    by_citance: dict[tuple[int, int], list[dict[str, Any]]] = {}
    supports: dict[tuple[int, int], dict[str, Any] | None] = {}
    for record in records:
        citance = _citance(record, len(text))
        if citance is None:
            continue
        evidence = by_citance.setdefault(citance, [])
        if citance not in supports:
            supports[citance] = _support(record.values.get(_SUPPORT), text, citance)
        probability = record.values.get(_CONFIDENCE)
        if isinstance(probability, float) and probability > 0:
            evidence.append(
                record.place(text)
                | {"section": record.label, "probability": probability}
                | {_MATCHES: _matches(record, citance), _OPPOSITE: _opposite(record, citance)}
            )
    return [
        {"start_char": start, "end_char": end, "text": text[start:end]}
        | {_SUPPORT: supports[start, end], "evidence": evidence}
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
    pairs = _pairs(record.values.get(_MATCHES), record, citance)
    return [{"citance": first, "sentence": second} for first, second, _ in pairs]


def _opposite(record: SpanRecord, citance: tuple[int, int]) -> list[dict[str, Any]]:
    return [
        {"claim": first, "place": second, "kind": rest[0]}
        for first, second, rest in _pairs(record.values.get(_OPPOSITE), record, citance)
        if rest and rest[0] in _KINDS
    ]


def _pairs(
    stored: Any, record: SpanRecord, citance: tuple[int, int]
) -> Iterator[tuple[list[int], list[int], list[Any]]]:
    """Yield characters of citance and sentence in the Doc, and what is stored behind them."""
    for one in stored if isinstance(stored, list | tuple) else ():
        if isinstance(one, list | tuple) and [*map(type, one[:4])] == [int] * 4:
            first = [character + citance[0] for character in one[:2]]
            second = [character + record.start for character in one[2:4]]
            yield first, second, [*one[4:]]


def _stored(support: "ClaimSupport") -> list[float | int]:
    """Return support as it is kept, [] of a model that does not tell it."""
    if support.support is None:
        return []
    missing = [character for span in support.missing for character in span]
    return [support.support, support.coverage, support.telling, support.sentences, *missing]


def _support(stored: Any, text: str, citance: tuple[int, int]) -> dict[str, Any] | None:
    from ...evidence.support import ClaimSupport

    if not isinstance(stored, list | tuple) or len(stored) < 4 or len(stored) % 2:
        return None
    probability, coverage, *counts = stored
    if not all(type(number) is int for number in counts):
        return None
    telling, sentences, *characters = counts
    missing = tuple(zip(characters[::2], characters[1::2], strict=True))
    found = ClaimSupport(float(probability), float(coverage), telling, missing, sentences)
    return {
        "probability": found.support,
        "coverage": found.coverage,
        "telling": telling,
        "missing": [[start + citance[0], end + citance[0]] for start, end in missing],
        "sentences": sentences,
        "reasons": found.reasons(text[slice(*citance)]),
    }


def install_extensions() -> None:
    """Install the attributes of Docs and spans with evidence."""
    install_getters(Doc, evidence=get_evidence)
    install_getters(Span, evidence=get_span_evidence)
