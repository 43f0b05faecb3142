"""Gene symbols and their synonyms from tables of the HUGO Gene Nomenclature Committee (HGNC).

Tweedie S, Braschi B, Gray K, et al. (2021) Genenames.org: the HGNC and VGNC resources in 2021.
Nucleic Acids Research 49(D1):D939-D946. The tables are at https://www.genenames.org/download and
are free of restrictions (CC0). Three kinds are read, all of them tab separated with a header:

    complete set      symbol, alias_symbol, ...            lists joined by "|", in double quotes
    custom download   Approved symbol, Alias symbols, ...  lists joined by ", "
    derived table     symbol, alias_symbols, ...           lists joined by "|"

Which kind a file is shows in its column names alone; order and further columns do not matter.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import read_lines

_WANTED = "a tab separated HGNC table"

_NEEDED = ("symbol", "name", "alias_symbols", "prev_symbols")
# What each column may be called, in lower case, and what joins the values of a list in it.
_SPELLINGS: dict[str, dict[str, str]] = {
    "symbol": {"symbol": "", "approved symbol": ""},
    "name": {"name": "", "approved name": ""},
    "alias_symbols": {
        "alias_symbols": "|",
        "alias_symbol": "|",
        "alias symbols": ", ",
        "synonyms": ", ",  # custom downloads before 2019
    },
    "prev_symbols": {"prev_symbols": "|", "prev_symbol": "|", "previous symbols": ", "},
    "status": {"status": ""},
}
_WITHDRAWN = {"withdrawn", "entry withdrawn", "symbol withdrawn"}
_WITHDRAWN_SUFFIX = "~withdrawn"  # of the symbol itself, in custom downloads before 2019
_SHOWN = 30  # columns of a foreign table that a message repeats


class Gene(NamedTuple):
    """An approved human gene: its symbol, its name, its other symbols of today and of the past."""

    symbol: str
    name: str
    alias_symbols: tuple[str, ...]
    prev_symbols: tuple[str, ...]


class _Column(NamedTuple):
    position: int
    separator: str


def read_hgnc(path: str | Path) -> Iterator[Gene]:
    """Return the genes of a table in file order; rows whose status says withdrawn are left out.

    A table without a status column is taken to hold approved genes only. The whole file is
    read and checked before the first gene is handed out.

    Raises:
        InputError: the file is missing, empty or not UTF-8; a needed column is missing; a row has
            more or fewer fields than the header, or no symbol. Names file, line and value.
    """
    lines = read_lines(Path(path), _WANTED)
    try:
        _, first = next(lines)
    except StopIteration:
        raise InputError(f"{path} is empty; download the table again") from None
    header = _fields(first)
    columns = _columns(header, path)
    genes = []
    number = 1
    for number, line in lines:
        fields = _fields(line)
        if len(fields) != len(header):
            raise InputError(
                f"{path}, line {number}: {len(fields)} fields where the header has {len(header)} "
                f"columns, in the row of {fields[0]!r}; the file may be cut off or have been "
                "edited: download it again"
            )
        gene = _gene(fields, columns)
        if not gene.symbol:
            raise InputError(
                f"{path}, line {number}: the gene named {gene.name!r} has no symbol; remove the "
                "row or download the table again"
            )
        status = fields[columns["status"].position].strip() if "status" in columns else ""
        if status.lower() not in _WITHDRAWN and not gene.symbol.endswith(_WITHDRAWN_SUFFIX):
            genes.append(gene)
    if number == 1:
        raise InputError(f"{path} has a header but no rows; download the table again")
    return iter(genes)


def _gene(fields: list[str], columns: dict[str, _Column]) -> Gene:
    def values(name: str) -> tuple[str, ...]:
        position, separator = columns[name]
        parts = (part.strip() for part in fields[position].split(separator))
        return tuple(part for part in parts if part)

    return Gene(
        symbol=fields[columns["symbol"].position].strip(),
        name=fields[columns["name"].position].strip(),
        alias_symbols=values("alias_symbols"),
        prev_symbols=values("prev_symbols"),
    )


def _columns(header: list[str], path: str | Path) -> dict[str, _Column]:
    """Return the columns by name: those of ``_NEEDED`` and, where there is one, the status."""
    positions = {name.strip().lower(): index for index, name in reversed(list(enumerate(header)))}
    columns = {
        column: _Column(positions[spelling], separator)
        for column, spellings in _SPELLINGS.items()
        # Reversed, so that of two spellings in one header the first of the table is kept.
        for spelling, separator in reversed(spellings.items())
        if spelling in positions
    }
    missing = [column for column in _NEEDED if column not in columns]
    if missing:
        accepted = "; ".join(f"{column} ({', '.join(_SPELLINGS[column])})" for column in missing)
        names = ", ".join(repr(name[:_SHOWN]) for name in header[:_SHOWN])
        raise InputError(
            f"{path}, line 1: needed columns are missing, with their accepted spellings: "
            f"{accepted}. Found: {names}. Choose these columns in the HGNC download, and tabs "
            "between them"
        )
    return columns


def _fields(line: str) -> list[str]:
    """Return the fields of a row, parted by tabs, without double quotes around a whole field.

    Not ``csv``: no field of a published table holds a tab or a newline, and a name that merely
    begins with a quote must not swallow the rows after it.
    """
    return [
        field[1:-1].replace('""', '"') if len(field) > 1 and field[0] == field[-1] == '"' else field
        for field in line.split("\t")
    ]
