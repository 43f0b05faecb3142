"""The order in which the fragments of a page are read: gutters cut it into regions.

A gutter is a white strip between text that is no table: as tall as several lines, and reached by
the lines on its left. What crosses it above and below is read before and after; each side may have
gutters of its own. Without one, a region is read from above.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....words.array_types import Floats32, Integers
from .fragments import Fragments

_WIDTH, _HEIGHT = 3.0, 5.0  # points of the squares of the page's map
_MOST_CELLS = 2_000  # a side of the map
_LEAST_SIDE = 0.14  # of the page's width: text on each side of a gutter
_LEAST_LINES = 5.0  # of text on both sides of a gutter
_REACHING = 0.3  # of the lines on the left that reach a gutter
_REACH = 12.0  # points before a gutter
_DEEPEST = 6


class Region(NamedTuple):
    """A part of a page that is read from above, and which fragments it has."""

    column: int
    fragments: Integers


def reading_order(fragments: Fragments) -> list[Region]:
    """Return the regions of a page in the order in which they are read."""
    count = len(fragments.left)
    if not count:
        return []
    parts: list[tuple[int, Integers]] = []
    _cut(fragments, np.arange(count), 0, parts, _DEEPEST)
    return [Region(column, part) for column, part in parts if len(part)]


def _cut(
    fragments: Fragments, part: Integers, column: int, parts: list[tuple[int, Integers]], depth: int
) -> int:
    """Add the regions of a part of the page to ``parts``; return how many columns it has.

    Args:
        fragments: of the page.
        part: indices of fragments.
        column: number of the leftmost column here.
        parts: take regions, each with its column.
        depth: how often it may be cut.
    """
    gutter = _gutter(fragments, part) if depth and len(part) > 1 else None
    if gutter is None:
        parts.append((column, part))
        return 1
    place, top, bottom = gutter
    middle = fragments.baseline[part] - 0.3 * fragments.size[part]
    above, below = middle < top, middle > bottom
    left = ~above & ~below & ((fragments.left[part] + fragments.right[part]) / 2 < place)
    right = ~above & ~below & ~left
    if not left.any() or not right.any():
        parts.append((column, part))
        return 1
    columns = 1
    if above.any():
        columns = _cut(fragments, part[above], column, parts, depth - 1)
    lefts = _cut(fragments, part[left], column, parts, depth - 1)
    rights = _cut(fragments, part[right], column + lefts, parts, depth - 1)
    columns = max(columns, lefts + rights)
    if below.any():
        columns = max(columns, _cut(fragments, part[below], column, parts, depth - 1))
    return columns


def _gutter(fragments: Fragments, part: Integers) -> tuple[float, float, float] | None:
    """Return the middle, top and bottom of the tallest gutter of a part, None without one."""
    left, right = fragments.left[part], fragments.right[part]
    size, baseline = fragments.size[part], fragments.baseline[part]
    x0, x1 = float(left.min()), float(right.max())
    y0, y1 = float((baseline - size).min()), float(baseline.max())
    side = _LEAST_SIDE * fragments.page.width
    if x1 - x0 < 2 * side:
        return None
    if not _may_have_gutter(left, right, x0 + side, x1 - side):
        return None
    wide, high = max(_WIDTH, (x1 - x0) / _MOST_CELLS), max(_HEIGHT, (y1 - y0) / _MOST_CELLS)
    columns, rows = int((x1 - x0) / wide) + 1, int((y1 - y0) / high) + 1
    ink = np.zeros((rows + 1, columns + 1), np.int32)
    ends = (
        ((baseline - 0.75 * size - y0) / high).astype(np.int64).clip(0, rows - 1),
        ((baseline - y0) / high).astype(np.int64).clip(0, rows - 1) + 1,
        ((left - x0) / wide).astype(np.int64).clip(0, columns - 1),
        np.ceil((right - x0) / wide).astype(np.int64).clip(1, columns),
    )
    for corner, sign in (((0, 2), 1), ((1, 3), 1), ((0, 3), -1), ((1, 2), -1)):
        np.add.at(ink, (ends[corner[0]], ends[corner[1]]), sign)
    dark = ink.cumsum(0).cumsum(1)[:-1, :-1] > 0
    line = float(np.median(size))
    found = _tallest(dark, int(side / wide), _LEAST_LINES * 0.75 * line / high, int(_REACH / wide) + 1)
    if found is None:
        return None
    place, top, bottom = found
    return x0 + (place + 0.5) * wide, y0 + top * high, y0 + bottom * high


def _may_have_gutter(left: Floats32, right: Floats32, first: float, last: float) -> bool:
    """Return whether there is a place with several fragments wholly on each side of it."""
    places = np.arange(first, last, _WIDTH)
    before = np.searchsorted(np.sort(right), places)
    behind = len(left) - np.searchsorted(np.sort(left), places)
    return bool((np.minimum(before, behind) >= _LEAST_LINES - 1).any())


def _tallest(
    dark: npt.NDArray[np.bool_], side: int, least: float, near: int
) -> tuple[int, int, int] | None:
    """Return column, first row and last row of the tallest white strip with text on both sides.

    Args:
        dark: (rows, columns), where there is text.
        side: squares of text that a row must have on each side.
        least: rows with text on both sides.
        near: squares before a strip in which the text on its left ends.
    """
    rows, columns = dark.shape
    whole = dark.cumsum(1, dtype=np.int32)
    inner = slice(side, columns - side)
    lefts, crossed = whole[:, side - 1 : columns - side - 1], dark[:, inner]
    rights = whole[:, -1:] - lefts
    near = min(near, side)
    reaching = lefts - whole[:, side - near : columns - side - near]
    white = ~crossed
    has_left = (lefts >= side) & white
    sides = (has_left, (rights >= side) & white, has_left & (reaching > 0))
    sums = [np.zeros((rows + 1, white.shape[1]), np.int32) for _ in sides]
    for total, each in zip(sums, sides, strict=True):
        each.cumsum(0, dtype=np.int32, out=total[1:])
    last = np.where(crossed, np.arange(1, rows + 1)[:, None], 0)
    last = np.maximum.accumulate(last, axis=0)
    lines = np.arange(white.shape[1])
    since = [total[1:] - total[last, lines] for total in sums]
    both = np.minimum(since[0], since[1])
    both[(since[2] < _REACHING * since[0]) | crossed] = 0
    best = int(both.max()) if both.size else 0
    if best < least:
        return None
    bottom = int(both.argmax()) // white.shape[1]
    # In the middle of the squares that are as good.
    good = np.flatnonzero(both[bottom] >= best)
    run = good[: int(np.argmax(np.append(np.diff(good) != 1, True))) + 1]
    place = int(run[0] + run[-1]) // 2
    crossing = np.flatnonzero(crossed[bottom:, place])
    end = bottom + int(crossing[0]) if len(crossing) else rows
    return place + side, int(last[bottom, place]), end
