"""A second model that tells whether two whole units are the same; the CRF sees words only.

The paper's errors are mostly subtypes and complex entities ("cell cycle", "cell line"): words that
match while the units do not. A logistic regression over pairs of units sees what is left over. Its
answer is a calibrated probability, so that one threshold suits groups of any kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..errors import InputError
from .features import GroupFeatures
from .nodes import Nodes, word_shares
from .types import Matrix

_LEAST = 0.01  # similarity below which a pair is not looked at
_EDGE = 1e-4  # keeps logarithms of odds finite
_SPELLING = 0.6  # less similar spelling says nothing
_COSINE = 0.8  # what equal company is worth beside equal words


class UnitPairModel(NamedTuple):
    """Weights of the logistic regression, in log-odds, by name of a feature.

    The constant is one of them.
    """

    weights: Mapping[str, float]

    def __call__(
        self, features: GroupFeatures, nodes: Nodes, posteriors: sparse.csr_matrix
    ) -> sparse.csr_matrix:
        """Return the probability that two nodes mean the same: (M, M) symmetric, in 0..1.

        Pairs of one citance, and pairs that the posteriors hold apart, have 0.
        """
        size = len(nodes.owners)
        pairs = unit_pairs(features, nodes, posteriors)
        if not len(pairs.first):
            return sparse.csr_matrix((size, size))
        score = np.zeros(len(pairs.first))
        for name, values in pair_features(features, nodes, pairs):
            score += self.weights.get(name, 0.0) * values
        upper = sparse.csr_matrix(
            (1 / (1 + np.exp(-score)), (pairs.first, pairs.second)), shape=(size, size)
        )
        return (upper + upper.T).tocsr()


class UnitPairs(NamedTuple):
    """R pairs of nodes of different citances, first < second.

    Attributes:
        first, second: (R,) int64, nodes.
        forward, backward: (R,) float64, the expected share of the first's words that are aligned to
            the second, and of the second's to the first.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    forward: NDArray[np.float64]
    backward: NDArray[np.float64]


def unit_pairs(features: GroupFeatures, nodes: Nodes, posteriors: sparse.csr_matrix) -> UnitPairs:
    """List the pairs of nodes that posteriors, (N, N) float32 or float64, leave open."""
    share = word_shares(posteriors, nodes)
    both = sparse.triu(share.multiply(share.T), k=1).tocoo()
    open_ = (both.data >= _LEAST**2) & (nodes.owners[both.row] != nodes.owners[both.col])
    first, second = both.row[open_].astype(np.int64), both.col[open_].astype(np.int64)
    return UnitPairs(first, second, _at(share, first, second), _at(share, second, first))


