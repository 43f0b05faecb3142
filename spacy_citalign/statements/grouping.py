"""Citing sentences that say the same, from how alike any two of them are."""

import math

import numpy as np
from numpy.typing import NDArray

_GROUPS = 1.5  # times the root of the sentences: so many groups, those of one sentence included
_JOINS = 0.8  # of the mean similarity inside a group: so alike is a sentence that joins it
_OWN = 0.6  # of a sentence's similarity to its own group: so alike it is to one that it joins
_STAYS = 0.3  # of the mean similarity inside a group: less alike sentences leave it
_MOST_SENTENCES = 5_000  # that are compared; further ones are in no group

Floats = NDArray[np.float64]


def group_sentences(similarity: Floats) -> list[list[int]]:
    """Return groups of sentences that say the same, the largest first.

    Sentences are clustered by complete linkage, where any two of a group are alike; average linkage
    leaves more of them alone. A sentence then joins further groups that it is as like as their own
    sentences are. Groups of one are left out.

    Args:
        similarity: (S, S) symmetric, 0..1; the diagonal is not read.

    Returns:
        Numbers of sentences from 0, the most central of the group first.
    """
    similarity = np.array(similarity[:_MOST_SENTENCES, :_MOST_SENTENCES])
    np.fill_diagonal(similarity, 0.0)
    numbers = np.flatnonzero(similarity.any(axis=1))  # empty sentences are like no other
    similarity = similarity[np.ix_(numbers, numbers)]
    size = len(numbers)
    if size < 2:
        return []
    labels = _clusters(similarity, max(min(round(_GROUPS * math.sqrt(size)), size // 2), 1))
    # (S, G) how alike each sentence is to the others of each cluster, and to those of its own.
    members = labels[:, None] == np.unique(labels)
    others = np.maximum(members.sum(axis=0) - members, 1)
    alike = similarity @ members / others
    own = (alike * members).sum(axis=1)
    groups = []
    for inside, to_group in zip(members.T, alike.T, strict=True):
        inner = to_group[inside].mean()
        if inside.sum() < 2 or inner <= 0:
            continue
        joining = (to_group >= _JOINS * inner) & (to_group >= _OWN * own)
        staying = inside & (to_group > _STAYS * inner)
        places = np.flatnonzero(staying | (~inside & joining))
        order = np.argsort(-to_group[places].round(9), kind="stable")
        groups.append(numbers[places[order]].tolist())
    return sorted(groups, key=len, reverse=True)


def _clusters(similarity: Floats, count: int) -> NDArray[np.int64]:
    """Return the cluster of each sentence, ``count`` clusters at most: (S,)."""
    from scipy.cluster.hierarchy import fcluster, linkage

    upper = np.triu_indices(len(similarity), k=1)
    distance = 1.0 - similarity[upper] / similarity.max()
    tree = linkage(distance.round(9), "complete")
    return np.asarray(fcluster(tree, count, "maxclust"), dtype=np.int64)


def class_similarity(present: NDArray[np.bool_]) -> Floats:
    """Return how much of their classes any two sentences share, where only these are known.

    Args:
        present: (S, K), whether a class stands in a sentence.

    Returns:
        (S, S) 0..1, the cosine of rows weighted by how few sentences a class stands in.
    """
    counts = np.maximum(present.sum(axis=0), 1)
    rows = present * np.sqrt(np.log((len(present) + 1) / counts))
    lengths = np.maximum(np.linalg.norm(rows, axis=1), 1e-9)
    return np.asarray(rows @ rows.T / lengths[:, None] / lengths, dtype=np.float64)
