"""Posterior decoding of aligned sets: the words of a citance that each word is aligned to.

Schwartz AS, Divoli A, Hearst MA (2007) Multiple alignment of citation sentences with conditional
random fields and posterior decoding. EMNLP-CoNLL, pages 847-857, section 3.2; "Eq." is theirs.

A row holds one target word against one source citance: the posteriors p_k that source word k aligns
to it. Source words align independently (Eq. 10), so the true set m of a row is random, and a set c
of s words is worth ``match_factor ** s * E[|m & c| / max(|m|, s, 1)]``, or ``gap_factor * P(m is
empty)`` where c is empty. The paper tries all pairs of sets, 4 ** n for n words; here the best set
is found, exactly, from the distributions of two counts. Of an alignment the same gives the metric
accuracy that a model expects of it, without gold (Eq. 5 and 6).

What it does not do: unite the sets of both directions and close them to an equivalence.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...words.arrays import Bools, Floats, Ints
from ...words.lazy_scipy import sparse
from ..group import Group

TIE = 1e-12  # sets whose values differ by this part only are equal, whatever the order of sums
NEGLIGIBLE = 1e-12  # a word of lower posterior is left out of an expected agreement
CELLS = 1 << 19  # numbers held for a block of rows


def decode_sets(
    posteriors: ArrayLike,
    *,
    gap_factor: float = 1.0,
    match_factor: float = 1.0,
    min_prob: float = 0.01,
    max_sources: int | None = 8,
) -> Bools:
    """Return the set of source words of highest expected agreement (Eq. 10) of each target word.

    Of sets that are worth the same the smaller wins, of words with the same posterior the earlier.

    Args:
        posteriors: (R, S), P(source word k aligns to the target word of the row), 0 to 1. A word of
            posterior 0, as in padding, is never chosen.
        gap_factor: gamma, 0 or more; 1 is neutral, more leaves more target words unaligned.
        match_factor: mu, above 0; 1 is neutral, more makes larger sets. Above 1 the next two keep
            mu ** s from choosing whole sentences.
        min_prob: the words below it, 0 to 1, count as unable to align, in both sets of Eq. 10.
        max_sources: so do all but this many words of highest posterior; None for no limit.

    Returns:
        (R, S) bool, the chosen words.

    Notes:
        The best set of s words is that of the s highest posteriors. For the value of a set is
        mu ** s times the sum of p_k E[1 / max(1 + N_k, s)] over its words, where N_k counts the
        *other* words of m; and of two words the one of higher posterior has the larger term, by
        (p_k - p_l) E[1 / max(1 + N_kl, s)] >= 0. This leaves n + 1 sets of n candidates, O(n ** 3)
        multiplications a row, all of numbers >= 0: nothing cancels. Rows without candidates cost
        nothing.

    >>> decode_sets([[0.8, 0.5, 0.0], [0.3, 0.3, 0.2]]).astype(int)
    array([[1, 1, 0],
           [0, 0, 0]])
    """
    checked = np.asarray(posteriors, dtype=np.float64).clip(0.0, 1.0)
    words = _candidates(checked, min_prob, max_sources)
    sizes = np.zeros(len(checked), dtype=np.int64)
    for rows, (p,) in _blocks(words, checked):
        sizes[rows] = _best_sizes(p, words.counts[rows], gap_factor, match_factor)
    chosen = np.zeros(checked.shape, dtype=np.bool_)
    kept = words.ranks < sizes[words.rows]
    chosen[words.rows[kept], words.columns[kept]] = True
    return chosen


def expected_agreement(posteriors: ArrayLike, chosen: ArrayLike) -> Floats:
    """Return the expected Braun-Blanquet agreement (Eq. 6) of given sets with the true ones.

    Args:
        posteriors: (R, S), as for ``decode_sets``.
        chosen: (R, S) bool, any sets of source words, not only decoded ones.

    Returns:
        (R,) float64, 0 to 1: E[|m & c| / max(|m|, |c|)], and P(m is empty) where c is empty. Words
        of posterior below 1e-12 are left out, which moves it by less than S * 1e-12.

    Notes:
        O(n ** 2) a row of n words that are not negligible.

    >>> expected_agreement([[0.8, 0.5], [0.8, 0.5]], [[True, False], [False, False]]).round(3)
    array([0.6, 0.1])
    """
    checked = np.asarray(posteriors, dtype=np.float64).clip(0.0, 1.0)
    sets = np.asarray(chosen, dtype=np.bool_)
    words = _listed(checked, NEGLIGIBLE)
    sizes = np.count_nonzero(sets, axis=1)
    agreements = np.where(sizes == 0, 1.0, 0.0)  # of rows in which every word is negligible
    for rows, (p, marks) in _blocks(words, checked, sets):
        agreements[rows] = _agreement(p, marks, sizes[rows])
    return agreements


class _Words(NamedTuple):
    """The words of a matrix that count, all (M,) int64 but ``counts``, (R,); by row, then rank."""

    rows: Ints
    columns: Ints
    ranks: Ints
    """Places in the row: 0, 1, ..."""
    counts: Ints
    """Words of each row."""


def _listed(posteriors: Floats, floor: float) -> _Words:
    """List the words of posterior ``floor`` or more, and more than 0, in order of columns."""
    rows, columns = np.nonzero((posteriors >= floor) & (posteriors > 0))
    counts = np.bincount(rows, minlength=len(posteriors))
    ranks = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows]
    return _Words(rows, columns, ranks, counts)


def _candidates(posteriors: Floats, min_prob: float, max_sources: int | None) -> _Words:
    """List the words of ``min_prob`` or more, highest posterior first, ``max_sources`` a row."""
    rows, columns, ranks, counts = _listed(posteriors, min_prob)
    columns = columns[np.lexsort((-posteriors[rows, columns], rows))]  # stable: earlier words first
    if max_sources is None:
        return _Words(rows, columns, ranks, counts)
    kept = ranks < max_sources
    return _Words(rows[kept], columns[kept], ranks[kept], np.minimum(counts, max_sources))


def _blocks(words: _Words, *matrices: NDArray[np.generic]) -> Iterator[tuple[Ints, list[Floats]]]:
    """Yield blocks of rows that have words: the rows, (B,), and each matrix at their words, (n, B).

    Rows of like counts go together, so that there is little to fill up, with zeros, to a block's n;
    n ** 2 B stays bounded, and sums over words run along memory.
    """
    order = np.argsort(-words.counts, kind="stable")[: np.count_nonzero(words.counts)]
    starts = np.cumsum(words.counts) - words.counts
    done = 0
    while done < len(order):
        width = int(words.counts[order[done]])
        rows = order[done : done + max(1, CELLS // (width + 1) ** 2)]
        done += len(rows)
        positions = np.arange(width)[:, None]
        inside = positions < words.counts[rows]
        columns = words.columns[np.where(inside, starts[rows] + positions, 0)]
        yield rows, [np.where(inside, matrix[rows, columns], 0.0) for matrix in matrices]


def _with_word(counts: Floats, p: Floats) -> Floats:
    """Add a word of posterior p (B,) to a distribution of counts: (c, B) to (c + 1, B)."""
    grown = np.empty((len(counts) + 1, counts.shape[1]))
    np.multiply(counts, 1 - p, out=grown[:-1])
    grown[-1] = 0.0
    grown[1:] += counts * p
    return grown


def _best_sizes(p: Floats, counts: Ints, gamma: float, mu: float) -> Ints:
    """Return how many of the highest posteriors are the best set: (B,) int64.

    p: (n, B), highest first, 0 from ``counts`` (B,) on. The values are compared as logarithms,
    because mu ** s may leave the range of numbers.
    """
    n, batch = p.shape
    worth = np.empty((n + 1, batch))
    tails = [np.ones((1, batch))]  # tails[i]: (i + 1, B), how many of the last i words are in m
    for k in range(n - 1, -1, -1):
        tails.append(_with_word(tails[-1], p[k]))
    worth[0] = gamma * tails[n][0]
    head = np.ones((1, batch))  # (s + 1, B), how many of the first s words are in m
    for s in range(1, n + 1):
        head = _with_word(head, p[s - 1])
        inside, outside = np.arange(s + 1), np.arange(n - s + 1)[:, None]
        # Eq. 6 where ``inside`` words of m are in the set and ``outside`` words are not.
        agreement = inside / np.maximum(inside + outside, s)
        np.einsum("cb,cb->b", agreement @ head, tails[n - s], out=worth[s])
    sizes = np.arange(n + 1)[:, None]
    with np.errstate(divide="ignore"):
        worth = np.log(worth, out=worth) + sizes * np.log(mu)
    worth[sizes > counts] = -np.inf
    return np.argmax(worth >= worth.max(axis=0) - TIE, axis=0)


def _agreement(p: Floats, marks: Floats, sizes: Ints) -> Floats:
    """Return the expected agreement of sets of ``sizes`` (B,) words: (B,).

    p: (n, B), posteriors of the words that count; marks: (n, B), 1.0 where such a word is chosen.
    """
    counts = np.ones((1, p.shape[1]))  # (i + 1, B): P(|m| = count)
    shared = np.zeros_like(counts)  # (i + 1, B): E[|m & set| where |m| = count, else 0]
    for probability, mark in zip(p, marks, strict=True):
        shared = _with_word(shared, probability)
        shared[1:] += counts * (probability * mark)
        counts = _with_word(counts, probability)
    total = np.arange(len(counts))[:, None]
    agreements = (shared / np.maximum(np.maximum(total, sizes), 1)).sum(axis=0)
    return np.where(sizes == 0, counts[0], agreements)


def expected_accuracy(belief: Any, classes: Ints, group: Group) -> float:
    """Return the expected alignment metric accuracy (eq. 5 and 6) without gold, in 0..1.

    Args:
        belief: (N, N), how likely a source word (row) is aligned to a target word, as the words of
            eq. 10, independently: their similarity, or the posteriors; sparse (CSR) or dense.
        classes: (N,) int64, the alignment, 0 for none.
        group: the words.
    """
    words, citances = len(classes), np.count_nonzero(group.lengths)
    if citances < 2:
        return 1.0
    total = 0.0
    for start, rows in blocks(belief, group):
        citance_classes = classes[start : start + rows.shape[1]]
        chosen = (classes[:, None] == citance_classes) & (citance_classes > 0)
        elsewhere = np.ones(words, dtype=bool)
        elsewhere[start : start + rows.shape[1]] = False
        total += float(expected_agreement(rows[elsewhere], chosen[elsewhere]).sum())
    return float(total / (words * (citances - 1)))


def blocks(posteriors: Any, group: Group) -> Iterator[tuple[int, Floats]]:
    """Yield, for each citance with words, its first word and the (N, n) posteriors of its words."""
    for start, length in zip(group.starts.tolist(), group.lengths.tolist(), strict=True):
        if length:
            rows = posteriors[start : start + length]
            dense = rows.toarray() if sparse.issparse(rows) else rows
            yield start, np.minimum(dense.T.astype(np.float64), 1.0)
