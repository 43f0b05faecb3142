"""Records of an article, in whatever format: its text, its citations, the works that it cites."""

import sys
from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["title", "abstract", "text", "caption", "table", "note"]


# Of a PDF: (start character, page from 1), ascending.
Pages = tuple[tuple[int, int], ...]


def page_at(pages: Pages, place: int) -> int | None:
    """Return the page that a character is on, None where there are no pages.

    >>> page_at(((0, 4), (120, 5)), 119)
    4
    """
    number = bisect_right(pages, (place, sys.maxsize))
    return pages[number - 1][1] if number else None


class CitedWork(NamedTuple):
    """An entry of the reference list; "" where something is not given.

    Attributes:
        id: that of the entry, or of the citation in it where that is what marks name. Several
            citations in one entry are several works with the same id.
        number: position of the entry in the list, from 1.
        label: as printed.
        doi: in lower case, without ``doi:`` or the address of a resolver.
        pmid: digits.
        pmcid: ``PMC`` and digits.
        arxiv: without version, ``2304.01234`` or ``hep-th/9901001``.
        first_author: surname, or a collaboration.
        year: four digits, without the letter that tells works of one year apart; else as printed.
        title: of the article, else of the chapter, else of the book or source.
        source: journal or book.
        text: the whole reference, white space collapsed.
        authors: surnames in order, and collaborations, no more than 50; the first only where a
            reference does not say surely who the others are.
        initials: of each of the authors, "" where they are not given; () where none are.
        given_names: in full, of each of the authors, likewise.
    """

    id: str
    number: int
    label: str
    doi: str
    pmid: str
    pmcid: str
    arxiv: str
    first_author: str
    year: str
    title: str
    source: str
    text: str
    authors: tuple[str, ...] = ()
    initials: tuple[str, ...] = ()
    given_names: tuple[str, ...] = ()


class Citation(NamedTuple):
    """One work at one mark.

    Attributes:
        start, end: half-open characters of the article's text: the mark, or the whole range (the
            "3-7" of "[3-7]") for a work that is cited by a range only; equal where the markup has
            a mark without characters.
        work: index in the article's works.
        implied: whether the work has no mark of its own.
    """

    start: int
    end: int
    work: int
    implied: bool


class Paragraph(NamedTuple):
    """Half-open characters of the article's text, and where they stand.

    Attributes:
        start, end: without the newline that follows.
        kind: what it is; a title is that of the article, of a section or of a list.
        section: titles from the outermost section to the innermost.
    """

    start: int
    end: int
    kind: Kind
    section: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """An article; "" where something is not given.

    Attributes:
        id: PMCID, else PMID, else DOI, else arXiv id, else the name that was given.
        pmid, pmcid, doi, arxiv: as in ``CitedWork``.
        title, journal: as printed.
        year: of the issue or volume, else of the earliest date of publication.
        first_author: surname, or a collaboration.
        text: the paragraphs with a newline between them.
        paragraphs: in order.
        citations: by start.
        works: the reference list.
        unresolved: what citation marks name without there being such a reference, in order.
        authors, initials, given_names: as in ``CitedWork``.
        left_out: kinds of paragraphs that were not read, and how many citations each has.
        pages: of a PDF; else ().
        lost_pages: how many of its pages are damaged, so that they were not read.
    """

    id: str
    pmid: str
    pmcid: str
    doi: str
    arxiv: str
    title: str
    journal: str
    year: str
    first_author: str
    text: str
    paragraphs: tuple[Paragraph, ...]
    citations: tuple[Citation, ...]
    works: tuple[CitedWork, ...]
    unresolved: tuple[str, ...]
    authors: tuple[str, ...] = ()
    initials: tuple[str, ...] = ()
    given_names: tuple[str, ...] = ()
    left_out: tuple[tuple[Kind, int], ...] = ()
    pages: Pages = ()
    lost_pages: int = 0


class Passage(NamedTuple):
    """A paragraph: its text, and the characters of each mark in it with what the mark names."""

    text: str
    kind: Kind
    section: tuple[str, ...]
    marks: list[tuple[int, int, str]]
    pages: Pages = ()


class References(NamedTuple):
    """The reference list.

    Attributes:
        works: in order.
        by_id: indices of works by what a mark may name.
        entries: indices of works by position in the list, from 0.
        labels: positions in the list, from 0, by the number in a label.
    """

    works: list[CitedWork]
    by_id: dict[str, list[int]]
    entries: list[range]
    labels: dict[int, int]
