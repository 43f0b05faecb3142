"""The reference list of an article in LaTeXML's HTML.

Where LaTeXML has made it of BibTeX, classes tell authors, title and year. Else it is what a style
of LaTeX has printed, in blocks: authors, title and where it appeared; or all in one block. What
follows from that is taken, and nothing is guessed beyond: the title of "A. Zork. Frogs. 2004." in
one block is not told.
"""

import re

from ....corpora.xml_files import Element, compile_xpath, text_of
from ....words.identifiers import identifiers_in_links, identifiers_in_text
from ...article_parts.assembly import cited_work, listed_works
from ...article_parts.people import MAX_AUTHORS, Authors, Person, authors_of, initials_of, person_of
from ...articles import CitedWork, References
from .paragraph import plain_text
from .roles import has_class

_entries = compile_xpath('descendant::*[contains(@class, "ltx_bibitem")]')
_classed = compile_xpath(
    'descendant::*[contains(@class, "ltx_bib") or contains(@class, "ltx_tag_")]'
)
_links = compile_xpath("descendant::a/@href")
_NUMBERED = re.compile(r"\W*([0-9]{1,6})\W*")
_YEAR = re.compile(r"(?<![\w./:-])(1[6-9][0-9]{2}|20[0-9]{2})(?![0-9]|[./-][0-9])")
_PAGES = re.compile(r"(?<![0-9])[0-9]+\s?[-\u2010-\u2015]+\s?[0-9]+")
_QUOTED = re.compile("\u201c([^\u201d]{4,400})\u201d|\"([^\"]{4,400})\"|``([^']{4,400})''")
_AFTER_YEAR = re.compile(r"\((?:1[6-9]|20)[0-9]{2}[a-z]?\)[.,:]\s+(.{4,400}?)[.?!](?:\s|$)")
_YEAR_ONLY = re.compile(r"[\W\d]*[a-z]?[\W\d]*")
_NO_TITLE = re.compile(r"(?:In:? |arXiv|https?:|doi|pages? |pp\. )|[\W\d]*$")
_BY_NAME = ("ltx_bib_author", "ltx_bib_editor")
_SOURCES = ("ltx_bib_journal", "ltx_bib_booktitle", "ltx_bib_inbook", "ltx_bib_series")
_FIELDS = (*_BY_NAME, "ltx_bib_year", "ltx_bib_title", *_SOURCES)
_UNREAD = {"ltx_bib_cited", "ltx_bib_links", "ltx_bib_external"}  # where it is cited, links


def read_references(root: Element) -> References:
    """Return the entries of all reference lists in order."""
    listed = [*root.iter("li")]
    entries = [entry for entry in listed if has_class(entry, "ltx_bibitem")] or [
        entry for entry in _entries(root) if has_class(entry, "ltx_bibitem")
    ]
    references = listed_works(_work(entry, number) for number, entry in enumerate(entries, start=1))
    for position, work in enumerate(references.works):
        if digits := _NUMBERED.fullmatch(work.label):
            references.labels.setdefault(int(digits[1]), position)
    return references


def _work(entry: Element, number: int) -> CitedWork:
    parts: dict[str, Element] = {}  # the first element of each class
    blocks: list[str] = []
    for element in _classed(entry):
        names = element.get("class").split()
        for name in names:
            parts.setdefault(name, element)
        if "ltx_bibblock" in names and (block := _block(element)):
            blocks.append(block)
    printed = " ".join(text_of(parts.get("ltx_tag_bibitem")).split())
    label = printed[1:-1] if printed[:1] + printed[-1:] == "[]" else printed
    text = " ".join(blocks) or _block(entry)
    fields = {name: plain_text(parts[name]) for name in _FIELDS if name in parts}
    title = fields.get("ltx_bib_title") or _title(blocks or [text])
    return cited_work(
        entry.get("id", "").strip(),
        number,
        label,
        identifiers_in_text(text) | identifiers_in_links(_links(entry)),
        _authors(label, fields, blocks or [text]),
        _year(label, fields, text),
        title.rstrip(" .,"),
        next((fields[name] for name in _SOURCES if fields.get(name)), ""),
        text,
    )


def _block(element: Element) -> str:
    """Return the text of a block, "" of one that is no text of the reference."""
    if any(_UNREAD.intersection(part.get("class", "").split()) for part in (element, *element)):
        return ""
    return plain_text(element)


def _authors(label: str, fields: dict[str, str], blocks: list[str]) -> Authors:
    for name in _BY_NAME:
        if fields.get(name):
            return authors_of(people_in(fields[name]))
    listed = people_in(_QUOTED.split(blocks[0])[0])
    before, bracket, year = label.partition("(")
    if bracket and before.strip() and _YEAR.search(year):
        named = people_in(before, only=True)
        # Those of "Lee et al. (2004)" stand in the list, unless that is read wrongly.
        if [each.surname for each in named] != [each.surname for each in listed[: len(named)]]:
            return authors_of(named)
    return authors_of(listed)


def _year(label: str, fields: dict[str, str], text: str) -> str:
    stated = fields.get("ltx_bib_year", "")
    for source in (stated, "" if _NUMBERED.fullmatch(label) else label, _PAGES.sub("", text)):
        if years := _YEAR.findall(source):
            return years[-1]
    return ""


def _title(blocks: list[str]) -> str:
    """Return the title in a printed reference, "" where it cannot be told from the rest."""
    first, *others = blocks
    if quoted := _QUOTED.search(first):
        return next(filter(None, quoted.groups()))
    if len(blocks) == 1:
        match = _AFTER_YEAR.search(first)
        return match[1] if match and not _NO_TITLE.match(match[1]) else ""
    block = next((other for other in others if not _YEAR_ONLY.fullmatch(other)), "")
    if quoted := _QUOTED.match(block):
        return next(filter(None, quoted.groups()))
    return "" if _NO_TITLE.match(block) else block


