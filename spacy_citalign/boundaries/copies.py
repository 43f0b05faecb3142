"""Copies of training texts in other layouts and citation styles, with their sentence starts.

Treebanks have a paragraph on a line and cite in one or two ways; texts of users have lines of fixed
width, line breaks for empty lines, and marks of citation before, after or upon the full stop.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from .features import ABBREVIATIONS, KIND_OF

_UNIT = re.compile(r"\S+")
_CITED = re.compile(r"\s?\[(\d[\d,\u2013-]*)\]\.(?=\s)")
_STYLES = (".{}", ".[{}]", ". [{}]", ".({})")
_ABBREVIATED = re.compile(r"(?<![^\W_])[^\W\d_](?:[^\W\d_.]|\.(?=[^\W\d_]))*(?=\.)")
_OTHERS = {kind: [w for w in words if w != "al"] for kind, words in ABBREVIATIONS.items()}
_WIDTHS = (50, 110)
_RAGGED = 0.1
_RENAMED = 0.3

_Edit = tuple[int, int, str]
"""Half-open characters and what is put in their place."""


class SegmentedText(NamedTuple):
    """A text and the characters at which its sentences begin, ascending."""

    text: str
    starts: Sequence[int]


def restyled(segmented: SegmentedText, rng: Random) -> SegmentedText:
    """Return a copy with other line breaks, marks of citation, and abbreviations of equal kind.

    In half of the copies lines have a width, in the others they break anywhere; in half of each
    no empty lines are left.
    """
    edits = [*_marks(segmented, rng), *_abbreviations(segmented.text, rng)]
    segmented = _edited(segmented, sorted(edits))
    units = [(match.start(), match.end()) for match in _UNIT.finditer(segmented.text)]
    if not units:
        return segmented
    width = rng.randrange(*_WIDTHS) if rng.random() < 0.5 else None
    empty = "\n" if rng.random() < 0.5 else "\n\n"
    parts = [segmented.text[slice(*units[0])]]
    moved = [0]  # where each unit begins in the copy
    size = line = len(parts[0])
    for (_, before), (start, end) in pairwise(units):
        gap = segmented.text[before:start]
        if "\n" in gap:
            gap = empty
        elif rng.random() < _RAGGED if width is None else line + len(gap) + end - start > width:
            gap = "\n"
        parts += [gap, segmented.text[start:end]]
        moved.append(size + len(gap))
        size += len(gap) + end - start
        line = end - start if "\n" in gap else line + len(gap) + end - start
    begins = [start for start, _ in units]
    numbers = [max(bisect_right(begins, start) - 1, 0) for start in segmented.starts]
    starts = [
        moved[n] + max(at - begins[n], 0) for n, at in zip(numbers, segmented.starts, strict=True)
    ]
    return SegmentedText("".join(parts), starts)


def _marks(segmented: SegmentedText, rng: Random) -> Iterator[_Edit]:
    """Write half of the marks that end a sentence, "as shown [12].", in another style."""
    starts = frozenset(segmented.starts)
    for match in _CITED.finditer(segmented.text):
        following = _UNIT.search(segmented.text, match.end())
        if following is not None and following.start() in starts and rng.random() < 0.5:
            yield *match.span(), rng.choice(_STYLES).format(match[1])


def _abbreviations(text: str, rng: Random) -> Iterator[_Edit]:
    """Write others of their kind for some abbreviations, so that the kind is learned of."""
    for match in _ABBREVIATED.finditer(text):
        word = match[0]
        kind = KIND_OF.get(word.lower())
        if kind is not None and word != "al" and rng.random() < _RENAMED:
            other = rng.choice(_OTHERS[kind])
            yield *match.span(), other.capitalize() if word[0].isupper() else other


def _edited(segmented: SegmentedText, edits: Iterable[_Edit]) -> SegmentedText:
    """Return the text with ascending edits made, its starts moved along."""
    parts: list[str] = []
    ends, shifts = [0], [0]
    for start, end, text in edits:
        parts += [segmented.text[ends[-1] : start], text]
        shifts.append(shifts[-1] + len(text) - (end - start))
        ends.append(end)
    text = "".join([*parts, segmented.text[ends[-1] :]])
    starts = [start + shifts[bisect_right(ends, start) - 1] for start in segmented.starts]
    return SegmentedText(text, starts)
