"""The lattice of a batch of sequences: all paths with their log-potentials, before decoding.

That of a linear chain (Lafferty, McCallum & Pereira 2001); moves may depend on the token, or be
forbidden.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.arrays import Ints

Floats = NDArray[np.floating]
NEVER = -np.inf
_POTENTIALS = ("emissions", "transitions", "starts", "stops")
LOWEST = np.finfo(np.float64).min  # stands in for -inf where that has to be subtracted


class Lattice(NamedTuple):
    """Log-potentials of B sequences of up to T tokens over K labels.

    The score of a path y is the sum of ``emissions[b, t, y_t]`` and of the transition from y_t to
    y_{t+1}; the first label must be in ``starts``, the last in ``stops``. ``-inf`` forbids.

    Attributes:
        emissions: (B, T, K) float64; rows beyond a sequence's length are not read.
        transitions: (K, K) float64 from row to column, the same everywhere, or
            (B, T - 1, K, K), where [b, t] leads from token t to token t + 1.
        lengths: (B,) int64, each from 1 to T.
        starts, stops: (K,) float64, added at the first and at the last token.
    """

    emissions: Floats
    transitions: Floats
    lengths: Ints
    starts: Floats
    stops: Floats


def make_lattice(
    emissions: Floats,
    transitions: Floats,
    *,
    lengths: Ints | None = None,
    starts: Floats | None = None,
    stops: Floats | None = None,
) -> Lattice:
    """Fill in what is optional of a lattice, and see that its potentials are numbers.

    Args:
        emissions: (B, T, K), of one token and one label or more, as all others as in ``Lattice``.
        transitions: (K, K) or (B, T - 1, K, K).
        lengths: (B,), T for all by default.
        starts, stops: (K,), zeros by default.

    Raises:
        SettingError: a potential is NaN or infinite, but for -inf.
    """
    batch, size, labels = emissions.shape
    if lengths is None:
        lengths = np.full(batch, size)
    ends = (np.zeros(labels) if end is None else end for end in (starts, stops))
    lattice = Lattice(emissions, transitions, lengths, *ends)
    highest = {name: getattr(lattice, name).max(initial=NEVER) for name in _POTENTIALS}
    if not highest["emissions"] < np.inf:  # those beyond the ends do not matter
        highest["emissions"] = emissions[np.arange(size) < lengths[:, None]].max()
    for name, value in highest.items():
        if not value < np.inf:
            raise SettingError(f"{name} hold {value}; give numbers, or -inf for what cannot be")
    return lattice


class Step(NamedTuple):
    """The predecessors of each label: M a label, fewer than K where most are barred.

    Attributes:
        sources: (M, K) int64, the predecessors of each label in ascending order.
        weights: (M, K, 1) or (M, K, B) float64, -inf where a label has fewer than M of them.
    """

    sources: Ints
    weights: Floats

    def candidates(self, scores: Floats) -> Floats:
        """Add the moves to the scores of the token before: (K, B) to (M, K, B)."""
        if len(self.sources) == len(scores):  # all labels, in order
            # The order in memory is that of sums; transposed weights would hand theirs on.
            return np.add(scores[:, None], self.weights, order="C")
        return scores[self.sources] + self.weights


def transition_steps(lattice: Lattice, *, reverse: bool = False) -> Callable[[int], Step]:
    """Return a function that gives the step between token t and token t + 1.

    With ``reverse`` a step lists the successors of each label instead of its predecessors.
    """
    matrix = lattice.transitions
    if matrix.ndim == 2:
        constant = open_moves(matrix if reverse else matrix.T)
        return lambda t: constant
    labels = matrix.shape[-1]
    all_labels = np.broadcast_to(np.arange(labels)[:, None], (labels, labels))
    axes = (2, 1, 0) if reverse else (1, 2, 0)
    return lambda t: Step(all_labels, matrix[:, t].transpose(axes))


def open_moves(matrix: Floats) -> Step:
    """List, for each row of a (K, K) matrix, the columns that are not forbidden."""
    labels = len(matrix)
    count = max(1, int(np.max(np.sum(matrix > NEVER, axis=1), initial=1)))
    if count == labels:
        all_labels = np.broadcast_to(np.arange(labels)[:, None], matrix.shape)
        return Step(all_labels, matrix.T[..., None].copy())
    # A stable sort puts the open ones first and keeps them in ascending order.
    sources = np.argsort(matrix == NEVER, axis=1, kind="stable")[:, :count]
    weights = np.take_along_axis(matrix, sources, axis=1)
    return Step(sources.T.copy(), weights.T[..., None].copy())
