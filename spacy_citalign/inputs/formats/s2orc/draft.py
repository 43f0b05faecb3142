"""Drafts, which all layouts come to: paragraphs with spans yet to be checked, and references."""

from typing import Any, NamedTuple

from ...article_parts.assembly import About
from ...articles import CitedWork, Kind
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


class Draft(NamedTuple):
    """An article; ``name`` is what the file calls it, ``works`` its entries, not yet numbered."""

    name: str
    about: About
    ids: dict[str, str]
    blocks: list[Block]
    works: list[CitedWork]


def ref_name(value: Any) -> str:
    """Return the id of an entry as marks name it, without white space; "" of anything else.

    >>> ref_name("#b12"), ref_name(None)
    ('b12', '')
    """
    text = str(value) if type(value) is int and abs(value) < 10**9 else value
    return "_".join(clean(text).split()).lstrip("#") if isinstance(text, str) else ""
