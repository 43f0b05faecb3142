"""Definitions of abbreviations in a text: "long form (SF)", "SF (long form)", "SF, long form,".

Schwartz AS, Hearst MA (2003) A simple algorithm for identifying abbreviation definitions in
biomedical text. Pacific Symposium on Biocomputing 8:451-462. Two departures: where the short form
is the initials of the words beside it, these are the long form (the shortest match of the paper
takes "cancer associated transcript 2" for CCAT2 and leaves "colon" out); and "SF, long form," with
commas for brackets is read, for such initials only.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .stems import STOP_WORDS

_BRACKET = re.compile(r"[(\[]([^()\[\]]{2,140})[)\]]")
_SHORT = re.compile(r"(?=[^\s]*[^\W\d_])[^\W_](?:[\w/+.\u2010\u2011-]|\s(?=\d)){0,9}")
_WORD = re.compile(r"[^\W_]+")
_COMMAS = re.compile(r"(?<![\w-])([A-Z][A-Za-z0-9-]{1,8}),\s+([^,.;:()]{5,90})(?=[,.;])")
_ENDS_SENTENCE = re.compile(r"[.;:!?]\s|[()\[\]]")
_PLURAL = re.compile(r"(?<=[A-Z0-9])s$")


class DefinedAbbreviation(NamedTuple):
    """A short form and its long form: half-open characters of the text."""

    short_start: int
    short_end: int
    long_start: int
    long_end: int


def find_definitions(text: str) -> list[DefinedAbbreviation]:
    """Return the definitions in a text, in order.

    >>> text = "reactive oxygen species (ROS), and EMT (epithelial-mesenchymal transition)"
    >>> [(text[a:b], text[c:d]) for a, b, c, d in find_definitions(text)]
    [('ROS', 'reactive oxygen species'), ('EMT', 'epithelial-mesenchymal transition')]
    """
    return sorted({*_in_brackets(text), *_between_commas(text)})


def _in_brackets(text: str) -> Iterator[DefinedAbbreviation]:
    for bracket in _BRACKET.finditer(text):
        inside = bracket[1].strip()
        start = bracket.start(1) + len(bracket[1]) - len(bracket[1].lstrip())
        first = re.split(r"[;,]", inside)[0].strip()
        if _is_short_form(first):
            left = _window(text, bracket.start(), len(first))
            begin = _long_form_before(first, text[left : bracket.start()])
            if begin is not None:
                end = left + len(text[left : bracket.start()].rstrip())
                yield DefinedAbbreviation(start, start + len(first), left + begin, end)
                continue
        before = re.search(
            r"([^\s()\[\]]+)\s*$", text[max(0, bracket.start() - 20) : bracket.start()]
        )
        if before is None or not _is_short_form(before[1]) or " " not in inside.strip("-"):
            continue
        if _long_form_before(before[1], first) == 0:
            short = bracket.start() - len(before[0])
            yield DefinedAbbreviation(short, short + len(before[1]), start, start + len(first))


def _between_commas(text: str) -> Iterator[DefinedAbbreviation]:
    for match in _COMMAS.finditer(text):
        if _is_short_form(match[1]) and match[1].isupper() and _initials(match[1], match[2]) == 0:
            yield DefinedAbbreviation(*match.span(1), *match.span(2))


def _is_short_form(form: str) -> bool:
    """Return whether a form may be short: 2 to 10 characters, a letter, a capital or a digit."""
    if not 2 <= len(form) <= 10 or _SHORT.fullmatch(form) is None or form.lower() in STOP_WORDS:
        return False
    return form[1:] != form[1:].lower() or any(map(str.isdigit, form))


def _window(text: str, end: int, size: int) -> int:
    """Return where the words before ``end`` begin that a short form of ``size`` may stand for."""
    least = 0
    for border in _ENDS_SENTENCE.finditer(text, max(0, end - 200), end):
        least = border.end()
    words = [match.start() for match in _WORD.finditer(text, max(least, end - 200), end)]
    return words[-min(size + 5, 2 * size) :][0] if words else end


def _long_form_before(short: str, window: str) -> int | None:
    """Return where the long form begins that ends with the window; None without one."""
    begin = _initials(short, window)
    if begin is None:
        begin = _shortest(short, window)
    if begin is None:
        return None
    words = _WORD.findall(window[begin:])
    letters = sum(map(str.isalnum, short))
    longer = len(window[begin:].strip()) > len(short)
    known = short.lower() in (word.lower() for word in words)
    return begin if longer and not known and len(words) <= min(letters + 5, 2 * letters) else None


def _initials(short: str, window: str) -> int | None:
    """Return where the words begin whose initials spell the short form; stop words may lack."""
    letters = [letter.lower() for letter in _PLURAL.sub("", short) if letter.isalnum()]
    words = [(match.start(), match[0].lower()) for match in _WORD.finditer(window)]
    begin = None
    while letters:
        if not words:
            return None
        start, word = words.pop()
        if word[0] == letters[-1]:
            letters.pop()
            begin = start
        elif word not in STOP_WORDS:
            return None
    return begin


def _shortest(short: str, window: str) -> int | None:
    """Return the paper's match: letters from the right, the first one at the start of a word."""
    place = len(window)
    letters = [letter.lower() for letter in _PLURAL.sub("", short) if letter.isalnum()]
    lower = window.lower()
    for number in range(len(letters) - 1, -1, -1):
        place -= 1
        while place >= 0 and (
            lower[place] != letters[number]
            or (number == 0 and place > 0 and lower[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return None
    return place
