"""Superscript numbers that a flattened text has glued to words: ``cells3,4``, ``shown.12 Next``.

A number glued to a word may as well be of a name ("p53", "CO2"), a unit ("cm2") or a decimal. What
tells them apart is the whole document: a word that stands there without a number too ("cells") is
seldom a name with a number; a name that is written with its number several times ("Smad4") is one.
"Brca24" is "Brca2" and 4 where the text has "Brca2" alone. So a candidate is strong, weak or faint,
and of those that are not strong the order of numbers decides (``styles.py``).
"""

import re
from collections import Counter
from enum import IntEnum
from typing import NamedTuple

from .marks import DASHES, SUPERSCRIPT, Mark
from .number_lists import read_numbers

_CLOSING = "\"'\u201d\u2019\u00bb)\\]"
_LIST = rf"\d{{1,3}}(?:[,{DASHES}]\d{{1,3}})*"
_GLUED = re.compile(
    rf"(?<=[^\W\d_])[-\u2010\u2011]?(?P<word>{_LIST})|(?:(?<=[\w%{_CLOSING}][.,;:?!{_CLOSING}])|(?<=al\.,))(?P<mark>{_LIST})"
)
_AFTER = re.compile(rf"[\w%\u00b0]|[.,:]\d|[{DASHES}/]\w|\s?[<>=\u00b1\u00d7]")
_WORD = re.compile(r"[^\W_]+(?:[-\u2010\u2011][^\W_]+)*")
_NAME = re.compile(r"(?<![^\W_])[^\W_]+(?:[-\u2010\u2011][^\W_]+)*[-\u2010\u2011]?$")
_DIGITS = re.compile(r"\d{1,3}")
_HYPHEN = re.compile(r"[-\u2010\u2011]")
_DECIMAL = re.compile(r"(?<![^\W_])[^\W_]+[.,]\d+")
_AGE_OR_PANEL = re.compile(r"[a-z]?\d+|\d+[a-z]", re.IGNORECASE)  # "E18.5", "Fig. 1c,2"
_MARKS = ".,;:?!" + _CLOSING.replace("\\", "")
_REACH = 40
_REPEATED = 2  # a name that is glued to one number more often has that number for its own
_ALONE = {2: 4, 3: 2}  # times that words of so many letters must stand alone; others once
_CLEAR = 8  # times that a name stands alone for each with a number, if it has none of its own
_LONG = 5  # letters that few names in small letters have
_NUMBERED_THINGS = frozenset(
    "fig figs figure figures table tables no nos vol p pp eq eqs eqn ref refs sec ch chap chapter "
    "tab exp v ver version page pages http www doi exon intron chr".split()
)
_UNITS = frozenset("m cm mm nm um \u03bcm \u00b5m km dm ft in s h g kg mg ml l min sec mol".split())


class Strength(IntEnum):
    """How much a number looks like a citation without regard to other numbers."""

    FAINT, WEAK, STRONG = range(3)


class Candidate(NamedTuple):
    """A number, or a list of them, that may be a citation.

    Attributes:
        choices: what would be cited, most likely first: of "Brca24" it may be 4, or 24.
        strength: how likely it is.
    """

    choices: list[list[Mark]]
    strength: Strength


def superscript_candidates(text: str) -> list[Candidate]:
    """Return what may be superscript citations, in order."""
    words = _Vocabulary(text)
    found = []
    for match in _GLUED.finditer(text):
        group = match.lastgroup or ""
        start, end = match.span(group)
        if _AFTER.match(text, end):
            continue
        before = text[max(start - _REACH, 0) : start]
        read = words.after_word if group == "word" else words.after_mark
        candidate = read(text, before, start, end)
        if candidate is not None:
            found.append(candidate)
    return found


def _chemical(before: str) -> bool:
    """Whether the bracket that ends is glued to a word: "Ca(OH)2"."""
    opened = max(before.rfind("("), before.rfind("["))
    return opened > 0 and before[opened - 1].isalnum()


