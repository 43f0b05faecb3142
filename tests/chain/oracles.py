"""Brute-force oracles: every path of a small lattice, written out; plain Python and ``math``.

A lattice here is any object with ``emissions`` (B, T, K), ``transitions`` (K, K) or
(B, T - 1, K, K), ``lengths``, ``starts`` and ``stops``. One sequence of T tokens costs K ** T, so
T and K stay at four or below.
"""

import math
from itertools import product
from types import SimpleNamespace

import numpy as np
from hypothesis import strategies as st


def move(lattice, row, token, source, target):
    """Potential of the transition from ``token`` to the token after it."""
    if np.ndim(lattice.transitions) == 2:
        return float(lattice.transitions[source][target])
    return float(lattice.transitions[row][token][source][target])


def path_score(lattice, row, path):
    """Log-potential of one path."""
    terms = [float(lattice.starts[path[0]]), float(lattice.stops[path[-1]])]
    terms += [float(lattice.emissions[row][t][label]) for t, label in enumerate(path)]
    terms += [move(lattice, row, t, path[t], path[t + 1]) for t in range(len(path) - 1)]
    return -math.inf if -math.inf in terms else math.fsum(terms)


def all_paths(lattice, row):
    """List (labels, score) of all K ** T paths of a sequence, forbidden ones included."""
    labels = range(np.shape(lattice.emissions)[2])
    every = product(labels, repeat=int(lattice.lengths[row]))
    return [(path, path_score(lattice, row, path)) for path in every]


def log_sum(scores):
    """log(sum(exp(scores))), -inf of nothing."""
    peak = max(scores, default=-math.inf)
    if peak == -math.inf:
        return -math.inf
    return peak + math.log(math.fsum(math.exp(score - peak) for score in scores))


def log_partition(lattice, row):
    """log Z of one sequence."""
    return log_sum([score for _, score in all_paths(lattice, row)])


def probability(lattice, row, holds):
    """p(path) summed over the paths of which ``holds(labels)`` is true; needs a possible path."""
    total = log_partition(lattice, row)
    return math.fsum(
        math.exp(score - total) for path, score in all_paths(lattice, row) if holds(path)
    )


def marginals(lattice, row):
    """p(y_t = k), a list of K numbers a token."""
    labels = range(np.shape(lattice.emissions)[2])
    return [
        [probability(lattice, row, lambda path, t=t, k=k: path[t] == k) for k in labels]
        for t in range(int(lattice.lengths[row]))
    ]


def ranked(lattice, row):
    """All possible paths with their scores, best first; of equals the lower labels first."""
    possible = [(path, score) for path, score in all_paths(lattice, row) if score > -math.inf]
    return sorted(possible, key=lambda item: (-item[1], item[0]))


def segment_probability(lattice, row, start, end, allowed):
    """p(labels at start..end are allowed); ``allowed`` has four sets: first, middle, last, only."""

    def holds(path):
        for t in range(start, end):
            place = 3 if end - start == 1 else 0 if t == start else 2 if t == end - 1 else 1
            if path[t] not in allowed[place]:
                return False
        return True

    return probability(lattice, row, holds)


@st.composite
def lattices(draw, *, whole=False, possible=False, by_position=None, labels=(2, 4), tokens=(1, 4)):
    """Draw a batch of 1 to 3 sequences.

    ``whole``: small whole numbers as potentials, so that paths tie. ``possible``: nothing that
    leaves a sequence without a path.
    """
    k = draw(st.integers(*labels))
    size = draw(st.integers(*tokens))
    batch = draw(st.integers(1, 3))
    lengths = np.array(draw(st.lists(st.integers(1, size), min_size=batch, max_size=batch)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    by_position = draw(st.booleans()) if by_position is None else by_position
    shape = (batch, size - 1, k, k) if by_position else (k, k)
    barred = draw(st.sampled_from([0.0, 0.2, 0.5]))

    def numbers(*of):
        if whole:
            return rng.integers(-2, 3, of).astype(float)
        return rng.normal(0, draw(st.sampled_from([0.3, 3.0, 30.0])), of)

    def forbid(values):
        return np.where(rng.random(values.shape) < barred, -np.inf, values)

    transitions = forbid(numbers(*shape))
    starts, stops = forbid(numbers(k)), forbid(numbers(k))
    if possible:  # the path of zeros
        transitions[..., 0, 0] = 0.5
        starts[0] = stops[0] = 0.0
    return SimpleNamespace(
        emissions=numbers(batch, size, k),
        transitions=transitions,
        lengths=lengths,
        starts=starts,
        stops=stops,
    )


def alone(lattice, row):
    """Cut one sequence out of a batch."""
    size = int(lattice.lengths[row])
    moves = lattice.transitions
    return SimpleNamespace(
        emissions=lattice.emissions[row : row + 1, :size],
        transitions=moves if moves.ndim == 2 else moves[row : row + 1, : size - 1],
        lengths=lattice.lengths[row : row + 1],
        starts=lattice.starts,
        stops=lattice.stops,
    )
