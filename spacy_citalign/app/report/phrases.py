"""Counts in words, names of cited works, and text for one line, alike in all that is shown."""

from collections.abc import Mapping
from typing import Any


def counted(number: int, name: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "work"), counted(1200, "work")
    ('1 work', '1,200 works')
    """
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def work_name(cited: Mapping[str, Any]) -> str:
    """Return a cited work on one line: author, year and title as far as known, else its key.

    >>> work_name({"key": "pmid:7", "first_author": "Zork", "year": "2004", "title": "Frogs"})
    'Zork 2004, Frogs'
    """
    author = " ".join(str(cited[field]) for field in ("first_author", "year") if cited.get(field))
    facts = [author, str(cited.get("title") or "")]
    return printable(", ".join(filter(None, facts)) or str(cited["key"]))


def printable(text: str) -> str:
    """Return ``text`` on one line, without what a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
