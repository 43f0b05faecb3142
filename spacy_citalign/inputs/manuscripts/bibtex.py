"""Bibliographies in BibTeX and BibLaTeX.

bibtexparser 2 reads them: it goes on behind a broken entry and says the line of each, in time that
grows with the length. An entry that names another by ``crossref`` has what that says besides.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ...citations.references.fields import read_references
from ...errors import one_line
from ...words.identifiers import KINDS, identifier, identifiers_in_links, identifiers_in_text
from ..article_parts.assembly import cited_work
from ..article_parts.listed_references import work_of_entry
from ..article_parts.people import Authors, Person, authors_of, person_of
from ..articles import CitedWork
from .latex_words import plain_latex
from .records import Bibliography, Fault, FaultKind

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_CONTAINERS = ("journal", "journaltitle", "booktitle", "maintitle", "series", "publisher")
_WITH_LINKS = ("url", "howpublished", "note", "eprint", "link")
# Values that "#" joins, and each of them.
_PARTS = r"(?:\"[^\"]{0,500}\"|\{[^{}]{0,500}\}|[A-Za-z][\w.:+-]{0,60})"
_JOINED = re.compile(rf"{_PARTS}(?:\s{{0,20}}#\s{{0,20}}{_PARTS}){{1,20}}")
_PART = re.compile(_PARTS)
_TWO_FIELDS = "DuplicateFieldKeyBlock"
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
    failed: list[Any] = library.failed_blocks
    faults = [_fault(block, name) for block in failed]
    # With two fields of one name, the rest is right.
    mended = [one.ignore_error_block for one in failed if type(one).__name__ == _TWO_FIELDS]
    entries = sorted([*library.entries, *mended], key=lambda entry: entry.start_line or 0)
    strings = {str(key).lower(): str(one.value) for key, one in library.strings_dict.items()}
    fields: dict[str, dict[str, str]] = {}
    for entry in entries:
        own = {
            str(field.key).lower(): _joined(str(field.value)[:_LONGEST], strings)
            for field in reversed(entry.fields)  # of one name, the first counts
        }
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
    kind, key = type(block).__name__, getattr(block, "key", "") or ""
    if kind == "DuplicateBlockKeyBlock":
        first = block.previous_block
        before = f" (first in line {first.start_line + 1})" if first is not None else ""
        message = f"the key {key!r} is there again{before}; the first counts"
    elif kind == _TWO_FIELDS:
        key = getattr(block.ignore_error_block, "key", "") or ""
        repeated = ", ".join(sorted(block.duplicate_keys))
        message = f"the entry {key!r} has {repeated} twice; the first counts"
    else:
        reason = getattr(block.error, "abort_reason", "") or one_line(block.error)
        reason = one_line(ValueError(reason))[:_SHOWN].rstrip(". ")
        begun = _BEGIN.match(block.raw or "")
        key = begun[1] if begun else ""
        which = f"the entry {key!r}" if key else "an entry"
        message = f"{which} cannot be read: {reason}; mend it"
    fault: FaultKind = "repeated" if kind == "DuplicateBlockKeyBlock" else "broken"
    return Fault(fault, name, (block.start_line or 0) + 1, 0, key, message)


def _inherited(other: Mapping[str, str]) -> dict[str, str]:
    """Return what an entry has of the one that it names: its title is that of the book."""
    taken = {key: value for key, value in other.items() if key not in ("doi", "crossref", "title")}
    if "title" in other:
        taken.setdefault("booktitle", other["title"])
    return taken


def _work(key: str, number: int, fields: Mapping[str, str]) -> CitedWork:
    """Return an entry as a cited work."""
    title = plain_latex(fields.get("title", ""))
    container = plain_latex(next((fields[name] for name in _CONTAINERS if name in fields), ""))
    authors = bibtex_authors(fields.get("author") or fields.get("editor", ""))
    year = _YEAR.search(fields.get("year", "") or fields.get("date", ""))
    written = year[0] if year else plain_latex(fields.get("year", ""))
    parts = [", ".join(authors.surnames), written, title or container, container if title else ""]
    text = ". ".join(filter(None, parts))
    return cited_work(
        key, number, "", _identifiers(fields), authors, written, title or container, container, text
    )


def _identifiers(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the identifiers that an entry has, those of its own fields first."""
    eprint = fields.get("eprint", "")
    archive = fields.get("eprinttype", fields.get("archiveprefix", "arxiv")).lower()
    listed = [(kind, fields.get(kind, "")) for kind in KINDS] + [("pmcid", fields.get("pmc", ""))]
    listed += [({"pubmed": "pmid"}.get(archive, archive), eprint)]
    own = [identifier(kind, plain_latex(value).replace(" ", "")) for kind, value in listed]
    said = [plain_latex(fields[name]) for name in _WITH_LINKS if name in fields]
    written = identifiers_in_text(" ".join([*said, fields.get("journal", "")]))
    return identifiers_in_links(said) | written | dict(reversed(own))


