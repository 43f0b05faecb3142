"""Exact inference on lattices: partition, marginals, the best path and the n best.

The recursions are those of Lafferty, McCallum & Pereira (2001), "Conditional random fields", ICML,
and Sha & Pereira (2003), "Shallow parsing with conditional random fields", NAACL, in log space and
over a whole batch at a time. One token costs O(K M) operations for K labels with M predecessors.

Where every label may follow every other and all sequences of a batch share the transitions, a step
of the forward recursion is one product of matrices instead of log-sums (``dense_expectations``).
Probabilities are scaled at each token (Rabiner 1989, "A tutorial on hidden Markov models", IEEE
Proceedings 77(2), section V.A).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.arrays import Ints
from ..words.settings import check_whole
from .lattice import LOWEST, NEVER, Floats, Lattice, transition_steps


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


def forward_backward(lattice: Lattice) -> ForwardBackward:
    """Run both passes over a batch."""
    emissions = _label_major(lattice)
    forward, backward = np.empty_like(emissions), np.empty_like(emissions)
    forward[0] = emissions[0] + lattice.starts[:, None]
    backward[-1] = stops = np.broadcast_to(lattice.stops[:, None], backward[-1].shape)
    step_to, step_from = transition_steps(lattice), transition_steps(lattice, reverse=True)
    with np.errstate(divide="ignore"):
        for t in range(1, len(forward)):
            forward[t] = emissions[t] + _log_sum(step_to(t - 1).candidates(forward[t - 1]))
        for t in range(len(backward) - 2, -1, -1):
            passed = _log_sum(step_from(t).candidates(emissions[t + 1] + backward[t + 1]))
            backward[t] = np.where(t < lattice.lengths - 1, passed, stops)
    ends = forward[lattice.lengths - 1, :, np.arange(len(lattice.lengths))]
    log_partition = log_sum((ends + lattice.stops).T)
    return ForwardBackward(forward.transpose(2, 0, 1), backward.transpose(2, 0, 1), log_partition)


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

    It computes in the precision of the emissions.
    """
    emissions, lengths = _label_major(lattice), lattice.lengths
    size, labels, batch = emissions.shape
    rows, numbers = np.arange(batch), np.arange(labels)[:, None]
    step_to = transition_steps(lattice)
    scores = np.empty_like(emissions)
    origins = np.zeros(emissions.shape, dtype=np.int64)  # where each label was come from
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
    for t in range(size - 1, -1, -1):
        inside = t < lengths
        paths[:, t] = np.where(inside, label, 0)
        label = np.where(inside, origins[t, label, rows], label)
    return Paths(paths, highest)


class Expectations(NamedTuple):
    """The result of a pass forward and a pass backward.

    Attributes:
        tokens: (B, T, K) float64, p(y_t = k | x), zero beyond a sequence's end.
        moves: (K, K), expected number of times that a label follows another, over the whole batch.
        log_partition: (B,) float64, log Z in nats; -inf where every path is forbidden.
    """

    tokens: Floats
    moves: Floats
    log_partition: NDArray[np.float64]


def dense_expectations(
    emissions: Floats, transitions: Floats, lengths: Ints, *, moves: bool = True
) -> Expectations:
    """Run both passes over a batch, in double precision.

    Potentials may differ by some 300 nats at a token and over a step together; what is smaller
    still counts as nothing.

    Args:
        emissions: (B, T, K), log-potentials; ``-inf`` forbids.
        transitions: (K, K), finite log-potentials from row to column, the same everywhere.
        lengths: (B,), each from 1 to T.
        moves: whether to count moves; without, they are zeros.

    Raises:
        SettingError: a potential is NaN or infinite, but for emissions of -inf.
    """
    batch, size, labels = emissions.shape
    if not np.isfinite(transitions).all():
        raise SettingError("transitions are not finite; give a number for every two labels")
    step = np.exp(transitions - transitions.max())
    # Time first: each step then reads and writes memory in one piece.
    scores = emissions.transpose(1, 0, 2).astype(np.float64)
    peaks = scores.max(axis=2, keepdims=True)
    inside = np.arange(size)[:, None] < lengths
    highest = peaks[inside].max(initial=NEVER)
    if not highest < np.inf:
        raise SettingError(f"emissions hold {highest}; give numbers, or -inf for what cannot be")
    weights = np.exp(scores - np.where(peaks == NEVER, 0, peaks))
    forward = np.empty_like(weights)
    scales = np.ones((size, batch, 1))
    before = np.ones((batch, labels))
    for t in range(size):
        reached = weights[t] * (before @ step) if t else weights[t]
        total = reached.sum(axis=1, keepdims=True)
        scales[t] = np.where(inside[t][:, None], total, 1)
        before = forward[t] = reached / np.where(total > 0, total, 1)
    counts = np.zeros((labels, labels), dtype=np.float64)
    after = np.ones((batch, labels))
    tokens = forward
    safe = np.where(scales > 0, scales, 1)
    for t in range(size - 1, -1, -1):
        if t < size - 1:
            ahead = weights[t + 1] * after / safe[t + 1]
            ahead[~inside[t + 1]] = 0
            if moves:
                counts += forward[t].T @ ahead
            after = np.where(inside[t + 1][:, None], ahead @ step.T, 1)
        tokens[t] *= after * inside[t][:, None]
    with np.errstate(divide="ignore"):
        log_z = (np.log(scales) + peaks)[..., 0]
    log_z = np.where(inside, log_z, 0).sum(axis=0) + (lengths - 1) * float(transitions.max())
    return Expectations(tokens.transpose(1, 0, 2), counts * step, log_z)


