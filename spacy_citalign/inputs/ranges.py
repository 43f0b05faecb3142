"""The works that citation marks name, several of one mark and those inside ranges.

Of "[3-7]" files tag the ends only, or one end, or the whole as one mark that names one end. The
works between follow from the reference list.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from .articles import Citation, Passage, References
from .marks import DASH

_NUMBER = re.compile(r"[\[(]? ?([0-9]{1,4}) ?[\])]?")
_RANGE = re.compile(rf"[\[(]? ?([0-9]{{1,4}}) ?{DASH} ?([0-9]{{1,4}}) ?[\])]?")
_DASH_BETWEEN = re.compile(rf" ?[\])]? ?{DASH} ?[\[(]? ?")
_RANGE_AFTER = re.compile(rf" ?{DASH} ?([0-9]{{1,4}})(?= ?[\]),;])")
_RANGE_BEFORE = re.compile(rf"(?<![0-9])([0-9]{{1,4}}) ?{DASH} ?$")
_IN_BRACKET = re.compile(rf"(?:[0-9,; ]|{DASH})*[\[(]")  # what stands before, read backwards
_ANY_DASH = re.compile(DASH)
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
            ids = names.split() or [""]
            cited = list(dict.fromkeys(work for name in ids for work in by_id.get(name, ())))
            unresolved += (name for name in ids if name not in by_id)
        for work in cited:
            citations.append(Citation(offset + start, offset + end, work, False))
        match = _NUMBER.fullmatch(passage.text, start, end)
        number = int(match[1]) if match else 0
        marks.append(_Mark(start, end, number, [works[work].number - 1 for work in cited]))
    for start, end, members in _ranges(passage.text, marks, references):
        for position in members:
            for work in references.entries[position]:
                citations.append(Citation(offset + start, offset + end, work, True))
    citations.sort(key=lambda citation: citation.start)
    return citations, unresolved


def count_citations(passage: Passage, references: References) -> int:
    """Return how many citations a paragraph has."""
    if _ANY_DASH.search(passage.text):
        return len(cite(passage, references, 0)[0])
    by_id = references.by_id
    count = 0
    for _, _, names in passage.marks:
        cited = by_id.get(names)
        if cited is None:
            count += len({work for name in names.split() for work in by_id.get(name, ())})
        else:
            count += len(cited)
    return count


def _ranges(
    text: str, marks: list[_Mark], references: References
) -> Iterator[tuple[int, int, Iterable[int]]]:
    """Yield the characters of each range, and the positions of entries that no mark names."""
    size = len(text)
    members: Iterable[int]
    for mark in marks:
        match = None if mark.number else _RANGE.fullmatch(text, mark.start, mark.end)
        if match:
            low, high = int(match[1]), int(match[2])
            members = _in_one_mark(references, sorted({*mark.positions}), low, high)
            yield mark.start, mark.end, members
    # A dash between two marks; before and after all marks stand the ends of the text.
    bounded = [_Mark(0, 0, 0, []), *marks, _Mark(size, size, 0, [])]
    for before, after in pairwise(bounded):
        if text[before.end : after.start] in _NO_DASH:
            continue  # most marks, and quickly
        tagged = bool(before.number and before.positions), bool(after.number and after.positions)
        if all(tagged) and _DASH_BETWEEN.fullmatch(text, before.end, after.start):
            first, last = before.positions[-1], after.positions[0]
            members = _between(references, first, last, before.number, after.number)
            yield before.start, after.end, members
            continue
        if tagged[0]:
            match = _RANGE_AFTER.match(text, before.end)
            if match and match.end() <= after.start and _in_bracket(text, before.start):
                numbers = range(before.number + 1, int(match[1]) + 1)
                members = _counted(references, before.positions[-1], before.number, numbers)
                yield before.start, match.end(), members
        if tagged[1]:
            match = _RANGE_BEFORE.search(text, max(before.end, after.start - 7), after.start)
            if match and _in_bracket(text, match.start()):
                numbers = range(int(match[1]), after.number)
                members = _counted(references, after.positions[0], after.number, numbers)
                yield match.start(), after.end, members


def _in_one_mark(references: References, named: list[int], low: int, high: int) -> Iterable[int]:
    """Return the entries of a range that is one mark, without the ends that it names."""
    if len(named) == 2:
        return _between(references, named[0], named[1], low, high)
    for number in (low, high) if len(named) == 1 else ():  # else all of it is named
        if references.labels.get(number, number - 1) == named[0]:
            numbers = (other for other in range(low, high + 1) if other != number)
            return _counted(references, named[0], number, numbers)
    return ()


def _between(references: References, first: int, last: int, low: int, high: int) -> Iterable[int]:
    """Return the entries between two, whose marks are ``low`` and ``high``."""
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
    """Yield the entries with these numbers, counted from the entry ``anchor`` with ``number``."""
    labels = references.labels if references.labels.get(number) == anchor else {}
    for other in numbers:
        position = labels.get(other, anchor + other - number)
        if 0 <= position < len(references.entries) and position != anchor:
            yield position


def _in_bracket(text: str, start: int) -> bool:
    """Return whether nothing but numbers stands between a bracket's beginning and ``start``."""
    return _IN_BRACKET.match(text[max(0, start - _FAR) : start][::-1]) is not None
