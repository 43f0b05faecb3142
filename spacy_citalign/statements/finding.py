"""Shared statements: what several citing sentences say, and the classes of words that show it.

The broad groups of ``selection`` come first, then narrower ones: sentences clustered by how alike
their words are. Tried as well: classes that stand in most articles or are most telling, with the
sentences that have them; sets of two and three classes that cover the sentences; they find fewer of
the statements that readers find (``benchmarks/statements``).
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Floats, Ints
from .conflicts import Conflict, ConflictKind, Place
from .selection import is_other, select_groups, word_similarity
from .shared import Sharing

MAX_STATEMENTS = 7  # statements of a work
_BROAD = 3  # statements of a work that are chosen among all groups
_MAX_BROAD = 1_000  # sentences that these are chosen of
_OTHER = 0.3  # share of its sentences that a narrower one may have in common with one of these
_TOGETHER = 0.4  # share of the sentences that have a class of the statement
_COMMON = 0.3  # rarity of words that tell little: "method", "different"
_MAX_CLASSES = 5
_WORDS = 0.5  # weight of common words beside the likeness of aligned ones
_GROUPS = 1.5  # times the root of the sentences: so many groups, those of one sentence included
_JOINS = 0.8  # of the mean similarity inside a group: so alike is a sentence that joins it
_OWN = 0.6  # of a sentence's similarity to its own group: so alike it is to one that it joins
_STAYS = 0.3  # of the mean similarity inside a group: less alike sentences leave it
_MAX_SENTENCES = 5_000  # that are compared; further ones are in no group


class Contrary(NamedTuple):
    """A sentence that cannot be right if a statement is.

    Attributes:
        kind: ``"direction"`` or ``"number"``.
        said: where it says so.
        against: where a sentence of the statement says otherwise.
    """

    kind: ConflictKind
    said: Place
    against: Place


class SharedStatement(NamedTuple):
    """What several citing sentences say.

    Attributes:
        classes: the numbers of its classes, from 0, the most telling one first.
        places: the numbers of the sentences that say it, from 0: the one that is shown first, then
            the most central.
        articles: of how many articles they are, None where that is not known.
        contrary: sentences that cannot be right with it; they do not support it.
    """

    classes: tuple[int, ...]
    places: tuple[int, ...]
    articles: int | None
    contrary: tuple[Contrary, ...] = ()


def find_statements(
    sharing: Sharing,
    similarity: Floats,
    scores: Floats | None = None,
    stems: Sequence[Sequence[str]] | None = None,
    conflicts: Sequence[Conflict] = (),
    differing: Collection[int] = (),
) -> list[SharedStatement]:
    """Return the statements that the sentences of a work share, the best ones first.

    A statement has a class at least that two of its sentences share; sentences of one article are
    none where the work has several. It is led by the sentence that says best, alone, what the work
    is cited for, and none leads two.

    Args:
        sharing: which classes stand in which of the S sentences.
        similarity: (S, S) in 0..1, how much of what two sentences say is alike.
        scores: (S,), how well each says what the work is cited for; None for no difference.
        stems: of the words of each sentence; None where they are not looked at.
        conflicts: pairs of sentences that cannot both be right.
        differing: sentences that differ from the work; they support nothing.
    """
    size = min(len(sharing.present), _MAX_SENTENCES)
    similarity = np.asarray(similarity, dtype=np.float64)[:size, :size]
    scores = np.zeros(size) if scores is None else scores[:size]
    broad = [
        group
        for group in _broad_groups(sharing.witnesses, similarity, scores, stems)
        if _classes(sharing, group)
    ][:_BROAD]
    broad.sort(key=lambda group: -scores[group].max())
    several = sharing.count_witnesses(range(len(sharing.witnesses)))
    narrow = [
        group
        for group in group_sentences(similarity)
        if _classes(sharing, group) and (several < 2 or sharing.count_witnesses(group) > 1)
    ]
    narrow.sort(key=lambda group: (-sharing.count_witnesses(group), -len(group)))
    groups = broad
    for group in narrow:
        if is_other({*group}, [{*other} for other in groups], size, most=_OTHER):
            groups.append(group)
    statements: list[SharedStatement] = []
    for group in groups[:MAX_STATEMENTS]:
        agreeing = [place for place in group if place not in differing]
        if len(agreeing) < 2:
            continue
        kept = supporting(agreeing, conflicts, lambda place: float(scores[place]))
        leading = {one.places[0] for one in statements}
        free = [place for place in kept if place not in leading] or kept
        lead = max(free, key=lambda place: (scores[place], -kept.index(place)))
        places = (lead, *(place for place in kept if place != lead))
        contrary = contrary_to(places, [one for one in agreeing if one not in kept], conflicts)
        classes = _classes(sharing, kept) or _classes(sharing, group)
        statements.append(SharedStatement(classes, places, sharing.articles_of(places), contrary))
    statements.sort(key=lambda one: several > 1 and sharing.count_witnesses(one.places) < 2)
    return statements


def _broad_groups(
    articles: Sequence[str | None],
    similarity: Floats,
    scores: Floats,
    stems: Sequence[Sequence[str]] | None,
) -> list[list[int]]:
    """Return broad groups of the sentences that say best what the work is cited for."""
    places = np.sort(np.argsort(-scores, kind="stable")[:_MAX_BROAD])
    alike = similarity[np.ix_(places, places)]
    if stems is not None:
        alike = alike + _WORDS * word_similarity([stems[place] for place in places])
    groups = select_groups(alike, scores[places], [articles[place] for place in places], 2 * _BROAD)
    return [places[group].tolist() for group in groups]


def _classes(sharing: Sharing, places: Sequence[int]) -> tuple[int, ...]:
    """Return the classes that many of some sentences have, else the one that most have."""
    count = sharing.present[np.asarray(places)].sum(axis=0)
    telling = count * np.maximum(sharing.rarity - _COMMON, 0.01)
    telling[~sharing.telling | (count < 2)] = 0.0
    many = np.flatnonzero((telling > 0) & (count >= _TOGETHER * len(places)))
    chosen = many if len(many) else np.flatnonzero(telling == telling.max(initial=1e-9))[:1]
    words: set[tuple[str, ...]] = set()
    classes = []
    for number in chosen[np.argsort(-telling[chosen], kind="stable")].tolist():
        stems = sharing.stems[number]
        if not stems or stems not in words:  # the same word twice tells nothing
            words.add(stems)
            classes.append(number)
    return tuple(classes[:_MAX_CLASSES])


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
    alike = similarity @ members / np.maximum(members.sum(axis=0) - members, 1)
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


def _clusters(similarity: Floats, count: int) -> Ints:
    """Return the cluster of each sentence, ``count`` clusters at most: (S,)."""
    from scipy.cluster.hierarchy import fcluster, linkage

    upper = np.triu_indices(len(similarity), k=1)
    tree = linkage((1.0 - similarity[upper] / similarity.max()).round(9), "complete")
    return np.asarray(fcluster(tree, count, "maxclust"), dtype=np.int64)


def class_similarity(present: Bools) -> Floats:
    """Return how much of their classes any two sentences share, where only these are known.

    Args:
        present: (S, K), whether a class stands in a sentence.

    Returns:
        (S, S) 0..1, the cosine of rows weighted by how few sentences a class stands in.
    """
    rows = present * np.sqrt(np.log((len(present) + 1) / np.maximum(present.sum(axis=0), 1)))
    lengths = np.maximum(np.linalg.norm(rows, axis=1), 1e-9)
    return np.asarray(rows @ rows.T / lengths[:, None] / lengths, dtype=np.float64)


def supporting(
    group: Sequence[int], conflicts: Sequence[Conflict], rank: Callable[[int], float]
) -> list[int]:
    """Return the sentences of a group no two of which are in conflict, in their order.

    One sentence against many is left out: again and again that with the most conflicts, of as many
    that of the lowest rank.

    >>> conflicts = [Conflict("number", Place(0, 0, 1), Place(n, 0, 1)) for n in (1, 2)]
    >>> supporting([0, 1, 2, 3], conflicts, rank=lambda place: 0.0)
    [1, 2, 3]

    Args:
        group: the numbers of sentences.
        conflicts: between any sentences.
        rank: returns how well a sentence says what the work is cited for.
    """
    kept = list(group)
    while True:
        inside = {*kept}
        pairs = (one for one in conflicts if inside >= {one.first.text, one.second.text})
        counts = Counter(place.text for one in pairs for place in (one.first, one.second))
        if not counts:
            return kept
        kept.remove(max(counts, key=lambda place: (counts[place], -rank(place), place)))


def contrary_to(
    group: Sequence[int], left_out: Sequence[int], conflicts: Sequence[Conflict]
) -> tuple[Contrary, ...]:
    """Return the sentences that a statement cannot be right with, each once for a kind.

    They are those that were left out of its group, and others in conflict with its first sentence.

    Args:
        group: the sentences of the statement, the one that leads it first.
        left_out: the sentences of its group that do not support it.
        conflicts: between any sentences.
    """
    found: dict[tuple[int, str], Contrary] = {}
    for one in conflicts:
        for said, against in ((one.first, one.second), (one.second, one.first)):
            outside = said.text in left_out or against.text == group[0]
            if outside and said.text not in group and against.text in group:
                found.setdefault((said.text, one.kind), Contrary(one.kind, said, against))
    return tuple(found[key] for key in sorted(found))
