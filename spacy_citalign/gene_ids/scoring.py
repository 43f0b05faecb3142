"""Scores of gene ids: those of whole texts, counted once a text."""

from collections.abc import Iterable, Set

from ..words.hit_counts import HitCounts


def score_id_sets(pairs: Iterable[tuple[Set[str], Set[str]]]) -> HitCounts:
    """Return the score of texts, each with its right ids and those that were given.

    >>> score_id_sets([({"1", "2"}, {"2", "3"}), (set(), {"4"})])
    HitCounts(gold=2, predicted=3, correct=1)
    """
    sizes = [(len(gold), len(given), len(gold & given)) for gold, given in pairs]
    return HitCounts(*map(sum, zip((0, 0, 0), *sizes, strict=True)))
