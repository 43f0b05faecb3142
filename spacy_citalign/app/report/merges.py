"""The merges of a row as the script of the page reads them, by which the threshold can be moved."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ...schema import Merges, WorkAnswer

STEP = 2.0**-26  # thresholds are rounded to multiples of it
_EQUIVALENCE = "this alignment has no merges: it was made without a threshold"


def movable_merges(work: WorkAnswer) -> dict[str, Any]:
    """Return ``units``, ``first``, ``second`` and ``height``, or ``fixed`` and why there are none.

    ``height`` has the whole STEPs of the heights. As thresholds have no others, a merge passes a
    threshold by these exactly where it does by the heights, and they are shorter to write.
    """
    if work.merges is None and "merges" not in work.unread:
        return {"fixed": _EQUIVALENCE}
    try:
        if work.merges is None:
            raise ValueError(work.unread["merges"])
        heights = check_merges(work.merges, [len(citance.words or ()) for citance in work.citances])
    except (ValueError, OverflowError) as error:
        return {"fixed": f"the merges of this group cannot be used: {error}"}
    if work.threshold is None:
        return {"fixed": "this group has merges but no threshold"}
    units, first, second = work.merges.units, work.merges.first, work.merges.second
    return {"units": units, "first": first, "second": second, "height": heights}


def check_merges(merges: Merges, words: Sequence[int]) -> list[int]:
    """Return the heights in STEPs, of citances with so many ``words``.

    Raises:
        ValueError: the merges are no forest over the units.
    """
    if list(map(len, merges.units)) != list(words):
        raise ValueError("there is not one unit for each word")
    heights = [math.floor(similarity / STEP) for similarity in merges.height]
    if not len(merges.first) == len(merges.second) == len(heights):
        raise ValueError("first, second and height differ in length")
    size = 1 + max((unit for numbers in merges.units for unit in numbers), default=-1)
    if size > sum(words):
        raise ValueError("there are more units than words")
    citances = [set[int]() for _ in range(size)]  # of each unit
    for citance, numbers in enumerate(merges.units):
        for unit in numbers:
            citances[unit].add(citance)
    if any(len(of_unit) != 1 for of_unit in citances):
        raise ValueError("a unit has words of no citance, or of several")
    merged: set[int] = set()
    for number, pair in enumerate(zip(merges.first, merges.second, strict=True)):
        if len({*pair} - merged) < 2 or max(pair) >= size + number:
            raise ValueError(f"merge {number} joins clusters that are not there")
        merged.update(pair)
    if any(low > high for high, low in pairwise(heights)):
        raise ValueError("heights do not descend")
    return heights
