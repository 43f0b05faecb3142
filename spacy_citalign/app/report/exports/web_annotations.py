"""Citances and aligned words as W3C Web Annotations, in JSON-LD.

An annotation of a citance links a sentence of the citing article to the cited work, one of a class
tags the words of all citances that say the same with their most frequent wording. Where it is known
why the article cites the work, a second body classifies that by a property of CiTO, the Citation
Typing Ontology: see ``_cito``. A target names
the article and selects twice: by characters of its text as it was read, each code point one, and
by the words themselves with what stands around them. The text of an article is that of
``Article.text``: paragraphs with a newline between them.
"""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from ....schema import Article, Citance, WorkAnswer, member_position
from ..citing_articles import part_of
from .references import address_of

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_CITO = "http://purl.org/spar/cito/"
_AROUND = 32  # characters of a sentence before and behind words
Record = dict[str, Any]
_json = partial(json.dumps, ensure_ascii=False)


def annotations_text(groups: Iterable[WorkAnswer], label: str) -> Iterator[str]:
    """Yield pieces of a file: an ``AnnotationCollection`` with all annotations in its first page.

    Args:
        groups: are read one by one.
        label: what the collection is called.
    """
    collection = _name("collection", label)
    head = {"@context": _CONTEXT, "id": collection, "type": "AnnotationCollection", "label": label}
    page = {"id": _name("page", label), "type": "AnnotationPage", "partOf": collection}
    yield f'{_json(head)[:-1]}, "first": {_json(page)[:-1]}, "startIndex": 0, "items": ['
    total = 0
    for group in groups:
        for annotation in annotations_of(group):
            yield f"{',' if total else ''}\n{_json(annotation)}"
            total += 1
    yield f'\n]}}, "total": {total}}}\n'


def annotations_of(group: WorkAnswer) -> Iterator[Record]:
    """Yield an annotation for each citance, and for each class that has words in one."""
    body = _body(group)
    known = _cito(group)
    for place, citance in enumerate(group.citances):
        name = group.key, citance.article_name, citance.id, citance.start
        target = _target(citance, 0, len(citance.text))
        annotation = _annotation("citance", name, "linking", body, target)
        if place in known:
            why = {"type": "SpecificResource", "purpose": "classifying"}
            bodies = [body, why | {"source": _CITO + known[place]}]
            annotation |= {"motivation": ["linking", "classifying"], "body": bodies}
        yield annotation
    for one in group.classes:
        if one.members and one.wordings:
            targets = [
                _target(group.citances[member.place], member.start, member.end)
                for member in sorted(one.members, key=member_position)
            ]
            tag = _textual("tagging", one.wordings[0])
            yield _annotation("class", (group.key, one.name), "tagging", tag, targets)


def _annotation(
    kind: str, name: Iterable[Any], motivation: str, body: Record, target: Record | list[Record]
) -> Record:
    return {
        "id": _name(kind, *name),
        "type": "Annotation",
        "motivation": motivation,
        "body": body,
        "target": target,
    }


def _cito(group: WorkAnswer) -> dict[int, str]:
    """Return the properties of CiTO by the numbers of the citances that are surely cited for that.

    ``disagreesWith``: the author is told to differ from the work; a third work that does says
    nothing of the citing article. ``citesForInformation``: it says, outside of methods, what
    several say of a finding or a review and none says the reverse of, and it does not differ,
    compare, or look out of place.
    """
    known: dict[int, str] = {}
    if group.comparing is not None and group.kind in ("finding", "review"):
        unsure = {one.place for one in (*group.differing, *group.comparing, *(group.odd or ()))}
        sides = (side for one in group.directions or () for side in one.sides)
        unsure.update(place for side in sides for place in side.places)
        agreed = [one for one in group.statements or () if not one.contrary]
        for place in {place for statement in agreed for place in statement.places} - unsure:
            if part_of(group.citances[place].section or "") != "Methods":
                known[place] = "citesForInformation"
    for one in group.differing:
        if one.who == "author":
            known[one.place] = "disagreesWith"
    return known


def _body(group: WorkAnswer) -> Record:
    """Return the cited work: its address, or what is known of it as text."""
    author, year, title = map(group.cited.text_of, ("first_author", "year", "title"))
    known = ". ".join(filter(None, (" ".join(filter(None, (author, year))), title))) or group.key
    if address := address_of(group.cited):
        return {"id": address, "type": "Text", "label": known}
    return _textual("linking", known)


def _textual(purpose: str, value: str) -> Record:
    return {"type": "TextualBody", "purpose": purpose, "format": "text/plain", "value": value}


def _target(citance: Citance, start: int, end: int) -> Record:
    """Return the half-open characters of a citance as a part of its article."""
    text = citance.text
    before, behind = (citance.prefix or "") + text[:start], text[end:] + (citance.suffix or "")
    quoted = {
        "type": "TextQuoteSelector",
        "exact": text[start:end],
        "prefix": before[-_AROUND:] if before else "",
        "suffix": behind[:_AROUND],
    }
    selectors: list[Record] = [{name: value for name, value in quoted.items() if value}]
    # Of an article that nobody knows the sentence is all there is.
    offset = citance.start if citance.article_name else 0
    if offset is not None:
        place = {"start": offset + start, "end": offset + end}
        selectors.insert(0, {"type": "TextPositionSelector", **place})
    return {"type": "SpecificResource", "source": _source(citance), "selector": selectors}


def _source(citance: Citance) -> Record:
    """Return the citing article: its address, or a relative one of its name."""
    name = citance.article_name or citance.id
    article = citance.article or Article()
    address = address_of(article) or f"./{quote(name, safe='', errors='replace')}"
    title = article.text_of("title")
    return {"id": address, "type": "Text"} | ({"label": title} if title else {})


def _name(kind: str, *parts: Any) -> str:
    """Return the name of something, the same in all files."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, json.dumps([kind, *parts]))}"
