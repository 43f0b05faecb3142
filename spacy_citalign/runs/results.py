"""The results of the components on a Doc as plain records, for JSON and for pages."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.tokens import Doc

# Results that are lists of stretches of text. Each is read from the Doc attribute of that name,
# which has exact characters, or else from the span group of that name.
SPAN_RESULTS = ("gene_mentions", "propositional_terms")
BASE_PHRASES = "base_phrases"


def doc_results(doc: "Doc") -> dict[str, list[dict[str, Any]]]:
    """All results that the pipeline set on ``doc``, by name; what it does not set is absent."""
    found = {}
    for name in SPAN_RESULTS:
        records = span_records(doc, name)
        if records is not None:
            found[name] = records
    return found


def token_results(doc: "Doc") -> dict[str, Any]:
    """The words of ``doc`` as lists of equal length, and its sentences where they are known.

    ``tokens`` has ``start_char``, ``end_char``, ``tag`` and ``pos``, "" where nothing is set, and
    where the Doc has columns ``column`` and ``column_region``, None for none; white space is left
    out. ``sentences`` is a list of ``start_char`` and ``end_char``, ``base_phrases`` one of these
    and ``label``.
    """
    words = [token for token in doc if not token.is_space]
    starts = [token.idx for token in words]
    found: dict[str, Any] = {
        "tokens": {
            "start_char": starts,
            "end_char": [start + len(token) for start, token in zip(starts, words, strict=True)],
            "tag": [token.tag_ for token in words],
            "pos": [token.pos_ for token in words],
        }
    }
    if doc.has_extension("columns") and doc._.columns is not None:
        for name in ("column", "column_region"):
            found["tokens"][name] = [token._.get(name) for token in words]
    if BASE_PHRASES in doc.spans:
        found[BASE_PHRASES] = [
            {"start_char": span.start_char, "end_char": span.end_char, "label": span.label_}
            for span in doc.spans[BASE_PHRASES]
        ]
    if doc.has_annotation("SENT_START"):
        found["sentences"] = [
            {"start_char": sentence.start_char, "end_char": sentence.end_char}
            for sentence in doc.sents
        ]
    return found


def span_records(doc: "Doc", name: str) -> list[dict[str, Any]] | None:
    """The records of one result (`start_char`, `end_char`, `text`, `confidence`, ...), or None."""
    if doc.has_extension(name):
        records = doc._.get(name)
        if records is not None:
            return [_plain(dict(record)) for record in records]
    if name not in doc.spans:
        return None
    group = doc.spans[name]
    confidences = group.attrs.get("confidence", ())
    if len(confidences) != len(group):
        confidences = [None] * len(group)
    return [
        _plain(
            {
                "start_char": span.start_char,
                "end_char": span.end_char,
                "text": span.text,
                "confidence": confidence,
            }
        )
        for span, confidence in zip(group, confidences, strict=True)
    ]


def _plain(record: dict[str, Any]) -> dict[str, Any]:
    """``record`` with numpy numbers as Python's own."""
    return {key: value.item() if hasattr(value, "item") else value for key, value in record.items()}
