"""Citing sentences that differ from the work they cite: contrast, negation, correction.

A sentence is told by a cue, and only where the cue governs the citation: "in contrast to the
results of Zork [3], we ..." differs from work 3; "in contrast to yeast, frogs sing [3]" reports it.
That is evidence for a reader and no verdict: what the sentence disputes, and whether rightly, is
not told.
"""

import re
from collections.abc import Iterable, Iterator
from re import Match

from .clause import OWN, Clause, SentenceMark
from .frames import FRAMES, FRAMES_UNLESS_FOLLOWED
from .governing import CONTRAST, WE, governing_cues

_MAX_CHARACTERS = 5_000  # of a sentence; longer ones are lists and tables
_NOT_SEEN = re.compile(
    r"\b(?:did not|do not|does not|could not|cannot|were unable to|was unable to|are unable to"
    r"|failed to|fail to|were not able to|have not|not)(?: \w+ly)? (?:observed?|find|found"
    r"|detect(?:ed)?|see|seen|confirm(?:ed)?|replicate|reproduce|support|identify|corroborate"
    r"|verify|note|achieve)\b"
)
_NO_DIFFERENCE = re.compile(r" (?:a |any )?(?:\w+ )?differences?\b")
_EARLIER_SELF = re.compile(
    r"\bour (?:previous|earlier|prior|own)\b|\bwe (?:have )?(?:previously|earlier)\b"
)
_LIKE = re.compile(
    r"\b(?:similar(?:ly)? to|consistent with|in (?:agreement|accordance|line|keeping) with|like)\b"
    rf"[^;.?!]{{0,80}}?{OWN}"
)
_REPORTED = re.compile(
    r"\b(?:previous|previously|earlier|prior|reported|reports?|published|claimed|(?:observed"
    "|found|seen) by|(?:described|achieved|obtained) by|as (?:was |were |has been |had been "
    r")?(?:described|shown|observed|found|seen|suggested|claimed|proposed))\b"
)
_CONCEDED = re.compile(
    r"(?:^|[.;,] )(?:although|while|whereas|even though|though|despite|unlike)\b"
    rf"[^;?!]{{0,200}}?{OWN}"
)
# "As in [3], we ...", "as [3] showed, ...", "except [3], all ...": what follows is not of the work.
_FOLLOWED = re.compile(
    r"\b(?:following|follow|follows|confirming|as in|like|similar to|inspired by|based on|based on "
    r"that of|except|exception of)"
    rf" (?:[\w,']+ ){{0,6}}?[(\[]? ?{OWN} $|\bas (?:\w+ )?(?:by )?{OWN} $"
)
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
    yield from governing_cues(clause)
    joined = clause.joined
    for match in _NOT_SEEN.finditer(joined):
        by_us = WE.search(joined, max(0, match.start() - 60), match.start())
        agrees = (
            _EARLIER_SELF.search(joined)
            or _LIKE.search(joined)
            or _NO_DIFFERENCE.match(joined, match.end())
        )
        if by_us and not agrees and _reported_before(joined, match):
            yield match.span()
    for pattern in (*FRAMES, *FRAMES_UNLESS_FOLLOWED):
        for match in pattern.finditer(joined):
            if not _is_of_work(clause, match):
                continue
            if pattern in FRAMES_UNLESS_FOLLOWED and _FOLLOWED.search(
                joined, 0, joined.find(OWN) + 4
            ):
                continue
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
    for report in _REPORTED.finditer(joined, 0, end):
        mark = joined.find(OWN, max(0, report.start() - _NEAR), min(report.end() + _NEAR, end))
        if mark >= 0:
            return True
    return _CONCEDED.search(joined, 0, cue.start()) is not None


def _without_mark(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield the cues of a sentence without marks: contrast to what was reported before."""
    for match in CONTRAST.finditer(clause.joined):
        if re.match(
            r" (?:\w+ ){0,3}(?:previous|previously|prior|earlier|existing|reported)\b",
            clause.joined[match.end() :],
        ):
            yield match.span()
