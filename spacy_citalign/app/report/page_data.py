"""Words, classes and merges of a work for the script of the page, which has the texts already."""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any

from ...schema import KINDS, AlignedClass, Citance, WorkAnswer
from .class_summary import ClassSummary, gene_ids
from .merges import movable_merges
from .safe_html import harmless

_NOT_DESCRIBED = AlignedClass()


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
