"""Titles and abstracts in the XML of PubMed, one article at a time.

The baseline and update files, and what E-utilities send, are a ``<PubmedArticleSet>`` of thousands
of ``<PubmedArticle>``; one of these is read here, or a ``<PubmedBookArticle>``.

The text is the title and, on lines of their own, the paragraphs of the abstract. The parts of a
structured abstract keep their labels as PubMed shows them, "METHODS: We ...", since a reader sees
them and offsets are then those of the abstract as it is known; UNLABELLED, which PubMed writes for
want of a label, is left out. Abstracts in other languages and copyright lines are not read.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ...corpora.xml_files import MAX_BYTES, Element, first_text, read_xml, text_of
from ...errors import InputError
from ...words.identifiers import identifier
from ..article_parts.assembly import identifiers

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
        """Return title and paragraphs with a newline between them; the title alone without any."""
        return "\n".join(filter(None, (self.title, *self.paragraphs)))

    @property
    def about(self) -> dict[str, str]:
        """Return what is known of it besides the text."""
        fields = ("pmid", "doi", "pmcid", "journal", "year", "title")
        return {field: value for field in fields if (value := getattr(self, field))}


def read_pubmed(source: Path | bytes, *, name: str, most_bytes: int = MAX_BYTES) -> Abstract:
    """Return a ``<PubmedArticle>`` or ``<PubmedBookArticle>``.

    Args:
        source: its file or bytes.
        name: what to call it in errors.
        most_bytes: the largest size.

    Raises:
        InputError: it is not well-formed XML, is something else, or has no PMID.
    """
    root = read_xml(source, name=name, most_bytes=most_bytes)
    if root.tag == "PubmedArticle":
        abstract = _of_journal(root)
    elif root.tag == "PubmedBookArticle":
        abstract = _of_book(root)
    else:
        raise InputError(f"{name} is <{str(root.tag)[:40]}>; give an article of PubMed")
    if not abstract.pmid:
        raise InputError(f"{name} has no PMID; fetch it again")
    return abstract


def _of_journal(root: Element) -> Abstract:
    article = root.find("MedlineCitation/Article")
    ids = identifiers(root.iterfind("PubmedData/ArticleIdList/ArticleId"), "IdType")
    places = root.iterfind("MedlineCitation/Article/ELocationID[@EIdType='doi']")
    valid = (place for place in places if place.get("ValidYN", "Y") == "Y")
    dois = (identifier("doi", text_of(place))[1] for place in valid)
    return Abstract(
        pmid=first_text(root, "MedlineCitation/PMID") or ids["pmid"],
        doi=ids["doi"] or next(dois, ""),
        pmcid=ids["pmcid"],
        title=first_text(article, "ArticleTitle", "VernacularTitle"),
        journal=first_text(article, "Journal/Title", "Journal/ISOAbbreviation"),
        year=_year(article, "Journal/JournalIssue/PubDate"),
        paragraphs=_paragraphs(root.iterfind("MedlineCitation/Article/Abstract/AbstractText")),
    )


def _of_book(root: Element) -> Abstract:
    book = root.find("BookDocument")
    ids = identifiers(root.iterfind("BookDocument/ArticleIdList/ArticleId"), "IdType")
    return Abstract(
        pmid=first_text(book, "PMID") or ids["pmid"],
        doi=ids["doi"],
        pmcid=ids["pmcid"],
        title=first_text(book, "ArticleTitle", "Book/BookTitle"),
        journal=first_text(book, "Book/BookTitle"),
        year=_year(book, "Book/PubDate"),
        paragraphs=_paragraphs(root.iterfind("BookDocument/Abstract/AbstractText")),
    )


def _year(element: Element | None, path: str) -> str:
    """Return the year, which may stand in words such as "1998 Dec-1999 Jan"."""
    match = _YEAR.search(first_text(element, f"{path}/Year", f"{path}/MedlineDate"))
    return match[0] if match else ""


def _paragraphs(parts: Iterable[Element]) -> tuple[str, ...]:
    paragraphs = []
    for part in parts:
        text, label = text_of(part), " ".join(part.get("Label", "").split())
        if text:
            paragraphs.append(text if label.upper() in _NO_LABEL else f"{label}: {text}")
    return tuple(paragraphs)
