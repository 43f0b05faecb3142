"""The scope of a citation: the words of a sentence that belong to its marks of a work.

In "A [1], B [2] and C [3]" that is the item or clause that ends at the mark, with the words that
the items share before and after them; in "Smith [1] found that ..." what follows the mark. To cut
at every comma does worse than the whole sentence (``benchmarks/citations``), so a sentence is
divided at its marks, and further only where another clause begins.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

from ...words.data_files import word_lists
from ..marks.citation import Span
from ..marks.mark_groups import MarkUnit, mark_units, united

_LISTS = word_lists(__package__, "scope_words.tsv")
_BASE_FORMS = _LISTS["base forms"]
_VERBS = _LISTS["verbs"] | _BASE_FORMS
_NO_SUBJECT = _LISTS["before participles"]  # "the reduced levels" has no verb
_PAUSES = {",", ";", "("}
_ADVERB = re.compile(r"\w{2,}ly|also|then|not|further|thus|therefore|even|still|often|first")
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*|[;:,.()\[\]]")
# What divides a clause or an item from the one before it.
_DIVIDER = re.compile(
    r"[\s)\]]*(?:[;:.]\s*|,\s*)?(?:\b(?:and|or|but|nor|while|whereas|although|though|yet|however"
    r"|as well as|in addition to|because|since|so|followed by)\b[\s,]*)*"
)
_DIVIDERS = frozenset("and but while whereas although though yet however".split())
_LIST = re.compile(
    r"\b(?:includ(?:ing|es?)|such as|like|namely|e\.g\.?|i\.e\.?|for (?:example|instance)"
    r"|especially|particularly|notably)\b[\s,]*|[:;]\s"
)
_OTHER_CLAUSE = re.compile(
    r"[;:]\s|,\s*(?:and|but|while|whereas|although|though|yet|however)\b|\b(?:while|whereas"
    r"|although)\b"
)
_BRACKET = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_MAX_UNITS = 100  # of marks; of a sentence with more, a table, each has all
_EDGES = " \t\n,;"


class CitationScope(NamedTuple):
    """What of a sentence belongs to its marks of a work.

    Attributes:
        spans: ascending half-open characters, without white space at their ends; the whole sentence
            where it has one unit of marks, more than a hundred, or none that is known to be of the
            work.
        units: the units of marks; where the work's own are not known none of them cites it.
    """

    spans: tuple[Span, ...]
    units: tuple[MarkUnit, ...]


def find_scope(text: str, marks: Sequence[tuple[int, int, bool]]) -> CitationScope:
    """Return the scope of the marks of a work in a sentence.

    >>> text = "Zork raises sleep [1], lowers noise [2] and wakes frogs [3]."
    >>> scope = find_scope(text, [(18, 21, False), (36, 39, True), (56, 59, False)])
    >>> [text[start:end] for start, end in scope.spans]
    ['Zork', 'lowers noise [2]']

    Args:
        text: the sentence.
        marks: half-open characters of its marks of citation, and whether each cites the work.
    """
    units = tuple(mark_units(text, marks))
    cites = tuple(number for number, unit in enumerate(units) if unit.cites)
    return CitationScope(SentenceScopes(text, units).of_units(cites), units)


class SentenceScopes:
    """The scopes of the works that a sentence cites; the sentence is read once for all of them.

    Args:
        text: the sentence.
        units: of its marks.
    """

    def __init__(self, text: str, units: Sequence[MarkUnit]):
        self._text, self._units = text, units
        self._starts = [unit.start for unit in units]
        self._whole = _trimmed(text, [(0, len(text))])
        self._by_units: dict[tuple[int, ...], tuple[Span, ...]] = {}

    def of_marks(self, marks: Iterable[Span]) -> tuple[Span, ...]:
        """Return the scope of a work by the half-open characters of its marks."""
        numbers = {bisect_right(self._starts, start) - 1 for start, _ in marks}
        return self.of_units(tuple(sorted(number for number in numbers if number >= 0)))

    def of_units(self, numbers: tuple[int, ...]) -> tuple[Span, ...]:
        """Return the scope of a work by the numbers of the units with its marks, ascending."""
        if not 1 < len(self._units) <= _MAX_UNITS or not numbers:
            return self._whole
        if numbers not in self._by_units:
            spans = chain.from_iterable(map(self._sentence.of_unit, numbers))
            self._by_units[numbers] = _trimmed(self._text, united(spans)) or self._whole
        return self._by_units[numbers]

    @cached_property
    def _sentence(self) -> "_Sentence":
        return _Sentence(self._text, self._units)


class _Sentence:
    """A sentence with several units of marks: U units stand between U + 1 segments of words."""

    def __init__(self, text: str, units: Sequence[MarkUnit]):
        self._text = text
        self._bare = _BRACKET.sub(lambda found: "-" * len(found[0]), text)
        self._units = units
        starts = [0, *(unit.end for unit in units)]
        ends = [*(unit.start for unit in units), len(text)]
        self._segments = [(start, max(start, end)) for start, end in zip(starts, ends, strict=True)]
        self._words = [list(_WORD.finditer(text, *segment)) for segment in self._segments]
        self._verbs = [self._first_verb(words) for words in self._words]
        words = list(_WORD.finditer(self._bare))
        self._verb_starts = [
            word.start() for before, word in pairwise(words) if _is_verb(word[0], before[0])
        ]

    def of_unit(self, number: int) -> list[Span]:
        """Return the scope of a unit."""
        is_subject = self._units[number].is_subject
        return self._of_subject(number) if is_subject else self._of_end(number)

    def _of_end(self, number: int) -> list[Span]:
        """Return the scope of a unit that ends its clause or item."""
        unit = self._units[number]
        spans = [*self._begin(number), (unit.start, unit.end)]
        if end := self._tail(number):
            return [*spans, (unit.end, end)]
        last = number
        while last + 1 < len(self._units) and self._is_item(last + 1) and self._divided(last + 1):
            last += 1
        end = self._tail(last) if last > number else None  # what the items share behind the last
        return [*spans, (self._units[last].end, end)] if end else spans

    def _of_subject(self, number: int) -> list[Span]:
        """Return the scope of a unit that the sentence speaks of: "Smith [1] found that ..."."""
        unit = self._units[number]
        start = 0
        if number:
            divided = self._divider_end(self._segments[number][0])
            start = self._clause_start(min(divided, unit.start), unit.start)
        others = (other.start for other in self._units[number + 1 :] if other.is_subject)
        end = self._clause_end(unit.end, next(others, len(self._text)))
        return [(start, max(_without_divider(self._text, unit.end, end), unit.end))]

    def _begin(self, number: int) -> list[Span]:
        """Return what belongs to a unit before it: its item or clause, and what items share."""
        start, end = self._segments[number]
        if not number:
            return [(start, end)]
        if self._units[number - 1].is_subject:
            return [(self._clause_start(start, end), end)]
        if not self._divided(number):  # the clause goes on
            return [*self._begin(number - 1), (start, end)]
        own = min(self._divider_end(start), end), end
        if self._is_item(number):
            return [*self._shared_begin(number), own]
        if self._begins_with_verb(number):
            return [*self._subject(number), own]
        return [own]

    def _tail(self, number: int) -> int | None:
        """Return where the words end that go on behind a unit, None where another part begins."""
        start, end = self._segments[number + 1]
        if self._divided(number + 1):
            # "Frogs [1] and toads [2], both of them, sing": the predicate belongs to all items.
            items = all(self._is_item(earlier) for earlier in range(number + 1))
            return end if items and self._begins_with_verb(number + 1) else None
        if not self._text[start:end].strip(" )]."):
            return None
        if number + 1 == len(self._units):
            return end
        clause = self._clause_end(start, end)
        if clause < end or self._units[number + 1].is_subject:
            return clause
        return self._tail(number + 1) or end

    def _shared_begin(self, number: int) -> list[Span]:
        """Return the words that an item shares with those before it."""
        first = number
        while first and self._is_item(first) and self._divided(first):
            first -= 1
        *spans, (start, end) = self._begin(first)
        cut = max((found.end() for found in _LIST.finditer(self._text, start, end)), default=start)
        if cut == start:
            words = [found for found in self._words[first] if found.start() >= start]
            for before, found in pairwise(words):
                if found[0].lower() in _LISTS["before items"] or _is_verb(found[0], before[0]):
                    cut = found.end()
        if cut == start and self._is_item(first):
            return spans
        if cut == start or not self._text[cut:end].strip(" ([,"):
            cut = end
        return [*spans, (start, cut)]

    def _subject(self, number: int) -> list[Span]:
        """Return the words before the verb of the clause that a verb phrase goes on with."""
        for earlier in range(number - 1, -1, -1):
            verb = self._verbs[earlier]
            if verb is None or self._begins_with_verb(earlier):
                continue
            words = self._words[earlier]
            if self._words[number][self._verbs[number] or 0][0].lower() in _BASE_FORMS:
                # "can raise [1] and lower [2]"
                before = _LISTS["before base forms"]
                heads = [n for n, m in enumerate(words) if m[0].lower() in before]
                verb = heads[-1] + 1 if heads and heads[-1] + 1 < len(words) else verb
            start = self._segments[earlier][0]
            start = self._divider_end(start) if earlier else 0
            return [(start, max(start, words[verb].start()))]
        return []

    def _first_verb(self, words: Sequence[re.Match[str]]) -> int | None:
        """Return the number of the first verb of some words, None where there is none."""
        pairs = enumerate(pairwise(["", *(found[0] for found in words)]))
        return next((place for place, (before, word) in pairs if _is_verb(word, before)), None)

    def _is_item(self, number: int) -> bool:
        """Return whether what stands before a unit is an item without a verb."""
        return self._verbs[number] is None

    def _begins_with_verb(self, number: int) -> bool:
        start = self._divider_end(self._segments[number][0])
        verb = self._verbs[number]
        words = [found[0].lower() for found in self._words[number][:verb] if found.start() >= start]
        return verb is not None and all(_ADVERB.fullmatch(word) for word in words)

    def _divided(self, number: int) -> bool:
        """Return whether a segment is another item or clause than the segment before it."""
        start = self._segments[number][0]
        if self._text[start : self._divider_end(start)].strip(" )]."):
            return True
        before = self._text[slice(*self._segments[number - 1])].rstrip(" ([")
        return before.endswith((",", ";"))  # "frogs,[1] toads,[2] newts"

    def _divider_end(self, start: int) -> int:
        found = _DIVIDER.match(self._text, start)
        return found.end() if found is not None else start

    def _clause_start(self, start: int, end: int) -> int:
        """Return where the last clause of a part begins."""
        return max((m.end() for m in _OTHER_CLAUSE.finditer(self._bare, start, end)), default=start)

    def _clause_end(self, start: int, end: int) -> int:
        """Return where the first clause of a part ends: the next one has a verb."""
        for found in _OTHER_CLAUSE.finditer(self._bare, start, end):
            first = _WORD.search(self._bare, found.end(), end)
            if first is None:
                return end
            later = bisect_right(self._verb_starts, first.start())
            has_later = later < len(self._verb_starts) and self._verb_starts[later] < end
            if has_later or _is_verb(first[0], ""):
                return found.start()
        return end


def _without_divider(text: str, start: int, end: int) -> int:
    """Return where a part of a text ends without what leads to the next one: ", and"."""
    while True:
        part = text[start:end].rstrip(_EDGES)
        end = start + len(part)
        word = part[-10:].rpartition(" ")[2]
        if word.lower() not in _DIVIDERS:
            return end
        end -= len(word)


def _is_verb(word: str, before: str) -> bool:
    """Return whether a word is a verb with a subject, by the word before it."""
    word, before = word.lower(), before.lower()
    if word in _LISTS["auxiliaries"]:
        return True
    if before in _NO_SUBJECT and not (before in _PAUSES and word.endswith("s")):
        return False
    regular = bool(before) and word.endswith("ed")
    return word in _VERBS or (regular and (f"{word[:-2]}s" in _VERBS or f"{word[:-1]}s" in _VERBS))


def _trimmed(text: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return spans without white space and separators at their ends; empty ones are left out."""
    trimmed = []
    for start, end in spans:
        part = text[start:end]
        start += len(part) - len(part.lstrip(_EDGES))
        end = start + len(part.strip(_EDGES))
        if start < end:
            trimmed.append((start, end))
    return tuple(trimmed)
