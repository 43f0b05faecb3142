"""Names of works: identifiers in normal form, author, year and title, and what users call them."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...words.keeping import kept
from ..author_names import NAME_PARTICLES

IDENTIFIERS = ("doi", "pmid", "pmcid", "arxiv")
WorkRecord = Mapping[str, Any]
_DOI_START = re.compile(r"\A(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2212", "-----")
_PUBLISHER = re.compile(r"10\.\d+")
# What is left of the DOI of an article of Wiley or Elsevier where it was cut behind the ISSN.
_JOURNAL_DOI = re.compile(r"[^/]+/(?:\(issn\)|s)?(\d{4})-(\d{3}[\dx])")


@kept(1 << 16, 1_000)  # each work is cited many times
def normal_name(text: str) -> str:
    """Return a text as its lower-case words without accents and punctuation.

    >>> normal_name("Müller-Hill B.: The <i>lac</i> Operon?")
    'muller hill b the i lac i operon'
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", bare.casefold()))


def work_key(work: WorkRecord) -> str:
    """Return the name of a work by what is known of it, ``""`` where that is not enough.

    >>> work_key({"pmid": "123", "doi": "10.5555/x"})
    'doi:10.5555/x'
    >>> work_key({"first_author": "Zork", "year": "2004", "title": "Frogs, awake."})
    'zork 2004 frogs awake'
    >>> work_key({"first_author": "Zork", "year": "2004"})
    ''
    """
    for kind, value in _identifiers(work):
        return f"{kind}:{value}"
    author = normal_name(field_text(work, "first_author"))
    return _name(author, work) or normal_name(field_text(work, "text"))


class WorkNames(NamedTuple):
    """By what a work is told from others, in normal form, "" for what is missing.

    Attributes:
        identifiers: kinds and values.
        name: author, year and title, "" where one is missing.
        joined: the same with a surname of several words as one, "vandermeer"; "" where it is one.
        key: as ``work_key`` has it.
        title: "" too where the name of the journal stands for it.
        author: the surname of the first, without "van der" and the like.
        year: of the work.
    """

    identifiers: tuple[tuple[str, str], ...]
    name: str
    joined: str
    key: str
    title: str
    author: str
    year: str


def work_names(work: WorkRecord) -> WorkNames:
    """Return by what a work is told from others."""
    title = normal_name(field_text(work, "title"))
    first_author = field_text(work, "first_author")
    author = surname(first_author)
    words = normal_name(first_author).split()
    return WorkNames(
        tuple(_identifiers(work)),
        _name(author, work),
        _name("".join(words), work) if len(words) > 1 else "",
        work_key(work),
        "" if title == normal_name(field_text(work, "source")) else title,
        author,
        normal_name(field_text(work, "year")),
    )


@kept(1 << 16)
def normal_doi(text: str) -> str:
    """Return a DOI in normal form, ``""`` for that of a journal or publisher: it names no work.

    >>> normal_doi("https://doi.org/10.5555/ZK.1."), normal_doi("10.5555/(ISSN)1097-0010")
    ('10.5555/zk.1', '')
    """
    doi = _DOI_START.sub("", text.strip()).split('"')[0]
    doi = doi.translate(_DASHES).lower().rstrip(".,;:/ ")
    journal = _JOURNAL_DOI.fullmatch(doi.replace("%28", "(").replace("%29", ")"))
    is_cut = _PUBLISHER.fullmatch(doi) or (journal and _is_issn(journal[1] + journal[2]))
    return "" if is_cut else doi


def _is_issn(digits: str) -> bool:
    """Return whether the last of eight digits is the check digit of the others."""
    total = sum(int(digit) * (8 - place) for place, digit in enumerate(digits[:7]))
    return (total + (10 if digits[7] == "x" else int(digits[7]))) % 11 == 0


def field_text(work: WorkRecord, field: str) -> str:
    """Return what is said in a field; works of others may have numbers and None there."""
    return stripped(work.get(field))


def stripped(value: Any) -> str:
    """Return a value of a record as text without white space around it, "" for None."""
    return "" if value is None else str(value).strip()


def _identifiers(work: WorkRecord) -> list[tuple[str, str]]:
    """Return kinds and values, of which case does not matter."""
    return [
        (kind, value)
        for kind in IDENTIFIERS
        if (value := normal_identifier(kind, field_text(work, kind)))
    ]


def normal_identifier(kind: str, text: str) -> str:
    """Return an identifier in normal form, ``""`` where it names no work."""
    if kind == "doi":
        return normal_doi(text)
    return text.lower() if kind == "arxiv" else text.upper()


def _name(author: str, work: WorkRecord) -> str:
    """Return author, year and title in normal form, ``""`` where one is missing."""
    parts = [author, *(normal_name(field_text(work, field)) for field in ("year", "title"))]
    return " ".join(parts) if all(parts) else ""


@kept(1 << 16)
def surname(text: str) -> str:
    """Return a surname in normal form without particles, unless it is one, like "Du".

    >>> surname("van der Meer"), surname("O'Shea"), surname("El-Sayed"), surname("von Du")
    ('meer', 'shea', 'sayed', 'du')
    """
    words = normal_name(text).split()
    return " ".join([word for word in words if word not in _PARTICLES] or words[-1:])


_PARTICLES = frozenset(normal_name(word) for word in NAME_PARTICLES)
