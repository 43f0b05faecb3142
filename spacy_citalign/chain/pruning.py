"""The best path over many labels, exactly, with most labels left out beforehand.

A label can be left out at a token if another one is better there whatever stands on either side.
For labels j and j', any neighbours i and k, and transitions T,

    e(j') - e(j) > max_i (T[i, j] - T[i, j']) + max_k (T[j, k] - T[j', k])

says so from the emissions e alone; the right side is computed once per model. In part-of-speech
tagging four tokens of five are left with one label, and these cut a sentence into short runs of
undecided tokens, which Viterbi decodes over the few labels left, between fixed neighbours.
Goldstein (1994), "Efficient rotamer elimination applied to protein side-chains and related spin
glasses", Biophysical Journal 66, has the criterion for pairs of any kind; its use on chains of tags
is ours.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Bools, Ints
from .inference import viterbi
from .lattice import NEVER, make_lattice

_ROUNDING = 1e-5  # relative to the scores, which are compared after few additions
_WIDTHS = (
    2,
    4,
    8,
)  # labels that runs are filled up to; wider ones take all, as moves are constant then


class UndecidedSpans(NamedTuple):
    """Undecided runs of one length, whose tokens have at most M labels left.

    Attributes:
        tokens: (B, T) int64, the tokens of each run.
        labels: (B, T, M) int64, those left, ascending, filled up with 0; all where M = K.
        open: (B, T, M) bool, which of them are left.
    """

    tokens: Ints
    labels: Ints
    open: Bools


class PrunedDecoder:
    """Finds best paths under constant transitions, all of them allowed.

    Args:
        transitions: (K, K) float32, from row to column.
    """

    def __init__(self, transitions: NDArray[np.float32]):
        self._transitions = transitions
        # The last label stands for what is outside of a sequence, to and from where moves are free.
        self._bordered = np.pad(transitions, (0, 1))
        into = np.max(transitions[:, :, None] - transitions[:, None, :], axis=0)
        out_of = np.max(transitions[:, None, :] - transitions[None, :, :], axis=2)
        # [j, j']: what j can gain by its neighbours over j'. The ends of a sentence have one
        # neighbour or none, so neither side may count against j.
        self._gains = np.maximum(into, 0) + np.maximum(out_of, 0)

    def __call__(self, emissions: NDArray[np.float32], lengths: Ints) -> Ints:
        """Return the best path of each sequence; of equals the lower label wins.

        Args:
            emissions: (N, K) float32 of sequences that lie one after the other.
            lengths: (C,) int64, tokens of each, at least 1.
        """
        best = np.argmax(emissions, axis=1)
        highest = emissions[np.arange(len(best)), best]
        margin = _ROUNDING * (np.abs(highest) + np.max(self._gains, initial=0))
        left = emissions + self._gains.T[best] >= (highest - margin)[:, None]
        labels = best.astype(np.int64)
        outside = len(self._transitions)
        ends = np.cumsum(lengths)
        before, after = np.append(outside, labels[:-1]), np.append(labels[1:], outside)
        before[ends[:-1]] = after[ends[:-1] - 1] = outside
        for runs in _undecided(left, lengths):
            first, last = before[runs.tokens[:, 0]], after[runs.tokens[:, -1]]
            labels[runs.tokens] = self._decode(emissions, runs, first, last)
        return labels

    def _decode(
        self, emissions: NDArray[np.float32], runs: UndecidedSpans, before: Ints, after: Ints
    ) -> Ints:
        """Decode runs between their neighbours, two (B,) arrays of labels: to (B, T) int64."""
        scores = emissions[runs.tokens[..., None], runs.labels]
        scores[~runs.open] = NEVER
        scores[:, 0] += self._bordered[before[:, None], runs.labels[:, 0]]
        scores[:, -1] += self._bordered[runs.labels[:, -1], after[:, None]]
        _, size, width = runs.labels.shape
        if size == 1:
            chosen = np.argmax(scores, axis=2)
        else:
            between = self._transitions
            if width < len(between):
                between = between[runs.labels[:, :-1, :, None], runs.labels[:, 1:, None]]
            nothing = np.zeros(width, dtype=np.float32)
            chosen = viterbi(make_lattice(scores, between, starts=nothing, stops=nothing)).labels
        return np.take_along_axis(runs.labels, chosen[..., None], axis=2)[..., 0]


def _undecided(left: Bools, lengths: Ints) -> Iterator[UndecidedSpans]:
    """Yield the maximal runs of tokens with two labels or more left, like ones together."""
    counts = left.sum(axis=1)
    tokens = np.flatnonzero(counts > 1)
    if not len(tokens):
        return
    sequence = np.repeat(np.arange(len(lengths)), lengths)[tokens]
    new = np.ones(len(tokens), dtype=bool)
    new[1:] = (np.diff(tokens) > 1) | (np.diff(sequence) > 0)
    firsts = np.flatnonzero(new)
    sizes = np.diff(np.append(firsts, len(tokens)))
    widest = np.maximum.reduceat(counts[tokens], firsts)
    widths = [*(width for width in _WIDTHS if width < left.shape[1]), left.shape[1]]
    width = np.array(widths)[np.searchsorted(widths, widest)]
    for size, wide in sorted(set(zip(sizes.tolist(), width.tolist(), strict=True))):
        chosen = firsts[(sizes == size) & (width == wide)]
        members = tokens[chosen[:, None] + np.arange(size)]
        if wide == left.shape[1]:
            yield UndecidedSpans(
                members, np.broadcast_to(np.arange(wide), (*members.shape, wide)), left[members]
            )
            continue
        # The labels left, in order, in front of the others.
        labels = np.argsort(~left[members], axis=2, kind="stable")[..., :wide]
        is_open = np.arange(wide) < counts[members][..., None]
        yield UndecidedSpans(members, np.where(is_open, labels, 0), is_open)
