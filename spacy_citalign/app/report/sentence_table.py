"""Aligned sentences of two texts side by side, for a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from .phrases import counted, printable
from .sentence_pairs import NamedText, TextPair, alone
from .text_width import BETWEEN, cut, lines_of_rows, wrapped

AGAIN = "(as above)"
_SURE = "sure"  # heads the probabilities
_MIN_WIDTH = 12  # of a sentence, however narrow the terminal


def sentence_table(pairs: Iterable[TextPair], *, width: int = 80, unaligned: bool = False) -> str:
    """Return the links of each two texts, a row each: probability, both sentences, their numbers.

    Args:
        pairs: sentences are numbered from 1.
        width: cells of the terminal, in which sentences are wrapped.
        unaligned: list the sentences without a partner, too.

    >>> from spacy_citalign.app.report.sentence_pairs import SentenceLink
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
    blocks = [block for pair in pairs for block in _blocks(pair, width, unaligned)]
    return "\n\n".join(blocks) or "no texts"


def _blocks(pair: TextPair, width: int, unaligned: bool) -> Iterator[str]:
    """Yield what stands between blank lines: names, the table, the sentences without a partner."""
    names = [printable(text.name) for text in pair.texts]
    links = counted(len(pair.links), "link") if pair.links else "no sentences are aligned"
    yield f"{' and '.join(names)}: {links}"
    if pair.links:
        yield _links(pair, names, width)
    for side in range(2) if unaligned else ():
        numbers = alone(pair, side)
        if numbers:
            listed = _listed(pair.texts[side], numbers, width)
            yield f"without a partner in {names[side]}:\n{listed}"


def _links(pair: TextPair, names: Sequence[str], width: int) -> str:
    """Return the table of the links."""
    margins = [len(str(1 + max(link.indices[side] for link in pair.links))) for side in range(2)]
    beside = len(_SURE) + sum(margins) + 4 * len(BETWEEN)
    room = max((width - beside) // 2, _MIN_WIDTH)
    heads = [[cut(name, room)] for name in names]
    rows = [[[_SURE], [""], heads[0], [""], heads[1]]]
    last: list[int | None] = [None, None]
    for link in pair.links:
        indices = link.indices
        numbers = [f"{index + 1:{size}}" for index, size in zip(indices, margins, strict=True)]
        cells = [
            [AGAIN] if index == before else _lines(text.sentences[index], room)
            for text, index, before in zip(pair.texts, indices, last, strict=True)
        ]
        rows.append([[f"{link.probability:.2f}"], [numbers[0]], cells[0], [numbers[1]], cells[1]])
        last = [*indices]
    return lines_of_rows(rows)


def _listed(text: NamedText, numbers: Sequence[int], width: int) -> str:
    """Return sentences with their numbers."""
    size = len(str(max(numbers) + 1))
    room = max(width - len(_SURE) - size - 2 * len(BETWEEN), _MIN_WIDTH)
    margin = [" " * len(_SURE)]
    rows = [
        [margin, [f"{index + 1:{size}}"], _lines(text.sentences[index], room)] for index in numbers
    ]
    return lines_of_rows(rows)


def _lines(sentence: str, room: int) -> list[str]:
    """Return a sentence as lines, one or more."""
    return wrapped(printable(sentence).split(), room) or [""]