def pair_features(
    features: GroupFeatures, nodes: Nodes, pairs: UnitPairs
) -> Iterator[tuple[str, NDArray]]:
    """Yield the features of pairs of nodes, each (R,), bool or numbers."""
    first, second = pairs.first, pairs.second
    types, group = features.types, features.group
    yield "constant", np.ones(len(first))
    odds = [_log_odds(share) for share in (pairs.forward, pairs.backward)]
    yield "odds", _log_odds(np.sqrt(pairs.forward * pairs.backward))
    yield "lower odds", np.minimum(*odds)
    yield "higher odds", np.maximum(*odds)

    stems = _incidence(nodes.of_words, types.stem_numbers[types.rows])
    sizes = np.asarray(stems.sum(axis=1)).ravel()
    ours, theirs = sizes[first], sizes[second]
    shared = _at(stems @ stems.T, first, second)
    equal = (shared == ours) & (shared == theirs)
    inside = ((shared == ours) | (shared == theirs)) & ~equal
    yield "equal", equal
    yield "equal, several words", equal & (ours > 1)
    yield "one inside the other", inside
    yield "some words shared", (shared > 0) & ~equal & ~inside
    yield "none shared, several words", (shared == 0) & (ours > 1) & (theirs > 1)
    yield "none shared, one word and several", (shared == 0) & ((ours > 1) != (theirs > 1))
    yield "difference in words", np.abs(ours - theirs)
    yield "single words", (ours == 1) & (theirs == 1)

    named = _concepts(features, nodes)
    concept = _at(named @ named.T, first, second) > 0
    yield "same concept", concept
    yield "same concept, none shared", concept & (shared == 0)

    of_types = features.of_types()
    covered, least = _coverage(_closeness(of_types, len(types.words)), features, nodes, pairs)
    yield "lower coverage", np.minimum(*covered)
    yield "higher coverage", np.maximum(*covered)
    yield "least covered word", np.minimum(*least)
    yield "lower coverage, one inside", inside * np.minimum(*covered)
    if "other member" in of_types:
        member = sparse.csr_matrix(of_types["other member"])
        words = _incidence(nodes.of_words, types.rows)
        yield "other member", _at((words @ member) @ words.T, first, second) > 0

    spread = _highest(features.spread, nodes)
    yield "lower spread", np.minimum(spread[first], spread[second])
    yield "higher spread", np.maximum(spread[first], spread[second])
    genes = _highest((group.genes > 0).astype(np.float32), nodes) > 0
    yield "both genes", genes[first] & genes[second]
    yield "one gene", genes[first] != genes[second]
    last = np.zeros(len(nodes.owners), dtype=np.int64)
    last[nodes.of_words] = np.arange(len(nodes.of_words))
    heads = features.word_classes[last]
    yield "heads of one class", heads[first] == heads[second]


class UnitPairCase(NamedTuple):
    """A group to learn from.

    Attributes:
        features, nodes: the group.
        posteriors: of a CRF that has not seen it.
        classes: (N,) int64, gold, 0 for none.
        weight: how much the group counts, 0 or more; 1 as a rule.
    """

    features: GroupFeatures
    nodes: Nodes
    posteriors: sparse.csr_matrix
    classes: NDArray[np.int64]
    weight: float = 1.0


def train_unit_pairs(cases: Sequence[UnitPairCase], *, strength: float = 0.01) -> UnitPairModel:
    """Fit the model.

    Args:
        cases: the groups.
        strength: inverse of the penalty on squared weights, of features scaled to unit variance;
            above 0.

    Raises:
        InputError: all pairs of units are alike.
    """
    from sklearn.linear_model import LogisticRegression

    rows, answers, importance = [], [], []
    names: list[str] = []
    for features, nodes, posteriors, classes, weight in cases:
        pairs = unit_pairs(features, nodes, posteriors)
        if not len(pairs.first):
            continue
        columns = dict(pair_features(features, nodes, pairs))
        names = list(columns)
        rows.append(np.column_stack(list(columns.values())).astype(np.float64))
        node_classes = _majority(classes, nodes)
        first, second = node_classes[pairs.first], node_classes[pairs.second]
        answers.append((first == second) & (first > 0))
        sizes = np.bincount(nodes.of_words, minlength=len(nodes.owners))
        # A pair of units counts in scoring by its word pairs; the root keeps long ones down.
        importance.append(weight * np.sqrt(sizes[pairs.first] * sizes[pairs.second]))
    answer = np.concatenate([np.zeros(0, dtype=bool), *answers])
    if answer.all() or not answer.any():
        raise InputError(
            f"{len(answer)} pairs of units that may be aligned are none, or all alike; give groups "
            "with aligned and unaligned words"
        )
    design = np.concatenate(rows)
    constant = names.index("constant")
    means, spread = design.mean(axis=0), design.std(axis=0)
    means[constant], spread[spread == 0] = 0.0, 1.0
    model = LogisticRegression(C=strength, max_iter=2000)
    model.fit((design - means) / spread, answer, np.concatenate(importance))
    weights = model.coef_[0] / spread
    weights[constant] = model.intercept_[0] - float(weights @ means)
    return UnitPairModel(dict(zip(names, weights.tolist(), strict=True)))