# What stands behind a name; a full stop behind a word that is no abbreviation.
_NEXT = re.compile(r"[,;&(\n]|\b(?:and|et al|with)\b|(?<=[^\W\d_]{3})\.(?:\s|$)")
_INITIALS = r"(?:[^\W\d_]\.[ \u00a0-]?)+"
_FIRST_INITIALS = re.compile(rf"{_INITIALS}\s*(?=\S)")
_INITIALS_AFTER = re.compile(rf",\s*(?:{_INITIALS}|[A-Z]{{1,2}}\b)")
_MIDDLE_INITIALS = re.compile(rf"\s{_INITIALS}\s*\S")
_LAST_INITIALS = re.compile(r"(?<!\s)(?:\s+(?:[A-Z]{1,3}\b\.?|(?:[A-Z]\.){2,})){1,20}$")
_NO_NAME = re.compile(r"[^\w.'\u2019 -]+|[0-9_]+")
_MAX = 400  # characters in which the first is looked for
_MAX_NAMES = 10_000  # characters in which all are
_BETWEEN = re.compile(r"[,;&\n]|\band\b")
_TRAILING_YEAR = re.compile(r"(?:(?<![\s,(])[\s,(]+)?(?:1[6-9]|20)[0-9]{2}[a-z]?[).\s]*$")
_INITIALS_PART = re.compile(_INITIALS)
_INITIALS_ONLY = re.compile(rf"(?:{_INITIALS})[A-Z]?|(?:[A-Z] ?){{1,3}}")
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['\u2019-])*")
# Initials or given names before one surname.
USUAL_NAME = re.compile(r"((?:[A-Z](?:\.|[a-z]*) ?){1,4})(?<=[ .])([A-Z][a-z]+)")
_OTHERS = re.compile(r"\bet al\b|\bothers\b")
_MAX_WORDS = 5  # of a name


def first_surname(names: str, *, only: bool = False) -> str:
    """Return the surname of the first person, "" where there is none.

    Args:
        names: "A. Zork and B. Lee", "Zork, A., Lee, B.", "Zork A, Lee B", "Anna Zork, Bo Lee".
        only: whether there is nothing but surnames, and initials: "de la Cruz et al."

    >>> first_surname("Laurens van der Mup, Anna Lee"), first_surname("de la Cruz, M., Lee, B.")
    ('van der Mup', 'de la Cruz')
    """
    names = names[:_MAX].strip()
    ends = _NEXT.search(names)
    end = ends.start() if ends else len(names)
    first = " ".join(_NO_NAME.sub(" ", names[:end]).split()).strip(" .-'")
    bare = _FIRST_INITIALS.sub("", first, count=1)
    # "Zork, A., Lee, B.", not "Anna M. Zork, B. Lee".
    if only or (_INITIALS_AFTER.match(names, end) and not _MIDDLE_INITIALS.search(first)):
        return bare
    words = _LAST_INITIALS.sub("", bare).split()
    if words != bare.split():  # "de la Cruz M"
        return " ".join(words)
    start = len(words) - 1
    while start > 0 and words[start - 1].islower():
        start -= 1
    return " ".join(words[max(0, start) :])


def people_in(names: str, *, only: bool = False) -> list[Person]:
    """Return the people in a list of authors where all are told apart, else the first alone.

    Args:
        names: as in ``first_surname``.
        only: as in ``first_surname``.

    >>> [person.surname for person in people_in("A. Zork, Bo van der Mup, and C. D. Lee.")]
    ['Zork', 'van der Mup', 'Lee']
    >>> people_in("Zork, A., & Lee, B."), people_in("Zork, A. Frogs and ponds.")
    ([Person(surname='Zork', initials='A', given=''), Person(surname='Lee', initials='B', \
given='')], [Person(surname='Zork', initials='', given='')])
    """
    first = first_surname(names, only=only)
    people = _all_people(names, only=only)
    if people and people[0].surname == first:
        return people
    return [Person(first)] if first else []


def _all_people(names: str, *, only: bool) -> list[Person]:
    """Return the people in a list where each part of it is a name, else nobody."""
    if _OTHERS.search(names):
        return []
    listed = _TRAILING_YEAR.sub("", names[:_MAX_NAMES])
    parts = [part for part in (piece.strip() for piece in _BETWEEN.split(listed)) if part]
    surnames, given = parts[::2], parts[1::2]
    if len(surnames) == len(given) and all(map(_INITIALS_ONLY.fullmatch, given)):
        pairs = [*zip(surnames, map(initials_of, given), strict=True)]
        parts = [f"{surname} {initials}" for surname, initials in pairs]
    people = [_person(part.rstrip(". "), only=only) for part in parts[:MAX_AUTHORS]]
    return [] if None in people else [person for person in people if person]


def _person(name: str, *, only: bool) -> Person | None:
    """Return who has a name, None where it may be none."""
    if not only and (usual := USUAL_NAME.fullmatch(name)):  # most names, and quickly
        return person_of(usual[2], usual[1])
    surname = first_surname(name, only=only)
    if name.endswith(surname):
        given = name.removesuffix(surname).strip()
    else:
        given = name.removeprefix(surname).strip()
        if not _INITIALS_ONLY.fullmatch(given):
            return None
    words = [*_INITIALS_PART.sub(" ", given).split(), *surname.split()]
    if not surname or len(words) > _MAX_WORDS or not all(map(_WORD.fullmatch, words)):
        return None
    is_written_so = words[-1][0].isupper() and (only or given[:1].isupper())
    return person_of(surname, given) if is_written_so else None
