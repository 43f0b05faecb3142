"""A sentence in pieces: its plain text, marks of citation, and words that are set off."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...schema import Citance, CitationMark


class Piece(NamedTuple):
    """A part of a sentence.

    Attributes:
        text: as it stands there.
        kind: classes of HTML, "" for plain text, "aside" for what belongs to other marks.
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

    What its marks of the work do not cover is set back.

    Args:
        citance: the sentence.
        highlights: what else is set off; where it overlaps a mark or one before it, it is not.
    """
    pieces = text_pieces(citance.text, [*mark_highlights(citance.marks), *highlights])
    return pieces if citance.scope is None else list(_set_back(pieces, citance.scope))


def mark_highlights(marks: Iterable[CitationMark]) -> list[Highlight]:
    """Return marks of citation as they are set off."""
    return [Highlight(one.start, one.end, "mark own" if one.cites else "mark") for one in marks]


def _set_back(pieces: Iterable[Piece], scope: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """Yield pieces with plain text outside of a scope in pieces of its own."""
    start = 0
    for piece in pieces:
        end = start + len(piece.text)
        borders = {border for span in scope for border in span if start < border < end}
        cuts = [start, *sorted(borders), end]
        for first, last in pairwise(cuts if not piece.kind else [start, end]):
            inside = piece.kind or any(begin <= first < stop for begin, stop in scope)
            text = piece.text[first - start : last - start]
            yield Piece(text, piece.kind if inside or not text.strip() else "aside", piece.name)
        start = end


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
