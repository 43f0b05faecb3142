"""The reference list of an article in JATS: cited works with all their identifiers."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from ....corpora.xml_files import Element, collapse_spaces, text_of, texts
from ....words.identifiers import KINDS, identifier, identifiers_in_links, identifiers_in_text
from ...article_parts.assembly import cited_work
from ...article_parts.people import Person, authors_of, person_of, written_author, written_year
from ...articles import CitedWork, References

_HREF = "{http://www.w3.org/1999/xlink}href"
_AUTHOR, _OTHERS = "author", "editor"
_NAMES = {"name", "string-name", "collab"}
_ALTERNATIVE_NAMES = {"name-alternatives", "collab-alternatives"}
_MEMBERS = {"contrib-group", "person-group"}  # of a collaboration
_ALTERNATIVES = "citation-alternatives"
_CITATIONS = {"element-citation", "mixed-citation", "nlm-citation", "citation", _ALTERNATIVES}
_TITLES = ("article-title", "chapter-title", "part-title", "data-title", "source", "trans-title")
# What an element of a citation is; plain numbers, since every element is asked.
_FIELD, _PEOPLE, _IDENTIFIER, _LABEL = range(1, 5)
_ROLES = {
    **dict.fromkeys([*_TITLES, "year"], _FIELD),
    **dict.fromkeys(["person-group", *_NAMES, *_ALTERNATIVE_NAMES], _PEOPLE),
    **dict.fromkeys("pub-id ext-link uri object-id article-id".split(), _IDENTIFIER),
    "label": _LABEL,
}
_NUMBERED = re.compile(r"\W*([0-9]{1,6})\W*")
_YEAR = re.compile("[0-9]{4}")


def people_in(element: Element) -> Iterator[Person]:
    """Yield the people and collaborations that an element names, each once."""
    if element.tag in _NAMES:
        person = _person(element)
        if person.surname:
            yield person
    else:
        people = chain.from_iterable(map(people_in, element))
        yield from islice(people, 1) if element.tag in _ALTERNATIVE_NAMES else people


def _person(element: Element) -> Person:
    surname = None if element.tag == "collab" else next(element.iter("surname"), None)
    if surname is not None:
        given = next(element.iter("given-names"), None)
        return person_of(text_of(surname), text_of(given))
    if any(child.tag in _MEMBERS for child in element):
        return Person(collapse_spaces(element.text or "").strip(" "))
    return Person(text_of(element))


def read_references(root: Element) -> References:
    """Return the entries of all reference lists of an article in order."""
    references = References([], {}, [], {})
    works, by_id = references.works, references.by_id
    inner: dict[str, int] = {}  # works by the id of a citation in an entry
    for number, entry in enumerate(root.iter("ref"), start=1):
        first, name = len(works), entry.get("id", "")
        label = text_of(next(entry.iterchildren("label", reversed=True), None))
        for citation in [child for child in entry if child.tag in _CITATIONS] or [entry]:
            if citation is not entry and citation.get("id"):
                inner.setdefault(citation.get("id"), len(works))
            works.append(_work(citation, name, number, label))
        references.entries.append(range(first, len(works)))
        if name:
            by_id.setdefault(name, [*references.entries[-1]])
        digits = _NUMBERED.fullmatch(label)
        if digits:
            references.labels.setdefault(int(digits[1]), number - 1)
    if inner:
        marked = {name for mark in root.iter("xref") for name in mark.get("rid", "").split()}
        for name, work in inner.items():
            by_id.setdefault(name, [work])
            if name in marked or not works[work].id:
                works[work] = works[work]._replace(id=name)
    return references


def _work(citation: Element, name: str, number: int, label: str) -> CitedWork:
    fields: dict[str, str] = {}
    people: dict[str, list[Person]] = {}
    # Alternatives say the same in several ways: all identifiers, but text and people of the first.
    versions: list[Element] = list(citation) if citation.tag == _ALTERNATIVES else [citation]
    text = ""
    for version in versions:
        pieces: list[str] = []
        named: dict[str, list[Person]] = {}
        _gather(version, fields, named, pieces)
        people = named | people
        text = text or collapse_spaces("".join(pieces)).strip(" ")
    if not any(fields.get(kind) for kind in KINDS):
        fields |= identifiers_in_text(text)
    year = _YEAR.search(fields.get("year", ""))
    title = next((fields[tag] for tag in _TITLES if fields.get(tag)), "")
    authors = authors_of(people.get(_AUTHOR) or people.get(_OTHERS) or ())
    if not title:  # a reference of words alone, or nearly so
        authors = authors or authors_of([Person(written_author(text))])
        fields["year"] = fields.get("year") or written_year(text)
    return cited_work(
        name,
        number,
        fields.get("label") or label,
        fields,
        authors,
        year[0] if year else fields.get("year", ""),
        title,
        fields.get("source", ""),
        text,
    )


def _gather(
    element: Element, fields: dict[str, str], people: dict[str, list[Person]], pieces: list[str]
) -> None:
    """Append the text of a citation to ``pieces``, and put its parts into ``fields``.

    A blank stands between two elements where the file has nothing between them. ``people`` takes
    authors and others.
    """
    if element.text:
        pieces.append(element.text)
    for child in element:
        role = _ROLES.get(child.tag)
        if role is None and not len(child):
            if child.text:
                pieces.append(child.text)
        elif role == _FIELD:
            text = "".join(texts(child)) if len(child) else child.text or ""
            if not fields.get(child.tag):
                fields[child.tag] = collapse_spaces(text).strip(" ")
            pieces.append(text)
        elif role == _PEOPLE:
            kind = child.get("person-group-type", _AUTHOR)
            if named := [*people_in(child)]:
                people.setdefault(_AUTHOR if kind == _AUTHOR else _OTHERS, []).extend(named)
            pieces.append(" ".join(texts(child)))
        elif role == _IDENTIFIER:
            text = text_of(child)
            kind, value = identifier(child.get("pub-id-type") or child.get("ext-link-type"), text)
            linked = {kind: value} if kind else identifiers_in_links([child.get(_HREF) or text])
            fields.update(linked | fields)
            pieces.append(text)
        elif role == _LABEL:
            fields["label"] = text_of(child)
        else:
            _gather(child, fields, people, pieces)
        pieces.append(child.tail or " ")
