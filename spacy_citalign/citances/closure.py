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
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import SettingError
from ..words.array_types import Floats, Integers
from ..words.lazy_scipy import sparse
from .merges import STEP, Merges, components, grouped, numbered_merges, rounded

TOLERANCE = 1e-6  # by which similarities may miss symmetry, or exceed 1


def equivalence_closure(links: Integers, size: int) -> Integers:
    """Return the classes of the transitive closure of links: (size,) int64.

    Args:
        links: (M, 2) int64, pairs of words from 0 to size - 1; direction and repetition do not
            matter, and a word's link to itself is none.
        size: number of words N.

    Raises:
        SettingError: links are not pairs, or name a word out of range.

    >>> equivalence_closure(np.array([[1, 2], [4, 2]]), 5).tolist()
    [0, 1, 1, 0, 1]
    """
    import networkx

    graph = networkx.Graph()
    graph.add_edges_from(_checked_pairs(links, size, "links").tolist())
    classes = np.zeros(size, dtype=np.int64)
    components = [list(words) for words in networkx.connected_components(graph) if len(words) > 1]
    for number, component in enumerate(sorted(components, key=min), start=1):
        classes[component] = number
    return classes


def average_link(
    similarity: Any, owners: Integers, *, floor: float = 0.05, forbidden: Any = None
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

    Raises:
        SettingError: shapes do not fit, similarities are not symmetric or not 0 to 1, forbidden
            pairs are not symmetric, or ``floor`` is out of range.

    >>> similarity = np.array([[0, 0.9, 0.2], [0.9, 0, 0.4], [0.2, 0.4, 0]])
    >>> merges = average_link(similarity, np.array([0, 1, 2]))
    >>> merges.height.round(2).tolist()
    [0.9, 0.3]
    >>> merges.classes(0.5).tolist(), merges.classes(0.2).tolist()
    ([1, 1, 0], [1, 1, 1])
    """
    owners = np.asarray(owners, dtype=np.int64)
    if not STEP <= floor <= 1:
        raise SettingError(f"floor is {floor} but must be from {STEP:.1e} to 1")
    word_pairs = _word_pairs(similarity, owners)
    keep: list[Integers] = [np.zeros(0, dtype=np.int64)]
    gone: list[Integers] = [np.zeros(0, dtype=np.int64)]
    height: list[Floats] = [np.zeros(0)]
    strong = word_pairs.value >= rounded(floor)
    component = components(word_pairs.left[strong], word_pairs.right[strong], len(owners))
    apart = _forbidden_pairs(forbidden, len(owners))
    for members, sums, pairs in _parts(component, owners, word_pairs):
        kept, lost, means = greedy_merges(sums, pairs, block(apart, members), rounded(floor))
        keep.append(members[kept])
        gone.append(members[lost])
        height.append(means)
    order = np.argsort(-np.concatenate(height), kind="stable")  # equal ones as they were made
    return numbered_merges(
        np.concatenate(keep)[order],
        np.concatenate(gone)[order],
        np.concatenate(height)[order],
        owners,
        floor,
    )


class _WordPairs(NamedTuple):
    """Pairs of words of different citances, in both directions, and their rounded similarity."""

    left: Integers
    right: Integers
    value: Floats


def _word_pairs(similarity: Any, owners: Integers) -> _WordPairs:
    matrix = sparse.csr_matrix(similarity, dtype=np.float64)
    if matrix.shape != (*owners.shape, *owners.shape):
        raise SettingError(
            f"similarity has shape {matrix.shape}, but owners {owners.shape} need one row and one "
            "column a word"
        )
    values = matrix.data
    if values.size and not (values.min() >= 0 and values.max() <= 1 + TOLERANCE):
        raise SettingError(
            f"similarities are from {values.min()} to {values.max()}, not from 0 to 1"
        )
    uneven = abs(matrix - matrix.T).max() if matrix.nnz else 0
    if uneven > TOLERANCE:
        raise SettingError(
            f"similarity is not symmetric: two directions of a pair differ by {uneven}; "
            "combine them first, for example by their mean"
        )
    both = ((matrix + matrix.T) / 2).tocoo()
    left, right = both.row.astype(np.int64), both.col.astype(np.int64)
    value = rounded(np.minimum(both.data, 1))
    used = (owners[left] != owners[right]) & (value > 0)
    return _WordPairs(left[used], right[used], value[used])


def block(apart: Any, members: Integers) -> NDArray[np.bool_]:
    """Return which of some words are apart, dense: (m, m)."""
    if apart is None:
        return np.zeros((len(members), len(members)), dtype=bool)
    if isinstance(apart, np.ndarray):
        return apart[members[:, None], members]
    return np.asarray(apart[members][:, members].toarray())


def _forbidden_pairs(forbidden: Any, size: int) -> Any:
    """Return the pairs that are forbidden, as they were given: dense or sparse; None for none."""
    if forbidden is None:
        return None
    shape = (size, size)
    apart = sparse.csr_matrix(forbidden, dtype=bool)
    if apart.shape != shape:
        raise SettingError(
            f"forbidden has shape {apart.shape} but must be {shape}, one row and one column a word"
        )
    if (apart != apart.T).nnz:
        raise SettingError("forbidden is not symmetric; forbid both directions of a pair")
    return apart if sparse.issparse(forbidden) else apart.toarray()


def _parts(
    component: Integers, owners: Integers, word_pairs: _WordPairs
) -> Iterator[tuple[Integers, Floats, NDArray[np.int32]]]:
    """Yield each component of two and more words: its words, similarities, which pairs count.

    The words ascend; both matrices are dense over them, and pairs of words of one citance are 0 in
    both.
    """
    sizes = np.bincount(component)
    position = np.empty_like(component)  # of each word among those of its component
    words_of = grouped(component, len(sizes))
    for members in words_of:
        position[members] = np.arange(len(members))
    left, right = word_pairs.left, word_pairs.right
    inside = np.flatnonzero(component[left] == component[right])
    entries = grouped(component[left[inside]], len(sizes))
    for number in np.flatnonzero(sizes > 1):
        size, members, chosen = sizes[number], words_of[number], inside[entries[number]]
        pairs = (owners[members][:, None] != owners[members]).astype(np.int32)
        sums = np.zeros((size, size), dtype=np.float64)
        sums[position[left[chosen]], position[right[chosen]]] = word_pairs.value[chosen]
        yield members, sums, pairs


def greedy_merges(
    sums: Floats, pairs: NDArray[np.int32], apart: NDArray[np.bool_], floor: float
) -> tuple[Integers, Integers, Floats]:
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


def _checked_pairs(pairs: Integers, size: int, name: str) -> Integers:
    pairs = np.asarray(pairs, dtype=np.int64)
    if pairs.size == 0:
        return pairs.reshape(0, 2)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise SettingError(f"{name} have shape {pairs.shape} but must be (M, 2), two words a row")
    if not 0 <= pairs.min() <= pairs.max() < size:
        raise SettingError(
            f"{name} name words from {pairs.min()} to {pairs.max()}, but there are {size} words, "
            "numbered from 0"
        )
    return pairs
