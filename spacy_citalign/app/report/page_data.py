"""Words, classes and merges of a work for the script of the page, which has the texts already."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from ...schema import KINDS, AlignedClass, Citance, Merges, WorkAnswer
from .class_summary import ClassSummary, gene_ids
from .safe_html import harmless

_NOT_DESCRIBED = AlignedClass()
STEP = 2.0**-26  # thresholds are rounded to multiples of it


def page_data(work: WorkAnswer, summaries: Mapping[str, ClassSummary]) -> dict[str, Any]:
    """Return a compact record, JSON, of the words, classes and merges of an aligned work.

    ``words`` has a flat list for each citance: for each word the characters since the last one
    ended, its length, and its class (its number in ``names``, from 1; 0 for none). Characters
    are those of JavaScript, so one outside the Basic Multilingual Plane counts as two. ``kinds``
    are numbers in ``KINDS``. ``statements`` are [classes, citances] each, classes by number in
    ``names`` and citances from 0. ``gene_ids``, if any, are ids of NCBI Gene by names of genes in
    small letters. ``summaries`` are those of the classes, by ``class_summaries``.
    """
    described = {aligned.name: aligned for aligned in work.classes}
    of_words = (
        name for citance in work.citances for name in citance.classes or () if name is not None
    )
    names = list(dict.fromkeys([*described, *of_words]))
    numbers = {name: number for number, name in enumerate(names, start=1)}
    classes = [described.get(name, _NOT_DESCRIBED) for name in names]
    known = [summaries.get(name) for name in names]
    data: dict[str, Any] = {
        "threshold": work.threshold,
        "names": _harmless(names),
        "kinds": [KINDS.index(one.kind if one else _NOT_DESCRIBED.kind) for one in known],
        "confidence": [aligned.confidence for aligned in classes],
        "rarity": [aligned.rarity for aligned in classes],
        "genes": [_harmless(one.genes if one else ()) for one in known],
        "terms": [_harmless(aligned.terms) for aligned in classes],
        "statements": [
            [[numbers[name] for name in statement.classes if name in numbers], statement.places]
            for statement in work.statements or ()
        ],
        "words": [_flat_words(citance, numbers) for citance in work.citances],
    }
    ids = gene_ids(work)
    if ids:
        data["gene_ids"] = {harmless(name): gene_id for name, gene_id in ids.items()}
    return data | movable_merges(work)


def _harmless(texts: Iterable[str]) -> list[str]:
    return list(map(harmless, texts))


def _flat_words(citance: Citance, numbers: dict[str, int]) -> list[int]:
    offsets = _script_offsets(citance.text)
    flat: list[int] = []
    last = 0
    for (start, end), name in citance.word_classes:
        begin, stop = offsets[start], offsets[end]
        flat += begin - last, stop - begin, numbers.get(name, 0) if name is not None else 0
        last = stop
    return flat


def _script_offsets(text: str) -> list[int] | range:
    """Return the offset in UTF-16 units of each character, and of the end."""
    if text.isascii() or max(text) <= "\uffff":
        return range(len(text) + 1)
    sizes: Iterable[int] = (1 + (character > "\uffff") for character in text)
    return list(accumulate(sizes, initial=0))


def movable_merges(work: WorkAnswer) -> dict[str, Any]:
    """Return ``units``, ``first``, ``second`` and ``height``, or ``fixed`` and why there are none.

    ``height`` has the whole STEPs of the heights. As thresholds have no others, a merge passes a
    threshold by these exactly where it does by the heights, and they are shorter to write.
    """
    if work.merges is None and "merges" not in work.unread:
        return {"fixed": "this alignment has no merges: it was made without a threshold"}
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
