"""Citing sentences that differ from the work they cite: contrast, negation, correction.

A sentence is told by a cue, and only where the cue governs the citation: "in contrast to the
results of Zork [3], we ..." differs from work 3; "in contrast to yeast, frogs sing [3]" reports it.
That is evidence for a reader and no verdict: what the sentence disputes, and whether rightly, is
not told.

Patterns are over joined tokens in lower case. Those of sentences that differ by the way they are
built around the citation, and of the rules, stand in ``frames.txt``: in a match ``cue`` is what is
shown, and ``own``, where it is there, is a mark that must stand for the authors or their work:
"Zork [3] ignores", not "frogs [3] ignore"; ``like`` is one that must do so if it is a number.
"""

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from re import Match

from .clause import OTHER, OWN, PHRASES, Clause, SentenceMark

_COMMENT = re.compile("^#.*\n", re.MULTILINE)
_FRAGMENT = re.compile(r"@(?:gap (?P<size>\d+)(?P<without>[^@]*)|(?P<name>[^@]+))@")


def _patterns(text: str) -> dict[str, list[str]]:
    """Return the patterns of each name, with what stands for their fragments."""
    patterns: dict[str, list[str]] = {"blank": [" "]}

    def fragment(match: re.Match[str]) -> str:
        if match["name"]:
            return patterns[match["name"]][0]
        return rf"(?:(?!{OTHER}\b{match['without']})[^.;?!]){{0,{match['size']}}}?"

    for block in _COMMENT.sub("", text).replace("\n\t", "\t").split("\n"):
        name, *lines = block.split("\t")
        patterns.setdefault(name, []).append(_FRAGMENT.sub(fragment, "".join(lines)))
    return patterns


_NAMED = _patterns(files(__package__).joinpath("frames.txt").read_text(encoding="utf-8"))
_RULES = {
    name.removeprefix("rule "): re.compile(pattern)
    for name, (pattern, *_) in _NAMED.items()
    if name.startswith("rule ")
}
_FRAMES = [
    (name, re.compile(pattern))
    for name in ("beside ours", "excepted", "disputed", "not seen", "but ours", "wanting")
    for pattern in _NAMED[name]
]
_UNLESS_FOLLOWED = ("but ours", "wanting")  # not where the work is followed


_MAX_CHARACTERS = 5_000  # of a sentence; longer ones are lists and tables
_NEAR = 70  # characters between a mark and what says that something was reported


def find_difference(text: str, marks: Iterable[SentenceMark]) -> tuple[int, int] | None:
    """Return where the cue stands by which a citing sentence differs from the work.

    Args:
        text: the sentence.
        marks: its marks of citation; if none is said to cite the work, all may.

    Returns:
        Half-open characters of the text; None if no cue governs the citation.

    >>> text = "In contrast to the findings of Zork [3], our frogs sang."
    >>> start, end = find_difference(text, [SentenceMark(36, 39, True)])
    >>> text[start:end]
    'In contrast to'
    >>> find_difference("In contrast to toads, frogs sang [3].", [SentenceMark(33, 36, True)])
    """
    if len(text) > _MAX_CHARACTERS:
        return None
    marks = list(marks)
    if not any(mark.cites for mark in marks):
        marks = [mark._replace(cites=True) for mark in marks]
    clause = Clause(text, marks)
    cue = next(_cues_of(clause), None)
    return None if cue is None else clause.span(*cue)


