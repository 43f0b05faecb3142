"""Marks of citation that stand together: their groups and units, with brackets and authors."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from .citation import DASHES, Span

_REACH = 150  # characters from a mark to the bracket of its group, and between marks
# What may stand in a bracket beside marks: separators, other numbers and years, lead-in words.
_FILL = re.compile(
    rf"(?:[\s,;:.&/{DASHES}]|\d{{1,4}}[a-z]?(?!\w)|\b(?:and|or|as|but|see|also|e\.?g|i\.?e|cf"
    r"|refs?|references?|reviewed|reviews?|in|by|for|from|the|an?|examples?|therein|compare|data"
    r"|with|described|previously|discussed|summarized|recent|recently|most|more|note)\b)*",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(rf"(?:\s?[,;{DASHES}&]\s?)?")
_BRACKET = re.compile(r"[\[\]()]")
_CLOSING = {"[": "]", "(": ")"}
# Between marks of one list: "[1], [2] and [3]", "Smith (2004), Jones (2005)".
_BETWEEN = re.compile(r"[\s,;/&()\[\].-]*(?:\b(?:and|or|as well as|see also|both)\b[\s,(\[]*)?")
_NAME = r"[^\W\d_a-z][\w'\u2019-]{1,60}"
# Authors before a mark, outside of brackets: "Smith et al. [1]", "Smith and Jones (2004)".
_AUTHORS = re.compile(
    rf"(?:{_NAME},? (?:(?:and|&) (?:{_NAME}|(?:colleagues|co-?workers|others))|et\.? al\.?),?"
    r"|\b[Rr]efs?\.?) ?[(\[]?$"
)
_MAX_AUTHORS = 60  # characters
# What stands in a bracket of citations beside names: years, numbers, words as in "see also".
_TOKEN = re.compile(r"\w+|[^\w\s]")
_NO_NAME = re.compile(
    r"(?:et|al|and|in|see|also|e|g|i|cf|reviewed|by|de|la|van|der|von)|(?:19|20)\d\d[a-z]?"
    r"|\d{1,3}|[,;:&.'\u2019\u2013-]"
)
_MAX_BRACKET = 300  # characters
_PREPOSITION = re.compile(
    r"\b(?:of|by|in|to|from|with|than|see|for|and|on|following)\s*[(\[]?$", re.IGNORECASE
)
# What may stand before a mark that begins a clause.
_BEGINS = re.compile(
    r"[\s)\]]*(?:[;:.]\s*|,\s*)?(?:\b(?:and|but|while|whereas|although|though|yet|however)\b[\s,]*)*"
)
_GOES_ON = re.compile(r"[\s)\]]*[^\W\d_]")


def group_extents(text: str, spans: Sequence[Span]) -> list[Span]:
    """Widen spans of marks to their groups, sorted and disjoint.

    A bracket belongs to a group if nothing stands in it but marks, separators, and words as in "see
    also". Marks with only a separator between them are one group.

    >>> text = "cells (see [3,4-6]; Lee 2005) or (2004) and Ng (1999)"
    >>> [text[a:b] for a, b in group_extents(text, [(12, 13), (14, 17), (20, 28), (34, 38)])]
    ['[3,4-6]; Lee 2005', '(2004)']
    """
    groups: list[Span] = []
    for run in _runs(text, _merged(spans)):
        around = None
        outer = _bracketed(text, run[0][0], run[-1][1])
        while outer:  # "[e.g. refs (3,4)]"
            around, outer = outer, _bracketed(text, *outer)
        groups += [around] if around else run
    return _chained(_merged(groups), lambda end, start: _SEPARATOR.fullmatch(text, end, start))


def _chained(spans: Iterable[Span], goes_on: Callable[[int, int], object]) -> list[Span]:
    """Return ascending spans, each as one with that before where this goes on from its end."""
    chained: list[Span] = []
    for start, end in spans:
        if chained and goes_on(chained[-1][1], start):
            chained[-1] = chained[-1][0], max(chained[-1][1], end)
        else:
            chained.append((start, end))
    return chained


def _merged(spans: Sequence[Span]) -> list[Span]:
    return _chained(
        sorted(span for span in spans if span[0] < span[1]), lambda end, start: start < end
    )


def _runs(text: str, spans: list[Span]) -> Iterator[list[Span]]:
    """Divide spans into runs between which only such things stand as may within a bracket."""
    run: list[Span] = []
    for span in spans:
        if run and not _is_fill(text, run[-1][1], span[0]):
            yield run
            run = []
        run.append(span)
    if run:
        yield run


def _is_fill(text: str, start: int, end: int) -> bool:
    return end - start <= _REACH and _FILL.fullmatch(text, start, end) is not None


def _bracketed(text: str, start: int, end: int) -> Span | None:
    """Return where the brackets around begin and end, None if they hold other things."""
    least = max(start - _REACH, 0)
    left = max(text.rfind("[", least, start), text.rfind("(", least, start))
    right = _BRACKET.search(text, end, end + _REACH)
    if left < 0 or right is None or right[0] != _CLOSING[text[left]]:
        return None
    if _is_fill(text, left + 1, start) and _is_fill(text, end, right.start()):
        return left, right.end()
    return None


class MarkUnit(NamedTuple):
    """Marks that stand together.

    Attributes:
        start, end: half-open characters, with brackets, and with authors that are named before.
        cites: whether one of them is of the work.
        is_subject: whether the sentence speaks of them: "Smith [1] found", "[1] shows".
        marks: how many they are.
    """

    start: int
    end: int
    cites: bool
    is_subject: bool
    marks: int


def mark_units(text: str, marks: Sequence[tuple[int, int, bool]]) -> list[MarkUnit]:
    """Return the units of marks of a sentence, ascending.

    >>> [text[unit.start : unit.end] for text in ["Zork et al. [1] and Ott et al. [2] see (3; 4)."]
    ...  for unit in mark_units(text, [(13, 14, False), (32, 33, True), (40, 41, True)])]
    ['Zork et al. [1] and Ott et al. [2]', '(3; 4)']

    Args:
        text: the sentence.
        marks: half-open characters of marks, and whether each cites the work.
    """
    inside = sorted(mark for mark in marks if 0 <= mark[0] < mark[1] <= len(text))
    spans = united(_citing_bracket(text, start, end) for start, end, _ in inside)
    units: list[MarkUnit] = []
    depth = last = number = 0
    for start, end in group_extents(text, spans):
        own: list[bool] = []
        while number < len(inside) and inside[number][0] < end:
            own.append(inside[number][2])
            number += 1
        named = _AUTHORS.search(text, max(last, start - _MAX_AUTHORS), start)
        if named is not None:
            start = named.start()
        before = text[last:start]
        if units and _BETWEEN.fullmatch(before):
            unit = units.pop()
            cites, count = any([unit.cites, *own]), unit.marks + len(own)
            units.append(unit._replace(end=end, cites=cites, marks=count))
        else:
            depth += _depth(before)
            outside = depth <= 0 and text[start].isalpha() and not _PREPOSITION.search(before)
            begins = _BEGINS.fullmatch(before) is not None and _GOES_ON.match(text, end) is not None
            units.append(MarkUnit(start, end, any(own), outside or begins, len(own)))
            depth += _depth(text[start:end])
        last = end
    return units


def _depth(text: str) -> int:
    """Return how many brackets more are opened in a text than closed."""
    opened, closed = (sum(text.count(sign) for sign in signs) for signs in ("([", ")]"))
    return opened - closed


def united(spans: Iterable[Span]) -> list[Span]:
    """Return half-open spans that overlap or touch as one, ascending."""
    return _chained(sorted(spans), lambda end, start: start <= end)


def _citing_bracket(text: str, start: int, end: int) -> Span:
    """Widen a mark to the bracket that it stands in, if that holds nothing but citations."""
    least = max(0, start - _MAX_BRACKET)
    left = max(text.rfind("(", least, start), text.rfind("[", least, start))
    if left < 0 or max(text.rfind(")", left, start), text.rfind("]", left, start)) > left:
        return start, end
    right = text.find(")" if text[left] == "(" else "]", end - 1, end + _MAX_BRACKET)
    tokens = _TOKEN.findall(text, left + 1, max(right, 0))
    if right < 0 or not all(one[0].isupper() or _NO_NAME.fullmatch(one) for one in tokens):
        return start, end
    return left, max(right + 1, end)
