"""Directions of effects in a citing sentence: what raises or lowers what.

Rules over words, without a parse: a verb, noun or adjective of effect, the nearest named thing
before it, or behind "by" in the passive, and what stands behind it (before it in the passive). Less
of a thing ("loss of X", "X mutants") reverses what the thing itself does.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..words.keeping import kept
from .effect_clauses import Agent, EffectClause, Reading
from .effect_words import LISTS, ORGANS, Target, is_name, is_of_yield, is_same
from .taxa import find_taxa

_MAX_CHARACTERS = 3_000  # of a sentence; longer ones are lists and tables
_TOKEN = re.compile(r"[^\W_]+(?:[-'\u2019/.:][^\W_]+)*|[^\w\s]")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_NEAR = 4  # words around an effect that may name its species


class Effect(NamedTuple):
    """What a clause says that a thing does.

    Attributes:
        start: the first character of agent, word of effect and target.
        end: behind the last one.
        core: the characters of the word of effect and the target.
        agents: names of what does it, all of one thing.
        amount: 1 if the clause is about more of the agent, -1 if of less, else 0.
        direction: 1 if the clause says that the target gets more, -1 if less.
        denied: whether it says that this is not so.
        targets: what gets more or less.
        taxa: the species of the clause.
        conditions: under which it is said.
        organs: of which it is said.
    """

    start: int
    end: int
    core: tuple[int, int]
    agents: frozenset[str]
    amount: int
    direction: int
    denied: bool
    targets: tuple[Target, ...]
    taxa: frozenset[str]
    conditions: frozenset[str]
    organs: frozenset[str]


@kept(4096, 10_000)
def find_effects(text: str) -> tuple[Effect, ...]:
    """Return what a sentence says that named things raise or lower.

    What it says the other way round, too, is left out: it may be of other conditions.

    >>> effect, = find_effects("Loss of MGT1 raises the sodium of shoots.")
    >>> effect.agents, effect.amount, effect.direction
    (frozenset({'MGT1'}), -1, 1)
    """
    if len(text) > _MAX_CHARACTERS:
        return ()
    effects = [*_effects(text.translate(_DASHES))]
    return tuple(one for one in effects if not any(are_opposite(one, other) for other in effects))


def are_opposite(first: Effect, second: Effect) -> bool:
    """Return whether two effects of one thing on one target cannot both be right."""
    if first.agents.isdisjoint(second.agents) or not are_comparable(first, second):
        return False
    is_reverse = first.direction * (first.amount or 1) != second.direction * (second.amount or 1)
    is_denied = first.denied != second.denied
    for one in first.targets:
        for other in second.targets:
            if is_same(one, other) and (is_reverse == (one.sign == other.sign)) != is_denied:
                return not (first.denied and second.denied)
            # More of a gene and less of it cannot both give more branches and more grain.
            is_of_both = (
                first.amount * second.amount < 0 and is_of_yield(one) and is_of_yield(other)
            )
            if is_of_both and is_reverse and not (first.denied or second.denied):
                return True
    return False


def are_comparable(first: Effect, second: Effect) -> bool:
    """Return whether two effects are said of the same conditions, species and organs."""
    if first.conditions != second.conditions:
        return False
    return not (_are_unlike(first.taxa, second.taxa) or _are_unlike(first.organs, second.organs))


def _are_unlike(first: frozenset[str], second: frozenset[str]) -> bool:
    return bool(first) and bool(second) and first.isdisjoint(second)


def _effects(text: str) -> Iterator[Effect]:
    matches = [*_TOKEN.finditer(text)]
    kept = [matches[place] for place in _outside_brackets([match[0] for match in matches])]
    start = 0
    before: Agent | None = None
    for place in range(len(kept) + 1):
        word = kept[place][0].lower() if place < len(kept) else "."
        if word in LISTS["clause end"]:
            part = kept[start:place]
            clause = EffectClause([match[0] for match in part], [match.span() for match in part])
            for read, agent, targets in clause.effects(before):
                yield _effect(text, clause, read, agent, targets)
            last = clause.agents[-1] if clause.agents and word == "but" else None
            before = last._replace(first=-1, last=-1) if last else None
            start = place + 1


def _effect(
    text: str, clause: EffectClause, read: Reading, agent: Agent, targets: tuple[Target, ...]
) -> Effect:
    first, last = min(read.place, read.first), max(read.place, read.last - 1)
    core = clause.spans[first][0], clause.spans[last][1]
    if agent.first >= 0:
        first, last = min(first, agent.first), max(last, agent.last)
    near = clause.spans[max(0, first - _NEAR) : last + _NEAR + 1]
    return Effect(
        min(core[0], agent.start),
        max(core[1], agent.end),
        core,
        agent.names,
        agent.amount or 0,
        read.direction,
        clause.is_denied(read.place),
        targets,
        frozenset(taxon.name for taxon in find_taxa(text[near[0][0] : near[-1][1]])),
        clause.conditions(),
        frozenset(ORGANS[word] for word in clause.words if word in ORGANS),
    )


def _outside_brackets(tokens: Sequence[str]) -> list[int]:
    """Return the places of tokens outside of brackets, and of names that stand alone in them."""
    kept: list[int] = []
    opened: list[int] = []
    for place, sign in enumerate(tokens):
        if sign in "([{":
            opened.append(place)
        elif sign in ")]}" and opened:
            if opened.pop() == place - 2 and not opened and is_name(tokens[place - 1]):
                kept.append(place - 1)
        elif not opened:
            kept.append(place)
    return kept
