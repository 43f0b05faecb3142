"""Further places of sure gene mentions in a document: repetitions, and beginnings of longer words.

A gene that an article is about stands in sentences that say nothing of what it is ("Zork2 was
higher in the treated group"). The models decide sentence by sentence; a name that they are sure of
somewhere counts for all places where the same characters stand (Gale, Church & Yarowsky 1992, "One
sense per discourse", HLT).

At the beginning of longer words stand genotypes, alleles and variants (``with_heads``).
"Zork2tm1/+" names the gene Zork2 and an allele of it in superscript, which plain text runs
together. A word counts as such where it begins with a name that is marked elsewhere in the document
and what follows is an allele: by a list of usual ones ("tm1", "null", "flox", "G602D"), by the
other chromosome behind a slash ("Zork2hop/hop", "Zork2hop/+"), or because the same ending is one
elsewhere in the document. "Zork22" and "Zorkin" are other words.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from .records import GeneMention

SHORTEST = 3  # characters of a name that is looked for: shorter ones mean too much else
_LONG_IN_ANY_CASE = 4  # the same where capitals do not count
_NO_WORD = re.compile(r"[A-Z\d]|.{6}")  # what is no short plain word
_DIGIT = re.compile(r"\d")
_ABSTRACT = 5000  # characters
_USUAL = 0.85  # of thresholds
SURE = 0.5  # confidence above which a name is looked for: that it is one, the allele says, too
SHORTEST_HEAD = 2  # characters of a name, of which one is a capital or a digit if there are so few
_LONG = 3
_REST = re.compile(r"[^\W_]+")
_ALLELE = re.compile(
    r"""(?:
    tm\d+\w* | null | flox(?:ed|P)? | fl | lox(?:P|ed)? | \dlox\w* | [cC]?K[OI][A-Z]? | ko | neo
    | [wW][tT] | Cre(?:ER\w*)? | cre | ERT2? | [lL]ac[zZ] | [me]?GFP | EGFP | YFP | RFP | NLZ
    | [gG]t | del | hyp | mut | [rR]escue | Tg | trap | geo | stop | myc | MYC | floxP
    | ex\d\w* | \u0394\w* | \u2206\w*
    | [ACDEFGHIKLMNPQRSTVWY][1-9]\d{1,3}[ACDEFGHIKLMNPQRSTVWYX]
    )""",
    re.VERBOSE,
)
_LOX = re.compile(r"\d[lL]ox\w*")  # the one allele that begins with a digit
_SUBSTITUTION = re.compile(r"[A-Z]\d+[A-Z]?")
_OTHER_CHROMOSOME = re.compile(r"[+\u2212\u2013-](?![^\W_])|Y(?![^\W_])")
_SLASH = re.compile(r"\s?/\s?\u2020?")
_TAIL = re.compile(r"[^\W_]{1,8}")


def with_repetitions(
    text: str, mentions: Sequence[GeneMention], threshold: float, *, freely: bool = False
) -> list[GeneMention]:
    """Return the mentions, and all further places of those whose confidence is above ``threshold``.

    A place begins and ends at edges of fine tokens, wherever sentences end, and overlaps no mention
    that is there. Its confidence is ``threshold``, for want of one of its own, and it has no votes.
    Of names that begin at one place the longest counts.

    >>> with_repetitions("Zork2 binds. No Zork2, no Zork22.", [GeneMention(0, 5, 0.99, 3)], 0.9)[1]
    GeneMention(start_char=16, end_char=21, confidence=0.9, votes=0)

    Args:
        text: of the whole document.
        mentions: ascending, none overlapping.
        threshold: 0 to 1.
        freely: also names with a digit in other capitals, "ZORK2" of "Zork2", and in a text as
            long as an abstract those above ``SURE``, with a threshold of .85, that are no short
            words in small letters: among few places the one counts for more.
    """
    likely = [mention for mention in mentions if mention.confidence > threshold]
    names = {text[mention.start_char : mention.end_char] for mention in likely}
    sure = {name for name in names if len(name) >= SHORTEST}
    if freely:
        if len(text) <= _ABSTRACT:
            # That of the setting at its usual value, none for 1: who raises it means it here, too.
            least = 1 - (1 - threshold) * (1 - SURE) / (1 - _USUAL)
            perhaps = (
                text[one.start_char : one.end_char] for one in mentions if one.confidence > least
            )
            sure.update(name for name in perhaps if len(name) >= SHORTEST and _NO_WORD.search(name))
        sure |= _other_cases(text, sure)
    if all(text.count(name) == 1 for name in sure):  # most texts repeat nothing
        return list(mentions)
    added: list[GeneMention] = []
    marked = [(mention.start_char, mention.end_char) for mention in mentions]
    taken = [(0, 0), *marked, (len(text), len(text))]
    gaps = pairwise(taken)
    (_, low), (high, _) = next(gaps)
    for start, end in find_places(text, sure):
        while start >= high and high < len(text):
            (_, low), (high, _) = next(gaps)
        if low <= start and end <= high:
            added.append(GeneMention(start, end, threshold))
            low = end
    return sorted([*mentions, *added])


def _other_cases(text: str, names: Iterable[str]) -> set[str]:
    """Return how names with a digit are written where they have other capitals."""
    lower = text.lower()
    if len(lower) != len(text):
        return set()
    long = (name for name in names if len(name) >= _LONG_IN_ANY_CASE and _DIGIT.search(name))
    return {text[start:end] for start, end in find_places(lower, map(str.lower, long))}


def find_places(text: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Return where names stand between edges of fine tokens, by start, the longest first."""
    places = []
    for name in names:
        start = text.find(name)
        while start >= 0:
            end = start + len(name)
            if _is_edge(text, start) and _is_edge(text, end):
                places.append((start, -end))
            start = text.find(name, start + 1)
    return [(start, -end) for start, end in sorted(places)]


