"""The frame of the readers: names of sources, cited works, an article made of its passages."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ...corpora.xml_files import Element, text_of
from ...words.identifiers import KINDS, identifier
from ..articles import Article, Citation, CitedWork, Kind, Paragraph, Passage, References
from .marks import DASH
from .people import Authors

_MAX_NUMBER = 40  # characters of the number of a section
_IDS = ("pmcid", "pmid", "doi", "arxiv")  # the first that an article has is its own


class About(NamedTuple):
    """What a format says of an article itself, "" where it says nothing; see ``Article``."""

    title: str = ""
    journal: str = ""
    year: str = ""
    authors: Authors = Authors()


def named_source(
    source: str | Path | bytes, name: str, language: str
) -> tuple[Path | bytes, str, str]:
    """Return a file or its content, what errors call it, and what its article is called.

    Args:
        source: the file, or as bytes its content.
        name: what it is called, "" where nobody says.
        language: that of the content, "XML".
    """
    if isinstance(source, bytes):
        return source, name or f"{len(source):,} bytes of {language}", name
    path = Path(source)
    return path, name or str(source), name or path.name


def cited_work(
    id_: str,
    number: int,
    label: str,
    ids: Mapping[str, str],
    authors: Authors,
    year: str,
    title: str,
    source: str,
    text: str,
) -> CitedWork:
    """Return an entry of a reference list; ``ids`` are some of its identifiers, by kind."""
    doi, pmid, pmcid, arxiv = (ids.get(kind, "") for kind in KINDS)
    about = (authors.first, year, title, source, text)
    return CitedWork(id_, number, label, doi, pmid, pmcid, arxiv, *about, *authors)


def identifiers(
    elements: Iterable[Element], attribute: str, mended: Callable[[str], str] = str
) -> dict[str, str]:
    """Return the first identifier of each kind that elements have, "" where there is none.

    Args:
        elements: with an identifier each.
        attribute: tells the kind of the identifier.
        mended: returns the identifier of the text of an element.
    """
    values = dict.fromkeys(KINDS, "")
    for element in elements:
        kind, value = identifier(element.get(attribute), mended(text_of(element)))
        if kind and not values[kind]:
            values[kind] = value
    return values


def listed_works(works: Iterable[CitedWork]) -> References:
    """Return a reference list in which each entry is one work."""
    listed = [*works]
    by_id: dict[str, list[int]] = {}
    for position, work in enumerate(listed):
        if work.id:
            by_id.setdefault(work.id, [position])
    return References(listed, by_id, [range(one, one + 1) for one in range(len(listed))], {})


def section_path(title: str, number: str, titles: dict[str, str]) -> tuple[str, ...]:
    """Return the titles from the outermost section to this one.

    >>> section_path("Frogs", "2.1.", {"2": "Methods"})
    ('Methods', 'Frogs')

    Args:
        title: its title, "" if it has none.
        number: its number, "" if it has none.
        titles: of the sections by their numbers; takes this one.
    """
    number = number.strip(" .")
    if not title or not number or len(number) > _MAX_NUMBER:
        return (title,) if title else ()
    titles[number] = title
    parts = number.split(".")
    above = (".".join(parts[:end]) for end in range(1, len(parts)))
    return (*(titles[name] for name in above if name in titles), title)


def kinds_left_out(*, captions: bool, tables: bool) -> frozenset[Kind]:
    """Return the kinds of paragraphs that are not read."""
    kinds: dict[Kind, bool] = {"caption": captions, "table": tables}
    return frozenset(kind for kind, is_read in kinds.items() if not is_read)


def assemble(
    passages: Sequence[Passage],
    references: References,
    about: About,
    identifiers: Mapping[str, str],
    name: str,
    left_out: Collection[Kind],
) -> Article:
    """Return an article: passages with a newline between them, citations, works.

    Args:
        passages: the paragraphs, in order, none of them empty.
        references: what their marks name.
        about: the article itself.
        identifiers: some of ``pmcid``, ``pmid``, ``doi`` and ``arxiv``.
        name: what the article is called where it has none of these.
        left_out: kinds of paragraphs of which the citations are counted only.
    """
    counts: Counter[Kind] = Counter()
    paragraphs: list[Paragraph] = []
    citations: list[Citation] = []
    unresolved: list[str] = []
    texts: list[str] = []
    pages: list[tuple[int, int]] = []
    start = 0
    for passage in passages:
        if passage.kind in left_out:
            counts[passage.kind] += len(cite(passage, references, 0)[0])
            continue
        texts.append(passage.text)
        end = start + len(passage.text)
        paragraphs.append(Paragraph(start, end, passage.kind, passage.section))
        for place, page in passage.pages:
            if not pages or pages[-1][1] != page:
                pages.append((start + place, page))
        if passage.marks:
            named, missing = cite(passage, references, start)
            citations += named
            unresolved += missing
        start = end + 1
    ids = {kind: identifiers.get(kind, "") for kind in _IDS}
    return Article(
        id=next(filter(None, ids.values()), name),
        title=about.title,
        journal=about.journal,
        year=about.year,
        first_author=about.authors.first,
        text="\n".join(texts),
        paragraphs=tuple(paragraphs),
        citations=tuple(citations),
        works=tuple(references.works),
        unresolved=tuple(unresolved),
        left_out=tuple(sorted((+counts).items())),
        authors=about.authors.surnames,
        initials=about.authors.initials,
        given_names=about.authors.given,
        pages=tuple(pages),
        lost_pages=0,
        **ids,
    )


_NUMBER = re.compile(r"[\[(]? ?([0-9]{1,4}) ?[\])]?")
_RANGE = re.compile(rf"[\[(]? ?([0-9]{{1,4}}) ?{DASH} ?([0-9]{{1,4}}) ?[\])]?")
_DASH_BETWEEN = re.compile(rf" ?[\])]? ?{DASH} ?[\[(]? ?")
_RANGE_AFTER = re.compile(rf" ?{DASH} ?([0-9]{{1,4}})(?= ?[\]),;])")
_RANGE_BEFORE = re.compile(rf"(?<![0-9])([0-9]{{1,4}}) ?{DASH} ?$")
_IN_BRACKET = re.compile(rf"(?:[0-9,; ]|{DASH})*[\[(]")  # what stands before, read backwards
_NO_DASH = {",", ", ", ";", "; "}
_FAR = 200  # characters that are searched for the beginning of a bracket


class _Mark(NamedTuple):
    """A mark: its characters, its number (0: no number), what it names as positions in the list."""

    start: int
    end: int
    number: int
    positions: list[int]


def cite(passage: Passage, references: References, offset: int) -> tuple[list[Citation], list[str]]:
    """Return the citations of a paragraph by start, and what marks name that is no reference.

    Args:
        passage: the paragraph.
        references: the reference list.
        offset: where the paragraph begins in the article.
    """
    marks: list[_Mark] = []
    citations: list[Citation] = []
    unresolved: list[str] = []
    works, by_id = references.works, references.by_id
    for start, end, names in passage.marks:
        cited = by_id.get(names)
        if cited is None:  # not the one id of most marks
            ids = names.split() or [""]
            cited = list(dict.fromkeys(work for name in ids for work in by_id.get(name, ())))
            unresolved += (name for name in ids if name not in by_id)
        for work in cited:
            citations.append(Citation(offset + start, offset + end, work, False))
        match = _NUMBER.fullmatch(passage.text, start, end)
        number = int(match[1]) if match else 0
        marks.append(_Mark(start, end, number, [works[work].number - 1 for work in cited]))
    for start, end, members in _ranges(passage.text, marks, references):
        for position in members:
            for work in references.entries[position]:
                citations.append(Citation(offset + start, offset + end, work, True))
    citations.sort(key=lambda citation: citation.start)
    return citations, unresolved


def _ranges(
    text: str, marks: list[_Mark], references: References
) -> Iterator[tuple[int, int, Iterable[int]]]:
    """Yield the characters of each range, and the positions of entries that no mark names."""
    size = len(text)
    members: Iterable[int]
    for mark in marks:
        match = None if mark.number else _RANGE.fullmatch(text, mark.start, mark.end)
        if match:
            low, high = int(match[1]), int(match[2])
            members = _in_one_mark(references, sorted({*mark.positions}), low, high)
            yield mark.start, mark.end, members
    # A dash between two marks; before and after all marks stand the ends of the text.
    bounded = [_Mark(0, 0, 0, []), *marks, _Mark(size, size, 0, [])]
    for before, after in pairwise(bounded):
        if text[before.end : after.start] in _NO_DASH:
            continue  # most marks, and quickly
        tagged = bool(before.number and before.positions), bool(after.number and after.positions)
        if all(tagged) and _DASH_BETWEEN.fullmatch(text, before.end, after.start):
            first, last = before.positions[-1], after.positions[0]
            members = _between(references, first, last, before.number, after.number)
            yield before.start, after.end, members
            continue
        if tagged[0]:
            match = _RANGE_AFTER.match(text, before.end)
            if match and match.end() <= after.start and _in_bracket(text, before.start):
                numbers = range(before.number + 1, int(match[1]) + 1)
                members = _counted(references, before.positions[-1], before.number, numbers)
                yield before.start, match.end(), members
        if tagged[1]:
            match = _RANGE_BEFORE.search(text, max(before.end, after.start - 7), after.start)
            if match and _in_bracket(text, match.start()):
                numbers = range(int(match[1]), after.number)
                members = _counted(references, after.positions[0], after.number, numbers)
                yield match.start(), after.end, members


def _in_one_mark(references: References, named: list[int], low: int, high: int) -> Iterable[int]:
    """Return the entries of a range that is one mark, without the ends that it names."""
    if len(named) == 2:
        return _between(references, named[0], named[1], low, high)
    for number in (low, high) if len(named) == 1 else ():  # else all of it is named
        if references.labels.get(number, number - 1) == named[0]:
            numbers = (other for other in range(low, high + 1) if other != number)
            return _counted(references, named[0], number, numbers)
    return ()


def _between(references: References, first: int, last: int, low: int, high: int) -> Iterable[int]:
    """Return the entries between two, whose marks are ``low`` and ``high``."""
    labels = references.labels
    if high <= low or high > max(len(references.entries), *labels, 0):
        return ()  # years, or no range
    labelled = [labels[number] for number in range(low + 1, high) if number in labels]
    complete = len(labelled) == high - low - 1
    ends_too = (labels.get(low), labels.get(high)) == (first, last)
    if complete and (ends_too or last - first != high - low):
        return labelled
    return range(first + 1, last)


def _counted(
    references: References, anchor: int, number: int, numbers: Iterable[int]
) -> Iterable[int]:
    """Yield the entries with these numbers, counted from the entry ``anchor`` with ``number``."""
    labels = references.labels if references.labels.get(number) == anchor else {}
    for other in numbers:
        position = labels.get(other, anchor + other - number)
        if 0 <= position < len(references.entries) and position != anchor:
            yield position


def _in_bracket(text: str, start: int) -> bool:
    """Return whether nothing but numbers stands between a bracket's beginning and ``start``."""
    return _IN_BRACKET.match(text[max(0, start - _FAR) : start][::-1]) is not None
