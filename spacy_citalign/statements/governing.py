"""Cues of a difference that govern a mark of the work: contrast, dispute, comparison."""

import re
from collections.abc import Iterator

from .clause import OTHER, OWN, Clause
from .cues import BETTER, CONTRAST, DECLINED, DISPUTE, ELSEWHERE, FAULT, NOT_ACTIVE, WE

_OURS = re.compile(
    r"\b(?:we|our|ours|here|this|these|i|my|the (?:present|current|proposed|observed) \w+|new"
    r"|recent|results?|findings?|data|observations?)\b"
)
# "It is", "the results were", "which performs": what is compared, of the sentence.
_COMPARED = re.compile(
    r"(?:(?:^|[,;] |\bwhich |\band |\bbut |\balthough |\b(?:indicate|show|demonstrate|find|note) "
    r"that )"
    r"(?:it|this(?: \w+)?|these \w+|the (?:\w+ )?(?:results?"
    r"|system|model|method|approach|algorithm|parser|tagger|performance)) |\b(?:which|but) )"
    r"(?:\w+ly |also |still |even |quite )*"
    r"(?:is|are|was|were|has|had|performs?|performed|achiev\w+|g[ai]ves?|yield\w*|obtain\w*"
    r"|$)(?!.* that )"
)
_THIS_IS = re.compile(
    r"(?:(?:^|[,;] |\bbut |\balthough )(?:this|these)(?: \w+)?|\bwhich|\bbut) (?:\w+ly |also "
    r"|still )*"
    r"(?:is|are|was|were|has|had|$)(?!.* that )"
)
_AS_TOLD = re.compile(
    r"\bas (?:was |has been )?(?:previously |earlier )?(?:shown|reported|observed|described|found"
    r"|demonstrated|suggested)\b"
)
_PREVIOUSLY = re.compile(
    r"\b(?:(?:previous|earlier|prior) (?:\w+ )?(?:stud|report|result|finding|estimate|work"
    r"|observation"
    r"|data|publication|model|approach|analys|accurac)\w*|previously (?:been )?(?:report|publish"
    r"|suggest"
    r"|estimat|describ|predict|propos|observ|obtain|achiev|found|record)\w*"
    r"|reported (?:by|in|previously|earlier|elsewhere)|published)\b"
)
# Before a clause that is not the sentence's own.
_BREAK = re.compile(
    r"[.;?!] |\b(?:because|since|as it|(?:prove[sn]?|shown|known|reported|findings|suggest\w*) "
    r"that) "
)
_TOLD = re.compile(
    r"\b(?:showed|shown|claimed|reported|known|found|said|demonstrated|proven) to (?:\w+ )?$"
    r"|\bwhether\b"
)
_BEFORE = 120  # characters before a comparison that may say what is compared
_INSTEAD = ("instead of", "rather than")
_THESE = re.compile(" (?:this|these|that|those) ")
_THESE_OR_MARK = re.compile(rf"{_THESE.pattern}| {OWN}")
_THEY = re.compile(r"\b(?:they|their|he|his|she|her)\b")


def governing_cues(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield the cues that govern a mark of the work, characters of the joined tokens."""
    yield from _contrasts(clause)
    yield from _disputes(clause)
    yield from _faults(clause)
    yield from _comparisons(clause)


def _contrasts(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which the sentence, or what it is about, is set against the work."""
    ours = _OURS.search(clause.joined) is not None
    others = OTHER in clause.tokens or _THEY.search(clause.joined) is not None
    for match in CONTRAST.finditer(clause.joined):
        end = match.end()
        own = clause.next_mark(end)
        of_work = own >= 0 and clause.stands_for_work(own)
        meant = ours or (not others and (of_work or clause.governs_mark(end, at_once=True)))
        # "Instead of frogs [3]" is of frogs, "instead of frogs as in earlier studies [3]" is not.
        if own >= 0 and match[0] in _INSTEAD and clause.is_number(own):
            meant = meant and _PREVIOUSLY.search(clause.joined, end, own) is not None
        if meant and clause.governs_mark(end):
            yield match.span()


def _disputes(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which the work is denied, or not confirmed."""
    joined = clause.joined
    for match in DISPUTE.finditer(joined):
        own = clause.next_mark(match.end())
        of_others = _THESE.match(joined, match.end()) and OTHER in joined[: match.start()]
        if own < 0 or of_others or NOT_ACTIVE.search(joined, 0, match.start()):
            continue
        # "That could not be confirmed [3]" and "do not confirm this view [3]" is what work 3 says.
        told = clause.is_number(own) and _THESE_OR_MARK.match(joined, match.end())
        if not told and clause.governs_mark(match.end()):
            yield match.span()


def _faults(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which something is found wanting in the work, or it is not followed."""
    for pattern in (FAULT, DECLINED):
        for match in pattern.finditer(clause.joined):
            own = clause.next_mark(match.end())
            if own < 0 or ELSEWHERE.search(clause.joined, match.end(), own):
                continue
            if clause.stands_for_work(own) and clause.governs_mark(match.end()):
                yield match.span()


def _comparisons(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which what the sentence is about is measured against the work."""
    joined = clause.joined
    for match in BETTER.finditer(joined):
        own = clause.next_mark(match.end())
        if own < 0:
            continue
        before = _BREAK.split(joined[max(0, match.start() - _BEFORE) : match.start()])[-1]
        governed = joined[match.end() : own]
        if _TOLD.search(before) or _AS_TOLD.search(governed):
            continue
        compared = _THIS_IS if clause.is_number(own) else _COMPARED
        ours = WE.search(before) or compared.search(before)
        said = _PREVIOUSLY.search(governed)
        if governed.lstrip()[:1].isdigit() and not said:  # "more than 7 frogs [3]"
            continue
        if clause.governs_mark(match.end(), at_once=not (ours or said), within=True):
            yield match.span()
