"""The reference list of an article in LaTeXML's HTML.

Where LaTeXML has made it of BibTeX, classes tell authors, title and year. Else it is what a style
of LaTeX has printed, in blocks: authors, title and where it appeared; or all in one block. What
follows from that is taken, and nothing is guessed beyond: the title of "A. Zork. Frogs. 2004." in
one block is not told.
"""

import re

from ....corpora.xml_files import Element, compile_xpath
from ...articles import CitedWork, References
from ...assembly import cited_work, listed_works
from ...identifiers import identifiers_in_links, identifiers_in_text
from ...people import Authors, authors_of
from .names import people_in
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
    tag = parts.get("ltx_tag_bibitem")
    printed = "" if tag is None else "".join(tag.itertext()).strip()
    printed = " ".join(printed.split())
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
