"""Numbers of a citing sentence: how much of what, of which species."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from ..words.data_files import data_rows
from ..words.stem import porter_stem
from .taxa import Taxon, find_taxa

_MAX_CHARACTERS = 3_000  # of a sentence; longer ones are lists and tables


def _rows(name: str) -> list[list[str]]:
    return [row[1:] for row in data_rows(__package__, "quantities.tsv") if row[0] == name]


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _beginnings(name: str) -> str:
    return r"\b(?:" + _any([word for (cell,) in _rows(name) for word in cell.split("|")]) + ")"


_UNITS = {
    spelling: (measure, float(factor))
    for measure, factor, spellings in _rows("unit")
    for spelling in spellings.split("|")
}
_COUNTED = {word: name for name, words in _rows("count") for word in words.split("|")}
_NUMBER = r"\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_TO = r"\s?(?:-|to|and)\s?"
_BOUNDS = {
    word: bound
    for bound in ("vague", "above", "below")
    for (words,) in _rows(bound)
    for word in words.split("|")
}
_BEFORE = rf"(?:(?<![\w.])(?P<bound>{_any([*_BOUNDS])})\s?(?:the |an? )?)?"
_COUNTED_WORDS = rf"(?:(?!and |or |of |in |to |from |were |was |are |is )[A-Za-z][\w-]* ){{0,3}}?(?:{_any([*_COUNTED])})"
_VALUE = re.compile(
    rf"{_BEFORE}(?<![\w.,-])(?P<low>{_NUMBER})(?:\s?%?{_TO}(?P<high>{_NUMBER}))?"
    rf"(?:\s?\u00b1\s?(?P<error>{_NUMBER}))?\s?%?(?: (?P<power>thousand|million|billion))?"
    rf"(?:[\s-]?(?P<unit>{_any([*_UNITS])})(?![\w-])| (?P<counted>{_COUNTED_WORDS})(?![\w-]))"
)
_CHROMOSOMES = re.compile(r"\b(2n|n|x) ?= ?(?:\d+ ?[x×X] ?= ?)?(?P<low>\d+)\b(?! ?[x×X]\b)")
_POWERS = {"thousand": 1e3, "million": 1e6, "billion": 1e9, None: 1.0}
_EVENT = re.compile("|".join(rf"\b(?P<{name}>{words})" for name, words in _rows("event")), re.I)
_SMALL = frozenset(word for (cell,) in _rows("small") for word in cell.split("|"))
_NOT_SIZE = re.compile(_beginnings("not size"), re.I)
_PART = re.compile(_beginnings("part"), re.I)
_SHARE_OF = re.compile(r" of (?:all |the |total |its |their )*((?:[\w-]+ ){0,3}[\w-]+)")
_EXAMPLE = re.compile(r"\b(?:such as|like|unlike|e\.g\.,?) $")
_COMPARED = re.compile(r"\b(?:than|like|unlike|compared|to)\b")
_LOSS = re.compile(
    r"\b(?:yields?|production|productivity|crop) (?:loss|losses|reductions?|declines?)\b"
    r"|\b(?:loss|losses|reductions?|declines?) (?:of|in) (?:[\w-]+ ){0,2}(?:yields?|production)\b"
    r"|\b(?:reduc|decreas|declin)\w+ (?:[\w-]+ ){0,3}(?:yields?|production)\b"
)
_FAMILY = re.compile(r"\b(?:[A-Z]{2,}[A-Za-z0-9]*|[A-Z][a-z]?[A-Z0-9][\w]*)(?:-[A-Z]\w*)?\b")
_OWN = re.compile(r"\b(?:we|our|this (?:study|work|paper|map)|the present)\b(?!.*[;:])", re.I)
_SUBSTANCES = {word: name for name, words in _rows("substance") for word in words.split("|")}
_SUBSTANCE = re.compile(rf"(?<![\w-])(?:{_any([*_SUBSTANCES])})(?![\w-])")
_WORD = re.compile(r"[^\W\d_][\w-]*")
# Dashes and spaces of one character, which are written without a thought.
_ALIKE = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | dict.fromkeys("\u00a0\u2009\u202f\u2002", " ")
)
_NEAR = 60  # characters that say what a number is about
_OTHER_THING = 5  # times: so far apart numbers are hardly of one thing
_TOLERANCE = 0.05  # of a rounded number, and
_VAGUE_TOLERANCE = 0.03  # of one that is said to be approximate


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


@lru_cache(maxsize=4096)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the numbers of a sentence that may be compared with those of others.

    A sentence that gives two numbers of one kind and one species says nothing that can be compared.
    """
    if len(text) > _MAX_CHARACTERS or not any(map(str.isdigit, text)):
        return ()
    text = text.translate(_ALIKE)
    taxa = find_taxa(text)
    found = [*_chromosome_numbers(text, taxa), *_values(text, taxa)]
    same = defaultdict(list)
    for one in found:
        same[one.kind, one.taxa if one.kind[0] != "share" else None].append(one)
    return tuple(ones[0] for ones in same.values() if not any(differ(ones[0], o) for o in ones))


def differ(first: Quantity, second: Quantity) -> bool:
    """Return whether two numbers of one kind cannot both be right.

    A range or a bound holds the other number, or one is the other rounded.
    """
    if first.low <= second.high and second.low <= first.high:
        return False
    below, above = sorted((first, second), key=lambda one: one.low)
    gap = above.low - below.high
    rounded = min(max(first.step, second.step) / 2, _TOLERANCE * above.low)
    if first.vague or second.vague:
        rounded = max(rounded, min(max(first.step, second.step), _TOLERANCE * above.low))
        rounded = max(rounded, _VAGUE_TOLERANCE * above.low)
    return gap > rounded


