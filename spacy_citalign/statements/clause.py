"""A citing sentence as words and marks, and how far a cue governs what follows it."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

OWN, OTHER = "OWN", "OTHER"  # what stands for a mark that cites the work, and for another one
_TOKEN = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*|[^\w\s]")
_BRACKETS = ("(", "[", ")", "]")
_OF_AUTHORS = {
    "and",
    "&",
    "et",
    "al",
    ".",
    ",",
    "'s",
    "\u2019s",
    "colleagues",
    "coworkers",
    "co-workers",
}
# Capitalised at the begin of a sentence, and no names.
_STARTERS = frozenset(
    """after although and as because both but by compared contrary despite different finally
    following for from furthermore here however if in instead like moreover our previously recently
    see similar since that the these this those though thus to unlike using we when whereas while
    with""".split()
)
_MOST_AUTHORS = 8  # tokens of their names before a mark
_MOST_GOVERNED = 26  # tokens
_ENDS = set(";:.?!")
# With these another clause begins, or another comparison.
_NEXT_CLAUSE = {"we", "our", "whereas", "while", "but", "although", "similar", "terms", "using"}
# Between a cue and the mark that it governs.
_SMALL = frozenset(
    """the of by from in to with that those this these e g . , ( [ see and or other others some many
    most for example instance such as recent several both even all""".split()
) | {OTHER}
_EARLIER = {"previous", "previously", "prior", "earlier", "existing"}
# Nouns and verbs of what a work says and does.
_OF_WORKS = frozenset(
    """result results finding findings report reports study studies work works observation
    observations data claim claims conclusion conclusions suggestion suggestions proposal proposals
    view hypothesis hypotheses notion idea belief method methods approach approaches model models
    algorithm algorithms system systems technique techniques analysis analyses experiment
    experiments publication publications paper papers author authors parser parsers tagger taggers
    framework formulation formulations definition definitions estimate estimates prediction
    predictions assumption assumptions evidence literature implementation procedure researchers
    what those that one previous previously earlier prior reported described proposed published
    presented introduced suggested existing scheme schemes strategy baseline grammar theory
    theories formalism used
    paradigm paradigms setting settings setup treatment""".split()
)


class Mark(NamedTuple):
    """A mark of citation: half-open characters, and whether it cites the work in question."""

    start: int
    end: int
    cites: bool


class Clause:
    """A citing sentence in lower case; a mark is one token, with the authors before it.

    Args:
        text: the sentence.
        marks: its marks of citation.

    Attributes:
        tokens: words, signs, ``OWN`` and ``OTHER``.
        joined: the tokens with a blank between them, for regular expressions.

    >>> Clause("Unlike Zork et al. [3], we sing.", [Mark(19, 22, True)]).joined
    'unlike OWN , we sing .'
    """

    def __init__(self, text: str, marks: Iterable[Mark]):
        tokens, self._spans = _tokens(text, sorted(marks))
        self.tokens = [token if token in (OWN, OTHER) else token.lower() for token in tokens]
        self.joined = " ".join(self.tokens)
        self._starts = []
        place = 0
        for token in self.tokens:
            self._starts.append(place)
            place += len(token) + 1

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the characters of the text of a half-open span of ``joined``."""
        first, last = self._at(start), self._at(end - 1)
        return self._spans[first][0], self._spans[last][1]

    def governs_mark(self, end: int, *, at_once: bool = False) -> bool:
        """Return whether a cue that ends so in ``joined`` governs a mark of the work.

        The mark stands in its phrase, and the phrase is nothing but the mark, or about what a work
        says or does: "unlike [3]" and "unlike the results of Zork [3]", not "unlike yeast [3]". Or
        the phrase is about earlier works, and no other mark is there that could be meant.

        Args:
            end: where the cue ends.
            at_once: whether nothing may stand between cue and mark.
        """
        governed = self._governed(self._at(end - 1) + 1)
        if OWN in governed:
            before = set(governed[: governed.index(OWN)])
            return not before - _SMALL or not (at_once or _OF_WORKS.isdisjoint(before))
        earlier = not (_EARLIER.isdisjoint(governed) or _OF_WORKS.isdisjoint(governed))
        return earlier and not at_once and OTHER not in self.tokens

    def _at(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1

    def _governed(self, first: int) -> list[str]:
        """Return the tokens from the first on to the end of the phrase."""
        for place in range(first, min(first + _MOST_GOVERNED, len(self.tokens))):
            word = self.tokens[place]
            if word in _NEXT_CLAUSE or (word in _ENDS and self.tokens[place - 1] not in "eg"):
                return self.tokens[first:place]
            if word == "," and not self._in_list(place):
                return self.tokens[first:place]
        return self.tokens[first : first + _MOST_GOVERNED]

    def _in_list(self, place: int) -> bool:
        """Return whether a comma stands in a list of marks."""
        behind = self.tokens[place + 1 : place + 2]
        return self.tokens[place - 1] in (OWN, OTHER, "g", ".") and behind in (
            [OWN],
            [OTHER],
            ["e"],
            ["and"],
        )


def _tokens(text: str, marks: Sequence[Mark]) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the tokens of a sentence and their characters."""
    tokens: list[str] = []
    spans: list[tuple[int, int]] = []
    last = 0

    def add_words(end: int) -> None:
        for match in _TOKEN.finditer(text, last, end):
            if match[0] not in (")", "]") or not tokens or tokens[-1] not in (OWN, OTHER):
                tokens.append(match[0])
                spans.append(match.span())

    for mark in marks:
        if mark.start < last:  # one mark of several works
            if mark.cites and tokens and tokens[-1] == OTHER:
                tokens[-1] = OWN
            continue
        add_words(mark.start)
        keep = _before_authors(tokens)
        del tokens[keep:], spans[keep:]
        tokens.append(OWN if mark.cites else OTHER)
        spans.append((mark.start, mark.end))
        last = mark.end
    add_words(len(text))
    return tokens, spans


def _before_authors(tokens: Sequence[str]) -> int:
    """Return how many tokens stand before the authors and brackets at the end."""
    bracket = len(tokens)
    while bracket and tokens[bracket - 1] in _BRACKETS:
        bracket -= 1
    first = bracket
    for place in range(bracket - 1, max(bracket - _MOST_AUTHORS, 0) - 1, -1):
        word = tokens[place]
        if word[0].isupper() and word not in (OWN, OTHER) and word.lower() not in _STARTERS:
            first = place
        elif word not in _OF_AUTHORS:
            break
    names = tokens[first:bracket]
    return first if "al" in names or 0 < len(names) <= 4 else bracket
