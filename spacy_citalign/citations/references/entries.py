"""Cutting a list of references into its entries."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .lines import ListLine

_LABEL = re.compile(r"(?:\[(\d{1,4})\]|\((\d{1,4})\)|(\d{1,4})[.)]?(?=\s))\s{0,9}(?=\S)")


class Entry(NamedTuple):
    """An entry of a list of references.

    Attributes:
        label: its number, or what stands in brackets before it; "" where there is none.
        text: all its lines in one, without the label.
        page: that it begins on, as in ``ListLine``.
    """

    label: str
    text: str
    page: int


def cut_entries(lines: Sequence[ListLine]) -> list[Entry]:
    """Return the entries of a list, in order; lines before the first are left out."""
    groups: list[tuple[str, list[str], int]] = []
    for line in lines:
        match = _LABEL.match(line.text)
        number = int(next(filter(None, match.groups()))) if match else 0
        expected = int(groups[-1][0]) + 1 if groups and groups[-1][0] else 1
        if match and number in (expected, expected + 1):
            groups.append((str(number), [line.text[match.end() :]], line.page))
        elif groups:
            groups[-1][1].append(line.text)
        else:
            groups.append(("", [line.text], line.page))
    return [Entry(label, " ".join(texts), page) for label, texts, page in groups]
