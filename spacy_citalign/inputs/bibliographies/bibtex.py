"""Bibliographies in BibTeX and BibLaTeX.

bibtexparser 2 reads them: it goes on behind a broken entry and says the line of each, in time that
grows with the length. An entry that names another by ``crossref`` has what that says besides.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ...errors import one_line
from ...words.identifiers import KINDS, identifier, identifiers_in_links, identifiers_in_text
from ..articles import CitedWork
from ..assembly import cited_work
from ..manuscripts.latex_words import plain_latex
from .names import bibtex_authors
from .records import Bibliography, Fault

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_CONTAINERS = ("journal", "journaltitle", "booktitle", "maintitle", "series", "publisher")
_WITH_LINKS = ("url", "howpublished", "note", "eprint", "link")
# Values that "#" joins, and each of them.
_PARTS = r"(?:\"[^\"]{0,500}\"|\{[^{}]{0,500}\}|[A-Za-z][\w.:+-]{0,60})"
_JOINED = re.compile(rf"{_PARTS}(?:\s{{0,20}}#\s{{0,20}}{_PARTS}){{1,20}}")
_PART = re.compile(_PARTS)
_LONGEST = 2_000  # characters of a field that are read
_SHOWN = 200  # characters of a reason
_BEGIN = re.compile(r"\s{0,9}@\s{0,9}\w{1,99}\s{0,9}[{(]\s{0,9}([^\s,{}()=]{1,200})\s{0,9},")


def read_bibtex(text: str, name: str) -> Bibliography:
    """Return the works of a bibliography; ``name`` is what faults call it.

    Entries of which the key was there before are left out, as are those that cannot be read.
    """
    from bibtexparser.entrypoint import parse_string

    with _silent():
        library = parse_string(text)
    faults = [_fault(block, name) for block in library.failed_blocks]
    entries = [*library.entries]
    for block in library.failed_blocks:  # with two fields of one name, the rest is right
        entry = getattr(block, "ignore_error_block", None)
        if type(block).__name__ == "DuplicateFieldKeyBlock" and entry is not None:
            entries.append(entry)
    entries.sort(key=lambda entry: entry.start_line or 0)
    strings = {str(key).lower(): str(one.value) for key, one in library.strings_dict.items()}
    fields: dict[str, dict[str, str]] = {}
    for entry in entries:
        own: dict[str, str] = {}
        for field in entry.fields:
            own.setdefault(str(field.key).lower(), _joined(str(field.value)[:_LONGEST], strings))
        fields.setdefault(entry.key, own)
    by_low_key = {key.lower(): own for key, own in reversed(fields.items())}
    works = []
    for number, (key, own) in enumerate(fields.items(), 1):
        other = by_low_key.get(own.get("crossref", own.get("xdata", "")).lower(), {})
        if other:
            own = {**_inherited(other), **own}
        works.append(_work(key, number, own))
    return Bibliography(works, sorted(faults, key=lambda fault: fault.line))


def _joined(value: str, strings: Mapping[str, str]) -> str:
    """Return a value of which the parser leaves parts that "#" joins, as they are: ``a # " b"``."""
    if "#" not in value or not _JOINED.fullmatch(value):
        return value
    parts = [part[0] for part in _PART.finditer(value)]
    if not all(part[0] in '"{' or part.lower() in strings for part in parts):
        return value  # "C# and F#", of which the braces are gone
    words = (part[1:-1] if part[0] in '"{' else strings[part.lower()] for part in parts)
    return "".join(word.strip('"') for word in words)


@contextmanager
def _silent() -> Iterator[None]:
    """Let the parser log nothing: its faults are told here."""
    logger = logging.getLogger("bibtexparser")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


def _fault(block: Any, name: str) -> Fault:
    """Return what is wrong with a block."""
    line = (block.start_line or 0) + 1
    kind = type(block).__name__
    key = getattr(block, "key", "") or ""
    if kind == "DuplicateBlockKeyBlock":
        first = block.previous_block
        before = f" (first in line {first.start_line + 1})" if first is not None else ""
        return Fault(
            "repeated",
            name,
            line,
            0,
            key,
            f"the key {key!r} is there again{before}; the first counts",
        )
    if kind == "DuplicateFieldKeyBlock":
        key = getattr(block.ignore_error_block, "key", "") or ""
        repeated = ", ".join(sorted(block.duplicate_keys))
        return Fault(
            "broken",
            name,
            line,
            0,
            key,
            f"the entry {key!r} has {repeated} twice; the first counts",
        )
    reason = getattr(block.error, "abort_reason", "") or one_line(block.error)
    reason = one_line(ValueError(reason))[:_SHOWN].rstrip(". ")
    begun = _BEGIN.match(block.raw or "")
    key = begun[1] if begun else ""
    which = f"the entry {key!r}" if key else "an entry"
    return Fault("broken", name, line, 0, key, f"{which} cannot be read: {reason}; mend it")


def _inherited(other: Mapping[str, str]) -> dict[str, str]:
    """Return what an entry has of the one that it names: its title is that of the book."""
    taken = {key: value for key, value in other.items() if key not in ("doi", "crossref", "title")}
    if "title" in other:
        taken.setdefault("booktitle", other["title"])
    return taken


def _work(key: str, number: int, fields: Mapping[str, str]) -> CitedWork:
    """Return an entry as a cited work."""
    title, container = plain_latex(fields.get("title", "")), ""
    for name in _CONTAINERS:
        if name in fields:
            container = plain_latex(fields[name])
            break
    authors = bibtex_authors(fields.get("author") or fields.get("editor", ""))
    year = _YEAR.search(fields.get("year", "") or fields.get("date", ""))
    written = year[0] if year else plain_latex(fields.get("year", ""))
    parts = [", ".join(authors.surnames), written, title or container, container if title else ""]
    text = ". ".join(part for part in parts if part)
    return cited_work(
        key, number, "", _identifiers(fields), authors, written, title or container, container, text
    )


def _identifiers(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the identifiers that an entry has, those of its own fields first."""
    found: dict[str, str] = {}
    eprint = fields.get("eprint", "")
    archive = fields.get("eprinttype", fields.get("archiveprefix", "arxiv")).lower()
    listed = [(kind, fields.get(kind, "")) for kind in KINDS] + [("pmcid", fields.get("pmc", ""))]
    listed += [({"pubmed": "pmid"}.get(archive, archive), eprint)]
    for kind, value in listed:
        known, usual = identifier(kind, plain_latex(value).replace(" ", "")) if value else ("", "")
        if known:
            found.setdefault(known, usual)
    said = [plain_latex(fields[name]) for name in _WITH_LINKS if name in fields]
    written = identifiers_in_text(" ".join([*said, fields.get("journal", "")]))
    for kind, value in (identifiers_in_links(said) | written).items():
        found.setdefault(kind, value)
    return found
