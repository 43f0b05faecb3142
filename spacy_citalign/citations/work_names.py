"""Names of works: identifiers in normal form, author, year and title, and what users call them."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

IDENTIFIERS = ("doi", "pmid", "pmcid", "arxiv")
_SMALL = {"doi", "arxiv"}
WorkRecord = Mapping[str, Any]


@lru_cache(maxsize=1 << 16)  # each work is cited many times
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
    return _name(work) or normal_name(field_text(work, "text"))


class WorkNames(NamedTuple):
    """By what a work is told from others.

    Attributes:
        identifiers: kinds and values, in normal form.
        name: first author, year and title in normal form, "" where one is missing.
        key: as ``work_key`` has it.
    """

    identifiers: tuple[tuple[str, str], ...]
    name: str
    key: str


def work_names(work: WorkRecord) -> WorkNames:
    """Return by what a work is told from others."""
    return WorkNames(tuple(_identifiers(work)), _name(work), work_key(work))


def field_text(work: WorkRecord, field: str) -> str:
    """Return what is said in a field; works of others may have numbers and None there."""
    return stripped(work.get(field))


def stripped(value: Any) -> str:
    """Return a value of a record as text without white space around it, "" for None."""
    return "" if value is None else str(value).strip()


def _identifiers(work: WorkRecord) -> list[tuple[str, str]]:
    """Return kinds and values; case does not matter in them: DOIs and arXiv ids are small here."""
    values = ((kind, field_text(work, kind)) for kind in IDENTIFIERS)
    return [
        (kind, value.lower() if kind in _SMALL else value.upper())
        for kind, value in values
        if value
    ]


def _name(work: WorkRecord) -> str:
    """Return first author, year and title in normal form, ``""`` where one is missing."""
    parts = [normal_name(field_text(work, field)) for field in ("first_author", "year", "title")]
    return " ".join(parts) if all(parts) else ""
