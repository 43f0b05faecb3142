"""What an effect is on: grain weight is the weight of grain, as is the weight of grains."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ..words.stem import porter_stem
from .effect_words import LISTS, MEASURES, NO_TARGET, OPPOSITES, THINGS

# Measures of one thing that are one for a reader, two by two.
_ALIKE = (
    {"size", "weight"},
    {"size", "width"},
    {"size", "length"},
    {"size", "thickness"},
    {"", "level"},
    {"", "expression"},
    {"", "number"},
    {"", "development"},
)
_JOINING = {"of", "in", "to", "against"}


class Target(NamedTuple):
    """What is raised or lowered.

    Attributes:
        things: stems of its nouns.
        head: the last of them, "" if there is none.
        measure: what of it, "" if that is not said.
        sign: -1 if the measure is given by its opposite, as tolerance by sensitivity.
    """

    things: frozenset[str]
    head: str
    measure: str
    sign: int = 1


def read_targets(parts: Sequence[Sequence[str]]) -> tuple[Target, ...]:
    """Return the targets of the parts of a phrase, which "and" divides.

    >>> [(target.head, target.measure) for target in read_targets([["grain", "width"], ["length"]])]
    [('grain', 'width'), ('grain', 'length')]
    """
    targets: list[Target] = []
    for part in parts:
        first, *others = [
            [*group] for is_joining, group in groupby(part, _JOINING.__contains__) if not is_joining
        ] or [[]]
        groups = [first, *others[:1]]
        measures = [MEASURES[group.pop()] for group in groups if group and group[-1] in MEASURES]
        # "level of sodium" is of sodium, "sodium of shoots" of sodium, too.
        nouns = next((group for group in groups if group), [])
        things = [THINGS.get(word) or porter_stem(word) for word in nouns if word[0].isalnum()]
        measure = measures[0] if measures else ""
        if not things and targets and measure and measure != "yield":
            things = [targets[-1].head] if len(targets[-1].things) == 1 else []
        if (things or measure) and not (len(things) == 1 and things[0] in NO_TARGET):
            sign = -1 if measure in OPPOSITES else 1
            measure = OPPOSITES.get(measure, measure)
            targets.append(Target(frozenset(things), things[-1] if things else "", measure, sign))
    last = targets[-1] if targets else None
    if last and last.measure and last.things:  # "iron and zinc uptake"
        targets = [one if one.measure else one._replace(measure=last.measure) for one in targets]
    return tuple(targets)


def is_same(first: Target, second: Target) -> bool:
    """Return whether two targets are one for a reader: grain size and grain weight."""
    measures = {first.measure, second.measure}
    if not first.things and not second.things:
        return measures == {"yield"}
    if first.head != second.head or not (len(measures) == 1 or measures in _ALIKE):
        return False
    return first.things <= second.things or second.things <= first.things


def is_of_yield(target: Target) -> bool:
    """Return whether a target makes the yield of a cereal: branches, spikelets, grain."""
    return target.measure == "yield" or not LISTS["yield part"].isdisjoint(target.things)
