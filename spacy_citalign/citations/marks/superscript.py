"""Superscript numbers that a flattened text has glued to words: ``cells3,4``, ``shown.12 Next``.

Here are found all that may be citations, with all ways to read them: "Wnt25" may be "Wnt2" and 5,
or "Wnt" and 25, or a name. What speaks for each is told by features, of the word
and of what follows. How the numbers run decides then (``superscript_order.py``).

A word that stands in the document without a number too ("cells") is seldom a name with a number; a
name that is written with its number several times ("Smad4") is one, and so is one that bears many
numbers ("Wnt1", "Wnt4", "Wnt9"). "Brca24" is "Brca2" and 4 where the text has "Brca2" alone. Each
such observation is a feature, to which ``superscript_weights.tsv`` gives its weight.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ...words.data_files import named_weights, word_lists
from .citation import DASHES, SUPERSCRIPT, Mark, read_numbers

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
_WORD = re.compile(r"[^\W_]+(?:[-\u2010\u2011][^\W_]+)*")
_NAME = re.compile(
    r"(?<![^\W_])(?<![^\W_][-\u2010\u2011])[^\W_]+(?:[-\u2010\u2011][^\W_]+)*[-\u2010\u2011]?$"
)
_DECIMAL = re.compile(r"(?<![^\W_])[^\W_]+[.,]\d+")
_HYPHEN = re.compile(r"[-\u2010\u2011]")
_AUTHOR = re.compile(r"[^\W\d_][\w'\u2019-]{0,60} and $")
_AGE_OR_PANEL = re.compile(r"[a-z]?\d+|\d+[a-z]", re.IGNORECASE)  # "E18.5", "Fig. 1c,2"
_BAND = re.compile(r"(?:\d{1,2}|[XY])[pq]")  # "17q21" of a chromosome
_FEW, _CLEAR, _LONG, _FAMILY = 4, 8, 5, 3
_LISTS = word_lists(__package__, "superscript_words.tsv")
_NUMBERED_THINGS = _LISTS["numbered things"]
UNITS = _LISTS["units"]
WEIGHTS = named_weights(__package__, "superscript_weights.tsv")


class Vocabulary:
    """Counts of the words of a document, numbers glued to them included."""

    def __init__(self, text: str):
        self._counts = Counter(word[0] for word in _WORD.finditer(text))
        self._decimals = Counter(number[0] for number in _DECIMAL.finditer(text))
        self._numbered: Counter[str] = Counter()  # by the word without its number
        self._family: Counter[str] = Counter()  # how many numbers each has
        for word, count in self._counts.items():
            stem = word.rstrip("0123456789")
            if stem != word:
                self._numbered[stem] += count
                self._family[stem] += 1

    def after_word(self, before: str, digits: str, size: int) -> list[str] | None:
        """Tell what speaks for and against a citation of ``digits[size:]``, None if it is none.

        Args:
            before: some characters before the digits.
            digits: all digits at the end of the word.
            size: how many of them would be of the word itself.
        """
        match = _NAME.search(before + digits[:size])
        if match is None:
            return None if size else ["sign"]
        name, number = match[0], digits[size:]
        last = _HYPHEN.split(name)[-1]
        is_power = last.lower() in UNITS and number in "23"
        if is_power or last.lower() in _NUMBERED_THINGS or _BAND.fullmatch(last):
            return None
        if name == "al" and before.endswith("et al"):
            return ["et al"]
        kind = _kind(last)
        if kind == "number" and name == last:
            return None
        features = [kind, *(["one digit"] if len(number) == 1 else []), *(["own"] if size else [])]
        if kind == "plain" and len(last) >= _LONG:
            features.append("long")
        if kind == "capitalised" and _AUTHOR.search(before[: len(before) - len(name)]):
            features.append("author")
        return features + self._counted(name, last, number, kind)

    def _counted(self, name: str, last: str, number: str, kind: str) -> list[str]:
        """Tell how often the name stands alone, with this number, and with others."""
        stem = name.rstrip("0123456789")
        alone = self._counts[name]
        if kind in ("plain", "short"):
            alone = self._counts[last] + self._counts[last.capitalize()]
        numbered = self._numbered[stem] - (alone if stem != name else 0)
        glued = self._counts[name + number]
        is_family = kind not in ("number", "plain") and self._family[stem] >= _FAMILY
        seen = {
            "alone often" if alone >= _FEW else "alone" if alone else "never alone": True,
            "mostly numbered": alone and 2 * alone <= numbered,
            "seldom numbered": alone > _CLEAR * numbered,
            "twice" if glued == 2 else "several times" if glued < 5 else "often": glued > 1,
            "oftener than alone": glued > alone,
            "family alone" if alone else "family": is_family,
        }
        return [name for name, is_seen in seen.items() if is_seen]

    def after_name(self, before: str, digits: str) -> list[str]:
        """Tell what speaks for a name with a number of its own, as in "Smad4,12 which"."""
        match = _NAME.search(before + digits)
        often = match is not None and self._counts[match[0]] > 2
        return ["after name", *(["known name"] if often else [])]

    def after_mark(self, before: str, name: str, digits: str) -> list[str] | None:
        """Tell what speaks for a number after punctuation, None if it is of an abbreviation.

        Args:
            before: some characters before the number, the last of them the mark.
            name: the word before the marks.
            digits: the number.
        """
        mark = before[-1]
        features = [f"after {mark}" if mark in ".,;:" else "after other mark"]
        if not before[-2].isalnum() or mark not in ".,:":
            return features
        if name.lower() in _NUMBERED_THINGS:
            return None
        if not name[-1:].isdigit():
            panel = len(name) == 1 or _AGE_OR_PANEL.fullmatch(name)
            return [*features, "after letter" if panel else "after word"]
        features.append("after digit")
        if _AGE_OR_PANEL.fullmatch(name):
            features.append("age")
        last = _HYPHEN.split(name)[-1]
        if self._decimals[last + mark + digits] > 1:
            features.append("decimal twice")
        return features


def name_before(before: str) -> str:
    """Return the word that a text ends with, or nothing."""
    match = _NAME.search(before)
    return match[0] if match else ""


def _kind(last: str) -> str:
    """Name the form of a word, or of its last part."""
    if last[-1:].isdigit():
        return "number" if last.isdigit() else "numbered"
    if last[:1].isdigit():
        return "number and letter"
    if len(last) < 2:
        return "letter"
    if last.islower():
        return "mixed" if not last.isalpha() else "short" if len(last) < 4 else "plain"
    if last[1:].islower():
        return "capitalised" if last.isalpha() else "mixed"
    return "capitals" if last.isupper() else "mixed"


def log_odds(features: Iterable[str]) -> float:
    """Add up what features weigh, in log-odds.

    >>> log_odds(["plain", "one digit"]) == WEIGHTS["plain"] + WEIGHTS["one digit"]
    True
    """
    return sum(map(WEIGHTS.__getitem__, features))


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
        if not features or text[position] == "0":
            return
        if marks := read_numbers(text, position, end, SUPERSCRIPT):
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
    if after[1].islower():
        return "before small"
    return "before capital" if after[1].isupper() else "before other"


def _ranges(marks: list[Mark]) -> list[str]:
    ranges = ["range"] if any(mark.implied for mark in marks) else []
    return ranges + ["long range"] * (len(marks) > _LONG_RANGE)
