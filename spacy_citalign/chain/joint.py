"""Several CRFs of different label windows as one lattice, exactly.

The optimal integration of models m_i is argmax_Y of the product of p(Y | X; m_i) (Huang & Hsu
2002; Hsu et al. 2008, section 2.3), that is, of the sum of their log-potentials. The sum is a CRF
itself, so Viterbi, n-best and marginals over it are exact: no n-best lists have to meet.

A model that labels token t with the tags from t - b to t + a is read with a delay, at the place
t + a, where the last of its tags is known. A state then needs the last b + a tags only, for the
model that looks at most of them, however far some look ahead and others back: forward and backward
models of order 1 together have the 8 states of one alone, not the 21 windows of three tags.
"""

from collections.abc import Sequence
from functools import reduce

import numpy as np

from ..words.arrays import Ints
from .labels import BIO, OUTSIDE, Windows
from .lattice import NEVER, Floats, Lattice


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
