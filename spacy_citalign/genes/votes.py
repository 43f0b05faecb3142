"""Votes of models for a mention, and the strategy that goes by them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..chain.joint import JointModel
from ..chain.lattice import Lattice
from ..chain.spans import TokenSpans, spans_from_triples
from .integration import Solutions
from .posteriors import mean_posteriors

Triple = tuple[int, int, int]


def decode_votes(
    best_spans: Sequence[TokenSpans],
    models: Sequence[JointModel],
    lattices: Sequence[Lattice],
    least: int,
) -> Solutions:
    """Take the mentions that at least ``least`` models' own best paths have.

    Of overlapping ones that with more votes is taken, then the likelier by the models' mean, then
    the longer. Where ``least`` is a majority none overlap, as a path has one of them only.

    Args:
        best_spans: the mentions on the best path of each model.
        models, lattices: what tells how likely overlapping ones are.
        least: 1 to the number of models.
    """
    votes = Counter(span for spans in best_spans for span in spans.triples())
    kept = sorted(span for span, count in votes.items() if count >= least)
    claims = Counter(cell for span in kept for cell in _cells(span))
    disputed = [span for span in kept if any(claims[cell] > 1 for cell in _cells(span))]
    likely = dict.fromkeys(kept, 0.0)
    if disputed:
        means = mean_posteriors(models, lattices, spans_from_triples(disputed))
        likely |= zip(disputed, means.tolist(), strict=True)
    chosen: list[Triple] = []
    taken: set[tuple[int, int]] = set()
    for span in sorted(kept, key=lambda s: (-votes[s], -likely[s], s[1] - s[2], s)):
        if taken.isdisjoint(_cells(span)):
            taken.update(_cells(span))
            chosen.append(span)
    return Solutions(spans_from_triples(sorted(chosen)))


def _cells(span: Triple) -> list[tuple[int, int]]:
    row, start, end = span
    return [(row, token) for token in range(start, end)]


def count_votes(
    spans: TokenSpans, marked: Sequence[set[Triple]], mend: Callable[[Triple], Iterable[Triple]]
) -> NDArray[np.int64]:
    """Count the models that would mark exactly each span on their own: (S,) int64.

    Args:
        spans: what was found, mended.
        marked: the mentions on the best path of each model, not mended; those that are not among
            ``spans`` as they are may be after mending.
        mend: returns what becomes of a span, nothing where it is given up.
    """
    triples = spans.triples()
    wanted = set(triples)
    mended: dict[Triple, set[Triple]] = {}
    votes: Counter[Triple] = Counter()
    for triples_of_model in marked:
        voted = triples_of_model & wanted
        for span in triples_of_model - wanted:
            if span not in mended:
                mended[span] = set(mend(span))
            voted |= mended[span]
        votes.update(voted)
    return np.array([votes[span] for span in triples], dtype=np.int64)
