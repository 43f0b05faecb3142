"""Cues of a difference that count where they govern a citation of the work.

Patterns are over joined tokens in lower case: ``OWN`` stands for a mark that cites the work.
"""

import re


def _any(text: str) -> str:
    """Return a pattern of phrases that stand between bars, line ends left out."""
    return "(?:" + "|".join(cue.strip() for cue in text.split("|")) + ")"


def _words(text: str) -> re.Pattern[str]:
    return re.compile(r"\b" + _any(text) + r"\b")


# "In contrast to [3], we ...": the sentence, or what it is about, against the work.
CONTRAST = _words(
    r"in(?: \w+)? contrast (?:to|with) | contrary to | (?<!not )unlike | as opposed to | opposite "
    r"(?:to|of)"
    r"| (?:contrasts?|contrasted|contrasting)(?: \w+ly)? (?:with|to)"
    r"| in (?:contradiction|disagreement|conflict|opposition|distinction) (?:to|with)"
    r"| at (?:variance|odds) with | inconsistent with | not(?: \w+ly)? consistent with"
    r"| not in (?:agreement|line|accordance|accord|keeping) with"
    r"| (?:does|do|did) not (?:agree|accord|fit|align|tally) with"
    r"| conflict(?:s|ed)? with | conflicting with | disagree[sd]? with"
    r"| instead of | rather than | distinguished from"
    r"| (?<!not )differ(?:s|ed|ing)?(?: \w+ly)?(?: in \w+)?"
    r" from(?!\sone another|\seach other|\s(?P<same>\w+) to (?P=same)\b)"
    r"| (?<!no )(?<!not )(?<!significantly )(?:different|differently)(?: \w+)? (?:from|than)"
    r"| dissimilar (?:to|from) | departs? from | deviates? from | discrepant with"
    r"| discrepanc(?:y|ies) (?:with|between|from) | (?<!no )(?<!find a )(?<!any )differences? "
    r"(?:from|to)"
    r"| (?<!not )(?:surprising|unexpected|puzzling),? ,? ?(?:given|considering|in (?:view|light) "
    r"of)"
)
# The work is denied, or something is found wanting in it.
DISPUTE = _words(
    r"contradict(?:s|ed|ing)? | contradictory to | refute[sd]? | refuting | disputes? | disputed"
    r"| critici[zs]e[sd]? | critici[zs]ing"
    r"| cast(?:s|ing)? doubt (?:on|upon) | calls? into question | argue[sd]? against"
    r"| (?:challeng(?:e|es|ed|ing)|question(?:s|ed|ing)) (?:the|this|that|these|their)"
    r" (?:\w+ ){0,3}(?:view|notion|claim|idea|finding|conclusion|hypothesis|result|assumption"
    r"|interpretation|validity)s?"
    r"| (?:not|unable to|fail(?:s|ed)? to|never) (?:\w+ly )?(?:been )?(?:confirm|replicat|reproduc"
    r"|echo|corroborat|verif|support|substantiat|accept|agree|subscrib)\w*"
)
# What is found wanting, where the mark stands for the work.
FAULT = _words(
    r"(?<!advantages and )(?:disadvantage|drawback|limitation|shortcoming|weakness|deficiency"
    r"|criticism|flaw"
    r"|pitfall)(?:e?s)? (?:of|with|in|to) | problems with"
)
# "Higher than reported by [3]": measured against the work.
BETTER = _words(
    r"outperform(?:s|ed|ing)? | outperforms? both | surpass(?:es|ed|ing)?"
    r"| exceed(?:s|ed|ing)? | (?:superior|inferior) to | (?:falls?|fell) short of"
    r"| advantages? over"
    r"| (?:go|goes|going|went|extends?|extending) (?:far |well |much )?beyond"
    r"| (?:better|worse|higher|lower|faster|slower|smaller|greater|larger|bigger|simpler|richer"
    r"|fewer|less|lesser|more|stronger|weaker|longer|shorter|broader|narrower|finer|earlier|later"
    r"|milder|wider|deeper|closer)"
    r" (?:[\w.%'-]+ ){0,8}?(?:than(?!\s(?:not|one|two|three|half|(?:the )?others?)\b)|(?:as |when "
    r")?compared (?:to|with)|relative to)"
    r"| improv(?:es?|ed|ing) (?:\w+ly )?(?:over|upon|on) | improvements? (?:\w+ )?(?:over|upon|on)"
)
# "We do not follow [3]".
DECLINED = _words(
    r"(?:we|i) (?:\w+ly |also )?(?:do|did|could|can|will|have)(?: ?not|n't) (?:\w+ly )?(?:use[d]?"
    r"|follow(?:ed)?|adopt(?:ed)?|apply|applied|employ(?:ed)?|rely on|require|need|assume|share"
    r"|recover|model|handle|consider|include|address|treat"
    r"|restrict(?:ed)? \w+ to|limit(?:ed)? \w+ to|attempt)"
)
# Before a cue of dispute: neither denied nor done to the work: "does not contradict".
NOT_ACTIVE = re.compile(r"\b(?:not|been|be|was|were|is|are|remain(?:s|ed)?) (?:\w+ )?$")
# Between a fault and a mark: it is said of something else, or the work has mended it.
ELSEWHERE = re.compile(
    r"\b(?:is|are|was|were|been|be|can|fits?|has|have|this|our|we|their|its|pointed|noted|solved"
    r"|removed"
    r"|overcome|resolved|tackled)\b"
)
# The sentence itself, and what it is about.
WE = re.compile(
    r"\b(?:we|our|ours|here|this (?:paper|study|work|article|report|finding|result|estimate)|i|my"
    r"|these (?:results|data|findings)|the (?:present|current|proposed) \w+)\b"
)
