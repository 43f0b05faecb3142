"""Places that say the opposite of a claim: less for more, a denial, another number.

Rules over words, without a parse: two clauses that are largely about the same, of which one has a
word of more where the other has one of less, or a denial where the other has none, or another
number before the same unit. It is shown to a reader with both words set off, and is no verdict:
other conditions may be meant.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from ..words.data_files import word_lists
from ..words.english import DIRECTION_LISTS, FUNCTION_WORDS, verb_forms
from .terms import stem_of, without_marks

Characters = tuple[int, int]
Kind = Literal["direction", "negation", "number"]

_LISTS = word_lists(__package__, "opposite_words.tsv")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_][\w'\u2019]*|[^\w\s]")
_MAX_CHARACTERS = 3_000  # of a sentence; longer ones are lists and tables
_NEAR = 12  # words around that say what is more or less
_BESIDE = 4  # of these, next to it, of which it is said
_REACH = 3  # words behind a denial in which the denied one stands
_SHARED, _SHARE = 2, 0.3  # words that both must have around, and their least share of the fewer
_SAME = 0.5  # the same for a denial and what it denies
_AS_WRITTEN = 0.5  # of the last digit: "40 %" is no other number than 39.6 %


def _directions() -> dict[str, int]:
    found: dict[str, int] = {}
    for name, words in DIRECTION_LISTS.items():
        for word in words if not name.startswith("doer") else ():
            forms = verb_forms(word) if name.startswith("verb") else [word]
            found |= dict.fromkeys(forms, 1 if name.endswith("up") else -1)
    return {word: sign for word, sign in found.items() if word not in _LISTS["no direction"]}


_DIRECTIONS = _directions()


class Opposite(NamedTuple):
    """A word of a claim and one of a place that say the opposite.

    Attributes:
        claim: half-open characters of the claim.
        place: those of the place.
        kind: ``"direction"``, ``"negation"`` or ``"number"``.
    """

    claim: Characters
    place: Characters
    kind: Kind


class _Cue(NamedTuple):
    """A word that says more or less, denies, or is a number.

    Attributes:
        span: its characters.
        kind: what it is.
        value: the sign of a direction, that of a denied one, 0 of another denial, or a number.
        unit: stem of the word behind a number, or of what is denied.
        digits: how many decimals a number has; -1 of whole tens.
        about: stems of the words around, in its clause.
        target: those of what it is said of.
        turn: -1 where what stands before in its clause turns the effect round, else 1.
    """

    span: Characters
    kind: Kind
    value: float
    unit: str
    digits: int
    about: frozenset[str]
    target: tuple[str, ...]
    turn: int


class Said(NamedTuple):
    """What a sentence says, as far as the opposite of it could be said.

    Attributes:
        cues: words that may have opposites.
        clauses: stems of the words of each clause without a denial, and where each first stands.
    """

    cues: tuple[_Cue, ...]
    clauses: tuple[dict[str, Characters], ...]


def read_said(text: str) -> Said:
    """Return what a sentence says; nothing of one that is too long."""
    cues: list[_Cue] = []
    clauses: list[dict[str, Characters]] = []
    if len(text) <= _MAX_CHARACTERS:
        tokens = [
            (match[0].lower(), match.span()) for match in _TOKEN.finditer(without_marks(text))
        ]
        for clause in _clauses(tokens):
            found = [*_cues(clause)]
            cues += found
            if not any(cue.kind == "negation" for cue in found):
                stems: dict[str, Characters] = {}
                for word, span in clause:
                    if _is_content(word):
                        stems.setdefault(stem_of(word), span)
                clauses.append(stems)
    return Said(tuple(cues), tuple(clauses))


def opposites(claim: Said, place: Said) -> tuple[Opposite, ...]:
    """Return where a place says the opposite of a claim, each kind of it once.

    >>> claim = read_said("Rapamycin increased the number of amyloid plaques in old mice.")
    >>> place = read_said("In old mice rapamycin reduced amyloid plaques.")
    >>> opposites(claim, place)
    (Opposite(claim=(10, 19), place=(22, 29), kind='direction'),)
    """
    found: dict[str, Opposite] = {}
    for one in (*_directed(claim, place), *_denied(claim, place), *_numbers(claim, place)):
        found.setdefault(one.kind, one)
    return tuple(found.values())


def _clauses(tokens: Sequence[tuple[str, Characters]]) -> Iterator[list[tuple[str, Characters]]]:
    clause: list[tuple[str, Characters]] = []
    for word, span in tokens:
        if word in _LISTS["clause end"]:
            yield clause
            clause = []
        else:
            clause.append((word, span))
    yield clause


def _is_content(word: str) -> bool:
    is_word = len(word) > 1 and word[0].isalpha() and word not in FUNCTION_WORDS
    return is_word and word not in _DIRECTIONS and word not in _LISTS["not"]


def _cues(clause: Sequence[tuple[str, Characters]]) -> Iterator[_Cue]:
    """Yield the cues of a clause."""
    words = [word for word, _ in clause]
    signs = {
        n: _DIRECTIONS[word]
        for n, word in enumerate(words)
        if word in _DIRECTIONS and words[n - 1 : n] != ["-"]  # "interferon-induced"
    }
    denials = [n for n in range(len(words)) if _denies(words, n)]
    turns = [n for n in range(len(words)) if n in denials or _turns(words, n)]
    for n, sign in signs.items():
        turn = (-1) ** sum(place < n for place in turns)
        yield _Cue(clause[n][1], "direction", sign, "", 0, *_around(words, n), turn)
    for n in denials:
        reach = range(n + 1, min(n + 1 + _REACH, len(words)))
        directed = [place for place in reach if place in signs]
        denied = [place for place in reach if _is_content(words[place])]
        if directed:
            around, sign = _around(words, directed[0]), signs[directed[0]]
            yield _Cue(clause[n][1], "negation", sign, "", 0, *around, 1)
        elif denied:
            word = words[denied[0]]
            unit = "" if word in _LISTS["no change"] else stem_of(word)
            yield _Cue(clause[n][1], "negation", 0, unit, 0, *_around(words, n), 1)
    for n, (word, behind) in enumerate(pairwise(words)):
        if word[0].isdigit() and word.count(".") < 2 and not _is_bound(words, n):
            unit = "%" if behind in ("%", "percent") else stem_of(behind)
            if unit == "%" or (_is_content(behind) and unit.isalpha()):
                value, digits = float(word.replace(",", "")), len(word.partition(".")[2])
                yield _Cue(clause[n][1], "number", value, unit, digits, *_around(words, n), 1)


def _denies(words: Sequence[str], n: int) -> bool:
    """Return whether a word denies what follows."""
    word = words[n]
    is_not = word in _LISTS["not"] and word != "without"
    is_not = is_not or word.endswith(("n't", "n\u2019t"))
    is_denied = _LISTS["not denied"].isdisjoint(words[n + 1 : n + 2])
    return is_not and is_denied and "or" not in words[n - 1 : n]


def _turns(words: Sequence[str], n: int) -> bool:
    """Return whether there is less of what does something: "loss of", "inhibition of"."""
    is_less = _DIRECTIONS.get(words[n], 0) < 0 and words[n + 1 : n + 2] == ["of"]
    return is_less or words[n] in _LISTS["turns"]


def _is_bound(words: Sequence[str], n: int) -> bool:
    near = {*words[max(n - 2, 0) : n], *words[n + 2 : n + 3]}
    return not near.isdisjoint(_LISTS["bound"]) or words[n - 1 : n] in (["="], ["-"], ["\u2013"])


def _around(words: Sequence[str], n: int) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the stems of the words around one, and of those that it is said of.

    These are the nearest behind it, or before it in the passive: "frogs are reduced".
    """
    before = [stem_of(word) for word in words[max(n - _NEAR, 0) : n] if _is_content(word)]
    behind = [stem_of(word) for word in words[n + 1 : n + 1 + _NEAR] if _is_content(word)]
    is_passive = not behind or not _LISTS["be"].isdisjoint(words[max(n - 2, 0) : n])
    target = before[-_BESIDE:] if is_passive else behind[:_BESIDE]
    return frozenset(before + behind), tuple(target)


