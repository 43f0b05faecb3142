"""A citing sentence as words and marks, and how far a cue governs what follows it."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..words.data_files import data_rows, word_lists

Span = tuple[int, int]  # half-open characters
OWN, OTHER = "OWN", "OTHER"  # what stands for a mark that cites the work, and for another one
_TOKEN = re.compile(r"[^\W_]+(?:(?:['\u2019-]|(?<=\d)[.,](?=\d))[^\W_]+)*|[^\w\s]")
_BRACKETS = ("(", "[", ")", "]")
_OF_AUTHORS = set("and & et al . , 's \u2019s colleagues coworkers co-workers".split())
_LISTS = word_lists(__package__, "words.tsv")
# Capitalised at the begin of a sentence, and no names.
_STARTERS = _LISTS["starters"]
_AS_IN = re.compile(
    rf"\b(?:as (?:\w+ )?|one |that |those )(?:in|by|of|from) (?:{OTHER}|[,(\[;]|and|or| )*$"
)
_AUTHOR = re.compile(r"[^\W\d_]{2,}")
_MAX_AUTHORS = 8  # tokens of their names before a mark
_MAX_GOVERNED = 26  # tokens
_ENDS = set(";:.?!")
# With these another clause begins, or another comparison.
_NEXT_CLAUSE = _LISTS["next clause"]
_OTHER_CLAUSE = re.compile(r"(?<!that )\b(?:we|our)\b|\binstead\b|[;.]")
# Between a cue and the mark that it governs.
_SMALL = _LISTS["before a mark"] | {OTHER}
_EARLIER = {"previous", "previously", "prior", "earlier", "existing"}
# Verbs of what a work does.
_DONE = _LISTS["done"]
# Words for works and what they say and do.
_OF_WORKS = _LISTS["of works"] | _DONE
_RELATIVE = {"which", "that", "who", "where", "as", "what"}
_BE = {"is", "are", "was", "were", "has", "have", "had", "can", "may"}
_STARTS = {".", ";", ",", "but", "while", "whereas", "although", "however", "that", ":"}
_PREPOSITIONS = {"to", "than", "from", "unlike", "in", "by", "of", "with"}
_USED = {"used", "employed", "discussed", "applied"}
_IN_WORDS = re.compile(r"[^\W\d]|\b(?:19|20)\d\d\b")
_MAX_DONE = 10  # words from what is done to the mark: "reported for frogs by [3]"
# Of bodies and machines rather than works beside a mark that is a number: "nervous system [3]".
_NO_WORKS = _LISTS["no works"]


def _phrases() -> dict[str, re.Pattern[str]]:
    phrases: dict[str, list[str]] = {}
    for name, phrase in data_rows(__package__, "phrases.tsv"):
        phrases.setdefault(name, []).append(phrase)
    return {name: re.compile(rf"\b(?:{'|'.join(some)})\b") for name, some in phrases.items()}


PHRASES = _phrases()
"""Phrases over joined tokens, by what they tell: one pattern a name of ``phrases.tsv``."""


class SentenceMark(NamedTuple):
    """A mark of citation: half-open characters, and whether it cites the work in question."""

    start: int
    end: int
    cites: bool


class Clause:
    """A citing sentence in lower case; a mark is one token, with the authors before it.

    Args:
        text: the sentence.
        marks: its marks of citation; those that hold the names of authors take in no more words.

    Attributes:
        tokens: words, signs, ``OWN`` and ``OTHER``.
        joined: the tokens with a blank between them, for regular expressions.

    >>> Clause("Unlike Zork et al. [3], we sing.", [SentenceMark(19, 22, True)]).joined
    'unlike OWN , we sing .'
    """

    def __init__(self, text: str, marks: Iterable[SentenceMark]):
        tokens, self._spans, self._named = _tokens(text, sorted(marks))
        self._text = text
        self.tokens = [token if token in (OWN, OTHER) else token.lower() for token in tokens]
        self.joined = " ".join(self.tokens)
        self._starts = []
        start = 0
        for token in self.tokens:
            self._starts.append(start)
            start += len(token) + 1

    def span(self, start: int, end: int) -> Span:
        """Return the characters of the text of a half-open span of ``joined``."""
        first, last = self._at(start), self._at(end - 1)
        return self._spans[first][0], self._spans[last][1]

    def governs_mark(self, end: int, *, at_once: bool = False, within: bool = False) -> bool:
        """Return whether a cue that ends so in ``joined`` governs a mark of the work.

        The mark stands in its phrase, and the phrase is nothing but the mark, or about what a work
        says or does: "unlike [3]" and "unlike the results of Zork [3]", not "unlike yeast [3]". Or
        the phrase is about earlier works, and no other mark is there that could be meant.

        Args:
            end: where the cue ends.
            at_once: whether nothing may stand between cue and mark.
            within: whether the mark must stand in the phrase.
        """
        first = self._at(end - 1) + 1
        governed = self._governed(first)
        if OWN in governed:
            before = governed[: governed.index(OWN)]
            if "see" in before:
                return False
            if not at_once and _AS_IN.search(" ".join(before)):
                return True
            while before and before[-1] in _SMALL:
                before.pop()
            if OTHER in before:  # "that of [2] and the method of [3]", not "of [2] and toads [3]"
                before = before[len(before) - before[::-1].index(OTHER) :]
            if _RELATIVE.isdisjoint(before) and not _BE.isdisjoint(before):
                return False
            return not before or (
                not at_once and self._of_works(before, first + governed.index(OWN))
            )
        earlier = not (_EARLIER.isdisjoint(governed) or _OF_WORKS.isdisjoint(governed))
        if not earlier or at_once or within or OTHER in self.tokens:
            return False
        # "Contrary to previous studies, frogs sang at night [3]": no other clause comes between.
        between = self.joined[end : self.joined.find(OWN)] if OWN in self.tokens else ""
        return OWN not in self.tokens[:first] and not _OTHER_CLAUSE.search(between)

    def stands_for_work(self, start: int, *, strictly: bool = True) -> bool:
        """Return whether a mark that starts there in ``joined`` is spoken of as the work.

        Its authors are named outside of brackets, or a word for a work stands before it: "Zork [3]
        counts", "the method of Zork [3] counts", not "frogs [3] count".

        Args:
            start: where the mark starts.
            strictly: whether authors and year in brackets are not enough.
        """
        place = self._at(start)
        if not strictly and not self._is_number(place):
            return True
        before = self.tokens[max(0, place - _MAX_GOVERNED) : place]
        if place in self._named or (before and before[-1] in _PREPOSITIONS):
            return True
        if not self._is_number(place) and (not before or before[-1] in _STARTS):
            return True
        telling = [word for word in before if word not in _SMALL and word.isalnum() and word != OWN]
        return bool(telling) and self._of_works(telling[-1:], place)

    def is_number(self, start: int) -> bool:
        """Return whether a mark that starts there is a number: no authors, no year."""
        return self._is_number(self._at(start))

    def _of_works(self, words: Sequence[str], mark: int) -> bool:
        """Return whether words before a mark are of what a work says or does.

        Args:
            words: words, the last of them next to the mark.
            mark: the number of the mark's token.
        """
        of = self._before_list(mark) in _PREPOSITIONS
        nouns = _OF_WORKS - _DONE - (_NO_WORKS if self._is_number(mark) and not of else set())
        if not nouns.isdisjoint(words) or (of and words[-1] in _USED):
            return True
        return not _DONE.isdisjoint(words[-_MAX_DONE:])

    def _before_list(self, mark: int) -> str:
        """Return the word before a list of marks that ends with a mark."""
        while mark and (self.tokens[mark - 1] in (OTHER, "and", "or")):
            mark -= 1
        return self.tokens[mark - 1] if mark else ""

    def _is_number(self, mark: int) -> bool:
        start, end = self._spans[mark]
        return mark not in self._named and not _IN_WORDS.search(self._text, start, end)

    def _at(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1

    def _governed(self, first: int) -> list[str]:
        """Return the tokens from the first on to the end of the phrase."""
        for place in range(first, min(first + _MAX_GOVERNED, len(self.tokens))):
            word, behind = self.tokens[place], self.tokens[place + 1 : place + 2]
            ends = word in _ENDS and self.tokens[place - 1] not in "eg"
            if ends and behind not in ([OWN], [OTHER]):  # but "than in other studies. 3"
                return self.tokens[first:place]
            if word in _NEXT_CLAUSE and not (word == "our" and _EARLIER.intersection(behind)):
                return self.tokens[first:place]
            if word == "," and not self._goes_on(first, place):
                return self.tokens[first:place]
            if word == ")" and "(" not in self.tokens[first:place]:
                return self.tokens[first:place]
        return self.tokens[first : first + _MAX_GOVERNED]

    def _goes_on(self, first: int, comma: int) -> bool:
        """Return whether a phrase goes on behind a comma: a list of marks, or what a work does."""
        behind = "".join(self.tokens[comma + 1 : comma + 2])
        if self.tokens[comma - 1] in (OWN, OTHER, "g", "."):
            return behind in (OWN, OTHER, "e", "and", "or", "as")
        works = [word for word in self.tokens[first:comma] if word not in _DONE]
        return behind in ("which", "who", "where", "such") and not _OF_WORKS.isdisjoint(works)


def _tokens(text: str, marks: Sequence[SentenceMark]) -> tuple[list[str], list[Span], set[int]]:
    """Return the tokens of a sentence, their characters, and which are marks with authors named."""
    tokens: list[str] = []
    named: set[int] = set()
    spans: list[Span] = []
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
        named_in = _AUTHOR.search(text, mark.start, mark.end) is not None
        keep = len(tokens) if named_in else _before_authors(tokens)
        bare = keep == len(tokens) and text[mark.start : mark.start + 1].isalpha()
        names = bare or any(token not in _BRACKETS for token in tokens[keep:])
        del tokens[keep:], spans[keep:]
        if names and not _in_brackets(tokens):
            named.add(len(tokens))
        tokens.append(OWN if mark.cites else OTHER)
        spans.append((mark.start, mark.end))
        last = mark.end
    add_words(len(text))
    return tokens, spans, named


def _in_brackets(tokens: Sequence[str]) -> bool:
    """Return whether brackets before the end of the tokens are open."""
    opened = sum(token in ("(", "[") for token in tokens)
    return opened > sum(token in (")", "]") for token in tokens)


def _before_authors(tokens: Sequence[str]) -> int:
    """Return how many tokens stand before the authors and brackets at the end."""
    bracket = len(tokens)
    while bracket and tokens[bracket - 1] in _BRACKETS:
        bracket -= 1
    first = bracket
    for place in range(bracket - 1, max(bracket - _MAX_AUTHORS, 0) - 1, -1):
        word = tokens[place]
        if _is_name(word, tokens[place + 1 : place + 2]):
            first = place
        elif word not in _OF_AUTHORS:
            break
    names = tokens[first:bracket]
    return first if "al" in names or 0 < len(names) <= 4 else bracket


def _is_name(word: str, behind: Sequence[str]) -> bool:
    """Return whether a word may be of an author's name: no "WT" or "IRX3", but "J" before "."."""
    if word in (OWN, OTHER) or not word[0].isupper() or word.lower() in _STARTERS:
        return False
    return not word.isupper() or (len(word) == 1 and list(behind) == ["."])
