"""Sentences that cite a work, with what is known of them."""

from typing import NamedTuple

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