def _alike(first: frozenset[str], second: frozenset[str], share: float = _SHARE) -> int:
    """Return how many words two surroundings share, 0 if they are of different things."""
    shared = len(first & second)
    return shared if shared >= max(_SHARED, share * min(len(first), len(second))) else 0


def _is_of_same(one: _Cue, other: _Cue) -> bool:
    """Return whether two words of more or less are said of the same thing."""
    shared = {*one.target} & {*other.target}
    has_head = not shared.isdisjoint((*one.target[:1], *other.target[:1]))
    return has_head and (len(shared) >= _SHARED or _alike(one.about, other.about) > _SHARED)


def _directed(claim: Said, place: Said) -> Iterator[Opposite]:
    """Yield more for less, where nothing else in the clauses turns it round."""
    for one in (cue for cue in claim.cues if cue.kind == "direction"):
        alike = [
            (len({*one.target} & {*other.target}), -other.span[0], other)
            for other in place.cues
            if other.kind == "direction" and _is_of_same(one, other)
        ]
        if alike and all(other.value != one.value for *_, other in alike):
            *_, best = max(alike)
            if best.turn == one.turn:
                yield Opposite(one.span, best.span, "direction")


def _denied(claim: Said, place: Said) -> Iterator[Opposite]:
    """Yield a denial of what the other says, and "no effect" for more or less."""
    denials = [[cue for cue in one.cues if cue.kind == "negation"] for one in (claim, place)]
    if all(denials):
        return
    for cue in denials[0]:
        if said := _what_is_denied(cue, place):
            yield Opposite(cue.span, said, "negation")
    for cue in denials[1]:
        if said := _what_is_denied(cue, claim):
            yield Opposite(said, cue.span, "negation")


