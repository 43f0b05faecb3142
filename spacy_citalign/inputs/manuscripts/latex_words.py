r"""What commands of LaTeX stand for, marks of citation among them; short pieces as plain words."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from ...words.data_files import data_rows

LOST = "\x00"  # what holds the place of comments and verbatim text
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
    rows: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name, kind, value in data_rows(__package__, "latex.tsv"):
        rows[kind][name] = value
    return Commands(
        rows["symbol"],
        {name: chr(int(value, 16)) for name, value in rows["accent"].items()},
        {name: int(value) for name, value in rows["section"].items()},
        {name: int(value) for name, value in rows["drop"].items()},
        rows["cite"],
    )


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
    symbol = _SIGNS.get(name, name) if match["sign"] else known.symbols.get(name)
    return None if symbol is None else Letter(symbol, match.end())


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


_SPACE = re.compile(rf"[ \t{LOST}]{{0,200}}(?:\n[ \t{LOST}]{{0,200}})?")
_KEY = re.compile(rf"[^,\s{LOST}{{}}](?:[^,{{}}]{{0,300}}[^,\s{LOST}{{}}])?")
_NOTE = re.compile(r"(?P<open>[\[{(])|(?P<close>[\]})])|\\.", re.DOTALL)
_NO_CITES = ("nocite", "citestyle", "setcitestyle", "citename", "citedefalias", "bibcite")
_ANY_CITE = re.compile(
    r"\\(?P<name>[A-Za-z]{0,30}[Cc]ite[A-Za-z]{0,30})\*?\s{0,3}(?:\[[^\[\]]{0,300}\]\s{0,3}){0,2}"
    r"\{(?P<keys>[^{}]{1,2000})\}"
)
_MAX_NOTE = 1_000  # characters of "[see p. 3]"
_MAX_GROUPS = 50  # of \cites


class Group(NamedTuple):
    """The keys of one pair of braces, with half-open characters of what is said around them.

    Each key comes with its first character.
    """

    before: tuple[int, int] | None
    after: tuple[int, int] | None
    keys: list[tuple[str, int]]


def cite_form(name: str) -> str:
    r"""Return how a command of citation reads, "" for one that is none.

    What is not known and has "cite" in its name is someone's own, and reads as ``\cite`` does.

    >>> cite_form("citet"), cite_form("mycite"), cite_form("nocite"), cite_form("emph")
    ('narrative', 'round', '', '')
    """
    known = commands()
    if (form := known.cites.get(name)) is not None:
        return form
    if "cite" not in name.lower() or name in known.dropped or name in _NO_CITES:
        return ""
    return "narrative" if name.lower().startswith("text") else "round"


def read_cite(
    text: str, start: int, name: str, partners: Mapping[int, int]
) -> tuple[list[Group], int]:
    """Return the groups of a mark of which the name ends at a character, and the one behind it.

    Args:
        text: the LaTeX.
        start: the character behind the name and its star.
        name: of the command.
        partners: the closing brace of each opening one.
    """
    groups: list[Group] = []
    is_many = name.endswith("cites")
    openings = ("[", "(") if is_many else ("[",)
    end = start
    while len(groups) < (_MAX_GROUPS if is_many else 1):
        notes: list[tuple[int, int]] = []
        place = _SPACE.match(text, end).end()  # type: ignore[union-attr]
        while text[place : place + 1] in openings and len(notes) < 4:
            close = _closing(text, place)
            if close is None:
                break
            if text[place] == "[":
                notes.append((place + 1, close))
            place = _SPACE.match(text, close + 1).end()  # type: ignore[union-attr]
        brace_end = partners.get(place) if text[place : place + 1] == "{" else None
        if brace_end is None:
            break
        keys = [(one[0], one.start()) for one in _KEY.finditer(text, place + 1, brace_end)]
        before = notes[0] if len(notes) > 1 else None
        groups.append(Group(before, notes[-1] if notes else None, keys))
        end = brace_end + 1
    return groups, end


def count_keys(text: str, start: int, end: int) -> int:
    r"""Return how many keys are cited between two characters.

    >>> text = r"\caption{Frogs \cite[3]{zork, lake} and \nocite{toads}}"
    >>> count_keys(text, 0, len(text))
    2
    """
    found = _ANY_CITE.finditer(text, start, end)
    return sum(len(_KEY.findall(one["keys"])) for one in found if cite_form(one["name"]))


def _closing(text: str, start: int) -> int | None:
    """Return the bracket that closes the one at a character, if it is near."""
    depth = 0
    for match in _NOTE.finditer(text, start, start + _MAX_NOTE):
        depth += bool(match["open"]) - bool(match["close"])
        if depth == 0:
            return match.start()
    return None
