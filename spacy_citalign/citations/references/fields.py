"""Reading an entry of a list of references: authors, year, title, container, identifiers."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...words.identifiers import identifiers_in_text

_MAX_TEXT = 2_000  # characters of an entry that are read
_YEAR = re.compile(r"(?<![\w:/.\u2013-])((?:1[5-9]|20)\d\d)([a-z]?)(?![\w:/\u2013-])")
_AUTHOR = re.compile(r"([A-Z][\w'\u2019-]{1,40}),? ((?:[A-Z]\.[ -]?){1,4}|[A-Z]{1,3}\b)")


class Reference(NamedTuple):
    """What an entry says; "" or () where it does not say it.

    Attributes:
        label: as in ``Entry``, where it was given one.
        authors: surname, and given names or initials as printed ("" where there are none) of each,
            in order; an author that is no person is a surname alone.
        year: four digits.
        year_letter: that tells works of one year apart, in lower case.
        title: of the article or chapter, else of the book.
        container: the journal, the book that a chapter is in, the proceedings.
        volume, pages: as printed; a dash between pages is "-".
        doi, pmid, pmcid, arxiv: in their usual forms, see ``words.identifiers``.
        text: all of it, white space collapsed.
    """

    label: str
    authors: tuple[tuple[str, str], ...]
    year: str
    year_letter: str
    title: str
    container: str
    volume: str
    pages: str
    doi: str
    pmid: str
    pmcid: str
    arxiv: str
    text: str


def read_references(texts: Sequence[str], labels: Sequence[str] = ()) -> list[Reference]:
    """Return what each of some entries says.

    Args:
        texts: of entries, without their labels.
        labels: one for each text, or none at all.
    """
    return [
        _read(text, label) for text, label in zip(texts, labels or [""] * len(texts), strict=True)
    ]


def _read(text: str, label: str) -> Reference:
    text = " ".join(text[:_MAX_TEXT].split())
    year = _YEAR.search(text)
    authors = tuple((match[1], match[2].strip()) for match in _AUTHOR.finditer(text, 0, 200))
    rest = text[max((match.end() for match in _AUTHOR.finditer(text, 0, 200)), default=0) :]
    sentences = [part for part in re.split(r"[.?!] ", rest) if len(part) > 12]
    known = dict.fromkeys(("doi", "pmid", "pmcid", "arxiv"), "") | identifiers_in_text(text)
    return Reference(
        label,
        authors,
        year[1] if year else "",
        year[2] if year else "",
        sentences[0].strip(" .") if sentences else "",
        sentences[1].strip(" .") if len(sentences) > 1 else "",
        "",
        "",
        *known.values(),
        text,
    )
