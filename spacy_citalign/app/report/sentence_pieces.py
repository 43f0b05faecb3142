"""A sentence in pieces: its plain text, marks of citation, and words that are set off."""

from collections.abc import Iterable
from typing import NamedTuple

from ...schema import Citance


class Piece(NamedTuple):
    """A part of a sentence.

    Attributes:
        text: as it stands there.
        kind: classes of HTML, "" for plain text.
        name: of the class of words, "" for all else.
    """

    text: str
    kind: str = ""
    name: str = ""


class Highlight(NamedTuple):
    """Half-open characters that are set off; kind and name are those of a piece."""

    start: int
    end: int
    kind: str
    name: str = ""


def sentence_pieces(citance: Citance, highlights: Iterable[Highlight] = ()) -> list[Piece]:
    """Return the text of a citance in pieces, its marks of citation set off.

    Args:
        citance: the sentence.
        highlights: what else is set off; where it overlaps a mark or one before it, it is not.
    """
    marks = [
        Highlight(mark.start, mark.end, "mark own" if mark.cites else "mark")
        for mark in citance.marks
    ]
    return text_pieces(citance.text, [*marks, *highlights])


def text_pieces(text: str, highlights: Iterable[Highlight]) -> list[Piece]:
    """Return a text in pieces; a highlight that overlaps one before it is left out."""
    pieces: list[Piece] = []
    last = 0
    kept: list[Highlight] = []
    for highlight in highlights:
        if not any(highlight.start < one.end and one.start < highlight.end for one in kept):
            kept.append(highlight)
    for start, end, kind, name in sorted(kept):
        if start > last:
            pieces.append(Piece(text[last:start]))
        pieces.append(Piece(text[start:end], kind, name))
        last = end
    if last < len(text):
        pieces.append(Piece(text[last:]))
    return pieces
