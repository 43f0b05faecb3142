"""Numbers of a citing sentence with what they measure and the species they are about."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from ..words.stem import porter_stem
from .quantity_words import (
    BOUNDS,
    CHROMOSOMES,
    COMPARED,
    COUNTED,
    DOSE,
    EVENT,
    EXAMPLE,
    FAMILY,
    FAMILY_NAME,
    LOSS,
    MARK,
    NOT_SIZE,
    OWN_NUMBER,
    PART,
    POWERS,
    SHARE_OF,
    SHARED,
    SMALL,
    SUBSTANCE,
    SUBSTANCES,
    UNITS,
    VALUE,
    WORD,
)
from .taxa import Taxon

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
        near = text[max(0, match.start() - 2 * _NEAR) : end]
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
    words = (match[0].lower() for match in WORD.finditer(MARK.sub(" ", text)))
    return frozenset(porter_stem(word) for word in words if word not in SMALL and len(word) > 1)
