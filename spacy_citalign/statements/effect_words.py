"""Words of effects (effects.tsv) by what they tell, the form of names, and what an effect is on."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ..words.data_files import word_lists
from ..words.english import DIRECTION_LISTS, verb_forms
from ..words.stem import porter_stem

LISTS = word_lists(__package__, "effects.tsv") | DIRECTION_LISTS


def _named(prefix: str) -> dict[str, str]:
    """Return what the names of lists say behind a prefix, by the words of the lists."""
    return {
        word: name.removeprefix(prefix + " ")
        for name, words in LISTS.items()
        if name.startswith(prefix + " ")
        for word in words
    }


# Directions are 1 for more, -1 for less, 0 where another word tells.
_DIRECTIONS = {"up": 1, "down": -1, "either": 0}
VERBS = {
    form: (_DIRECTIONS[direction], end)
    for verb, direction in _named("verb").items()
    for form, end in verb_forms(verb).items()
}
NOUNS, ADJECTIVES, DOERS, ADVERBS, BEFORE_NOUN = (
    {word: _DIRECTIONS[direction] for word, direction in _named(prefix).items()}
    for prefix in ("noun", "adjective", "doer", "adverb", "either")
)

OPPOSITES = {"sensitivity": "tolerance"}  # of measures: more of the one is less of the other
MEASURES, THINGS = _named("property"), _named("thing")
CONDITIONS, ORGANS = _named("condition"), _named("organ")
SHORT = {
    name.removeprefix("short "): sorted(words)
    for name, words in LISTS.items()
    if name.startswith("short ")
}
NO_TARGET = {porter_stem(word) for word in LISTS["no target"]}

# How much of a thing there is: words before it and words behind it.
AMOUNT_BEFORE = {word: direction for word, (direction, _) in VERBS.items() if direction}
AMOUNT_BEFORE |= {word: direction for word, direction in NOUNS.items() if direction}
AMOUNT_BEFORE |= dict.fromkeys(LISTS["gone before"], -1) | dict.fromkeys(LISTS["more before"], 1)
AMOUNT_BEHIND = dict.fromkeys(LISTS["gone behind"], -1) | dict.fromkeys(LISTS["more behind"], 1)

BESIDE_VERB = LISTS["bare before"] | LISTS["be"] | LISTS["not"] | LISTS["cause"] | {*VERBS}
BEFORE_BE = LISTS["be"] | {"has", "have", "had", "not", "that", "which", ","}
BEFORE_ADJECTIVE = LISTS["article"] | LISTS["cause"] | {*"to in of by and with for ,".split()}
BEHIND_NOUN = {"of", "in", "on", "with", "for"}

# "Ghd7", "sh4", "p53" (letters with a digit), "OsCKX", "FZP", "SLs" (capitals), no authors.
_NAME = re.compile(
    r"(?!Mc[A-Z]|Mac[A-Z])(?:"
    r"(?=\D*\d)(?=\D{0,5}\d|.*[A-Z])(?=[^A-Za-z]*[A-Za-z][^A-Za-z]*[A-Za-z])[A-Za-z][\w.;/-]*"
    r"|p\d{2,}|[A-Za-z][a-z]*[A-Z]{2}[A-Za-z]*|[A-Z]{2,}s?)"
)
_COPY = re.compile(r"-(?:[1-9]?[A-D]L?\d?|[A-D][1-9])$")  # "-6A" of a polyploid's gene
_COMMON = re.compile(r"(?!.*(?:ing|ed|ly|(?<!iz)(?<!ig)at?ions?|ments?|ers)$)[^\W\d_]{6,}")

_NO_NOUN = re.compile(r".{1,2}|[^a-z].*|.*(?:ed|ly|ing)")


def is_name(token: str) -> bool:
    """Return whether a token names one thing, as a gene: no unit, no trait, no author."""
    known = token in SHORT or token.lower() in LISTS["no thing"]
    return not known and _NAME.fullmatch(token) is not None


def is_common_agent(words: Sequence[str]) -> bool:
    """Return whether words in lower case may name what does something.

    That is a substance ("eugenol"), or a noun with what it is of ("nitrogen fertilizer", "high
    temperature").
    """
    last = words[-1] if words[-1] not in LISTS["light agent"] or len(words) < 2 else words[-2]
    if len(words) == 1:
        return _COMMON.fullmatch(last) is not None and last not in LISTS["generic"]
    known = any(word in LISTS["generic"] or _NO_NOUN.fullmatch(word) for word in words[1:])
    first = words[0] in LISTS["amount of noun"] or not is_beside_verb(words[0])
    return len(words) <= 3 and not known and first and words[0] not in LISTS["generic"]


def name_of(token: str) -> str:
    """Return the name in a token.

    >>> name_of("TaGW2-6A"), name_of("OsCKX2-knockdown")
    ('TaGW2', 'OsCKX2')
    """
    head, _, tail = token.rpartition("-")
    return _COPY.sub("", head if tail.lower() in AMOUNT_BEHIND else token)


def is_beside_verb(word: str) -> bool:
    """Return whether a word may stand between a subject and its verb: "does not significantly"."""
    return word.endswith("ly") or word in BESIDE_VERB


# Measures of one thing that are one for a reader, two by two.
_ALIKE = [{"size", one} for one in ("weight", "width", "length", "thickness")]
_ALIKE += [{"", one} for one in ("level", "expression", "number", "development")]
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
