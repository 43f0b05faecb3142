"""Cues of a difference that govern a mark of the work: contrast, dispute, comparison.

Patterns are over joined tokens in lower case: ``OWN`` stands for a mark that cites the work.
"""

import re
from collections.abc import Iterator

from .clause import OTHER, OWN, Clause

# Before a cue of dispute: neither denied nor done to the work: "does not contradict".
NOT_ACTIVE = re.compile(r"\b(?:not|been|be|was|were|is|are|remain(?:s|ed)?) (?:\w+ )?$")
# Between a fault and a mark: it is said of something else, or the work has mended it.
ELSEWHERE = re.compile(
    r"\b(?:is|are|was|were|been|be|can|fits?|has|have|this|our|we|their|its|pointed|noted|solved"
    r"|removed|overcome|resolved|tackled)\b"
)
# The sentence itself, and what it is about.
WE = re.compile(
    r"\b(?:we|our|ours|here|this (?:paper|study|work|article|report|finding|result|estimate)|i|my"
    r"|these (?:results|data|findings)|the (?:present|current|proposed) \w+)\b"
)
_OURS = re.compile(
    r"\b(?:we|our|ours|here|this|these|i|my|the (?:present|current|proposed|observed) \w+|new"
    r"|recent|results?|findings?|data|observations?)\b"
)
# "It is", "the results were", "which performs": what is compared, of the sentence.
_COMPARED = re.compile(
    r"(?:(?:^|[,;] |\bwhich |\band |\bbut |\balthough |\b(?:indicate|show|demonstrate|find|note) "
    r"that )(?:it|this(?: \w+)?|these \w+|the (?:\w+ )?(?:results?|system|model|method|approach"
    r"|algorithm|parser|tagger|performance)) |\b(?:which|but) )(?:\w+ly |also |still |even "
    r"|quite )*(?:is|are|was|were|has|had|performs?|performed|achiev\w+|g[ai]ves?|yield\w*"
    r"|obtain\w*|$)(?!.{0,2000} that )"
)
_THIS_IS = re.compile(
    r"(?:(?:^|[,;] |\bbut |\balthough )(?:this|these)(?: \w+)?|\bwhich|\bbut) (?:\w+ly |also "
    "|still )*(?:is|are|was|were|has|had|$)(?!.{0,2000} that )"
)
_AS_REPORTED = re.compile(
    r"\bas (?:was |has been )?(?:previously |earlier )?(?:shown|reported|observed|described|found"
    r"|demonstrated|suggested)\b"
)
_PREVIOUSLY = re.compile(
    r"\b(?:(?:previous|earlier|prior) (?:\w+ )?(?:stud|report|result|finding|estimate|work"
    r"|observation|data|publication|model|approach|analys|accurac)\w*|previously (?:been "
    ")?(?:report|publish|suggest|estimat|describ|predict|propos|observ|obtain|achiev|found"
    r"|record)\w*|reported (?:by|in|previously|earlier|elsewhere)|published)\b"
)
# Before a clause that is not the sentence's own.
_BREAK = re.compile(
    r"[.;?!] |\b(?:because|since|as it|(?:prove[sn]?|shown|known|reported|findings|suggest\w*) "
    r"that) "
)
_REPORTED_TO = re.compile(
    r"\b(?:showed|shown|claimed|reported|known|found|said|demonstrated|proven) to (?:\w+ )?$"
    r"|\bwhether\b"
)
_BEFORE = 120  # characters before a comparison that may say what is compared
_INSTEAD = ("instead of", "rather than")
_THESE = re.compile(" (?:this|these|that|those) ")
_THESE_OR_MARK = re.compile(rf"{_THESE.pattern}| {OWN}")
_THEY = re.compile(r"\b(?:they|their|he|his|she|her)\b")


def _words(text: str) -> re.Pattern[str]:
    """Return a pattern of phrases that stand between bars, line ends left out."""
    return re.compile(r"\b(?:" + "|".join(cue.strip() for cue in text.split("|")) + r")\b")


