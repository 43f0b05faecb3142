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

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import SHOWN, read_lines
from .tables import TableRow, read_table

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
_NOTHING = "-"
_WITHDRAWN = {"withdrawn", "entry withdrawn", "symbol withdrawn"}
_WITHDRAWN_SUFFIX = "~withdrawn"  # of the symbol itself, in custom downloads before 2019


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
    _, rows = read_table(path, _NCBI, _NCBI_COLUMNS)
    for number, values in _some(path, rows):
        numbers = [values["taxon"], values["gene_id"]]
        if not all(value.isdecimal() and 0 < int(value) < 2**40 for value in numbers):
            raise InputError(
                f"{path}, line {number}: taxon and gene id are {numbers[0][:SHOWN]!r} and "
                f"{numbers[1][:SHOWN]!r}; both are whole numbers above 0 in {_NCBI}"
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
    lines = (
        (number, [*map(_unquoted, line.split("\t"))]) for number, line in read_lines(path, _HGNC)
    )
    spellings, rows = read_table(path, _HGNC, _HGNC_COLUMNS, optional=["status"], lines=lines)
    genes = []
    for number, values in _some(path, rows):
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


def _unquoted(field: str) -> str:
    """Return a field of a table without double quotes around all of it.

    Not ``csv``: no field of a published table holds a tab or a newline, and a name that merely
    begins with a quote must not swallow the rows after it.
    """
    is_quoted = len(field) > 1 and field[0] == field[-1] == '"'
    return field[1:-1].replace('""', '"') if is_quoted else field


def _some(path: Path, rows: Iterator[TableRow]) -> Iterator[TableRow]:
    """Yield rows, of which there must be some.

    Raises:
        InputError: there is none.
    """
    row = None
    for row in rows:
        yield row
    if row is None:
        raise InputError(f"{path} has a header but no rows; fetch it again")


def _listed(value: str, separator: str) -> tuple[str, ...]:
    return tuple(part for part in map(str.strip, value.split(separator)) if part)
