r"""Hide marks of citation from whatever finds sentences, at equal length.

What replaces a group depends on its place:

- within a sentence, and before the mark that ends it: a lower-case word, so that nothing breaks
  after "al." or before a capital in the mark;
- after the mark that ends a sentence, and before no small letter: blanks, as it is of the sentence
  before ("shown. [3] Next"). Blanks too where it is glued to a comma or an abbreviation, as the
  superscript is in "cells,3 which": the word before is then as it would be alone;
- where a sentence begins with it ("[14] showed", "Smith et al. (2004) showed"): a capitalised word.

Line breaks inside of a group are kept, since detectors look at how long lines are.
"""

import re
from collections.abc import Sequence

from .citation import Span
from .mark_groups import group_extents

_REACH = 40
_CLOSED = "\"'\u201d\u2019)]"
_ENDS = ".?!\u2026"
_LINE_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_EMPTY_LINE = re.compile(r"(?:\r\n|\n|\r)[^\S\n\r]*[\n\r]|\u2029")
_ABBREVIATION = re.compile(
    r"(?:^|[^\w.])(?:et al|al|e\.g|i\.e|cf|vs|viz|ca|approx|figs?|refs?|nos?|eqs?|dr|prof|st|spp?"
    r"|resp)\.$",
    re.IGNORECASE,
)


def mask_citations(text: str, spans: Sequence[Span]) -> str:
    """Return a text of the same length in which groups of citations look like plain words.

    Args:
        text: the text.
        spans: half-open characters of marks or of whole groups, in any order. They are widened to
            the groups that they are in; characters outside of these stay.

    >>> mask_citations("As Yan et al. [4] showed.[3] Next", [(15, 16), (26, 27)])
    'As Yan et al. xxx showed.    Next'
    """
    inside = [(max(start, 0), min(end, len(text))) for start, end in spans]
    parts: list[str] = []
    done = 0
    for start, end in group_extents(text, inside):
        parts += [text[done:start], _mask(text, start, end)]
        done = end
    parts.append(text[done:])
    return "".join(parts)


def _mask(text: str, start: int, end: int) -> str:
    first, others = _letters(text, start, end)
    pairs = zip(text[start:end], first + others * (end - start - 1), strict=True)
    return "".join(letter if letter in _LINE_BREAKS else mask for letter, mask in pairs)


def _letters(text: str, start: int, end: int) -> tuple[str, str]:
    """Return what replaces the first character of a group, and the others."""
    word, name, blank = ("x", "x"), ("X", "x"), (" ", " ")
    before = text[max(start - _REACH, 0) : start]
    stripped = before.rstrip()
    if not stripped or _EMPTY_LINE.search(before, len(stripped)):
        return name
    glued = not before[-1].isspace()
    core = stripped.rstrip(_CLOSED)
    if _ABBREVIATION.search(core):
        return blank if glued and core == stripped else word
    if glued and stripped[-1] in ",;:" and not text[end : end + 1].strip():
        return blank
    if not core.endswith(tuple(_ENDS)):
        return word
    if text[start].isalpha():  # authors, as what the sentence speaks of
        return name
    if glued:
        return blank
    return name if text[end : end + _REACH].lstrip()[:1].islower() else blank
