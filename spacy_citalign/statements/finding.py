"""Shared statements: what several citing sentences say, and the classes of words that show it.

Sentences that say the same are grouped by how alike their words are, and each group is a statement,
with the classes that many of its sentences have. Tried as well: classes that stand in most articles
or are most telling, with the sentences that have them; sets of two and three classes that cover the
sentences; they find fewer of the statements that readers find (``benchmarks/statements``).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .grouping import Floats, class_similarity, group_sentences
from .shared import Sharing

MOST = 7  # statements of a work
_TOGETHER = 0.4  # share of the sentences that have a class of the statement
_COMMON = 0.3  # rarity of words that tell little: "method", "different"
_MOST_CLASSES = 5


class Statement(NamedTuple):
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
    sharing: Sharing, similarity: Floats | None = None, *, most: int = MOST
) -> list[Statement]:
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
            statements.append(Statement(classes, places, articles))
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
    order = np.argsort(-telling[chosen], kind="stable")[:_MOST_CLASSES]
    return tuple(chosen[order].tolist())


def in_order(statement: Statement, starts: Sequence[float]) -> tuple[int, ...]:
    """Return the classes of a statement by where they start in its central sentence.

    Args:
        statement: the statement.
        starts: for each of its classes the first character there, infinity where it has none.
    """
    order = np.argsort(np.asarray(starts), kind="stable")
    return tuple(statement.classes[number] for number in order)
