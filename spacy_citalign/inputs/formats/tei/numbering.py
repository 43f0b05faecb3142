"""The printed numbers of a reference list in TEI, which has no labels.

They follow from the marks: one that is a plain number and names one entry tells the number of that
entry. Entries between two such, and those before and behind all, are counted from there, so that
ranges meet the right works where GROBID has split an entry or missed one.
"""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from ...articles import References

_MAX = 999  # larger numbers are years
_PRINTED = re.compile(r"\[(\w{1,12})\]|([0-9]{1,3})[.)](?= )")


def printed_label(text: str) -> str:
    """Return the label at the beginning of a reference, "" where there is none.

    >>> printed_label("[12] Lee. Frogs."), printed_label("7. Lee. Frogs."), printed_label("Lee.")
    ('12', '7', '')
    """
    match = _PRINTED.match(text)
    return (match[1] or match[2]) if match else ""


def numbers_of(marks: Mapping[tuple[int, str], int], references: References) -> dict[int, int]:
    """Return the positions of entries, from 0, by their printed numbers.

    Args:
        marks: how many marks have a plain number and name an id, by number and id.
        references: the reference list.
    """
    known: dict[int, int] = {}
    for (number, name), _ in sorted(marks.items(), key=lambda vote: -vote[1]):
        for index in references.by_id.get(name, ()) if number <= _MAX else ():
            known.setdefault(number, references.works[index].number - 1)
    for position, work in enumerate(references.works):
        if work.label.isdecimal() and len(work.label) <= 3:
            known[int(work.label)] = position
    if not known:
        return known
    anchors = sorted(known.items())
    usual = Counter(position - number for number, position in anchors).most_common(1)[0][0]
    for (low, first), (high, last) in pairwise(anchors):
        if last - first == high - low:
            known |= zip(range(low, high), range(first, last), strict=True)
    (low, first), (high, last) = anchors[0], anchors[-1]
    if first - low == usual:
        known |= ((number, number + usual) for number in range(1, low) if number + usual >= 0)
    if last - high == usual:
        size = len(references.entries)
        known |= ((number, number + usual) for number in range(high + 1, size - usual))
    return known
