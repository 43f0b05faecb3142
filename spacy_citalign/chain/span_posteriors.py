"""Posteriors of spans under a joint model: of exactly this span, of its tokens in any span.

The probability that a whole segment carries given labels comes from one forward-backward pass, by
the constrained forward pass of Culotta & McCallum (2004), "Confidence estimation for information
extraction", NAACL; it runs over the segment alone, the rest is in the two passes.
"""

from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Ints
from .inference import ForwardBackward, forward_backward, log_sum
from .joint import JointModel
from .labels import OUTSIDE
from .lattice import LOWEST, NEVER, Floats, Lattice, Step, transition_steps
from .spans import BEGIN, INSIDE, TokenSpans


class Segments(NamedTuple):
    """S segments in a batch.

    Attributes:
        rows: (S,) int64, the sequence each lies in.
        starts, ends: (S,) int64, half-open token positions.
    """

    rows: Ints
    starts: Ints
    ends: Ints


def segment_log_probability(
    lattice: Lattice, passes: ForwardBackward, segments: Segments, allowed: Bools
) -> Floats:
    """Return log p(all labels of the segment are allowed | x): (S,) float64, at most 0.

    ``allowed`` is (S, 4, K) bool: the labels allowed at the first token, at those between, at the
    last, and at the only token of a segment of one.
    """
    rows, starts, ends = segments
    single = ends - starts == 1
    first = np.where(single[:, None], allowed[:, 3], allowed[:, 0])
    score = np.where(first, passes.forward[rows, starts], NEVER)
    constant = _constant(lattice)
    for offset in range(1, int(np.max(ends - starts, initial=1))):
        inside = np.flatnonzero(starts + offset < ends)
        t = starts[inside] + offset
        moved = _move(lattice, constant, rows[inside], t, score[inside])
        last = (t == ends[inside] - 1)[:, None]
        open_labels = np.where(last, allowed[inside, 2], allowed[inside, 1])
        moved = np.where(open_labels, moved + lattice.emissions[rows[inside], t], NEVER)
        score[inside] = moved
    total = log_sum((score + passes.backward[rows, ends - 1]).T)
    return np.minimum(total - np.maximum(passes.log_partition[rows], LOWEST), 0.0)


def likely_segments(
    lattice: Lattice, passes: ForwardBackward, begin: Bools, inside: Bools, min_probability: float
) -> tuple[Segments, Floats]:
    """Find all segments that are more likely than ``min_probability``, and their probabilities.

    A segment has a label of ``begin`` at its first token, labels of ``inside`` at all others, and
    none of ``inside`` after its last. From every likely beginning it is prolonged token by token as
    long as what begins there and goes on is likely, so that none is missed.

    Args:
        lattice, passes: of the batch.
        begin, inside: (K,) bool.
        min_probability: above 0, below 1.

    Returns:
        S segments by row, then start, then end, and (S,) float64 probabilities.
    """
    constant = _constant(lattice)
    log_z = np.maximum(passes.log_partition, LOWEST)
    limit = np.log(min_probability)
    size = passes.forward.shape[1]
    score = np.where(begin, passes.forward, NEVER)
    running = log_sum((score + passes.backward).transpose(2, 0, 1)) - log_z[:, None]
    running[np.arange(size) >= lattice.lengths[:, None]] = NEVER
    rows, starts = np.nonzero(running > limit)
    score, running, ends = score[rows, starts], running[rows, starts], starts + 1
    segments, likely = [], []
    while len(rows):
        further = np.full(len(rows), NEVER)
        open_ = np.flatnonzero(ends < lattice.lengths[rows])
        at = rows[open_], ends[open_]
        moved = _move(lattice, constant, *at, score[open_])
        score[open_] = np.where(inside, moved + lattice.emissions[at], NEVER)
        further[open_] = log_sum((score[open_] + passes.backward[at]).T) - log_z[rows[open_]]
        exact = np.minimum(np.exp(running) - np.exp(further), 1.0)
        kept = exact > min_probability
        segments.append(np.stack([rows[kept], starts[kept], ends[kept]]))
        likely.append(exact[kept])
        on = further > limit
        rows, starts, ends = rows[on], starts[on], ends[on] + 1
        score, running = score[on], further[on]
    if not segments:
        none = np.zeros(0, dtype=np.int64)
        return Segments(none, none, none), np.zeros(0)
    columns = np.concatenate(segments, axis=1)
    order = np.lexsort(columns[::-1])
    return Segments(*columns[:, order]), np.concatenate(likely)[order]


def _constant(lattice: Lattice) -> Step | None:
    return transition_steps(lattice)(0) if lattice.transitions.ndim == 2 else None


def _move(lattice: Lattice, constant: Step | None, rows: Ints, t: Ints, score: Floats) -> Floats:
    """Sum over the moves into token ``t`` of each row: (S, K) to (S, K)."""
    if constant is not None:
        return log_sum(constant.candidates(score.T)).T
    return log_sum((score[:, :, None] + lattice.transitions[rows, t - 1]).transpose(1, 0, 2))


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


def likely_spans(joint: JointModel, lattice: Lattice, min_probability: float) -> SpanPosteriors:
    """Find and rate all spans with a posterior above ``min_probability``, which is 0 to 1."""
    passes = forward_backward(lattice)
    centre = joint.windows.centre
    begin, inside = centre == BEGIN, centre == INSIDE
    segments, posterior = likely_segments(lattice, passes, begin, inside, min_probability)
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
