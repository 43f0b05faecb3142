"""Word lists of the term extractor, in the formats in which they are published, and of lemmas.

Which of three formats a file has is seen from its first line that is neither blank nor a comment:

* it has a tab: a table with a header. Which columns are read for which list stands in ``COLUMNS``;
  alternative labels in one cell are parted by ``|``. Where there is a column ``root`` (SUMO), only
  the rows under the list's own root are read;
* it begins with a blank, a digit and the like ("  1 This software ..."): an index file of WordNet,
  whose licence these lines are. The first field of the others is the entry, blanks written as
  underscores;
* else plain text with one entry a line.

Lines that begin with ``#`` are comments in text and tables. White space around entries is left out,
and so is a remark in brackets at the end of an entry of ``final_words``: the last word of "Data
encryption standard (DES)" is "standard".

A list of lemmas is a table with tabs and a header: the columns ``lemma`` and ``pos`` are read,
wherever they stand; ``pos`` is a letter as WordNet has it (``n`` noun, ``v`` verb). Open English
WordNet, written as such a table, is one.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..errors import InputError, SettingError
from .io import SHOWN, read_lines
from .tables import read_table

COLUMNS = {
    "final_words": ("label", "alternative_labels", "term"),  # ACM classifications
    "units": ("english",),  # SUMO
    "academic": ("word",),  # Academic Word List
    "vocabulary": ("word",),
    "communication": ("verb", "english"),  # SUMO, and its mapping to WordNet
    "transitions": ("phrase",),
}
ROOTS = {"units": "UnitOfMeasure", "communication": "Communication"}
_ROOT = "root"
_LICENCE = re.compile(" +[0-9]+ ")
_PARTS = frozenset("nvar")  # of speech, second field of WordNet's index
_REMARK = re.compile(r"(?<=\S)\s*\([^()]*\)$")

_Lines = Iterable[tuple[int, str]]


def read_term_list(path: str | Path, name: str) -> list[str]:
    """Return the entries of a word list, each once, in file order, as they are written.

    Args:
        path: the file.
        name: what the list is for: ``final_words``, ``units``, ``academic``, ``vocabulary``,
            ``communication`` or ``transitions``.

    Raises:
        InputError: the file cannot be read, is not UTF-8, has no entry or lacks the columns; a line
            is not in the format. Names file, line and value.
        SettingError: there is no such list.
    """
    if name not in COLUMNS:
        raise SettingError(f"name is {name!r}; choose from {', '.join(COLUMNS)}")
    path = Path(path)
    lines = [
        (number, line)
        for number, line in read_lines(path, f"a word list for {name}")
        if line.strip() and not line.startswith("#")
    ]
    first = lines[0][1] if lines else ""
    if "\t" in first:
        cells = _from_table(path, lines, name)
    elif _LICENCE.match(first):
        cells = _from_wordnet(path, lines)
    else:
        cells = _from_text(path, lines)
    entries = (cell.strip() for cell in cells)
    if name == "final_words":
        entries = (_REMARK.sub("", entry) for entry in entries)
    distinct = list(dict.fromkeys(entry for entry in entries if entry))
    if not distinct:
        root = f" under the root {ROOTS[name]}" if "\t" in first and name in ROOTS else ""
        raise InputError(f"{path} has no entry for {name}{root}; give a file with one entry a line")
    return distinct


def _from_text(path: Path, lines: _Lines) -> Iterator[str]:
    for number, line in lines:
        if "\t" in line.strip():
            raise InputError(
                f"{path}, line {number}: {line[:SHOWN]!r} has a tab, but the first line has none; "
                "write one entry a line, or begin a table with a header"
            )
        yield line


def _from_table(path: Path, lines: _Lines, name: str) -> Iterator[str]:
    names = (*COLUMNS[name], _ROOT)
    cells = [(number, line.split("\t")) for number, line in lines]
    spellings, rows = read_table(
        path, f"a word list for {name}", {one: (one,) for one in names}, optional=names, lines=cells
    )
    columns = [column for column in COLUMNS[name] if column in spellings]
    if not columns:
        raise InputError(
            f"{path} has the columns {', '.join(cells[0][1])}; for {name} the header must name "
            f"{' or '.join(COLUMNS[name])}, or the file be plain text with one entry a line"
        )
    root = ROOTS.get(name) if _ROOT in spellings else None
    for _, values in rows:
        if root is None or values[_ROOT] == root:
            for column in columns:
                yield from values[column].split("|" if column == "alternative_labels" else "\t")


def _from_wordnet(path: Path, lines: _Lines) -> Iterator[str]:
    for number, line in lines:
        if not line.startswith("  "):
            fields = line.split()
            if len(fields) < 2 or fields[1] not in _PARTS:
                raise InputError(
                    f"{path}, line {number}: {line[:SHOWN]!r} is no line of an index of WordNet; "
                    "give its index.noun, index.verb, index.adj or index.adv"
                )
            yield fields[0].replace("_", " ")


def read_lemma_list(path: str | Path) -> Iterator[tuple[str, str]]:
    """Yield each lemma with its part of speech, in the order of the file.

    Raises:
        InputError: the file cannot be read, it lacks a column, or a line has more or fewer.
    """
    columns = {name: (name,) for name in ("lemma", "pos")}
    for _, values in read_table(Path(path), "a table of lemmas", columns)[1]:
        yield values["lemma"], values["pos"]
