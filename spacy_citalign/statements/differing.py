"""Citing sentences that differ from the work they cite: contrast, negation, correction.

A sentence is told by a cue, and only where the cue governs the citation: "in contrast to the
results of Zork [3], we ..." differs from work 3; "in contrast to yeast, frogs sing [3]" reports it.
That is evidence for a reader and no verdict: what the sentence disputes, and whether rightly, is
not told.
"""

import re
from collections.abc import Iterable, Iterator
from re import Match

from .clause import OWN, Clause, Mark

_MOST_CHARACTERS = 5_000  # of a sentence; longer ones are lists and tables


def _cues(text: str) -> str:
    """Return a pattern of phrases that stand between bars, line ends left out."""
    return "(?:" + "|".join(cue.strip() for cue in text.split("|")) + ")"


_CONTRAST = re.compile(
    r"\b"
    + _cues(
        r"in(?: \w+)? contrast (?:to|with) | contrary to | unlike | as opposed to"
        r"| in (?:contradiction|disagreement|conflict|opposition) (?:to|with)"
        r"| at (?:variance|odds) with | inconsistent with | not(?: \w+ly)? consistent with"
        r"| not in (?:agreement|line|accordance|accord|keeping) with"
        r"| (?:does|do|did) not (?:agree|accord|fit) with"
        r"| (?:does|do|did) not (?:support|confirm|corroborate)"
        r"| conflicts? with | conflicting with | disagree[sd]? with"
        r"| instead of | rather than | distinguished from"
        r"| differs?(?: \w+ly)?(?: in \w+)? from | differed(?: \w+ly)? from"
        r"| (?<!no )(?<!not )(?<!significantly )different(?: \w+)? from | departs? from"
        r"| deviates? from | discrepant with | discrepanc(?:y|ies) (?:with|between|from)"
    )
    + r"\b"
)
_DISPUTE = re.compile(
    r"\b"
    + _cues(
        r"contradicts? | contradicted | contradicting | contradictory to | refute[sd]? | refuting"
        r"| disputes? | disputed | cast(?:s|ing)? doubt (?:on|upon) | calls? into question"
        r"| argue[sd]? against | arguing against | critici[zs]e[sd]? | critici[zs]ing"
        r"| (?:challeng(?:e|es|ed|ing)|question(?:s|ed|ing)) (?:the|this|that|these|their)"
        r" (?:\w+ ){0,3}(?:view|notion|claim|idea|finding|conclusion|hypothesis|result|assumption"
        r"|interpretation|validity)s?"
        r"| (?:disadvantage|drawback|limitation|shortcoming|weakness|deficiency|criticism|flaw"
        r"|pitfall)(?:e?s)? (?:of|with|in|to) | problems? with"
    )
    + r"\b"
)
_DISPUTED = re.compile(
    rf"{OWN} (?:\w+ ){{0,6}}((?:has|have|had) (?:recently |since |also )?been "
    r"(?:critici[zs]ed|challenged|questioned|disputed|contradicted|refuted|debated)"
    r"|(?:is|was|are|were) (?:unsuitable|inadequate|inappropriate|flawed|incorrect|misleading))\b"
)
_BETTER = re.compile(
    r"\b"
    + _cues(
        r"outperform(?:s|ed|ing)? | surpass(?:es|ed|ing)? | superior to | worse than"
        r"| (?:better|higher|lower|faster|smaller|greater|simpler) (?:\w+ ){0,3}than"
        r"| more (?:accurate|efficient|robust|effective|general|flexible|reliable) (?:\w+ )?than"
        r"| improv(?:es?|ed|ing|ements?) (?:\w+ ){0,2}(?:over|upon)"
    )
    + r"\b"
)
_NOT_SEEN = re.compile(
    r"\b(?:did not|do not|does not|could not|cannot|were unable to|was unable to|are unable to"
    r"|failed to|fail to|were not able to|have not|not)(?: \w+ly)? (?:observed?|find|found"
    r"|detect(?:ed)?|see|seen|confirm(?:ed)?|replicate|reproduce|support|identify|corroborate"
    r"|verify|note)\b"
)
_OURS = re.compile(
    r"\b(?:we|our|ours|here|this|these|i|my|the (?:present|current|proposed|observed) \w+|new"
    r"|recent|results?|findings?|data|observations?)\b"
)
_WE = re.compile(
    r"\b(?:we|our|ours|here|this (?:paper|study|work|article|report)|i|my"
    r"|these (?:results|data|findings)|the (?:present|current|proposed) \w+)\b"
)
_EARLIER_SELF = re.compile(
    r"\bour (?:previous|earlier|prior|own)\b|\bwe (?:have )?(?:previously|earlier)\b"
)
_SAID = re.compile(
    r"\b(?:previous|previously|earlier|prior|reported|reports?|published|claimed"
    r"|(?:observed|found|seen) by"
    r"|as (?:was |were |has been |had been )?(?:described|shown|observed|found|seen|suggested"
    r"|claimed|proposed))\b"
)
_CONCEDED = re.compile(
    r"(?:^|[.;,] )(?:although|while|whereas|even though|though|despite|unlike)\b"
)
_NOT_THERE = re.compile(
    r"\b(?:although|while|whereas|even though|though|despite) [^;?!]{0,200}?"
    rf"{OWN} ?[^;?!]{{0,80}}?, (no (?:[\w-]+ ){{1,12}}?(?:was|were) "
    r"(?:observed|found|detected|seen|noted|evident))\b"
)
_OTHERS_NOT = re.compile(
    rf"{OWN} (?:\w+ly )?(?:report|found|show|suggest|claim|observ|propos|conclud)\w*\b"
    r"[^;?!]{0,200}?"
    r"[,;.] (whereas|while|but|however|in contrast)\b[^;?!]{0,120}?"
    r"\b(?:no|not|fail(?:s|ed)?|unable|different(?:ly)?|opposite)\b"
)
_BUT_WE = re.compile(
    r"\b(?:whereas|while|in contrast ,|by contrast ,|instead ,) "
    r"(?:here ,? |in (?:this|our) \w+ ,? )?(?:we|our|ours)\b"
)
_ACTS = re.compile(rf"(?:^|[.;,(] |by |of |in ){OWN} (?:\w+ly )?[a-z]")
_LACKS = _cues(
    r"cannot | can not | could not | does not | do not | did not | fails? to | failed to"
    r"| (?:is|are|was|were) (?:also |still )?(?:not|limited|restricted|unable|too|infeasible"
    r"|impractical|difficult|hard|computationally|inefficient|expensive)"
    r"| suffers? from | suffered from | ignores? | ignored | neglects? | neglected | lacks?"
    r"| requires? | assumes? | assumed | relies on | relied on | overestimates? | overestimated"
    r"| underestimates? | underestimated | may not | might not"
)
_ADVERSE = "(?:however|but|nevertheless|unfortunately|yet)"
_OWN_LACKS = re.compile(
    rf"\b{_ADVERSE} ,? ?(?:[\w'-]+ ){{0,5}}{OWN} (?:['\u2019] ?s? )?(?:(?!that )\w+ ){{0,3}}?"
    rf"({_LACKS})\b"
)
_THEY_LACK = re.compile(
    rf"{OWN} [^;?!]{{0,200}}?[,;.] ({_ADVERSE}) ,? ?(?:\w+ )?"
    rf"(?:their (?:\w+ )?\w+|they|it|this (?:approach|method|model|system|algorithm|technique"
    rf"|study|work)|these (?:approaches|methods|models|systems|algorithms|techniques|studies)) "
    rf"(?:also |still |often )?{_LACKS}\b"
)
_FOLLOWS = re.compile(
    r"\b(?:following|follow|follows|as in|like|similar to|inspired by|based on)\b"
)
_NEAR = 70  # characters between a mark and what says that something was reported


