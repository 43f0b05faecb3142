"""Two texts whose sentences are aligned, as plain records for the table and for the page.

As in Nelken & Shieber (2006), a sentence may have a partner, several, or none.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class NamedText(NamedTuple):
    """A text: what it is called, and its sentences in order."""

    name: str
    sentences: Sequence[str]


class SentenceLink(NamedTuple):
    """A sentence of the first text and its partner in the second, as numbers from 0.

    ``probability`` (0 to 1) says how sure it is that they say the same.
    """

    first: int
    second: int
    probability: float

    @property
    def indices(self) -> tuple[int, int]:
        """The sentence of the first text and that of the second."""
        return self.first, self.second


class TextPair(NamedTuple):
    """Two texts and the links between their sentences.

    Attributes:
        first, second: the texts.
        links: sorted by sentence of the first text, then of the second.
        language: the code of the texts' language, such as ``"de"``; empty where it is not known.
    """

    first: NamedText
    second: NamedText
    links: Sequence[SentenceLink]
    language: str = ""

    @property
    def texts(self) -> tuple[NamedText, NamedText]:
        """Both texts."""
        return self.first, self.second


def partners(pair: TextPair, side: int) -> list[list[SentenceLink]]:
    """Return the links of each sentence of the first text (``side`` 0) or the second (1).

    >>> texts = NamedText("a", ["x", "y"]), NamedText("b", ["z"])
    >>> partners(TextPair(*texts, [SentenceLink(1, 0, 0.5)]), 0)
    [[], [SentenceLink(first=1, second=0, probability=0.5)]]
    """
    links: list[list[SentenceLink]] = [[] for _ in pair.texts[side].sentences]
    for link in pair.links:
        links[link.indices[side]].append(link)
    return links


def alone(pair: TextPair, side: int) -> list[int]:
    """Return the sentences of one side without a partner, as numbers from 0."""
    return [index for index, links in enumerate(partners(pair, side)) if not links]


def all_links(pairs: Iterable[TextPair]) -> int:
    """Return the number of links of all pairs."""
    return sum(len(pair.links) for pair in pairs)
