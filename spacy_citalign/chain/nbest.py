"""The exact n best paths of each sequence, with their scores (Schwartz & Chow 1990)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints
from ..words.settings import check_whole
from .lattice import NEVER, Floats, Lattice, transition_steps


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
