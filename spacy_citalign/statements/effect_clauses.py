"""A clause of a citing sentence read for effects: who does what to what, without a parse."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..words.stem import porter_stem
from .effect_words import (
    ADJECTIVES,
    ADVERBS,
    AMOUNT_BEFORE,
    AMOUNT_BEHIND,
    BEFORE_ADJECTIVE,
    BEFORE_BE,
    BEFORE_NOUN,
    BEHIND_NOUN,
    CONDITIONS,
    DOERS,
    LISTS,
    MEASURES,
    NOUNS,
    SHORT,
    THINGS,
    VERBS,
    Target,
    is_beside_verb,
    is_common_agent,
    is_name,
    name_of,
    read_targets,
)

_REACH = 6  # words between a thing and what says that there is less of it
_FAR = 20  # words between a thing and the verb that it is the subject of
_TIMES = ("early", "earlier", "late", "later", "delayed")
_TO = ("tolerance", "sensitivity")
_LONG = 12  # words of a target


class Agent(NamedTuple):
    """A thing that does something: its words from the first to the last, and its names.

    Attributes:
        first: the number of its first word in the clause; below 0 if it stands in the one before.
        last: of its last word.
        start: its first character.
        end: behind its last one.
        names: of one thing, as "Gn1a (OsCKX2)" has two.
        amount: 1 if there is said to be more of it, -1 if less, else 0; None if that is unsure.
    """

    first: int
    last: int
    start: int
    end: int
    names: frozenset[str]
    amount: int | None


class Reading(NamedTuple):
    """A word of effect and its target, half-open words of the clause.

    Attributes:
        place: the word.
        direction: 1 if the target gets more, -1 if less.
        first: the first word of the target.
        last: behind its last one.
        form: "passive", "finite" (a verb with a subject) or "".
    """

    place: int
    direction: int
    first: int
    last: int
    form: str = ""


class EffectClause:
    """The words of a clause.

    Args:
        tokens: its words and signs.
        spans: their characters.
    """

    def __init__(self, tokens: Sequence[str], spans: Sequence[tuple[int, int]]):
        self.tokens, self.spans = tokens, spans
        self.words = [token.lower() for token in tokens]
        self.agents = [*self._agents()]

    def effects(self, before: Agent | None) -> Iterator[tuple[Reading, Agent, tuple[Target, ...]]]:
        """Yield words of effect, what does it, and what it is done to.

        Args:
            before: the thing that the clause before is about, for "but without reducing iron".
        """
        taken: list[range] = []  # targets of verbs that have a subject
        for place in range(len(self.words)):
            read = self._read(place)
            targets = self._targets(read) if read else ()
            if not read or not targets:
                continue
            if self.words[place].startswith("improv") and not any(one.measure for one in targets):
                continue  # what improves may get less, as a disease
            if self.words[place] in _TIMES and LISTS["timed"].isdisjoint(targets[0].things):
                continue
            if read.form == "passive":
                agent = self._agent_behind(place)
            else:
                agent = self._agent_before(read, taken) or (before if place < 3 else None)
            if agent is None or agent.amount is None:
                continue
            if read.form == "finite":
                taken.append(range(read.first, read.last))
            yield read, agent, targets

    def is_denied(self, place: int) -> bool:
        """Return whether a word is denied: "does not increase", but not "not only increases"."""
        for word in reversed(self.words[max(0, place - 4) : place]):
            if word in LISTS["not"]:
                return True
            if word == "only" or not (is_beside_verb(word) or word in LISTS["article"]):
                return False
        return False

    def conditions(self) -> frozenset[str]:
        """Return under which conditions something is said: "salt tolerance" is none of salt."""
        return frozenset(
            CONDITIONS[word]
            for place, word in enumerate(self.words)
            if word in CONDITIONS
            and MEASURES.get(self._word(place + 1)) not in _TO
            and MEASURES.get(self._word(place - 2)) not in _TO
        )

    def _read(self, place: int) -> Reading | None:
        words = self.words
        word = words[place]
        earlier, later = self._word(place - 1), self._word(place + 1)
        if "or" in (earlier, later) or "whether" in words[:place] or earlier == "from":
            return None
        if word in DOERS and later == "of":
            return self._reading(place, DOERS[word], place + 2)
        if word in DOERS and earlier in THINGS:
            return Reading(place, DOERS[word], place - 1, place)
        is_measured = MEASURES.get(later) in _TO and earlier in LISTS["be"]  # "are more tolerant"
        if word in ADJECTIVES and (is_measured or self._is_caused(place)):
            return self._reading(place, ADJECTIVES[word], place + 1)
        if word in NOUNS and (later in BEHIND_NOUN or word not in VERBS):
            return self._read_noun(place)
        if word in VERBS and not (word in NOUNS and earlier in LISTS["article"]):
            return self._read_verb(place)
        return None

    def _read_noun(self, place: int) -> Reading | None:
        word, later = self.words[place], self._word(place + 1)
        if later not in BEHIND_NOUN:
            return None
        direction = NOUNS[word]
        if direction:
            return self._reading(place, direction, place + 2) if self._is_caused(place) else None
        told = [
            BEFORE_NOUN[one] for one in self.words[max(0, place - 2) : place] if one in BEFORE_NOUN
        ]
        if len(told) != 1 or (later == "of" and word in LISTS["of agent"]):
            return None
        return self._reading(place, told[0], place + 2)

    def _read_verb(self, place: int) -> Reading | None:
        words = self.words
        word = words[place]
        direction, ending = VERBS[word]
        first = place + 1
        if not direction:
            told = [one for one in words[max(0, place - 1) : place + 2] if one in ADVERBS]
            if len(told) != 1:
                return None
            direction = ADVERBS[told[0]]
            first += self._word(first) in ADVERBS
            if self._word(first) in ("to", "with", "on"):
                return self._reading(place, direction, first + 1, "finite")
        earlier = [one for one in words[max(0, place - 3) : place] if one not in LISTS["not"]]
        while earlier and earlier[-1].endswith("ly"):
            earlier.pop()
        last = earlier[-1] if earlier else ","
        if ending == "ed" and last in LISTS["be"]:
            return self._read_passive(place, direction)
        if last == "," and "which" in words[:place]:
            last = ""  # "X, which binds Y, reduced Z"
        if ending == "ed" and last in BEFORE_ADJECTIVE:
            return self._reading(place, direction, first) if self._is_caused(place) else None
        if self._word(first) in AMOUNT_BEFORE or self._word(first) in ADJECTIVES:
            return None  # "confers reduced tolerance": the next word is read
        if word == "induced" and self._word(first) not in LISTS["article"]:
            return None  # "X induced colitis is ..."
        if word == "lower" and last not in LISTS["bare before"]:
            return None
        return self._reading(place, direction, first, "" if ending == "ing" else "finite")

    def _read_passive(self, place: int, direction: int) -> Reading:
        """Return what a verb in the passive says of what stands before it."""
        last = place - 1
        while last > 0 and self.words[last] not in LISTS["be"]:
            last -= 1
        while last > 0 and self.words[last - 1] in BEFORE_BE:
            last -= 1
        first = last
        while first > max(0, last - 8) and self.words[first - 1] not in LISTS["phrase end"] - {
            "in"
        }:
            first -= 1
        return Reading(place, direction, first, last, "passive")

    def _reading(self, place: int, direction: int, first: int, form: str = "") -> Reading:
        """Return what a word says of the phrase behind it."""
        last = first
        while last < min(len(self.words), first + _LONG):
            word = self.words[last]
            goes_on = (
                word in ("to", "against") and MEASURES.get(self.words[last - 1]) in _TO
            )  # "tolerance to"
            if (word in LISTS["phrase end"] and not goes_on) or (last > first and word in VERBS):
                break
            if word in ("and", "as") and not VERBS.keys().isdisjoint(
                self.words[last + 1 : last + 3]
            ):
                break  # "X and raises Y", "X and Y raises Z"
            last += 1
        return Reading(place, direction, first, last, form)

    def _is_caused(self, place: int) -> bool:
        return not LISTS["cause"].isdisjoint(self.words[max(0, place - 4) : place])

    def _targets(self, read: Reading) -> tuple[Target, ...]:
        parts: list[list[str]] = [[]]
        for place in range(read.first, read.last):
            word = self.words[place]
            if word in ("and", "or", "as", "well", "but", "also"):
                parts.append([])
            elif word not in LISTS["small"] and word not in ADJECTIVES:
                parts[-1] += SHORT.get(self.tokens[place], [word])
        return read_targets(parts)

    def _agent_behind(self, place: int) -> Agent | None:
        """Return what stands behind "by" in the passive."""
        if LISTS["by"].isdisjoint(self.words[place + 1 : place + 3]):
            return None
        last = self._reading(place, 0, place + 3).last
        named = next((one for one in self.agents if place < one.first <= last), None)
        first = place + 2
        if named or self._word(place + 1) != "by" or first >= len(self.words):
            return named
        return self._common_agent(first, min(last, len(self.words)) - 1)

    def _agent_before(self, read: Reading, taken: Sequence[range]) -> Agent | None:
        """Return the nearest thing before a word that can be its subject."""
        for agent in reversed(self.agents):
            is_target = any(agent.first in target for target in taken)
            if agent.last < read.place and not is_target and not self._is_governed(agent.first):
                if self._has_other_subject(agent.last, read.place):
                    break
                return agent
        return self._common_subject(read.place) if read.form == "finite" else None

    def _has_other_subject(self, place: int, verb: int) -> bool:
        """Return whether the words between a thing and a verb begin with another subject."""
        between = self.words[place + 1 : verb]
        if len(between) > _FAR or not LISTS["other subject"].isdisjoint(between):
            return True
        for at in range(len(between) - 1, 0, -1):
            if between[at] in ("and", "or") and between[at - 1] == ",":
                return not all(word == "," or is_beside_verb(word) for word in between[at + 1 :])
        return False

    def _is_governed(self, place: int) -> bool:
        """Return whether a preposition stands before a thing, as none does before a subject."""
        while self._word(place - 1) in LISTS["article"]:
            place -= 1
        return self._word(place - 1) in LISTS["before no subject"]

    def _common_subject(self, place: int) -> Agent | None:
        """Return the common noun that is the subject of a verb: "eugenol inhibits"."""
        last = place - 1
        while last > 0 and is_beside_verb(self.words[last]):
            last -= 1
        first = last
        while first > 0 and self.words[first - 1] not in LISTS["phrase end"]:
            first -= 1
        return None if self._is_governed(first) else self._common_agent(first, last)

    def _common_agent(self, first: int, last: int) -> Agent | None:
        words = [word for word in self.words[first : last + 1] if word not in LISTS["article"]]
        if not words or not is_common_agent(words):
            return None
        name = " ".join(porter_stem(word) for word in words if word not in LISTS["light agent"])
        return Agent(first, last, self.spans[first][0], self.spans[last][1], frozenset([name]), 0)

    def _agents(self) -> Iterator[Agent]:
        """Yield the named things; names that stand together are of one."""
        place = 0
        while place < len(self.tokens):
            first = place
            while place < len(self.tokens) and is_name(self.tokens[place]):
                place += 1
            if place > first and self._word(place) != "et":
                names = frozenset(map(name_of, self.tokens[first:place]))
                characters = self.spans[first][0], self.spans[place - 1][1]
                yield Agent(first, place - 1, *characters, names, self._amount(first, place - 1))
            place = max(place, first + 1)

    def _amount(self, first: int, last: int) -> int | None:
        """Return how much of a thing there is said to be; see ``Agent``."""
        words = self.words
        tail = words[last].rpartition("-")[2]
        if tail in AMOUNT_BEHIND:
            return AMOUNT_BEHIND[tail]
        place = first - 1
        while place >= max(0, first - _REACH) and words[place] in LISTS["light"]:
            place -= 1
        if self._word(place) in AMOUNT_BEFORE:
            mended = not LISTS["mended"].isdisjoint(words[max(0, place - 4) : place])
            return 1 if mended else AMOUNT_BEFORE[words[place]]
        behind = last + 1
        while behind < last + 4 and self._word(behind) in LISTS["of gene"]:
            behind += 1
        if self._word(behind) in AMOUNT_BEHIND:
            return AMOUNT_BEHIND[words[behind]]
        if self._word(behind) in LISTS["be"] and self._word(behind + 1) in VERBS:
            return VERBS[words[behind + 1]][0] or None  # "X expression is reduced"
        if not LISTS["of thing"].isdisjoint(words[last + 1 : last + 3]):
            return None
        beside = {*words[max(0, place, first - 3) : first], *words[last + 1 : last + 4]}
        beside.update(words[place + 1 : first])
        return None if beside & LISTS["unsure"] else 0

    def _word(self, place: int) -> str:
        return self.words[place] if 0 <= place < len(self.words) else ""
