"""The lines of a list of references, from a page or from plain text."""

from typing import NamedTuple


class ListLine(NamedTuple):
    """A line of a list of references.

    Attributes:
        text: as it stands, without white space around.
        indent: points from the left edge of its column; None where nobody knows.
        page: from 1; 0 where there are none.
        column: of the page, from 0.
        gap: to the line before in the same column, in line heights beyond usual; None where nobody
            knows, as at the head of a column. Plain text has 1 behind an empty line, else 0.
    """

    text: str
    indent: float | None = None
    page: int = 0
    column: int = 0
    gap: float | None = None


def lines_of_text(text: str) -> list[ListLine]:
    r"""Return the lines of a list in plain text; a blank before the first word is an indent.

    >>> [(line.text, line.indent, line.gap) for line in lines_of_text("Orlova.\n  Salt.\n\nPetty")]
    [('Orlova.', 0.0, 0), ('Salt.', 2.0, 0), ('Petty', 0.0, 1)]
    """
    lines: list[ListLine] = []
    empty = False
    for raw in text.splitlines():
        stripped = raw.strip()
        if stripped:
            indent = float(len(raw) - len(raw.lstrip()))
            lines.append(ListLine(stripped, indent, gap=int(empty and bool(lines))))
        empty = not stripped
    return lines
