"""A self-contained page of aligned sentences, as in Figures 1 and 3 of Roark's paper.

A row is a sentence, a column a column of the alignment. The numbers of both stay in sight while the
table is moved. The page has no script and loads nothing; its content security policy sees to that.
"""

from collections.abc import Iterable, Mapping

from .column_rows import EXTRA, GAP, ColumnRow, Slot, column_layout
from .page_frame import page

TITLE = "Sentences in columns"


def column_page(
    rows: Iterable[ColumnRow],
    *,
    anchors: Mapping[int, str] | None = None,
    unit: str = "column",
) -> str:
    """Return the whole document; sentences that are not aligned are listed below the table.

    Args:
        rows: the sentences, shown with their numbers, from 1.
        anchors: names of the columns that are tinted; a name may be empty.
        unit: what a column is called, ``"region"`` for coarse ones.
    """
    rows, anchors = list(rows), anchors or {}
    layout = column_layout(rows)
    columns = [slot for slot in layout.slots if not slot.extra]
    tinted = {slot: anchors[slot.column] for slot in columns if slot.column in anchors}
    return "".join(
        page(
            "column_page.html.j2",
            ("page.css", "column_page.css"),
            title=TITLE,
            rows=rows,
            layout=layout,
            labels=[_label(slot, tinted, unit) for slot in layout.slots],
            tinted=tinted,
            used=len(columns),
            unit=unit,
            gap=GAP,
            extra=EXTRA,
        )
    )


def _label(slot: Slot, tinted: Mapping[Slot, str], unit: str) -> str:
    """Return what a slot is called where a word of it is pointed at."""
    if slot.extra:
        return f"no {unit}"
    name = tinted.get(slot)
    return f"{unit} {slot.column}, {name}" if name else f"{unit} {slot.column}"
