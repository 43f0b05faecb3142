"""Entries of reference lists and what is said of articles themselves, whatever keys they have."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from ....words.identifiers import KINDS, identifier, identifiers_in_links, identifiers_in_text
from ...article_parts.assembly import About, cited_work
from ...article_parts.people import (
    Authors,
    Person,
    authors_of,
    person_of,
    written_author,
    written_year,
)
from ...articles import CitedWork
from ..tei.references import printed_label
from .draft import ref_name
from .values import Fields, plain

_ID_KEYS = {
    "doi": "doi",
    **dict.fromkeys(["pmid", "pubmed", "pubmedid"], "pmid"),
    **dict.fromkeys(["pmc", "pmcid", "pubmedcentral", "pubmedcentralid"], "pmcid"),
    **dict.fromkeys(["arxiv", "arxivid"], "arxiv"),
}
_ID_OBJECTS = ("other_ids", "ids", "identifiers", "externalids", "external_ids")
_SOURCES = ("venue", "journal", "source", "booktitle", "journal_title", "container-title")
_YEAR = re.compile("[0-9]{4}")


def identifiers_of(fields: Fields) -> dict[str, str]:
    """Return the identifiers of a work, by kind; their keys may be in whatever case."""
    values: dict[str, str] = {}
    for record in (*map(fields.record.get, _ID_OBJECTS), fields.record):
        for key, value in record.items() if isinstance(record, dict) else ():
            kind = _ID_KEYS.get(key.lower().replace("_", "").removesuffix("s"))
            for written in _listed(value) if kind else ():
                text = plain(written)
                if kind == "pmcid":  # the end of an address
                    text = text.rstrip("/").rpartition("/")[2]
                usual, found = identifier(kind, text)
                if usual:
                    values.setdefault(usual, found)
                    break
    return values


def entry_of(name: Any, fields: Fields, authors: Authors | None = None) -> CitedWork:
    """Return an entry of a reference list, without its number.

    Args:
        name: what marks call it.
        fields: what is said of it.
        authors: its own, where the fields need not be asked.
    """
    ids = identifiers_of(fields)
    for arxiv in _listed(fields.record.get("contained_arXiv_ids")):
        value = arxiv.get("id") if isinstance(arxiv, dict) else arxiv
        kind, value = identifier("arxiv", plain(value))
        if kind:
            ids.setdefault(kind, value)
    text = fields.text("raw_text", "bib_entry_raw", "raw_reference", "raw", "text", "unstructured")
    if not ids:
        ids = identifiers_in_links(_addresses(fields)) or identifiers_in_text(text)
    authors = authors or authors_in(fields.record.get("authors") or fields.record.get("author"))
    authors = authors or authors_of([Person(written_author(text))])
    source = _source(fields)
    title = fields.text("title") or source
    year = _year(fields) or written_year(text)
    parts = (authors.first, year, title, source if source != title else "")
    composed = ". ".join(filter(None, (*parts, fields.text("volume"), fields.text("pages"))))
    label = fields.text("num", "label", "number", "ref_num").strip("[]()., ")
    label = label or printed_label(text)
    return cited_work(ref_name(name), 0, label, ids, authors, year, title, source, text or composed)


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
    printed = fields.text("year", "publication_year", "publication_date", "pub_date", "date")
    match = _YEAR.search(printed)
    return match[0] if match else printed


def _addresses(fields: Fields) -> Iterator[str]:
    """Yield the addresses of an entry."""
    links = [*_listed(fields.record.get("contained_links"))]
    for key in ("link", "url", "urls", "links", "target"):
        links += _listed(fields.record.get(key))
    for link in links:
        yield plain(link.get("url") if isinstance(link, dict) else link)


def _listed(value: Any) -> list[Any]:
    """Return an array, or one with the value in it; of null an empty one."""
    return value if isinstance(value, list) else [] if value is None else [value]


_INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,3}")
_SUFFIXES = {"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"}
_GROUPS = re.compile(
    r"\b(?:association|collaboration|committee|consortium|group|institute|network|organi[sz]ation"
    r"|project|society|team)\b",
    re.IGNORECASE,
)
_GIVEN = ("first", "given", "forename", "firstname", "middle")
_AFFILIATION = re.compile(r"\(\(.*|\([^()]*\)", re.DOTALL)  # of arXiv, behind a name
_BETWEEN = re.compile(r";| and |\n")
_MAX_NAME = 300  # characters of a name that are looked at
_MAX_NAMES = 10_000  # of a string of names


def authors_in(value: Any) -> Authors:
    """Return the authors in an array of objects or names, or in one string; nobody in others.

    >>> authors_in("Lake, A.; Pond, B.").surnames, authors_in("Ada Lake, Bo Pond").surnames
    (('Lake', 'Pond'), ('Lake', 'Pond'))
    """
    if isinstance(value, str):
        return authors_of(map(person_named, _names(value)))
    return authors_of(map(_person, value if isinstance(value, list) else ()))


def person_named(name: str) -> Person:
    """Return who has a name; of a group the name is the surname.

    >>> person_named("Ada van der Lake")
    Person(surname='van der Lake', initials='A', given='Ada')
    >>> person_named("Lake AB")
    Person(surname='Lake', initials='AB', given='')
    >>> person_named("Lake, Ada Jr.")
    Person(surname='Lake', initials='A', given='Ada')
    """
    name = name[:_MAX_NAME]
    if _GROUPS.search(name):
        return Person(name)
    surname, comma, given = name.partition(",")
    words = _without_suffix(surname)
    if comma or len(words) < 2:
        rest = _without_suffix(given.partition(",")[0])
        return person_of(" ".join(words), " ".join(rest))
    last = len(words)
    while last > 1 and _INITIALS.fullmatch(words[last - 1]):
        last -= 1
    if last < len(words):
        return person_of(" ".join(words[:last]), " ".join(words[last:]))
    particle = next((place for place, word in enumerate(words[:-1]) if word.islower()), -1)
    return person_of(" ".join(words[particle:]), " ".join(words[:particle]))


def _without_suffix(name: str) -> list[str]:
    """Return the words of a name without "Jr." and the like at the end."""
    words = name.split()
    while len(words) > 1 and words[-1].casefold() in _SUFFIXES:
        words.pop()
    return words


def _names(text: str) -> Iterator[str]:
    """Yield the names in a string; of "Lake, A., Pond, B." the first only."""
    text = _AFFILIATION.sub("", text[:_MAX_NAMES].partition(" et al")[0])
    for piece in _BETWEEN.split(text):
        names = piece.split(",")
        yield from map(plain, names if len(names[0].split()) > 1 else [piece])


def _person(author: Any) -> Person:
    """Return who an item of an array is, without a surname where that is nobody."""
    if isinstance(author, list):  # arXiv's [surname, forename, suffix]
        surname, given = [*map(plain, author[:2]), "", ""][:2]
        return person_of(surname, given)
    if not isinstance(author, dict):
        return person_named(plain(author))
    fields = Fields(author, "", [])
    surname = fields.text("last", "surname", "family", "lastname")
    if not surname:
        return person_named(fields.text("name", "full_name"))
    names = (part for key in _GIVEN if (value := author.get(key)) for part in _listed(value))
    return person_of(surname, " ".join(map(plain, names)))