# "In contrast to [3], we ...": the sentence, or what it is about, against the work.
CONTRAST = _words(
    r"in(?: \w+)? contrast (?:to|with) | contrary to | (?<!not )unlike | as opposed to | "
    r"opposite (?:to|of)| (?:contrasts?|contrasted|contrasting)(?: \w+ly)? (?:with|to)| in "
    "(?:contradiction|disagreement|conflict|opposition|distinction) (?:to|with)| at (?:variance"
    r"|odds) with | inconsistent with | not(?: \w+ly)? consistent with| not in (?:agreement|line"
    "|accordance|accord|keeping) with| (?:does|do|did) not (?:agree|accord|fit|align|tally) with"
    "| conflict(?:s|ed)? with | conflicting with | disagree[sd]? with| instead of | rather than "
    r"| distinguished from| (?<!not )differ(?:s|ed|ing)?(?: \w+ly)?(?: in \w+)? from(?!\sone "
    r"another|\seach other|\s(?P<same>\w+) to (?P=same)\b)| (?<!no )(?<!not )(?<!significantly "
    r")(?:different|differently)(?: \w+)? (?:from|than)| dissimilar (?:to|from) | departs? from "
    "| deviates? from | discrepant with| discrepanc(?:y|ies) (?:with|between|from) | (?<!no "
    ")(?<!find a )(?<!any )differences? (?:from|to)| (?<!not )(?:surprising|unexpected"
    "|puzzling),? ,? ?(?:given|considering|in (?:view|light) of)"
)
# The work is denied, or something is found wanting in it.
DISPUTE = _words(
    "contradict(?:s|ed|ing)? | contradictory to | refute[sd]? | refuting | disputes? | disputed"
    "| critici[zs]e[sd]? | critici[zs]ing| cast(?:s|ing)? doubt (?:on|upon) | calls? into "
    "question | argue[sd]? against| (?:challeng(?:e|es|ed|ing)|question(?:s|ed|ing)) (?:the|this"
    r"|that|these|their) (?:\w+ ){0,3}(?:view|notion|claim|idea|finding|conclusion|hypothesis"
    "|result|assumption|interpretation|validity)s?| (?:not|unable to|fail(?:s|ed)? to|never) "
    r"(?:\w+ly )?(?:been )?(?:confirm|replicat|reproduc|echo|corroborat|verif|support|substantiat"
    r"|accept|agree|subscrib)\w*"
)
# What is found wanting, where the mark stands for the work.
FAULT = _words(
    "(?<!advantages and )(?:disadvantage|drawback|limitation|shortcoming|weakness|deficiency"
    "|criticism|flaw|pitfall)(?:e?s)? (?:of|with|in|to) | problems with"
)
# "Higher than reported by [3]": measured against the work.
BETTER = _words(
    "outperform(?:s|ed|ing)? | outperforms? both | surpass(?:es|ed|ing)?| exceed(?:s|ed|ing)? | "
    "(?:superior|inferior) to | (?:falls?|fell) short of| advantages? over| (?:go|goes|going"
    "|went|extends?|extending) (?:far |well |much )?beyond| (?:better|worse|higher|lower|faster"
    "|slower|smaller|greater|larger|bigger|simpler|richer|fewer|less|lesser|more|stronger|weaker"
    "|longer|shorter|broader|narrower|finer|earlier|later|milder|wider|deeper|closer) "
    r"(?:[\w.%'-]+ ){0,8}?(?:than(?!\s(?:not|one|two|three|half|(?:the )?others?)\b)|(?:as |when "
    r")?compared (?:to|with)|relative to)| improv(?:es?|ed|ing) (?:\w+ly )?(?:over|upon|on) | "
    r"improvements? (?:\w+ )?(?:over|upon|on)"
)
# "We do not follow [3]".
DECLINED = _words(
    r"(?:we|i) (?:\w+ly |also )?(?:do|did|could|can|will|have)(?: ?not|n't) (?:\w+ly )?(?:use[d]?"
    r"|follow(?:ed)?|adopt(?:ed)?|apply|applied|employ(?:ed)?|rely on|require|need|assume|share"
    r"|recover|model|handle|consider|include|address|treat"
    r"|restrict(?:ed)? \w+ to|limit(?:ed)? \w+ to|attempt)"
)


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
        mark = clause.next_mark(end)
        of_work = mark >= 0 and clause.stands_for_work(mark)
        meant = ours or (not others and (of_work or clause.governs_mark(end, at_once=True)))
        # "Instead of frogs [3]" is of frogs, "instead of frogs as in earlier studies [3]" is not.
        if mark >= 0 and match[0] in _INSTEAD and clause.is_number(mark):
            meant = meant and _PREVIOUSLY.search(clause.joined, end, mark) is not None
        if meant and clause.governs_mark(end):
            yield match.span()


def _disputes(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which the work is denied, or not confirmed."""
    joined = clause.joined
    for match in DISPUTE.finditer(joined):
        mark = clause.next_mark(match.end())
        of_others = _THESE.match(joined, match.end()) and OTHER in joined[: match.start()]
        if mark < 0 or of_others or NOT_ACTIVE.search(joined, 0, match.start()):
            continue
        # "That could not be confirmed [3]" and "do not confirm this view [3]" is what work 3 says.
        reported = clause.is_number(mark) and _THESE_OR_MARK.match(joined, match.end())
        if not reported and clause.governs_mark(match.end()):
            yield match.span()


def _faults(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which something is found wanting in the work, or it is not followed."""
    for pattern in (FAULT, DECLINED):
        for match in pattern.finditer(clause.joined):
            mark = clause.next_mark(match.end())
            if mark < 0 or ELSEWHERE.search(clause.joined, match.end(), mark):
                continue
            if clause.stands_for_work(mark) and clause.governs_mark(match.end()):
                yield match.span()


def _comparisons(clause: Clause) -> Iterator[tuple[int, int]]:
    """Yield cues by which what the sentence is about is measured against the work."""
    joined = clause.joined
    for match in BETTER.finditer(joined):
        mark = clause.next_mark(match.end())
        if mark < 0:
            continue
        before = _BREAK.split(joined[max(0, match.start() - _BEFORE) : match.start()])[-1]
        governed = joined[match.end() : mark]
        if _REPORTED_TO.search(before) or _AS_REPORTED.search(governed):
            continue
        compared = _THIS_IS if clause.is_number(mark) else _COMPARED
        ours = WE.search(before) or compared.search(before)
        earlier = _PREVIOUSLY.search(governed)
        if governed.lstrip()[:1].isdigit() and not earlier:  # "more than 7 frogs [3]"
            continue
        if clause.governs_mark(match.end(), at_once=not (ours or earlier), within=True):
            yield match.span()
