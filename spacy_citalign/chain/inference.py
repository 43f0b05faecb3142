"""Exact inference on lattices: partition, marginals, best path, probability of segments.

The recursions are those of Lafferty, McCallum & Pereira (2001), "Conditional random fields", ICML,
and Sha & Pereira (2003), "Shallow parsing with conditional random fields", NAACL, in log space and
over a whole batch at a time. One token costs O(K M) operations for K labels with M predecessors.
"""

from typing import NamedTuple

import numpy as np

from ..words.arrays import Ints
from .lattice import LOWEST, NEVER, Floats, Lattice, transition_steps

_SMALL = 1 << 12  # of so many emissions it costs less to keep where each label was come from


def log_sum(values: Floats) -> Floats:
    """Return log(sum(exp(values))) over the first axis, (K, ...) to (...); -inf for all -inf."""
    with np.errstate(divide="ignore"):
        return _log_sum(values)


def _log_sum(values: Floats) -> Floats:
    peak = np.maximum(np.maximum.reduce(values), LOWEST)
    return np.asarray(np.log(np.add.reduce(np.exp(values - peak))) + peak)


class ForwardBackward(NamedTuple):
    """Log-sums of the forward and the backward pass, in nats.

    Attributes:
        forward: (B, T, K) float64, log-sum of all prefixes that end in label k at token t,
            including the emission at t.
        backward: (B, T, K) float64, log-sum of all suffixes after token t, given label k there.
        log_partition: (B,) float64, log Z.
    """

    forward: Floats
    backward: Floats
    log_partition: Floats


def _label_major(lattice: Lattice) -> Floats:
    """Return the emissions as (T, K, B): sums over predecessors then run along memory."""
    return np.ascontiguousarray(lattice.emissions.transpose(1, 2, 0))


def log_partition(lattice: Lattice) -> Floats:
    """Return log Z of each sequence: (B,) float64, -inf where every path is forbidden."""
    return _last(lattice, _forward(lattice, _label_major(lattice)))


def _forward(lattice: Lattice, emissions: Floats) -> Floats:
    forward = np.empty_like(emissions)
    forward[0] = emissions[0] + lattice.starts[:, None]
    step_to = transition_steps(lattice)
    with np.errstate(divide="ignore"):
        for t in range(1, len(emissions)):
            forward[t] = emissions[t] + _log_sum(step_to(t - 1).candidates(forward[t - 1]))
    return forward


def _last(lattice: Lattice, forward: Floats) -> Floats:
    ends = forward[lattice.lengths - 1, :, np.arange(len(lattice.lengths))]
    return log_sum((ends + lattice.stops).T)


def forward_backward(lattice: Lattice) -> ForwardBackward:
    """Run both passes over a batch."""
    emissions = _label_major(lattice)
    forward = _forward(lattice, emissions)
    backward = np.empty_like(forward)
    step_from = transition_steps(lattice, reverse=True)
    stops = np.broadcast_to(lattice.stops[:, None], backward[-1].shape)
    backward[-1] = stops
    with np.errstate(divide="ignore"):
        for t in range(len(backward) - 2, -1, -1):
            passed = _log_sum(step_from(t).candidates(emissions[t + 1] + backward[t + 1]))
            backward[t] = np.where(t < lattice.lengths - 1, passed, stops)
    return ForwardBackward(
        forward.transpose(2, 0, 1), backward.transpose(2, 0, 1), _last(lattice, forward)
    )


def token_marginals(lattice: Lattice) -> Floats:
    """Return p(y_t = k | x): (B, T, K) float64 in 0..1, zero beyond a sequence's end."""
    passes = forward_backward(lattice)
    scores = passes.forward + passes.backward
    inside = np.arange(scores.shape[1]) < lattice.lengths[:, None]
    log_z = np.maximum(passes.log_partition, LOWEST)[:, None, None]
    shares = np.exp(np.where(inside[..., None], scores - log_z, NEVER))
    return np.minimum(shares, 1.0, out=shares)  # rounding may leave more


class Paths(NamedTuple):
    """Best paths.

    Attributes:
        labels: (B, T) int64, 0 beyond a sequence's end.
        scores: (B,), log-potential of the path; -inf where no path is allowed.
    """

    labels: Ints
    scores: Floats


def viterbi(lattice: Lattice) -> Paths:
    """Return the path of highest score of each sequence; of equals the lower label wins.

    It computes in the precision of the emissions. In a large batch, where a label was come from is
    not stored but found again on the way back, for the one label of each sequence that matters.
    """
    emissions, lengths = _label_major(lattice), lattice.lengths
    size, _, batch = emissions.shape
    if emissions.size <= _SMALL:
        return _small_viterbi(lattice, emissions)
    rows = np.arange(batch)
    step_to = transition_steps(lattice)
    scores = np.empty_like(emissions)
    scores[0] = emissions[0] + lattice.starts[:, None]
    for t in range(1, size):
        best = np.maximum.reduce(step_to(t - 1).candidates(scores[t - 1]))
        np.add(emissions[t], best, out=scores[t])
    final = scores[lengths - 1, :, rows] + lattice.stops
    label = np.argmax(final, axis=1)
    paths = np.zeros((batch, size), dtype=np.int64)
    for t in range(size - 1, -1, -1):
        inside = t < lengths
        paths[:, t] = np.where(inside, label, 0)
        if t:
            label = np.where(inside, step_to(t - 1).origin(scores[t - 1], label), label)
    return Paths(paths, final[rows, paths[rows, lengths - 1]])


def _small_viterbi(lattice: Lattice, emissions: Floats) -> Paths:
    """Return the same, keeping where each label was come from; emissions are (T, K, B)."""
    lengths = lattice.lengths
    size, labels, batch = emissions.shape
    rows, numbers = np.arange(batch), np.arange(labels)[:, None]
    step_to = transition_steps(lattice)
    scores = np.empty_like(emissions)
    origins = np.zeros(emissions.shape, dtype=np.int64)
    scores[0] = emissions[0] + lattice.starts[:, None]
    for t in range(1, size):
        step = step_to(t - 1)
        candidates = step.candidates(scores[t - 1])
        origins[t] = step.sources[candidates.argmax(axis=0), numbers]
        np.add(emissions[t], np.maximum.reduce(candidates), out=scores[t])
    final = scores[lengths - 1, :, rows] + lattice.stops
    label = np.argmax(final, axis=1)
    highest = final[rows, label]
    paths = np.zeros((batch, size), dtype=np.int64)
    shortest = int(lengths.min(initial=size))
    for t in range(size - 1, -1, -1):
        if t < shortest:
            paths[:, t] = label
            label = origins[t, label, rows]
        else:
            inside = t < lengths
            paths[:, t] = np.where(inside, label, 0)
            label = np.where(inside, origins[t, label, rows], label)
    return Paths(paths, highest)
