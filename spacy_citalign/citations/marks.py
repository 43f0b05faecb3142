"""The record of one citation in a text, and the characters that such marks are made of."""

from typing import NamedTuple

NUMBERED, AUTHOR_YEAR, SUPERSCRIPT = STYLES = ("numbered", "author-year", "superscript")
# For the inside of a character class.
DASHES = "\\-\u2010\u2011\u2013\u2014\u2212"


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
