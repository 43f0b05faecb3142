"""Exact inference with one dense transition matrix: products of matrices instead of log-sums.

Where every label may follow every other and all sequences of a batch share the transitions, a step
of the forward recursion is one product of matrices. Probabilities are scaled at each token (Rabiner
1989, "A tutorial on hidden Markov models", IEEE Proceedings 77(2), section V.A).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.arrays import Ints
from .lattice import NEVER, Floats


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
    kind = np.dtype(np.float64)
    step = np.exp(transitions - transitions.max())
    # Time first: each step then reads and writes memory in one piece.
    scores = emissions.transpose(1, 0, 2).astype(kind)
    peaks = scores.max(axis=2, keepdims=True)
    inside = np.arange(size)[:, None] < lengths
    highest = peaks[inside].max(initial=NEVER)
    if not highest < np.inf:
        raise SettingError(f"emissions hold {highest}; give numbers, or -inf for what cannot be")
    weights = np.exp(scores - np.where(peaks == NEVER, 0, peaks))
    forward = np.empty_like(weights)
    scales = np.ones((size, batch, 1), dtype=kind)
    before = np.ones((batch, labels), dtype=kind)
    for t in range(size):
        reached = weights[t] * (before @ step) if t else weights[t]
        total = reached.sum(axis=1, keepdims=True)
        scales[t] = np.where(inside[t][:, None], total, 1)
        before = forward[t] = reached / np.where(total > 0, total, 1)
    counts = np.zeros((labels, labels), dtype=np.float64)
    after = np.ones((batch, labels), dtype=kind)
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
