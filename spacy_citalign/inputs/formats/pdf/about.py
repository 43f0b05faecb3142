"""What an article is: its authors, its year, its identifiers, from the first page and the file."""

import re
from collections.abc import Mapping, Sequence

from ....words.identifiers import identifiers_in_text
from ...assembly import About
from ...marks import SUP, SUP_END
from ...people import Authors, Person, authors_of, person_of
from .blocks import Block
from .front import LISTS, PLACE

_RAISED = re.compile(f"{SUP}[^{SUP_END}]{{0,80}}{SUP_END}")
_SIGNS = re.compile(r"[*\u2217\u2020\u2021\u00a7\u00b6#\u2709\d|]|\(\w{1,3}\)")
_BETWEEN = re.compile(
    r"\s{0,3}[,;]\s{0,3}(?:and\s|&\s)?|\s(?:and|&)\s|\s{0,2}[\u00b7\u2022]\s{0,2}"
)
_NAME = re.compile(r"[^\W\d_][\w'\u2019.\u2010-]{0,30}(?:\s[^\W\d_][\w'\u2019.\u2010-]{0,30}){1,5}")
_INITIALS = re.compile(r"(?:[A-Z]\.?[ -]?){1,4}")
_PARTICLE = re.compile(
    r"van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ten|ter", re.IGNORECASE
)
_SMALLER = 0.6  # points: what is smaller than the names are are their affiliations
_MOST_CHARACTERS = 4_000  # of the names
_FOUR = r"\b((?:19|20)\d\d)\b"
_VOLUME = r"\bvol(?:ume)?\.?\s?\d{1,4}"
# By what stands beside a year, the surest first.
_YEARS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_FOUR}[,;:.]?\s{{0,2}}(?:vol(?:ume)?\.?\s?)?\d{{1,4}}\s?(?:\(\d{{1,4}}\)|[:,]\s?\w?\d)",
        r"\b\d{1,4}\s{0,2}\(((?:19|20)\d\d)\)[,:]?\s{0,2}[A-Za-z]?\d{1,6}\s?[\u2013-]\s?[A-Za-z]?\d",
        rf"{_VOLUME}[^\n]{{0,30}}?{_FOUR}",
        rf"{_FOUR}[^\n]{{0,30}}?{_VOLUME}",
        rf"\bpublished(?:\sonline)?\b[^\n]{{0,40}}?{_FOUR}",
        rf"(?:\u00a9|\(c\)|copyright)[^\n]{{0,60}}?{_FOUR}",
        rf"\baccepted\b[^\n]{{0,40}}?{_FOUR}",
    )
]
_DATE = re.compile(r"D:((?:19|20)\d\d)")
_BARE_DOI = re.compile(r"(?<![\w/.])10\.\d{4,9}/[^\s,;\"<>]{3,100}")
_NO_TITLE = re.compile(
    r"microsoft word|untitled|\.(?:docx?|dvi|fm|qxd|indd|pdf|tex)\b|\d\.\.\d", re.IGNORECASE
)


def about_article(
    title: str, following: Sequence[Block], first_lines: Sequence[str], metadata: Mapping[str, str]
) -> tuple[About, dict[str, str]]:
    """Return what an article is, and its identifiers.

    Args:
        title: as its first page has it, else "".
        following: the blocks between the title and the text.
        first_lines: the lines of the first pages, those beside the text too.
        metadata: of the file.
    """
    written = " ".join(metadata.get("Title", "").split())
    if not title and len(written.split()) > 3 and not _NO_TITLE.search(written):
        title = written
    text = "\n".join(first_lines)
    about = About(title, year=_year(text, metadata), authors=_authors(following, metadata))
    return about, _identifiers(text, metadata)


def _identifiers(text: str, metadata: Mapping[str, str]) -> dict[str, str]:
    """Return the identifiers of an article; the DOI is that of the file where it has one."""
    found = {kind: value for kind, value in identifiers_in_text(text).items() if value}
    bare = _BARE_DOI.search(text)
    for written in (
        f"doi: {metadata.get('doi', '')}",
        "" if "doi" in found else metadata.get("Subject", ""),
        "" if "doi" in found or bare is None else f"doi: {bare[0]}",
    ):
        if doi := identifiers_in_text(written).get("doi"):
            found["doi"] = doi
            break
    return found


def _year(text: str, metadata: Mapping[str, str]) -> str:
    """Return the year in which an article was published."""
    for pattern in _YEARS:
        if match := pattern.search(text):
            return match[1]
    match = _DATE.match(metadata.get("CreationDate", ""))
    return match[1] if match else ""


def _authors(following: Sequence[Block], metadata: Mapping[str, str]) -> Authors:
    """Return the people who are named behind a title; those of the file where it names more."""
    people = _people(_name_lines(following))
    written = [name for name in metadata.get("Author", "").split(";") if name.strip()]
    if len(written) > max(1, len(people)):
        people = [_person(name.strip()) for name in written]
    return authors_of(people)


def _name_lines(following: Sequence[Block]) -> str:
    """Return the lines behind a title up to the first affiliation."""
    pieces: list[str] = []
    size = 0.0
    for block in following:
        if pieces and block.size < size - _SMALLER:
            break
        lines: list[str] = []
        for line in block.lines:
            place = PLACE.search(line.text)
            begun = bool(pieces or lines)
            if (place and (begun or place.start() < 25)) or (line.text[0] == SUP and begun):
                break
            lines.append(line.text)
        if lines:
            pieces.append(" ".join(lines))
            size = block.size
        if len(lines) < len(block.lines) or sum(map(len, pieces)) > _MOST_CHARACTERS:
            break
    return "; ".join(pieces)[:_MOST_CHARACTERS]


def _people(text: str) -> list[Person]:
    """Return the people whom a text names, up to what is no name."""
    people: list[Person] = []
    for part in _BETWEEN.split(_SIGNS.sub(" ", _RAISED.sub(", ", text))):
        name = " ".join(part.split()).strip(" .,")
        if not name or _is_degree(name):
            continue
        is_name = _NAME.fullmatch(name) and not PLACE.search(name)
        if is_name and sum(word[0].islower() for word in name.split()) <= 2:
            people.append(_person(name))
        elif people and len(name) > 2:
            break
    return people


def _is_degree(word: str) -> bool:
    """Return whether a word is a degree, as behind names."""
    return word.replace(".", "").replace(" ", "").lower() in LISTS["degree"]


def _person(name: str) -> Person:
    """Return the author of a name: "Ada B. Frog", "Frog AB" or "Frog, Ada B."."""
    if "," in name:
        surname, _, given = name.partition(",")
        return person_of(surname.strip(), given.strip())
    words = name.split()
    while len(words) > 2 and _is_degree(words[-1]):
        words.pop()
    last = words[-1].strip(".")
    if len(words) > 1 and len(last) < 4 and last.isupper() and not _INITIALS.fullmatch(words[0]):
        return person_of(" ".join(words[:-1]), words[-1])
    first = len(words) - 1
    while first > 1 and _PARTICLE.fullmatch(words[first - 1]):
        first -= 1
    surname = " ".join(words[first:])
    if surname.isupper() and len(surname) > 3:
        surname = surname.title()
    return person_of(surname, " ".join(words[:first]))
