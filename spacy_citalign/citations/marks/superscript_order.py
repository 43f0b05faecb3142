"""The choice among readings of superscripts by the order of the numbers in the document.

References are mostly numbered as they first appear. At each place some numbers were cited before,
and a new one is the next, or one that nothing else in the text cites. "SIFT30" between what cites
29 and 31 is a citation; "Dmrt2" long after 2 is more likely a name. The readings that are certain
without regard to order give the frame: the longest chain of first appearances with rising numbers.

Where the certain numbers are in no order, as in a list of references by name, order tells nothing
but how large the numbers are.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .superscript import Candidate, Reading, log_odds

_OPEN_END = 12  # how far numbers may go beyond the largest that is certain
_IN_ORDER = 0.7  # of the certain numbers are in the chain; in a random order of 20, some 0.4
_SOON = 3
_FEW = 4


class CitationOrder(NamedTuple):
    """The first citations of numbers, as far as they are certain.

    Attributes:
        starts: character of the first citation of each number of the chain, ascending.
        numbers: these numbers, ascending.
        counts: how often each number is certainly cited.
        readings: by number, the starts of all readings that would cite it, ascending.
    """

    starts: list[int]
    numbers: list[int]
    counts: Counter[int]
    readings: dict[int, list[int]]

    def features(self, reading: Reading) -> list[str]:
        """Tell how the numbers of a reading stand to those before and after it."""
        start, end = reading.marks[0].start, reading.marks[-1].end
        i = bisect_left(self.starts, start)
        j = bisect_left(self.starts, end)  # without what the reading itself cites
        low = self.numbers[i - 1] if i else 0
        largest = self.numbers[-1] if self.numbers else 0
        high = self.numbers[j] if j < len(self.numbers) else largest + _OPEN_END
        numbers = reading.numbers
        length = "1" if numbers[-1] < 10 else "2"
        if numbers[-1] >= high:
            return [f"ahead {length}"]
        if numbers[-1] <= low:
            count = self.counts[numbers[-1]]
            often = "often" if count >= _FEW else "again" if count > 1 else "rare"
            return [f"seen {often} {length}"]
        new = [number for number in numbers if number > low]
        step = "soon" if new[0] <= low + _SOON else "later"
        if new[0] == low + 1:
            step = "fills" if numbers[-1] == high - 1 else "next"
        return [f"{step} {length}", *self._needed(new, i, j)]

    def _needed(self, new: Sequence[int], i: int, j: int) -> list[str]:
        """Tell whether nothing certain cites the new numbers, and how many readings would."""
        between = set(self.numbers[i:j])
        if any(self.counts[number] > (number in between) for number in new):
            return []
        previous = self.starts[i - 1] if i else -1
        following = self.starts[j] if j < len(self.starts) else float("inf")
        starts_by_number = [self.readings[number] for number in new]
        readings = max(
            bisect_right(starts, following) - bisect_right(starts, previous)
            for starts in starts_by_number
        )
        how_many = "one" if readings == 1 else "few" if readings < _FEW else "many"
        return [f"needed, {how_many}", *(["open end"] if j == len(self.starts) else [])]


def order_of(candidates: Iterable[Candidate], certain: Iterable[Reading]) -> CitationOrder:
    """Find how numbers run from readings that are certain, given as they stand in the text.

    Where these are in no order, all numbers up to the largest count as if cited before.
    """
    counts: Counter[int] = Counter()
    first: dict[int, int] = {}
    for reading in certain:
        for number in reading.numbers:
            counts[number] += 1
            first.setdefault(number, reading.marks[0].start)
    chain = _longest_rise(list(first))
    if len(chain) < _IN_ORDER * len(first):
        chain = [max(first)]
        first[chain[0]] = -1
    readings: dict[int, list[int]] = defaultdict(list)
    for candidate in candidates:
        for reading in candidate:
            for number in reading.numbers:
                readings[number].append(reading.marks[0].start)
    for starts in readings.values():
        starts.sort()
    return CitationOrder([first[number] for number in chain], chain, counts, readings)


def _longest_rise(numbers: Sequence[int]) -> list[int]:
    """Return the longest rising part of a sequence, its members in order.

    >>> _longest_rise([1, 9, 2, 3])
    [1, 2, 3]
    """
    lowest: list[int] = []  # last members of the best parts of each length
    before: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(lowest, number)
        before[number] = lowest[length - 1] if length else None
        lowest[length : length + 1] = [number]
    chain: list[int] = []
    last = lowest[-1] if lowest else None
    while last is not None:
        chain.append(last)
        last = before[last]
    return chain[::-1]


def best_reading(candidate: Candidate, order: CitationOrder | None) -> tuple[Reading, float]:
    """Return the best reading and its log-odds, with regard to order if that is known."""
    scored = [
        (reading, reading.log_odds + (log_odds(order.features(reading)) if order else 0.0))
        for reading in candidate
    ]
    return max(scored, key=lambda pair: pair[1])
