"""How much room a text takes in a terminal, whose letters are one or two cells wide, or none."""

from collections.abc import Iterable
from unicodedata import category, east_asian_width


def display_width(text: str) -> int:
    r"""The cells that printable ``text`` takes.

    Wide letters of East Asian scripts and emoji take two, combining marks none.

    >>> display_width("p53"), display_width("\u86cb\u767d"), display_width("e\u0301")
    (3, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_cells, text))


def padded(text: str, width: int) -> str:
    """``text`` flush left in ``width`` cells."""
    return text + " " * (width - display_width(text))


def pieces(text: str, width: int) -> list[str]:
    """``text`` in pieces of at most ``width`` cells, at least 2; marks stay with their letter.

    >>> pieces("chromatin", 4)
    ['chro', 'mati', 'n']
    """
    found, used = [""], 0
    for letter in text:
        cells = _cells(letter)
        if used + cells > width:
            found.append("")
            used = 0
        found[-1] += letter
        used += cells
    return found


def wrapped(words: Iterable[str], width: int, most: int | None = None) -> list[str]:
    """Words in lines of at most ``width`` cells, at least 2.

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
    """``text`` in at most ``width`` cells, at least 4; dots stand for what is left out.

    >>> cut("chromatin", 9), cut("chromatin", 8)
    ('chromatin', 'chrom...')
    """
    if display_width(text) <= width:
        return text
    return pieces(text, width - 3)[0].rstrip() + "..."


def _cells(letter: str) -> int:
    # Vowels and final consonants of Hangul join the consonant before them.
    if category(letter) in ("Mn", "Me") or "\u1160" <= letter <= "\u11ff":
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1
