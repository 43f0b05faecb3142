"""Cutting a list of references into its entries.

Numbered entries begin where the numbers run on: 1, 2, 3, of which one may be missing. Others begin
at the edge that the rest of an entry hangs from, behind a gap, or, where nothing of this shows,
with an author behind what may end an entry.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .lists import BY_AUTHOR, DATED, HEADING, ListLine

_CUT_WORD = re.compile(r"[^\W\d_][-\u2010\u00ad]$")
_SMALL = re.compile(r"[^\W\d_]")
_DASH_END = re.compile(r"(?:\d\s?[-\u2010-\u2015\u2212]|[^\W\d_]\u2014)$")
_ADDRESS = re.compile(r"(?:https?:/|www\.|doi\.org/|10\.\d{4,9}/)\S{0,300}$")
_ADDRESS_GOES_ON = re.compile(r"[\w#%?&=+~/.-]")


def join_lines(lines: Sequence[str]) -> str:
    r"""Return lines as one, with a blank between two unless the end of one cuts what goes on.

    >>> join_lines(["Gene annota-", "tion. Marsh 3, 12-", "19. https://x.org/", "12"])
    'Gene annotation. Marsh 3, 12-19. https://x.org/12'
    """
    pieces: list[str] = []
    last = ""
    for line in filter(None, lines):
        if pieces:
            if _CUT_WORD.search(last) and not _ADDRESS.search(last[-300:]):
                if _SMALL.match(line) and line[0].islower():
                    pieces[-1] = pieces[-1][:-1]
            elif not _DASH_END.search(last) and not _address_goes_on(last, line):
                pieces.append(" ")
        pieces.append(line)
        last = line
    return "".join(pieces)


def _address_goes_on(last: str, line: str) -> bool:
    """Return whether an address, or a DOI, at the end of a line goes on in the next."""
    if not _ADDRESS.search(last[-300:]) or not _ADDRESS_GOES_ON.match(line):
        return False
    following = line.split(maxsplit=1)[0]
    if last[-1] in "/-_=?&#%":
        return True
    inner = any(sign in following[:-1] for sign in "/=_?&")
    if last[-1] == ".":
        return inner or (following[0].isdigit() and "." in following[:-1])
    return inner and not following[0].isupper()


_MAX_TEXT = 2_000  # characters of an entry
_DIGITS = r"(?:1[0-4]\d\d|\d{1,3})(?!\d)"  # no year
_NUMBER = re.compile(
    rf"(?:\[(?P<square>{_DIGITS})\]|\((?P<round>{_DIGITS})\)|(?P<stop>{_DIGITS})\.(?!\d)"
    rf"|(?P<half>{_DIGITS})\)|(?P<bare>{_DIGITS})(?=\s+[^\W\d_a-z]))\s*"
)
_NAME = re.compile(r"\[(?P<name>[^\W\d_][\w+.\u2019' -]{1,30}\d{2,4}[a-z]?)\]\s*")
_BULLET = re.compile(r"[-*\u2022\u25cf\u25aa]\s+")
_COMPLETE = re.compile(r"(?:\d[a-z]?|[\])]|[a-z]/\S{0,30})\.?$")
_GOES_ON = re.compile(r"\d|\[|\(|doi\b|https?:|pmid|available|accessed", re.IGNORECASE)
_ENDED = re.compile(r"[.\d)\]>/:;\u201d\"]\s*$")
_NONE = (0.0, -1)  # no run of numbers: its worth, and its last line
_MISSED, _EACH_MISSED = 0.6, 0.01  # what missing numbers take from the worth of a run, each line 1
_MOST_MISSED = 30
_LIKELY = 0.2  # more, where an entry may begin
_STRAY = re.compile(r"\s[\[(]?(\d{1,4})[\].)]{0,2}$")  # the label of a line in another column
_LEAST_NUMBERS = 3
_MOST_LINES = 14  # of an entry, on average
_STEP = {False: 4.6, True: 1.0}  # that makes an indent, in points and, of plain text, characters
_MOST_INDENT = 80.0
_SHARE = 0.12  # of the lines that stand at the edge, and of those that hang
_GAP = 0.25  # line heights
_ODD = 3  # so many in a row that look like no entries: the list has ended


class ListEntry(NamedTuple):
    """An entry of a list of references.

    Attributes:
        label: its number, or what stands in square brackets before it; "" where there is none.
        text: all its lines in one, without the label, no more than 2,000 characters.
        page: that it begins on, as in ``ListLine``.
    """

    label: str
    text: str
    page: int


class _Start(NamedTuple):
    """Where an entry begins: its line, its label, and where the text begins behind that."""

    line: int
    label: str
    at: int


def cut_entries(lines: Sequence[ListLine]) -> list[ListEntry]:
    """Return the entries of a list, in order.

    Left out are the heading, lines before the first entry, and what follows the list.

    >>> lines = [ListLine("1. Orlova A. Salt"), ListLine("glands. 2011."), ListLine("2. Petty B.")]
    >>> [(entry.label, entry.text) for entry in cut_entries(lines)]
    [('1', 'Orlova A. Salt glands. 2011.'), ('2', 'Petty B.')]
    """
    lines = [line for line in lines if line.text.strip()]
    while lines and HEADING.match(lines[0].text):
        lines = lines[1:]
    indent = _indent(lines)
    starts = _numbered(lines, indent)
    if starts:
        end = _end_of_last(lines, starts, indent)
        return [*_entries(lines[:end], starts, indent)]
    return _without_the_rest([*_entries(lines, _unnumbered(lines, indent), indent)])


def _entries(
    lines: Sequence[ListLine], starts: Sequence[_Start], indent: float | None
) -> list[ListEntry]:
    entries = []
    ends = [*(start.line for start in starts[1:]), len(lines)]
    for start, end in zip(starts, ends, strict=False):  # of no start, none
        texts = [lines[start.line].text[start.at :]]
        size = len(texts[0])
        for at in range(start.line + 1, end):
            hangs = not _at_edge(lines[at], indent)
            if size > _MAX_TEXT or (not hangs and _is_behind(texts, lines[at - 1], lines[at])):
                break
            texts.append(lines[at].text)
            size += len(lines[at].text)
        text = join_lines([text.strip() for text in texts])[:_MAX_TEXT].strip()
        entries.append(ListEntry(start.label, text, lines[start.line].page))
    return entries


def _is_behind(texts: Sequence[str], before: ListLine, line: ListLine) -> bool:
    """Return whether a line in another column does not belong to the entry that ends before it."""
    return (
        _place(before) != _place(line)
        and _COMPLETE.search(texts[-1][-40:]) is not None
        and _GOES_ON.match(line.text) is None
        and any(DATED.search(text) for text in texts)
    )


# --- what shows where entries begin -----------------------------------------------------------


def _indent(lines: Sequence[ListLine]) -> float | None:
    """Return the indent that divides lines at the edge from those that hang, None if none does."""
    known = sorted(
        line.indent for line in lines if line.indent is not None and line.indent < _MOST_INDENT
    )
    if not known:
        return None
    least = _SHARE * len(known)
    for number, (one, other) in enumerate(pairwise(known), start=1):
        if other - one >= _STEP[not lines[0].page] and least <= number <= len(known) - least:
            return (one + other) / 2
    return None


def _begins(text: str) -> bool:
    return BY_AUTHOR.match(text) is not None


def _ended(lines: Sequence[ListLine], at: int) -> bool:
    """Return whether an entry may have ended before a line."""
    return not at or _ENDED.search(lines[at - 1].text[-20:]) is not None


# --- numbers ----------------------------------------------------------------------------------


def _numbered(lines: list[ListLine], indent: float | None) -> list[_Start]:
    """Return the starts of numbered entries: the best run of numbers; none if it is too short."""
    best: dict[tuple[str, int], tuple[float, int]] = {}  # worth of a run, and its last line
    found: dict[int, tuple[_Start, int]] = {}  # by line, with the line before in the run, or -1
    last = _NONE
    for at, line in enumerate(lines):
        match = _NUMBER.match(line.text)
        if match is None or (match.end() == len(line.text) and at + 1 == len(lines)):
            continue
        form, digits = next((name, text) for name, text in match.groupdict().items() if text)
        number = int(digits)
        worth = 1 + _LIKELY * _at_edge(line, indent) + _LIKELY * _ended(lines, at)
        before = max(
            (one[0] - _MISSED * (step > 1) - _EACH_MISSED * step, one[1])
            for step in range(1, _MOST_MISSED + 2)
            if (one := best.get((form, number - step), _NONE))
        )
        if before[0] <= 0:
            before = _NONE
        total = before[0] + worth
        found[at] = _Start(at, digits.lstrip("0") or "0", match.end()), before[1]
        if total > best.get((form, number), _NONE)[0]:
            best[form, number] = (total, at)
            last = max(last, (total, at), key=lambda run: run[0])
    starts: list[_Start] = []
    at_line = last[1]
    while at_line >= 0:
        start, at_line = found[at_line]
        starts.append(start)
    starts.reverse()
    if starts and int(starts[-1].label) - int(starts[0].label) >= 2 * len(starts):
        return []  # too few of them
    starts = [*_with_missing(lines, indent, starts)]
    few = len(starts) < _LEAST_NUMBERS and not (
        starts and starts[0] == (0, "1", starts[0].at) and len(lines) <= 2 * _MOST_LINES
    )
    return [] if few or len(lines) > _MOST_LINES * len(starts) else starts


def _with_missing(
    lines: list[ListLine], indent: float | None, starts: Sequence[_Start]
) -> Iterator[_Start]:
    """Yield starts, and between two those whose numbers are missing, by where authors begin.

    Numbers that ended up behind the lines of another column are taken away there.
    """
    missing: set[int] = set()
    for one, two in zip(starts, [*starts[1:], None], strict=False):  # of no start, none
        yield one
        if two is None or int(two.label) == int(one.label) + 1:
            continue
        numbers = range(int(one.label) + 1, int(two.label))
        missing.update(numbers)
        begun = [at for at in range(one.line + 1, two.line) if _at_edge(lines[at], indent)]
        if len(begun) != len(numbers):
            begun = [at for at in begun if _begins(lines[at].text) and _ended(lines, at)]
        known = len(begun) == len(numbers)
        for at, number in zip(begun, numbers if known else [""] * len(begun), strict=True):
            yield _Start(at, str(number), 0)
    for at, line in enumerate(lines):
        stray = _STRAY.search(line.text) if missing else None
        if stray and int(stray[1]) in missing:
            lines[at] = line._replace(text=line.text[: stray.start()])


def _at_edge(line: ListLine, indent: float | None) -> bool:
    return indent is None or line.indent is None or line.indent < indent


def _end_of_last(lines: Sequence[ListLine], starts: Sequence[_Start], indent: float | None) -> int:
    """Return the line behind the last of numbered entries, whose end no number shows."""
    sizes = [two.line - one.line for one, two in pairwise(starts)]
    most = 2 * max(sizes, default=len(lines))
    inside = {line for start in starts for line in range(start.line + 1, start.line + 4)}
    inside -= {start.line for start in starts}
    close = sum((lines[n].gap or 0) < _GAP for n in inside if n < starts[-1].line)
    first = starts[-1].line + 1
    for at in range(first, min(len(lines), first + most)):
        line = lines[at]
        apart = line.gap is not None and line.gap >= 2 * _GAP and 4 * close >= 3 * len(inside)
        at_edge = indent is not None and line.indent is not None and line.indent < indent
        if apart or at_edge:
            return at
    return min(len(lines), first + most)


# --- no numbers -------------------------------------------------------------------------------


def _unnumbered(lines: Sequence[ListLine], indent: float | None) -> list[_Start]:
    """Return the starts of entries that names, or bullets, or nothing stands before."""
    named = [at for at, line in enumerate(lines) if _NAME.match(line.text)]
    if len(named) >= _LEAST_NUMBERS and len(lines) <= _MOST_LINES * len(named):
        return [_start(lines, at) for at in named]
    looks = [_begins(_BULLET.sub("", line.text, 1)) for line in lines]
    starts = _by_place(lines, indent, looks)
    if not starts:
        starts = [at for at, begins in enumerate(looks) if begins and _ended(lines, at)]
    if lines and starts[:1] != [0]:
        starts = [0, *starts]
    return [_start(lines, at) for at in starts]


def _start(lines: Sequence[ListLine], at: int) -> _Start:
    text = lines[at].text
    if match := _NAME.match(text):
        return _Start(at, match["name"], match.end())
    bullet = _BULLET.match(text)
    return _Start(at, "", bullet.end() if bullet else 0)


def _by_place(lines: Sequence[ListLine], indent: float | None, looks: Sequence[bool]) -> list[int]:
    """Return the lines that begin entries by indents, else by gaps; none where neither shows it.

    Either the rest of each entry is indented, or its first line is: where authors begin shows it.
    In a part of a page where all lines stand alike, the look of each decides.
    """
    if indent is not None:
        edge = [_at_edge(line, indent) for line in lines]
        at_edge = sum(begins for begins, low in zip(looks, edge, strict=True) if low)
        away = sum(begins for begins, low in zip(looks, edge, strict=True) if not low)
        hanging = at_edge * (len(edge) - sum(edge)) >= away * sum(edge)
        both = _places_with_both(lines, edge)
        return [
            at
            for at, low in enumerate(edge)
            if (low == hanging if _place(lines[at]) in both else looks[at] and _ended(lines, at))
        ]
    apart = [line.gap is not None and line.gap >= _GAP for line in lines]
    if _SHARE * len(lines) <= sum(apart) < len(lines):
        return [
            at
            for at, line in enumerate(lines)
            if apart[at] or (line.gap is None and looks[at] and _ended(lines, at))
        ]
    return []


def _place(line: ListLine) -> tuple[int, int]:
    return line.page, line.column


def _places_with_both(lines: Sequence[ListLine], edge: Sequence[bool]) -> set[tuple[int, int]]:
    """Return the columns in which some lines stand at the edge, and some do not."""
    low = {_place(line) for line, is_low in zip(lines, edge, strict=True) if is_low}
    return low & {_place(line) for line, is_low in zip(lines, edge, strict=True) if not is_low}


def _without_the_rest(entries: list[ListEntry]) -> list[ListEntry]:
    """Return entries up to where several in a row look like none."""
    odd = 0
    for number, entry in enumerate(entries):
        odd = 0 if DATED.search(entry.text) and entry.text[:1].isupper() else odd + 1
        if odd == _ODD:
            return entries[: number + 1 - _ODD]
    return entries[: len(entries) - odd] if odd < len(entries) else entries
