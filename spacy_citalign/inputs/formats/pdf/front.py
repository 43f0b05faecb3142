"""What the first page of an article says of it: title, authors, year, identifiers."""

import re
from collections.abc import Mapping, Sequence

from ....words.identifiers import identifiers_in_text
from ...assembly import About
from ...marks import SUP, SUP_END
from ...people import Authors, Person, authors_of, person_of
from .blocks import Block, has_ended
from .headings import named

_RAISED = re.compile(f"{SUP}[^{SUP_END}]{{0,80}}{SUP_END}")
_NO_MARKS = dict.fromkeys(map(ord, SUP + SUP_END))
_JOURNAL = re.compile(
    r"\bjournal\b|\bresearch article\b|\bopen access\b|^doi\b|https?://|\bvol(?:ume)?\b\.? ?\d|@|\bissn\b",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"(?:original |full |review |short |brief |mini.?)?(?:research |review )?"
    r"(?:article|paper|communication|report|review|letter|note|hypothesis|editorial|commentary)s?",
    re.IGNORECASE,
)
_SIGNS = re.compile(r"[*\u2217\u2020\u2021\u00a7\u00b6#\u2709\d\u2020|]|\(\w{1,3}\)")
_BETWEEN = re.compile(
    r"\s{0,3}[,;]\s{0,3}(?:and\s|&\s)?|\s(?:and|&)\s|\s{0,2}[\u00b7\u2022]\s{0,2}"
)
_DEGREES = re.compile(
    r"(?:M\.?D|Ph\.? ?D|M\.?Sc|B\.?Sc|M\.?S|B\.?S|M\.?A|B\.?A|M\.?P\.?H|D\.?V\.?M|R\.?N|FRCP|MBBS|DSc|Dr|Prof|M\.?Pharm|B\.?Pharm|M\.?Phil|MRCP|Jr|Sr)\.?$",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?:[^\W\d_][\w'\u2019.\u2010-]{0,30}\s?){1,6}$")
_INITIALS = re.compile(r"(?:[A-Z]\.?[ -]?){1,4}$")
_PARTICLE = re.compile(
    r"(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ten|ter)$", re.IGNORECASE
)
_PLACE = re.compile(
    r"\b(?:universit|department|dept|institut|college|school|hospital|faculty|laborator|centre|center|division|academy|abstract|email|e-mail|correspond|received|accepted|published|editor)",
    re.IGNORECASE,
)
_YEARS = (
    re.compile(
        r"\b((?:19|20)\d\d)[,;:]?\s{0,2}(?:vol(?:ume)?\.?\s?)?\d{1,4}\s?(?:\(\d{1,4}\)|[:,]\s?\w?\d)",
        re.IGNORECASE,
    ),
    re.compile(r"\bpublished(?:\sonline)?\b[^\n]{0,40}?\b((?:19|20)\d\d)\b", re.IGNORECASE),
    re.compile(r"(?:\u00a9|\(c\)|copyright)[^\n]{0,60}?\b((?:19|20)\d\d)\b", re.IGNORECASE),
    re.compile(r"\b(?:volume|vol\.?)\s?\d{1,4}[^\n]{0,30}?\b((?:19|20)\d\d)\b", re.IGNORECASE),
    re.compile(r"\b((?:19|20)\d\d)\b[^\n]{0,30}?\b(?:volume|vol\.?)\s?\d{1,4}", re.IGNORECASE),
    re.compile(r"\baccepted\b[^\n]{0,40}?\b((?:19|20)\d\d)\b", re.IGNORECASE),
)
_DATE = re.compile(r"D:((?:19|20)\d\d)")
_VOLUME = re.compile(r"\b(?:19|20)\d\d\b.{0,20}\d|\bvol", re.IGNORECASE)
_ABSTRACT = re.compile(
    r"\s{0,3}(?:abstract|summary)\s{0,3}[.:\u2014\u2013-]{1,3}\s{0,3}(?=\S)", re.IGNORECASE
)
_SENTENCE = re.compile(r"[a-z)]\. [A-Z]")
_LONGEST_JOURNAL = 50  # letters
_SAME_TITLE = 0.7  # points: sizes of the lines of a title
_LAST_FRONT_PAGE = 3
_BARE_DOI = re.compile(r"(?<![\w/.])10\.\d{4,9}/[^\s,;\"<>]{3,100}")
_LOWER = re.compile(r"doi|https?:|e-?mail|www\.")
_ASIDE = re.compile(
    r"(?:[*\u2217\u2020\u2021\u00a7#\u2709]\s{0,2})?(?:(?:v\s?c\s)?the author\(s\)|correspond|address (?:for|all|correspond)|e-?mail|received|accepted|published|copyright|\u00a9"
    r"|\(c\)|this is an open|this article is|open access|doi\b|https?://|how to cite|cite this|citation:|academic editor"
    r"|edited by|reviewed by|handling editor|\*?these authors|author for|to whom|key ?words?\b|index terms"
    r"|issn|access this|quick response|website:|licensee|published by|available (?:online|from)|article history|author manuscript|nih public)",
    re.IGNORECASE,
)
_MOST_AUTHOR_CHARACTERS = 4_000
_JUNK_TITLE = re.compile(
    r"microsoft word|untitled|\.(?:docx?|dvi|fm|qxd|indd|pdf|tex)\b|\d\.\.\d|^\W*$", re.IGNORECASE
)


def plain(text: str) -> str:
    """Return a text without superscripts' marks."""
    return text.translate(_NO_MARKS) if SUP in text or SUP_END in text else text


def text_of(block: Block) -> str:
    """Return the words of a block, lines joined by blanks."""
    return " ".join(line.text for line in block.lines)


def is_aside(text: str) -> bool:
    """Return whether a text is about people, dates, rights or the place of an article."""
    return _ASIDE.match(text) is not None and (
        not text[0].islower() or _LOWER.match(text) is not None
    )


def starts_abstract(text: str) -> bool:
    """Return whether a text begins with the heading of an abstract."""
    return _ABSTRACT.match(plain(text)) is not None


def title_blocks(
    blocks: Sequence[Block], first_lines: Sequence[str], metadata: Mapping[str, str]
) -> range:
    """Return the positions of the blocks that are the title; empty where none is found."""
    first = blocks[0].lines[0].page if blocks else 1
    end = next((at for at, one in enumerate(blocks) if one.lines[0].page > first), len(blocks))
    written = _letters(metadata.get("Title", ""))
    best, largest = -1, 0.0
    for index in range(end):
        text = plain(text_of(blocks[index]))
        letters = _letters(text)
        if len(written) > 20 and len(letters) > 15 and written.startswith(letters[:40]):
            best = index
            break
        words = [word for word in text.split() if word[:1].isalpha()]
        if len(words) < 3 or not 15 <= len(text) <= 400 or _KIND.fullmatch(text.strip()):
            continue
        if (_JOURNAL.search(text) and len(words) < 12) or _PLACE.search(text):
            continue
        size = blocks[index].size + (0.4 if blocks[index].lines[0].bold else 0)
        if size > largest + 0.3 and not _is_journal(letters, first_lines):
            best, largest = index, size
    if best < 0:
        return range(0)
    while best > 0 and _goes_on(blocks[best - 1], blocks[best]):
        best -= 1
    last = best + 1
    while last < end and _goes_on(blocks[last - 1], blocks[last]):
        last += 1
    return range(best, last)


def _is_journal(letters: str, lines: Sequence[str]) -> bool:
    """Return whether a line begins with these letters, and names a year and a volume."""
    return len(letters) < _LONGEST_JOURNAL and any(
        _letters(line[:100]).startswith(letters) and _VOLUME.search(line) is not None
        for line in lines
    )


def _goes_on(before: Block, block: Block) -> bool:
    """Return whether a title goes on with a block."""
    first, last = block.lines[0], before.lines[-1]
    return (
        abs(block.size - before.size) < _SAME_TITLE
        and first.bold == last.bold
        and first.page == last.page
        and first.size > 11
        and 0 < first.baseline - last.baseline < 2.2 * first.size
        and not _PLACE.search(text_of(block))
        and not _KIND.fullmatch(text_of(before).strip())
    )


def text_start(blocks: Sequence[Block], title: range) -> tuple[int, bool]:
    """Return where the text begins, and whether that is an abstract without a heading."""
    first = len(blocks)
    for index, block in enumerate(blocks):
        text = text_of(block)
        if index >= title.stop and (named(text, "main") or starts_abstract(text)):
            first = index
            break
        if block.lines[0].page > _LAST_FRONT_PAGE:
            break
    if first < len(blocks) and not named(text_of(blocks[first]), "main"):
        return first, False
    if first < len(blocks) and named(text_of(blocks[first]), "abstract"):
        return first, False
    for index in range(title.stop, first):
        if _is_prose(blocks[index]):
            return index, first < len(blocks)
    return (first, False) if first < len(blocks) else (title.stop, False)


def _is_prose(block: Block) -> bool:
    """Return whether a block has sentences, and is neither about people nor about rights."""
    text = plain(text_of(block))
    return (
        len(block.lines) >= 3
        and len(text) > 200
        and has_ended(text)
        and len(_SENTENCE.findall(text)) >= 1
        and not is_aside(text)
        and not block.lines[0].text.startswith(SUP)
        and len(_PLACE.findall(text)) < 3
    )


def _letters(text: str) -> str:
    """Return the letters of a text alone, to compare texts by."""
    return "".join(filter(str.isalnum, plain(text).lower()))


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
    if not title and len(written.split()) > 3 and not _JUNK_TITLE.search(written):
        title = written
    authors = _authors(following)
    if not authors and ";" in metadata.get("Author", ""):
        authors = authors_of(map(_person, metadata["Author"].split(";")))
    text = "\n".join(first_lines)
    ids = {kind: value for kind, value in identifiers_in_text(text).items() if value}
    if "doi" not in ids or metadata.get("doi"):
        found = identifiers_in_text(
            f"doi: {metadata['doi']}" if metadata.get("doi") else metadata.get("Subject", "")
        )
        if found.get("doi"):
            ids["doi"] = found["doi"]
    if "doi" not in ids and (bare := _BARE_DOI.search(text)):
        found = identifiers_in_text(f"doi: {bare[0]}")
        if found.get("doi"):
            ids["doi"] = found["doi"]
    return About(title=title, year=_year(text, metadata), authors=authors), ids


def _year(text: str, metadata: Mapping[str, str]) -> str:
    """Return the year in which an article was published."""
    for pattern in _YEARS:
        if match := pattern.search(text):
            return match[1]
    match = _DATE.match(metadata.get("CreationDate", ""))
    return match[1] if match else ""


def _authors(following: Sequence[Block]) -> Authors:
    """Return the people who are named behind a title."""
    people: list[Person] = []
    pieces: list[str] = []
    size = 0.0
    for block in following:
        if pieces and block.size < size - 0.6:
            break
        lines: list[str] = []
        for line in block.lines:
            place = _PLACE.search(line.text)
            if (place and (pieces or lines or place.start() < 25)) or (
                line.text.startswith(SUP) and (pieces or lines)
            ):
                break
            lines.append(line.text)
        if lines:
            pieces.append(" ".join(lines))
            size = block.size
        if len(lines) < len(block.lines) or sum(map(len, pieces)) > _MOST_AUTHOR_CHARACTERS:
            break
    text = "; ".join(pieces)
    text = _SIGNS.sub(" ", _RAISED.sub(", ", text))
    for part in _BETWEEN.split(text):
        name = " ".join(part.split()).strip(" .,")
        if not name or _DEGREES.fullmatch(name):
            continue
        if not _NAME.fullmatch(name) or not 1 < len(name.split()) < 7 or not name[0].isalpha():
            if people and len(name) > 2:
                break
            continue
        if _PLACE.search(name) or sum(word[0].islower() for word in name.split()) > 2:
            break
        people.append(_person(name))
    return authors_of(people)


def _person(name: str) -> Person:
    """Return the author of a name as printed, given names first, or behind a comma or as initials."""
    if "," in name:
        surname, _, given = name.partition(",")
        return person_of(surname.strip(), given.strip())
    words = name.split()
    while len(words) > 2 and _DEGREES.fullmatch(words[-1]):
        words.pop()
    if (
        len(words) > 1
        and _INITIALS.fullmatch(words[-1])
        and not _INITIALS.fullmatch(words[0])
        and len(words[-1].strip(".")) < 4
        and words[-1].isupper()
    ):
        return person_of(" ".join(words[:-1]), words[-1])
    first = len(words) - 1
    while first > 1 and _PARTICLE.fullmatch(words[first - 1]):
        first -= 1
    surname = " ".join(words[first:])
    if surname.isupper() and len(surname) > 3:
        surname = surname.title()
    return person_of(surname, " ".join(words[:first]))
