"""Pages as PDFium would give them, set from lines of text at places.

A character is half as wide as its size; superscripts stand between ``^`` and ``|``.
"""

from typing import NamedTuple

import numpy as np

from spacy_citalign.inputs.formats.pdf.characters import PageCharacters

WIDTH, HEIGHT = 600.0, 800.0
NAMES = ("Serif", "Serif-Bold", "Serif-Italic")


class Set(NamedTuple):
    """A line: its text, its left edge and baseline, its size, 0 upright, 1 bold, 2 italic."""

    text: str
    left: float
    baseline: float
    size: float = 10.0
    font: int = 0
    upright: bool = True


def page_of(*lines: Set, number: int = 1, width: float = WIDTH) -> PageCharacters:
    """Return a page of lines, in the order in which they are given."""
    codes: list[int] = []
    boxes: list[tuple[float, float, float, float]] = []
    rest: list[tuple[float, float, int, bool]] = []
    for line in lines:
        left, raised = line.left, False
        for sign in line.text:
            if sign in "^|":
                raised = sign == "^"
                continue
            size = line.size * (0.6 if raised else 1)
            base = line.baseline - (0.35 * line.size if raised else 0)
            codes.append(ord(sign))
            boxes.append((left, base - 0.8 * size, left + size / 2, base + 0.2 * size))
            rest.append((base, size, line.font, line.upright))
            left += size / 2
    columns = list(zip(*rest, strict=True)) or [(), (), (), ()]
    return PageCharacters(
        number,
        width,
        HEIGHT,
        np.array(codes, np.uint32),
        np.array(boxes, np.float32).reshape(-1, 4),
        np.array(columns[0], np.float32),
        np.array(columns[1], np.float32),
        np.array(columns[2], np.int16),
        np.array(columns[3], bool),
        NAMES,
        (False, True, False),
        (False, False, True),
    )


def column(
    text: str, left: float, top: float, *, letters: int = 50, size: float = 10.0, indent: float = 0
) -> list[Set]:
    """Return a paragraph as lines of about so many letters, the first of them indented."""
    lines: list[str] = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > letters:
            lines.append(word)
        else:
            lines[-1] = longer
    return [
        Set(line, left + (0 if number else indent), top + number * 1.2 * size, size)
        for number, line in enumerate(lines)
    ]
