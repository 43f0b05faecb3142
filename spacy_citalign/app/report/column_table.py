"""Aligned sentences as a table for a terminal, as in Figures 1 and 3 of Roark's paper.

A row is a sentence, a column a column of the alignment. As in Figure 3, a table that is too wide is
broken into blocks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .column_rows import EXTRA, GAP, ColumnLayout, ColumnRow, Slot, column_layout
from .phrases import counted, printable
from .text_width import BETWEEN, column_widths, cut, display_width, lines_of_rows, padded, wrapped

ANCHOR = "*"
_MIN_WIDTH = 12  # of the words, however narrow the terminal
_WRAP = 24  # several words of one cell go on in the next line after so many cells
_TITLE = 20  # a longer title is cut


def column_table(
    rows: Iterable[ColumnRow],
    *,
    anchors: Mapping[int, str] | None = None,
    width: int = 80,
    tags: bool = False,
) -> str:
    """Return the aligned sentences, and below them those that are not aligned.

    Only columns with a word are shown, their numbers on top; ``-`` is a gap, ``+`` heads the words
    without a column. A word that looks like a gap stands in quotation marks.

    Args:
        rows: the sentences, one or more; their numbers, from 1, stand at the left.
        anchors: names of the columns that are marked with a ``*``; a name may be empty.
        width: cells of the terminal.
        tags: write each word as ``word/TAG``.

    >>> rows = [ColumnRow("Cells divide .".split(), [4, 9, 30])]
    >>> rows.append(ColumnRow("Yeast was not dividing .".split(), [4, 7, None, 9, 30]))
    >>> print(column_table(rows, anchors={9: "root"}))
       4      7    +    9*        30
                        root
    1  Cells  -    -    divide    .
    2  Yeast  was  not  dividing  .
    """
    rows = list(rows)
    layout = column_layout(rows)
    labels = _labels(rows)
    room = max(width - display_width(labels[1]) - len(BETWEEN), _MIN_WIDTH)
    parts: list[str] = []
    if layout.slots:
        heads = [_head(slot, anchors or {}, room) for slot in layout.slots]
        body = _body(rows, layout, tags, room)
        parts += _blocks(["", *(labels[number] for number in layout.numbers)], [heads, *body], room)
    if layout.unaligned:
        parts.append(_unaligned(rows, layout.unaligned, labels, room))
    return "\n\n".join(parts)


def _labels(rows: Sequence[ColumnRow]) -> dict[int, str]:
    """Return the number and title at the left of each sentence, by its number, of one width."""
    size = len(str(len(rows)))
    titles = [cut(printable(row.title), _TITLE) for row in rows]
    labels = [f"{number:{size}}  {title}".rstrip() for number, title in enumerate(titles, start=1)]
    width = max(map(display_width, labels))
    return {number: padded(label, width) for number, label in enumerate(labels, start=1)}


def _head(slot: Slot, anchors: Mapping[int, str], room: int) -> list[str]:
    """Return the lines above a slot."""
    if slot.extra:
        return [EXTRA]
    if slot.column not in anchors:
        return [str(slot.column)]
    name = printable(anchors[slot.column])
    return [f"{slot.column}{ANCHOR}", *_wrapped([name] if name else [], room)]


def _body(
    rows: Sequence[ColumnRow], layout: ColumnLayout, tags: bool, room: int
) -> Iterator[list[list[str]]]:
    """Yield the cells of each aligned sentence, each as its lines."""
    for number, cells in zip(layout.numbers, layout.cells, strict=True):
        words = _words(rows[number - 1], tags)
        yield [_wrapped([words[i] for i in cell], room) if cell else [GAP] for cell in cells]


def _words(row: ColumnRow, tags: bool) -> list[str]:
    words = [printable(word) for word in row.words]
    if tags and row.tags is not None:
        words = [f"{word}/{printable(tag)}" for word, tag in zip(words, row.tags, strict=True)]
    return [f'"{word}"' if word in (GAP, "") else word for word in words]


def _wrapped(words: Sequence[str], room: int) -> list[str]:
    """Return the words of a cell as lines; only a word that has no room at all is broken."""
    return wrapped(words, min(_WRAP, room), room)


def _blocks(
    labels: Sequence[str], table: Sequence[Sequence[list[str]]], room: int
) -> Iterator[str]:
    """Yield the table in blocks that fit ``room``; ``table`` has rows of cells of lines."""
    start = filled = 0
    for stop, width in enumerate([*column_widths(table), None]):
        if stop > start and (width is None or filled + width > room):
            block = [[[label], *row[start:stop]] for label, row in zip(labels, table, strict=True)]
            yield lines_of_rows(block)
            start, filled = stop, 0
        filled += (width or 0) + len(BETWEEN)


def _unaligned(
    rows: Sequence[ColumnRow], numbers: Sequence[int], labels: Mapping[int, str], room: int
) -> str:
    """Return the sentences without columns, a line each."""
    lines = [f"{counted(len(numbers), 'sentence')} not aligned:"]
    for number in numbers:
        text = cut(" ".join(map(printable, rows[number - 1].words)), room)
        lines.append(f"{labels[number]}{BETWEEN}{text}".rstrip())
    return "\n".join(lines)
