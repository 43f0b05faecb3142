"""Find the marks of citation in a text."""

import re
from collections.abc import Collection, Sequence

from ..errors import SettingError
from .author_year import find_author_year
from .groups import group_extents
from .marks import AUTHOR_YEAR, NUMBERED, STYLES, SUPERSCRIPT, Mark
from .numbered import round_groups, square_groups
from .styles import both_kept, round_marks, square_marks, superscript_marks
from .superscript import superscript_candidates

_BLANK = r"[ \t]{0,20}"
_REFERENCES = re.compile(
    rf"^{_BLANK}(?:\d{{1,2}}\.?{_BLANK})?(?:references?|bibliography|literature|reference list"
    r"|(?:literature|works|references) cited|cited (?:literature|references)"
    rf"|references and (?:further reading|notes)){_BLANK}:?{_BLANK}\r?$",
    re.IGNORECASE | re.MULTILINE,
)
# How the article itself is to be cited.
_OWN = re.compile(
    r"^[ \t]*(?:citation|(?:how to )?cite this article(?: as)?)[ \t]*:.*$", re.I | re.M
)


def find_citations(text: str, *, styles: Collection[str] | None = None) -> list[Mark]:
    """Return the citations in a text, by start and end, members of a range by number.

    Nothing is looked for after a line that is only the heading of a list of references.

    Args:
        text: a whole document, by best; in a sentence alone, numbers in square brackets and
            author-year marks are found.
        styles: of "numbered" (brackets, square or round), "author-year" and "superscript", those to
            look for; None leaves that to the text. Styles that are asked for are found where the
            text gives little evidence for them, too.

    Raises:
        SettingError: there is no such style.

    >>> [(mark.key, mark.implied) for mark in find_citations("It grows [3-5] (Ng 2004).")]
    [('3', False), ('4', True), ('5', False), ('Ng 2004', False)]
    """
    unknown = sorted(set(styles or ()) - set(STYLES), key=str)
    if unknown or isinstance(styles, str):
        raise SettingError(f"styles are {styles!r}; give a list of some of {', '.join(STYLES)}")
    references = _REFERENCES.search(text)
    body = text[: references.start()] if references else text
    marks = _decided(body) if styles is None else _asked(body, styles)
    own_lines = [line.span() for line in _OWN.finditer(body)]
    marks = [mark for mark in marks if not any(a <= mark.start < b for a, b in own_lines)]
    return sorted(marks, key=_order)


def extents(text: str, marks: Sequence[Mark]) -> list[tuple[int, int]]:
    """Return the whole groups that marks stand in, with brackets, sorted and disjoint.

    >>> text = "seen [3,4-6] (Smith et al. 2004; Lee 2005)"
    >>> [text[start:end] for start, end in extents(text, find_citations(text))]
    ['[3,4-6]', '(Smith et al. 2004; Lee 2005)']
    """
    return group_extents(text, [(mark.start, mark.end) for mark in marks])


def _decided(text: str) -> list[Mark]:
    """Find the styles of which the text is evidence; of those with numbers, one."""
    square = square_marks(square_groups(text))
    others = [round_marks(round_groups(text)), superscript_marks(superscript_candidates(text))]
    numbers, certain = max(
        [square, *(style for style in others if style[1])],
        key=lambda style: (style[1], len({mark.key for mark in style[0]})),
    )
    names = find_author_year(text)
    keep_numbers, keep_names = both_kept(len(numbers), certain, len(names))
    return numbers * keep_numbers + names * keep_names


def _asked(text: str, styles: Collection[str]) -> list[Mark]:
    marks: list[Mark] = []
    if NUMBERED in styles:
        square, _ = square_marks(square_groups(text))
        marks += square or round_marks(round_groups(text), asked=True)[0]
    if SUPERSCRIPT in styles:
        marks += superscript_marks(superscript_candidates(text), asked=True)[0]
    if AUTHOR_YEAR in styles:
        marks += find_author_year(text)
    return marks


def _order(mark: Mark) -> tuple[int, int, str, int, str]:
    number = int(mark.key) if mark.style != AUTHOR_YEAR else 0
    return mark.start, mark.end, mark.style, number, mark.key
