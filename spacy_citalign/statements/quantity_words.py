"""Words and patterns of numbers: units, counted things, bounds. The lists are in quantities.tsv."""

import re
from collections.abc import Sequence

from ..words.data_files import data_rows


def _rows(name: str) -> list[list[str]]:
    return [row[1:] for row in data_rows(__package__, "quantities.tsv") if row[0] == name]


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _words(name: str) -> list[str]:
    return [word for (cell,) in _rows(name) for word in cell.split("|")]


def _beginnings(name: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + _any(_words(name)) + ")", re.I)


UNITS = {
    spelling: (measure, float(factor))
    for measure, factor, spellings in _rows("unit")
    for spelling in spellings.split("|")
}
COUNTED = {word: name for name, words in _rows("count") for word in words.split("|")}
_NUMBER = r"\d{1,3}(?:[, ]\d{3}){1,6}(?:\.\d+)?|\d+(?:\.\d+)?"
_TO = r"\s?(?:-|to|and)\s?"
BOUNDS = {
    word: bound
    for bound in ("vague", "above", "below")
    for (words,) in _rows(bound)
    for word in words.split("|")
}
_BEFORE = rf"(?:(?<![\w.])(?P<bound>{_any([*BOUNDS])})\s?(?:the |an? )?)?"
_NO_NOUN = "and |or |of |in |to |from |were |was |are |is "
_COUNTED_WORDS = rf"(?:(?!{_NO_NOUN})[A-Za-z][\w-]* ){{0,3}}?(?:{_any([*COUNTED])})"
VALUE = re.compile(
    rf"{_BEFORE}(?<![\w.,-])(?P<low>{_NUMBER})(?:\s?%?{_TO}(?P<high>{_NUMBER}))?"
    rf"(?:\s?\u00b1\s?(?P<error>{_NUMBER}))?\s?%?(?: (?P<power>thousand|million|billion))?"
    rf"(?:[\s-]?(?P<unit>{_any([*UNITS])})(?![\w-])| (?P<counted>{_COUNTED_WORDS})(?![\w-]))"
)
CHROMOSOMES = re.compile(
    r"\b(2n|n|x) ?= ?(?:\d+ ?[x\u00d7X] ?= ?)?(?P<low>\d+)\b(?! ?[x\u00d7X]\b)"
)
POWERS = {"thousand": 1e3, "million": 1e6, "billion": 1e9, None: 1.0}
EVENT = re.compile("|".join(rf"\b(?P<{name}>{words})" for name, words in _rows("event")), re.I)
SMALL = frozenset(_words("small"))
SHARED = frozenset(_words("share of"))
DOSE = _beginnings("dose")
NOT_SIZE = _beginnings("not size")
PART = _beginnings("part")
_NOUN = r"[\w'\u2019-]+"
SHARE_OF = re.compile(rf" of (?:all |the |total |its |their )*((?:{_NOUN} ){{0,3}}{_NOUN})")
EXAMPLE = re.compile(r"\b(?:such as|like|unlike|e\.g\.,?) $")
COMPARED = re.compile(r"\b(?:than|like|unlike|compared|to)\b")
LOSS = re.compile(
    r"\b(?:yields?|production|productivity|crop) (?:loss|losses|reductions?|declines?)\b"
    r"|\b(?:loss|losses|reductions?|declines?) (?:of|in) (?:[\w-]+ ){0,2}(?:yields?|production)\b"
    r"|\b(?:reduc|decreas|declin)\w+ (?:[\w-]+ ){0,3}(?:yields?|production)\b"
)
FAMILY = re.compile(r"\b(?:[A-Z]{2}[A-Za-z0-9]*|[A-Z][a-z]?[A-Z0-9][\w]*)(?:-[A-Z]\w*)?\b")
FAMILY_NAME = re.compile(rf"({FAMILY.pattern}) (?:gene |protein )?(?:super)?family\b")
OWN_NUMBER = re.compile(
    r"\b(?:we|our|this (?:study|work|paper|map)|the present)\b(?!.{0,2000}[;:])", re.I
)
SUBSTANCES = {word: name for name, words in _rows("substance") for word in words.split("|")}
SUBSTANCE = re.compile(rf"(?<![\w-])(?:{_any([*SUBSTANCES])})(?![\w-])")
# A mark of citation with a year, or an address: their words are not of the sentence.
MARK = re.compile(r"[(\[][^()\[\]]*\b(?:et al|(?:19|20)\d\d)\b[^()\[\]]*(?:[)\]]|$)|https?:\S+")
WORD = re.compile(r"[^\W\d_][\w-]*")
# Dashes and spaces of one character, which are written without a thought.
ALIKE = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | dict.fromkeys("\u00a0\u2009\u202f\u2002", " ")
)
