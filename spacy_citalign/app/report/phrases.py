"""Counts in words, names of works, years, and text for one line, alike in all that is shown."""

import re
from collections.abc import Callable, Sequence

from ...schema import CitedWork

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


def counted(number: int, name: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "work"), counted(1200, "work")
    ('1 work', '1,200 works')
    """
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def first_lines(lines: Sequence[str], most: int, count: int | None = None) -> list[str]:
    """Return the first lines, and how many more there are.

    Args:
        lines: all of them, or the first ones.
        most: so many at most.
        count: how many there are in all; None for the lines given.

    >>> first_lines(["  a", "  b", "  c"], 1)
    ['  a', '  ... and 2 more']
    """
    more = (len(lines) if count is None else count) - most
    return [*lines[:most], *([f"  ... and {more} more"] if more > 0 else [])]


def work_name(cited: CitedWork) -> str:
    """Return a cited work on one line: author, year and title as far as known, else its key.

    >>> work_name(CitedWork(key="pmid:7", first_author="Zork", year="2004", title="Frogs"))
    'Zork 2004, Frogs'
    """
    author = " ".join(filter(None, (cited.first_author, cited.year)))
    return printable(", ".join(filter(None, (author, cited.title))) or cited.key)


def year_of(text: str) -> int | None:
    """Return the year in a text, if there is one."""
    match = _YEAR.search(text)
    return int(match.group()) if match else None


def printable(text: str) -> str:
    """Return ``text`` on one line, without what a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def free_name(
    name: str, taken: dict[str, int], joint: str, *, fold: Callable[[str], str] = str
) -> str:
    """Return a name that nothing else has: with a number behind it where it is taken.

    Args:
        name: the name that is wanted.
        taken: counts the names that are given.
        joint: stands before the number.
        fold: of names for which it gives the same one is taken.

    >>> names = {}
    >>> free_name("frog", names, "-"), free_name("frog", names, "-")
    ('frog', 'frog-2')
    """
    free = name
    while fold(free) in taken:
        taken[fold(name)] += 1
        free = f"{name}{joint}{taken[fold(name)]}"
    taken[fold(free)] = 1
    return free