def find_difference(text: str, marks: Iterable[Mark]) -> tuple[int, int] | None:
    """Return where the cue stands by which a citing sentence differs from the work.

    Args:
        text: the sentence.
        marks: its marks of citation; if none is said to cite the work, all may.

    Returns:
        Half-open characters of the text; None if no cue governs the citation.

    >>> text = "In contrast to the findings of Zork [3], our frogs sang."
    >>> start, end = find_difference(text, [Mark(36, 39, True)])
    >>> text[start:end]
    'In contrast to'
    >>> find_difference("In contrast to toads, frogs sang [3].", [Mark(33, 36, True)])
    """
    if len(text) > _MOST_CHARACTERS:
        return None
    marks = list(marks)
    if not any(mark.cites for mark in marks):
        marks = [mark._replace(cites=True) for mark in marks]
    clause = Clause(text, marks)
    found = next(_cues_of(clause), None)
    return None if found is None else clause.span(*found)


def _cues_of(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield the cues that govern a mark, characters of the joined tokens."""
    joined = clause.joined
    if OWN not in clause.tokens:
        yield from _without_mark(clause)
        return
    ours = _OURS.search(joined) is not None
    for match in _CONTRAST.finditer(joined):
        if ours and clause.governs_mark(match.end()):
            yield match.span()
    for match in _DISPUTE.finditer(joined):
        if clause.governs_mark(match.end()):
            yield match.span()
    for match in _DISPUTED.finditer(joined):
        yield match.span(1)
    for match in _BETTER.finditer(joined):
        phrase = joined[max(0, match.start() - 80) : match.start()].rpartition(",")[2]
        told = phrase.endswith(("showed to ", "shown to "))
        if not told and clause.governs_mark(match.end(), at_once=not _WE.search(phrase)):
            yield match.span()
    for match in _NOT_SEEN.finditer(joined):
        by_us = _WE.search(joined, max(0, match.start() - 60), match.start())
        if by_us and _said_before(joined, match) and not _EARLIER_SELF.search(joined):
            yield match.span()
    for pattern in (_NOT_THERE, _OTHERS_NOT):
        if found := pattern.search(joined):
            yield found.span(1)
    but = _BUT_WE.search(joined)
    if but and _ACTS.search(joined, max(0, but.start() - 180), but.start()):
        yield but.span()
    if not _FOLLOWS.search(joined):
        for pattern in (_OWN_LACKS, _THEY_LACK):
            if found := pattern.search(joined):
                yield found.span(1)


def _said_before(joined: str, cue: Match[str]) -> bool:
    """Return whether the work reported what is not seen: beside its mark, or in a concession."""
    for said in _SAID.finditer(joined):
        mark = joined.find(OWN, max(0, said.start() - _NEAR), said.end() + _NEAR)
        if mark >= 0:
            return True
    conceded = _CONCEDED.search(joined, 0, cue.start())
    return conceded is not None and OWN in joined[conceded.start() : cue.start()]


def _without_mark(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield the cues of a sentence without marks: contrast to what was reported before."""
    for match in _CONTRAST.finditer(clause.joined):
        if re.match(
            r" (?:\w+ ){0,3}(?:previous|previously|prior|earlier|existing|reported)\b",
            clause.joined[match.end() :],
        ):
            yield match.span()
