"""Sentences that cite a work, what is known of them, and the words that tell what they speak of."""

import hashlib
import math
from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple

from ..words.data_files import word_lists
from ..words.english import content_stems
from ..words.keeping import kept
from .clause import SentenceMark, Span


def touches(spans: Iterable[Span], start: int, end: int) -> bool:
    """Return whether half-open characters touch one of some spans.

    >>> touches([(0, 4), (9, 12)], 3, 5), touches([(0, 4)], 4, 5)
    (True, False)
    """
    return any(first < end and start < last for first, last in spans)


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


_OUT_OF_SCOPE = 0.3  # weight of a word beside one in scope
_MOST_KNOWN = 100_000  # stems of which the share is kept at hand


def telling_words(sentence: CitingSentence, untold: Collection[str]) -> dict[str, float]:
    """Return the weights of the telling words of a sentence, sorted by their stems.

    Words out of the scope of the mark tell less than those in it.

    Args:
        sentence: the sentence.
        untold: stems of words that tell nothing.
    """
    inside = {*content_stems(sentence.claim())}
    stems = {*content_stems(sentence._replace(scope=()).claim())} if sentence.scope else inside
    return {
        stem: 1.0 if stem in inside else _OUT_OF_SCOPE
        for stem in sorted(stems)
        if not stem.isdigit() and stem not in untold
    }


@kept(_MOST_KNOWN)
def commonness(stem: str) -> float:
    """Return in which share of sentences of scientific text a stem stands."""
    return _common_stems().get(stem_hash(stem), _rarest())


def rarity(stem: str) -> float:
    """Return how rare a stem is, 1 where it is in no list."""
    return math.log(commonness(stem)) / math.log(_rarest())


@cache
def _common_stems() -> dict[str, float]:
    """Return in which share of sentences a stem stands, by its hash."""
    lists = word_lists(__package__, "common_stems.tsv")
    return {stem: math.exp(-float(name)) for name, stems in lists.items() for stem in stems}


@cache
def _rarest() -> float:
    return min(_common_stems().values())


def stem_hash(stem: str) -> str:
    """Return what stands for a stem in ``common_stems.tsv``, which has no words of its texts.

    >>> stem_hash("frog")
    '7cc68e522a35e6a8'
    """
    return hashlib.blake2b(stem.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