def in_conflict(first: Quantity, second: Quantity) -> bool:
    """Return whether two numbers are of the same thing and differ."""
    if first.kind != second.kind or not differ(first, second):
        return False
    below, above = sorted((first, second), key=lambda one: one.low)
    if above.low > _OTHER_THING * below.high:
        return False
    return _ABOUT[first.kind[0]](first, second)


def _same_taxon(first: Quantity, second: Quantity) -> bool:
    return bool(first.taxa) and first.taxa == second.taxa


def _same_event(first: Quantity, second: Quantity) -> bool:
    shared = len(first.taxa & second.taxa)
    if first.kind[1] == "divergence":
        return shared > 1 and first.taxa == second.taxa
    return 2 * shared >= len(first.taxa | second.taxa) > 0


def _same_words(first: Quantity, second: Quantity) -> bool:
    if first.taxa != second.taxa:
        return False
    shared = len(first.words & second.words)
    return shared >= 3 and shared >= 0.3 * min(len(first.words), len(second.words))


def _same_share(first: Quantity, second: Quantity) -> bool:
    if "loss" in first.kind:
        return bool(first.taxa) and _same_words(first, second)
    return first.taxa == second.taxa and len(first.words & second.words) >= 2


def _same_count(first: Quantity, second: Quantity) -> bool:
    ratio = first.low / second.low if second.low else 0
    if first.kind[2]:  # the members of a gene family
        return 0.5 <= ratio <= 2 and _same_taxon(first, second)
    return 0.8 <= ratio <= 1.25 and _same_words(first, second)


_ABOUT = {
    "bases": _same_taxon,
    "chromosomes": _same_taxon,
    "years ago": _same_event,
    "count": _same_count,
    "share": _same_share,
    "yield": _same_words,
    "content": _same_words,
}


def _chromosome_numbers(text: str, taxa: Sequence[Taxon]) -> Iterator[Quantity]:
    for match in _CHROMOSOMES.finditer(text):
        near = text[max(0, match.start() - _NEAR) : match.end() + _NEAR]
        if match[1] != "2n" and not re.search(r"\b(?:chromosomes?|haploid|2n)\b", near):
            continue  # "n = 3 mice"
        number = float(match["low"])
        taxon = _nearest(match.start(), match.end(), taxa, text)
        yield Quantity(
            *match.span(),
            match.span(),
            ("chromosomes", match[1]),
            number,
            number,
            1,
            False,
            taxon,
            frozenset(),
        )


def _values(text: str, taxa: Sequence[Taxon]) -> Iterator[Quantity]:
    for match in _VALUE.finditer(text):
        kind = _kind(text, match)
        if not kind:
            continue
        factor = _POWERS[match["power"]]
        if match["unit"]:
            factor *= _UNITS[match["unit"]][1]
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
        bound = _BOUNDS.get(match["bound"] or "")
        if bound == "above":
            high = float("inf")
        elif bound == "below":
            low = 0.0
        behind = 0 if kind[0] == "share" else 2 * _NEAR  # what a share is of is its kind
        near = text[max(0, match.start() - 2 * _NEAR) : match.end() + behind]
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
            _stems(near),
        )


def _kind(text: str, match: re.Match[str]) -> tuple[str, ...]:
    """Return what a value measures; nothing if it cannot be told."""
    before = text[max(0, match.start() - _NEAR) : match.start()]
    after = text[match.end() : match.end() + _NEAR]
    if _OWN.search(before):
        return ()
    if match["counted"]:
        *_, noun = match["counted"].split()
        if _PART.search(before[-25:]) or _PART.search(after):
            return ()
        counted = _COUNTED.get(noun, noun)
        names = (
            " ".join(sorted(set(_FAMILY.findall(match["counted"])))) if counted == "gene" else ""
        )
        return "count", counted, names
    measure = _UNITS[match["unit"]][0]
    if measure == "bases":
        near = before[-40:] + " " + after[:12]
        told = re.search(r"\bgenomes?\b", text[max(0, match.start() - 150) : match.end() + 30])
        return ("bases", "genome") if told and not _NOT_SIZE.search(near) else ()
    if measure == "years ago":
        told = [*_EVENT.finditer(text, 0, match.start())] or [*_EVENT.finditer(text)][:1]
        return ("years ago", str(told[-1].lastgroup)) if told else ()
    if measure == "share":
        if _LOSS.search(before + " " + after[:30]):
            return "share", "", "loss"
        of = _SHARE_OF.match(after)
        words = [*takewhile(lambda word: word not in _SMALL, of[1].split())] if of else ()
        return ("share", porter_stem(words[-1])) if words else ()
    if measure != "content":
        return (measure, "")
    substances = sorted({_SUBSTANCES[one[0]] for one in _SUBSTANCE.finditer(before + after)})
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
    if behind and _COMPARED.search(text, end, behind.start):
        behind = None
    before = [
        taxon for taxon in taxa if taxon.end <= start and not _EXAMPLE.search(text[: taxon.start])
    ]
    outside = [one for one in before if not _is_closed(text[one.end : start])]
    before = outside or before
    if before:
        return frozenset([before[-1].name])
    return frozenset([behind.name] if behind and behind.start - end < _NEAR else [])


def _is_closed(between: str) -> bool:
    """Return whether a bracket that was open before some characters closes in them."""
    opened = between.find("(")
    closed = between.find(")")
    return closed >= 0 and (opened < 0 or closed < opened)


def _stems(text: str) -> frozenset[str]:
    words = (match[0].lower() for match in _WORD.finditer(text))
    return frozenset(porter_stem(word) for word in words if word not in _SMALL and len(word) > 1)
