"""Characters of a page to fragments: what is drawn in one go along one line, with its spaces.

A fragment ends where the pen goes back, leaves the line or leaps; what is raised or lowered within
a line belongs to it. Columns and lines are made of fragments (``columns``, ``lines``).
"""

from typing import NamedTuple

import numpy as np

from ....words.arrays import Bools, Floats32, Ints
from .characters import PageCharacters

_LEAP = 0.85  # of the size: a wider gap ends a fragment
_BACK = -0.5  # of the size: as far may a character reach back into the one before it
_RAISED = 0.65  # of the size: as far may it stand above or below the one before it
_SPACE = 0.22  # of the size: a wider gap is a space
_SEEN_SPACE = 0.08  # where PDFium sees one
_BLANKS = np.array(
    [*range(33), *range(127, 161), 0xAD, 0x200B, 0xFEFF, *range(0x2000, 0x200B), 0x202F, 0x3000]
)
_LAST_CODE = 0x10FFFF


class Fragments(NamedTuple):
    """The visible characters of a page, upright ones, and the fragments that they make.

    Attributes:
        page: of which they are.
        chars: (V,) int64, indices of the page's characters, in the order in which they are drawn.
        spaced: (V,) bool, whether white space stands before it; True where a fragment begins.
        starts: (F + 1,) int64, where each fragment begins in ``chars``.
        left, right, top, baseline, size: (F,) float32, of the fragments; the baseline and the size
            are those of most of its characters.
    """

    page: PageCharacters
    chars: Ints
    spaced: Bools
    starts: Ints
    left: Floats32
    right: Floats32
    top: Floats32
    baseline: Floats32
    size: Floats32


def fragments_of(page: PageCharacters) -> Fragments:
    """Return the fragments of a page; what stands outside of it or is turned is left out."""
    page = _with_degrees(page)
    codes, boxes = page.codes, page.boxes
    inside = (
        (boxes[:, 0] > -1)
        & (boxes[:, 2] < page.width + 20)
        & (page.baselines > -1)
        & (page.baselines < page.height + 1)
    )
    blank = np.isin(codes, _BLANKS)
    visible = (
        ~blank
        & (codes <= _LAST_CODE)
        & ((codes < 0xD800) | (codes > 0xDFFF))
        & (page.fonts >= 0)
        & page.upright
        & inside
        & (page.sizes > 0.5)
    )
    chars = np.flatnonzero(visible)
    if not len(chars):
        none = np.zeros(0, np.float32)
        empty = np.zeros(0, np.int64)
        return Fragments(page, empty, np.zeros(0, bool), np.zeros(1, np.int64), *[none] * 5)
    # White space between a visible character and the one before it: drawn, or seen by PDFium.
    drawn = np.cumsum(blank & (page.fonts >= 0) & (codes != 0xAD))[chars]
    seen = np.cumsum(blank & (codes != 0xAD))[chars]
    left, right = boxes[chars, 0], boxes[chars, 2]
    baseline, size = page.baselines[chars], page.sizes[chars]
    largest = np.maximum(size[1:], size[:-1])
    gap = (left[1:] - right[:-1]) / largest
    across = np.abs(baseline[1:] - baseline[:-1]) / largest
    ends = (gap > _LEAP) | (left[1:] - left[:-1] < _BACK * largest) | (across > _RAISED)
    spaced = np.ones(len(chars), bool)
    spaced[1:] = (
        ends
        | (gap > _SPACE)
        | ((np.diff(seen) > 0) & (gap > _SEEN_SPACE))
        | (np.diff(drawn) > 0) & (gap > -0.1)
    )
    first = np.flatnonzero(np.concatenate(([True], ends)))
    starts = np.append(first, len(chars))
    middle = common_places(baseline, size, starts)
    return Fragments(
        page,
        chars,
        spaced,
        starts,
        np.minimum.reduceat(left, first),
        np.maximum.reduceat(right, first),
        baseline[middle] - size[middle],
        baseline[middle],
        size[middle],
    )


def _with_degrees(page: PageCharacters) -> PageCharacters:
    """Return a page on which a sign without a code between a number and a "C" is a degree."""
    unknown = (page.codes < 32) & (page.fonts >= 0) & ~np.isin(page.codes, (9, 10, 13))
    codes = page.codes.copy()
    for place in np.flatnonzero(unknown[1:-1]).tolist():  # of the sign before
        if chr(codes[place + 2]) in "CF" and chr(codes[place]).isdigit():
            codes[place + 1] = 0xB0
    return page._replace(codes=codes)


def common_places(baseline: Floats32, size: Floats32, starts: Ints) -> Ints:
    """Return for each fragment a character that stands where most of its characters stand.

    Where a fourth of them are larger, as where many superscripts follow a word, it is one of those.
    """
    lengths = np.diff(starts)
    fragment = np.repeat(np.arange(len(lengths)), lengths)
    keys = np.rint(baseline * 2).astype(np.int64) * 1024 + np.clip(
        np.rint(size * 4), 0, 1023
    ).astype(np.int64)
    order = np.lexsort((keys, fragment))
    sorted_keys, sorted_fragment = keys[order], fragment[order]
    new = np.ones(len(order), bool)
    new[1:] = (sorted_keys[1:] != sorted_keys[:-1]) | (sorted_fragment[1:] != sorted_fragment[:-1])
    groups = np.flatnonzero(new)
    counts = np.diff(np.append(groups, len(order)))
    heights = np.where(
        counts * 4 >= lengths[sorted_fragment[groups]], np.rint(size[order[groups]] * 2), 0
    )
    best = np.lexsort((-counts, -heights, sorted_fragment[groups]))
    owners = sorted_fragment[groups][best]
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    return order[groups[best[firsts]]]
