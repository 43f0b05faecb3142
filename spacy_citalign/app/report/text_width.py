"""The width of text in a terminal, whose letters take one or two cells, or none."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from unicodedata import category, east_asian_width

BETWEEN = "  "  # columns of a table


def display_width(text: str) -> int:
    r"""Return how many cells printable ``text`` takes.

    Wide letters of East Asian scripts and emoji take two, combining marks none.

    >>> display_width("p53"), display_width("\u86cb\u767d"), display_width("e\u0301")
    (3, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_cells, text))


def padded(text: str, width: int) -> str:
    """Return ``text`` flush left in ``width`` cells."""
    return text + " " * (width - display_width(text))


def pieces(text: str, width: int) -> list[str]:
    """Return ``text`` in pieces of at most ``width`` cells, 2 or more; marks stay at their letter.

    >>> pieces("chromatin", 4)
    ['chro', 'mati', 'n']
    """
    lines, filled = [""], 0
    for letter in text:
        cells = _cells(letter)
        if filled + cells > width:
            lines.append("")
            filled = 0
        lines[-1] += letter
        filled += cells
    return lines


def wrapped(words: Iterable[str], width: int, most: int | None = None) -> list[str]:
    """Return words in lines of at most ``width`` cells, at least 2.

    A word that is wider stands alone; one of more than ``most`` cells, if not given ``width``, is
    broken.

    >>> wrapped("the heat of chromatin".split(), 8)
    ['the heat', 'of', 'chromati', 'n']
    """
    lines: list[str] = []
    for word in words:
        if lines and display_width(lines[-1]) + 1 + display_width(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines += pieces(word, width if most is None else most)
    return lines


def cut(text: str, width: int) -> str:
    """Return ``text`` in at most ``width`` cells, at least 4; dots stand for what is left out.

    >>> cut("chromatin", 9), cut("chromatin", 8)
    ('chromatin', 'chrom...')
    """
    if display_width(text) <= width:
        return text
    return pieces(text, width - 3)[0].rstrip() + "..."


def column_widths(rows: Sequence[Sequence[Sequence[str]]]) -> list[int]:
    """Return the width of each column of rows of cells: that of its widest line."""
    return [
        max(display_width(line) for cell in column for line in cell)
        for column in zip(*rows, strict=True)
    ]


def lines_of_rows(rows: Sequence[Sequence[Sequence[str]]]) -> str:
    """Return rows of cells, each of them lines, with every column as wide as its widest line."""
    widths = column_widths(rows)
    lines = []
    for row in rows:
        for texts in zip_longest(*row, fillvalue=""):
            cells = [padded(text, width) for text, width in zip(texts, widths, strict=True)]
            lines.append(BETWEEN.join(cells).rstrip())
    return "\n".join(lines)


def _cells(letter: str) -> int:
    # Vowels and final consonants of Hangul join the consonant before them.
    if category(letter) in ("Mn", "Me") or "\u1160" <= letter <= "\u11ff":
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1
