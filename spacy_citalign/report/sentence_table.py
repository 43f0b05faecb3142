"""Aligned sentences of two texts side by side, for a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from .phrases import counted, printable
from .sentence_pairs import NamedText, TextPair, alone
from .text_width import cut, display_width, padded, wrapped

AGAIN = "(as above)"
_BETWEEN = "  "
_SURE = "sure"  # heads the probabilities
_LEAST_WIDTH = 12  # of a sentence, however narrow the terminal


def sentence_table(
    pairs: Iterable[TextPair], *, width: int | None = None, unaligned: bool = False
) -> str:
    """The links of each two texts, a row each: probability, and both sentences with their numbers.

    Args:
        pairs: sentences are numbered from 1.
        width: cells of the terminal, in which sentences are wrapped; None for a line a link.
        unaligned: list the sentences without a partner, too.

    >>> from spacy_citalign.report.sentence_pairs import SentenceLink
    >>> texts = NamedText("a", ["It works.", "It hops."]), NamedText("b", ["It does work.", "Why?"])
    >>> pair = TextPair(*texts, [SentenceLink(0, 0, 0.875)])
    >>> print(sentence_table([pair], unaligned=True))
    a and b: 1 link
    <BLANKLINE>
    sure     a             b
    0.88  1  It works.  1  It does work.
    <BLANKLINE>
    without a partner in a:
          2  It hops.
    <BLANKLINE>
    without a partner in b:
          2  Why?
    """
    parts = [part for pair in pairs for part in _parts(pair, width, unaligned)]
    return "\n\n".join(parts) or "no texts"


def _parts(pair: TextPair, width: int | None, unaligned: bool) -> Iterator[str]:
    names = [printable(text.name) for text in pair.texts]
    found = counted(len(pair.links), "link") if pair.links else "no sentences are aligned"
    yield f"{' and '.join(names)}: {found}"
    if pair.links:
        yield _links(pair, names, width)
    for side in range(2) if unaligned else ():
        numbers = alone(pair, side)
        if numbers:
            lines = _listed(pair.texts[side], numbers, width)
            yield "\n".join([f"without a partner in {names[side]}:", *lines])


def _links(pair: TextPair, names: Sequence[str], width: int | None) -> str:
    """The table of the links."""
    margins = [len(str(1 + max(link.places[side] for link in pair.links))) for side in range(2)]
    room = None
    if width is not None:
        taken = len(_SURE) + sum(margins) + 4 * len(_BETWEEN)
        room = max((width - taken) // 2, _LEAST_WIDTH)
    heads = [[_fitted(name, room)] for name in names]
    rows = [(_SURE, ["", ""], heads)]
    last: list[int | None] = [None, None]
    for link in pair.links:
        places = link.places
        numbers = [f"{place + 1:{size}}" for place, size in zip(places, margins, strict=True)]
        cells = [
            [AGAIN] if place == before else _lines(text.sentences[place], room)
            for text, place, before in zip(pair.texts, places, last, strict=True)
        ]
        rows.append((f"{link.probability:.2f}", numbers, cells))
        last = [*places]
    widths = [max(display_width(line) for row in rows for line in row[2][side]) for side in (0, 1)]
    lines = []
    for sure, numbers, cells in rows:
        for i, texts in enumerate(zip_longest(*cells, fillvalue="")):
            shown = [sure if i == 0 else " " * len(_SURE)]
            for side in range(2):
                number = numbers[side] if i == 0 else ""
                shown += padded(number, margins[side]), padded(texts[side], widths[side])
            lines.append(_BETWEEN.join(shown).rstrip())
    return "\n".join(lines)


def _listed(text: NamedText, numbers: Sequence[int], width: int | None) -> Iterator[str]:
    """Sentences with their numbers."""
    size = len(str(max(numbers) + 1))
    margin = " " * len(_SURE) + _BETWEEN
    taken = len(margin) + size + len(_BETWEEN)
    room = None if width is None else max(width - taken, _LEAST_WIDTH)
    for place in numbers:
        first, *others = _lines(text.sentences[place], room)
        yield f"{margin}{place + 1:{size}}{_BETWEEN}{first}".rstrip()
        yield from (" " * taken + line for line in others)


def _lines(sentence: str, room: int | None) -> list[str]:
    """A sentence as lines, one or more."""
    text = printable(sentence)
    return ([text] if room is None else wrapped(text.split(), room)) or [""]


def _fitted(name: str, room: int | None) -> str:
    return name if room is None else cut(name, room)
