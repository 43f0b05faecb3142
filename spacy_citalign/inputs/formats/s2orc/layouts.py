"""The layouts of full texts in JSON, told by their keys."""

from collections.abc import Collection
from typing import Any

_PARSES = {"grobid_parse", "pdf_parse", "latex_parse", "jats_parse"}
# Keys that are there together in the first part of a file, at whatever depth.
_BEGINNINGS = (
    *({"paper_id", key} for key in ("body_text", "bib_entries", "cite_spans")),
    *({"paper_id", key} for key in ("_pdf_hash", "_source_hash", "s2_pdf_hash")),
    *({key, "body_text"} for key in (*sorted(_PARSES), "biblio", "references")),
    *({"corpusid", key} for key in ("content", "annotations")),
    {"biblio", "level"},
)


def layout_of(record: dict[str, Any]) -> str | None:
    """Return the name of the layout that an object has by its keys, None of any other.

    >>> layout_of({"paper_id": "1", "body_text": []}), layout_of({"text": "Frogs."})
    ('S2ORC', None)
    """
    for outer in ("content", "body"):
        inner = record.get(outer)
        if isinstance(inner, dict) and {"text", "annotations"} <= inner.keys():
            return "S2 API"
    if _PARSES & record.keys():
        return "S2ORC"
    if "body_text" in record and "biblio" in record:
        return "GROBID JSON"
    if {"bib_entries", "paper_id"} & record.keys() and (
        "body_text" in record or {"bib_entries", "sections"} <= record.keys()
    ):
        return "unarXive" if _has_marks_in_text(record) else "S2ORC"
    return "GROBID JSON" if {"body_text", "references"} <= record.keys() else None


def begins_s2orc(keys: Collection[str]) -> bool:
    """Return whether a file may hold full texts.

    >>> begins_s2orc(["corpusid", "externalids", "content", "text"]), begins_s2orc(["text"])
    (True, False)

    Args:
        keys: those in its first part, of objects in objects too.
    """
    there = set(keys)
    return any(wanted <= there for wanted in _BEGINNINGS)


def _has_marks_in_text(record: dict[str, Any]) -> bool:
    """Return whether entries or paragraphs are those of unarXive."""
    entries, body = record.get("bib_entries"), record.get("body_text")
    entry = next(iter(entries.values()), None) if isinstance(entries, dict) else None
    if isinstance(entry, dict):
        return "bib_entry_raw" in entry or "contained_arXiv_ids" in entry
    paragraph = body[0] if isinstance(body, list) and body else None
    in_paragraph = isinstance(paragraph, dict) and "content_type" in paragraph
    return in_paragraph or "sections" in record
