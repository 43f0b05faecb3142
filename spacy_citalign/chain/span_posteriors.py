"""Posteriors of spans under a joint model: of exactly this span, of its tokens in any span.

The probability of a span is that of ``segments`` (Culotta & McCallum 2004), over joint labels.
"""

from typing import NamedTuple

import numpy as np

from .inference import ForwardBackward, forward_backward, log_sum
from .joint import JointModel
from .labels import OUTSIDE
from .lattice import LOWEST, NEVER, Floats, Lattice
from .segments import Segments, likely_segments, segment_log_probability
from .spans import BEGIN, INSIDE, TokenSpans


class SpanPosteriors(NamedTuple):
    """Spans and what a model says of them.

    Attributes:
        spans: S spans.
        posterior: (S,) float64, p(exactly this span is there).
        inside: (S,) float64, the mean over its tokens of p(the token is in a span).
    """

    spans: TokenSpans
    posterior: Floats
    inside: Floats


def rate_spans(joint: JointModel, lattice: Lattice, spans: TokenSpans) -> SpanPosteriors:
    """Rate given spans."""
    rows, inverse = np.unique(spans.rows, return_inverse=True)
    part = lattice._replace(emissions=lattice.emissions[rows], lengths=lattice.lengths[rows])
    passes = forward_backward(part)
    renumbered = spans._replace(rows=inverse)
    exact = posteriors(joint, part, passes, renumbered)
    return SpanPosteriors(spans, exact, _inside(joint, part, passes, renumbered))


def likely_spans(joint: JointModel, lattice: Lattice, least: float) -> SpanPosteriors:
    """Find and rate all spans with a posterior above ``least``, which is 0 to 1."""
    passes = forward_backward(lattice)
    centre = joint.windows.centre
    segments, posterior = likely_segments(lattice, passes, centre == BEGIN, centre == INSIDE, least)
    spans = TokenSpans(*segments)
    return SpanPosteriors(spans, posterior, _inside(joint, lattice, passes, spans))


def _inside(
    joint: JointModel, lattice: Lattice, passes: ForwardBackward, spans: TokenSpans
) -> Floats:
    outside = joint.windows.centre == OUTSIDE
    score = passes.forward[..., outside] + passes.backward[..., outside]
    score[np.arange(score.shape[1]) >= lattice.lengths[:, None]] = NEVER  # padding means nothing
    log_z = np.maximum(passes.log_partition, LOWEST)
    inside = 1 - np.exp(log_sum(score.transpose(2, 0, 1)) - log_z[:, None])
    before = np.zeros((len(inside), inside.shape[1] + 1))
    np.cumsum(inside, axis=1, out=before[:, 1:])
    total = before[spans.rows, spans.ends] - before[spans.rows, spans.starts]
    return np.clip(total / (spans.ends - spans.starts), 0.0, 1.0)


def confidence(joint: JointModel, lattice: Lattice, spans: TokenSpans) -> Floats:
    """Return p(exactly this span is there) of each span under the joint model: (S,), 0..1."""
    rows, inverse = np.unique(spans.rows, return_inverse=True)
    lattice = lattice._replace(emissions=lattice.emissions[rows], lengths=lattice.lengths[rows])
    return posteriors(joint, lattice, forward_backward(lattice), spans._replace(rows=inverse))


def posteriors(
    joint: JointModel, lattice: Lattice, passes: ForwardBackward, spans: TokenSpans
) -> Floats:
    """Return the same, (S,) float64, 0 to 1, from the two passes over all rows."""
    # All paths on which the span begins so, less those on which the span goes on.
    probabilities = np.exp(_all_inside(joint, lattice, passes, spans))
    open_ = np.flatnonzero(spans.ends < lattice.lengths[spans.rows])
    further = TokenSpans(spans.rows[open_], spans.starts[open_], spans.ends[open_] + 1)
    probabilities[open_] -= np.exp(_all_inside(joint, lattice, passes, further))
    return np.clip(probabilities, 0.0, 1.0)


def _all_inside(
    joint: JointModel, lattice: Lattice, passes: ForwardBackward, spans: TokenSpans
) -> Floats:
    """Return log p(B at the first token, I at all others of the span): (S,)."""
    centre = joint.windows.centre
    begin, inside = centre == BEGIN, centre == INSIDE
    allowed = np.stack([begin, inside, inside, begin])
    allowed_of_spans = np.broadcast_to(allowed, (len(spans.rows), *allowed.shape))
    return segment_log_probability(lattice, passes, Segments(*spans), allowed_of_spans)
