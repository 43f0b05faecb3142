"""The list of references at the end of a plain text, with a heading or without.

Its entries are found as lines, so that they are no sentences that cite; their parts are not read.
Without a heading a list is entries in a row that begin with a number or an author, and have a year.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..author_names import NO_NAMES

BLANK = r"[ \t]{0,20}"
HEADING = re.compile(
    rf"^{BLANK}(?:\d{{1,2}}\.?{BLANK})?(?:references?|bibliography|literature|reference list"
    r"|(?:literature|works|references) cited|cited (?:literature|references)"
    rf"|references and (?:further reading|notes)){BLANK}:?{BLANK}\r?$",
    re.IGNORECASE | re.MULTILINE,
)
CAPITAL = "[A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u017f]"
WORD = rf"{CAPITAL}[\w'\u2019-]{{1,40}}"
SURNAME = rf"(?:[a-z'\u2019]{{1,6}}[ -]){{0,3}}{WORD}(?: {WORD})?"
_INITIALS = rf"(?:{CAPITAL}\.[ -]?){{1,4}}"
AUTHOR = rf"(?:{_INITIALS}{SURNAME}|{SURNAME},? (?:{_INITIALS}|[A-Z]{{1,3}}(?=[\s,.;:(&])))"
# With full given names, too.
BY_AUTHOR = re.compile(
    rf"{AUTHOR}|{SURNAME}, {CAPITAL}|{WORD}(?: {CAPITAL}\.){{0,2}}(?: {WORD}){{1,2}}(?:,| and |\. )"
)
DATED = re.compile(
    r"(?<![\w/.\u2013-])(?:1[5-9]|20)\d\d[a-z]?(?![\w/\u2013-])|\bdoi\b|https?://|\barxiv\b"
    r"|\b(?:in press|forthcoming|to appear|submitted)\b",
    re.IGNORECASE,
)


class ListLine(NamedTuple):
    """A line of a list of references.

    Attributes:
        text: as it stands, without white space around.
        indent: points from the left edge of its column; None where nobody knows.
        page: from 1; 0 where there are none.
        column: of the page, from 0.
        gap: to the line before in the same column, in line heights beyond usual; None where nobody
            knows, as at the head of a column. Plain text has 1 behind an empty line, else 0.
    """

    text: str
    indent: float | None = None
    page: int = 0
    column: int = 0
    gap: float | None = None


def lines_of_text(text: str) -> list[ListLine]:
    r"""Return the lines of a list in plain text; a blank before the first word is an indent.

    >>> [(line.text, line.indent, line.gap) for line in lines_of_text("Orlova.\n  Salt.\n\nPetty")]
    [('Orlova.', 0.0, 0), ('Salt.', 2.0, 0), ('Petty', 0.0, 1)]
    """
    lines: list[ListLine] = []
    empty = False
    for raw in text.splitlines():
        stripped = raw.strip()
        if stripped:
            indent = float(len(raw) - len(raw.lstrip()))
            lines.append(ListLine(stripped, indent, gap=int(empty and bool(lines))))
        empty = not stripped
    return lines


_LABEL = r"(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]|(\d{1,3})(?=[ \t]))"
_LINE = re.compile(
    rf"^{BLANK}(?:[-*\u2022][ \t]{{1,4}})?(?:{_LABEL}[ \t]{{0,20}}(?=\S)|(?={AUTHOR}))",
    re.MULTILINE,
)
_FIRST_WORD = re.compile(r"\w{1,40}")
_EMPTY_LINE = re.compile(r"\n[ \t\r]*(?:\n|\Z)")
_ENDED = re.compile(r"(?:\A|[.\d)\]>/:]|\n)[ \t\r]*\n?\Z")  # what may stand before an entry
_LONGEST = 1_500  # characters of an entry, on average
_LEAST = 3  # entries of a list that other text follows; at the end two, or one with a number
_SHARE = 0.6  # of the entries of a numbered list begin with an author, and are dated
_DATED_SHARE = 0.8  # of those of a list without numbers are dated


class ReferenceList(NamedTuple):
    """A list of references: its half-open characters, and how many entries it has."""

    start: int
    end: int
    entries: int


class _Entry(NamedTuple):
    """What may be an entry: its half-open characters, where its words begin, its number or 0."""

    start: int
    end: int
    words: int
    number: int


def find_reference_list(text: str) -> ReferenceList | None:
    r"""Return the list of references of a plain text; behind a heading it is all that follows.

    >>> text = "Grass grows [1, 2].\n[1] A. Zork. Grass. 2011.\n[2] Lee B. Hay. 2014.\n"
    >>> find_reference_list(text)
    ReferenceList(start=20, end=68, entries=2)
    """
    if heading := HEADING.search(text):
        entries = _entries(text, heading.end())
        blocks = [*filter(str.strip, _EMPTY_LINE.split(text[heading.end() :]))]
        return ReferenceList(heading.start(), len(text), len(entries) or len(blocks))
    if "\n" not in text:
        return None
    run: list[_Entry] = []
    for entry in _entries(text, 0):
        if run and (text[run[-1].end : entry.start].strip() or not _follows(run[-1], entry)):
            if _is_list(text, run):
                break
            run = []
        if run or entry.number in (0, 1):
            run.append(entry)
    return ReferenceList(run[0].start, run[-1].end, len(run)) if _is_list(text, run) else None


def without_list(text: str, listed: ReferenceList | None) -> str:
    """Return a text of the same length with line feeds in place of a list."""
    if listed is None:
        return text
    return text[: listed.start] + "\n" * (listed.end - listed.start) + text[listed.end :]


def _entries(text: str, start: int) -> list[_Entry]:
    """Return what may be entries, of which each ends where the next begins or at an empty line."""
    lines: list[re.Match[str]] = []
    for line in _LINE.finditer(text, start):
        if _may_begin(text, line, lines[-1] if lines else None):
            lines.append(line)
    ends = [*(line.start() for line in lines), len(text)][1:]
    entries = []
    for line, end in zip(lines, ends, strict=True):
        empty = _EMPTY_LINE.search(text, line.end(), end)
        number = int(next(filter(None, line.groups()), "0"))
        entries.append(_Entry(line.start(), empty.end() if empty else end, line.end(), number))
    return entries


def _may_begin(text: str, line: re.Match[str], before: re.Match[str] | None) -> bool:
    """Return whether an entry may begin with a line: no sentence goes on into it.

    It has a number, follows what ends like a sentence, or follows the only line of an entry.
    """
    if line.lastindex:
        return True
    first = _FIRST_WORD.match(text, line.end())
    if first and first[0] in NO_NAMES:
        return False
    return _ENDED.search(text, max(line.start() - 20, 0), line.start()) is not None or (
        before is not None and text.count("\n", before.end(), line.start()) == 1
    )


def _follows(entry: _Entry, other: _Entry) -> bool:
    return other.number == (entry.number + 1 if entry.number else 0)


def _is_list(text: str, run: Sequence[_Entry]) -> bool:
    """Return whether entries are a list of references."""
    if not run:
        return False
    at_end = not text[run[-1].end :].strip()
    least = _LEAST - at_end - (at_end and run[0].number > 0)
    if len(run) < least or run[-1].end - run[0].start > _LONGEST * len(run):
        return False
    dated = sum(DATED.search(text, one.words, one.end) is not None for one in run)
    if not run[0].number:  # all begin with an author
        return dated >= _DATED_SHARE * len(run)
    named = sum(BY_AUTHOR.match(text, one.words) is not None for one in run)
    return min(dated, named) >= _SHARE * len(run)
