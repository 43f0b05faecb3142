"""Two texts whose sentences are aligned, as plain records for the table and for the page.

As in Nelken & Shieber (2006), a sentence may have a partner, several, or none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...errors import InputError


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
    def indices(self) -> tuple[int, int]:
        """The sentence of the first text and that of the second."""
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
            indices = link.indices
            if not all(0 <= index < size for index, size in zip(indices, sizes, strict=True)):
                raise InputError(
                    f"a link joins the sentences {indices} of texts of {sizes} sentences; count "
                    "from 0"
                )
            if not 0 <= link.probability <= 1:
                raise InputError(
                    f"the link of the sentences {indices} has the probability "
                    f"{link.probability!r}; give a number from 0 to 1"
                )
        links = sorted(self.links)
        if len({link.indices for link in links}) < len(links):
            raise InputError("two links join the same two sentences; give each link once")
        object.__setattr__(self, "links", tuple(links))

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


def pair_name(pair: TextPair) -> str:
    """Return the names of both texts."""
    return " and ".join(text.name for text in pair.texts)


def all_links(pairs: Iterable[TextPair]) -> int:
    """Return the number of links of all pairs."""
    return sum(len(pair.links) for pair in pairs)
