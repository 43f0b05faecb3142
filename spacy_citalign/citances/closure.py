"""From links between words to classes of words: equivalence closure and average-link clustering.

Schwartz AS, Divoli A, Hearst MA (2007) Multiple alignment of citation sentences with conditional
random fields and posterior decoding. EMNLP-CoNLL, section 3.2, takes the equivalence closure of all
links, and finds (section 6) that "a single link between two equivalence classes causes them to
merge". ``average_link`` is our answer: two classes merge if their words are similar *on average*,
so one bad link among many pairs weighs little (unless it is the strongest link of its words, and
so merges them before their classes are there), and words that are forbidden to meet keep their
whole clusters apart. It leaves a record of its merges from which the classes at any threshold can
be read without clustering again.

Words are numbered 0 to N - 1 through a whole group. Classes: (N,) int64, 0 for a word that is
aligned to nothing, else from 1 in the order of the classes' first words.

Notes:
    Merging two clusters makes the similarity to a third the mean of two means, weighted by their
    pairs, so it never exceeds the larger one: an upper bound on a row's best stays one, and a merge
    is never more similar than the one before. For this to hold to the last bit similarities are
    rounded to multiples of ``STEP``: sums are then exact, whatever their order, and equal means are
    equal numbers. Thresholds are rounded alike, so a similarity of .9 passes a threshold of .9.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.arrays import Bools, Floats, Ints
from ..words.lazy_scipy import sparse

STEP = 2.0**-26  # 1.5e-8; sums of 2^27 similarities are exact


class Merges(NamedTuple):
    """The M merges of a clustering, most similar first.

    Attributes:
        first, second: (M,) int64, the merged clusters, first < second; 0 to N - 1 are the words,
            N + m is the cluster that merge m made, as in scipy's linkage.
        height: (M,) float64, descending: mean similarity of the two, from ``floor`` to 1.
        size: (M,) int64, words of the new cluster.
        owners: (N,) int64, the citance of each word.
        floor: least height of the merges that were looked for.
    """

    first: Ints
    second: Ints
    height: Floats
    size: Ints
    owners: Ints
    floor: float

    def classes(self, threshold: float) -> Ints:
        """Return the classes after all merges of at least this height: (N,) int64.

        A cluster whose words are all of one citance is aligned to nothing.

        Raises:
            SettingError: the threshold is below ``floor``, where merges are not known.
        """
        if not threshold >= self.floor:
            raise SettingError(
                f"threshold {threshold} is below the floor {self.floor} of this clustering; "
                "cluster again with a lower floor"
            )
        words = len(self.owners)
        made = int(np.searchsorted(-self.height, -rounded(threshold), side="right"))
        parts = np.concatenate([self.first[:made], self.second[:made]])
        clusters = np.tile(np.arange(words, words + made), 2)
        label = components(clusters, parts, words + made)[:words]
        first_word = np.unique(label, return_index=True)[1]
        elsewhere = self.owners != self.owners[first_word[label]]
        several = np.bincount(label, elsewhere) > 0
        return (np.cumsum(several, dtype=np.int64) * several)[label]


def numbered_merges(
    parts: Sequence[tuple[Ints, Ints, Floats]], owners: Ints, floor: float
) -> Merges:
    """Put merges in their order, and number their clusters, which are known by their first words.

    Args:
        parts: for some merges (m,) int64 each the first word of the cluster that is kept, the
            lower, and of the one that is added to it, and (m,) float64 their mean similarity; of
            equally similar ones the order stays.
        owners, floor: as ``Merges`` has them.
    """
    nothing = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0)
    keep, gone, height = map(np.concatenate, zip(nothing, *parts, strict=True))
    order = np.argsort(-height, kind="stable")
    words = len(owners)
    cluster, size = list(range(words)), [1] * words
    rows = np.empty((len(order), 3), dtype=np.int64)
    merges = zip(keep[order].tolist(), gone[order].tolist(), strict=True)
    for row, (a, b) in enumerate(merges):
        size[a] += size[b]
        rows[row] = min(cluster[a], cluster[b]), max(cluster[a], cluster[b]), size[a]
        cluster[a] = words + row
    return Merges(rows[:, 0], rows[:, 1], height[order], rows[:, 2], owners, floor)


def components(left: Ints, right: Ints, size: int) -> Ints:
    """Return the connected component of each node, numbered from 0 by their first nodes."""
    from scipy.sparse.csgraph import connected_components

    graph = sparse.csr_matrix((np.ones(len(left)), (left, right)), (size, size))
    label = connected_components(graph, directed=False)[1]
    return by_first(label)[1]


def by_first(values: NDArray, axis: int | None = None) -> tuple[Ints, Ints]:
    """Number equal values from 0 by their first positions.

    Returns:
        The first positions, ascending, and the number of each value.
    """
    _, firsts, label = np.unique(values, return_index=True, return_inverse=True, axis=axis)
    rank = np.empty_like(firsts)
    rank[np.argsort(firsts)] = np.arange(len(firsts))
    return np.sort(firsts), rank[label.ravel()]


def grouped(label: Ints, size: int = 0) -> list[Ints]:
    """Return the ascending positions of each label from 0 to the largest, and to size - 1."""
    order = np.argsort(label, kind="stable")
    return np.split(order, np.cumsum(np.bincount(label, minlength=size))[:-1])


def rounded(values: Any) -> Any:
    """Return similarities, rounded to multiples of ``STEP``."""
    return np.rint(np.asarray(values) / STEP) * STEP


def equivalence_closure(links: Ints, size: int) -> Ints:
    """Return the classes of the transitive closure of links: (size,) int64.

    Args:
        links: (M, 2) int64, pairs of words from 0 to size - 1; direction and repetition do not
            matter, and a word's link to itself is none.
        size: number of words N.

    >>> equivalence_closure(np.array([[1, 2], [4, 2]]), 5).tolist()
    [0, 1, 1, 0, 1]
    """
    label = components(links[:, 0], links[:, 1], size)
    several = (np.bincount(label) > 1).astype(np.int64)
    return (np.cumsum(several) * several)[label]


def average_link(
    similarity: Any, owners: Ints, *, floor: float = 0.05, forbidden: Any = None
) -> Merges:
    """Cluster words, the most similar two clusters first, down to a similarity of ``floor``.

    The similarity of two clusters is the mean of ``similarity`` over their pairs of words of
    different citances; pairs within a citance are no evidence, and clusters with no other pairs
    are never merged. Of equally similar pairs of clusters the one with the lowest first word
    merges first, then the one whose other cluster has the lowest first word.

    Args:
        similarity: (N, N) scipy.sparse matrix or dense array, symmetric, 0 to 1; absent is 0. The
            diagonal and pairs within a citance are not read.
        owners: (N,) int64, the citance of each word.
        floor: least mean similarity of a merge, above 0.
        forbidden: (N, N) scipy.sparse matrix or dense array of bool, symmetric: words that are
            never in one cluster; None where there are none. Pairs within a citance count.

    Notes:
        A merge needs one pair of words of at least ``floor``, so what such pairs do not connect is
        clustered apart. n connected words take 13 n^2 bytes, 325 MB for 5,000, and as a
        rule a few n operations on rows of n numbers; a non-zero similarity takes some 100 bytes.

    >>> similarity = np.array([[0, 0.9, 0.2], [0.9, 0, 0.4], [0.2, 0.4, 0]])
    >>> merges = average_link(similarity, np.array([0, 1, 2]))
    >>> merges.height.round(2).tolist()
    [0.9, 0.3]
    >>> merges.classes(0.5).tolist(), merges.classes(0.2).tolist()
    ([1, 1, 0], [1, 1, 1])
    """
    owners = np.asarray(owners, dtype=np.int64)
    left, right, value = word_pairs = _word_pairs(similarity, owners)
    parts = []
    strong = value >= rounded(floor)
    component = components(left[strong], right[strong], len(owners))
    for members, sums, pairs in _parts(component, owners, *word_pairs):
        kept, lost, means = greedy_merges(sums, pairs, block(forbidden, members), rounded(floor))
        parts.append((members[kept], members[lost], means))
    return numbered_merges(parts, owners, floor)


def _word_pairs(similarity: Any, owners: Ints) -> tuple[Ints, Ints, Floats]:
    """Return pairs of words of different citances, in both directions, and how alike they are."""
    matrix = sparse.csr_matrix(similarity, dtype=np.float64)
    both = ((matrix + matrix.T) / 2).tocoo()
    left, right = both.row.astype(np.int64), both.col.astype(np.int64)
    value = rounded(np.minimum(both.data, 1))
    used = (owners[left] != owners[right]) & (value > 0)
    return left[used], right[used], value[used]


def block(apart: Any, members: Ints) -> Bools:
    """Return which of some words are apart, dense: (m, m)."""
    if apart is None:
        return np.zeros((len(members), len(members)), dtype=bool)
    if isinstance(apart, np.ndarray):
        return apart[members[:, None], members]
    return np.asarray(apart[members][:, members].toarray())


def _parts(
    component: Ints, owners: Ints, left: Ints, right: Ints, value: Floats
) -> Iterator[tuple[Ints, Floats, NDArray[np.int32]]]:
    """Yield each component of two and more words: its words, similarities, which pairs count.

    The words ascend; both matrices are dense over them, and pairs of words of one citance are 0 in
    both.
    """
    sizes = np.bincount(component)
    position = np.empty_like(component)  # of each word among those of its component
    words_of = grouped(component, len(sizes))
    for members in words_of:
        position[members] = np.arange(len(members))
    inside = np.flatnonzero(component[left] == component[right])
    entries = grouped(component[left[inside]], len(sizes))
    for number in np.flatnonzero(sizes > 1):
        size, members, chosen = sizes[number], words_of[number], inside[entries[number]]
        pairs = (owners[members][:, None] != owners[members]).astype(np.int32)
        sums = np.zeros((size, size), dtype=np.float64)
        sums[position[left[chosen]], position[right[chosen]]] = value[chosen]
        yield members, sums, pairs


def greedy_merges(
    sums: Floats, pairs: NDArray[np.int32], apart: Bools, floor: float
) -> tuple[Ints, Ints, Floats]:
    """Merge the rows of highest mean until it is below ``floor``; the matrices are used up.

    Returns:
        The row that is kept, the higher row that is added to it, and their mean: (M,) each.
    """

    def means(row: int) -> Floats:
        # Clusters without a pair have a sum of 0, and so have rows that are gone.
        return np.asarray(np.where(apart[row], 0, sums[row] / np.maximum(pairs[row], 1)))

    merges: list[tuple[int, int, float]] = []
    # Merging can only lower what is best in a row: ``best`` is an upper bound, and is looked at
    # again when it is the highest. The lowest such row has its partner above it: were the partner
    # below, its own bound would be as high, and it would have been chosen itself.
    best = np.array([means(row).max() for row in range(len(sums))])
    while best[row := int(best.argmax())] >= floor:
        now = means(row)
        other = int(now.argmax())
        if now[other] < best[row]:
            best[row] = now[other]
            continue
        merges.append((row, other, float(now[other])))
        best[other] = 0
        sums[row] += sums[other]
        sums[row, [row, other]] = 0
        pairs[row] += pairs[other]
        apart[row] |= apart[other]
        sums[:, row], pairs[:, row], apart[:, row] = sums[row], pairs[row], apart[row]
        sums[:, other] = 0
    kept, gone, height = zip(*merges, strict=True) if merges else ((), (), ())
    return np.array(kept, dtype=np.int64), np.array(gone, dtype=np.int64), np.array(height)
