"""Repetitions of sure gene mentions in a document: one sense a document.

A gene that an article is about stands in sentences that say nothing of what it is ("Zork2 was
higher in the treated group"). The models decide sentence by sentence; a name that they are sure of
somewhere counts for all places where the same characters stand (Gale, Church & Yarowsky 1992, "One
sense per discourse", HLT).
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from ..words.tokens import split_fine
from .mentions import GeneMention

SHORTEST = 3  # characters of a name that is looked for: shorter ones mean too much else
_FEW = 16


def with_repetitions(text: str, mentions: Sequence[GeneMention], least: float) -> list[GeneMention]:
    """Return the mentions, and all further places of those whose confidence is above ``least``.

    A place begins and ends at edges of fine tokens, wherever sentences end, and overlaps no mention
    that is there. Its confidence is ``least``, for want of one of its own, and it has no votes. Of
    names that begin at one place the longest counts.

    >>> with_repetitions("Zork2 binds. No Zork2, no Zork22.", [GeneMention(0, 5, 0.99, 3)], 0.9)[1]
    GeneMention(start_char=16, end_char=21, confidence=0.9, votes=0)

    Args:
        text: of the whole document.
        mentions: ascending, none overlapping.
        least: 0 to 1.
    """
    likely = [mention for mention in mentions if mention.confidence > least]
    names = {text[mention.start_char : mention.end_char] for mention in likely}
    sure = {name for name in names if len(name) >= SHORTEST}
    # Most texts are single sentences that repeat nothing.
    if len(sure) <= _FEW and all(text.count(name) == 1 for name in sure):
        return list(mentions)
    sizes: dict[str, set[int]] = defaultdict(set)  # of names, by their first token
    for name in sure:
        sizes[split_fine([name]).words[0]].add(len(name))
    tokens = split_fine([text])
    starts = tokens.starts.tolist()
    ends = {start + len(word) for start, word in zip(starts, tokens.words, strict=True)}
    places = [(at, word) for at, word in zip(starts, tokens.words, strict=True) if word in sizes]
    added: list[GeneMention] = []
    marked = [(mention.start_char, mention.end_char) for mention in mentions]
    taken = [(0, 0), *marked, (len(text), len(text))]
    gaps = pairwise(taken)
    (_, low), (high, _) = next(gaps)
    for start, word in places:
        while start >= high and high < len(text):
            (_, low), (high, _) = next(gaps)
        for size in sorted(sizes[word], reverse=True):
            end = start + size
            if low <= start and end <= high and end in ends and text[start:end] in sure:
                added.append(GeneMention(start, end, least))
                low = end
                break
    return sorted([*mentions, *added])
