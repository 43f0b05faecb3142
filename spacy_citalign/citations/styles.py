"""Styles of citation that a document uses, by the order and number of its reference numbers.

References are numbered as they first appear, or by name: either way nearly every number up to the
largest is cited, and in the first case a new number is little larger than the largest before.
Years, counts of animals and enumerations do not run so.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from .marks import Mark
from .numbered import BracketedNumbers
from .superscript import Candidate, Reading
from .superscript_order import best_reading, order_of

_GAP = 10  # no number that is larger than all others by more is of a reference
_STRONG = 1.0  # log-odds of a superscript that is certain without regard to order
_LEAST = 5  # numbers that make a style certain
_LEAST_ROUND = 8  # numbers that do so for round brackets, as enumerations have few
_LEAST_UNORDERED = 12  # superscripts in no order, as of a list by name, that do so
_COVERED = 0.6  # of the numbers up to the largest
_FITTING = 0.7  # of all numbers are no outliers
_IN_ORDER = 0.7  # of new numbers are larger than the one before
_SHARE = 0.2  # of the marks of the main style that a second one needs
_SEVERAL = 5  # marks that a style needs to do without a certain one


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
        covered = self.distinct >= max(_LEAST, _COVERED * self.largest)
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
    ascending = sum(a < b for a, b in pairwise(new))
    return Numbering(
        len(new),
        largest,
        len(fitting) / max(len(numbers), 1),
        ascending / max(len(new) - 1, 1),
    )


def square_marks(groups: Iterable[BracketedNumbers]) -> tuple[list[Mark], bool]:
    """Return the marks of numbers in square brackets, and whether they are certain."""
    marks = [mark for group in groups for mark in group.marks]
    return marks, _are_certain(marks)


def round_marks(
    groups: Sequence[BracketedNumbers], *, asked: bool = False
) -> tuple[list[Mark], bool]:
    """Return the marks of numbers in round brackets, none if uncertain, unless ``asked`` for."""
    run = numbering([number for group in groups for number in group.numbers])
    certain = run.certain and run.distinct >= _LEAST_ROUND
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
    certain = run.certain or (run.complete and run.distinct >= _LEAST_UNORDERED)
    return [reading for reading in strong if reading.numbers[-1] <= run.largest], certain


def _are_certain(marks: Sequence[Mark]) -> bool:
    return numbering([int(mark.key) for mark in marks]).complete


def both_kept(numbers: int, certain: bool, names: int) -> tuple[bool, bool]:
    """Tell whether numbers and whether author-year marks are kept, given how many there are.

    The few marks of one style among many of another are other things: names in the text of an
    article that cites by number, or numbers in brackets that cite nothing.
    """
    keep_numbers = certain or names < _SEVERAL or numbers >= _SHARE * names
    keep_names = names >= _SHARE * numbers if names >= _SEVERAL else not certain
    return keep_numbers, keep_names
