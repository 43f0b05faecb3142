"""What stands on pages beside the text: running heads, footers, page numbers, line numbers.

Running heads are told by repetition: the same words, numbers aside, at the same height of several
pages, near the upper or lower edge. Line numbers count up in a column of their own.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ....words.arrays import Bools
from .characters import PageCharacters
from .fragments import Fragments
from .lines import Line, plain

_EDGE = 0.13  # of the height of a page, above and below
_OUTERMOST = 4  # lines at each edge
_SAME_HEIGHT = 4.0  # points
_DIGITS = re.compile(r"\d+|\b[ivxlc]{1,6}\b")
_PAGE_NUMBER = re.compile(
    r"[-\u2013\s]{0,4}(?:page\s)?#(?:\s?(?:of|/|\|)\s?#)?[-\u2013\s]{0,4}", re.IGNORECASE
)
_LEAST_NUMBERS = 8  # line numbers of a page
_NUMBERED = 0.8  # of the numbers in a column go up by one, or by five


def without_furniture(pages: Sequence[tuple[PageCharacters, list[Line]]]) -> list[list[Line]]:
    """Return the lines of pages without what repeats near their edges."""
    places: dict[tuple[str, int], set[int]] = defaultdict(set)  # pages by line and height
    edges = [_at_edges(*page) for page in pages]
    for (page, lines), at_edge in zip(pages, edges, strict=True):
        for index in at_edge:
            places[_key(lines[index]), _height(lines[index])].add(page.number)
    return [
        [
            line
            for index, line in enumerate(lines)
            if index not in at_edge or not _repeats(places, page.number, line)
        ]
        for (page, lines), at_edge in zip(pages, edges, strict=True)
    ]


def _at_edges(page: PageCharacters, lines: Sequence[Line]) -> set[int]:
    """Return the indices of the outermost lines above and below, near the edges of the page."""
    order = sorted(range(len(lines)), key=lambda index: lines[index].baseline)
    upper = [index for index in order[:_OUTERMOST] if lines[index].baseline < _EDGE * page.height]
    lower = [
        index for index in order[-_OUTERMOST:] if lines[index].baseline > (1 - _EDGE) * page.height
    ]
    return {*upper, *lower}


def _key(line: Line) -> str:
    """Return what running heads of several pages have in common."""
    return _DIGITS.sub("#", plain(line.text).lower())[:200]


def _height(line: Line) -> int:
    """Return about where a line stands; running heads of pages differ by one at most."""
    return round(line.baseline / _SAME_HEIGHT)


def _repeats(places: dict[tuple[str, int], set[int]], page: int, line: Line) -> bool:
    """Return whether another page has the same line at the same height."""
    key, height = _key(line), _height(line)
    near = (places.get((key, height + by), set()) for by in (-1, 0, 1))
    return any(pages - {page} for pages in near)


def is_page_number(line: Line, page: PageCharacters) -> bool:
    """Return whether a line is a number and nothing else, near the edge of its page."""
    near = line.baseline < 0.1 * page.height or line.baseline > 0.9 * page.height
    return near and _PAGE_NUMBER.fullmatch(_key(line)) is not None


def without_line_numbers(fragments: Fragments) -> Fragments:
    """Return the fragments of a page without the numbers of its lines."""
    numbers = _numbers(fragments)
    if len(numbers) < _LEAST_NUMBERS:
        return fragments
    rest = np.ones(len(fragments.left), bool)
    for edges in (fragments.right, fragments.left):
        columns: dict[int, list[int]] = defaultdict(list)
        for index in numbers:
            columns[round(float(edges[index]) / 3)].append(index)
        for column in columns.values():
            if len(column) >= _LEAST_NUMBERS and _counts_up(fragments, numbers, column):
                rest[column] = False
    return fragments if rest.all() else _only(fragments, rest)


def _numbers(fragments: Fragments) -> dict[int, int]:
    """Return the numbers that stand by themselves to the left of all text, or to its right."""
    lengths = np.diff(fragments.starts)
    long = lengths > 15
    if not long.any():
        return {}
    edge = float(np.percentile(fragments.left[long], 10))
    end = float(np.percentile(fragments.right[long], 90))
    outside = (fragments.right < edge - 2) | (fragments.left > end + 2)
    found: dict[int, int] = {}
    for index in np.flatnonzero(outside & (lengths <= 4)).tolist():
        chars = fragments.chars[fragments.starts[index] : fragments.starts[index + 1]]
        codes = fragments.page.codes[chars]
        if ((codes >= 0x30) & (codes <= 0x39)).all():
            found[index] = int("".join(map(chr, codes.tolist())))
    return found


def _counts_up(fragments: Fragments, numbers: dict[int, int], column: list[int]) -> bool:
    """Return whether the numbers of a column count the lines."""
    ordered = sorted(column, key=lambda index: float(fragments.baseline[index]))
    values = [numbers[index] for index in ordered]
    steps = [after - before for before, after in pairwise(values)]
    step = max(set(steps), key=steps.count)
    return step in (1, 2, 5, 10) and steps.count(step) >= _NUMBERED * len(steps)


def _only(fragments: Fragments, which: Bools) -> Fragments:
    """Return some of the fragments of a page."""
    lengths = np.diff(fragments.starts)
    chosen = np.repeat(which, lengths)
    return Fragments(
        fragments.page,
        fragments.chars[chosen],
        fragments.spaced[chosen],
        np.append(0, np.cumsum(lengths[which])),
        *(values[which] for values in fragments[4:]),
    )
