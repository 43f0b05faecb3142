"""Sentences in the columns of an alignment, and the table they make.

Roark's figures show a multiple alignment with a sentence a row and a column of the alignment a
column; sentences that have a word in the same column are aligned there. The terminal
(``column_table``) and the page (``column_page``) show the layout that is made here.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

GAP = "-"
EXTRA = "+"  # heads a slot that is no column


class ColumnRow(NamedTuple):
    """A sentence in the columns of an alignment.

    Attributes:
        words: its n words.
        columns: (n,) the column of each word, 0 or more, never descending; None for a word
            without one. Words of one column (or coarse column) stand in it together.
        tags: (n,) a part of speech a word; None where they are not known.
        title: what the sentence is called, empty for nothing.
    """

    words: Sequence[str]
    columns: Sequence[int | None]
    tags: Sequence[str] | None = None
    title: str = ""


class Slot(NamedTuple):
    """A column of the table; slots sort as they stand.

    Attributes:
        column: a column of the alignment; of an extra slot the one before it, -1 for none.
        extra: 0 for the column itself; 1, 2, ... for the extra slots that follow it.
    """

    column: int
    extra: int = 0


class ColumnLayout(NamedTuple):
    """The table of R aligned sentences in S slots.

    Attributes:
        slots: (S,) the columns that have a word, and extra slots for words without a column.
        numbers: (R,) the numbers of the aligned sentences, from 1, in order.
        cells: (R, S) the words in a cell, numbered from 0 in the sentence; () is a gap.
        unaligned: numbers of the sentences that have no column at all.
    """

    slots: tuple[Slot, ...]
    numbers: tuple[int, ...]
    cells: tuple[tuple[tuple[int, ...], ...], ...]
    unaligned: tuple[int, ...]


def column_layout(rows: Iterable[ColumnRow]) -> ColumnLayout:
    """Lay out sentences; columns that no sentence uses are left out.

    A word without a column stands between its neighbours, in the first extra slot that follows
    the column before it; a second such word in the second, and so on. Between two words of one
    column it joins them.

    >>> rows = ColumnRow(["it", "works"], [2, 7]), ColumnRow(["it", "hardly", "does"], [2, None, 7])
    >>> layout = column_layout(rows)
    >>> [tuple(slot) for slot in layout.slots]
    [(2, 0), (2, 1), (7, 0)]
    >>> layout.cells
    (((0,), (), (1,)), ((0,), (1,), (2,)))
    """
    aligned: dict[int, dict[Slot, list[int]]] = {}
    unaligned = []
    for number, row in enumerate(rows, start=1):
        if all(column is None for column in row.columns):
            unaligned.append(number)
            continue
        words = aligned[number] = {}
        for word, slot in enumerate(_slots(row.columns)):
            words.setdefault(slot, []).append(word)
    slots = tuple(sorted({slot for words in aligned.values() for slot in words}))
    cells = tuple(tuple(tuple(words.get(slot, ())) for slot in slots) for words in aligned.values())
    return ColumnLayout(slots, tuple(aligned), cells, tuple(unaligned))


def _slots(columns: Sequence[int | None]) -> Iterator[Slot]:
    """Yield the slot of each word."""
    following: list[int | None] = []  # the column of the next word that has one
    for column in reversed(columns):
        following.append(column if column is not None else following[-1] if following else None)
    last, extra = -1, 0
    for column, after in zip(columns, reversed(following), strict=True):
        if column is not None:
            last, extra = column, 0
        elif after != last:
            extra += 1
        yield Slot(last, extra)
