"""The answer to what is said of a work: its statements, who differs, and how many articles."""

import math
import re
from collections.abc import Sequence, Set
from typing import NamedTuple

from ..words.array_types import Floats
from .clause import SentenceMark
from .differing import find_difference
from .finding import SharedStatement, find_statements, in_order
from .shared import SharedClass, Sharing

# How sentences begin that lean on the one before; and parts of sentences.
_LEANS = re.compile(
    r"(?:this|these|those|such|they|it|he|she|their|its|however|but|instead|thus|therefore|hence"
    r"|also|moreover|furthermore|similarly|in (?:contrast|addition|particular|turn)|for (?:example"
    r"|instance)|finally|indeed|and|or|which|where|who)\b",
    re.IGNORECASE,
)


class CitingSentence(NamedTuple):
    """A sentence that cites the work.

    Attributes:
        text: the sentence.
        article: the name of the citing article, None where it is not known.
        marks: its marks of citation.
    """

    text: str
    article: str | None = None
    marks: tuple[SentenceMark, ...] = ()


class DifferingSentence(NamedTuple):
    """A sentence that differs from the work: its number, from 0, and the characters of the cue."""

    place: int
    start: int
    end: int


class Answer(NamedTuple):
    """What sentences that cite a work say.

    Attributes:
        articles: of how many articles they are, None where that is not known.
        class_articles: in how many articles each class stands.
        statements: what several of them say, the most widely shared first.
        differing: those that differ from the work.
    """

    articles: int | None
    class_articles: tuple[int | None, ...]
    statements: tuple[SharedStatement, ...]
    differing: tuple[DifferingSentence, ...]


def find_answer(
    sentences: Sequence[CitingSentence],
    classes: Sequence[SharedClass],
    similarity: Floats | None = None,
) -> Answer:
    """Return what citing sentences say of a work.

    Args:
        sentences: the S sentences that cite it; empty ones are of no article.
        classes: their words that mean the same.
        similarity: (S, S) in 0..1, how much of what two sentences say is alike; None: by their
            classes.
    """
    sharing = Sharing([one.article if one.text else "" for one in sentences], classes)
    known = sharing.articles is not None
    articles = sharing.articles_of([place for place, one in enumerate(sentences) if one.text])
    statements: list[SharedStatement] = []
    for statement in find_statements(sharing, similarity):
        leading = {one.places[0] for one in statements}
        statements.append(_shown(statement, sentences, classes, leading))
    differing = (
        DifferingSentence(place, *cue)
        for place, sentence in enumerate(sentences)
        if (cue := find_difference(sentence.text, sentence.marks)) is not None
    )
    by_class = sharing.support().tolist() if known else [None] * len(classes)
    return Answer(articles, tuple(by_class), tuple(statements), tuple(differing))


def _shown(
    statement: SharedStatement,
    sentences: Sequence[CitingSentence],
    classes: Sequence[SharedClass],
    leading: Set[int],
) -> SharedStatement:
    """Return a statement led by a sentence that can be read alone, its classes in that order.

    Args:
        statement: the statement.
        sentences: all sentences.
        classes: all classes.
        leading: the sentences that lead other statements; one of these leads if there is no other.
    """
    places = list(statement.places)
    half = places[: len(places) // 2 + 1]
    alone = [place for place in half if not _LEANS.match(sentences[place].text)]
    alone = [place for place in alone if place not in leading] or alone
    if alone:
        places.remove(alone[0])
        places.insert(0, alone[0])
    starts = [
        min((m.start for m in classes[number].members if m.place == places[0]), default=math.inf)
        for number in statement.classes
    ]
    return statement._replace(classes=in_order(statement, starts), places=tuple(places))
