"""Several CRFs of different label windows as one lattice, exactly, and the posteriors of spans.

The optimal integration of models m_i is argmax_Y of the product of p(Y | X; m_i) (Huang & Hsu
2002; Hsu et al. 2008, section 2.3), that is, of the sum of their log-potentials. The sum is a CRF
itself, so Viterbi, n-best and marginals over it are exact: no n-best lists have to meet.

A model that labels token t with the tags from t - b to t + a is read with a delay, at the place
t + a, where the last of its tags is known. A state then needs the last b + a tags only, for the
model that looks at most of them, however far some look ahead and others back: forward and backward
models of order 1 together have the 8 states of one alone, not the 21 windows of three tags.

Posteriors of spans under it are those of exactly this span, and of its tokens in any span.
The probability that a whole segment carries given labels comes from one forward-backward pass, by
the constrained forward pass of Culotta & McCallum (2004), "Confidence estimation for information
extraction", NAACL; it runs over the segment alone, the rest is in the two passes.
"""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Ints
from .inference import ForwardBackward, forward_backward, log_sum
from .labels import BEGIN, BIO, INSIDE, OUTSIDE, TokenSpans, Windows
from .lattice import LOWEST, NEVER, Floats, Lattice, transition_steps


class JointModel:
    """The mean of the log-potentials of M models, as one CRF (their geometric mean).

    Attributes:
        windows: its states, windows of tags that end with the tag of their own place.
        delay: places that a lattice has after the last token, where tags are O.

    Args:
        windows: the label windows of each model.
        transitions: (K_m, K_m) float64 of each model.
        begin_bias: added to every B tag, in nats; above 0 it trades precision for recall.
    """

    def __init__(
        self, windows: Sequence[Windows], transitions: Sequence[Floats], begin_bias: float = 0.0
    ):
        self.windows = Windows(max(w.before + w.after for w in windows), 0)
        self.delay = max(w.after for w in windows)
        self._after = [w.after for w in windows]
        # A window (b, a) read late by a is the window (b + a, 0) there.
        self._labels = [self.windows.project(Windows(w.before + w.after, 0)) for w in windows]
        self._share = 1 / len(windows)
        matrices = [
            matrix[np.ix_(labels, labels)] * self._share
            for matrix, labels in zip(transitions, self._labels, strict=True)
        ]
        self._transitions = np.where(self.windows.follows, reduce(np.add, matrices), NEVER)
        self._starts = np.where(self.windows.starts, 0.0, NEVER)
        self._bias = np.where(self.windows.centre == BIO.index("B"), begin_bias, 0.0)
        self._outside = np.where(self.windows.centre == OUTSIDE, 0.0, NEVER)
        self._surplus_at_start, self._surplus_at_end = self._surplus(matrices)

    def _surplus(self, matrices: Sequence[Floats]) -> tuple[Floats, Floats]:
        """Return what constant transitions count too much at the ends: two (delay + 1, K).

        Transitions into the places 1 .. delay lack the labels that models with a delay would have
        before the first token; what they are depends on the state reached, since all tags before
        are O. Transitions from the last token on lack those of models without; they depend on the
        state left.
        """
        tags, follows = self.windows.tags, self.windows.follows
        at_start = np.zeros((self.delay + 1, len(tags)))
        at_end = np.zeros((self.delay + 1, len(tags)))
        for matrix, after in zip(matrices, self._after, strict=True):
            for position in range(1, after + 1):
                outside = np.all(tags[:, : self.windows.before + 1 - position] == OUTSIDE, axis=1)
                possible = follows & outside[:, None]
                at_start[position] += np.where(possible, matrix, 0.0).sum(axis=0)
            for position in range(after, self.delay):
                possible = follows & (tags[:, -1] == OUTSIDE)
                at_end[position] += np.where(possible, matrix, 0.0).sum(axis=1)
        return at_start, at_end

    def tags(self, labels: Ints) -> Ints:
        """Return the tags of the tokens on paths of the lattice: (..., T + delay) to (..., T)."""
        return self.windows.centre[labels[..., : labels.shape[-1] - self.delay]]

    def lattice(self, emissions: Sequence[Floats], lengths: Ints) -> Lattice:
        """Join the emissions (B, T, K_m) of the models into a lattice of T + delay places."""
        batch, size = emissions[0].shape[:2]
        total = np.zeros((batch, size + self.delay, len(self.windows)))
        inside = (np.arange(size) < lengths[:, None])[..., None]
        for part, labels, after in zip(emissions, self._labels, self._after, strict=True):
            total[:, after : after + size] += np.where(inside, part, 0.0)[..., labels]
        total *= self._share
        total[:, :size] += np.where(inside, self._bias, 0.0)
        rows = np.arange(batch)
        for position in range(self.delay):
            total[:, position + 1] -= self._surplus_at_start[position + 1]
            total[rows, lengths - 1 + position] -= self._surplus_at_end[position]
            total[rows, lengths + position] += self._outside
        stops = np.zeros(len(self.windows))
        return Lattice(total, self._transitions, lengths + self.delay, self._starts, stops)


