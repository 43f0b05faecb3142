"""The marks of citation in a text, and the styles of citation that it uses.

References are numbered as they first appear, or by name: either way nearly every number up to the
largest is cited, and in the first case a new number is little larger than the largest before.
Years, counts of animals and enumerations do not run so.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...errors import SettingError
from ..references.lists import find_reference_list, without_list
from .author_year import find_author_year
from .citation import AUTHOR_YEAR, NUMBERED, STYLES, SUPERSCRIPT, Mark
from .mark_groups import group_extents
from .numbered import BracketedNumbers, round_groups, square_groups
from .superscript import Candidate, Reading, superscript_candidates
from .superscript_order import best_reading, order_of

_GAP = 10  # no number that is larger than all others by more is of a reference
_STRONG = 1.0  # log-odds of a superscript that is certain without regard to order
_MIN_NUMBERS = 5  # numbers that make a style certain
_MIN_ROUND = 8  # numbers that do so for round brackets, as enumerations have few
_MIN_UNORDERED = 12  # superscripts in no order, as of a list by name, that do so
_COVERED = 0.6  # of the numbers up to the largest
_FITTING = 0.7  # of all numbers are no outliers
_IN_ORDER = 0.7  # of new numbers are larger than the one before
_SHARE = 0.2  # of the marks of the main style that a second one needs
_SEVERAL = 5  # marks that a style needs to do without a certain one
# How the article itself is to be cited.
OWN_CITATION = re.compile(
    r"^[ \t]*(?:citation|(?:how to )?cite this article(?: as)?)[ \t]*:.*$", re.I | re.M
)


class Numbering(NamedTuple):
    """The order of the numbers of a document.

    Attributes:
        distinct: how many there are, but for outliers.
        largest: the largest but for outliers, which lie beyond a gap.
        fitting: the share of all numbers up to that.
        in_order: the share of numbers that are larger than the one that was new before.
    """

    distinct: int
    largest: int
    fitting: float
    in_order: float

    @property
    def complete(self) -> bool:
        """True if nearly every number up to the largest occurs."""
        covered = self.distinct >= max(_MIN_NUMBERS, _COVERED * self.largest)
        return covered and self.fitting >= _FITTING

    @property
    def certain(self) -> bool:
        """True if these are numbers of references, given as these first appear."""
        return self.complete and self.in_order >= _IN_ORDER


def numbering(numbers: Sequence[int]) -> Numbering:
    """Tell how numbers run, in the order of the text.

    >>> numbering([1, 2, 2, 90, 4])
    Numbering(distinct=3, largest=4, fitting=0.8, in_order=1.0)
    """
    largest = 0
    for number in sorted(set(numbers)):
        if number > largest + _GAP:
            break
        largest = number
    fitting = [number for number in numbers if number <= largest]
    new = list(dict.fromkeys(fitting))
    share = len(fitting) / max(len(numbers), 1)
    in_order = sum(a < b for a, b in pairwise(new)) / max(len(new) - 1, 1)
    return Numbering(len(new), largest, share, in_order)


def square_marks(groups: Iterable[BracketedNumbers]) -> tuple[list[Mark], bool]:
    """Return the marks of numbers in square brackets, and whether they are certain."""
    marks = [mark for group in groups for mark in group.marks]
    return marks, numbering([int(mark.key) for mark in marks]).complete


def round_marks(
    groups: Sequence[BracketedNumbers], *, asked: bool = False
) -> tuple[list[Mark], bool]:
    """Return the marks of numbers in round brackets, none if uncertain, unless ``asked`` for."""
    run = numbering([number for group in groups for number in group.numbers])
    certain = run.certain and run.distinct >= _MIN_ROUND
    if not certain:
        return ([mark for group in groups for mark in group.marks] if asked else []), False
    kept = [group for group in groups if max(group.numbers) <= run.largest]
    return [mark for group in kept for mark in group.marks], True


def superscript_marks(
    candidates: Sequence[Candidate], *, asked: bool = False
) -> tuple[list[Mark], bool]:
    """Return the marks of superscripts, none if uncertain, unless ``asked`` for.

    Readings that are certain without regard to other numbers tell how these run, and that decides
    on all.
    """
    strong, certain = certain_readings(candidates)
    if not (certain or asked):
        return [], False
    order = order_of(candidates, strong) if certain else None
    best = (best_reading(candidate, order) for candidate in candidates)
    return [mark for reading, odds in best if odds > 0 for mark in reading.marks], certain


def certain_readings(candidates: Iterable[Candidate]) -> tuple[list[Reading], bool]:
    """Return readings that need no other numbers to be right, and whether they show the style."""
    best = (max(candidate, key=lambda reading: reading.log_odds) for candidate in candidates)
    strong = [reading for reading in best if reading.log_odds > _STRONG]
    run = numbering([number for reading in strong for number in reading.numbers])
    certain = run.certain or (run.complete and run.distinct >= _MIN_UNORDERED)
    return [reading for reading in strong if reading.numbers[-1] <= run.largest], certain


def both_kept(numbers: int, certain: bool, names: int) -> tuple[bool, bool]:
    """Tell whether numbers and whether author-year marks are kept, given how many there are.

    The few marks of one style among many of another are other things: names in the text of an
    article that cites by number, or numbers in brackets that cite nothing.
    """
    keep_numbers = certain or names < _SEVERAL or numbers >= _SHARE * names
    keep_names = names >= _SHARE * numbers if names >= _SEVERAL else not certain
    return keep_numbers, keep_names


def find_citations(text: str, *, styles: Collection[str] | None = None) -> list[Mark]:
    """Return the citations in a text, by start and end, members of a range by number.

    Nothing is looked for in a list of references, see ``references``.

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
    body = without_list(text, find_reference_list(text))
    marks = _decided(body) if styles is None else _asked(body, styles)
    own_lines = [line.span() for line in OWN_CITATION.finditer(body)]
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