class _Vocabulary:
    """How often the words of a document stand in it, numbers glued to them included."""

    def __init__(self, text: str):
        self._counts = Counter(word[0] for word in _WORD.finditer(text))
        self._decimals = Counter(number[0] for number in _DECIMAL.finditer(text))
        self._numbered: Counter[str] = Counter()  # by the word without its number
        for word, count in self._counts.items():
            stem = word.rstrip("0123456789")
            if stem != word:
                self._numbered[stem] += count

    def after_mark(self, text: str, before: str, start: int, end: int) -> Candidate | None:
        """Read numbers after punctuation, which is none of an abbreviation or a formula."""
        marks = read_numbers(text, start, end, SUPERSCRIPT)
        found = _NAME.search(before.rstrip(_MARKS))
        name = found[0] if found else ""
        mark = before[-1]
        if not marks or (mark in ")]" and _chemical(before)):
            return None
        strength = Strength.STRONG
        if before[-2].isalnum() and mark in ".,:":
            if name.lower() in _NUMBERED_THINGS:
                return None
            if name[-1:].isdigit() or _AGE_OR_PANEL.fullmatch(name):
                if not self._ends(text, name, start, end):
                    return None
                strength = Strength.WEAK
            elif len(name) == 1:  # an initial, unless a sentence ends there
                strength = Strength.WEAK
        return Candidate([marks], strength)

    def _ends(self, text: str, name: str, start: int, end: int) -> bool:
        """Whether the mark after "IL6" ends it, rather than beginning a decimal."""
        if _AGE_OR_PANEL.fullmatch(name):
            return False
        mark, after = text[start - 1], text[end : end + 2]
        if after.strip() and not (after[0].isspace() and (mark != "." or after[1].isupper())):
            return False
        last = _HYPHEN.split(name)[-1]
        return self._decimals[last + mark + _digits(text, start)] < 2

    def after_word(self, text: str, before: str, start: int, end: int) -> Candidate | None:
        """Read numbers after a word, or after a name with a number of its own."""
        found = _NAME.search(before)
        if found is None:
            return None
        name, digits = found[0], _digits(text, start)
        last = _HYPHEN.split(name)[-1]
        lower = last.lower()
        if lower in _NUMBERED_THINGS or (lower in _UNITS and digits in "23"):
            return None
        if last == lower and last.isalpha() and len(last) > 1:
            marks = read_numbers(text, start, end, SUPERSCRIPT)
            strength = self._strength_after(name, last, digits)
            if marks and strength is not None:
                return Candidate([marks], strength)
        if self._counts[name + digits] > _REPEATED:
            return self._after_name(text, start + len(digits), end)
        return self._named(text, name, digits, start, end)

    def _after_name(self, text: str, comma: int, end: int) -> Candidate | None:
        """Read what follows a name with a number: "Smad4,12 which"."""
        marks = (
            read_numbers(text, comma + 1, end, SUPERSCRIPT)
            if text[comma:end].startswith(",")
            else []
        )
        return Candidate([marks], Strength.WEAK) if marks else None

    def _strength_after(self, name: str, last: str, digits: str) -> Strength | None:
        """How much a number after a word in small letters looks like a citation."""
        alone = self._counts[last] + self._counts[last.capitalize()]
        numbered, glued = self._numbered[name], self._counts[name + digits]
        if 2 * alone >= numbered and alone >= _ALONE.get(len(last), 1):
            return Strength.STRONG
        if len(last) >= _LONG and (glued <= _REPEATED or last.endswith("ed")):
            return Strength.STRONG
        return Strength.WEAK if len(last) > 3 and numbered < 2 else None

    def _named(self, text: str, name: str, digits: str, start: int, end: int) -> Candidate | None:
        """Divide a name from a number, at the place where the name is best known."""
        known = {
            size: self._counts[name + digits[:size]]
            for size in range(len(digits))
            if digits[size] != "0" and (len(name) > 1 or (size and name.islower()))
        }
        glued = self._counts[name + digits]
        sizes = [size for size, count in known.items() if count > 2 * glued or (size and count)]
        sizes.sort(key=lambda size: -known[size])
        strength = Strength.WEAK
        if not sizes:
            if len(digits) < 2 or len(name) < 2:
                return None
            sizes, strength = [0], Strength.FAINT
        elif not sizes[0] and known[0] >= _CLEAR * self._numbered[name] and digits[0] != "0":
            strength = Strength.STRONG
        lists = [read_numbers(text, start + size, end, SUPERSCRIPT) for size in sizes]
        choices = [marks for marks in lists if marks]
        return Candidate(choices, strength) if choices else None


def _digits(text: str, start: int) -> str:
    found = _DIGITS.match(text, start)
    return found[0] if found else ""
