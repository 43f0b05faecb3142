"""The reference list of a full text in TEI."""

import re

from ....corpora.xml_files import Element, first_text, text_of
from ...articles import CitedWork
from ...identifiers import KINDS, identifiers, identifiers_in_text
from ...passages import References

ID = "{http://www.w3.org/XML/1998/namespace}id"
_YEAR = re.compile("(?:1[5-9]|20)[0-9]{2}")
_TITLES = ('analytic/title[@level="a"]', "analytic/title", "monogr/title")
_SOURCES = ('monogr/title[@level="j"]', 'monogr/title[@level="m"]')
_AUTHORS = ("analytic/author", "monogr/author", "monogr/editor", "analytic/editor")


def read_references(root: Element) -> References:
    """Return the entries of the reference lists in order."""
    references = References([], {}, [], {})
    entries = (entry for listed in root.iter("listBibl") for entry in listed.iter("biblStruct"))
    for number, entry in enumerate(entries):
        references.works.append(_work(entry, number + 1))
        references.entries.append(range(number, number + 1))
        if name := entry.get(ID):
            references.by_id[name] = [number]
    return references


def first_surname(entry: Element | None) -> str:
    """Return the surname of the first author, else an organisation, else "" ; "" of no entry."""
    for path in _AUTHORS if entry is not None else ():
        for author in entry.iterfind(path):
            name = first_text(author, "persName/surname", "orgName", "persName", "surname")
            if name or (name := text_of(author)):
                return name
    return ""


def year_of(entry: Element | None) -> str:
    """Return the year of publication, "" where none is told."""
    if entry is None:
        return ""
    for date in entry.iter("date"):
        for text in (date.get("when"), text_of(date)):
            if text and (match := _YEAR.search(text)):
                return match[0]
    return ""


def _work(entry: Element, number: int) -> CitedWork:
    ids = identifiers(entry.iter("idno"), "type")
    raw = first_text(entry, 'note[@type="raw_reference"]')
    author, year, title = first_surname(entry), year_of(entry), first_text(entry, *_TITLES)
    source = first_text(entry, *_SOURCES)
    if not any(ids.values()):
        ids |= identifiers_in_text(raw)
    return CitedWork(
        id=entry.get(ID, ""),
        number=number,
        label="",
        **{kind: ids[kind] for kind in KINDS},
        first_author=author,
        year=year,
        title=title,
        source="" if source == title else source,
        text=raw or ". ".join(filter(None, (author, year, title, source))),
    )
