"""What the script of the page needs of a work, besides the texts that stand in the page already."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from .records import Citance, Work
from .safe_html import harmless


def page_data(work: Work) -> dict[str, Any]:
    """A compact record, JSON, of the words, classes and merges of an aligned work.

    ``words`` has a flat list for each citance: for each word the characters since the last one
    ended, its length, and its class (a place in ``names`` counted from 1, 0 for none). Characters
    are those of JavaScript, so one outside the Basic Multilingual Plane counts as two.
    """
    named = {one.name: one for one in work.classes}
    used = (name for citance in work.citances for name in citance.classes if name is not None)
    names = list(dict.fromkeys([*named, *used]))
    places = {name: place for place, name in enumerate(names, start=1)}
    data: dict[str, Any] = {
        "threshold": work.threshold,
        "names": list(map(harmless, names)),
        "confidence": [named[n].confidence if n in named else None for n in names],
        "genes": [list(map(harmless, named[n].genes)) if n in named else [] for n in names],
        "terms": [list(map(harmless, named[n].terms)) if n in named else [] for n in names],
        "words": [_flat_words(citance, places) for citance in work.citances],
    }
    if work.merges is None:
        return data | {"fixed": work.fixed}
    return data | work.merges._asdict()


def _flat_words(citance: Citance, places: dict[str, int]) -> list[int]:
    offsets = _script_offsets(citance.text)
    flat: list[int] = []
    last = 0
    for (start, end), name in zip(citance.words, citance.classes, strict=True):
        first, stop = offsets[start], offsets[end]
        flat += first - last, stop - first, places.get(name, 0) if name is not None else 0
        last = stop
    return flat


def _script_offsets(text: str) -> list[int] | range:
    """The offset in UTF-16 units of each character, and of the end."""
    if text.isascii() or max(text) <= "\uffff":
        return range(len(text) + 1)
    sizes: Iterable[int] = (1 + (character > "\uffff") for character in text)
    return list(accumulate(sizes, initial=0))
