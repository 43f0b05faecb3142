"""The classes of an aligned group as a table for a terminal."""

from ...schema import AlignedClass, WorkAnswer
from .phrases import counted, printable, work_name
from .text_width import cut

MOST = 20
_LEAST_WIDTH = 12  # of the wordings, however narrow the terminal
_HEAD = ["class", "confidence", "citances", "wordings"]


def class_table(work: WorkAnswer, *, width: int = 80, most: int = MOST) -> str:
    """Return the classes of a group: those of most citances first, of these the surest.

    Args:
        work: an aligned group.
        width: columns of the terminal; wordings are cut to it.
        most: so many classes are shown, the others are counted.

    >>> members = [{"place": place, "start": 0, "end": 5} for place in (0, 1, 1)]
    >>> zorks = {"class": "1", "confidence": 0.9, "wordings": ["Zork2", "zork"], "members": members}
    >>> row = {"cited": {"key": "zork"}, "citances": [{"text": "Zork2"}] * 3, "expected_ama": 0.75}
    >>> print(class_table(WorkAnswer.model_validate(row | {"classes": [zorks]})))
    zork: 3 citances, expected AMA 0.75
      class  confidence  citances  wordings
          1        0.90       2/3  Zork2, zork
    """
    total = len(work.citances)
    title = f"{work_name(work.cited)}: {counted(total, 'citance')}, expected AMA "
    lines = [f"{title}{work.expected_ama or 0:.2f}"]
    ranked = sorted(work.classes, key=_rank)
    if not ranked:
        return "\n".join([*lines, "  no words are aligned"])
    cells = [_HEAD, *(_cells(aligned, total) for aligned in ranked[:most])]
    widths = [max(len(line[column]) for line in cells) for column in range(3)]
    left = max(width - sum(widths) - 2 * len(_HEAD), _LEAST_WIDTH)
    for line in cells:
        numbers = [cell.rjust(size) for cell, size in zip(line, widths, strict=False)]
        lines.append("  " + "  ".join([*numbers, cut(line[-1], left)]))
    if len(ranked) > most:
        lines.append(f"  ... and {len(ranked) - most} more")
    return "\n".join(lines)


def _rank(aligned: AlignedClass) -> tuple[int, float, int]:
    """Return the order of a class: by citances, the confidence as it is shown, the number."""
    return -_citances(aligned), -round(aligned.confidence or 0, 2), int(aligned.name)


def _citances(aligned: AlignedClass) -> int:
    return len({member.place for member in aligned.members})


def _cells(aligned: AlignedClass, total: int) -> list[str]:
    wordings = ", ".join(printable(text) for text in aligned.wordings)
    confidence = f"{aligned.confidence or 0:.2f}"
    return [aligned.name, confidence, f"{_citances(aligned)}/{total}", wordings]
