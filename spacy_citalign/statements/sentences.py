"""Sentences that cite a work, with what is known of them, and how alike their words are."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..words.array_types import Floats
from ..words.lazy_scipy import sparse
from ..words.spans import Span, touches
from .clause import SentenceMark


class CitingSentence(NamedTuple):
    """A sentence that cites the work.

    Attributes:
        text: the sentence.
        article: the name of the citing article, None where it is not known.
        marks: its marks of citation.
        section: where it stands in the article, "" where that is not known.
        scope: the characters that belong to its marks of the work; () for all of them.
        mark_groups: the characters of the groups that its marks stand in.
        own_marks: how many marks stand in the groups of the work.
        is_subject: whether it speaks of a mark of the work: "Zork [3] found".
    """

    text: str
    article: str | None = None
    marks: tuple[SentenceMark, ...] = ()
    section: str = ""
    scope: tuple[Span, ...] = ()
    mark_groups: tuple[Span, ...] = ()
    own_marks: int = 1
    is_subject: bool = False

    def in_scope(self, start: int, end: int) -> bool:
        """Return whether half-open characters touch its scope."""
        return not self.scope or touches(self.scope, start, end)

    def claim(self) -> str:
        """Return what it says of the work: the words in scope, without marks of citation.

        >>> CitingSentence("Zork hops [1] and sings [2].", scope=((14, 28),),
        ...     mark_groups=((10, 13), (24, 27))).claim()
        'and sings .'
        """
        text = self.text
        for start, end in self.mark_groups:
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
        parts = (text[start:end] for start, end in self.scope or ((0, len(text)),))
        return " ".join(" ".join(parts).split())


def word_similarity(stems: Sequence[Iterable[str]]) -> Floats:
    """Return how many words each two sentences have in common.

    Words that many of them have count as much as others: they are what the work is cited for.

    Args:
        stems: those of S sentences.

    Returns:
        (S, S) 0..1, the cosine of the sets; 0 of sentences without words.
    """
    numbers: dict[str, int] = {}
    rows = [[numbers.setdefault(word, len(numbers)) for word in {*words}] for words in stems]
    sizes = [len(row) for row in rows]
    table = sparse.csr_matrix(
        (np.ones(sum(sizes)), [column for row in rows for column in row], np.cumsum([0, *sizes])),
        shape=(len(rows), max(len(numbers), 1)),
    )
    common = (table @ table.T).toarray()
    lengths = np.sqrt(np.maximum(sizes, 1))
    return np.asarray(common / lengths[:, None] / lengths, dtype=np.float64)
