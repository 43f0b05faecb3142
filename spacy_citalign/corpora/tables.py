"""Tables with tabs and a header, whose columns are found by their names, in whatever order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ..errors import InputError
from .io import read_lines

_SHOWN = 30  # columns of a foreign table, and characters of each, that a message repeats


TableRow = tuple[int, dict[str, str]]
"""The number of a line, and its values by column, without white space around them."""


def read_table(
    path: Path,
    wanted: str,
    columns: Mapping[str, Sequence[str]],
    *,
    optional: Iterable[str] = (),
    lines: Iterable[tuple[int, Sequence[str]]] | None = None,
) -> tuple[dict[str, str], Iterator[TableRow]]:
    """Return how the header spells each column that it has, and the rows below it.

    Args:
        path: the file, plain or packed.
        wanted: what the file should be, for errors.
        columns: what each may be called, in lower case; others are not read.
        optional: those that may be missing.
        lines: the fields of each line with its number, where they are read otherwise.

    Raises:
        InputError: the file cannot be read, there is no header, or a column is missing; or a row
            has more or fewer fields than the header, which shows when it is read.
    """
    if lines is None:
        lines = ((number, line.split("\t")) for number, line in read_lines(path, wanted))
    rows = iter(lines)
    _, header = next(rows, (0, None))
    if header is None:
        raise InputError(f"{path} is empty; give {wanted}")
    names = [name.strip().lower() for name in header]
    known = {column: [name for name in columns[column] if name in names] for column in columns}
    if missing := [column for column in columns if not known[column] and column not in optional]:
        accepted = "; ".join(f"{column} ({', '.join(columns[column])})" for column in missing)
        found = ", ".join(repr(name[:_SHOWN]) for name in header[:_SHOWN])
        raise InputError(
            f"{path}, line 1: needed columns are missing, with their accepted spellings: "
            f"{accepted}. Found: {found}. Give {wanted}, with its header"
        )
    spellings = {column: accepted[0] for column, accepted in known.items() if accepted}
    places = {column: names.index(spelling) for column, spelling in spellings.items()}
    return spellings, _rows(path, rows, len(header), places)


def _rows(
    path: Path, rows: Iterator[tuple[int, Sequence[str]]], width: int, places: Mapping[str, int]
) -> Iterator[TableRow]:
    for number, fields in rows:
        if len(fields) != width:
            raise InputError(
                f"{path}, line {number}: {len(fields)} fields where the header has {width} "
                f"columns, in the row of {fields[0][:_SHOWN]!r}; the file may be cut off or have "
                "been edited: fetch it again"
            )
        yield number, {column: fields[place].strip() for column, place in places.items()}
