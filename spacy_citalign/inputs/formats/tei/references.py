"""The reference list of a full text in TEI."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from ....corpora.xml_files import Element, first_text, text_of
from ....words.identifiers import identifiers_in_links, identifiers_in_text
from ...article_parts.assembly import cited_work, identifiers, listed_works
from ...article_parts.people import Authors, Person, authors_of, person_of
from ...articles import CitedWork, References

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
    surname = text_of(next(author.iter("surname"), None))
    if surname:
        return person_of(surname, " ".join(map(text_of, author.iter("forename"))))
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
    elements = () if entry is None else entry.iter("idno")
    return identifiers(elements, "type", lambda text: _CATEGORY.sub("", text.rstrip(".,;")))


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


_MAX = 999  # larger numbers are years
_PRINTED = re.compile(r"\[(\w{1,12})\]|([0-9]{1,3})[.)](?= )")


def printed_label(text: str) -> str:
    """Return the label at the beginning of a reference, "" where there is none.

    >>> printed_label("[12] Lee. Frogs."), printed_label("7. Lee. Frogs."), printed_label("Lee.")
    ('12', '7', '')
    """
    match = _PRINTED.match(text)
    return (match[1] or match[2]) if match else ""


def numbers_of(marks: Mapping[tuple[int, str], int], references: References) -> dict[int, int]:
    """Return the positions of entries, from 0, by their printed numbers.

    Args:
        marks: how many marks have a plain number and name an id, by number and id.
        references: the reference list.
    """
    known: dict[int, int] = {}
    for (number, name), _ in sorted(marks.items(), key=lambda vote: -vote[1]):
        for index in references.by_id.get(name, ()) if number <= _MAX else ():
            known.setdefault(number, references.works[index].number - 1)
    for position, work in enumerate(references.works):
        if work.label.isdecimal() and len(work.label) <= 3:
            known[int(work.label)] = position
    if not known:
        return known
    anchors = sorted(known.items())
    usual = Counter(position - number for number, position in anchors).most_common(1)[0][0]
    for (low, first), (high, last) in pairwise(anchors):
        if last - first == high - low:
            known |= zip(range(low, high), range(first, last), strict=True)
    (low, first), (high, last) = anchors[0], anchors[-1]
    if first - low == usual:
        known |= ((number, number + usual) for number in range(1, low) if number + usual >= 0)
    if last - high == usual:
        size = len(references.entries)
        known |= ((number, number + usual) for number in range(high + 1, size - usual))
    return known
