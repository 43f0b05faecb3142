"""The reference list of a full text in TEI."""

import re

from ....corpora.xml_files import Element, first_text, text_of
from ...articles import CitedWork, References
from ...assembly import cited_work, listed_works
from ...identifiers import KINDS, identifier, identifiers_in_links, identifiers_in_text
from ...people import Authors, Person, authors_of, person_of
from .numbering import printed_label

_ID = "{http://www.w3.org/XML/1998/namespace}id"
_YEAR = re.compile("[0-9]{4}")
# Where titles stand, and their level.
_TITLES = (("analytic", "a"), ("analytic", ""), ("monogr", "m"), ("monogr", "u"))
_SOURCES = (("monogr", "j"), ("monogr", "m"), ("monogr", "u"), ("monogr", ""))
# Of arXiv, behind its id: "2304.01234v1[cs.CL]".
_CATEGORY = re.compile(r"(?:(?<!\s)\s+)?\[[^\]]{0,200}\]$")


def read_references(root: Element) -> References:
    """Return the entries of the reference lists in order."""
    entries = (entry for listed in root.iter("listBibl") for entry in listed.iterfind("biblStruct"))
    return listed_works(_work(entry, number) for number, entry in enumerate(entries, start=1))


def authors_in(entry: Element | None) -> Authors:
    """Return the authors, people and organisations, else the editors; nobody of no entry."""
    if entry is None:
        return Authors()
    for tag in ("author", "editor"):
        # Authors of the book stand behind those of the chapter.
        holders: dict[Element, list[Person]] = {}
        for author in entry.iter(tag):
            person = _person(author)
            if person.surname:
                holders.setdefault(author.getparent(), []).append(person)
        if holders:
            return authors_of(next(iter(holders.values())))
    return Authors()


def _person(author: Element) -> Person:
    """Return who an <author> is, without a surname where it is an affiliation only."""
    surname: str | None = None
    given = []
    for element in author.iter("surname", "forename"):
        if element.tag == "forename":
            given.append(text_of(element))
        elif surname is None:
            surname = text_of(element)
    if surname:
        return person_of(surname, " ".join(given))
    name = first_text(author, "orgName", "persName")
    return Person(name or ("" if len(author) else text_of(author)))


def year_of(entry: Element | None) -> str:
    """Return the year of publication, else what is printed for it."""
    printed = ""
    for date in entry.iter("date") if entry is not None else ():
        text = date.get("when") or text_of(date)
        if match := _YEAR.search(text):
            return match[0]
        printed = printed or text
    return printed


def identifiers_of(entry: Element | None) -> dict[str, str]:
    """Return the first identifier of each kind that an entry has, "" where there is none."""
    values = dict.fromkeys(KINDS, "")
    for idno in entry.iter("idno") if entry is not None else ():
        text = text_of(idno).rstrip(".,;")
        kind, value = identifier(idno.get("type"), _CATEGORY.sub("", text))
        if kind and not values[kind]:
            values[kind] = value
    return values


def _work(entry: Element, number: int) -> CitedWork:
    notes = entry.iterchildren("note")
    raw = next((text_of(note) for note in notes if note.get("type") == "raw_reference"), "")
    ids = identifiers_of(entry)
    if not any(ids.values()):
        addresses = (pointer.get("target", "") for pointer in entry.iter("ptr"))
        ids |= identifiers_in_links(addresses) or identifiers_in_text(raw)
    titles: dict[tuple[str, str], str] = {}
    for element in entry.iter("title"):
        if text := text_of(element):
            titles.setdefault((element.getparent().tag, element.get("level", "")), text)
    title = next((titles[level] for level in _TITLES if level in titles), "")
    source = next((titles[level] for level in _SOURCES if level in titles), "")
    authors, year = authors_in(entry), year_of(entry)
    composed = _composed(entry, authors.first, year, title, source if source != title else "")
    label = text_of(next(entry.iterchildren("label"), None)) or entry.get("n", "")
    label = label or printed_label(raw)
    name = entry.get(_ID, "")
    return cited_work(name, number, label, ids, authors, year, title, source, raw or composed)


def _composed(entry: Element, *parts: str) -> str:
    """Return a reference as text where the file has no text of it: parts, volume, pages."""
    scopes = []
    for scope in entry.iter("biblScope"):
        ends = filter(None, (scope.get("from"), scope.get("to")))
        scopes.append(text_of(scope) or "-".join(ends))
    return ". ".join(filter(None, (*parts, *scopes)))
