"""Titles and abstracts in the XML of PubMed, one article at a time.

The baseline and update files, and what E-utilities send, are a ``<PubmedArticleSet>`` of thousands
of ``<PubmedArticle>``; one of these is read here, or a ``<PubmedBookArticle>``.

The text is the title and, on lines of their own, the paragraphs of the abstract. The parts of a
structured abstract keep their labels as PubMed shows them, "METHODS: We ...", since a reader sees
them and offsets are then those of the abstract as it is known; UNLABELLED, which PubMed writes for
want of a label, is left out. Abstracts in other languages and copyright lines are not read.
"""

import re
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .jats_references import identifier
from .xml_files import MOST_BYTES, Element, read_xml, text_of

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_NO_LABEL = {"", "UNLABELLED", "UNLABELED"}


class Abstract(NamedTuple):
    """A title with its abstract; "" where something is not given.

    Attributes:
        pmid: digits.
        doi: in lower case, without ``doi:`` or the address of a resolver.
        pmcid: ``PMC`` and digits.
        title, journal: as printed; the title of the book for a chapter's journal.
        year: of the issue.
        paragraphs: of the abstract, with their labels.
    """

    pmid: str
    doi: str
    pmcid: str
    title: str
    journal: str
    year: str
    paragraphs: tuple[str, ...]

    @property
    def text(self) -> str:
        """Title and paragraphs with a newline between them; the title alone without any."""
        return "\n".join(filter(None, (self.title, *self.paragraphs)))

    @property
    def about(self) -> dict[str, str]:
        """What is known of it besides the text."""
        fields = ("pmid", "doi", "pmcid", "journal", "year", "title")
        return {field: value for field in fields if (value := getattr(self, field))}


def read_pubmed(source: Path | bytes, *, name: str, most_bytes: int = MOST_BYTES) -> Abstract:
    """Read a ``<PubmedArticle>`` or ``<PubmedBookArticle>``.

    Args:
        source: its file or bytes.
        name: what to call it in errors.
        most_bytes: the largest size.

    Raises:
        InputError: it is not well-formed XML, is something else, or has no PMID.
    """
    root = read_xml(source, name=name, most_bytes=most_bytes)
    if root.tag == "PubmedArticle":
        found = _of_journal(root)
    elif root.tag == "PubmedBookArticle":
        found = _of_book(root)
    else:
        raise InputError(f"{name} is <{str(root.tag)[:40]}>; give an article of PubMed")
    if not found.pmid:
        raise InputError(f"{name} has no PMID; fetch it again")
    return found


def _of_journal(root: Element) -> Abstract:
    article = root.find("MedlineCitation/Article")
    title = text_of(root.find("MedlineCitation/Article/ArticleTitle"))
    ids = _identifiers(root.iterfind("PubmedData/ArticleIdList/ArticleId"))
    doi = ids["doi"]
    if article is not None and not doi:
        places = article.iterfind("ELocationID[@EIdType='doi']")
        valid = (place for place in places if place.get("ValidYN", "Y") == "Y")
        doi = next((identifier("doi", text_of(place))[1] for place in valid), "")
    return Abstract(
        pmid=text_of(root.find("MedlineCitation/PMID")) or ids["pmid"],
        doi=doi,
        pmcid=ids["pmcid"],
        title=title or text_of(root.find("MedlineCitation/Article/VernacularTitle")),
        journal=_first(article, "Journal/Title", "Journal/ISOAbbreviation"),
        year=_year(article, "Journal/JournalIssue/PubDate"),
        paragraphs=_paragraphs(article),
    )


def _of_book(root: Element) -> Abstract:
    book = root.find("BookDocument")
    ids = _identifiers(root.iterfind("BookDocument/ArticleIdList/ArticleId"))
    return Abstract(
        pmid=_first(book, "PMID") or ids["pmid"],
        doi=ids["doi"],
        pmcid=ids["pmcid"],
        title=_first(book, "ArticleTitle", "Book/BookTitle"),
        journal=_first(book, "Book/BookTitle"),
        year=_year(book, "Book/PubDate"),
        paragraphs=_paragraphs(book),
    )


def _identifiers(elements: Element) -> dict[str, str]:
    ids = {"pmid": "", "pmcid": "", "doi": ""}
    for element in elements:
        kind, value = identifier(element.get("IdType"), text_of(element))
        if kind and not ids[kind]:
            ids[kind] = value
    return ids


def _first(element: Element | None, *paths: str) -> str:
    """The first text below an element that is there."""
    if element is None:
        return ""
    return next(filter(None, (text_of(element.find(path)) for path in paths)), "")


def _year(element: Element | None, path: str) -> str:
    """The year, which may stand in words such as "1998 Dec-1999 Jan"."""
    found = _YEAR.search(_first(element, f"{path}/Year", f"{path}/MedlineDate"))
    return found[0] if found else ""


def _paragraphs(element: Element | None) -> tuple[str, ...]:
    if element is None:
        return ()
    paragraphs = []
    for part in element.iterfind("Abstract/AbstractText"):
        text, label = text_of(part), " ".join(part.get("Label", "").split())
        if text:
            paragraphs.append(text if label.upper() in _NO_LABEL else f"{label}: {text}")
    return tuple(paragraphs)
