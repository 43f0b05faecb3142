"""The sentence before a citing one, where it belongs to the citation: see ``citations.extent``."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from ...citations.extent import belongs
from ...citations.marks import Mark
from .citing import Citing

BEFORE = "before"
_EMPTY_LINE = re.compile(r"\n\s*\n")


def add_sentences_before(
    records: Sequence[dict[str, Any]],
    citances: Sequence[Citing],
    text: str,
    marks: Sequence[Mark],
    starts: Sequence[int],
    *,
    least: float | None,
    paragraphs: Sequence[int] = (),
) -> None:
    """Put the sentence before into the records of citances to whose citations it likely belongs.

    It is of the same paragraph and has no mark of its own. ``record["before"]`` has its ``start``,
    ``end``, ``text`` and ``probability``.

    Args:
        records: of the citances; changed in place.
        citances: a sentence may stand there for several works.
        text: what the offsets count.
        marks: of citation, ascending.
        starts: where sentences begin, ascending.
        least: probability of the sentences that are taken, 0 to 1; None takes none.
        paragraphs: where these begin, ascending; empty lines divide them, too.
    """
    if least is None:
        return
    begins = [mark.start for mark in marks]
    known: dict[tuple[int, int], dict[str, Any] | None] = {}
    for record, (start, end, _) in zip(records, citances, strict=True):
        if (start, end) not in known:
            span = _before(text, start, starts)
            known[start, end] = None
            if span is not None and _is_near(text, span, start, begins, paragraphs):
                inside = marks[bisect_left(begins, start) : bisect_left(begins, end)]
                places = [(mark.start - start, min(mark.end, end) - start) for mark in inside]
                before = text[slice(*span)]
                probability = belongs(before, text[start:end], places)
                if probability >= least:
                    known[start, end] = {
                        "start": span[0],
                        "end": span[1],
                        "text": before,
                        "probability": probability,
                    }
        previous = known[start, end]
        if previous is not None:
            record[BEFORE] = dict(previous)


def _before(text: str, start: int, starts: Sequence[int]) -> tuple[int, int] | None:
    """Return the half-open characters of the sentence before the one that begins at ``start``."""
    number = bisect_right(starts, start) - 1
    if number < 1:
        return None
    first, last = starts[number - 1], starts[number]
    sentence = text[first:last]
    first += len(sentence) - len(sentence.lstrip())
    last = first + len(sentence.strip())
    return (first, last) if first < last else None


def _is_near(
    text: str,
    span: tuple[int, int],
    start: int,
    begins: Sequence[int],
    paragraphs: Sequence[int],
) -> bool:
    """Return whether a sentence is of the paragraph of what begins at ``start``, without marks."""
    return (
        bisect_left(begins, span[0]) == bisect_left(begins, start)
        and bisect_right(paragraphs, span[0]) == bisect_right(paragraphs, start)
        and not _EMPTY_LINE.search(text, span[1], start)
    )
