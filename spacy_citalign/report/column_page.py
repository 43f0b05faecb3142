"""A self-contained page of aligned sentences, as in Figures 1 and 3 of Roark's paper.

A row is a sentence, a column a column of the alignment. The numbers of both stay in sight while the
table is moved. The page has no script and loads nothing; its content security policy sees to that.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .column_rows import EXTRA, GAP, ColumnLayout, ColumnRow, Place, column_layout
from .page_frame import page_head, style_of
from .phrases import counted
from .safe_html import isolated, plain

TITLE = "Sentences in columns"
_STYLES = ("page.css", "column_page.css")
_LEGEND = (
    f"{GAP} is a gap, {EXTRA} a word without a column. Tinted columns are anchors: columns that "
    "few sentences leave empty. A word shows its tag and column when it is pointed at."
)


class _Column(NamedTuple):
    """A place of the table: whether it is tinted, what is said of its words, the cell above it."""

    anchor: bool
    said: str
    head: str


def column_page(
    rows: Iterable[ColumnRow],
    *,
    title: str = TITLE,
    anchors: Mapping[int, str] | None = None,
    unit: str = "column",
) -> str:
    """The whole document; sentences that are not aligned are listed below the table.

    Args:
        rows: the sentences, shown with their numbers, from 1.
        title: plain text at the head of the page.
        anchors: names of the columns that are tinted; a name may be empty.
        unit: what a column is called, ``"region"`` for coarse ones.
    """
    rows = list(rows)
    layout = column_layout(rows)
    used = sum(not place.extra for place in layout.places)
    counts = f"{counted(len(rows), 'sentence')} · {plain(counted(used, unit))}"
    head = page_head(title, style_of(_STYLES), kind="columns", introduction=counts)
    body = _table(rows, layout, anchors or {}, unit) if layout.places else ""
    if not rows:
        body = '<p class="nothing">There are no sentences to show.</p>\n'
    unaligned = _unaligned(rows, layout.unaligned) if layout.unaligned else ""
    note = f'<footer class="note">{_LEGEND}</footer>\n' if layout.places else ""
    return f"{head}{body}{unaligned}</main>\n{note}</body>\n</html>\n"


def _table(
    rows: Sequence[ColumnRow], layout: ColumnLayout, anchors: Mapping[int, str], unit: str
) -> str:
    columns = [_column(place, anchors, unit) for place in layout.places]
    tints = "".join('<col class="anchor">' if one.anchor else "<col>" for one in columns)
    heads = "".join(one.head for one in columns)
    parts = [
        '<div class="scroll" role="region" aria-label="Aligned sentences" tabindex="0"><table>\n'
        f"<colgroup><col>{tints}</colgroup>\n"
        f'<thead><tr><td class="corner"></td>{heads}</tr></thead>\n<tbody>\n'
    ]
    for number, cells in zip(layout.numbers, layout.cells, strict=True):
        row = rows[number - 1]
        shown = [_cell(row, cell, one, unit) for cell, one in zip(cells, columns, strict=True)]
        parts.append(f'<tr><th scope="row">{_called(row)}{number}</th>{"".join(shown)}</tr>\n')
    return "".join([*parts, "</tbody></table></div>\n"])


def _column(place: Place, anchors: Mapping[int, str], unit: str) -> _Column:
    if place.extra:
        said = f"no {unit}"
        return _Column(False, said, f'<th scope="col" title="{plain(said)}">{EXTRA}</th>')
    said = f"{unit} {place.column}"
    if place.column not in anchors:
        return _Column(False, said, f'<th scope="col">{place.column}</th>')
    name = anchors[place.column]
    said += f", {name}" if name else ""
    label = f'<span class="name">{isolated(name)}</span>' if name else ""
    head = (
        f'<th scope="col" class="anchor" title="anchor: {plain(said)}">{place.column}{label}</th>'
    )
    return _Column(True, said, head)


def _cell(row: ColumnRow, words: Sequence[int], column: _Column, unit: str) -> str:
    """The words of a sentence in one place."""
    if not words:
        return f'<td class="gap">{GAP}</td>'
    shown = []
    for i in words:
        said = f"no {unit}" if row.columns[i] is None else column.said
        said = said if row.tags is None else f"{row.tags[i]} · {said}"
        shown.append(f'<span title="{plain(said)}">{isolated(row.words[i])}</span>')
    return f"<td>{' '.join(shown)}</td>"


def _unaligned(rows: Sequence[ColumnRow], numbers: Sequence[int]) -> str:
    """The sentences without columns."""
    items = []
    for number in numbers:
        row = rows[number - 1]
        items.append(f'<li value="{number}">{_called(row)}{isolated(" ".join(row.words))}</li>')
    listed = "\n".join(items)
    said = f"Not aligned: {counted(len(numbers), 'sentence')}"
    return f'<section class="failed"><h2>{said}</h2>\n<ol>\n{listed}\n</ol></section>\n'


def _called(row: ColumnRow) -> str:
    """The title of a sentence as HTML."""
    if not row.title:
        return ""
    return f'<span class="called" title="{plain(row.title)}">{isolated(row.title)}</span> '
