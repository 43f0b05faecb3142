"""How likely a citing sentence differs from the work, and whose disagreement it is.

Cues of many families (``differing_cues.tsv``) are looked for; what stands around them tells whether
it is a result that differs, and from this work: whether the cue governs its marks, whose result is
told, who attacks whom, what is compared. A logistic regression weighs it
(``differing_weights.tsv``; see benchmarks/results/statements.md). It is evidence for a reader and
no verdict.
"""

import math
import re
from collections.abc import Iterator, Set
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

from ..words.data_files import data_rows, named_weights
from .clause import OTHER, OWN, PHRASES, Clause, SentenceMark, Span
from .differing import find_difference
from .sentences import CitingSentence

Side = Literal["author", "third"]

_MAX_CHARACTERS = 1_500  # of a sentence; longer ones are lists and tables
_BEFORE, _BEHIND = 110, 130  # characters of the joined tokens around a cue that tell of it
_NAMED = {
    "gap": rf"(?:(?!{OWN}\b|{OTHER}\b)[^.;?!]){{0,90}}?",
    "near": r"[^.;?!]{0,50}?",
    "far": r"[^.;?!]{0,220}?",
    "close": rf"(?: [,)\]]| {OTHER})*(?: [.;:?!,)]|$)",
    "work": rf"(?:{OWN}|{OTHER})",
    "who": rf"(?:{OTHER}|\bothers?\b|\banother\b|\bsome (?:authors|researchers|stud)"
    r"|\b(?:recent|later|subsequent|several|more recent|previous|a|other) (?:\w+ )?"
    r"(?:stud|report|analys|authors|work|trial)\w*|[^\W\d_]{2,} et al\b)",
    "ours": r"\b(?:we|our|ours|here|this (?:\w+ )?(?:study|work|paper|report|analysis|findings?"
    r"|results?|estimate|experiment|observation|research|conclusion)|these (?:\w+ )?(?:results"
    r"|findings|data|observations|differences|experiments)|(?:the )?present (?:\w+ )?\w+"
    r"|in my|i)\b",
}
_FRAGMENT = re.compile("@([a-z]+)@")
_GROUPS = {
    name: frozenset(names.split("; "))
    for role, name, names in data_rows(__package__, "differing_cues.tsv")
    if role == "group"
}
_AND = re.compile(r"\b(?:and|versus|vs)\b")
_NAME_BEFORE = re.compile(
    r"[^\W\d_a-z][\w'\u2019-]{1,60}(?:,? et al\.?,?| and (?!.{0,70}\band\b)[\w'\u2019-]{1,60})?"
    r" ?[(\[]?$"
)
_NAMED_APART = re.compile(
    r"[^\W\d_a-z][\w'\u2019-]{1,60}(?:,? | and [^\W\d_a-z][\w'\u2019-]{1,60},? )et al\.?(?! ?[(\[])"
)
_TELLING = re.compile(
    r"\b(?!report|other|author|stud|found|show|observ|while|whereas|although)[a-z][\w-]{3,}\b"
)
_DOTTED = re.compile(r"\b(?:et al|i \. e|e \. g|vs|cf|fig|[a-z]) \.")
_STOP = re.compile(r"[;.?!] ")
_DENIED = re.compile(
    r"\b(?:not|without|never|nor|hardly|n't)(?: (?:\w+ly|necessarily|in|be|at|to|so))? $"
    r"|\b(?:no|little) $|\b(?:attempts?|efforts?|tr(?:y|ies|ied|ying))\b[^.;?!]{0,60}\bto $"
)
_OTHER_MARK = re.compile(rf"{OTHER}\b|(?<![^\W\d_])[^\W\d_]+ et al\b")
_OWN_SIDE = re.compile(r"^(?:our|we|this|these|in (?:this|our|the present)|the present)\b")
_OURS = re.compile(_NAMED["ours"])


class Disagreement(NamedTuple):
    """A sentence that may differ from the work.

    Attributes:
        start, end: half-open characters of the cue.
        probability: that it differs.
        who: whose disagreement it is: of the author of the sentence, or of a third work.
        by: half-open characters of the mark or name of the third work; None where there is none.
    """

    start: int
    end: int
    probability: float
    who: Side
    by: Span | None


