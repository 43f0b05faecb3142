"""Drafts, which all layouts come to: paragraphs with spans yet to be checked, and references."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from ...articles import Kind, References
from ...assembly import About, cited_work, listed_works
from ...people import Authors
from .values import clean


class Span(NamedTuple):
    """A mark, as the file gives it.

    Attributes:
        start, end: characters of the paragraph, if they are right.
        text: the mark, if the file repeats it.
        name: id of the entry that is cited, "" if there is none.
    """

    start: Any
    end: Any
    text: Any
    name: str


class Block(NamedTuple):
    """A paragraph, its characters as in the file."""

    text: str
    kind: Kind
    section: tuple[str, ...]
    spans: list[Span]


class DraftEntry(NamedTuple):
    """An entry of the reference list; ``ids`` by kind, as in ``CitedWork``."""

    name: str
    label: str
    authors: Authors
    year: str
    title: str
    source: str
    text: str
    ids: dict[str, str]


class Draft(NamedTuple):
    """An article; ``name`` is what the file calls it."""

    name: str
    about: About
    ids: dict[str, str]
    blocks: list[Block]
    entries: list[DraftEntry]


def ref_name(value: Any) -> str:
    """Return the id of an entry as marks name it, without white space; "" of anything else.

    >>> ref_name("#b12"), ref_name(None)
    ('b12', '')
    """
    text = str(value) if type(value) is int and abs(value) < 10**9 else value
    return "_".join(clean(text).split()).lstrip("#") if isinstance(text, str) else ""


def references_of(entries: Iterable[DraftEntry]) -> References:
    """Return the entries as works, a work each, in order."""
    return listed_works(
        cited_work(
            entry.name,
            number,
            entry.label,
            entry.ids,
            entry.authors,
            entry.year,
            entry.title,
            entry.source,
            entry.text,
        )
        for number, entry in enumerate(entries, start=1)
    )
