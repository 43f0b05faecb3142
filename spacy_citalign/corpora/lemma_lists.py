"""Lists of lemmas with their parts of speech, as a table with tabs and a header.

The columns ``lemma`` and ``pos`` are read, wherever they stand; ``pos`` is a letter as WordNet has
it (``n`` noun, ``v`` verb). Open English WordNet, written as such a table, is one.
"""

from collections.abc import Iterator
from pathlib import Path

from ..errors import InputError
from .io import read_lines

_WANTED = "a table of lemmas"
_COLUMNS = ("lemma", "pos")


def read_lemma_list(path: str | Path) -> Iterator[tuple[str, str]]:
    """Yield each lemma with its part of speech, in the order of the file.

    Raises:
        InputError: the file cannot be read, it lacks a column, or a line is shorter than that.
    """
    path = Path(path)
    places: list[int] = []
    for number, line in read_lines(path, _WANTED):
        columns = line.split("\t")
        if not places:
            missing = [name for name in _COLUMNS if name not in columns]
            if missing:
                raise InputError(
                    f"{path} has no column {' and '.join(missing)} in its first line; give a table "
                    f"with tabs whose header names {' and '.join(_COLUMNS)}"
                )
            places = [columns.index(name) for name in _COLUMNS]
        elif len(columns) <= max(places):
            raise InputError(
                f"{path}, line {number}: {len(columns)} columns, fewer than the header names; "
                "correct it"
            )
        else:
            lemma, part = (columns[place] for place in places)
            yield lemma, part
