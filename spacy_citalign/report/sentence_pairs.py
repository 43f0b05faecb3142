"""Two texts whose sentences are aligned, as plain records for the table and for the page.

As in Nelken & Shieber (2006), a sentence may have a partner, several, or none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..errors import InputError


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text: what it is called, and its sentences in order.

    Raises:
        InputError: name or a sentence is no string.
    """

    name: str
    sentences: Sequence[str]

    def __post_init__(self) -> None:
        for text in [self.name, *self.sentences]:
            if not isinstance(text, str):
                raise InputError(f"a text has {text!r} for its name or a sentence; give strings")


class SentenceLink(NamedTuple):
    """A sentence of the first text and its partner in the second, as numbers from 0.

    ``probability`` (0 to 1) says how sure it is that they say the same.
    """

    first: int
    second: int
    probability: float

    @property
    def places(self) -> tuple[int, int]:
        """Both numbers."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class TextPair:
    """Two texts and the links between their sentences.

    Attributes:
        first, second: the texts.
        links: sorted by sentence of the first text, then of the second; given in any order.
        language: the code of the texts' language, such as ``"de"``; empty where it is not known.

    Raises:
        InputError: a link names a sentence that is not there, or is there twice, or its probability
            is not one.
    """

    first: NamedText
    second: NamedText
    links: Sequence[SentenceLink]
    language: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        sizes = len(self.first.sentences), len(self.second.sentences)
        for link in self.links:
            pair = link.places
            if not all(0 <= place < size for place, size in zip(pair, sizes, strict=True)):
                raise InputError(
                    f"a link joins the sentences {pair} of texts of {sizes} sentences; count from 0"
                )
            if not 0 <= link.probability <= 1:
                raise InputError(
                    f"the link of the sentences {pair} has the probability {link.probability!r}; "
                    "give a number from 0 to 1"
                )
        found = sorted(self.links)
        places = [link.places for link in found]
        if len(set(places)) < len(places):
            raise InputError("two links join the same two sentences; give each link once")
        object.__setattr__(self, "links", tuple(found))

    @property
    def texts(self) -> tuple[NamedText, NamedText]:
        """Both texts."""
        return self.first, self.second


def partners(pair: TextPair, side: int) -> list[list[SentenceLink]]:
    """The links of each sentence of the first text (``side`` 0) or the second (1).

    >>> texts = NamedText("a", ["x", "y"]), NamedText("b", ["z"])
    >>> partners(TextPair(*texts, [SentenceLink(1, 0, 0.5)]), 0)
    [[], [SentenceLink(first=1, second=0, probability=0.5)]]
    """
    found: list[list[SentenceLink]] = [[] for _ in pair.texts[side].sentences]
    for link in pair.links:
        found[link.places[side]].append(link)
    return found


def alone(pair: TextPair, side: int) -> list[int]:
    """The sentences of one side without a partner, as numbers from 0."""
    return [place for place, links in enumerate(partners(pair, side)) if not links]


def pair_name(pair: TextPair) -> str:
    """The names of both texts."""
    return " and ".join(text.name for text in pair.texts)


def all_links(pairs: Iterable[TextPair]) -> int:
    """The number of links of all pairs."""
    return sum(len(pair.links) for pair in pairs)