_AND = re.compile(r"[{}]|\s(?i:and)(?=\s)")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)


def bibtex_authors(text: str) -> Authors:
    r"""Return the people of a field ``author``; "and others" is nobody.

    >>> people = bibtex_authors(r'M{\"u}ller, J{\"o}rg and Anna van der Meer and {Frogs and Toads}')
    >>> people.surnames, people.given
    (('Müller', 'van der Meer', 'Frogs and Toads'), ('Jörg', 'Anna', ''))
    >>> bibtex_authors("Zork, Jr., A. B. and others").surnames
    ('Zork',)
    """
    return authors_of(_person(name) for name in _names(text))


def _names(text: str) -> Iterator[str]:
    """Yield the names that "and" divides outside of braces."""
    depth = start = 0
    for match in _AND.finditer(text):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth <= 0:
            yield text[start : match.start()].strip()
            start = match.end()
    yield text[start:].strip()


def _person(name: str) -> Person:
    if name.startswith("{") and name.endswith("}") and "{" not in name[1:].replace("{\\", ""):
        return Person(plain_latex(name))
    parts = [plain_latex(part) for part in name.split(",")]
    if len(parts) > 1:
        given = parts[-1] if len(parts) > 2 and _SUFFIX.fullmatch(parts[1]) else parts[1]
        return person_of(parts[0], given)
    words = parts[0].split()
    if not words or words == ["others"]:
        return Person("")
    small = next((n for n, word in enumerate(words[:-1]) if n and word[0].islower()), None)
    last = len(words) - 1 if small is None else small
    return person_of(" ".join(words[last:]), " ".join(words[:last]))


_ITEM = re.compile(
    r"\\(?:bibitem|harvarditem|bibitemdeclare)\s{0,3}(?:\[(?:[^\[\]{}]|\{[^{}]{0,300}\}){0,500}\])?"
    r"\s{0,3}\{([^{}]{1,300})\}"
)
_LINK = re.compile(r"\\href(?:@noop)?\s{0,3}\{([^{}]{0,1000})\}|\\doi\s{0,3}\{([^{}]{0,300})\}")
_FIELD = re.compile(r"\\bib(?:info|field)\s{0,3}\{[^{}]{0,100}\}|\\(?:natexlab|enquote)\b")
_LONGEST_ITEM = 4_000  # characters of an entry


def read_item_list(lists: Sequence[str]) -> list[CitedWork]:
    r"""Return the works of lists, ``id`` of each its key.

    >>> [work] = read_item_list([r"{9} \bibitem{zork} A. Zork. \emph{Calls of frogs}. 2004."])
    >>> work.id, work.first_author, work.year
    ('zork', 'Zork', '2004')
    """
    items = [item for text in lists for item in _items(text)]
    read = read_references([text for _, text in items])
    return [
        work_of_entry(number, "", reference)._replace(id=key)
        for number, ((key, _), reference) in enumerate(zip(items, read, strict=True), 1)
    ]


def _items(text: str) -> Iterator[tuple[str, str]]:
    """Yield the key and the words of each entry."""
    matches = [*_ITEM.finditer(text)]
    for number, match in enumerate(matches):
        end = matches[number + 1].start() if number + 1 < len(matches) else len(text)
        words = _LINK.sub(_written_link, text[match.end() : min(end, match.end() + _LONGEST_ITEM)])
        words = plain_latex(_FIELD.sub("", words))
        if words:
            yield match[1].strip(), words


def _written_link(match: re.Match[str]) -> str:
    return f" doi: {match[2]} " if match[2] else f" {match[1]} "
