"""Words that may not be aligned: those of citation markers, "Figure 2", "Table 1".

Names of authors and years recur in every citance of a work and say nothing of it. Marks by author
and year are found by the caller; here their names are found again wherever they stand in the group
("Soon et al.'s features"), with "et al." forms without a year, years alone in brackets, and
references to figures, tables and equations.
"""

import re
from collections.abc import Sequence

from ...words.data_files import word_list

Spans = list[tuple[int, int]]

# Every repetition is bounded or of one class, so that a text costs as much as it is long.
_LETTERS = r"\w'\u2019\u00b4`-"
_NAME = rf"(?<![{_LETTERS}])[A-ZÀ-Þ][{_LETTERS}]{{1,40}}"
_ET_AL = re.compile(
    rf"{_NAME}(?:\s{{1,3}}{_NAME})?\s{{0,3}},?\s{{1,3}}"
    r"(?:et\s{0,3}\.?\s{0,3}al\b\.?|and\s{1,3}(?:colleagues|co-?workers))"
)
_NAMES = re.compile(_NAME)
# Lists of authors in brackets whose years were lost: "(Ott and Lee,; Yan et al.,; van der Zork)".
_LISTED = re.compile(r"\(([^()]{4,800})(?:\)|$)")
_SURNAME = r"(?:(?:van|von|de|den|der|da|dos|la|le|di|du|ter)\s){0,3}[A-ZÀ-Þ][\w'\u2019-]{1,40}"
_AUTHORS = re.compile(
    rf"\s*(?:(?:see|e\.g\.|cf\.|and),?\s)?{_SURNAME}(?:,?\s(?:(?:and|&)\s)?{_SURNAME}){{0,3}}"
    r"(?:,?\set\s?al\.?)?[,.\s]{0,3}"
)
_YEARLESS = re.compile(r"\bet\s?al\b|,\s?(?:;|$)")
_YEAR = re.compile(r"(?<![\w.-])(?:19|20)\d\d[a-z]?(?![\w%])")
_WORD = re.compile(r"[^\W\d_][^\W_]*(?:['\u2019-][^\W_]+)*")
_REFERENCE = re.compile(
    r"\b(?:fig(?:ure)?s?|tables?|tabs?|eqs?|equations?|sections?|appendix|supplementary)\b\.?"
    r"\s{0,3}(?:fig(?:ure)?s?|tables?)?\.?\s{0,3}\(?(?:S?\d{1,4}(?:\.\d{1,4}){0,4}[A-Za-z]?|[IVX]+)\b"
    r"(?:\s{0,3}(?:,|and|-|\u2013)\s{0,3}S?\d{1,4}[A-Za-z]?\b){0,20}\)?",
    re.IGNORECASE,
)
_NO_NAMES = word_list(__package__, "no_names.txt")


def citation_markers(
    texts: Sequence[str], marks: Sequence[Sequence[tuple[int, int]]]
) -> list[Spans]:
    """Return the characters of citation markers in each citance of a group.

    Args:
        texts: the citances.
        marks: the marks by author and year, and the numbers in brackets, that are found in each.

    >>> citation_markers(["Soon et al. (2001) use trees.", "Soon's trees"], [[(0, 18)], []])
    [[(0, 18), (0, 11), (0, 4), (13, 17)], [(0, 6)]]
    """
    small = {m[0] for text in texts for m in re.finditer(r"[^\W\d_]+", text) if m[0].islower()}
    markers: list[Spans] = []
    names: set[str] = set()
    for text, given in zip(texts, marks, strict=True):
        spans = [*given, *(match.span() for match in _ET_AL.finditer(text)), *_listed(text)]
        written = (n for start, end in spans for n in _NAMES.findall(text[start:end]))
        names.update(name for name in written if name != name.upper())
        markers.append(spans)
    names = {_bare(name) for name in names - _NO_NAMES if _bare(name).lower() not in small}
    for text, spans in zip(texts, markers, strict=True):
        spans += [match.span() for match in _REFERENCE.finditer(text)]
        spans += [m.span() for m in _WORD.finditer(text) if _bare(m[0]) in names]
        spans += [match.span() for match in _YEAR.finditer(text) if _bracketed(text, match)]
    return markers


def _listed(text: str) -> Spans:
    """Return the insides of brackets that list authors without years, and nothing else."""
    insides = []
    for match in _LISTED.finditer(text):
        parts = [part for part in match[1].split(";") if part.strip()]
        if _YEARLESS.search(match[1]) and parts and all(map(_AUTHORS.fullmatch, parts)):
            insides.append(match.span(1))
    return insides


def _bare(name: str) -> str:
    return re.sub("['\u2019]s?$", "", name)


def _bracketed(text: str, year: re.Match[str]) -> bool:
    """Return whether nothing but brackets and commas stands beside a year."""
    before = text[max(year.start() - 5, 0) : year.start()].rstrip()[-1:]
    after = text[year.end() : year.end() + 5].lstrip()[:1]
    return before in tuple("(,;[/&") and after in tuple("),;].")
