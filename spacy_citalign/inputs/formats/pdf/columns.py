"""The order in which the fragments of a page are read: gutters cut it into regions.

A gutter is a white strip between text that is no table: as tall as several lines, and reached by
the lines on its left. What crosses it above and below is read before and after; each side may have
gutters of its own. Without one, a region is read from above.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....words.arrays import Bools, Floats32, Ints
from .fragments import Fragments

_WIDTH, _HEIGHT = 3.0, 5.0  # points of the squares of the page's map
_MOST_CELLS = 2_000  # a side of the map
_LEAST_SIDE = 0.14  # of the page's width: on each side of a gutter
_LEAST_TEXT = 24.0  # points of text on each side of it in a row
_LEAST_LINES = 5.0  # of text on both sides of a gutter
_FEW_LINES = 1.6  # likewise, where other pages have a gutter
_TALL = 12.0  # lines on both sides of a gutter that other pages may have too
_MOST_GUTTERS = 2  # of a page that are asked for
_SAMPLE = 6  # pages that are asked where they have a gutter
_SAME_PLACE = 8.0  # points
_ABOUT = 0.85  # of the best
_LARGE = 1.4  # times the usual size: a title, whose words may stand apart
_APART = 2.0  # of the size
_MOST_LONG_LINES = 3  # of a gutter
_TOO_LONG = 0.3  # of the width on the right of a gutter: no line of the left one reaches as far
_FEW_APART = 5.0  # lines at the end of a gutter that may belong to what crosses it
_BAND = 1.6  # lines: as high is the white band before them
_REACHING = 0.3  # of the lines on the left that reach a gutter
_REACH = 18.0  # points before a gutter
_DEEPEST = 6


class Region(NamedTuple):
    """A part of a page that is read from above, and which fragments it has."""

    column: int
    fragments: Ints


class _Gutter(NamedTuple):
    """The middle of a gutter, its top and its bottom, in points; how many lines it parts."""

    place: float
    top: float
    bottom: float
    lines: float


def usual_gutters(pages: Sequence[Fragments]) -> list[float]:
    """Return where several pages of an article have a gutter, in points from the left."""
    step = max(1, len(pages) // _SAMPLE)
    places: list[float] = []
    for fragments in pages[step - 1 :: step][: _SAMPLE + 1]:
        part = np.arange(len(fragments.left))
        for _ in range(_MOST_GUTTERS):
            gutter = _gutter(fragments, part, ()) if len(part) > 1 else None
            if gutter is None or gutter.lines <= _TALL:
                break
            places.append(gutter.place)
            inside = (fragments.baseline > gutter.top) & (fragments.baseline < gutter.bottom)
            part = np.flatnonzero(inside & (fragments.left > gutter.place))
    return [
        place
        for place in places
        if sum(abs(place - other) < _SAME_PLACE for other in places) >= min(2, len(pages))
    ]


def reading_order(fragments: Fragments, usual: Sequence[float] = ()) -> list[Region]:
    """Return the regions of a page in the order in which they are read.

    Args:
        fragments: of the page.
        usual: where other pages have a gutter; two lines on each side are enough there.
    """
    regions: list[Region] = []

    def cut(part: Ints, column: int, depth: int) -> int:
        """Add the regions of some fragments, from a column on; return how many columns they have.

        They may be cut ``depth`` times.
        """
        gutter = _gutter(fragments, part, usual) if depth and len(part) > 1 else None
        if gutter is not None:
            middle = fragments.baseline[part] - 0.3 * fragments.size[part]
            above, below = middle < gutter.top, middle > gutter.bottom
            centre = (fragments.left[part] + fragments.right[part]) / 2
            left = ~above & ~below & (centre < gutter.place)
            right = ~above & ~below & ~left
            if left.any() and right.any():
                columns = cut(part[above], column, depth - 1)
                lefts = cut(part[left], column, depth - 1)
                rights = cut(part[right], column + lefts, depth - 1)
                return max(columns, lefts + rights, cut(part[below], column, depth - 1))
        if len(part):
            regions.append(Region(column, part))
        return 1

    cut(np.arange(len(fragments.left)), 0, _DEEPEST)
    return regions


def _gutter(fragments: Fragments, part: Ints, usual: Sequence[float]) -> _Gutter | None:
    """Return the tallest gutter of a part, None without one.

    A line that is a little too long for its column does not end a gutter.
    """
    right = fragments.right[part].copy()
    gutter = _gutter_of(fragments, part, right, usual)
    for _ in range(_MOST_LONG_LINES):
        if gutter is None or not _clip(fragments, part, right, gutter):
            break
        gutter = _gutter_of(fragments, part, right, usual)
    return gutter


def _clip(fragments: Fragments, part: Ints, right: Floats32, gutter: _Gutter) -> bool:
    """Cut off in ``right`` the end of a line that is too long for its column, if it has one.

    It stands among the lines of the column on the left, and ends soon behind the gutter.
    """
    left, baseline, size = fragments.left[part], fragments.baseline[part], fragments.size[part]
    crossing = (left < gutter.place - 3) & (right > gutter.place)
    near = 1.8 * float(np.median(size))
    ends = (np.abs(baseline - gutter.top) < near) | (np.abs(baseline - gutter.bottom) < near)
    longest = gutter.place + _TOO_LONG * (float(right.max()) - gutter.place)
    candidates = np.flatnonzero(crossing & ends & (right < longest))
    for index in candidates.tolist():
        same = (np.abs(left - left[index]) < 3 * size[index]) & (right < gutter.place)
        steps = (baseline - baseline[index])[same]
        if (np.abs(steps[steps > 0]) < near).any() and (np.abs(steps[steps < 0]) < near).any():
            right[index] = gutter.place - 2 * _WIDTH
            return True
    return False


def _gutter_of(
    fragments: Fragments, part: Ints, right: Floats32, usual: Sequence[float]
) -> _Gutter | None:
    """Return the tallest gutter of a part of which the fragments end at ``right``."""
    left = fragments.left[part]
    size, baseline = fragments.size[part], fragments.baseline[part]
    x0, x1 = float(left.min()), float(right.max())
    y0, y1 = float((baseline - size).min()), float(baseline.max())
    side = _LEAST_SIDE * fragments.page.width
    expected = [place for place in usual if x0 + side < place < x1 - side]
    few = _FEW_LINES if expected else _LEAST_LINES
    if x1 - x0 < 2 * side or not _may_have_gutter(left, right, x0 + side, x1 - side, few):
        return None
    wide, high = max(_WIDTH, (x1 - x0) / _MOST_CELLS), max(_HEIGHT, (y1 - y0) / _MOST_CELLS)
    columns, rows = int((x1 - x0) / wide) + 1, int((y1 - y0) / high) + 1
    ink = np.zeros((rows + 1, columns + 1), np.int32)
    ends = (
        ((baseline - 0.75 * size - y0) / high).astype(np.int64).clip(0, rows - 1),
        ((baseline - y0) / high).astype(np.int64).clip(0, rows - 1) + 1,
        ((left - x0) / wide).astype(np.int64).clip(0, columns - 1),
        np.ceil((right + _bridge(size) - x0) / wide).astype(np.int64).clip(1, columns),
    )
    for corner, sign in (((0, 2), 1), ((1, 3), 1), ((0, 3), -1), ((1, 2), -1)):
        np.add.at(ink, (ends[corner[0]], ends[corner[1]]), sign)
    dark = ink.cumsum(0).cumsum(1)[:-1, :-1] > 0
    line = float(np.median(size)) * 0.75 / high  # rows of the map that a line darkens
    sides, text, near = int(side / wide), int(_LEAST_TEXT / wide), int(_REACH / wide) + 1
    strips = _strips(dark, sides, text, near)
    found = _tallest(strips, _LEAST_LINES * line, None)
    if found is None and expected:
        where = np.zeros(columns, bool)
        for place in expected:
            where[max(0, int((place - x0) / wide) - 1) : int((place - x0) / wide) + 2] = True
        found = _tallest(strips, _FEW_LINES * line, where[sides : columns - sides])
    if found is None:
        return None
    inner, top, bottom, tall = found
    place = inner + sides
    top, bottom = _trimmed(dark, place, top, bottom, line)
    return _Gutter(x0 + (place + 0.5) * wide, y0 + top * high, y0 + bottom * high, tall / line)


def _bridge(size: Floats32) -> Floats32:
    """Return how far fragments reach to the right: large words stand far apart in a title."""
    return np.where(size > _LARGE * np.median(size), _APART * size, np.float32(0))


def _trimmed(dark: Bools, place: int, top: int, bottom: int, line: float) -> tuple[int, int]:
    """Return the rows of a gutter without a few lines at its ends that a white band sets apart.

    They belong to what crosses the gutter there, as a heading above columns of their own.
    """
    blank = np.count_nonzero(dark, axis=1) == 0
    reach, band = int(_FEW_APART * line * 1.6), max(2, int(_BAND * line))
    if bottom < len(dark) and dark[min(bottom, len(dark) - 1), place]:
        run = 0
        for row in range(bottom - 1, max(top, bottom - reach), -1):
            run = run + 1 if blank[row] else 0
            if run >= band and row + run < bottom - 1:
                return top, row
    return top, bottom


def _may_have_gutter(
    left: Floats32, right: Floats32, first: float, last: float, lines: float
) -> bool:
    """Return whether there is a place with several fragments wholly on each side of it."""
    places = np.arange(first, last, _WIDTH)
    before = np.searchsorted(np.sort(right), places)
    behind = len(left) - np.searchsorted(np.sort(left), places)
    return bool((np.minimum(before, behind) >= lines - 1).any())


class _Map(NamedTuple):
    """What the places of a map may be to a gutter; columns at its sides are left out.

    Attributes:
        both: (rows, columns), rows with text on both sides, in a white strip that ends here.
        tops: (rows, columns), where that strip begins.
        crossed: (rows, columns), whether there is text.
    """

    both: npt.NDArray[np.int32]
    tops: Ints
    crossed: Bools


def _strips(dark: Bools, side: int, text: int, near: int) -> _Map:
    """Return the white strips of a map.

    Args:
        dark: (rows, columns), where there is text.
        side: squares on each side.
        text: squares of text that a row must have on each side.
        near: squares before a strip in which the text on its left ends.
    """
    rows, columns = dark.shape
    whole = dark.cumsum(1, dtype=np.int32)
    lefts, crossed = whole[:, side - 1 : columns - side - 1], dark[:, side : columns - side]
    rights = whole[:, -1:] - lefts
    near = min(near, side)
    reaching = lefts - whole[:, side - near : columns - side - near]
    white = ~crossed
    has_left = (lefts >= text) & white
    sides = (has_left, (rights >= text) & white, has_left & (reaching > 0))
    sums = [np.zeros((rows + 1, white.shape[1]), np.int32) for _ in sides]
    for total, each in zip(sums, sides, strict=True):
        each.cumsum(0, dtype=np.int32, out=total[1:])
    tops = np.where(crossed, np.arange(1, rows + 1)[:, None], 0)
    tops = np.maximum.accumulate(tops, axis=0)
    lines = np.arange(white.shape[1])
    since = [total[1:] - total[tops, lines] for total in sums]
    both = np.minimum(since[0], since[1])
    both[(since[2] < _REACHING * since[0]) | crossed] = 0
    return _Map(both, tops, crossed)


def _tallest(strips: _Map, least: float, where: Bools | None) -> tuple[int, int, int, int] | None:
    """Return the tallest white strip with text on both sides.

    Args:
        strips: of a map.
        least: rows with text on both sides.
        where: columns in which it may be; None where it may be in any.

    Returns:
        Its column, its first row, the row behind its last, its rows with text on both sides.
    """
    both = strips.both
    if not both.size:
        return None
    tallest = both.max(0)
    if where is not None:
        tallest[~where] = 0
    best = int(tallest.max())
    if best < least:
        return None
    # In the middle of the widest strip that is about as good: numbers of entries may stand apart.
    good = np.flatnonzero(tallest >= _ABOUT * best)
    runs = np.split(good, np.flatnonzero(np.diff(good) != 1) + 1)
    run = max(runs, key=len)
    place = int(run[0] + run[-1]) // 2
    bottom = int(both[:, place].argmax())
    tall = int(both[bottom, place])
    place, end = _longest(strips, bottom, place, least)
    return place, int(strips.tops[bottom, place]), end, tall


def _longest(strips: _Map, bottom: int, place: int, least: float) -> tuple[int, int]:
    """Return the column of a white strip, and the row behind its end, where it is the longest.

    An abstract that is narrower than its column has a wide strip beside it, of which a part goes on
    between the lines of the text below.

    Args:
        strips: of a map.
        bottom: a row in the strip.
        place: a column of it, which is kept where it is nearly as long as any.
        least: rows by which another is longer.
    """
    _, tops, crossed = strips
    top = int(tops[bottom, place])
    dark = np.flatnonzero(crossed[top : bottom + 1].any(0))
    near = int(np.searchsorted(dark, place))
    first = int(dark[near - 1]) + 1 if near else 0
    last = int(dark[near]) if near < len(dark) else crossed.shape[1]
    below = crossed[bottom:, first:last]
    ends = bottom + np.where(below.any(0), below.argmax(0), len(below))
    lengths = ends - tops[bottom, first:last]
    if lengths[place - first] + least <= lengths.max():
        longest = first + np.flatnonzero(lengths == lengths.max())
        place = int(longest[len(longest) // 2])
    return place, int(ends[place - first])
