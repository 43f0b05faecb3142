"""Authors and a year: ``(Smith et al. 2004a,b; Lee 2005)``, ``van der Berg and Ng (1999)``.

Every year is read backwards: from it to the bracket or comma before, to "et al." or the last name,
and on to the first name. So a text costs as much as it has years, whatever else is in it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .author_names import Authors, read_authors
from .marks import AUTHOR_YEAR, Mark

_YEAR = r"(?:1[6-9]|20)\d\d"
_DATED = re.compile(
    rf"(?<![\w.])(?:{_YEAR}[a-z]?(?![\w%])|in press\b)|(?<=al\.){_YEAR}[a-z]?(?!\w)"
)
_DECIMAL = re.compile(r"[.,:]\d")
# What may stand between authors and a year: "Smith, 2004", "Smith's (2004", "Smith [2004".
_GAP = re.compile(r"(?:['\u2019]s?)?\s*,?\s*([\[(]?)\s*$")
_MORE = re.compile(
    rf"\s*(?:,|;|and\b|&)\s*(?:and\s+)?(?P<year>(?:{_YEAR}[a-z]?|in press)(?![\w%]))"
    r"|(?:,\s?|\s?(?:and|&)\s)(?P<letter>[a-z](?![\w.'\u2019]))"
)
_PAGES = re.compile(r"[\s,;:&\d\-\u2013]*(?:\b(?:and|[a-z]|pp?\.|in press)[\s,;:&\d\-\u2013]*)*")
_REACH = 200  # characters back from a year to its first author
_INSIDE = 40  # characters of "(2004, p. 12)"
_PARAGRAPH = re.compile(r"\n\s*\n|\u2029")
_CLOSING = {"(": ")", "[": "]"}


class Dated(NamedTuple):
    """A year that is read, with what stands before it."""

    authors: Authors
    end: int
    opened: str


def find_author_year(text: str) -> list[Mark]:
    """Return the citations by author and year, in order.

    >>> text = "(Smith et al. 2004a,b) but Ng (1999)"
    >>> [(mark.key, text[mark.start : mark.end]) for mark in find_author_year(text)]
    [('Smith 2004a', 'Smith et al. 2004a'), ('Smith 2004b', 'b'), ('Ng 1999', 'Ng (1999)')]
    """
    marks: list[Mark] = []
    depths = _Brackets(text)
    done = 0  # no citation goes on beyond the year before it
    for match in _DATED.finditer(text):
        if match.start() < done or _DECIMAL.match(text, match.end()):
            continue
        dated = _read(text, match, done, depths)
        done = match.end()
        if dated is not None:
            marks += _marks(text, dated, match[0])
            done = marks[-1].end
    return marks


def _read(text: str, match: re.Match[str], done: int, brackets: "_Brackets") -> Dated | None:
    """Read backwards from a year, no further than to ``done``."""
    start, end = match.span()
    least = max(start - _REACH, done)
    for empty in _PARAGRAPH.finditer(text, least, start):
        least = empty.end()
    gap = _GAP.search(text, max(start - 10, least), start)
    if gap is None:
        return None
    # "Smith et al. (2004; Lee 2005)" is open; the bracket is not of the first citation alone.
    opened = gap[1] if gap[1] and _closed(text, end, gap[1]) else ""
    inside = not gap[1] and brackets.depth(start) > 0
    authors = read_authors(text, least, gap.start(), bracketed=inside)
    if authors is None:
        return None
    if authors.single and not inside and not opened:
        return None  # "Boston 2004" is no citation, nor is "March 2004"
    if match[0] == "in press" and authors.single and not inside:
        return None
    return Dated(authors, end, opened)


def _closed(text: str, start: int, opened: str) -> bool:
    """Return whether a bracket that a year begins is closed soon, with no letters but of pages."""
    close = text.find(_CLOSING[opened], start, start + _INSIDE)
    if close < 0:
        return False
    return _PAGES.fullmatch(text, start, close) is not None


def _marks(text: str, dated: Dated, year: str) -> Iterator[Mark]:
    surname, start, end = dated.authors.surname, dated.authors.start, dated.end
    more = list(_more(text, end, year))
    if dated.opened and not more:
        end = text.index(_CLOSING[dated.opened], end) + 1
    yield Mark(start, end, f"{surname} {year}", AUTHOR_YEAR)
    for first, stop, later in more:
        yield Mark(first, stop, f"{surname} {later}", AUTHOR_YEAR)


def _more(text: str, end: int, year: str) -> Iterator[tuple[int, int, str]]:
    """Yield the other years of the same authors: "2004a,b, 2005"."""
    while match := _MORE.match(text, end):
        if match["letter"]:
            if not year[-1].islower() or not year[0].isdigit():
                return
            year = year[:-1] + match["letter"]
        else:
            year = match["year"]
        group = "letter" if match["letter"] else "year"
        end = match.end()
        yield *match.span(group), year


class _Brackets:
    """The depth of brackets at offsets, asked in ascending order; an empty line closes all."""

    def __init__(self, text: str):
        self._steps = re.finditer(r"[(\[]|[)\]]|\n\s*\n|\u2029", text)
        self._next = next(self._steps, None)
        self._depth = 0

    def depth(self, offset: int) -> int:
        while self._next is not None and self._next.start() < offset:
            if self._next[0] in "([":
                self._depth += 1
            elif self._next[0] in ")]":
                self._depth = max(self._depth - 1, 0)
            else:
                self._depth = 0
            self._next = next(self._steps, None)
        return self._depth
