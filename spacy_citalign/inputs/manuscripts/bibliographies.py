"""Bibliographies in CSL-JSON, as Zotero and Pandoc write them: a list of items."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...corpora.io import WIDE, decode_text, is_wide, read_bytes
from ...errors import InputError, printable
from ...words.identifiers import identifier, identifiers_in_links
from ..article_parts.assembly import cited_work
from ..article_parts.people import Authors, Person, authors_of, person_of
from ..articles import CitedWork
from .bibtex import read_bibtex
from .records import Bibliography, Fault

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_TAGS = re.compile(r"</?[A-Za-z][^<>]{0,60}>")
_NEEDS = 'give a list of items of CSL-JSON: [{"id": "zork2004", "title": "...", "DOI": "..."}, ...]'


def read_csl(text: str, name: str) -> Bibliography:
    """Return the works of a bibliography; ``name`` is what faults call it.

    Raises:
        InputError: it is no JSON, or no list of items; the message begins with the name.
    """
    try:
        items = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        reason = getattr(error, "msg", "it is nested too deep")
        raise InputError(f"{name}{where}: is no JSON ({reason}); {_NEEDS}") from error
    if isinstance(items, dict):
        items = items.get("items", items.get("references"))
    if not isinstance(items, list):
        raise InputError(f"{name} has no list of items; {_NEEDS}")
    works: dict[str, CitedWork] = {}
    faults = []
    for number, item in enumerate(items, 1):
        key = _text(item, "citation-key") or _text(item, "id") if isinstance(item, dict) else ""
        if not key:
            message = f"item {number} has no id; give it one"
            faults.append(Fault("broken", name, 0, 0, "", message))
        elif key in works:
            message = f"the key {key!r} is there again (item {number}); the first counts"
            faults.append(Fault("repeated", name, 0, 0, key, message))
        else:
            works[key] = _work(key, len(works) + 1, item)
    return Bibliography([*works.values()], faults)


def _work(key: str, number: int, item: Mapping[str, Any]) -> CitedWork:
    """Return an item as a cited work."""
    title, container = _text(item, "title"), _text(item, "container-title")
    authors = _authors(item.get("author") or item.get("editor"))
    year = _year(item.get("issued"))
    said = {"arxiv": _text(item, "number") or _text(item, "archive_location")}
    said |= {kind: _text(item, kind.upper()) for kind in ("doi", "pmid", "pmcid")}
    links = identifiers_in_links([_text(item, "URL"), _text(item, "note")])
    ids = links | dict(identifier(kind, text) for kind, text in said.items())
    parts = (", ".join(authors.surnames), year, title, container)
    text = ". ".join(filter(None, parts))
    return cited_work(key, number, "", ids, authors, year, title or container, container, text)


def _text(item: Mapping[str, Any], field: str) -> str:
    """Return a field as a line of text, "" where it is none."""
    value = item.get(field)
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(_TAGS.sub("", str(value)).split())


def _authors(value: Any) -> Authors:
    people = []
    for one in value if isinstance(value, list) else ():
        if isinstance(one, dict):
            particle = _text(one, "non-dropping-particle")
            family = f"{particle} {_text(one, 'family')}".strip()
            literal = Person(_text(one, "literal"))
            people.append(person_of(family, _text(one, "given")) if family else literal)
    return authors_of(people)


def _year(issued: Any) -> str:
    """Return the year of a date: {"date-parts": [[2004, 5]]}, {"raw": "May 2004"}, "2004"."""
    if isinstance(issued, dict):
        parts = issued.get("date-parts")
        while isinstance(parts, list) and parts:
            parts = parts[0]
        written = [parts, issued.get("raw"), issued.get("literal"), issued.get("year")]
        issued = next((one for one in written if isinstance(one, str | int) and one), "")
    match = _YEAR.search(str(issued)) if isinstance(issued, str | int) else None
    return match[0] if match else ""


_MAX_SIZE = 50_000_000  # bytes of a file; what is read takes fifteen times as much memory


def read_bibliography(source: Path | bytes, name: str = "") -> Bibliography:
    """Return the works of a bibliography in BibTeX or CSL-JSON.

    Args:
        source: a file, or its content.
        name: what errors and faults call it; by default the path.

    Raises:
        InputError: it cannot be read, is not UTF-8, or is neither.
    """
    name = name or ("the bibliography" if isinstance(source, bytes) else printable(source))
    text = read_source(source, name)
    begin = text[:1_000].lstrip()
    if begin.startswith(("[", '{"')) or begin.removeprefix("{").lstrip().startswith('"'):
        return read_csl(text, name)
    found = read_bibtex(text, name)
    if not found.works and not found.faults and text.strip():
        raise InputError(f"{name} has no entry of BibTeX, and is no CSL-JSON; give either")
    return found


def read_source(source: Path | bytes, name: str) -> str:
    """Return a text in UTF-8, with line feeds, without a byte order mark and without zeros.

    Raises:
        InputError: it cannot be read, is too large, or not UTF-8; the message has the name.
    """
    content = read_bytes(source, name=name, most_bytes=_MAX_SIZE)
    if is_wide(content):
        raise InputError(f"{name} {WIDE}")
    try:
        text = decode_text(content.removeprefix(BOM_UTF8))
    except InputError as error:
        raise InputError(f"{name} {error}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")
