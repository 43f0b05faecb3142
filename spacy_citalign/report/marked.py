"""Text with marked stretches, for a terminal.

A mention is a plain record: ``start_char`` and ``end_char`` (characters of the text, half-open),
``confidence`` (probability in [0, 1], or None where it is not known) and, if wanted, ``label``.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Mention = Mapping[str, Any]

_STYLE = "\x1b[1;32m"
_FAINT = "\x1b[2m"
_END = "\x1b[0m"
_HARMLESS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if code not in (9, 10)}


def without_overlaps(mentions: Iterable[Mention]) -> tuple[list[Mention], int]:
    """The mentions in reading order, and how many were left out for overlapping an earlier one.

    Of two that start together the longer stays. Empty mentions are left out too.
    """
    kept: list[Mention] = []
    end = 0
    left_out = 0
    for mention in sorted(mentions, key=lambda m: (m["start_char"], -m["end_char"])):
        if mention["start_char"] < end or mention["start_char"] >= mention["end_char"]:
            left_out += 1
        else:
            kept.append(mention)
            end = mention["end_char"]
    return kept, left_out


def marked_text(text: str, mentions: Iterable[Mention], *, colour: bool = False) -> str:
    """``text`` with its mentions marked: in brackets, or in ANSI colours.

    Control characters, which could steer the terminal, are shown as U+FFFD.

    >>> marked_text("p53 binds MDM2.", [{"start_char": 0, "end_char": 3, "confidence": 0.98}])
    '[p53 0.98] binds MDM2.'
    """
    parts: list[str] = []
    offset = 0
    for mention in without_overlaps(mentions)[0]:
        start, end = mention["start_char"], mention["end_char"]
        parts.append(printable(text[offset:start]))
        parts.append(_mark(printable(text[start:end]), mention.get("confidence"), colour))
        offset = end
    parts.append(printable(text[offset:]))
    return "".join(parts)


def printable(text: str) -> str:
    """``text`` without control characters other than tab and newline, of the same length."""
    return text.translate(_HARMLESS)


def _mark(text: str, confidence: float | None, colour: bool) -> str:
    """One marked stretch with its confidence, if that is known."""
    number = "" if confidence is None else f" {confidence:.2f}"
    if colour:
        return f"{_STYLE}{text}{_END}" + (number and f"{_FAINT}{number}{_END}")
    return f"[{text}{number}]"
