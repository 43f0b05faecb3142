"""The probability that a whole segment carries given labels, from one forward-backward pass."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .inference import ForwardBackward, log_sum
from .lattice import LOWEST, NEVER, Floats, Lattice, Step, moves


class Segments(NamedTuple):
    """S segments in a batch.

    Attributes:
        rows: (S,) int64, the sequence each lies in.
        starts, ends: (S,) int64, half-open token positions.
    """

    rows: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


def segment_log_probability(
    lattice: Lattice, passes: ForwardBackward, segments: Segments, allowed: NDArray[np.bool_]
) -> Floats:
    """Return log p(all labels of the segment are allowed | x): (S,) float64, at most 0.

    ``allowed`` is (S, 4, K) bool: the labels allowed at the first token, at those between, at the
    last, and at the only token of a segment of one.
    Culotta & McCallum (2004), "Confidence estimation for information extraction", NAACL: the
    constrained forward pass; it runs over the segment alone, the rest is in ``passes``.
    """
    rows, starts, ends = segments
    single = ends - starts == 1
    first = np.where(single[:, None], allowed[:, 3], allowed[:, 0])
    score = np.where(first, passes.forward[rows, starts], NEVER)
    constant = moves(lattice)(0) if lattice.transitions.ndim == 2 else None
    for offset in range(1, int(np.max(ends - starts, initial=1))):
        inside = np.flatnonzero(starts + offset < ends)
        t = starts[inside] + offset
        moved = _move(lattice, constant, rows[inside], t, score[inside])
        last = (t == ends[inside] - 1)[:, None]
        here = np.where(last, allowed[inside, 2], allowed[inside, 1])
        moved = np.where(here, moved + lattice.emissions[rows[inside], t], NEVER)
        score[inside] = moved
    total = log_sum((score + passes.backward[rows, ends - 1]).T)
    return np.minimum(total - np.maximum(passes.log_partition[rows], LOWEST), 0.0)


def _move(
    lattice: Lattice,
    constant: Step | None,
    rows: NDArray[np.int64],
    t: NDArray[np.int64],
    score: Floats,
) -> Floats:
    """Sum over the moves into token ``t`` of each row: (S, K) to (S, K)."""
    if constant is not None:
        return log_sum(constant.candidates(score.T)).T
    return log_sum((score[:, :, None] + lattice.transitions[rows, t - 1]).transpose(1, 0, 2))
