"""The merges of a row, by which the threshold of its classes can be moved."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from reprlib import repr as short
from typing import Any, NamedTuple

from .row_values import is_int

STEP = 2.0**-26  # thresholds are rounded to multiples of it


class Merges(NamedTuple):
    """The M merges of U units of words, most similar first.

    ``height`` has the whole STEPs of the heights. As thresholds have no others, a merge passes a
    threshold by these exactly where it does by the heights, and they are shorter to write.
    """

    units: tuple[tuple[int, ...], ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    height: tuple[int, ...]


def read_merges(value: Mapping[str, Any], words: Sequence[int]) -> Merges:
    """Return the merges of citances with so many ``words``.

    Raises:
        ValueError: the merges are no forest over the units.
        TypeError, KeyError, AttributeError, OverflowError: they are no lists of numbers.
    """
    units = tuple(tuple(map(_whole, numbers)) for numbers in value["units"])
    if list(map(len, units)) != list(words):
        raise ValueError("there is not one unit for each word")
    first, second = (tuple(map(_whole, value[name])) for name in ("first", "second"))
    height = tuple(math.floor(float(similarity) / STEP) for similarity in value["height"])
    if not len(first) == len(second) == len(height):
        raise ValueError("first, second and height differ in length")
    size = 1 + max((unit for numbers in units for unit in numbers), default=-1)
    if size > sum(words):
        raise ValueError("there are more units than words")
    citances = [set[int]() for _ in range(size)]  # of each unit
    for citance, numbers in enumerate(units):
        for unit in numbers:
            citances[unit].add(citance)
    if any(len(of_unit) != 1 for of_unit in citances):
        raise ValueError("a unit has words of no citance, or of several")
    merged: set[int] = set()
    for number, pair in enumerate(zip(first, second, strict=True)):
        if len({*pair} - merged) < 2 or max(pair) >= size + number:
            raise ValueError(f"merge {number} joins clusters that are not there")
        merged.update(pair)
    if any(low > high for high, low in pairwise(height)):
        raise ValueError("heights do not descend")
    return Merges(units, first, second, height)


def _whole(value: Any) -> int:
    if not is_int(value) or value < 0:
        raise ValueError(f"{short(value)} is no number of a cluster")
    return int(value)
