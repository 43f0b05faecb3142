"""The likelihood of a linear-chain CRF over a masked lattice, and the gradient of it.

Training normalises over the paths that decoding allows, and no others. Windows of one tag are the
HMM-style model of Hsu et al. (2008), "Integrating high dimensional bi-directional parsing models
for gene mention tagging", eq. 3: a weight a move between tags. Wider windows are Mallet's features
(eq. 2): the window is the pair of tags that a predicate is joined with, and a move carries only the
observation-independent weight of the window read last, which for windows that look ahead is the
left one, since Mallet reads the sentence from the right then. The move from the O that Mallet
attaches before the first token read has no weight, as decoding has no place for it; which windows
can stand beside that O is heeded.

The recursions run over all sequences at once. Tokens lie by their place in the sequence, and within
a place the longest sequences come first: the sequences that still go on are always a prefix, so
that nothing is padded and a pass has as many steps in Python as the longest sequence has tokens.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..words.arrays import Bools, Ints, sums_before
from .inference import log_sum
from .labels import Windows
from .lattice import LOWEST, NEVER, Floats, open_moves


class Structure(NamedTuple):
    """The sequences of K labels that can be, and the weight that each transition carries.

    Attributes:
        weight_numbers: (K, K) int64 from row to column: number of the transition's weight, -1 where
            it is forbidden.
        starts, stops: (K,) bool, labels that the first and the last token can have.
    """

    weight_numbers: Ints
    starts: Bools
    stops: Bools

    @classmethod
    def of(cls, windows: Windows) -> "Structure":
        """Return the structure of a model with these windows.

        >>> Structure.of(Windows(0, 0)).weight_numbers.tolist()  # rows and columns B, I, O
        [[0, 1, 2], [3, 4, 5], [6, -1, 7]]
        """
        numbers = np.arange(len(windows))
        if windows.size == 1:
            numbers = np.cumsum(windows.follows.ravel()).reshape(windows.follows.shape) - 1
        elif not windows.before:
            numbers = numbers[:, None]
        return cls(np.where(windows.follows, numbers, -1), windows.starts, windows.stops)

    @property
    def weights(self) -> int:
        """Number of weights that the transitions have together."""
        return int(self.weight_numbers.max()) + 1

    def transitions(self, weights: Floats) -> Floats:
        """Spread the weights of transitions, -inf where one is forbidden: (Q,) to (K, K)."""
        return np.asarray(np.where(self.weight_numbers >= 0, weights[self.weight_numbers], NEVER))


class Likelihood:
    """The conditional likelihood of labelled sequences as a function of D weights.

    The weights are those of the (attribute, label) pairs that occur, in order of attribute, then
    label; then those of the moves. A pass costs O(K) for each attribute of a token and O(K M) for
    each token, with M possible predecessors a label. In memory are 12 bytes for each attribute of a
    token, three times that at first, and in a pass 8 bytes for each cell of three tables of K
    columns and a row a token, and two of K columns and a row an attribute.

    Attributes:
        attributes, labels: (P,) int64, the pairs that have a weight.
        observed: (D,) float64, how often each feature occurs in the corpus.
        most_active: the greatest number of features, counted as often as they hold, that any
            labelling of any sequence can have.

    Args:
        indptr, attributes, labels, lengths: as ``train_crf`` takes them; one token at the least,
            and no succession of labels that the structure forbids.
        structure: what labels may follow each other.
    """

    def __init__(
        self,
        indptr: Ints,
        attributes: NDArray[np.int32],
        labels: Ints,
        lengths: Ints,
        structure: Structure,
    ):
        self.structure = structure
        firsts = np.cumsum(lengths) - lengths
        position = np.arange(len(labels)) - np.repeat(firsts, lengths)
        rank = np.empty(len(lengths), dtype=np.int64)
        rank[np.argsort(-lengths, kind="stable")] = np.arange(len(lengths))
        order = np.lexsort((np.repeat(rank, lengths), position))
        self._sizes = np.bincount(position)  # sequences that reach each place
        self._bounds = sums_before(self._sizes)
        self._lasts = self._bounds[np.sort(lengths)[::-1] - 1] + np.arange(len(lengths))
        shape = (len(labels), int(attributes.max(initial=0)) + 1)
        rows = csr_array((np.ones(len(attributes)), attributes, indptr), shape=shape)
        # By attribute: weights are then read, and counts written, one after the other.
        self._matrix = rows[order].tocsc()
        one_hot = np.eye(len(structure.starts))[labels[order]]
        counts = self._matrix.T @ one_hot
        self._pairs = np.flatnonzero(counts)
        self.attributes, self.labels = np.divmod(self._pairs, one_hot.shape[1])
        inner = np.flatnonzero(position)
        moved = structure.weight_numbers[labels[inner - 1], labels[inner]]
        moved = np.bincount(moved, minlength=structure.weights)
        self.observed = np.concatenate([counts.ravel()[self._pairs], moved])
        self._table = np.zeros_like(counts)
        active = np.empty(len(labels))
        active[order] = (self._matrix @ self._fill(np.ones(len(self._pairs)))).max(axis=1)
        sums = np.add.reduceat(active, firsts) + lengths - 1
        self.most_active = max(1, round(float(sums.max())))

    def _fill(self, weights: Floats) -> Floats:
        """Spread the weights of pairs over all attributes and labels: (P,) to (A, K)."""
        self._table.ravel()[self._pairs] = weights
        return self._table

    def __len__(self) -> int:
        return len(self.observed)

    def expectations(self, weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        """Return the log-likelihood in nats and the (D,) expected counts at (D,) ``weights``."""
        pairs = len(self._pairs)
        transitions = self.structure.transitions(weights[pairs:])
        emissions = np.ascontiguousarray((self._matrix @ self._fill(weights[:pairs])).T)
        log_z, marginals, moved = self._forward_backward(emissions, transitions)
        counts = (self._matrix.T @ marginals.T).ravel()[self._pairs]
        gold = float(weights @ self.observed)
        return gold - float(log_z.sum()), np.concatenate([counts, moved])

    def _forward(self, emissions: Floats, transitions: Floats) -> Floats:
        """Return the log-sum of all prefixes that end in each label: (K, N) nats."""
        step_to = open_moves(transitions.T)
        forward = np.empty_like(emissions)
        starts = np.where(self.structure.starts, 0.0, NEVER)[:, None]
        forward[:, : self._bounds[1]] = emissions[:, : self._bounds[1]] + starts
        for position in range(1, len(self._sizes)):
            left, right = self._bounds[position - 1], self._bounds[position]
            of_position = slice(right, self._bounds[position + 1])
            before = forward[:, left : left + self._sizes[position]]
            forward[:, of_position] = emissions[:, of_position] + log_sum(
                step_to.candidates(before)
            )
        return forward

    def _forward_backward(
        self, emissions: Floats, transitions: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Return log Z of the sequences, marginals (K, N) and expected transitions (Q,)."""
        step_from = open_moves(transitions)
        forward = self._forward(emissions, transitions)
        stops = np.where(self.structure.stops, 0.0, NEVER)[:, None]
        log_z = log_sum(forward[:, self._lasts] + stops)
        suffix = np.broadcast_to(stops, (len(transitions), len(log_z))).copy()
        marginals = forward
        moved = np.zeros(step_from.sources.shape)
        going = 0  # sequences that have a token after this place
        for position in range(len(self._sizes) - 1, -1, -1):
            left, right = self._bounds[position], self._bounds[position + 1]
            if going:
                after = emissions[:, right : right + going] + suffix[:, :going]
                scores = step_from.candidates(after)
                peak = np.maximum(np.maximum.reduce(scores), LOWEST)
                powers = np.exp(scores - peak)
                # Relative to the best move from a label; times its probability, those of all.
                share = np.exp(forward[:, left : left + going] + peak - log_z[:going])
                moved += np.einsum("mkb,kb->mk", powers, share)
                with np.errstate(divide="ignore"):
                    suffix[:, :going] = np.log(np.add.reduce(powers)) + peak
            going = right - left
            scores = forward[:, left:right] + suffix[:, :going]
            marginals[:, left:right] = np.exp(scores - log_z[:going])
        numbers = np.take_along_axis(self.structure.weight_numbers, step_from.sources.T, axis=1).T
        known = numbers >= 0
        counts = np.zeros(self.structure.weights)
        np.add.at(counts, numbers[known], moved[known])
        return log_z, marginals, counts


class Point(NamedTuple):
    """The penalised likelihood at some weights.

    Attributes:
        weights: (D,) float64.
        value: log-likelihood less the penalty, in nats.
        counts: (D,) float64, expected counts of the features.
        gradient: (D,) float64, of the value.
    """

    weights: NDArray[np.float64]
    value: float
    counts: NDArray[np.float64]
    gradient: NDArray[np.float64]


Watch = Callable[[Point], None]


class Objective:
    """Log-likelihood less ``c2 * ||weights||**2``, which optimisers maximise.

    ``c2`` counts as in CRFsuite: it is 1 / (2 sigma^2) of a Gaussian prior. Optimisers call
    ``watch`` after each iteration.
    """

    def __init__(self, likelihood: Likelihood, c2: float, watch: Watch = lambda point: None):
        self.likelihood = likelihood
        self.c2 = c2
        self.watch = watch

    def at(self, weights: NDArray[np.float64]) -> Point:
        """Evaluate at ``weights``, (D,) float64: one pass over the corpus."""
        log_likelihood, counts = self.likelihood.expectations(weights)
        value = log_likelihood - self.c2 * float(weights @ weights)
        gradient = self.likelihood.observed - counts - 2 * self.c2 * weights
        return Point(weights, value, counts, gradient)
