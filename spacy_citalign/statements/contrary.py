"""Sentences that say the reverse of a statement, or give another number, and do not support it."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .conflicts import Conflict, ConflictKind, Place


class Contrary(NamedTuple):
    """A sentence that cannot be right if a statement is.

    Attributes:
        kind: ``"direction"`` or ``"number"``.
        said: where it says so.
        against: where a sentence of the statement says otherwise.
    """

    kind: ConflictKind
    said: Place
    against: Place


def supporting(
    group: Sequence[int], conflicts: Sequence[Conflict], rank: Callable[[int], float]
) -> list[int]:
    """Return the sentences of a group no two of which are in conflict, in their order.

    One sentence against many is left out: again and again that with the most conflicts, of as many
    that of the lowest rank.

    >>> conflicts = [Conflict("number", Place(0, 0, 1), Place(n, 0, 1)) for n in (1, 2)]
    >>> supporting([0, 1, 2, 3], conflicts, rank=lambda place: 0.0)
    [1, 2, 3]

    Args:
        group: the numbers of sentences.
        conflicts: between any sentences.
        rank: returns how well a sentence says what the work is cited for.
    """
    kept = list(group)
    while True:
        inside = {*kept}
        pairs = (one for one in conflicts if inside >= {one.first.text, one.second.text})
        counts = Counter(place.text for one in pairs for place in (one.first, one.second))
        if not counts:
            return kept
        kept.remove(max(counts, key=lambda place: (counts[place], -rank(place), place)))


def contrary_to(
    group: Sequence[int], left_out: Sequence[int], conflicts: Sequence[Conflict]
) -> tuple[Contrary, ...]:
    """Return the sentences that a statement cannot be right with, each once for a kind.

    They are those that were left out of its group, and others in conflict with its first sentence.

    Args:
        group: the sentences of the statement, the one that leads it first.
        left_out: the sentences of its group that do not support it.
        conflicts: between any sentences.
    """
    found: dict[tuple[int, str], Contrary] = {}
    for one in conflicts:
        for said, against in ((one.first, one.second), (one.second, one.first)):
            outside = said.text in left_out or against.text == group[0]
            if outside and said.text not in group and against.text in group:
                found.setdefault((said.text, one.kind), Contrary(one.kind, said, against))
    return tuple(found[key] for key in sorted(found))
