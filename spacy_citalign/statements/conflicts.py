"""Citing sentences of one work that cannot both be right: reverse directions, unlike numbers.

Precision goes before recall: a conflict is told where two sentences say of one named thing that it
raises and that it lowers one target, or give one quantity of one species two values that are not a
range, a bound or a rounding of each other. Which of the two is right is not told.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, product
from operator import attrgetter
from typing import Literal, NamedTuple, TypeVar

from ..words.keeping import kept
from .directions import Effect, are_opposite, find_effects
from .quantity_values import ALIKE, Quantity, chromosome_numbers, values
from .taxa import find_taxa

_MAX_CHARACTERS = 3_000  # of a sentence; longer ones are lists and tables
_OTHER_THING = 5  # times: so far apart numbers are hardly of one thing
_MEASURED_TOLERANCE = 0.02  # of what is measured and not counted
_COUNTED = ("chromosomes", "count")
_TOLERANCE = 0.05  # of a rounded number, and
_VAGUE_TOLERANCE = 0.03  # of one that is said to be approximate


@kept(4096, 10_000)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the numbers of a sentence that may be compared with those of others.

    A sentence that gives two numbers of one kind and one species says nothing that can be compared.
    """
    if len(text) > _MAX_CHARACTERS or not any(map(str.isdigit, text)):
        return ()
    text = text.translate(ALIKE)
    taxa = find_taxa(text)
    same = defaultdict(list)
    for one in [*chromosome_numbers(text, taxa), *values(text, taxa)]:
        same[one.kind, one.taxa if one.kind[0] != "share" else None].append(one)
    return tuple(ones[0] for ones in same.values() if not any(differ(ones[0], o) for o in ones))


def differ(first: Quantity, second: Quantity) -> bool:
    """Return whether two numbers of one kind cannot both be right.

    A range or a bound holds the other number, or one is the other rounded.
    """
    if first.low <= second.high and second.low <= first.high:
        return False
    below, above = sorted((first, second), key=lambda one: one.low)
    gap = above.low - below.high
    if first.kind[0] not in _COUNTED and gap <= _MEASURED_TOLERANCE * above.low:
        return False
    rounded = min(max(first.step, second.step) / 2, _TOLERANCE * above.low)
    if first.vague or second.vague:
        rounded = max(rounded, min(max(first.step, second.step), _TOLERANCE * above.low))
        rounded = max(rounded, _VAGUE_TOLERANCE * above.low)
    return gap > rounded


def in_conflict(first: Quantity, second: Quantity) -> bool:
    """Return whether two numbers are of the same thing and differ."""
    if first.kind != second.kind or not differ(first, second):
        return False
    below, above = sorted((first, second), key=lambda one: one.low)
    return above.low <= _OTHER_THING * below.high and _ABOUT[first.kind[0]](first, second)


def _same_taxon(first: Quantity, second: Quantity) -> bool:
    return bool(first.taxa) and first.taxa == second.taxa


def _same_event(first: Quantity, second: Quantity) -> bool:
    shared = len(first.taxa & second.taxa)
    if first.kind[1] == "divergence":
        return shared > 1 and first.taxa == second.taxa
    return 2 * shared >= len(first.taxa | second.taxa) > 0


def _same_words(first: Quantity, second: Quantity) -> bool:
    """Return whether two numbers are about the same species and stand between the same words."""
    if first.taxa != second.taxa:
        return False
    shared = len(first.words & second.words)
    fewer = min(len(first.words), len(second.words))
    return shared >= max(3, 0.3 * fewer) if first.taxa else shared >= max(4, 0.5 * fewer)


def _same_share(first: Quantity, second: Quantity) -> bool:
    if "loss" in first.kind:
        return bool(first.taxa) and _same_words(first, second)
    return first.taxa == second.taxa and len(first.words & second.words) >= 2


def _same_count(first: Quantity, second: Quantity) -> bool:
    ratio = first.low / second.low if second.low else 0
    if first.kind[2]:  # the members of a gene family
        return 0.5 <= ratio <= 2 and _same_taxon(first, second)
    return 0.8 <= ratio <= 1.25 and _same_words(first, second)


_ABOUT = {
    "bases": _same_taxon,
    "chromosomes": _same_taxon,
    "years ago": _same_event,
    "count": _same_count,
    "share": _same_share,
    "yield": _same_words,
    "content": _same_words,
}


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


def find_conflicts(
    texts: Sequence[str],
    scopes: Sequence[Spans] | None = None,
    articles: Sequence[Hashable] | None = None,
) -> list[Conflict]:
    """Return the pairs of texts that cannot both be right, at most one of a kind for each pair.

    Each text is read once; only what is said of one thing is compared.

    >>> raises = "MGT1 raises sodium in shoots."
    >>> (conflict,) = find_conflicts(["MGT1 reduces sodium in shoots.", raises])
    >>> conflict.kind, conflict.second
    ('direction', Place(text=1, start=0, end=18))
    >>> find_conflicts(["MGT1 reduces sodium.", "Loss of MGT1 raises sodium."])
    []

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
        *_conflicts(DIRECTION, texts, scopes, find_effects, attrgetter("agents"), are_opposite),
        *_conflicts(NUMBER, texts, scopes, find_quantities, lambda one: (one.kind,), in_conflict),
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
