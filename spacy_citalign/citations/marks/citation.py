"""The record of one citation in a text, and lists of reference numbers: ``3``, ``3-7, 9``."""

import re
from typing import NamedTuple

NUMBERED, AUTHOR_YEAR, SUPERSCRIPT = STYLES = ("numbered", "author-year", "superscript")
Span = tuple[int, int]  # half-open characters
# For the inside of a character class.
DASHES = "\\-\u2010\u2011\u2013\u2014\u2212"
_LONGEST_RANGE = 60  # "3-400" is no range of references
_TOKEN = re.compile(
    rf"(?P<low>\d{{1,4}})(?:\s?[{DASHES}]\s?(?P<high>\d{{1,4}}))?(?![\w.])"
    r"|(?P<blank>\s)|[,;&.]|(?:and|or|see|also|e\.?g|cf|refs?|references?|reviewed|reviews?|in|for"
    r"|by|therein|examples?)\b"
)


class Mark(NamedTuple):
    """One citation of one work.

    Attributes:
        start: first character. Of a number the number itself, of a member of a range the whole
            range; of author and year the citation without the brackets around it.
        end: the character after the last.
        key: ``"3"``, or the first surname as written, a blank, and the year with its letter:
            ``"van der Berg 2004a"``.
        style: ``"numbered"``, ``"author-year"`` or ``"superscript"``.
        implied: whether it lies inside of a range and is not written itself.
    """

    start: int
    end: int
    key: str
    style: str
    implied: bool = False


def read_numbers(text: str, start: int, end: int, style: str) -> list[Mark]:
    """Return the marks of a list of numbers, none where it is anything else.

    Words as in "see 3" may stand in it. Of a range both ends are marks of their own, with the
    members between them implied; "123-5" is 123 to 125. No number has more than three digits, so
    that years are none.

    >>> [(m.key, text[m.start : m.end]) for text in ["3-5, 9"]
    ...  for m in read_numbers(text, 0, len(text), "numbered")]
    [('3', '3'), ('4', '3-5'), ('5', '5'), ('9', '9')]
    """
    marks: list[Mark] = []
    position, apart = start, True
    while position < end:
        token = _TOKEN.match(text, position, end)
        if token is None:
            return []
        if token["low"]:
            numbers = _range(token, style) if apart else None
            if not numbers:
                return []
            marks += numbers
        apart = token["low"] is None and (apart or token["blank"] is None)
        position = token.end()
    return marks


def _range(token: re.Match[str], style: str) -> list[Mark] | None:
    low, high = token["low"], token["high"]
    if not 0 < int(low) < 1000:
        return None
    first = Mark(*token.span("low"), str(int(low)), style)
    if high is None:
        return [first]
    high = low[: max(len(low) - len(high), 0)] + high
    if int(high) > 999:
        return None
    last = Mark(*token.span("high"), str(int(high)), style)
    members = implied_between(first, last)
    return None if members is None else [first, *members, last]


def implied_between(first: Mark, last: Mark) -> list[Mark] | None:
    """Return the members of a range between its ends, None if it is no range of references."""
    low, high = int(first.key), int(last.key)
    if not 0 < high - low <= _LONGEST_RANGE:
        return None
    span = first.start, last.end
    return [Mark(*span, str(n), first.style, implied=True) for n in range(low + 1, high)]
