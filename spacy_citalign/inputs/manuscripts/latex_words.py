r"""What commands of LaTeX stand for, and short pieces of LaTeX, as a title, as plain words."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ...words.data_files import data_rows

# A command with the white space behind it that it takes; what stands for itself behind a backslash.
TOKEN = re.compile(
    r"\\(?:(?P<name>[A-Za-z]+)\*?[ \t]*(?:\n(?!\s*\n)[ \t]*)?|(?P<sign>.|\n))"
    r"|(?P<dash>---?)|(?P<quote>``|'')|(?P<other>[{}$~^_&])",
    re.DOTALL,
)
_SIGNS = {"\\": " ", " ": " ", "\n": " ", ",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": ""}
_SIGNS |= dict.fromkeys("()[]@", "")
_OTHERS = {"~": " ", "&": " "}
_QUOTES = {"``": "\u201c", "''": "\u201d", "--": "\u2013", "---": "\u2014"}
# The letter that an accent is on: "{\i}", "\i", "e", "{e}"; the rest of its braces is left alone.
_ACCENTED = re.compile(
    r"\s{0,3}(?:\{\s{0,3})?(?:\\(i|j|aa|AA|o|O|ae|AE)(?![A-Za-z])\s?|([^\W\d_]))\}?"
)
_SPACES = re.compile(r"\s+")


class Commands(NamedTuple):
    """What the commands of LaTeX are, by their names.

    Attributes:
        symbols: characters that they stand for.
        accents: combining characters.
        sections: levels.
        dropped: how many arguments say nothing that is read.
        cites: how a mark of citation is read.
    """

    symbols: dict[str, str]
    accents: dict[str, str]
    sections: dict[str, int]
    dropped: dict[str, int]
    cites: dict[str, str]


@cache
def commands() -> Commands:
    """Return what the commands are."""
    found = Commands({}, {}, {}, {}, {})
    take: dict[str, Callable[[str, str], object]] = {
        "symbol": found.symbols.__setitem__,
        "accent": lambda name, value: found.accents.update({name: chr(int(value, 16))}),
        "section": lambda name, value: found.sections.update({name: int(value)}),
        "drop": lambda name, value: found.dropped.update({name: int(value)}),
        "cite": found.cites.__setitem__,
    }
    for name, kind, value in data_rows(__package__, "latex.tsv"):
        take[kind](name, value)
    return found


class Letter(NamedTuple):
    """What a command is in plain text, and the character behind it and its letter."""

    text: str
    end: int


def letter_at(text: str, match: re.Match[str]) -> Letter | None:
    """Return what a command or a sign stands for, None for one that stands for no character.

    Args:
        text: the LaTeX.
        match: of ``TOKEN`` in it.
    """
    known = commands()
    if written := match["dash"] or match["quote"]:
        return Letter(_QUOTES[written], match.end())
    if other := match["other"]:
        return Letter(_OTHERS.get(other, ""), match.end())
    name = match["name"] or match["sign"]
    if accent := known.accents.get(name):
        letter = _ACCENTED.match(text, match.end())
        # "\\." may be the end of a line and a full stop; "\c" of someone's own has no letter.
        if letter:
            base = known.symbols.get(letter[1], "") if letter[1] else letter[2]
            closes = letter[0].endswith("}") and "{" not in letter[0]
            end = letter.end() - closes
            return Letter(unicodedata.normalize("NFC", base + accent), end)
        return Letter("", match.end())
    if match["sign"]:
        return Letter(_SIGNS.get(name, name), match.end())
    if (symbol := known.symbols.get(name)) is not None:
        return Letter(symbol, match.end())
    return None


def plain_latex(text: str) -> str:
    r"""Return a piece of LaTeX, as a title or a name, as plain words.

    >>> plain_latex(r"M{\"u}ller \& Gar\c{c}on: {\em Rana} at 5\,\% of \emph{$\beta$-sites}")
    'Müller & Garçon: Rana at 5 % of β-sites'
    >>> plain_latex("``Frogs'' of \\'{\\i}"), plain_latex("plain")
    ('“Frogs” of í', 'plain')
    """
    if not TOKEN.search(text):
        return _SPACES.sub(" ", text).strip()
    pieces: list[str] = []
    done = 0
    while match := TOKEN.search(text, done):
        pieces.append(text[done : match.start()])
        letter = letter_at(text, match)
        pieces.append(letter.text if letter else "")
        done = letter.end if letter else match.end()
    pieces.append(text[done:])
    return _SPACES.sub(" ", "".join(pieces)).strip()
