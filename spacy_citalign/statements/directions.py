"""Directions of effects in a citing sentence: what raises or lowers what.

Rules over words, without a parse: a verb, noun or adjective of effect, the nearest named thing
before it, or behind "by" in the passive, and what stands behind it (before it in the passive). Less
of a thing ("loss of X", "X mutants") reverses what the thing itself does.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ..words.data_files import word_lists
from ..words.stem import porter_stem
from .taxa import find_taxa

_MAX_CHARACTERS = 3_000  # of a sentence; longer ones are lists and tables
_LISTS = word_lists(__package__, "effects.tsv")


def _named(prefix: str) -> dict[str, str]:
    """Return the second words of the names of lists that begin alike, by the words of the lists."""
    return {
        word: name.partition(" ")[2]
        for name, words in _LISTS.items()
        if name.startswith(prefix + " ")
        for word in words
    }


def _forms(verb: str) -> dict[str, str]:
    """Return the forms of a regular verb, by how they end."""
    stem = verb[:-1] if verb.endswith("e") else verb
    return {verb: "", verb + "s": "s", stem + "ed": "ed", stem + "ing": "ing"}


_DIRECTIONS = {"up": 1, "down": -1}
_VERBS = {
    form: (_DIRECTIONS.get(direction, 0), end)
    for verb, direction in _named("verb").items()
    for form, end in _forms(verb).items()
}
_NOUNS = {word: _DIRECTIONS.get(way, 0) for word, way in _named("noun").items()}
_ADJECTIVES = {word: _DIRECTIONS[way] for word, way in _named("adjective").items()}
_WAYS = {
    word: _DIRECTIONS[way] for word, way in (_named("adverb") | _named("either")).items()
}
_PROPERTIES, _THINGS = _named("property"), _named("thing")
_SHORT = {name.partition(" ")[2]: words for name, words in _LISTS.items() if name[:6] == "short "}
_CONDITIONS, _ORGANS = _named("condition"), _named("organ")
_TOKEN = re.compile(r"[^\W_]+(?:[-'\u2019/.:][^\W_]+)*|[^\w\s]")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
# "OsCKX2", "Ghd7", "FZP", "TaGW2-6A": letters with digits, or capitals.
_NAME = re.compile(
    r"(?!Mc[A-Z]|Mac[A-Z])(?:(?=\D*\d)(?=\D{0,5}\d|.*[A-Z])(?=[^A-Za-z]*[A-Za-z][^A-Za-z]*[A-Za-z])[A-Za-z][A-Za-z0-9.;/-]*"
    r"|[A-Za-z][a-z]*[A-Z]{2,}[A-Za-z]*|[A-Z]{2,}s?)"
)
_COPY = re.compile(r"-(?:[1-9]?[A-D]L?\d?|[A-D][1-9])$")  # one of the copies of a polyploid
_REACH = 6  # words between a thing and what says that there is less of it
_FAR = 20  # words between a thing and the verb that it is the subject of
_NEAR = 4  # words around an effect that may name its species
_YIELD = _LISTS["yield part"]


class Target(NamedTuple):
    """What is raised or lowered: grain weight is the weight of grain.

    Attributes:
        things: stems of its nouns.
        head: the last of them, "" if there is none.
        measure: what of it, "" if that is not said.
    """

    things: frozenset[str]
    head: str
    measure: str


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


class _Agent(NamedTuple):
    first: int
    last: int
    names: frozenset[str]
    amount: int | None


@lru_cache(maxsize=4096)
def find_effects(text: str) -> tuple[Effect, ...]:
    """Return what a sentence says that named things raise or lower.

    >>> effect, = find_effects("Loss of MGT1 raises the sodium of shoots.")
    >>> effect.agents, effect.amount, effect.direction
    (frozenset({'MGT1'}), -1, 1)
    """
    if len(text) > _MAX_CHARACTERS:
        return ()
    return tuple(_Sentence(text).effects())


def are_opposite(first: Effect, second: Effect) -> bool:
    """Return whether two effects of one thing on one target cannot both be right."""
    if first.agents.isdisjoint(second.agents) or first.conditions != second.conditions:
        return False
    if first.taxa and second.taxa and first.taxa.isdisjoint(second.taxa):
        return False
    if first.organs and second.organs and first.organs.isdisjoint(second.organs):
        return False
    signs = [one.direction * (one.amount or 1) for one in (first, second)]
    pairs = [(one, other) for one in first.targets for other in second.targets]
    if first.denied or second.denied:
        opposite = signs[0] == signs[1] and first.denied != second.denied
        return opposite and any(_is_same(*pair) for pair in pairs)
    if signs[0] == signs[1]:
        return False
    reversed_amounts = first.amount * second.amount < 0
    return any(
        _is_same(*pair) or (reversed_amounts and all(map(_is_of_yield, pair))) for pair in pairs
    )


def _is_of_yield(target: Target) -> bool:
    return not _YIELD.isdisjoint(target.things) or target.measure in _YIELD


def _is_same(first: Target, second: Target) -> bool:
    """Return whether two targets are one for a reader: grain size and grain weight."""
    measures = {first.measure, second.measure}
    alike = len(measures) == 1 or any(measures <= group for group in _ALIKE)
    if not first.things and not second.things:
        return measures == {"yield"}
    if not alike or first.head != second.head:
        return False
    return first.things <= second.things or second.things <= first.things


_ALIKE = (
    {"size", "weight"},
    {"size", "width"},
    {"size", "length"},
    {"size", "thickness"},
    {"", "level"},
    {"", "expression"},
    {"", "number"},
    {"", "development"},
    {"level", "uptake"},
)


class _Sentence:
    """A sentence as words; brackets of citations and asides are left out."""

    def __init__(self, text: str):
        self._text = text.translate(_DASHES)
        matches = [*_TOKEN.finditer(self._text)]
        kept = _outside_brackets([match[0] for match in matches])
        self._tokens = [matches[place][0] for place in kept]
        self._spans = [matches[place].span() for place in kept]
        self._words = [token.lower() for token in self._tokens]

    def effects(self) -> Iterator[Effect]:
        """Yield the effects of named things."""
        start = 0
        before: _Agent | None = None
        for place, word in enumerate([*self._words, "."]):
            if word not in _LISTS["clause end"]:
                continue
            effects = [*self._clause(start, place, before)]
            for effect, agent in effects:
                yield effect
            agents = self._agents(start, place)
            before = agents[-1] if agents and word == "but" else None
            start = place + 1

    def _clause(
        self, start: int, end: int, before: _Agent | None
    ) -> Iterator[tuple[Effect, _Agent]]:
        agents = self._agents(start, end)
        taken: list[range] = []  # targets of verbs that have an agent
        for place in range(start, end):
            read = self._read(place, start, end)
            if read is None:
                continue
            direction, first, last, is_passive, is_finite = read
            targets = self._targets(first, last)
            if not targets:
                continue
            agent = self._agent(place, agents, taken, end, is_passive)
            if agent is None and place - start < 3:
                agent = before
            if agent is None or agent.amount is None:
                continue
            if agent.first <= last and first <= agent.last and not is_passive:
                continue
            if is_finite:
                taken.append(range(first, last))
            yield self._effect(place, direction, agent, (first, last), targets, start, end), agent

    def _effect(self, place, direction, agent, target, targets, start, end) -> Effect:
        spans = self._spans
        first = min(place, agent.first, target[0])
        last = max(place, agent.last, target[1] - 1)
        words = self._words[start:end]
        near = max(start, first - _NEAR), min(end, last + _NEAR + 1) - 1
        clause = self._text[spans[near[0]][0] : spans[near[1]][1]]
        denied = self._is_denied(place, start)
        return Effect(
            spans[first][0],
            spans[last][1],
            (spans[min(place, target[0])][0], spans[max(place, target[1] - 1)][1]),
            agent.names,
            agent.amount or 0,
            direction,
            denied,
            targets,
            frozenset(taxon.name for taxon in find_taxa(clause)),
            frozenset(_CONDITIONS[word] for word in words if word in _CONDITIONS),
            frozenset(_ORGANS[word] for word in words if word in _ORGANS),
        )

    def _is_denied(self, place: int, start: int) -> bool:
        words = self._words
        return any(
            words[at] in _LISTS["not"] and words[at + 1] != "only"
            for at in range(max(start, place - 4), place)
        )

    def _read(self, place: int, start: int, end: int) -> tuple[int, int, int, bool, bool] | None:
        """Return what a word of effect says.

        Returns:
            Its direction, the first and last word of its target, whether it is passive and whether
            it is a finite verb; None if the word tells nothing.
        """
        words = self._words
        word = words[place]
        earlier = words[place - 1] if place > start else ""
        later = words[place + 1] if place + 1 < end else ""
        if "or" in (earlier, later) or "whether" in words[start:place]:
            return None
        if word in _NOUNS and (later in _TO_NOUN or word not in _VERBS):
            return self._read_noun(place, start, end)
        if word in _VERBS and not (word in _NOUNS and earlier in _LISTS["article"]):
            return self._read_verb(place, start, end)
        if word in _ADJECTIVES and self._is_caused(place, start):
            return _ADJECTIVES[word], place + 1, self._phrase_end(place + 1, end), False, False
        return None

    def _read_noun(self, place: int, start: int, end: int) -> tuple[int, int, int, bool, bool] | None:
        words = self._words
        direction = _NOUNS[words[place]]
        if place + 2 >= end or words[place + 1] not in _TO_NOUN:
            return None
        if not direction:
            told = [_WAYS[word] for word in words[max(start, place - 2) : place] if word in _WAYS]
            of_agent = words[place + 1] == "of" and words[place] in _LISTS["of agent"]
            if len(told) != 1 or of_agent:
                return None
            direction = told[0]
        elif not self._is_caused(place, start):
            return None
        return direction, place + 2, self._phrase_end(place + 2, end), False, False

    def _read_verb(self, place: int, start: int, end: int) -> tuple[int, int, int, bool, bool] | None:
        words = self._words
        direction, form = _VERBS[words[place]]
        earlier = [word for word in words[max(start, place - 3) : place] if word not in _LISTS["not"]]
        while earlier and earlier[-1].endswith("ly"):
            earlier.pop()
        first = place + 1
        if not direction:
            told = [
                _WAYS[word]
                for word in words[max(start, place - 1) : place + 2]
                if word in _WAYS and word.endswith("ly")
            ]
            if len(told) != 1:
                return None
            direction = told[0]
            first += first < end and words[first] in _WAYS
            first += first < end and words[first] in ("to", "with", "on")
            if form != "ed" or first > place + 1:
                return direction, first, self._phrase_end(first, end), False, True
        last_earlier = earlier[-1] if earlier else ""
        if form == "ed" and last_earlier in _LISTS["be"]:
            last = place - 1
            while last > start and words[last] not in _LISTS["be"]:
                last -= 1
            while last > start and words[last - 1] in (*_LISTS["be"], "has", "have", "had", "not"):
                last -= 1
            return direction, self._phrase_start(last, start), last, True, False
        follows = words[place + 1 : place + 2]
        if form == "ed" and words[place] == "induced" and not _LISTS["article"].issuperset(follows):
            return None  # "X induced colitis is ..."
        if last_earlier == "," and "which" in words[start:place]:
            last_earlier = ""  # "X, which binds Y, reduced Z"
        elif not earlier:
            last_earlier = ","
        if form == "ed" and last_earlier in _BEFORE_ADJECTIVE:
            if not self._is_caused(place, start):
                return None
            return direction, first, self._phrase_end(first, end), False, False
        if form == "" and words[place] == "lower" and last_earlier not in _LISTS["bare before"]:
            return None
        return direction, first, self._phrase_end(first, end), False, form in ("", "s", "ed")

    def _is_caused(self, place: int, start: int) -> bool:
        return not _LISTS["cause"].isdisjoint(self._words[max(start, place - 4) : place])

    def _phrase_end(self, first: int, end: int) -> int:
        """Return where a phrase that begins so ends; it may hold one "of"."""
        place = first
        while place < min(end, first + 12):
            word = self._words[place]
            behind = self._words[place + 1 : place + 2]
            if word in _LISTS["phrase end"] or word in _VERBS and place > first:
                break
            if word in ("and", "as") and behind and behind[0] in _VERBS:
                break
            place += 1
        return place

    def _phrase_start(self, last: int, start: int) -> int:
        place = last
        while place > max(start, last - 8) and self._words[place - 1] not in _LISTS["phrase end"] - {"in"}:
            place -= 1
        return place

    def _targets(self, first: int, last: int) -> tuple[Target, ...]:
        parts: list[list[str]] = [[]]
        for place in range(first, last):
            word = self._words[place]
            if word in ("and", "or", "as", "well", "but", "also"):
                parts.append([])
            elif word not in _LISTS["small"] and word not in _ADJECTIVES:
                parts[-1] += sorted(_SHORT.get(self._tokens[place], [word]))
        return _read_targets([part for part in parts if any(word != "of" for word in part)])

    def _agent(
        self, place: int, agents: Sequence[_Agent], taken: Sequence[range], end: int, is_passive: bool
    ) -> _Agent | None:
        if is_passive:
            if not any(word in _LISTS["by"] for word in self._words[place + 1 : place + 3]):
                return None
            last = self._phrase_end(place + 3, end)
            return next((one for one in agents if place < one.first <= last), None)
        earlier = [
            one
            for one in agents
            if one.last < place
            and not any(one.first in target for target in taken)
            and not self._has_other_subject(one.last, place)
            and not self._is_governed(one.first)
        ]
        return earlier[-1] if earlier else None

    def _has_other_subject(self, place: int, verb: int) -> bool:
        """Return whether the words between a thing and a verb begin with another subject."""
        between = self._words[place + 1 : verb]
        if len(between) > _FAR or not _LISTS["other subject"].isdisjoint(between):
            return True
        for at in range(len(between) - 1, 0, -1):
            if between[at] in ("and", "or") and between[at - 1] == ",":
                return not all(_is_beside_verb(word) for word in between[at + 1 :])
        return False

    def _is_governed(self, place: int) -> bool:
        """Return whether a preposition stands before a thing, as none does before a subject."""
        words = self._words
        while place and words[place - 1] in _LISTS["article"]:
            place -= 1
        return bool(place) and words[place - 1] in _LISTS["before no subject"]

    def _agents(self, start: int, end: int) -> list[_Agent]:
        """Return the named things of a clause; names that stand together are of one."""
        agents: list[_Agent] = []
        place = start
        while place < end:
            if not self._is_name(place):
                place += 1
                continue
            last = place
            while last + 1 < end and self._is_name(last + 1):
                last += 1
            names = frozenset(self._name(at) for at in range(place, last + 1))
            agents.append(_Agent(place, last, names, self._amount(place, last, start, end)))
            place = last + 1
        return agents

    def _is_name(self, place: int) -> bool:
        token = self._tokens[place]
        if _NAME.fullmatch(token) is None or token in _SHORT:
            return False
        return token.lower() not in _LISTS["no thing"] and self._words[place + 1 : place + 2] != ["et"]

    def _name(self, place: int) -> str:
        token = self._tokens[place]
        head, _, tail = token.rpartition("-")
        if tail.lower() in _BEHIND:
            token = head
        return _COPY.sub("", token)

    def _amount(self, first: int, last: int, start: int, end: int) -> int | None:
        """Return 1 if there is said to be more of a thing, -1 if less, else 0; None if unsure."""
        words = self._words
        tail = words[last].rpartition("-")[2]
        if tail in _BEHIND:
            return _BEHIND[tail]
        unsure = False
        place = first - 1
        while place >= max(start, first - _REACH) and words[place] in _LISTS["light"]:
            unsure |= words[place] in _LISTS["unsure"]
            place -= 1
        if place >= start and words[place] in _BEFORE:
            return _BEFORE[words[place]]
        behind = last + 1
        while behind < min(end, last + 4) and words[behind] in ("gene", "expression", "protein", "level", "levels"):
            behind += 1
        if behind < end and words[behind] in _BEHIND:
            return _BEHIND[words[behind]]
        if behind + 1 < end and words[behind] in _LISTS["be"] and words[behind + 1] in _VERBS:
            return _VERBS[words[behind + 1]][0] or None
        beside = words[max(start, first - 3) : first] + words[last + 1 : min(end, last + 4)]
        return None if unsure or not _LISTS["unsure"].isdisjoint(beside) else 0


_BEFORE = {word: way for word, (way, _) in _VERBS.items() if way}
_BEFORE |= {word: way for word, way in _NOUNS.items() if way}
_BEFORE |= dict.fromkeys(_LISTS["gone before"], -1) | dict.fromkeys(_LISTS["more before"], 1)
_BEHIND = dict.fromkeys(_LISTS["gone behind"], -1) | dict.fromkeys(_LISTS["more behind"], 1)
_TO_NOUN = {"of", "in", "on", "with", "for"}
_BEFORE_ADJECTIVE = _LISTS["article"] | _LISTS["cause"] | {"to", "in", "of", "by", "and", "with", "for", ","}


def _is_beside_verb(word: str) -> bool:
    known = _LISTS["bare before"] | _LISTS["be"] | _LISTS["not"] | _LISTS["cause"]
    return word.endswith("ly") or word in known or word in _VERBS or word == ","


def _read_targets(parts: Sequence[Sequence[str]]) -> tuple[Target, ...]:
    """Return the targets of the parts of a phrase: of "grain width and length" two, of grain."""
    targets: list[Target] = []
    for part in parts:
        left, right = (list(group) for group in _split_of(part))
        measure = ""
        for group in (left, right):
            if group and group[-1] in _PROPERTIES and not measure:
                measure = _PROPERTIES[group.pop()]
        nouns = [*right, *left] if measure and right and not left else left or right
        things = [_THINGS.get(word) or porter_stem(word) for word in nouns if word[0].isalnum()]
        if not things and targets and measure and measure != "yield":
            things = [*targets[-1].things] if len(targets[-1].things) == 1 else []
        if things or measure:
            targets.append(Target(frozenset(things), things[-1] if things else "", measure))
    last = targets[-1] if targets else None
    if last and last.measure and last.things:  # "iron and zinc uptake"
        targets = [one if one.measure else one._replace(measure=last.measure) for one in targets]
    return tuple(targets)


def _split_of(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return what stands before the first "of" and between it and the next."""
    first, *rest = (list(group) for is_of, group in groupby(words, "of".__eq__) if not is_of)
    return first, rest[0] if rest else []


def _outside_brackets(tokens: Sequence[str]) -> list[int]:
    """Return the places of tokens outside of brackets, and of names that stand alone in them."""
    kept: list[int] = []
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if token in "([{":
            opened.append(place)
        elif token in ")]}":
            if opened and opened.pop() == place - 2 and not opened and _NAME.fullmatch(tokens[place - 1]):
                kept.append(place - 1)
        elif not opened:
            kept.append(place)
    return kept