def find_disagreement(sentence: CitingSentence) -> Disagreement | None:
    """Return how likely a citing sentence differs from the work; None without a cue.

    >>> text = "Our results contradict those of Zork et al. [3]."
    >>> marks = (SentenceMark(44, 47, True),)
    >>> found = find_disagreement(CitingSentence(text, marks=marks, mark_groups=((32, 47),)))
    >>> text[found.start : found.end], found.probability > 0.7, found.who
    ('contradict', True, 'author')
    """
    seen = seen_cues(sentence)
    if seen is None:
        return None
    total = _weight(seen.names)
    best = max(seen.cues, key=lambda cue: _weight(cue.names))
    start, end = seen.clause.span(best.start, best.end)
    who, by = _side(sentence, seen, best)
    return Disagreement(start, end, 1 / (1 + math.exp(-total)), who, by)


class _Cue(NamedTuple):
    """A cue: characters of the joined tokens, and what is seen around it."""

    start: int
    end: int
    names: frozenset[str]


class SeenCues(NamedTuple):
    """The cues of a sentence, and all that is seen, by the names of the weights."""

    clause: Clause
    cues: list[_Cue]
    names: frozenset[str]


def seen_cues(sentence: CitingSentence) -> SeenCues | None:
    """Return the cues of a sentence; None where there are none, or no mark is of the work."""
    text = sentence.text
    if len(text) > _MAX_CHARACTERS:
        return None
    clause = Clause(text, _units(sentence))
    if OWN not in clause.tokens:
        return None
    # The dots of abbreviations end no sentence.
    joined = _DOTTED.sub(lambda found: found[0].replace(".", " "), clause.joined)
    found = [
        (family, match)
        for family, pattern in _patterns("cue").items()
        for match in pattern.finditer(joined)
    ]
    if not found:
        return None
    hints = {name for name, hint in _patterns("hint").items() if hint.search(joined) is not None}
    if "attempt fails" in hints:
        hints -= {"work is faulty"}
    cues = [
        _Cue(*match.span(), frozenset(_around(clause, family, match, hints)))
        for family, match in found
    ]
    told = [cue for cue in cues if "denied" not in cue.names] or cues
    names = {"bias", *hints, *(name for cue in told for name in cue.names)}
    if find_difference(text, sentence.marks) is not None:
        names.add("rules")
    if _beside(sentence) is not None:
        names.add("beside another")
        names.update(f"{cue}: beside another" for cue in _GROUPS["of two"] & names)
    if names.isdisjoint(_GROUPS["sided"]) and OTHER not in clause.tokens:
        names.add("no other side")
    return SeenCues(clause, cues, frozenset(names))


def _beside(sentence: CitingSentence) -> Span | None:
    """Return the mark of another work that is named with the work: "Zork [3] and Ott [4]"."""
    for start, end in sentence.mark_groups:
        marks = [mark for mark in sentence.marks if start <= mark.start < end]
        for one, other in pairwise(marks):
            between = sentence.text[one.end : other.start]
            if one.cites != other.cites and _AND.search(between):
                other = one if other.cites else other
                named = _NAME_BEFORE.search(sentence.text, start, other.start)
                return (other.start if named is None else named.start(), other.end)
    return None


def _units(sentence: CitingSentence) -> list[SentenceMark]:
    """Return the groups of marks, and whether they cite the work; if none is known to, all may.

    A sentence without marks is read as if it had one at its end.
    """
    if not sentence.marks:
        end = len(sentence.text.rstrip(" ."))
        return [SentenceMark(end, end, True)]
    cited = [mark for mark in sentence.marks if mark.cites]
    units = [
        SentenceMark(start, end, not cited or any(start <= one.start < end for one in cited))
        for start, end in (sentence.mark_groups or tuple(mark[:2] for mark in sentence.marks))
    ]
    if len(units) == 1 and units[0].cites:  # "Zork et al. saw frogs that sang [3]"
        last = max(0, units[0].start - 3)
        named = [
            SentenceMark(*one.span(), True) for one in _NAMED_APART.finditer(sentence.text, 0, last)
        ]
        units = [*named[:1], *units]
    return units


