"""Shared statements: what several citing sentences say, and the classes of words that show it.

Sentences that say the same are grouped by how alike their words are, and each group is a statement,
with the classes that many of its sentences have. Tried as well: classes that stand in most articles
or are most telling, with the sentences that have them; sets of two and three classes that cover the
sentences; they find fewer of the statements that readers find (``benchmarks/statements``).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.array_types import Floats
from .shared import Sharing

MAX_STATEMENTS = 7  # statements of a work
_TOGETHER = 0.4  # share of the sentences that have a class of the statement
_COMMON = 0.3  # rarity of words that tell little: "method", "different"
_MAX_CLASSES = 5
_GROUPS = 1.5  # times the root of the sentences: so many groups, those of one sentence included
_JOINS = 0.8  # of the mean similarity inside a group: so alike is a sentence that joins it
_OWN = 0.6  # of a sentence's similarity to its own group: so alike it is to one that it joins
_STAYS = 0.3  # of the mean similarity inside a group: less alike sentences leave it
_MAX_SENTENCES = 5_000  # that are compared; further ones are in no group


class SharedStatement(NamedTuple):
    """What several citing sentences say.

    Attributes:
        classes: the numbers of its classes, from 0, the most telling one first.
        places: the numbers of the sentences that say it, from 0: those with most of its classes
            first, of these the most central.
        articles: of how many articles they are, None where that is not known.
    """

    classes: tuple[int, ...]
    places: tuple[int, ...]
    articles: int | None


def find_statements(
    sharing: Sharing, similarity: Floats | None = None, *, most: int = MAX_STATEMENTS
) -> list[SharedStatement]:
    """Return the statements that the sentences of a work share, the most widely shared first.

    A statement has a class at least that two of its sentences share; sentences of one article are
    none where the work has several.

    Args:
        sharing: which classes stand in which of the S sentences.
        similarity: (S, S) in 0..1, how much of what two sentences say is alike; None: by their
            classes.
        most: so many statements at most.
    """
    if similarity is None:
        similarity = class_similarity(sharing.present)
    everywhere = sharing.articles_of(np.flatnonzero(sharing.present.any(axis=1)))
    statements = []
    for group in group_sentences(similarity):
        classes, articles = _classes(sharing, group), sharing.articles_of(group)
        of_one = articles == 1 and everywhere != 1
        if classes and not of_one:
            # The sentence that shows most of the statement stands for it.
            shown = sharing.present[np.ix_(group, classes)].sum(axis=1)
            order = np.argsort(-shown, kind="stable")
            places = tuple(group[number] for number in order)
            statements.append(SharedStatement(classes, places, articles))
    statements.sort(key=lambda one: (-(one.articles or 0), -len(one.places)))
    return statements[:most]


def _classes(sharing: Sharing, places: Sequence[int]) -> tuple[int, ...]:
    """Return the classes that many of some sentences have, else the one that most have."""
    present = sharing.present[np.asarray(places)]
    count = present.sum(axis=0)
    telling = count * np.maximum(sharing.rarity - _COMMON, 0.01)
    telling[~sharing.telling | (count < 2)] = 0.0
    many = np.flatnonzero((telling > 0) & (count >= _TOGETHER * len(places)))
    chosen = many if len(many) else np.flatnonzero(telling == telling.max(initial=1e-9))[:1]
    order = np.argsort(-telling[chosen], kind="stable")[:_MAX_CLASSES]
    return tuple(chosen[order].tolist())


def in_order(statement: SharedStatement, starts: Sequence[float]) -> tuple[int, ...]:
    """Return the classes of a statement by where they start in its central sentence.

    Args:
        statement: the statement.
        starts: for each of its classes the first character there, infinity where it has none.
    """
    order = np.argsort(np.asarray(starts), kind="stable")
    return tuple(statement.classes[number] for number in order)


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
    similarity = np.array(similarity[:_MAX_SENTENCES, :_MAX_SENTENCES])
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
    to_own_group = (alike * members).sum(axis=1)
    groups = []
    for inside, to_group in zip(members.T, alike.T, strict=True):
        inner = to_group[inside].mean()
        if inside.sum() < 2 or inner <= 0:
            continue
        joining = (to_group >= _JOINS * inner) & (to_group >= _OWN * to_own_group)
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
