"""Counts in words, names of cited works, and text for one line, alike in all that is shown."""

from ...schema import CitedWork


def counted(number: int, name: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "work"), counted(1200, "work")
    ('1 work', '1,200 works')
    """
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def work_name(cited: CitedWork) -> str:
    """Return a cited work on one line: author, year and title as far as known, else its key.

    >>> work_name(CitedWork(key="pmid:7", first_author="Zork", year="2004", title="Frogs"))
    'Zork 2004, Frogs'
    """
    author = " ".join(filter(None, (cited.first_author, cited.year)))
    return printable(", ".join(filter(None, (author, cited.title))) or cited.key)


def printable(text: str) -> str:
    """Return ``text`` on one line, without what a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
