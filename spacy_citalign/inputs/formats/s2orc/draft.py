"""What all layouts come to: paragraphs with spans that nobody has checked yet, and references."""

from typing import Any, NamedTuple

from ...articles import Kind
from ...assembly import About
from ...people import Authors
from .values import clean

_MOST_NUMBER = 40  # characters of the number of a section


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


class Entry(NamedTuple):
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
    entries: list[Entry]


def ref_name(value: Any) -> str:
    """Return the id of an entry as marks name it, without white space; "" of anything else.

    >>> ref_name("#b12"), ref_name(None)
    ('b12', '')
    """
    text = str(value) if type(value) is int and abs(value) < 10**9 else value
    return "_".join(clean(text).split()).lstrip("#") if isinstance(text, str) else ""


def section_path(title: str, number: str, titles: dict[str, str]) -> tuple[str, ...]:
    """Return the titles from the outermost section to this one.

    >>> section_path("Frogs", "2.1.", {"2": "Methods"})
    ('Methods', 'Frogs')

    Args:
        title: of the section, "" for none.
        number: that it has, "" for none.
        titles: of the sections by their numbers; takes this one.
    """
    number = number.strip(" .")
    if not title or not number or len(number) > _MOST_NUMBER:
        return (title,) if title else ()
    titles[number] = title
    parts = number.split(".")
    above = (".".join(parts[:end]) for end in range(1, len(parts)))
    return (*(titles[name] for name in above if name in titles), title)
