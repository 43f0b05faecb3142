"""Pandoc's marks of citation: ``[see @zork2004, pp. 3-4; -@lake2005]``, ``@zork2004 [p. 3]``."""

import re
from typing import NamedTuple

# A key is words that single signs divide, or stands in braces; no key begins in an e-mail address,
# in a link or in a name with an "@" behind a backslash.
KEY = re.compile(
    r"(?<![\w.+/@\\])(?P<no_author>(?<!\w)-)?@"
    r"(?:\{(?P<braced>[^{}\s]{1,500})\}|(?P<key>\w+(?:(?:[:.#$%&+?<>~/]|--?)\w+)*))"
)
# Figures, tables, equations and sections of the manuscript itself.
_OWN_PARTS = re.compile(r"(?:fig|tbl|tab|eq|sec|lst|thm|lem|cor|prp|def|exm|suppfig)[:-].")


class Item(NamedTuple):
    """A work in a mark.

    Attributes:
        key: of the work.
        has_author: whether the mark names the author; "-@key" names the year alone.
        offset: of the "@" in the text.
        before, after: half-open characters of what is said before and behind: "see", "pp. 3-4".
    """

    key: str
    has_author: bool
    offset: int
    before: tuple[int, int]
    after: tuple[int, int]


def key_of(match: re.Match[str]) -> str:
    """Return the key that was found."""
    return match["braced"] or match["key"]


def is_own_part(key: str) -> bool:
    """Return whether a key is that of a figure, table or section of the manuscript.

    >>> is_own_part("fig:ponds"), is_own_part("figueroa2004")
    (True, False)
    """
    return _OWN_PARTS.match(key) is not None


def bracketed_items(text: str, start: int, end: int) -> list[Item]:
    """Return the works of a mark in brackets; none where a part of it names no work.

    Args:
        text: the paragraph.
        start, end: of what is between the brackets.

    >>> text = "[see @zork, pp. 3-4; -@lake]"
    >>> [(one.key, one.has_author, text[slice(*one.after)]) for one in bracketed_items(text, 1, 27)]
    [('zork', True, ', pp. 3-4'), ('lake', False, '')]
    >>> bracketed_items("[me@pond.org]", 1, 12), bracketed_items("[@a; and others]", 1, 15)
    ([], [])
    """
    items = []
    part_start = start
    while part_start <= end:
        part_end = text.find(";", part_start, end)
        part_end = end if part_end < 0 else part_end
        match = KEY.search(text, part_start, part_end)
        if match is None:
            return []
        before, after = (part_start, match.start()), (match.end(), part_end)
        at = match.start() + bool(match["no_author"])
        items.append(Item(key_of(match), not match["no_author"], at, before, after))
        part_start = part_end + 1
    return items
