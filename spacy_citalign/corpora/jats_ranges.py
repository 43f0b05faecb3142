"""From marks to cited works: marks that name several works, and the works inside ranges.

Of "[3-7]" files tag the ends only, or one end, or the whole as one mark that names one end. The
works between follow from the reference list.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from .jats_marks import DASH
from .jats_records import Citation
from .jats_references import References
from .jats_text import Passage

_NUMBER = re.compile(r"[\[(]? ?([0-9]{1,4}) ?[\])]?")
_RANGE = re.compile(rf"[\[(]? ?([0-9]{{1,4}}) ?{DASH} ?([0-9]{{1,4}}) ?[\])]?")
_DASH_BETWEEN = re.compile(rf" ?[\])]? ?{DASH} ?[\[(]? ?")
_RANGE_AFTER = re.compile(rf" ?{DASH} ?([0-9]{{1,4}})(?= ?[\]),;])")
_RANGE_BEFORE = re.compile(rf"(?<![0-9])([0-9]{{1,4}}) ?{DASH} ?$")
_IN_BRACKET = re.compile(rf"(?:[0-9,; ]|{DASH})*[\[(]")  # what stands before, read backwards
_NO_DASH = {",", ", ", ";", "; "}
_FAR = 200  # characters that are searched for the beginning of a bracket


class _Mark(NamedTuple):
    """A mark: its characters, its number (0: no number), what it names as positions in the list."""

    start: int
    end: int
    number: int
    positions: list[int]


def cite(passage: Passage, references: References, offset: int) -> tuple[list[Citation], list[str]]:
    """Return the citations of a paragraph by start, and what marks name that is no reference.

    Args:
        passage: the paragraph.
        references: the reference list.
        offset: where the paragraph begins in the article.
    """
    marks: list[_Mark] = []
    citations: list[Citation] = []
    unresolved: list[str] = []
    works, by_id = references.works, references.by_id
    for start, end, names in passage.marks:
        cited = by_id.get(names)
        if cited is None:  # not the one id of most marks
            several = names.split() or [""]
            cited = list(dict.fromkeys(work for name in several for work in by_id.get(name, ())))
            unresolved += (name for name in several if name not in by_id)
        for work in cited:
            citations.append(Citation(offset + start, offset + end, work, False))
        found = _NUMBER.fullmatch(passage.text, start, end)
        number = int(found[1]) if found else 0
        marks.append(_Mark(start, end, number, [works[work].number - 1 for work in cited]))
    for start, end, members in _ranges(passage.text, marks, references):
        for position in members:
            for work in references.entries[position]:
                citations.append(Citation(offset + start, offset + end, work, True))
    citations.sort(key=lambda citation: citation.start)
    return citations, unresolved


def _ranges(
    text: str, marks: list[_Mark], references: References
) -> Iterator[tuple[int, int, Iterable[int]]]:
    """Yield the characters of each range, and the positions of entries that no mark names."""
    size = len(text)
    members: Iterable[int]
    for mark in marks:
        whole = None if mark.number else _RANGE.fullmatch(text, mark.start, mark.end)
        if whole:
            low, high = int(whole[1]), int(whole[2])
            members = _in_one_mark(references, sorted({*mark.positions}), low, high)
            yield mark.start, mark.end, members
    # A dash between two marks; before and after all marks stand the ends of the text.
    bounded = [_Mark(0, 0, 0, []), *marks, _Mark(size, size, 0, [])]
    for one, other in pairwise(bounded):
        if text[one.end : other.start] in _NO_DASH:
            continue  # most marks, and quickly
        tagged = bool(one.number and one.positions), bool(other.number and other.positions)
        if all(tagged) and _DASH_BETWEEN.fullmatch(text, one.end, other.start):
            first, last = one.positions[-1], other.positions[0]
            members = _between(references, first, last, one.number, other.number)
            yield one.start, other.end, members
            continue
        if tagged[0]:
            found = _RANGE_AFTER.match(text, one.end)
            if found and found.end() <= other.start and _in_bracket(text, one.start):
                numbers = range(one.number + 1, int(found[1]) + 1)
                members = _counted(references, one.positions[-1], one.number, numbers)
                yield one.start, found.end(), members
        if tagged[1]:
            found = _RANGE_BEFORE.search(text, max(one.end, other.start - 7), other.start)
            if found and _in_bracket(text, found.start()):
                numbers = range(int(found[1]), other.number)
                members = _counted(references, other.positions[0], other.number, numbers)
                yield found.start(), other.end, members


def _in_one_mark(references: References, named: list[int], low: int, high: int) -> Iterable[int]:
    """The entries of a range that is one mark, without those that it names: an end, or both."""
    if len(named) == 2:
        return _between(references, named[0], named[1], low, high)
    for number in (low, high) if len(named) == 1 else ():  # else all of it is named
        if references.labels.get(number, number - 1) == named[0]:
            numbers = (other for other in range(low, high + 1) if other != number)
            return _counted(references, named[0], number, numbers)
    return ()


def _between(references: References, first: int, last: int, low: int, high: int) -> Iterable[int]:
    """The entries between two, whose marks are ``low`` and ``high``."""
    labels = references.labels
    if high <= low or high > max(len(references.entries), *labels, 0):
        return ()  # years, or no range
    labelled = [labels[number] for number in range(low + 1, high) if number in labels]
    complete = len(labelled) == high - low - 1
    ends_too = (labels.get(low), labels.get(high)) == (first, last)
    if complete and (ends_too or last - first != high - low):
        return labelled
    return range(first + 1, last)


def _counted(
    references: References, anchor: int, number: int, numbers: Iterable[int]
) -> Iterable[int]:
    """The entries with these numbers, counted from one whose number is known."""
    labels = references.labels if references.labels.get(number) == anchor else {}
    for other in numbers:
        position = labels.get(other, anchor + other - number)
        if 0 <= position < len(references.entries) and position != anchor:
            yield position


def _in_bracket(text: str, start: int) -> bool:
    """Whether nothing but numbers stands between a bracket's beginning and ``start``."""
    return _IN_BRACKET.match(text[max(0, start - _FAR) : start][::-1]) is not None