class NBest(NamedTuple):
    """The best paths, best first.

    Attributes:
        labels: (B, n, T) int64, 0 beyond a sequence's end.
        scores: (B, n) float64, log-potential; -inf where a sequence has fewer than n paths.
    """

    labels: Ints
    scores: Floats


def n_best(lattice: Lattice, n: int) -> NBest:
    """Return the ``n`` highest-scoring different paths of each sequence.

    Every label keeps its n best prefixes (Viterbi with lists: Schwartz & Chow 1990, "The N-best
    algorithm", ICASSP, over all prefixes, hence exact): O(T K M n) candidates a sequence.

    Raises:
        SettingError: ``n`` is below 1.
    """
    check_whole("n", n, 1, advice="ask for at least 1 path")
    emissions, lengths = lattice.emissions, lattice.lengths
    batch, size, labels = emissions.shape
    step_to = transition_steps(lattice)
    all_labels = np.arange(labels)[:, None]
    score = np.full((batch, labels, n), NEVER)
    score[:, :, 0] = emissions[:, 0] + lattice.starts
    final = score + lattice.stops[:, None]
    # origins[t, b, k, i]: label * n + rank, at t - 1, of the i-th best prefix ending in k at t.
    origins = np.zeros((size, batch, labels, n), dtype=np.int32)
    for t in range(1, size):
        step = step_to(t - 1)
        # (M, K, B or 1) to (B or 1, K, M): the rank of a candidate counts sources, then places.
        sources, weights = step.sources.T, step.weights.transpose(2, 1, 0)
        candidates = score[:, sources] + weights[..., None]
        candidates = candidates.reshape(batch, labels, sources.shape[1] * n)
        best = _top(candidates, n)
        origins[t] = sources[all_labels, best // n] * n + best % n
        score = np.take_along_axis(candidates, best, -1) + emissions[:, t, :, None]
        ended = (lengths - 1 == t)[:, None, None]
        final = np.where(ended, score + lattice.stops[:, None], final)
    flat = final.reshape(batch, labels * n)
    best = _top(flat, n)
    return NBest(_trace(origins, best, lengths, n), np.take_along_axis(flat, best, -1))


def _top(scores: Floats, n: int) -> Ints:
    """Return the places of the n highest scores over the last axis, highest first."""
    if scores.shape[-1] > n:
        best = np.argpartition(-scores, n - 1, axis=-1)[..., :n]
    else:
        best = np.broadcast_to(np.arange(n), (*scores.shape[:-1], n))
    order = np.argsort(-np.take_along_axis(scores, best, -1), axis=-1, kind="stable")
    return np.take_along_axis(best, order, -1)


def _trace(origins: NDArray[np.int32], best: Ints, lengths: Ints, n: int) -> Ints:
    """Follow the origins back from the last tokens: to (B, n, T) labels."""
    size, batch, labels, _ = origins.shape
    rows = np.arange(batch)[:, None]
    flat = origins.reshape(size, batch, labels * n)
    paths = np.zeros((batch, n, size), dtype=np.int64)
    state = best
    for t in range(size - 1, -1, -1):
        inside = (t < lengths)[:, None]
        paths[:, :, t] = np.where(inside, state // n, 0)
        state = np.where(inside, flat[t, rows, state], state)
    return paths
