"""Citances and aligned words as W3C Web Annotations, in JSON-LD.

An annotation of a citance links a sentence of the citing article to the cited work, one of a class
tags the words of all citances that say the same with their most frequent wording. A target names
the article and selects twice: by characters of its text as it was read, each code point one, and
by the words themselves with what stands around them. The text of an article is that of
``Article.text``: paragraphs with a newline between them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from ..row_values import text_of
from .groups import AlignedClass, CitingSentence, Group, whole_characters
from .references import address_of

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_AROUND = 32  # characters of a sentence before and behind words
Record = dict[str, Any]


def annotations_text(groups: Iterable[Group], *, label: str) -> Iterator[str]:
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


def annotations_of(group: Group) -> Iterator[Record]:
    """Yield an annotation for each citance, and for each class that has words in one."""
    body = _body(group)
    for citance in group.citances:
        yield _annotation(
            "citance",
            (group.key, citance.article, citance.id, citance.start),
            "linking",
            body,
            _target(citance, 0, len(citance.text)),
        )
    for one in group.classes:
        if one.members and one.wordings:
            targets = [
                _target(group.citances[member.place], member.start, member.end)
                for member in one.members
            ]
            yield _annotation("class", (group.key, one.name), "tagging", _tag(one), targets)


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


def _body(group: Group) -> Record:
    """Return the cited work: its address, or what is known of it as text."""
    author, year, title = (text_of(group.cited.get(n)) for n in ("first_author", "year", "title"))
    known = ". ".join(filter(None, (" ".join(filter(None, (author, year))), title))) or group.key
    if address := address_of(group.cited):
        return {"id": address, "type": "Text", "label": whole_characters(known)}
    value = whole_characters(known)
    return {"type": "TextualBody", "purpose": "linking", "format": "text/plain", "value": value}


def _tag(one: AlignedClass) -> Record:
    value = whole_characters(one.wordings[0])
    return {"type": "TextualBody", "purpose": "tagging", "format": "text/plain", "value": value}


def _target(citance: CitingSentence, start: int, end: int) -> Record:
    """Return the half-open characters of a citance as a part of its article."""
    text = citance.text
    before, behind = citance.prefix + text[:start], text[end:] + citance.suffix
    quoted = {
        "type": "TextQuoteSelector",
        "exact": text[start:end],
        "prefix": before[-_AROUND:] if before else "",
        "suffix": behind[:_AROUND],
    }
    selectors: list[Record] = [{name: value for name, value in quoted.items() if value}]
    is_whole = not citance.article  # of an article that nobody knows the sentence is all there is
    offset = 0 if is_whole else citance.start
    if offset is not None:
        place = {"start": offset + start, "end": offset + end}
        selectors.insert(0, {"type": "TextPositionSelector", **place})
    return {"type": "SpecificResource", "source": _source(citance), "selector": selectors}


def _source(citance: CitingSentence) -> Record:
    """Return the citing article: its address, or a relative one of its name."""
    name = citance.article or citance.id
    address = address_of(citance.about) or f"./{quote(name, safe='', errors='replace')}"
    title = whole_characters(text_of(citance.about.get("title")))
    return {"id": address, "type": "Text"} | ({"label": title} if title else {})


def _name(kind: str, *parts: Any) -> str:
    """Return the name of something, the same in all files."""
    known = json.dumps([kind, *parts])
    return f"urn:uuid:{uuid5(NAMESPACE_URL, known)}"


def _json(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)