def _closeness(of_types: Mapping[str, Matrix], size: int) -> Matrix:
    """Return how close any two distinct words are by the best of what is known: (U, U) in 0..1."""
    close = np.zeros((size, size), dtype=np.float32)
    for name in ("same stem", "same sense", "WordNet relation"):
        if name in of_types:
            np.maximum(close, of_types[name], out=close)
    if "edit similarity" in of_types:
        spelling = of_types["edit similarity"]
        np.maximum(close, spelling * (spelling > _SPELLING), out=close)
    if "vector cosine" in of_types:
        np.maximum(close, _COSINE * of_types["vector cosine"], out=close)
    return close


def _coverage(
    close: Matrix, features: GroupFeatures, nodes: Nodes, pairs: UnitPairs
) -> tuple[list[NDArray], list[NDArray]]:
    """Return how well each node covers the words of the other: means and minima, either way.

    A word is covered as well as the closest word of the node is close to it.
    """
    size = len(nodes.owners)
    order = np.argsort(nodes.of_words, kind="stable")
    types = features.types.rows[order]
    counts = np.bincount(nodes.of_words, minlength=size)
    starts = np.cumsum(counts) - counts
    means, least = [], []
    for by, of in ((pairs.first, pairs.second), (pairs.second, pairs.first)):
        mean, minimum = np.zeros(len(by)), np.zeros(len(by))
        sequence = np.argsort(by, kind="stable")
        borders = np.searchsorted(by[sequence], np.arange(size + 1))
        for node in np.unique(by):
            rows = sequence[borders[node] : borders[node + 1]]
            words = types[starts[node] : starts[node] + counts[node]]
            best = close[words].max(axis=0)[types]
            mean[rows] = (np.add.reduceat(best, starts) / counts)[of[rows]]
            minimum[rows] = np.minimum.reduceat(best, starts)[of[rows]]
        means.append(mean)
        least.append(minimum)
    return means, least


def _log_odds(share: NDArray[np.float64]) -> NDArray[np.float64]:
    inside = np.clip(share, _EDGE, 1 - _EDGE)
    return np.log(inside / (1 - inside))


def _at(matrix: sparse.csr_matrix, rows: NDArray, columns: NDArray) -> NDArray[np.float64]:
    """Return the entries of a sparse matrix at R places."""
    if not len(rows):  # scipy answers with a matrix
        return np.zeros(0)
    return np.asarray(matrix.tocsr()[rows, columns], dtype=np.float64).ravel()


def _incidence(rows: NDArray[np.int64], columns: NDArray[np.int64]) -> sparse.csr_matrix:
    """Return which columns each row has, as 0 and 1."""
    incidence = sparse.csr_matrix((np.ones(len(rows)), (rows, columns)))
    incidence.data[:] = 1
    return incidence


def _concepts(features: GroupFeatures, nodes: Nodes) -> sparse.csr_matrix:
    """Return which concepts the words of each node stand for: (M, concepts)."""
    word, column = np.nonzero(features.concepts)
    distinct, numbers = np.unique(features.concepts[word, column], return_inverse=True)
    indices = nodes.of_words[word], numbers
    shape = len(nodes.owners), max(len(distinct), 1)
    return sparse.csr_matrix((np.ones(len(word)), indices), shape=shape)


def _highest(values: NDArray[np.float32], nodes: Nodes) -> NDArray[np.float32]:
    highest = np.zeros(len(nodes.owners), dtype=np.float32)
    np.maximum.at(highest, nodes.of_words, values)
    return highest


def _majority(classes: NDArray[np.int64], nodes: Nodes) -> NDArray[np.int64]:
    """Return the most frequent class of each node's words, the lowest of equals: (M,)."""
    pairs, counts = np.unique(np.stack([nodes.of_words, classes]), axis=1, return_counts=True)
    order = np.lexsort((pairs[1], -counts, pairs[0]))
    _, first = np.unique(pairs[0][order], return_index=True)
    return np.asarray(pairs[1][order][first])
