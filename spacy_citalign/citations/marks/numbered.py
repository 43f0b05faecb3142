"""Numbers in brackets: ``[3]``, ``[3, 5-7]``, ``(43,44)``."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from .citation import DASHES, NUMBERED, Mark, implied_between, read_numbers

_LONGEST = 200
# What holds a digit and no bracket; what it says is read afterwards.
_SQUARE = re.compile(rf"\[([^\[\](){{}}]{{1,{_LONGEST}}})\]")
_ROUND = re.compile(rf"\(([^\[\](){{}}]{{1,{_LONGEST}}})\)")
# "F[1,25] > 3", "t(12) = 2.1": statistics; "[1,2]oxazole": a chemical name.
_AFTER = re.compile(r"\w|\s?[=<>\u2264\u2265\u2248]")
_INDEXED = re.compile(r"(?:^|\W)[a-z]$")  # "x[3]"
_NAMED = re.compile(
    r"\b(?:eqn?s?|equations?|fig(?:ure)?s?|tables?|sections?|panels?|schemes?|formulas?)\.?\s?$",
    re.IGNORECASE,
)
_DASH = re.compile(rf"\s?[{DASHES}]\s?")
_LINE_BEFORE = re.compile(r"(?:^|[\n\r])[ \t]*$")
_ENUMERATED_WITHIN = 600  # characters from one "(1)" to its "(2)"


class BracketedNumbers(NamedTuple):
    """The numbers in one pair of brackets, and the span of the brackets."""

    start: int
    end: int
    marks: list[Mark]

    @property
    def numbers(self) -> list[int]:
        """The numbers, implied ones included."""
        return [int(mark.key) for mark in self.marks]


def square_groups(text: str) -> list[BracketedNumbers]:
    """Return all numbers in square brackets that may be citations."""
    groups = list(_groups(_SQUARE, text))
    listed = _listed(text, groups)
    return _bridged(text, [group for i, group in enumerate(groups) if i not in listed])


def round_groups(text: str) -> list[BracketedNumbers]:
    """Return all numbers in round brackets that may be citations, enumerations left out.

    Whether round brackets cite at all is for the whole document to say.
    """
    groups = [
        group
        for group in _groups(_ROUND, text)
        if not text[group.start - 1 : group.start].isalnum()
        and not _NAMED.search(text, max(group.start - 20, 0), group.start)
    ]
    left_out = _listed(text, groups) | _enumerated(text, groups)
    return _bridged(text, [group for i, group in enumerate(groups) if i not in left_out])


def _groups(pattern: re.Pattern[str], text: str) -> Iterator[BracketedNumbers]:
    for match in pattern.finditer(text):
        marks = read_numbers(text, *match.span(1), NUMBERED)
        if not marks or _AFTER.match(text, match.end()):
            continue
        if not _INDEXED.search(text, max(match.start() - 2, 0), match.start()):
            yield BracketedNumbers(*match.span(), marks)


def _bridged(text: str, groups: list[BracketedNumbers]) -> list[BracketedNumbers]:
    """Imply the numbers between two brackets with a dash between them: "[3]-[7]"."""
    for group, after in pairwise(groups):
        if _DASH.fullmatch(text, group.end, after.start):
            group.marks.extend(implied_between(group.marks[-1], after.marks[0]) or [])
    return groups


def _listed(text: str, groups: list[BracketedNumbers]) -> set[int]:
    """Return the numbers that count the lines which they begin: at least three in a row, from 1."""
    heads = [
        i
        for i, group in enumerate(groups)
        if _LINE_BEFORE.search(text, max(group.start - 40, 0), group.start)
    ]
    return _runs(groups, heads, 3)


def _enumerated(text: str, groups: list[BracketedNumbers]) -> set[int]:
    """Return the numbers that stand before what they count: "(1) first, and (2) second"."""
    # A letter follows; a citation mostly ends a phrase.
    behind = [text[group.end : group.end + 2] for group in groups]
    heads = [i for i, two in enumerate(behind) if two[:1].isspace() and two[1:].isalnum()]
    return _runs(groups, heads, 2, _ENUMERATED_WITHIN)


def _runs(
    groups: list[BracketedNumbers], heads: list[int], least: int, within: int = 0
) -> set[int]:
    """Return the members of runs 1, 2, 3, ... of at least ``least`` numbers."""
    runs: set[int] = set()
    run: list[int] = []
    for i in heads:
        marks = groups[i].marks
        number = int(marks[0].key) if len(marks) == 1 else 0
        near = not within or not run or groups[i].start - groups[run[-1]].end < within
        if run and near and number == len(run) + 1:
            run.append(i)
        else:
            run = [i] if number == 1 else []
        if len(run) >= least:
            runs.update(run)
    return runs
