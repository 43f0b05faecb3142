"""The lines of a page, in the order in which they are read, with superscripts told apart."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ....words.arrays import Bools, Ints
from ...article_parts.marks import SUP, SUP_END
from .characters import Codes
from .columns import reading_order
from .fragments import Fragments, common_places
from .glyphs import readable, with_ligatures_apart

_SAME_ROW = 0.3  # of the size: as far apart are the baselines of one line
_SMALL = 0.88  # of the size of its line: a superscript is smaller
_RAISE = 0.12  # of the size of its line: and stands higher
_ATTACHED = 1.3  # of the size: as near is a superscript that was drawn later to what it belongs to
_ROWS = 0.75  # of the size: as high or low it stands
_DROPPED = 1.8  # times the usual size: the first letter of a text that is several lines high
_BLANK = 0.2  # of the size: a gap between fragments that is a blank
_CELL = 1.6  # of the size: a gap as between the cells of a table
_LEAST_LEAD = 3  # characters
_LETTER_WORDS = (ord("A"), ord("I"))
_SUPERSCRIPTS = np.array([0xB2, 0xB3, 0xB9, 0x2070, *range(0x2074, 0x207A)])


_NO_MARKS = dict.fromkeys(map(ord, SUP + SUP_END))
_LOOSE = re.compile(f"{SUP_END}(\\s?){SUP}")


class Line(NamedTuple):
    """A line of a page; lengths are points, places are from the upper left corner of the page.

    Attributes:
        text: words with one blank between; superscripts between ``SUP`` and ``SUP_END``.
        page: from 1.
        region: of the page, from 0, in reading order.
        column: of the page, from 0.
        left, right, baseline: its place.
        size: of most of its characters.
        bold, italic: whether most of its characters are.
        font: of most of its characters.
        cells: gaps in it that are as wide as between the cells of a table.
        bold_lead, italic_lead: characters of the text with which it begins that are, where most of
            the rest is not.
    """

    text: str
    page: int
    region: int
    column: int
    left: float
    right: float
    baseline: float
    size: float
    bold: bool
    italic: bool
    font: str
    cells: int
    bold_lead: int = 0
    italic_lead: int = 0


def plain(text: str) -> str:
    """Return a text without the marks of superscripts."""
    return text.translate(_NO_MARKS) if SUP in text or SUP_END in text else text


def page_lines(fragments: Fragments, gutters: Sequence[float] = ()) -> list[Line]:
    """Return the lines of a page in reading order.

    Args:
        fragments: of the page.
        gutters: where other pages have some.
    """
    rows: list[list[int]] = []
    places: list[tuple[int, int]] = []
    for number, region in enumerate(reading_order(fragments, gutters)):
        found = _rows(fragments, region.fragments)
        rows += found
        places += [(number, region.column)] * len(found)
    return _lines(fragments, rows, places) if rows else []


def _rows(fragments: Fragments, part: Ints) -> list[list[int]]:
    """Return the fragments of each line of a region, from above, and each line from the left."""
    size = fragments.size[part]
    usual = float(np.median(np.repeat(size, np.diff(fragments.starts)[part])))
    order = part[np.argsort(fragments.baseline[part], kind="stable")].tolist()
    baselines: list[float] = []
    rows: list[list[int]] = []
    apart: list[int] = []
    heights = fragments.baseline.tolist()
    sizes = fragments.size.tolist()
    for one in order:
        if sizes[one] < _SMALL * usual * 0.95 or sizes[one] > _DROPPED * usual:
            apart.append(one)
        elif rows and heights[one] - baselines[-1] <= _SAME_ROW * min(sizes[one], usual * 1.2):
            rows[-1].append(one)
        else:
            rows.append([one])
            baselines.append(heights[one])
    alone = [one for one in apart if not _attach(fragments, one, rows, baselines, usual)]
    last = float("-inf")
    loose: list[list[int]] = []
    for one in alone:
        if heights[one] - last <= _SAME_ROW * sizes[one]:
            loose[-1].append(one)
        else:
            loose.append([one])
            last = heights[one]
    rows += loose
    lefts = fragments.left.tolist()
    for row in rows:
        row.sort(key=lefts.__getitem__)
    rows.sort(key=lambda row: max((sizes[one] <= _DROPPED * usual, heights[one]) for one in row)[1])
    return rows


def _attach(
    fragments: Fragments, one: int, rows: list[list[int]], baselines: list[float], usual: float
) -> bool:
    """Add a small fragment, or a large first letter, to the line it belongs to, if there is one."""
    size, height = float(fragments.size[one]), float(fragments.baseline[one])
    if size > usual:
        letters = fragments.starts[one + 1] - fragments.starts[one]
        place = bisect_left(baselines, height - size * 0.75)
        if letters > 2 or place >= len(rows) or baselines[place] > height + 0.1 * usual:
            return False
        if min(fragments.left[rows[place]]) < fragments.left[one]:
            return False
        rows[place].insert(0, one)
        return True
    place = bisect_left(baselines, height - _ROWS * usual * 0.6)
    best, nearest = -1, _ROWS * usual
    while place < len(rows) and baselines[place] < height + _ROWS * usual:
        distance = abs(baselines[place] - height - 0.2 * usual)
        if distance < nearest and _touches(fragments, one, rows[place], usual):
            best, nearest = place, distance
        place += 1
    if best < 0:
        return False
    rows[best].append(one)
    return True


def _touches(fragments: Fragments, one: int, row: list[int], usual: float) -> bool:
    """Return whether a fragment stands in a gap of a line, or next to its ends."""
    left, right = fragments.left[one], fragments.right[one]
    near = _ATTACHED * usual
    return any(
        fragments.left[other] - near < right and left < fragments.right[other] + near
        for other in row[:200]
    )


def _lines(
    fragments: Fragments, rows: list[list[int]], places: list[tuple[int, int]]
) -> list[Line]:
    """Return the lines that rows of fragments make; all characters of the page at once."""
    page = fragments.page
    order, starts, met = _reading_order_of(fragments, rows)
    chars = fragments.chars[order]
    left, right = page.boxes[chars, 0], page.boxes[chars, 2]
    baseline, size = page.baselines[chars], page.sizes[chars]
    usual = common_places(baseline, size, starts)
    lengths, firsts = np.diff(starts), starts[:-1]
    main_size, main_base = size[usual].repeat(lengths), baseline[usual].repeat(lengths)
    codes = readable(page, chars)
    raised = (size < _SMALL * main_size) & (main_base - baseline > _RAISE * main_size)
    raised |= np.isin(codes, _SUPERSCRIPTS)
    gaps = np.zeros(len(order), np.float32)
    gaps[1:] = (left[1:] - right[:-1]) / main_size[1:]
    # Where fragments meet the gap alone says whether a blank stands there.
    spaced = np.where(met, gaps > _BLANK, fragments.spaced[order])
    # A large first letter belongs to its word, unless it is one.
    large = np.flatnonzero(size[:-1] > _DROPPED * main_size[:-1])
    spaced[large[~np.isin(codes[large], _LETTER_WORDS)] + 1] = False
    spaced[firsts], gaps[firsts] = False, 0
    fonts = page.fonts[chars]
    looks = [np.array([*of_fonts, False], np.bool_)[fonts] for of_fonts in (page.bold, page.italic)]
    bold, italic = (
        np.add.reduceat(look, firsts, dtype=np.float32) > 0.6 * lengths for look in looks
    )
    leads = []
    for look in looks:
        lead = _leads(look, starts)
        for row in np.flatnonzero(lead).tolist():
            part = slice(starts[row], starts[row] + lead[row])
            bounds = np.array([0, lead[row]])
            lead[row] = len(_texts(codes[part], spaced[part], raised[part], bounds)[0])
        leads.append(lead.tolist())
    lefts, rights = np.minimum.reduceat(left, firsts), np.maximum.reduceat(right, firsts)
    extents = np.stack((lefts, rights, baseline[usual], size[usual]), axis=1)
    columns = zip(
        _texts(codes, spaced, raised, starts),
        places,
        extents.tolist(),
        zip(bold.tolist(), italic.tolist(), strict=True),
        fonts[usual].tolist(),
        np.add.reduceat((gaps > _CELL).astype(np.int64), firsts).tolist(),
        zip(*leads, strict=True),
        strict=True,
    )
    return [
        Line._make((text, page.number, *place, *extent, *style, page.names[font], cells, *lead))
        for text, place, extent, style, font, cells, lead in columns
        if text
    ]


def _leads(look: Bools, starts: Ints) -> Ints:
    """Return with how many characters that have a look each line begins, if few of the rest do."""
    firsts, ends = starts[:-1], starts[1:]
    others = np.append(np.flatnonzero(~look), len(look))
    lead = others[np.searchsorted(others, firsts)] - firsts
    counts = np.append(0, look.cumsum())
    rest = counts[ends] - counts[firsts] - lead
    lead[(lead < _LEAST_LEAD) | (2 * rest > ends - firsts - lead) | (lead >= ends - firsts)] = 0
    return lead


def _reading_order_of(fragments: Fragments, rows: list[list[int]]) -> tuple[Ints, Ints, Bools]:
    """Return the characters of rows of fragments, from the left.

    Returns:
        Indices of the fragments' characters; (rows + 1,) where each row begins among them; of each
        whether it does not follow the one before it in its fragment.
    """
    starts = fragments.starts
    lefts = fragments.page.boxes[fragments.chars, 0]
    pieces: list[Ints] = []
    bounds = starts.tolist()
    for row in rows:
        whole = np.concatenate([np.arange(bounds[one], bounds[one + 1]) for one in row])
        reached = np.maximum.accumulate(fragments.right[row])[:-1]
        if (fragments.left[row[1:]] < reached - 0.5 * fragments.size[row[1:]]).any():
            whole = whole[np.argsort(lefts[whole], kind="stable")]
        pieces.append(whole)
    order = np.concatenate(pieces)
    met = np.ones(len(order), bool)
    met[1:] = (np.diff(order) != 1) | np.isin(order[1:], starts)
    return order, np.cumsum([0, *map(len, pieces)]), met


def _texts(codes: Codes, spaced: Bools, raised: Bools, starts: Ints) -> list[str]:
    """Return the text of each line.

    Args:
        codes: (N,) of the characters of all lines.
        spaced: (N,) bool, whether a blank stands before.
        raised: (N,) bool, whether it is a superscript.
        starts: (lines + 1,) where each line begins.
    """
    count = len(codes)
    before = np.zeros(count, bool)
    before[1:] = raised[:-1]
    before[starts[:-1]] = False
    after = np.zeros(count, bool)
    after[:-1] = raised[1:]
    after[starts[1:] - 1] = False
    opens, closes = raised & ~before, raised & ~after
    ends = np.cumsum(1 + spaced + opens + closes)
    out = np.empty(int(ends[-1]), np.uint32)
    out[ends - 1 - closes] = codes
    out[(ends - 1)[closes]] = ord(SUP_END)
    out[(ends - 2 - closes)[opens]] = ord(SUP)
    out[(ends - 2 - closes - opens)[spaced]] = ord(" ")
    whole = out.astype("<u4").tobytes().decode("utf-32-le", errors="replace")
    bounds = [0, *ends[starts[1:] - 1].tolist()]
    return [
        _LOOSE.sub(r"\1", with_ligatures_apart(whole[start:end]).strip())
        for start, end in pairwise(bounds)
    ]
