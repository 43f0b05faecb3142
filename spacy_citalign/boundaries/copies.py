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

from .abbreviations import KIND_OF, KINDS

_UNIT = re.compile(r"\S+")
_CITED = re.compile(r"\s?\[(\d[\d,\u2013-]*)\]\.(?=\s)")
_STYLES = (".{}", ".[{}]", ". [{}]", ".({})")
_ABBREVIATED = re.compile(r"(?<![^\W_])[^\W\d_](?:[^\W\d_.]|\.(?=[^\W\d_]))*(?=\.)")
_OTHERS = {kind: [w for w in words.split() if w != "al"] for kind, words in KINDS.items()}
_WIDTHS = (50, 110)
_RAGGED = 0.1
_RENAMED = 0.3

_Edit = tuple[int, int, str]
"""Half-open characters and what is put in their place."""


class AnnotatedText(NamedTuple):
    """A text and the characters at which its sentences begin, ascending."""

    text: str
    starts: Sequence[int]


def restyled(item: AnnotatedText, rng: Random) -> AnnotatedText:
    """Return a copy with other line breaks, marks of citation, and abbreviations of equal kind.

    In half of the copies lines have a width, in the others they break anywhere; in half of each
    no empty lines are left.
    """
    edits = [*_marks(item, rng), *_abbreviations(item.text, rng)]
    item = _edited(item, sorted(edits))
    units = [(found.start(), found.end()) for found in _UNIT.finditer(item.text)]
    if not units:
        return item
    width = rng.randrange(*_WIDTHS) if rng.random() < 0.5 else None
    empty = "\n" if rng.random() < 0.5 else "\n\n"
    parts = [item.text[slice(*units[0])]]
    moved = [0]  # where each unit begins in the copy
    size = line = len(parts[0])
    for (_, before), (start, end) in pairwise(units):
        gap = item.text[before:start]
        if "\n" in gap:
            gap = empty
        elif rng.random() < _RAGGED if width is None else line + len(gap) + end - start > width:
            gap = "\n"
        parts += [gap, item.text[start:end]]
        moved.append(size + len(gap))
        size += len(gap) + end - start
        line = end - start if "\n" in gap else line + len(gap) + end - start
    begins = [start for start, _ in units]
    numbers = [max(bisect_right(begins, start) - 1, 0) for start in item.starts]
    starts = [moved[n] + max(at - begins[n], 0) for n, at in zip(numbers, item.starts, strict=True)]
    return AnnotatedText("".join(parts), starts)


def _marks(item: AnnotatedText, rng: Random) -> Iterator[_Edit]:
    """Write half of the marks that end a sentence, "as shown [12].", in another style."""
    starts = frozenset(item.starts)
    for found in _CITED.finditer(item.text):
        following = _UNIT.search(item.text, found.end())
        if following is not None and following.start() in starts and rng.random() < 0.5:
            yield *found.span(), rng.choice(_STYLES).format(found[1])


def _abbreviations(text: str, rng: Random) -> Iterator[_Edit]:
    """Write others of their kind for some abbreviations, so that the kind is learned of."""
    for found in _ABBREVIATED.finditer(text):
        word = found[0]
        kind = KIND_OF.get(word.lower())
        if kind is not None and word != "al" and rng.random() < _RENAMED:
            other = rng.choice(_OTHERS[kind])
            yield *found.span(), other.capitalize() if word[0].isupper() else other


def _edited(item: AnnotatedText, edits: Iterable[_Edit]) -> AnnotatedText:
    """Return the text with ascending edits made, its starts moved along."""
    parts: list[str] = []
    ends, shifts = [0], [0]
    for start, end, text in edits:
        parts += [item.text[ends[-1] : start], text]
        shifts.append(shifts[-1] + len(text) - (end - start))
        ends.append(end)
    text = "".join([*parts, item.text[ends[-1] :]])
    starts = [start + shifts[bisect_right(ends, start) - 1] for start in item.starts]
    return AnnotatedText(text, starts)
