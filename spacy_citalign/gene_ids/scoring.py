"""How well ids are given: those of whole texts, counted once a text."""

from collections.abc import Iterable, Set
from typing import NamedTuple


class IdScore(NamedTuple):
    """Counts of ids: right ones, wrong ones, and those that lack."""

    tp: int
    fp: int
    fn: int

    @property
    def precision(self) -> float:
        """The share of the ids that were given that is right, 0 to 1; 0 of none."""
        return self.tp / max(self.tp + self.fp, 1)

    @property
    def recall(self) -> float:
        """The share of the right ids that was given, 0 to 1; 0 of none."""
        return self.tp / max(self.tp + self.fn, 1)

    @property
    def f(self) -> float:
        """The harmonic mean of both, 0 to 1."""
        return 2 * self.tp / max(2 * self.tp + self.fp + self.fn, 1)


def score_id_sets(pairs: Iterable[tuple[Set[str], Set[str]]]) -> IdScore:
    """Return the score of texts, each with its right ids and those that were given.

    >>> score_id_sets([({"1", "2"}, {"2", "3"}), (set(), {"4"})])
    IdScore(tp=1, fp=2, fn=1)
    """
    counts = [0, 0, 0]
    for gold, given in pairs:
        counts[0] += len(gold & given)
        counts[1] += len(given - gold)
        counts[2] += len(gold - given)
    return IdScore(*counts)
