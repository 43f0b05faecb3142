"""Marks of a text, linked to the entries of its list of references.

The list tells which style of marks a text has: numbers in brackets or superscripts are citations
if they are labels of entries, and the style is that by which most entries are cited. Where fewer
are cited by number than by author and year, these are the marks.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..words.english import FUNCTION_WORDS
from .author_links import Link, named_marks
from .marks.citation import DASHES, NUMBERED, SUPERSCRIPT, Mark, Span, read_numbers
from .marks.finder import OWN_CITATION, superscript_marks
from .marks.numbered import BracketedNumbers, round_groups, square_groups
from .marks.superscript import UNITS, name_before, superscript_candidates
from .references.fields import Reference

_SHARE = 0.3  # of the entries that round brackets or superscripts cite, where they are marks
_SOME = 0.5  # of the labels that are words, where marks are such words
_IBID = re.compile(r"[\[(]\s?ibid\.?[^\[\]()]{0,20}[\])]", re.IGNORECASE)
_LABELLED = re.compile(r"\[([^\[\]\n]{2,120})\]")
_PLACED = re.compile(
    r"\[(\d{1,3}),\s?(?:ch(?:ap(?:ter)?)?|sec(?:t(?:ion)?)?|pp?|fig|table|thm|theorem|lemma|prop)s?\b"
    r"[^\[\]]{1,30}\]",
    re.IGNORECASE,
)
_BEFORE_WORD = re.compile(rf"(?<=\s)\[([\d\s,{DASHES}]{{1,60}})\]([a-z]{{2,12}})\b")
_PART = re.compile(r"[^\s,;][^,;]{0,40}[^\s,;]")
_JOINING = re.compile(rf"[\s,{DASHES}]{{0,3}}")  # between two parts of one superscript
_OF_NUMBERS = re.compile(rf"\d[\d\s,{DASHES}]*")
_REACH = 40
_FAR = 1_000  # characters from a mark to its "ibid.", and of a superscript
_BASE = re.compile(rf"(?<![\w.,{DASHES}])\d{{1,2}}\Z")  # what is raised to a power
_MINUS = "-\u2010\u2013\u2212"


def link_marks(
    text: str, references: Sequence[Reference], superscripts: Sequence[Span] | None = None
) -> list[Link]:
    """Return the marks of a text with the entries that they name, by start and end.

    Args:
        text: without the list of references.
        references: the list.
        superscripts: half-open characters of what is set as superscripts; None where nobody knows,
            and numbers are looked for that were glued to words.
    """
    if not references:
        return []
    numbers = _numbers_of(references)
    marks = _numbered(text, numbers, superscripts)
    numbered = [Link(mark, numbers.get(mark.key)) for mark in marks]
    names = {one.label: place for place, one in enumerate(references) if _is_word(one.label)}
    if len(names) >= _SOME * len(references):
        numbered = list(_worded(text, names))
    named = named_marks(text, references)
    links = named if _cited(named) > _cited(numbered) else numbered
    own_lines = [line.span() for line in OWN_CITATION.finditer(text)]
    links = [link for link in links if not _within(link.mark.start, own_lines)]
    return sorted([*links, *_repeated(text, links)], key=lambda one: one.mark[:2])


def _within(place: int, spans: Sequence[Span]) -> bool:
    """Return whether a character is in one of some spans, which ascend."""
    number = bisect_right(spans, (place, len(spans) and spans[-1][1])) - 1
    return number >= 0 and place < spans[number][1]


def _cited(links: Sequence[Link]) -> int:
    """Return how many entries are cited."""
    return len({one.entry for one in links} - {None})


def _numbers_of(references: Sequence[Reference]) -> dict[str, int]:
    """Return positions of entries by their numbers; those of a list without any are counted.

    An entry without a number between two with one has its own where none is missing.
    """
    labels = [one.label.strip(" .[]()") for one in references]
    if not any(labels):
        return {str(position + 1): position for position in range(len(references))}
    numbers: dict[str, int] = {}
    last, before = -1, 0
    for position, label in enumerate(labels):
        if label.isdecimal():
            number = int(label)
            if number - before == position - last:
                between = range(last + 1, position)
                numbers |= {str(number - position + one): one for one in between if not labels[one]}
            numbers.setdefault(str(number), position)
            last, before = position, number
    return numbers


def _is_word(label: str) -> bool:
    return len(label) > 1 and any(map(str.isalpha, label))


def _numbered(
    text: str, numbers: Mapping[str, int], superscripts: Sequence[Span] | None
) -> list[Mark]:
    """Return the marks of the style of numbers by which most entries are cited."""
    raised = joined_superscripts(text, superscripts or ())
    square = [mark for one in _level(square_groups(text), raised) for mark in one.marks]
    square += [*_with_places(text, numbers), *_glued_to_words(text, numbers)]
    rounds = [group.marks for group in _level(round_groups(text), raised)]
    styles = [square, _labels_only(rounds, numbers)]
    if superscripts is None:
        found = [[mark] for mark in superscript_marks(superscript_candidates(text), asked=True)[0]]
    else:
        found = list(_raised(text, raised, numbers))
    styles.append(_labels_only(found, numbers))
    cited = [len({mark.key for mark in marks} & numbers.keys()) for marks in styles]
    best = max(range(len(styles)), key=lambda one: (cited[one], -one))
    return styles[best] if best == 0 or cited[best] >= _SHARE * len(numbers) else square


def _labels_only(groups: Sequence[Sequence[Mark]], numbers: Mapping[str, int]) -> list[Mark]:
    """Return the marks of groups in which all numbers are of entries."""
    return [mark for group in groups if all(one.key in numbers for one in group) for mark in group]


def _with_places(text: str, numbers: Mapping[str, int]) -> Iterator[Mark]:
    """Yield the marks of labels with a place in the work: "[20, Ch. 26]"."""
    for match in _PLACED.finditer(text):
        if (key := str(int(match[1]))) in numbers:
            yield Mark(*match.span(1), key, NUMBERED)


def _glued_to_words(text: str, numbers: Mapping[str, int]) -> Iterator[Mark]:
    """Yield the marks of labels behind which a blank was lost: "[11,12]and", no "[1,2]oxazole"."""
    for match in _BEFORE_WORD.finditer(text):
        marks = read_numbers(text, *match.span(1), NUMBERED)
        if match[2] in FUNCTION_WORDS and all(mark.key in numbers for mark in marks):
            yield from marks


def _level(
    groups: Iterable[BracketedNumbers], superscripts: Sequence[Span]
) -> Iterator[BracketedNumbers]:
    """Yield numbers in brackets but for those with a superscript among them: "(10-4)"."""
    for group in groups:
        place = bisect_right(superscripts, (group.start, group.end))
        inside = superscripts[place] if place < len(superscripts) else (group.end, group.end)
        if not group.start < inside[0] < group.end - 1 or inside[0] == group.start + 1:
            yield group


def _raised(
    text: str, superscripts: Sequence[Span], numbers: Mapping[str, int]
) -> Iterator[list[Mark]]:
    """Yield the numbers of each superscript that may be citations."""
    largest = max(map(int, numbers), default=0)
    for start, end in superscripts:
        marks = read_numbers(text, start, end, SUPERSCRIPT)
        if len(marks) == 1 and int(marks[0].key) > largest:
            marks = _glued(marks[0], numbers) or marks
        if marks and not _is_of_word(text, start, end, marks):
            yield marks


def _glued(mark: Mark, numbers: Mapping[str, int]) -> list[Mark]:
    """Return the marks of two labels in a row that have lost their comma: "910", "1112"."""
    digits = mark.key
    for size in range(1, len(digits)):
        one, two = digits[:size], digits[size:]
        if one in numbers and two in numbers and int(two) == int(one) + 1:
            middle = mark.start + size
            return [mark._replace(end=middle, key=one), mark._replace(start=middle, key=two)]
    return []


def joined_superscripts(text: str, superscripts: Sequence[Span]) -> list[Span]:
    """Return superscripts, numbers as one that only a comma, a dash or a blank divides.

    >>> joined_superscripts("hop1-3 far2", [(3, 4), (5, 6), (10, 11)])
    [(3, 6), (10, 11)]
    """
    joined: list[Span] = []
    for start, end in superscripts:
        follows = joined and _JOINING.fullmatch(text, joined[-1][1], start)
        near = joined and end - joined[-1][0] < _FAR
        if follows and near and _OF_NUMBERS.fullmatch(text, *joined[-1]):
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined


def _is_of_word(text: str, start: int, end: int, marks: Sequence[Mark]) -> bool:
    """Return whether a superscript is a power, or of an isotope: "cm2", "105", "R2", "14C"."""
    before = text[max(start - _REACH, 0) : start]
    if not before.strip() or before[-1].isspace() or before[-1] in "([":
        return text[end : end + 1].isalpha()
    if _BASE.search(before):
        return True
    name = name_before(before)
    powers = "23" if len(name) == 1 or name.lower() in UNITS else ""
    powers = "123" if before[-1] in _MINUS else powers
    return len(marks) == 1 and marks[0].key in powers


def _worded(text: str, names: Mapping[str, int]) -> Iterator[Link]:
    """Yield the links of labels that are words: "[Lee04, ABC+99]"."""
    for group in _LABELLED.finditer(text):
        parts = list(_PART.finditer(text, *group.span(1)))
        if any(part[0] in names for part in parts):
            for part in parts:
                yield Link(Mark(*part.span(), part[0], NUMBERED), names.get(part[0]))


def _repeated(text: str, links: Sequence[Link]) -> Iterator[Link]:
    """Yield the links of "(ibid.)": to what the mark before it names, in its paragraph."""
    ordered = sorted(links, key=lambda one: one.mark[:2])
    ends = [one.mark.end for one in ordered]
    for match in _IBID.finditer(text):
        number = bisect_right(ends, match.start()) - 1
        if number < 0 or match.start() - ends[number] > _FAR:
            continue
        if "\n" not in text[ends[number] : match.start()]:
            mark = ordered[number].mark._replace(start=match.start(), end=match.end())
            yield ordered[number]._replace(mark=mark)
