"""One many-to-many word alignment from the two directional, many-to-one alignments of a pair.

Och FJ, Ney H (2003) A systematic comparison of various statistical alignment models. Computational
Linguistics 29(1):19-51, section 3 (union, intersection, refined). It is how Blunsom P, Cohn T
(2006), Discriminative word alignment with conditional random fields, ACL, join their two best
paths; sets found by posterior decoding are united instead.

An alignment of a pair is (I, J) bool: source word i is linked to target word j. Both directions
come this way round: in ``forward`` a source word has one link at most, in ``backward`` a target
word. No function checks that, and none changes its arguments.
"""

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.errors import SettingError

Links = NDArray[np.bool_]
Link = tuple[int, int]


def alignment_matrix(labels: NDArray[np.int64], size: int) -> Links:
    """Return the links of a many-to-one alignment: (T, size) bool.

    Arguments:
        labels: (T,) int64, per word 0 for no link, else 1 + the index of the word it links to.
        size: the number of words to link to.

    Raises:
        SettingError: a label is below 0 or above ``size``.

    >>> alignment_matrix(np.array([2, 0, 2]), 3).astype(int)
    array([[0, 1, 0],
           [0, 0, 0],
           [0, 1, 0]])
    """
    for extreme in (labels.min(initial=0), labels.max(initial=0)):
        if not 0 <= extreme <= size:
            raise SettingError(f"labels hold {extreme}; give 0 to {size}, 1 + an index of {size}")
    return np.asarray(labels[:, None] == np.arange(1, size + 1))


def union(forward: Links, backward: Links) -> Links:
    """Return the links of either direction."""
    return forward | backward


def intersection(forward: Links, backward: Links) -> Links:
    """Return the links of both directions."""
    return forward & backward


def refined(forward: Links, backward: Links) -> Links:
    """Return the links of both directions, and those of one direction that fit to them.

    A link joins if neither of its words has one; or if it lies next to a link in its row or column
    and no link then has neighbours both in its row and in its column: only straight runs grow.

    Notes:
        The paper leaves open in which order links are tried, which matters where two exclude each
        other: here by source word, then by target word, again and again until none joins.
    """
    grown = intersection(forward, backward)
    links = set(_listed(grown))
    sources, targets = {i for i, _ in links}, {j for _, j in links}
    waiting = _listed(union(forward, backward) & ~grown)
    tried = -1
    while tried != len(waiting):
        tried = len(waiting)
        for i, j in waiting:
            if (i not in sources and j not in targets) or _extends((i, j), links):
                grown[i, j] = True
                links.add((i, j))
                sources.add(i)
                targets.add(j)
        waiting = [link for link in waiting if link not in links]
    return grown


def _listed(links: Links) -> list[Link]:
    return [(i, j) for i, j in np.argwhere(links).tolist()]


def _beside(link: Link, links: set[Link]) -> tuple[list[Link], list[Link]]:
    """Return the neighbours of a link among ``links``: in its column, and in its row."""
    i, j = link
    column, row = [(i - 1, j), (i + 1, j)], [(i, j - 1), (i, j + 1)]
    return [n for n in column if n in links], [n for n in row if n in links]


def _extends(link: Link, links: set[Link]) -> bool:
    """Tell whether a link has a neighbour, and it and its neighbours then make straight runs.

    Other links need no look: what they lie next to stays as it is.
    """
    column, row = _beside(link, links)
    if bool(column) == bool(row):
        return False
    # Those in its column have a neighbour in the column now, and may have none in their row.
    return not any(_beside(n, links)[1] for n in column) and not any(
        _beside(n, links)[0] for n in row
    )


METHODS = {"union": union, "intersection": intersection, "refined": refined}


def symmetrize(forward: Links, backward: Links, method: str) -> Links:
    """Return one alignment, (I, J) bool, from two.

    Arguments:
        forward: (I, J) bool, a source word has one link at most.
        backward: (I, J) bool, a target word has one link at most.
        method: "union", "intersection" or "refined".

    Raises:
        SettingError: the method is unknown, or the shapes differ.
    """
    if method not in METHODS:
        raise SettingError(f"method is {method!r}; choose from {', '.join(METHODS)}")
    if forward.shape != backward.shape:
        raise SettingError(f"forward is {forward.shape} but backward {backward.shape}, both (I, J)")
    return METHODS[method](forward, backward)
