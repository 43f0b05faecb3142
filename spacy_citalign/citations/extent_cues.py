"""What tells that the sentence before belongs to a citation: patterns by the names of features."""

import re

# How a citing sentence begins, the first that fits.
BEGINNINGS = {
    name: re.compile(rf"(?:{'|'.join(words.split(', '))})\b", re.IGNORECASE)
    for name, words in {
        "they": "they, these, those, both, all of (?:these|those), some of (?:these|those), their",
        "it": "its?, he, she, his, her",
        "this": "this, that, such, the (?:same|former|latter|first|second|resulting)",
        "the": "the",
        "here": "here, there, thus, therefore, hence, consequently, as a result, "
        "in this (?:way|case)",
        "further": "moreover, furthermore, in addition, additionally, also, similarly, likewise, "
        "then",
        "contrast": "however, but, although, though, while, whereas, (?:in|by) contrast, yet, "
        "despite, nevertheless, conversely, on the other hand, unlike, instead, alternatively",
        "example": r"for (?:example|instance), e\.g, in particular, specifically, indeed, in fact",
        "earlier": "previous(?:ly)?, recent(?:ly)?, earlier, several, many, other, another, "
        "a number of",
        "we": "we, our, in (?:our|this) (?:work|paper|study), to (?:test|determine|examine)",
        "condition": "if, when, because, since, as, in, for, at, by, from, among, during, after, "
        "following",
    }.items()
}
# What either of the two speaks of.
CUES = {
    name: re.compile(rf"\b(?:{'|'.join(words.split(', '))})\b", re.IGNORECASE)
    for name, words in {
        "ours": "we, ours?, us, (?:the present|this|the current|present) "
        "(?:study|paper|work|article|report)",
        "figure": r"fig(?:ure)?s?, tables?, supplementa\w+, additional files?, data not shown, "
        "section, appendix, unpublished",
        "method": r"(?:were|was) (?:\w+ly )?(?:\w+ed|made|done|grown|taken|given|kept|cut|run|built"
        "|bought|drawn|bred|fed)",
        "numbers": r"\d+\D.*\d+\D.*\d+",
        "reporting": "report(?:s|ed)?, show(?:s|ed|n)?, propos(?:e[sd]?|ing), "
        "describ(?:e[sd]?|ing), introduc(?:e[sd]?|ing), present(?:s|ed)?, develop(?:s|ed)?, "
        "demonstrate[sd]?, found, suggest(?:s|ed)?, identif(?:y|ies|ied), observed, discovered",
        "work": "approach, method, model, algorithm, system, technique, framework, work, study, "
        "studies, paper, authors?, researchers?, corpus, parser, tool, software, theory",
        "known": "known, thought, believed, established, implicated, considered, recent(?:ly)?, "
        "previous(?:ly)?, earlier, classic(?:al)?, well",
        "present": "is, are, has, have, can, may, does, do, acts?, binds?, plays?, contains?",
        "past": "was, were, had, did, could",
        "question": r"whether, unclear, unknown, not (?:yet )?(?:known|clear|understood), "
        r"possib\w+, likely, might, interesting\w*",
        "several": "several, many, various, a number of, different, two, three, four, both",
    }.items()
}
OURS = frozenset({"ours", "figure", "method"})
"""Cues of what the article at hand did or shows."""
OTHERS = re.compile(
    r"\b(?:(?:previous|recent|earlier|initial|prior|other|several|many|emerging|increasing) "
    r"(?:\w+ )?(?:stud(?:y|ies)|works?|reports?|evidence|experiments|groups|approaches|findings"
    r"|investigations|observations|analyses|authors|researchers)"
    r"|(?:has|have) (?:\w+ ){0,2}been (?:\w+ly )?(?:shown|reported|implicated|identified|found|used"
    r"|suggested|proposed|described|demonstrated|observed|developed|studied|investigated)"
    r"|(?:is|are) (?:\w+ ){0,2}(?:known|thought|believed|considered)"
    r"|(?:it was|was first|were first) (?:\w+ )?(?:shown|reported|found|suggested|proposed"
    r"|described|introduced|developed))\b",
    re.IGNORECASE,
)
"""What others did, told without a mark of citation."""
TAKEN_UP = re.compile(
    r"(?:in )?(?:this|that|these|those|their|the) (?:\w+ ){0,2}(?:stud(?:y|ies)|works?|reports?"
    r"|experiments?|approach(?:es)?|method|methods|analys[ei]s|results?|models?|algorithms?"
    r"|systems?|techniques?|authors|observations?|theory|process|mutations?|mice)\b",
    re.IGNORECASE,
)
"""A citing sentence that begins with what the one before spoke of."""
