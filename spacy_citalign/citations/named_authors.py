"""Authors that a text names where it cites: "(Miller and Jones, 2003)", "Smith et al. [4]"."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from .author_names import PARTICLES, read_authors
from .author_year import find_author_year

Span = tuple[int, int]

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
_REACH = 200  # characters back from "et al." to the first author
_LONGEST = 40  # characters of a name before initials
# "SemEval (2007)" is no person, "McDonald (2007)" is.
_NO_PERSON = re.compile(r"(?!Mc|Mac|D[eiu]|L[aei]|Van|Fitz|O['\u2019])[^\W\d_]?[^\W\d_A-Z]+[A-Z]")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011'\u2019][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['\u2019]s?\Z")
_MAYBE_DATED = re.compile(r"[12]\d{3}")  # far faster than to look for years
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d[a-z]?\b|\bn\.d\.|\bin press\b")


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
        if text[start : start + 1].isalpha() and _YEAR.search(text, start, end)
    )
    surnames = {name for start, end in spans for name in _names(text, start, end)}
    return NamedAuthors(sorted(spans), frozenset(surnames))


def _names(text: str, start: int, end: int) -> Iterable[str]:
    """Yield the words of names in a mark of citation: those that begin with a capital."""
    year = _YEAR.search(text, start, end)
    for match in _WORD.finditer(text, start, end if year is None else year.start()):
        name = _POSSESSIVE.sub("", match[0])
        if len(name) > 1 and name[0].isupper() and name.lower() not in PARTICLES:
            yield name
            if "-" in name:  # tokens part at hyphens
                yield from (part for part in name.split("-") if part[:1].isupper())
