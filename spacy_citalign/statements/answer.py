"""The answer to what is said of a work: its statements, who differs, and how many articles."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ..words.arrays import Floats
from ..words.english import content_stems
from . import COMPARES, DIFFERS
from .claims import claim_scores
from .conflicts import find_conflicts
from .copies import copy_groups
from .direction_counts import CountedDirection, find_directions
from .disagreement import Disagreement, find_disagreement
from .finding import SharedStatement, class_similarity, find_statements
from .odd import OddSentence, find_odd
from .sentences import CitingSentence
from .shared import SharedClass, Sharing


class DifferingSentence(NamedTuple):
    """A sentence that may differ from the work: its number, from 0, and how it does."""

    place: int
    found: Disagreement


class Answer(NamedTuple):
    """What sentences that cite a work say.

    Attributes:
        articles: of how many articles they are, None where that is not known.
        class_articles: in how many articles each class stands.
        statements: what several of them say, the best first.
        differing: those that differ from the work, or compare something with it.
        copies: groups of those that are of different articles, in nearly the same words.
        odd: those that may not belong to the work, the likeliest first.
        directions: what some say that a thing raises, and others that it lowers.
    """

    articles: int | None
    class_articles: tuple[int | None, ...]
    statements: tuple[SharedStatement, ...]
    differing: tuple[DifferingSentence, ...]
    copies: tuple[tuple[int, ...], ...]
    odd: tuple[OddSentence, ...] = ()
    directions: tuple[CountedDirection, ...] = ()


def find_answer(
    sentences: Sequence[CitingSentence],
    classes: Sequence[SharedClass],
    similarity: Floats | None = None,
    *,
    title: str = "",
    subjects: Collection[str] = (),
    min_differs: float = DIFFERS,
    better: Mapping[int, float] | None = None,
) -> Answer:
    """Return what citing sentences say of a work.

    Args:
        sentences: the S sentences that cite it; empty ones are of no article.
        classes: their words that mean the same.
        similarity: (S, S) in 0..1, how much of what two sentences say is alike; None: by their
            classes.
        title: of the work, "" where it is not known.
        subjects: stems of words that tell nothing, as most works of the collection are cited with
            them.
        min_differs: sentences that differ with this probability, and above, support no statement.
        better: by how much another reference of its article fits a sentence better, see
            ``find_odd``.
    """
    articles = [one.article if one.text else "" for one in sentences]
    first = copy_groups(
        [one.text for one in sentences], articles, [[m[:2] for m in one.marks] for one in sentences]
    )
    witnesses = [articles[number] for number in first]
    in_scope = [
        shared._replace(
            members=tuple(m for m in shared.members if sentences[m.place].in_scope(m.start, m.end))
        )
        for shared in classes
    ]
    sharing = Sharing(articles, in_scope, witnesses, subjects)
    number = sharing.articles_of([place for place, one in enumerate(sentences) if one.text])
    untold = {*subjects}
    stems = [
        [stem for stem in content_stems(sentence.claim()) if stem not in untold]
        for sentence in sentences
    ]
    of_title = [stem for stem in content_stems(title) if stem not in untold]
    if similarity is None:
        similarity = class_similarity(sharing.present)
    counted = [one._replace(article=name) for one, name in zip(sentences, witnesses, strict=True)]
    scores = claim_scores(counted, stems, similarity, of_title)
    said = (
        [one.text for one in sentences],
        [one.scope or ((0, len(one.text)),) for one in sentences],
        [number if name is None else name for number, name in enumerate(articles)],
    )
    differing = tuple(
        DifferingSentence(place, found)
        for place, sentence in enumerate(sentences)
        if (found := find_disagreement(sentence)) is not None and found.probability >= COMPARES
    )
    places = [one.place for one in differing if one.found.probability >= min_differs]
    statements = find_statements(sharing, similarity, scores, stems, find_conflicts(*said), places)
    support = Sharing(articles, classes).support().tolist()
    return Answer(
        number,
        tuple(support if sharing.articles is not None else [None] * len(classes)),
        tuple(_in_order_of_lead(statement, classes) for statement in statements),
        differing,
        tuple(_copies(first)),
        tuple(find_odd(counted, title, untold, better)),
        tuple(find_directions(*said)),
    )


def _copies(first: Sequence[int]) -> list[tuple[int, ...]]:
    """Return groups of sentences that are near copies, from the first that each is a copy of."""
    groups: dict[int, list[int]] = {}
    for place, number in enumerate(first):
        groups.setdefault(number, []).append(place)
    return [tuple(places) for places in groups.values() if len(places) > 1]


def _in_order_of_lead(
    statement: SharedStatement, classes: Sequence[SharedClass]
) -> SharedStatement:
    """Return a statement with its classes in the order in which its first sentence has them."""
    lead = statement.places[0]

    def start(number: int) -> float:
        return min((m.start for m in classes[number].members if m.place == lead), default=math.inf)

    return statement._replace(classes=tuple(sorted(statement.classes, key=start)))
