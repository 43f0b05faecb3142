"""How many articles say that a thing raises a target, and how many that it lowers it.

The effects are those of ``directions``; what is said of less of a thing ("loss of MGT1 raises
sodium") counts for the reverse of the thing itself.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

from ..words.stem import porter_stem
from .clause import Span
from .conflicts import is_within
from .directions import Effect, are_comparable, find_effects
from .effect_words import MEASURES, OPPOSITES, THINGS, Target, is_same, name_of

Says = Literal["raises", "lowers", "does not raise", "does not lower"]
_SAYS: dict[tuple[bool, bool], Says] = {
    (True, False): "raises",
    (False, False): "lowers",
    (True, True): "does not raise",
    (False, True): "does not lower",
}
_REVERSES: dict[Says, set[Says]] = {
    "raises": {"lowers", "does not raise"},
    "lowers": {"raises", "does not lower"},
    "does not raise": {"raises"},
    "does not lower": {"lowers"},
}
_WORD = re.compile(r"[^\W_][\w/.;-]*[^\W_]|[^\W_]")


class CountedSide(NamedTuple):
    """One of the directions: the numbers of the texts that give it, and of how many articles."""

    says: Says
    places: tuple[int, ...]
    articles: int


class CountedDirection(NamedTuple):
    """What some texts say that a thing raises, and others that it lowers.

    Attributes:
        agent: what does it, as the first of the texts has it.
        target: what gets more or less, as most of the texts have it.
        sides: the directions, that of most articles first.
    """

    agent: str
    target: str
    sides: tuple[CountedSide, ...]


class _Said(NamedTuple):
    """An effect of a text on one of its targets."""

    place: int
    effect: Effect
    target: Target

    def says(self) -> Says:
        effect = self.effect
        more = effect.direction * (effect.amount or 1) * self.target.sign > 0
        return _SAYS[more, effect.denied]


def find_directions(
    texts: Sequence[str],
    scopes: Sequence[Sequence[Span]] | None = None,
    articles: Sequence[Hashable] | None = None,
) -> list[CountedDirection]:
    """Return what texts say the reverse of, each thing and its target once.

    Args:
        texts: sentences that cite one work.
        scopes: the characters of each that belong to the citation; None: all.
        articles: where each is from; None: all from different articles. One article alone does not
            contradict itself: it speaks of two conditions.

    >>> texts = ["MGT1 reduces sodium.", "Sodium is lowered by MGT1.", "MGT1 raises sodium."]
    >>> (one,) = find_directions(texts)
    >>> one.agent, one.target, [(side.says, side.articles) for side in one.sides]
    ('MGT1', 'sodium', [('lowers', 2), ('raises', 1)])
    """
    if articles is None:
        articles = range(len(texts))
    said: defaultdict[tuple[str, str], list[_Said]] = defaultdict(list)
    for place, text in enumerate(texts):
        for effect in find_effects(text):
            if scopes is None or is_within(effect.core, scopes[place]):
                for name in sorted(effect.agents):
                    for target in effect.targets:
                        said[name, target.head].append(_Said(place, effect, target))
    told: set[_Said] = set()
    found = []
    for alike in said.values():
        for first in alike:
            sides = {} if first in told else _sides(first, alike, articles)
            if sides:
                same = [one for side in sides.values() for one in side]
                told.update(same)
                found.append(_direction(texts, same, sides, articles))
    return sorted(found, key=lambda one: min(side.places[0] for side in one.sides))


def _sides(
    first: _Said, alike: Sequence[_Said], articles: Sequence[Hashable]
) -> dict[Says, list[_Said]]:
    """Return what is said of what the first is of, by direction; those that others contradict."""
    sides: defaultdict[Says, list[_Said]] = defaultdict(list)
    for one in alike:
        if is_same(first.target, one.target) and are_comparable(first.effect, one.effect):
            sides[one.says()].append(one)
    names = {says: {articles[one.place] for one in those} for says, those in sides.items()}
    return {
        says: those
        for says, those in sides.items()
        if any(len(names[says] | names[other]) > 1 for other in _REVERSES[says] & names.keys())
    }


def _direction(
    texts: Sequence[str],
    same: Sequence[_Said],
    sides: dict[Says, list[_Said]],
    articles: Sequence[Hashable],
) -> CountedDirection:
    targets = Counter(_target_words(texts[one.place], one) for one in same)
    first = min(same, key=lambda one: one.place)
    counted = []
    for says, those in sides.items():
        places = sorted({one.place for one in those})
        counted.append(CountedSide(says, tuple(places), len({articles[place] for place in places})))
    counted.sort(key=lambda side: (-side.articles, side.places))
    return CountedDirection(
        _agent_words(texts[first.place], first.effect),
        targets.most_common(1)[0][0],
        tuple(counted),
    )


def _target_words(text: str, said: _Said) -> str:
    """Return the words of a target in its text, "level of sodium"; its head without them."""
    target = said.target
    words = []
    for match in _WORD.finditer(text, *said.effect.core):
        word = match[0].lower()
        measure = MEASURES.get(word, "")
        is_measure = OPPOSITES.get(measure, measure) == target.measure != ""
        if is_measure or (THINGS.get(word) or porter_stem(word)) in target.things:
            words.append(match)
    return text[words[0].start() : words[-1].end()] if words else target.head or target.measure


def _agent_words(text: str, effect: Effect) -> str:
    """Return the words of what does it: the first that are there of its names."""
    names = {part for name in effect.agents for part in (name, *name.split())}
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text, effect.start, effect.end):
        if name_of(match[0]) in names or porter_stem(match[0].lower()) in names:
            run.append(match)
        elif run:
            break
    return text[run[0].start() : run[-1].end()] if run else min(effect.agents)
