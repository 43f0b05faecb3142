"""Repetitions of sure gene mentions in a document: one sense a document.

A gene that an article is about stands in sentences that say nothing of what it is ("Zork2 was
higher in the treated group"). The models decide sentence by sentence; a name that they are sure of
somewhere counts for all places where the same characters stand (Gale, Church & Yarowsky 1992, "One
sense per discourse", HLT).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
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
    added: list[GeneMention] = []
    marked = [(mention.start_char, mention.end_char) for mention in mentions]
    taken = [(0, 0), *marked, (len(text), len(text))]
    gaps = pairwise(taken)
    (_, low), (high, _) = next(gaps)
    for start, end in _few_places(text, sure) if len(sure) <= _FEW else _places(text, sure):
        while start >= high and high < len(text):
            (_, low), (high, _) = next(gaps)
        if low <= start and end <= high:
            added.append(GeneMention(start, end, least))
            low = end
    return sorted([*mentions, *added])


def _few_places(text: str, names: Iterable[str]) -> list[tuple[int, int]]:
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


def _is_edge(text: str, place: int) -> bool:
    """Return whether no fine token goes on over a place: those of letters and digits are long."""
    return not text[max(place - 1, 0) : place + 1].isalnum() or not 0 < place < len(text)


def _places(text: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Return the same; it takes no longer for many names."""
    sizes: dict[str, set[int]] = defaultdict(set)  # of names, by their first token
    for name in names:
        sizes[split_fine([name]).words[0]].add(len(name))
    tokens = split_fine([text])
    starts = tokens.starts.tolist()
    ends = {start + len(word) for start, word in zip(starts, tokens.words, strict=True)}
    known = {*names}
    return [
        (start, start + size)
        for start, word in zip(starts, tokens.words, strict=True)
        if word in sizes
        for size in sorted(sizes[word], reverse=True)
        if start + size in ends and text[start : start + size] in known
    ]
