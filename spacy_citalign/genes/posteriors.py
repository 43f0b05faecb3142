"""Mentions by the mean of their exact posteriors under several models.

The product of models (``sum``, ``n_best``) lets one model veto a mention; their mean does not.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..chain.joint import JointModel
from ..chain.lattice import Lattice
from ..chain.nbest import n_best
from .integration import Solutions, confidence, listed_spans
from .mentions import TokenSpans, spans_from_triples


def decode_posteriors(
    models: Sequence[JointModel], lattices: Sequence[Lattice], n: int, least: float
) -> Solutions:
    """Take the spans that do not overlap whose posteriors exceed ``least`` by the most together.

    The posterior of a span is the mean over models of the probability that exactly it is a mention.
    From .5 on that is simply all above ``least``, since those of overlapping spans add up to 1 at
    most.

    Args:
        models, lattices: of each model.
        n: spans on the n best paths of any model are looked at.
        least: 0 to below 1.
    """
    candidates = set()
    for model, lattice in zip(models, lattices, strict=True):
        found = n_best(lattice, n)
        tags = model.tags(found.labels)
        candidates |= listed_spans(tags, found, lattice.lengths - model.delay)
    spans = spans_from_triples(sorted(candidates))
    gains = mean_posteriors(models, lattices, spans) - least
    return Solutions(spans.take(best_disjoint(spans, gains)))


def mean_posteriors(
    models: Sequence[JointModel], lattices: Sequence[Lattice], spans: TokenSpans
) -> NDArray[np.float64]:
    """Return the mean over models of p(exactly this mention is there): (S,), 0..1."""
    each = [
        confidence(model, lattice, spans) for model, lattice in zip(models, lattices, strict=True)
    ]
    return np.asarray(np.mean(each, axis=0))


def best_disjoint(spans: TokenSpans, gains: NDArray[np.float64]) -> NDArray[np.int64]:
    """Choose spans that do not overlap and have the highest sum of gains, exactly.

    Weighted interval scheduling (Kleinberg & Tardos 2006, Algorithm Design, section 6.1) over all
    rows at once. Spans that gain nothing are left out.

    >>> spans = spans_from_triples([(0, 0, 2), (0, 0, 4), (0, 3, 4)])
    >>> best_disjoint(spans, np.array([0.3, 0.5, 0.3])).tolist()
    [0, 2]

    Args:
        spans: S spans.
        gains: (S,).

    Returns:
        (C,) int64, numbers of the chosen spans, ascending.
    """
    # Rows are laid one after the other, so that only spans of the same row can overlap.
    shift = spans.rows * int(spans.ends.max(initial=0))
    starts, ends = spans.starts + shift, spans.ends + shift
    order = np.lexsort((starts, ends))
    before = np.searchsorted(ends[order], starts[order], side="right").tolist()
    best = [0.0]  # best[i]: of the first i spans
    for number, gain in enumerate(gains[order].tolist()):
        best.append(max(best[number], best[before[number]] + gain))
    chosen = []
    left = len(order)
    while left:
        if best[left] > best[left - 1]:
            chosen.append(int(order[left - 1]))
            left = before[left - 1]
        else:
            left -= 1
    return np.array(sorted(chosen), dtype=np.int64)
