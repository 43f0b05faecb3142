"""Shared statements: which classes go together in citing sentences of several articles.

A statement is led by one class, whose sentences support it: among the classes of content the one in
most articles whose words are rare enough to tell something. With it stand the classes that many of
these sentences have as well. Further statements are led by classes whose sentences are others than
those of the statements before. Sets of two and three classes that stand together, chosen to cover
the sentences, were tried as well: they find fewer of the statements that readers find.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .shared import Sharing

MOST = 5  # statements of a work
_LEAST = 2  # sentences of a statement, of as many articles where there are
_COMMON = 0.3  # rarity of words that tell nothing: "method", "different"
_ALIKE = 0.5  # Jaccard overlap with an earlier statement from which on a class leads none
_REPEATED = 0.3  # how much of a class's score the overlap with earlier statements takes
_TOGETHER = 0.4  # share of a statement's sentences that have a class that goes with it
_MOST_TOGETHER = 4  # classes of a statement beside the leading one


class Statement(NamedTuple):
    """What several citing sentences say.

    Attributes:
        classes: the numbers of its classes, from 0, the leading one first.
        places: the numbers of the sentences that say it, from 0, the most central first.
        articles: of how many articles they are, None where that is not known.
    """

    classes: tuple[int, ...]
    places: tuple[int, ...]
    articles: int | None


def find_statements(sharing: Sharing, *, most: int = MOST) -> list[Statement]:
    """Return the statements that the sentences of a work share, the most widely shared first.

    Args:
        sharing: which classes stand in which sentences.
        most: so many statements at most.
    """
    support = sharing.support()
    least = _LEAST if support.max(initial=0) >= _LEAST else 1
    score = support * np.maximum(sharing.rarity - _COMMON, 0.0)
    score[~sharing.telling | (sharing.sentences < _LEAST) | (support < least)] = 0.0
    statements: list[Statement] = []
    shown: set[int] = set()
    while len(statements) < most and score.max(initial=0.0) > 0:
        lead = int(score.argmax())
        statement = _statement(sharing, lead, shown)
        statements.append(statement)
        shown.add(statement.places[0])
        alike = _jaccard(sharing.present, sharing.present[:, lead])
        score = np.where(alike >= _ALIKE, 0.0, score * (1 - _REPEATED * alike))
    return sorted(statements, key=lambda one: (-(one.articles or 0), -len(one.places)))


def _statement(sharing: Sharing, lead: int, shown: set[int]) -> Statement:
    """Return the statement that a class leads; its central sentence is new where there is one."""
    places = np.flatnonzero(sharing.present[:, lead])
    share = sharing.present[places].mean(axis=0)
    weight = np.where(sharing.telling, share * sharing.rarity, 0.0)
    others = np.flatnonzero((share >= _TOGETHER) & (weight > 0) & (sharing.rarity > _COMMON))
    others = others[others != lead]
    order = np.argsort(-weight[others], kind="stable")[:_MOST_TOGETHER]
    classes = (lead, *others[order].tolist())
    ranked = _by_centrality(sharing, places, weight)
    first = next((place for place in ranked if place not in shown), ranked[0])
    ranked.remove(first)
    return Statement(classes, (first, *ranked), sharing.articles_of(places))


def _by_centrality(
    sharing: Sharing, places: NDArray[np.int64], weight: NDArray[np.float64]
) -> list[int]:
    """Return sentences by how much of what the others share they have, for what they have."""
    present = sharing.present[places]
    shared = present @ weight
    size = (present * np.where(sharing.telling, sharing.rarity, 0.0)).sum(axis=1)
    central = shared / np.sqrt(np.maximum(size, 1e-9))
    ranked: list[int] = places[np.argsort(-central, kind="stable")].tolist()
    return ranked


def _jaccard(present: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the overlap of the sentences of each class with those chosen: (K,), 0..1."""
    both = (present & chosen[:, None]).sum(axis=0)
    either = (present | chosen[:, None]).sum(axis=0)
    return both / np.maximum(either, 1)


def in_order(statement: Statement, starts: Sequence[int]) -> tuple[int, ...]:
    """Return the classes of a statement by where they start in its central sentence.

    Args:
        statement: the statement.
        starts: for each of its classes the first character there; those that are not there come
            last, with a start beyond the sentence.
    """
    order = np.argsort(np.asarray(starts), kind="stable")
    return tuple(statement.classes[number] for number in order)
