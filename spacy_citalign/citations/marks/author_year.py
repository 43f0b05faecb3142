"""Authors and a year, ``(Smith et al. 2004a,b; Lee 2005)``; authors that a text cites by name.

Every year is read backwards: from it to the bracket or comma before, to "et al." or the last name,
and on to the first name. So a text costs as much as it has years, whatever else is in it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..author_names import PARTICLES, Authors, read_authors
from .citation import AUTHOR_YEAR, Mark, Span

_YEAR = r"(?:1[6-9]|20)\d\d"
_DATED = re.compile(
    rf"(?<![\w.])(?:{_YEAR}[a-z]?(?![\w%])|in press\b)|(?<=al\.){_YEAR}[a-z]?(?!\w)"
)
_DECIMAL = re.compile(r"[.,:]\d")
# What may stand between authors and a year: "Smith, 2004", "Smith's (2004", "Smith [2004".
_NEAR = 10  # characters of it
_GAP = re.compile(r"(?:['\u2019]s?)?\s{0,10}(?:,\s{0,10})?(?:([\[(])\s{0,10})?$")
_MORE = re.compile(
    rf"\s*(?:,|;|and\b|&)\s*(?:and\s+)?(?P<year>(?:{_YEAR}[a-z]?|in press)(?![\w%]))"
    r"|(?:,\s?|\s?(?:and|&)\s)(?P<letter>[a-z](?![\w.'\u2019]))"
)
_PAGES = re.compile(r"[\s,;:&\d\-\u2013]*(?:\b(?:and|[a-z]|pp?\.|in press)[\s,;:&\d\-\u2013]*)*")
_REACH = 200  # characters back from a year or "et al." to the first author
_INSIDE = 40  # characters of "(2004, p. 12)"
_PARAGRAPH = re.compile(r"\n\s*\n|\u2029")
_CLOSING = {"(": ")", "[": "]"}
# Each begins with a letter, by which long texts are searched fast.
_OTHERS = (
    re.compile(r"et\s+al\b\.?"),
    re.compile(r"and\s+(?:colleagues|co-?workers|associates)\b"),
    # "Lee & Ng [4]"; between names of other things stands "and".
    re.compile(r"&\s+[^\W\d_][^\s\[&]*(?=\s?\[\d)"),
)
# Of lists of references: "Lee, A. B."
_INITIALS = re.compile(r",\s(?:[A-Z]\.[\s-]?){1,3}(?=[,;&(:]|and\b)")
_BEFORE = re.compile(r"(?<![\w-])[^\W\d_a-z][^\W\d_]+(?:-[^\W\d_]+)?\Z")
_LONGEST = 40  # characters of a name before initials
# "SemEval (2007)" is no person, "McDonald (2007)" is.
_NO_PERSON = re.compile(r"(?!Mc|Mac|D[eiu]|L[aei]|Van|Fitz|O['\u2019])[^\W\d_]?[^\W\d_A-Z]+[A-Z]")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011'\u2019][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['\u2019]s?\Z")
_MAYBE_DATED = re.compile(r"[12]\d{3}")  # far faster than to look for years
_AFTER_NAMES = re.compile(r"(?:1[6-9]|20)\d\d[a-z]?\b|\bn\.d\.|\bin press\b")


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
        read = _read(text, match, done, depths)
        done = match.end()
        if read is not None:
            marks += _marks(text, match, *read)
            done = marks[-1].end
    return marks


def _read(
    text: str, match: re.Match[str], done: int, brackets: "_Brackets"
) -> tuple[Authors, str] | None:
    """Read backwards from a year, no further than to ``done``: authors, and the bracket opened."""
    start, end = match.span()
    least = max(start - _REACH, done)
    for empty in _PARAGRAPH.finditer(text, least, start):
        least = empty.end()
    gap = _GAP.search(text, max(start - _NEAR, least), start)
    if gap is None:
        return None
    # "Smith et al. (2004; Lee 2005)" is open; the bracket is not of the first citation alone.
    opened = gap[1] if gap[1] and _closed(text, end, gap[1]) else ""
    inside = not gap[1] and brackets.depth(start) > 0
    authors = read_authors(text, least, gap.start(), bracketed=inside)
    if authors is None:
        return None
    if authors.single and not inside and (not opened or match[0] == "in press"):
        return None  # "Boston 2004" is no citation, nor is "March 2004"
    return authors, opened


def _closed(text: str, start: int, opened: str) -> bool:
    """Return whether a bracket that a year begins is closed soon, with no letters but of pages."""
    close = text.find(_CLOSING[opened], start, start + _INSIDE)
    return close >= 0 and _PAGES.fullmatch(text, start, close) is not None


def _marks(text: str, match: re.Match[str], authors: Authors, opened: str) -> Iterator[Mark]:
    end = match.end()
    more = list(_more(text, end, match[0]))
    if opened and not more:
        end = text.index(_CLOSING[opened], end) + 1
    for first, stop, year in [(authors.start, end, match[0]), *more]:
        yield Mark(first, stop, f"{authors.surname} {year}", AUTHOR_YEAR)


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


class NamedAuthors(NamedTuple):
    """Authors of cited works in a text.

    Attributes:
        spans: half-open characters of their names where they cite, with "et al." and the year;
            ascending, some of them may overlap.
        surnames: words of their names, as written, without "'s".
    """

    spans: list[Span]
    surnames: frozenset[str]


def find_named_authors(text: str, citations: Iterable[Span] = ()) -> NamedAuthors:
    """Return the authors that a text cites by name.

    Args:
        text: the text.
        citations: half-open characters of marks of citation that are known already; those of
            numbers name nobody.

    >>> found = find_named_authors("Smith et al. [4] and Ng's (1999) rules bind Markov models.")
    >>> found.spans, sorted(found.surnames)
    ([(0, 12), (21, 32)], ['Ng', 'Smith'])
    """
    dated = _MAYBE_DATED.search(text) or "in press" in text
    spans = {
        (mark.start, mark.end)
        for mark in (find_author_year(text) if dated else ())
        if not _NO_PERSON.match(text, mark.start)
    }
    for pattern in _OTHERS:
        for match in pattern.finditer(text):
            start, end = max(match.start() - _REACH, 0), match.end()
            authors = read_authors(text, start, end, bracketed=False)
            if authors is not None and not authors.single:
                spans.add((authors.start, end))
    for match in _INITIALS.finditer(text):
        start = max(match.start() - _LONGEST, 0)
        name = _BEFORE.search(text[start : match.start()])
        if name is not None:
            spans.add((start + name.start(), match.end()))
    spans.update(
        (start, end)
        for start, end in citations
        if text[start : start + 1].isalpha() and _AFTER_NAMES.search(text, start, end)
    )
    surnames = {name for start, end in spans for name in _names(text, start, end)}
    return NamedAuthors(sorted(spans), frozenset(surnames))


def _names(text: str, start: int, end: int) -> Iterable[str]:
    """Yield the words of names in a mark of citation: those that begin with a capital."""
    year = _AFTER_NAMES.search(text, start, end)
    for match in _WORD.finditer(text, start, end if year is None else year.start()):
        name = _POSSESSIVE.sub("", match[0])
        if len(name) > 1 and name[0].isupper() and name.lower() not in PARTICLES:
            yield name
            if "-" in name:  # tokens part at hyphens
                yield from (part for part in name.split("-") if part[:1].isupper())