def _what_is_denied(cue: _Cue, other: Said) -> Characters | None:
    """Return where another text says what a cue denies."""
    if not cue.unit:
        said = (one for one in other.cues if one.kind == "direction" and _is_denied_by(cue, one))
        return next((one.span for one in said), None)
    about = cue.about | {cue.unit}
    clauses = (stems for stems in other.clauses if cue.unit in stems)
    alike = (one for one in clauses if _alike(about, frozenset(one), _SAME) > _SHARED)
    return next((stems[cue.unit] for stems in alike), None)


def _is_denied_by(cue: _Cue, other: _Cue) -> bool:
    """Return whether a denial, of a direction or of any effect, is of what another cue says."""
    if not cue.value:
        return _alike(cue.about, other.about) > 0
    return cue.value == other.value and other.turn > 0 and _is_of_same(cue, other)


def _numbers(claim: Said, place: Said) -> Iterator[Opposite]:
    """Yield another number of the same unit, where the place has nowhere the claim's."""
    ours = [cue for cue in claim.cues if cue.kind == "number"]
    theirs = [cue for cue in place.cues if cue.kind == "number"]
    agreed = {one.unit for one in ours for other in theirs if _agree(one, other)}
    for one in ours:
        same = [other for other in theirs if other.unit == one.unit]
        if one.unit not in agreed and len(same) == 1 and _alike(one.about, same[0].about):
            yield Opposite(one.span, same[0].span, "number")


def _agree(one: _Cue, other: _Cue) -> bool:
    """Return whether two numbers may be the same, one of them rounded."""
    step = 10.0 ** -min(one.digits, other.digits)
    if step == 1 and min(one.value, other.value) >= 100:
        step = max(_step(one.value), _step(other.value))
    return abs(one.value - other.value) <= _AS_WRITTEN * step


def _step(value: float) -> float:
    """Return by how much the last digit of a whole number counts that is not 0."""
    digits = str(int(value))
    return 10.0 ** (len(digits) - len(digits.rstrip("0")))
