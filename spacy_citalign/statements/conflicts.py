"""Citing sentences of one work that cannot both be right: reverse directions, unlike numbers.

Precision goes before recall: a conflict is told where two sentences say of one named thing that it
raises and that it lowers one target, or give one quantity of one species two values that are not a
range, a bound or a rounding of each other. Which of the two is right is not told.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Literal, NamedTuple, TypeVar

from .directions import Effect, are_opposite, find_effects
from .quantities import find_quantities, in_conflict
from .quantity_values import Quantity

ConflictKind = Literal["direction", "number"]
DIRECTION: ConflictKind = "direction"
NUMBER: ConflictKind = "number"
Spans = Sequence[tuple[int, int]]
_Fact = TypeVar("_Fact", Effect, Quantity)


class Place(NamedTuple):
    """Where something is said: the number of the text, from 0, and half-open characters of it."""

    text: int
    start: int
    end: int


class Conflict(NamedTuple):
    """Two texts that cannot both be right.

    Attributes:
        kind: ``"direction"`` or ``"number"``.
        first: where the one says it; its text stands before that of the second.
        second: where the other one does.
    """

    kind: ConflictKind
    first: Place
    second: Place


def find_conflict(first: str, second: str) -> Conflict | None:
    """Return what two texts say that cannot both be right; None if nothing is found.

    >>> conflict = find_conflict("MGT1 reduces sodium in shoots.", "MGT1 raises sodium in shoots.")
    >>> conflict.kind, conflict.second
    ('direction', Place(text=1, start=0, end=18))
    >>> find_conflict("MGT1 reduces sodium.", "Loss of MGT1 raises sodium.")
    """
    return next(iter(find_conflicts([first, second])), None)


def find_conflicts(
    texts: Sequence[str],
    scopes: Sequence[Spans] | None = None,
    articles: Sequence[Hashable] | None = None,
) -> list[Conflict]:
    """Return the pairs of texts that cannot both be right, at most one of a kind for each pair.

    Each text is read once; only what is said of one thing is compared.

    Args:
        texts: sentences that cite one work.
        scopes: the characters of each that belong to the citation; None: all. What is said of the
            target of an effect and the value of a number must stand in them; the agent need not.
        articles: where each is from; None: all from different articles. What one article says in
            two sentences is not compared: it is of two conditions.
    """
    if articles is None:
        articles = range(len(texts))
    found = [
        *_conflicts(DIRECTION, texts, scopes, find_effects, _agents_of, are_opposite),
        *_conflicts(NUMBER, texts, scopes, find_quantities, _kind_of, in_conflict),
    ]
    found = [one for one in found if articles[one.first.text] != articles[one.second.text]]
    return sorted(found, key=lambda one: (one.first.text, one.second.text, one.kind))


def _conflicts(
    kind: ConflictKind,
    texts: Sequence[str],
    scopes: Sequence[Spans] | None,
    find: Callable[[str], tuple[_Fact, ...]],
    keys_of: Callable[[_Fact], Iterable[Hashable]],
    differ: Callable[[_Fact, _Fact], bool],
) -> Iterator[Conflict]:
    said: dict[Hashable, dict[_Fact, list[Place]]] = defaultdict(lambda: defaultdict(list))
    for number, text in enumerate(texts):
        for fact in find(text):
            if scopes is None or is_within(fact.core, scopes[number]):
                same = fact._replace(start=0, end=0, core=(0, 0))  # said by many: compared once
                for key in keys_of(fact):
                    said[key][same].append(Place(number, fact.start, fact.end))
    pairs: dict[tuple[int, int], Conflict] = {}
    for facts in said.values():
        for one, other in combinations(facts, 2):
            if differ(one, other):
                for places in product(facts[one], facts[other]):
                    first, second = sorted(places)
                    if first.text != second.text:
                        conflict = Conflict(kind, first, second)
                        earlier = pairs.get((first.text, second.text), conflict)
                        pairs[first.text, second.text] = min(conflict, earlier, key=_order)
    yield from pairs.values()


def _order(conflict: Conflict) -> tuple[int, list[tuple[int, int]]]:
    """Return what puts the conflicts of two texts in order, whichever text is the first."""
    places = [(place.start, place.end) for place in (conflict.first, conflict.second)]
    return sum(map(sum, places)), sorted(places)


def is_within(core: tuple[int, int], scope: Spans) -> bool:
    """Return whether characters begin and end in those of a scope."""
    start, end = core
    return all(any(first <= at < last for first, last in scope) for at in (start, end - 1))


def _agents_of(effect: Effect) -> frozenset[str]:
    return effect.agents


def _kind_of(quantity: Quantity) -> tuple[Hashable]:
    return (quantity.kind,)
