"""Superscript numbers that a flattened text has glued to words: ``cells3,4``, ``shown.12 Next``.

Here are found all that may be citations, with all ways to read them: "Wnt25" may be "Wnt2" and 5,
or "Wnt" and 25, or a name. What speaks for each is told by features, of the word
(``superscript_words.py``) and of what follows. How the numbers run decides then
(``superscript_order.py``).
"""

import re
from typing import NamedTuple

from .marks import DASHES, SUPERSCRIPT, Mark, read_numbers
from .superscript_words import Vocabulary, log_odds, name_before

_CLOSING = "\"'\u201d\u2019\u00bb)]"
_SIGNS = "-\u2010\u2011\u2212+%\u00b0\u2032"
_MARKS = ".,;:?!" + _CLOSING
_GLUED = re.compile(
    rf"(?<=[^\s\d(\[{{<>=/~#_])(?P<digits>\d+)(?P<rest>(?:[,{DASHES}]\d{{1,3}})*)(?!\d)"
)
_AFTER = re.compile(rf"[\w%\u00b0]|[.,:]\d|[{DASHES}/]\w|\s?[<>=\u00b1\u00d7]")
_IN_BRACKETS = re.compile(rf"[\[(][\d\s,{DASHES}]+$")  # "(12,3"
_REACH = 40
_LONGEST = 3  # digits of a number
_LONGEST_LIST = 100  # characters
_LONG_RANGE = 12


class Reading(NamedTuple):
    """One way to read a candidate.

    Attributes:
        marks: the citations.
        numbers: those that are cited, ascending.
        features: what is seen there.
        log_odds: log-odds that it is right, against no citation, without regard to other numbers.
    """

    marks: list[Mark]
    numbers: list[int]
    features: tuple[str, ...]
    log_odds: float


Candidate = list[Reading]


def superscript_candidates(text: str) -> list[Candidate]:
    """Return the readings of what may be superscript citations, in order.

    >>> [[mark.key for mark in one.marks] for one in superscript_candidates("of Wnt25 in")[0]]
    [['25'], ['5']]
    """
    words = Vocabulary(text)
    candidates = []
    for match in _GLUED.finditer(text):
        start, end = match.span()
        if end - start <= _LONGEST_LIST and not _AFTER.match(text, end):
            readings = _readings(words, text, match)
            if readings:
                candidates.append(readings)
    return candidates


def _readings(words: Vocabulary, text: str, match: re.Match[str]) -> Candidate:
    start, end = match.span()
    digits, further = match["digits"], match["rest"]
    before = text[max(start - _REACH, 0) : start]
    follows = [_follows(text, end), *(["list"] if further else [])]
    candidate: Candidate = []

    def add(position: int, features: list[str] | None) -> None:
        marks = (
            read_numbers(text, position, end, SUPERSCRIPT)
            if features and text[position] != "0"
            else []
        )
        if features and marks:
            all_features = (*features, *follows, *_ranges(marks))
            numbers = sorted(int(mark.key) for mark in marks)
            candidate.append(Reading(marks, numbers, all_features, log_odds(all_features)))

    if before[-1] in _MARKS:
        if len(digits) <= _LONGEST:
            add(start, _after_mark(words, text, before, digits, end))
    elif before[-1].isalpha() or (before[-1] in _SIGNS and before[-2:-1].strip()):
        for size in range(max(len(digits) - _LONGEST, 0), len(digits)):
            add(start + size, words.after_word(before, digits, size))
        if further.startswith(","):
            add(start + len(digits) + 1, words.after_name(before, digits))
    return candidate


def _after_mark(
    words: Vocabulary, text: str, before: str, digits: str, end: int
) -> list[str] | None:
    """Tell what speaks for a number after punctuation."""
    last = before[-2:-1]  # "" where the text begins with the mark
    if not last or not (last.isalnum() or last in _CLOSING + "%" or before.endswith("al.,")):
        return None
    if (before[-1] in ")]" and _chemical(before)) or _IN_BRACKETS.search(before):
        return None
    features = words.after_mark(before, name_before(before.rstrip(_MARKS)), digits)
    if features and "after digit" in features:
        features += ["one digit"] * (len(digits) == 1)
        features.append(f"digit, {_follows(text, end)}")
    return features


def _chemical(before: str) -> bool:
    """Return whether the bracket that ends is glued to a word: "Ca(OH)2"."""
    opened = max(before.rfind("("), before.rfind("["))
    return opened > 0 and before[opened - 1].isalnum()


def _follows(text: str, end: int) -> str:
    """Name what stands after a number."""
    after = text[end : end + 2]
    if not after.strip() or after[0] in "\n\r":
        return "ends"
    if after[0] in ".,;:!?)]":
        return "before mark"
    if not after[0].isspace():
        return "before sign"
    return (
        "before small"
        if after[1].islower()
        else "before capital"
        if after[1].isupper()
        else "before other"
    )


def _ranges(marks: list[Mark]) -> list[str]:
    ranges = ["range"] if any(mark.implied for mark in marks) else []
    return ranges + ["long range"] * (len(marks) > _LONG_RANGE)
