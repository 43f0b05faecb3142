"""Mentions by the mean of their exact posteriors under several models.

The product of models (``sum``, ``n_best``) lets one model veto a mention; their mean does not.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..chain.joint import JointModel
from ..chain.lattice import Lattice
from ..chain.nbest import n_best
from ..chain.span_posteriors import confidence
from ..chain.spans import TokenSpans, best_disjoint, spans_from_triples
from .integration import Solutions, listed_spans


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
        least: 0 to 1.
    """
    candidates = set()
    for model, lattice in zip(models, lattices, strict=True):
        paths = n_best(lattice, n)
        tags = model.tags(paths.labels)
        candidates |= listed_spans(tags, paths, lattice.lengths - model.delay)
    spans = spans_from_triples(sorted(candidates))
    gains = mean_posteriors(models, lattices, spans) - least
    return Solutions(spans.take(best_disjoint(spans, gains)))


def mean_posteriors(
    models: Sequence[JointModel], lattices: Sequence[Lattice], spans: TokenSpans
) -> NDArray[np.float64]:
    """Return the mean over models of p(exactly this mention is there): (S,), 0..1."""
    by_model = [
        confidence(model, lattice, spans) for model, lattice in zip(models, lattices, strict=True)
    ]
    return np.asarray(np.mean(by_model, axis=0))
