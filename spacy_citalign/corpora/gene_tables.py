"""Genes with their names from tables of NCBI Gene (``gene_info``) and of the HGNC.

Brown GR, Hem V, Katz KS, et al. (2015) Gene: a gene-centered information resource at NCBI. Nucleic
Acids Research 43:D36-D42. The tables are at https://ftp.ncbi.nlm.nih.gov/gene/DATA/GENE_INFO/ and
free of restrictions. Two kinds are read:

    NCBI's own       #tax_id, GeneID, Symbol, Synonyms, description, type_of_gene,
                     Other_designations, ...; "-" for nothing; lists joined by "|"
    derived table    tax_id, gene_id, symbol, synonyms, description, type, other_designations, ...

Tweedie S, Braschi B, Gray K, et al. (2021) Genenames.org: the HGNC and VGNC resources in 2021.
Nucleic Acids Research 49(D1):D939-D946. The tables are at https://www.genenames.org/download and
are free of restrictions (CC0). Three kinds are read:

    complete set      symbol, alias_symbol, ...            lists joined by "|", in double quotes
    custom download   Approved symbol, Alias symbols, ...  lists joined by ", "
    derived table     symbol, alias_symbols, ...           lists joined by "|"

All are tab separated with a header, plain or packed. Which kind a file is
shows in its column names alone; order and further columns do not matter.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import read_lines

_NCBI = "a table of NCBI Gene (gene_info), tab separated"
_HGNC = "a tab separated HGNC table"
# What each column may be called, in lower case.
_NCBI_COLUMNS = {
    "taxon": ("#tax_id", "tax_id"),
    "gene_id": ("geneid", "gene_id"),
    "symbol": ("symbol",),
    "synonyms": ("synonyms",),
    "name": ("description",),
    "kind": ("type_of_gene", "type"),
    "designations": ("other_designations",),
}
_HGNC_COLUMNS = {
    "symbol": ("symbol", "approved symbol"),
    "name": ("name", "approved name"),
    "alias_symbols": ("alias_symbols", "alias_symbol", "alias symbols", "synonyms"),
    "prev_symbols": ("prev_symbols", "prev_symbol", "previous symbols"),
    "status": ("status",),
}
# Of custom downloads, today's and those before 2019.
_JOINED_BY_COMMAS = {"alias symbols", "synonyms", "previous symbols"}
_OPTIONAL = {"status"}
_NOTHING = "-"
_WITHDRAWN = {"withdrawn", "entry withdrawn", "symbol withdrawn"}
_WITHDRAWN_SUFFIX = "~withdrawn"  # of the symbol itself, in custom downloads before 2019
_SHOWN = 30  # columns of a foreign table, and characters of each, that a message repeats

_Rows = Iterator[tuple[int, list[str]]]


class GeneEntry(NamedTuple):
    """A gene: its NCBI taxon and id, symbol, name, further names, and its type."""

    taxon: int
    gene_id: int
    symbol: str
    synonyms: tuple[str, ...]
    name: str
    designations: tuple[str, ...]
    kind: str


class Gene(NamedTuple):
    """An approved human gene: its symbol, its name, its other symbols of today and of the past."""

    symbol: str
    name: str
    alias_symbols: tuple[str, ...]
    prev_symbols: tuple[str, ...]


def read_gene_info(path: str | Path) -> Iterator[GeneEntry]:
    """Yield the genes of a table of NCBI Gene in file order.

    Raises:
        InputError: the file is missing, empty, damaged or not UTF-8; a needed column is missing; a
            row has more or fewer fields than the header, or numbers that are none. Names file,
            line and value.
    """
    path = Path(path)
    lines = ((number, line.split("\t")) for number, line in read_lines(path, _NCBI))
    _, rows = _table(path, lines, _NCBI, _NCBI_COLUMNS)
    for number, values in rows:
        numbers = [values["taxon"], values["gene_id"]]
        if not all(value.isdecimal() and 0 < int(value) < 2**40 for value in numbers):
            raise InputError(
                f"{path}, line {number}: taxon and gene id are {numbers[0][:_SHOWN]!r} and "
                f"{numbers[1][:_SHOWN]!r}; both are whole numbers above 0 in {_NCBI}"
            )
        symbol, name = (
            "" if values[column] == _NOTHING else values[column] for column in ("symbol", "name")
        )
        synonyms, designations = (
            tuple(value for value in _listed(values[column], "|") if value != _NOTHING)
            for column in ("synonyms", "designations")
        )
        taxon, gene_id = map(int, numbers)
        yield GeneEntry(taxon, gene_id, symbol, synonyms, name, designations, values["kind"])


def read_hgnc(path: str | Path) -> Iterator[Gene]:
    """Return the genes of a table in file order; rows whose status says withdrawn are left out.

    A table without a status column is taken to hold approved genes only. The whole file is
    read and checked before the first gene is handed out.

    Raises:
        InputError: the file is missing, empty or not UTF-8; a needed column is missing; a row has
            more or fewer fields than the header, or no symbol. Names file, line and value.
    """
    path = Path(path)
    spellings, rows = _table(path, _unquoted(path), _HGNC, _HGNC_COLUMNS)
    genes = []
    for number, values in rows:
        symbol, name = values["symbol"], values["name"]
        if not symbol:
            raise InputError(
                f"{path}, line {number}: the gene named {name!r} has no symbol; remove the row or "
                "download the table again"
            )
        withdrawn = values.get("status", "").lower() in _WITHDRAWN
        if not (withdrawn or symbol.endswith(_WITHDRAWN_SUFFIX)):
            aliases, previous = (
                _listed(values[column], ", " if spellings[column] in _JOINED_BY_COMMAS else "|")
                for column in ("alias_symbols", "prev_symbols")
            )
            genes.append(Gene(symbol, name, aliases, previous))
    return iter(genes)


def _unquoted(path: Path) -> _Rows:
    """Yield the rows of a table without double quotes around a whole field.

    Not ``csv``: no field of a published table holds a tab or a newline, and a name that merely
    begins with a quote must not swallow the rows after it.
    """
    for number, line in read_lines(path, _HGNC):
        yield (
            number,
            [
                field[1:-1].replace('""', '"')
                if len(field) > 1 and field[0] == field[-1] == '"'
                else field
                for field in line.split("\t")
            ],
        )


def _table(
    path: Path, rows: _Rows, wanted: str, columns: Mapping[str, Sequence[str]]
) -> tuple[dict[str, str], Iterator[tuple[int, dict[str, str]]]]:
    """Return the spelling of each column in the header, and the values in the rows below it.

    Raises:
        InputError: there is no header, or a column is missing.
    """
    _, header = next(rows, (0, None))
    if header is None:
        raise InputError(f"{path} is empty; give {wanted}")
    names = [name.strip().lower() for name in header]
    known = {column: [name for name in columns[column] if name in names] for column in columns}
    missing = [column for column in columns if not known[column] and column not in _OPTIONAL]
    if missing:
        accepted = "; ".join(f"{column} ({', '.join(columns[column])})" for column in missing)
        found = ", ".join(repr(name[:_SHOWN]) for name in header[:_SHOWN])
        raise InputError(
            f"{path}, line 1: needed columns are missing, with their accepted spellings: "
            f"{accepted}. Found: {found}. Give {wanted}, with its header"
        )
    spellings = {column: accepted[0] for column, accepted in known.items() if accepted}
    places = {column: names.index(spelling) for column, spelling in spellings.items()}
    return spellings, _values(path, rows, len(header), places)


def _values(
    path: Path, rows: _Rows, width: int, places: Mapping[str, int]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the values of each row by column. Raises InputError where there is none."""
    number = 0
    for number, fields in rows:
        if len(fields) != width:
            raise InputError(
                f"{path}, line {number}: {len(fields)} fields where the header has {width} "
                f"columns, in the row of {fields[0][:_SHOWN]!r}; the file may be cut off or have "
                "been edited: fetch it again"
            )
        yield number, {column: fields[place].strip() for column, place in places.items()}
    if not number:
        raise InputError(f"{path} has a header but no rows; fetch it again")


def _listed(value: str, separator: str) -> tuple[str, ...]:
    return tuple(part for part in map(str.strip, value.split(separator)) if part)
