"""Numbers of a citing sentence with what they measure and the species they are about.

Words and patterns of units, counted things and bounds stand in quantities.tsv.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from ..words.data_files import data_rows
from ..words.stem import porter_stem
from .taxa import Taxon


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
BOUNDS = {word: bound for bound in ("vague", "above", "below") for word in _words(bound)}
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


_NEAR = 60  # characters that say what a number is about


class Quantity(NamedTuple):
    """A number of something.

    Attributes:
        start: its first character; its unit is among its characters.
        end: behind its last one.
        core: the same two.
        kind: what is measured: numbers of one kind can be compared.
        low: the least that it can be, as written; with ``high`` a range or a bound.
        high: the most.
        step: by how much its last digit that is not 0 counts: 8,400 counts hundreds.
        vague: whether it is called approximate.
        taxa: the species it is about.
        words: stems of the words around it.
    """

    start: int
    end: int
    core: tuple[int, int]
    kind: tuple[str, ...]
    low: float
    high: float
    step: float
    vague: bool
    taxa: frozenset[str]
    words: frozenset[str]


def chromosome_numbers(text: str, taxa: Sequence[Taxon]) -> Iterator[Quantity]:
    """Yield numbers of chromosomes: "2n = 6x = 42"."""
    for match in CHROMOSOMES.finditer(text):
        near = text[max(0, match.start() - _NEAR) : match.end() + _NEAR]
        if match[1] != "2n" and not re.search(r"\b(?:chromosomes?|haploid|2n)\b", near):
            continue  # "n = 3 mice"
        if OWN_NUMBER.search(text[max(0, match.start() - _NEAR) : match.start()]):
            continue
        number = float(match["low"])
        yield Quantity(
            *match.span(),
            match.span(),
            ("chromosomes", match[1]),
            number,
            number,
            1,
            False,
            _nearest(match.start(), match.end(), taxa, text),
            frozenset(),
        )


def values(text: str, taxa: Sequence[Taxon]) -> Iterator[Quantity]:
    """Yield numbers with a unit, and numbers of things that are counted."""
    for match in VALUE.finditer(text):
        kind = _kind(text, match)
        if not kind:
            continue
        factor = POWERS[match["power"]]
        if match["unit"]:
            factor *= UNITS[match["unit"]][1]
        low, step = _number(match["low"])
        high = low
        if match["high"]:
            high, other_step = _number(match["high"])
            step = min(step, other_step)
            if high < low:
                continue
        if match["error"]:
            error = _number(match["error"])[0]
            low, high = low - error, high + error
        bound = BOUNDS.get(match["bound"] or "")
        if bound == "above":
            high = float("inf")
        elif bound == "below":
            low = 0.0
        # What a share is of, and what stands behind it, is often alike: what has it tells.
        end = match.start() if kind[0] == "share" else match.end() + 2 * _NEAR
        about = (
            frozenset(taxon.name for taxon in taxa)
            if kind[0] not in ("bases", "count")
            else _nearest(match.start(), match.end(), taxa, text)
        )
        yield Quantity(
            match.start("low"),
            match.end(),
            (match.start("low"), match.end()),
            kind,
            low * factor,
            high * factor,
            step * factor,
            bound == "vague",
            about,
            _stems(text[max(0, match.start() - 2 * _NEAR) : end]),
        )


def _kind(text: str, match: re.Match[str]) -> tuple[str, ...]:
    """Return what a value measures; nothing if it cannot be told."""
    before = text[max(0, match.start() - _NEAR) : match.start()]
    after = text[match.end() : match.end() + _NEAR]
    if OWN_NUMBER.search(before):
        return ()
    if match["counted"]:
        *_, noun = match["counted"].split()
        if PART.search(before[-25:]) or PART.search(after):
            return ()
        counted = COUNTED.get(noun, noun)
        names = " ".join(sorted(set(FAMILY.findall(match["counted"])))) if counted == "gene" else ""
        if noun == "members" and not names:
            families = FAMILY_NAME.findall(before)
            if not families:
                return ()  # of a household
            names = families[-1]
        return "count", counted, names
    measure = UNITS[match["unit"]][0]
    if measure == "bases":
        near = before[-40:] + " " + after[:12]
        told = re.search(r"\bgenomes?\b", text[max(0, match.start() - 150) : match.end() + 30])
        return ("bases", "genome") if told and not NOT_SIZE.search(near) else ()
    if measure == "years ago":
        events = [*EVENT.finditer(text, 0, match.start())] or [*EVENT.finditer(text)][:1]
        return ("years ago", str(events[-1].lastgroup)) if events else ()
    if measure == "share":
        if LOSS.search(before + " " + after[:30]):
            return "share", "", "loss"
        of = SHARE_OF.match(after)
        words = takewhile(lambda word: word not in SMALL, of[1].split()) if of else ()
        heads = [word for word in words if word in SHARED]
        return ("share", porter_stem(heads[-1])) if heads else ()
    if measure != "content":
        return (measure, "")
    if DOSE.search(before + " " + after):
        return ()
    substances = sorted({SUBSTANCES[one[0]] for one in SUBSTANCE.finditer(before + after)})
    return ("content", " ".join(substances)) if substances else ()


def _number(written: str) -> tuple[float, float]:
    """Return a number as written, and by how much its last digit that is not 0 counts."""
    digits = re.sub(r"[^\d.]", "", written)
    _, _, decimals = digits.partition(".")
    if decimals:
        return float(digits), 10.0 ** -len(decimals)
    zeros = len(digits) - len(digits.rstrip("0"))
    return float(digits), 10.0 ** min(zeros, len(digits) - 1)


def _nearest(start: int, end: int, taxa: Sequence[Taxon], text: str) -> frozenset[str]:
    """Return the species that a number stands with: the next before it, else the one behind it."""
    within = [one for one in taxa if start <= one.start < end]
    if within:
        return frozenset([within[0].name])
    behind = next((taxon for taxon in taxa if taxon.start >= end), None)
    if behind and re.fullmatch(r"[ -]+(?:genome of )?(?:the )?", text[end : behind.start]):
        return frozenset([behind.name])
    if behind and COMPARED.search(text, end, behind.start):
        behind = None
    before = [
        taxon for taxon in taxa if taxon.end <= start and not EXAMPLE.search(text[: taxon.start])
    ]
    before = [one for one in before if not _is_closed(text[one.end : start])] or before
    if before:
        return frozenset([before[-1].name])
    return frozenset([behind.name] if behind and behind.start - end < _NEAR else [])


def _is_closed(between: str) -> bool:
    """Return whether a bracket that was open before some characters closes in them."""
    opened = between.find("(")
    closed = between.find(")")
    return closed >= 0 and (opened < 0 or closed < opened)


def _stems(text: str) -> frozenset[str]:
    words = (match[0].lower() for match in WORD.finditer(MARK.sub(" ", text)))
    return frozenset(porter_stem(word) for word in words if word not in SMALL and len(word) > 1)