def segment_log_probability(
    lattice: Lattice, passes: ForwardBackward, segments: TokenSpans, begin: Bools, inside: Bools
) -> Floats:
    """Return log p(the segment has such labels | x): (S,) float64, at most 0.

    They are one of ``begin``, (K,) bool, at its first token, and of ``inside`` at all others.
    """
    rows, starts, ends = segments
    score = np.where(begin, passes.forward[rows, starts], NEVER)
    step = transition_steps(lattice)(0)
    for offset in range(1, int(np.max(ends - starts, initial=1))):
        longer = np.flatnonzero(starts + offset < ends)
        at = rows[longer], starts[longer] + offset
        moved = log_sum(step.candidates(score[longer].T)).T
        score[longer] = np.where(inside, moved + lattice.emissions[at], NEVER)
    total = log_sum((score + passes.backward[rows, ends - 1]).T)
    return np.minimum(total - np.maximum(passes.log_partition[rows], LOWEST), 0.0)


def likely_segments(
    lattice: Lattice, passes: ForwardBackward, begin: Bools, inside: Bools, min_probability: float
) -> tuple[TokenSpans, Floats]:
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
    step = transition_steps(lattice)(0)
    log_z = np.maximum(passes.log_partition, LOWEST)
    limit = np.log(min_probability)
    size = passes.forward.shape[1]
    score = np.where(begin, passes.forward, NEVER)
    running = log_sum((score + passes.backward).transpose(2, 0, 1)) - log_z[:, None]
    running[np.arange(size) >= lattice.lengths[:, None]] = NEVER
    rows, starts = np.nonzero(running > limit)
    score, running, ends = score[rows, starts], running[rows, starts], starts + 1
    segments, likely = [np.zeros((3, 0), dtype=np.int64)], [np.zeros(0)]
    while len(rows):
        further = np.full(len(rows), NEVER)
        open_ = np.flatnonzero(ends < lattice.lengths[rows])
        at = rows[open_], ends[open_]
        moved = log_sum(step.candidates(score[open_].T)).T
        score[open_] = np.where(inside, moved + lattice.emissions[at], NEVER)
        further[open_] = log_sum((score[open_] + passes.backward[at]).T) - log_z[rows[open_]]
        exact = np.minimum(np.exp(running) - np.exp(further), 1.0)
        kept = exact > min_probability
        segments.append(np.stack([rows[kept], starts[kept], ends[kept]]))
        likely.append(exact[kept])
        on = further > limit
        rows, starts, ends = rows[on], starts[on], ends[on] + 1
        score, running = score[on], further[on]
    columns = np.concatenate(segments, axis=1)
    order = np.lexsort(columns[::-1])
    return TokenSpans(*columns[:, order]), np.concatenate(likely)[order]


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
    part, spans_of_part = _with_spans(lattice, spans)
    passes = forward_backward(part)
    exact = posteriors(joint, part, passes, spans_of_part)
    return SpanPosteriors(spans, exact, _inside(joint, part, passes, spans_of_part))


def _with_spans(lattice: Lattice, spans: TokenSpans) -> tuple[Lattice, TokenSpans]:
    """Return the sequences that have spans, as a lattice of their own, and the spans in it."""
    rows, inverse = np.unique(spans.rows, return_inverse=True)
    part = lattice._replace(emissions=lattice.emissions[rows], lengths=lattice.lengths[rows])
    return part, spans._replace(rows=inverse)


def likely_spans(joint: JointModel, lattice: Lattice, min_probability: float) -> SpanPosteriors:
    """Find and rate all spans with a posterior above ``min_probability``, which is 0 to 1."""
    passes = forward_backward(lattice)
    centre = joint.windows.centre
    begin, inside = centre == BEGIN, centre == INSIDE
    spans, posterior = likely_segments(lattice, passes, begin, inside, min_probability)
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
    part, spans = _with_spans(lattice, spans)
    return posteriors(joint, part, forward_backward(part), spans)


def posteriors(
    joint: JointModel, lattice: Lattice, passes: ForwardBackward, spans: TokenSpans
) -> Floats:
    """Return the same, (S,) float64, 0 to 1, from the two passes over all rows."""
    centre = joint.windows.centre
    labels = centre == BEGIN, centre == INSIDE
    # All paths on which the span begins so, less those on which the span goes on.
    probabilities = np.exp(segment_log_probability(lattice, passes, spans, *labels))
    open_ = np.flatnonzero(spans.ends < lattice.lengths[spans.rows])
    further = spans.take(open_)
    further = further._replace(ends=further.ends + 1)
    probabilities[open_] -= np.exp(segment_log_probability(lattice, passes, further, *labels))
    return np.clip(probabilities, 0.0, 1.0)