def _around(clause: Clause, family: str, match: re.Match[str], hints: Set[str]) -> Iterator[str]:
    """Yield what is seen of a cue, by the names of the weights."""
    joined, (start, end) = match.string, match.span()
    before = joined[max(0, start - _BEFORE) : start]
    before = before[max((m.end() for m in _STOP.finditer(before)), default=0) :]
    if _DENIED.search(before):
        yield "denied"
        return
    yield family
    parts = []
    mark = joined.find(OWN, end)
    if clause.governs_mark(end):
        parts.append("governs")
    if 0 <= mark < end + _BEHIND and not _STOP.search(joined, end, mark):
        between = joined[end:mark]
        if PHRASES["earlier"].search(between):
            parts.append("earlier work")
        if OTHER not in between:
            parts.append("before")
            if not between.strip(" ,(["):
                parts.append("at once")
    if OWN in before:
        parts.append("behind")
        if clause.stands_for_work(start - len(before) + before.rfind(OWN)):
            parts.append("behind name")
    if _OURS.search(before) or _OURS.match(joined[end:].lstrip(" ,")):
        parts.append("ours")
    yield from parts
    if "before" in parts:
        yield f"{family}: before"
    if family in _GROUPS["of two"] and mark >= 0 and OTHER in joined[end:]:
        yield f"{family}: both follow"
    strength = "weak" if family in _GROUPS["weak"] else "strong"
    if hints.isdisjoint(_GROUPS["no result"]):
        to_work = not _GROUPS["to the work"].isdisjoint(parts)
        if family == "not confirmed" and "before" in parts:
            to_work = True
        if not hints.isdisjoint(_GROUPS["own result"]) and to_work:
            yield f"{strength}: our result against the work"
        if "earlier work" in parts and "governs" in parts:
            yield f"{strength}: against what is reported"
        attacked = family == "disputes" and "other attacks" in hints
        conceded = "before" in parts and "concession before" in hints and "ours" not in hints
        behind = "behind" in parts and not hints.isdisjoint(_GROUPS["two sides"])
        if attacked or conceded or behind:
            yield f"{strength}: another against the work"
            if "both report" in hints:
                yield "both report: another against the work"
            if _denials(joined[:start]) != _denials(joined[end:]):
                yield f"{strength}: one of two denies"
            shared = set(_TELLING.findall(joined[:start])) & set(_TELLING.findall(joined[end:]))
            yield f"{strength}: sides share {min(2, len(shared))} words"


def _denials(joined: str) -> bool:
    return PHRASES["denies"].search(joined) is not None


def _side(sentence: CitingSentence, seen: SeenCues, cue: _Cue) -> tuple[Side, Span | None]:
    """Return whose disagreement a cue tells, and where the mark or name of a third work stands."""
    clause, joined = seen.clause, seen.clause.joined
    beside = _beside(sentence)
    if beside is not None and not cue.names.isdisjoint(_GROUPS["of two"]):
        return "third", beside
    others = [match.span() for match in _OTHER_MARK.finditer(joined)]
    sided = not seen.names.isdisjoint(_GROUPS["third"]) and "ours" not in cue.names
    if not others or not sided or _OWN_SIDE.search(joined) is not None:
        return "author", None
    behind = [span for span in others if span[0] >= cue.end]
    return "third", clause.span(*(behind or others[-1:])[0])


_WEIGHTS = named_weights(__package__, "differing_weights.tsv")


def _weight(names: Set[str]) -> float:
    return math.fsum(_WEIGHTS.get(name, 0.0) for name in sorted(names))


@cache
def _patterns(role: str) -> dict[str, re.Pattern[str]]:
    """Return the patterns of cues or of hints, by their names."""
    named, alternatives = dict(_NAMED), dict[str, list[str]]()
    for one, name, patterns in data_rows(__package__, "differing_cues.tsv"):
        if one == "part":
            named[name] = f"(?:{patterns.replace(', ', '|')})"
        elif one == role:
            parts = alternatives.setdefault(name, [])
            for pattern in patterns.split(", "):
                pattern = _FRAGMENT.sub(lambda found: named[found[1]], pattern)
                parts.append(rf"\b(?:{pattern})\b" if role == "cue" else pattern)
    return {name: re.compile("|".join(parts)) for name, parts in alternatives.items()}