def _is_edge(text: str, at: int) -> bool:
    """Return whether no fine token goes on over a place: those of letters and digits are long."""
    return not text[max(at - 1, 0) : at + 1].isalnum() or not 0 < at < len(text)


def with_heads(text: str, mentions: Sequence[GeneMention], confidence: float) -> list[GeneMention]:
    """Return the mentions, and those of names at the beginning of longer words.

    Their confidence is ``confidence`` and they have no votes. A mention that begins where such a
    name begins, and is the longer word, gives way to it.

    >>> text = "Zork2 binds. In Zork2tm1/+ frogs no Zork22."
    >>> [(one.start_char, one.end_char) for one in with_heads(text, [GeneMention(0, 5, 1.0)], 0.9)]
    [(0, 5), (16, 21)]

    Args:
        text: of the whole document.
        mentions: ascending, none overlapping.
        confidence: of what is added, 0 to 1.
    """
    names = {text[m.start_char : m.end_char] for m in mentions if m.confidence > SURE}
    sure = {name for name in names if _can_be_head(name)}
    places = sorted(_places_of_heads(text, sure))
    if not places:
        return list(mentions)
    alleles = {
        tail for start, end, tail in places if _is_allele(text, text[start:end], end, tail, ())
    }
    heads: list[tuple[int, int]] = []
    for start, end, tail in sorted(places, key=lambda place: place[:2]):
        if heads and start < heads[-1][1]:
            continue
        if tail in alleles or _is_allele(text, text[start:end], end, tail, alleles):
            heads.append((start, end))
    words = {(start, end + len(_rest(text, end))) for start, end in heads}
    kept = [m for m in mentions if (m.start_char, m.end_char) not in words]
    ends = [mention.end_char for mention in kept]
    added = []
    for start, end in heads:
        after = bisect_right(ends, start)  # the first mention that does not end before it
        if after == len(kept) or end <= kept[after].start_char:
            added.append(GeneMention(start, end, confidence))
    return sorted([*kept, *added])


def _can_be_head(name: str) -> bool:
    if len(name) < SHORTEST_HEAD or not (name[-1].isalnum() and name[0].isalnum()):
        return False
    if len(name) < _LONG:
        return any(character.isupper() for character in name)
    return True


def _places_of_heads(text: str, names: Collection[str]) -> list[tuple[int, int, str]]:
    """Return where names begin a word that goes on: start and end of the name, the rest."""
    places = []
    for name in names:
        at = text.find(name)
        while at >= 0:
            end = at + len(name)
            if not (at and text[at - 1].isalnum()) and end < len(text) and text[end].isalnum():
                rest = _rest(text, end)
                if _may_follow(name, rest):
                    places.append((at, end, rest))
            at = text.find(name, at + 1)
    return places


def _rest(text: str, at: int) -> str:
    match = _REST.match(text, at)
    return "" if match is None else match[0]


def _may_follow(name: str, rest: str) -> bool:
    """Return whether a word can be a name and an allele at all."""
    return not rest[0].isdigit() or (not name[-1].isdigit() and bool(_LOX.fullmatch(rest)))


def _is_allele(text: str, name: str, end: int, rest: str, known: Collection[str]) -> bool:
    """Return whether a rest of a word is an allele, by itself or by what follows."""
    if len(name) >= _LONG and _ALLELE.fullmatch(rest):
        return True
    after = end + len(rest)
    slash = _SLASH.match(text, after)
    if slash is None or not _TAIL.fullmatch(rest):
        return False
    other = slash.end()
    if _OTHER_CHROMOSOME.match(text, other):
        return True
    second = _rest(text, other)
    if second.startswith(name) and len(rest) > 1:
        second = second.removeprefix(name)
    if second == rest:
        return True
    if len(rest) == 1:  # "XPCS/wt" is of XPCS
        return False
    if second in known:
        return True
    return bool(_ALLELE.fullmatch(second)) and not _SUBSTITUTION.fullmatch(second)
