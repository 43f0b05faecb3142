"""From marks to the whole groups that they stand in, with brackets."""

import re
from collections.abc import Iterator, Sequence

from .marks import DASHES

Span = tuple[int, int]

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
    return _joined(text, _merged(groups))


def _merged(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


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


def _joined(text: str, groups: list[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in groups:
        if joined and _SEPARATOR.fullmatch(text, joined[-1][1], start):
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined
