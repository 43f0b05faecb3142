"""Entries of reference lists and what is said of articles themselves, whatever keys they have."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...assembly import About
from ...identifiers import KINDS, identifier, identifiers_in_links, identifiers_in_text
from ...people import Person, authors_of
from ...written_references import written_author, written_year
from ..tei.numbering import printed_label
from .draft import DraftEntry, ref_name
from .names import authors_in
from .values import Fields, plain

_ID_KEYS = {
    "doi": "doi",
    **dict.fromkeys(["pmid", "pubmed", "pubmedid"], "pmid"),
    **dict.fromkeys(["pmc", "pmcid", "pubmedcentral", "pubmedcentralid"], "pmcid"),
    **dict.fromkeys(["arxiv", "arxivid"], "arxiv"),
}
_ID_OBJECTS = ("other_ids", "ids", "identifiers", "externalids", "external_ids")
_LINK_KEYS = ("link", "url", "urls", "links", "target")
_SOURCES = ("venue", "journal", "source", "booktitle", "journal_title", "container-title")
_YEARS = ("year", "publication_year", "publication_date", "pub_date", "date")
_TEXTS = ("raw_text", "bib_entry_raw", "raw_reference", "raw", "text", "unstructured")
_LABELS = ("num", "label", "number", "ref_num")
_YEAR = re.compile("[0-9]{4}")


def identifiers_of(fields: Fields) -> dict[str, str]:
    """Return the identifiers of a work, by kind."""
    values: dict[str, str] = {}
    for key in _ID_OBJECTS:
        inner = fields.record.get(key)
        if isinstance(inner, dict):
            _add_identifiers(inner, values)
    _add_identifiers(fields.record, values)
    return values


def entry_of(name: Any, fields: Fields) -> DraftEntry:
    """Return an entry of a reference list; ``name`` is what marks call it."""
    ids = identifiers_of(fields)
    for arxiv in _listed(fields.record.get("contained_arXiv_ids")):
        value = arxiv.get("id") if isinstance(arxiv, dict) else arxiv
        kind, value = identifier("arxiv", plain(value))
        if kind:
            ids.setdefault(kind, value)
    text = fields.text(*_TEXTS)
    if not ids:
        ids = identifiers_in_links(_addresses(fields)) or identifiers_in_text(text)
    authors = authors_in(fields.record.get("authors") or fields.record.get("author"))
    authors = authors or authors_of([Person(written_author(text))])
    source = _source(fields)
    title = fields.text("title") or source
    year = _year(fields) or written_year(text)
    parts = (authors.first, year, title, source if source != title else "")
    composed = ". ".join(filter(None, (*parts, fields.text("volume"), fields.text("pages"))))
    label = fields.text(*_LABELS).strip("[]()., ")
    return DraftEntry(
        ref_name(name), label or printed_label(text), authors, year, title, source,
        text or composed, ids,
    )  # fmt: skip


def about_of(parts: Iterable[Fields]) -> tuple[About, dict[str, str]]:
    """Return what several objects say of an article, and its identifiers: the first counts."""
    about, ids = About(), dict.fromkeys(KINDS, "")
    for part in parts:
        record = part.record
        about = About(
            about.title or part.text("title"),
            about.journal or _source(part) or part.text("journal-ref"),
            about.year or _year(part),
            about.authors
            or authors_in(record.get("authors_parsed"))
            or authors_in(record.get("authors")),
        )
        for kind, value in identifiers_of(part).items():
            ids[kind] = ids[kind] or value
    return about, ids


def _source(fields: Fields) -> str:
    for key in _SOURCES:
        value = fields.record.get(key)
        if isinstance(value, dict):  # of the S2 API
            value = value.get("name") or value.get("title")
        if text := plain(value):
            return text
    return ""


def _year(fields: Fields) -> str:
    printed = fields.text(*_YEARS)
    match = _YEAR.search(printed)
    return match[0] if match else printed


def _add_identifiers(record: Mapping[str, Any], values: dict[str, str]) -> None:
    """Add the identifiers that an object has under their names, in whatever case."""
    for key, value in record.items():
        kind = _ID_KEYS.get(key.lower().replace("_", "").removesuffix("s"))
        if kind is None:
            continue
        for written in _listed(value):
            text = plain(written)
            if kind == "pmcid":  # the end of an address
                text = text.rstrip("/").rpartition("/")[2]
            usual, found = identifier(kind, text)
            if usual:
                values.setdefault(usual, found)
                break


def _addresses(fields: Fields) -> Iterator[str]:
    """Yield the addresses of an entry."""
    links = [*_listed(fields.record.get("contained_links"))]
    for key in _LINK_KEYS:
        links += _listed(fields.record.get(key))
    for link in links:
        yield plain(link.get("url") if isinstance(link, dict) else link)


def _listed(value: Any) -> list[Any]:
    """Return an array, or one with the value in it; of null an empty one."""
    return value if isinstance(value, list) else [] if value is None else [value]
