"""Headings: which blocks are some, and which section is in which."""

import re
from typing import NamedTuple

from ....words.data_files import word_lists
from .blocks import CAPTION, Block, begins_with_heading, has_ended, text_of
from .lines import plain

_NAMES = {
    kind: frozenset(name.replace("_", " ") for name in names)
    for kind, names in word_lists(__package__, "headings.tsv").items()
}
_NUMBER = re.compile(
    r"(?:(?:section\s)?(\d{1,2}(?:\.\d{1,2}){0,4})\.?|([IVX]{1,5})\.|([A-Z])\.|([A-Z](?:\.\d{1,2}){1,3})\.?)\s{1,4}(?=\S)"
)
_LONGEST = 200
_MOST_LINES = 4
_SMALLER = 0.6  # points
_SMALL_CAPITALS = 0.7  # of the size of the text: behind a number they are a heading
_LARGER = 1.07  # times the size of the text
SENTENCE_END = re.compile(r"[a-z)]\. [A-Z]")
_SPACED = re.compile(r"\w(?: \w){3,40}")
LETTER = re.compile(r"[^\W\d_]")


class Look(NamedTuple):
    """How a block is set: what headings of one level have in common."""

    size: float
    bold: bool
    italic: bool
    capitals: bool
    font: str


class Body(NamedTuple):
    """How most of the text of an article is set."""

    size: float
    font: str
    bold: bool


def look_of(block: Block) -> Look:
    """Return how a block is set."""
    letters = "".join(LETTER.findall(text_of(block)[:_LONGEST]))
    return Look(
        round(block.size * 2) / 2,
        all(line.bold for line in block.lines),
        all(line.italic for line in block.lines),
        len(letters) > 3 and letters.isupper(),
        block.lines[0].font,
    )


def named(text: str, kind: str) -> bool:
    """Return whether a text is the usual name of a section of some kind, numbered or not."""
    text = plain(text)
    if match := _NUMBER.match(text):
        text = text[match.end() :]
    text = text.strip(" .:\u2014\u2013-").lower()
    return len(text) < 60 and (
        " ".join(text.split()) in _NAMES[kind] or text.replace(" ", "") in _NAMES[kind]
    )


def closed_up(title: str) -> str:
    """Return a title without the blanks between letters that are set apart.

    >>> closed_up("A B S T R A C T"), closed_up("A frog")
    ('ABSTRACT', 'A frog')
    """
    return title.replace(" ", "") if _SPACED.fullmatch(title) else title


def is_heading(block: Block, body: Body) -> bool:
    """Return whether a block is a heading."""
    if len(block.lines) > _MOST_LINES:
        return False
    text = text_of(block)
    if len(text) > _LONGEST or not LETTER.search(text):
        return False
    if any(named(text, kind) for kind in ("main", "back")):
        return True
    if (
        CAPTION.match(text)
        or SENTENCE_END.search(text)
        or text.endswith((",", ";", "-"))
        or any(line.cells for line in block.lines)
        or any(begins_with_heading(line, body.bold) for line in block.lines[:2])
    ):
        return False
    look = look_of(block)
    start = text.lstrip("(\"'\u201c\u2018")
    number = _NUMBER.match(start)
    if not number and not start[:1].isupper() and not (start[:1].isdigit() and look.bold):
        return False
    letters = len(LETTER.findall(text))
    least = _SMALL_CAPITALS * body.size if number and look.capitals else body.size - _SMALLER
    if look.size < least or letters < max(3, 0.6 * len(text.replace(" ", ""))):
        return False
    larger = look.size > body.size * _LARGER
    bold = look.bold and not body.bold
    capitals = look.capitals and letters > 4
    own_font = all(line.font == look.font != body.font for line in block.lines)
    numbered = number is not None and (number[1] or number[4]) is not None and own_font
    if not (bold or larger or capitals or look.italic or numbered):
        return False
    if look.italic and not look.bold and not larger:
        # Italics may also begin a paragraph: headings are short, or numbered.
        return number is not None or (len(block.lines) <= 2 and not has_ended(text))
    return not has_ended(text) or text.endswith((".", ":", "?"))


class Sections:
    """The titles of the sections that are open, as headings come."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []  # level and title
        self._levels: dict[Look, int] = {}

    @property
    def path(self) -> tuple[str, ...]:
        """Return the titles from the outermost section to the innermost."""
        return tuple(title for _, title in self._open)

    def enter(self, title: str, look: Look) -> None:
        """Begin a section.

        Args:
            title: of the section.
            look: of its heading.
        """
        level = self._level(title, look)
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        self._open.append((level, title))

    def _level(self, title: str, look: Look) -> int:
        """Return the level of a heading, 1 for the outermost."""
        number = _NUMBER.match(title)
        if number and (digits := number[1] or number[4]):
            level = digits.count(".") + 1
        elif named(title, "main") or named(title, "back"):
            level = 1
        elif look in self._levels:
            return self._levels[look]
        else:
            level = self._open[-1][0] + 1 if self._open else 1
        self._levels.setdefault(look, level)
        return level