def _cues_of(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield the cues that govern a mark, characters of the joined tokens."""
    if OWN not in clause.tokens:
        yield from _without_mark(clause)
        return
    for find in (_contrasts, _disputes, _faults, _comparisons):
        yield from find(clause)
    joined = clause.joined
    for match in _RULES["we do not see"].finditer(joined):
        by_us = PHRASES["we"].search(joined, max(0, match.start() - 60), match.start())
        agrees = (
            _RULES["earlier self"].search(joined)
            or _RULES["like the work"].search(joined)
            or _RULES["no difference"].match(joined, match.end())
        )
        if by_us and not agrees and _reported_before(joined, match):
            yield match.span()
    followed = _RULES["followed"].search(joined, 0, joined.find(OWN) + 4) is not None
    for name, pattern in _FRAMES:
        for match in () if followed and name in _UNLESS_FOLLOWED else pattern.finditer(joined):
            if _is_of_work(clause, match):
                yield match.span("cue")


def _is_of_work(clause: Clause, match: Match[str]) -> bool:
    """Return whether the marks of a frame stand for the work where they must."""
    groups = match.re.groupindex
    if "own" in groups and not clause.stands_for_work(match.start("own")):
        return False
    return "like" not in groups or clause.stands_for_work(match.start("like"), strictly=False)


def _reported_before(joined: str, cue: Match[str]) -> bool:
    """Return whether the work reported what is not seen: beside its mark, or in a concession."""
    end = re.compile("[;.?!] |$").search(joined, cue.end()).start()  # type: ignore[union-attr]
    for report in PHRASES["reported"].finditer(joined, 0, end):
        mark = joined.find(OWN, max(0, report.start() - _NEAR), min(report.end() + _NEAR, end))
        if mark >= 0:
            return True
    return _RULES["conceded"].search(joined, 0, cue.start()) is not None


def _without_mark(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield the cues of a sentence without marks: contrast to what was reported before."""
    for match in PHRASES["contrast"].finditer(clause.joined):
        if re.match(
            r" (?:\w+ ){0,3}(?:previous|previously|prior|earlier|existing|reported)\b",
            clause.joined[match.end() :],
        ):
            yield match.span()


_BEFORE = 120  # characters before a comparison that may say what is compared
_INSTEAD = ("instead of", "rather than")
_THESE = re.compile(" (?:this|these|that|those) ")
_THESE_OR_MARK = re.compile(rf"{_THESE.pattern}| {OWN}")
_THEY = re.compile(r"\b(?:they|their|he|his|she|her)\b")


def _contrasts(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which the sentence, or what it is about, is set against the work."""
    ours = PHRASES["ours"].search(clause.joined) is not None
    others = OTHER in clause.tokens or _THEY.search(clause.joined) is not None
    for match in PHRASES["contrast"].finditer(clause.joined):
        end = match.end()
        mark = clause.joined.find(OWN, end)
        of_work = mark >= 0 and clause.stands_for_work(mark)
        meant = ours or (not others and (of_work or clause.governs_mark(end, at_once=True)))
        # "Instead of frogs [3]" is of frogs, "instead of frogs as in earlier studies [3]" is not.
        if mark >= 0 and match[0] in _INSTEAD and clause.is_number(mark):
            meant = meant and PHRASES["previously"].search(clause.joined, end, mark) is not None
        if meant and clause.governs_mark(end):
            yield match.span()


def _disputes(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which the work is denied, or not confirmed."""
    joined = clause.joined
    for match in PHRASES["dispute"].finditer(joined):
        mark = clause.joined.find(OWN, match.end())
        of_others = _THESE.match(joined, match.end()) and OTHER in joined[: match.start()]
        if mark < 0 or of_others or _RULES["not active"].search(joined, 0, match.start()):
            continue
        # "That could not be confirmed [3]" and "do not confirm this view [3]" is what work 3 says.
        reported = clause.is_number(mark) and _THESE_OR_MARK.match(joined, match.end())
        if not reported and clause.governs_mark(match.end()):
            yield match.span()


def _faults(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which something is found wanting in the work, or it is not followed."""
    for pattern in (PHRASES["fault"], PHRASES["declined"]):
        for match in pattern.finditer(clause.joined):
            mark = clause.joined.find(OWN, match.end())
            if mark < 0 or PHRASES["elsewhere"].search(clause.joined, match.end(), mark):
                continue
            if clause.stands_for_work(mark) and clause.governs_mark(match.end()):
                yield match.span()


def _comparisons(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which what the sentence is about is measured against the work."""
    joined = clause.joined
    for match in PHRASES["better"].finditer(joined):
        mark = clause.joined.find(OWN, match.end())
        if mark < 0:
            continue
        before = _RULES["break"].split(joined[max(0, match.start() - _BEFORE) : match.start()])[-1]
        governed = joined[match.end() : mark]
        if _RULES["reported to"].search(before) or _RULES["as reported"].search(governed):
            continue
        compared = _RULES["this is"] if clause.is_number(mark) else _RULES["compared"]
        ours = PHRASES["we"].search(before) or compared.search(before)
        earlier = PHRASES["previously"].search(governed)
        if governed.lstrip()[:1].isdigit() and not earlier:  # "more than 7 frogs [3]"
            continue
        if clause.governs_mark(match.end(), at_once=not (ours or earlier), within=True):
            yield match.span()
