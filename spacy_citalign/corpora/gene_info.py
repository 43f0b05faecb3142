"""Genes with their names and ids from tables of NCBI Gene (``gene_info``).

Brown GR, Hem V, Katz KS, et al. (2015) Gene: a gene-centered information resource at NCBI. Nucleic
Acids Research 43:D36-D42. The tables are at https://ftp.ncbi.nlm.nih.gov/gene/DATA/GENE_INFO/ and
free of restrictions. Two kinds are read, tab separated with a header, plain, gzipped or as xz:

    NCBI's own       #tax_id, GeneID, Symbol, Synonyms, description, type_of_gene,
                     Other_designations, ...; "-" for nothing
    derived table    tax_id, gene_id, symbol, synonyms, description, type, other_designations, ...

Lists are joined by "|"; order and further columns do not matter.
"""

import io
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .io import read_lines

_WANTED = "a table of NCBI Gene (gene_info), tab separated"
_COLUMNS = {
    "taxon": ("#tax_id", "tax_id"),
    "gene_id": ("geneid", "gene_id"),
    "symbol": ("symbol",),
    "synonyms": ("synonyms",),
    "name": ("description",),
    "kind": ("type_of_gene", "type"),
    "designations": ("other_designations",),
}
_XZ = b"\xfd7zXZ\x00"
_NOTHING = ("-", "")
_SHOWN = 60


class GeneEntry(NamedTuple):
    """A gene: its NCBI taxon and id, symbol, name, further names, and its type."""

    taxon: int
    gene_id: int
    symbol: str
    synonyms: tuple[str, ...]
    name: str
    designations: tuple[str, ...]
    kind: str


def read_gene_info(path: str | Path) -> Iterator[GeneEntry]:
    """Yield the genes of a table in file order.

    Raises:
        InputError: the file is missing, empty, damaged or not UTF-8; a needed column is missing; a
            row has more or fewer fields than the header, or numbers that are none. Names file,
            line and value.
    """
    path = Path(path)
    lines = _lines(path)
    try:
        _, first = next(lines)
    except StopIteration:
        raise InputError(f"{path} is empty; give {_WANTED}") from None
    header = first.split("\t")
    places = _places(header, path)
    count = 0
    for number, line in lines:
        fields = line.split("\t")
        if len(fields) != len(header):
            raise InputError(
                f"{path}, line {number}: {len(fields)} fields where the header has {len(header)} "
                "columns; the file may be cut off: fetch it again"
            )
        values = {name: fields[place].strip() for name, place in places.items()}
        numbers = [values["taxon"], values["gene_id"]]
        if not all(value.isdecimal() and 0 < int(value) < 2**40 for value in numbers):
            raise InputError(
                f"{path}, line {number}: taxon and gene id are {numbers[0][:_SHOWN]!r} and "
                f"{numbers[1][:_SHOWN]!r}; both are whole numbers above 0 in {_WANTED}"
            )
        count += 1
        yield GeneEntry(
            int(numbers[0]),
            int(numbers[1]),
            values["symbol"] if values["symbol"] not in _NOTHING else "",
            _list(values["synonyms"]),
            values["name"] if values["name"] not in _NOTHING else "",
            _list(values["designations"]),
            values["kind"],
        )
    if not count:
        raise InputError(f"{path} has a header but no rows; give {_WANTED}")


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file, which may be packed by gzip or xz, with their numbers."""
    try:
        with path.open("rb") as file:
            is_xz = file.read(len(_XZ)) == _XZ
    except OSError:
        is_xz = False  # read_lines says what is wrong
    if not is_xz:
        yield from read_lines(path, _WANTED)
        return
    try:
        with lzma.open(path) as packed, io.TextIOWrapper(packed, "utf-8", newline="\n") as text:
            for number, line in enumerate(text, start=1):
                yield number, line.rstrip("\r\n")
    except (lzma.LZMAError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be unpacked ({error}); fetch it again") from error


def _places(header: list[str], path: Path) -> dict[str, int]:
    """Return where the columns stand in a header.

    Raises:
        InputError: one is missing.
    """
    names = [name.strip().lower() for name in header]
    places = {
        column: names.index(spelling)
        for column, spellings in _COLUMNS.items()
        for spelling in spellings
        if spelling in names
    }
    missing = [spellings[-1] for column, spellings in _COLUMNS.items() if column not in places]
    if missing:
        raise InputError(
            f"{path}, line 1: columns are missing: {', '.join(missing)}; found "
            f"{', '.join(repr(name[:_SHOWN]) for name in header[:20])}; give {_WANTED}, with its "
            "header"
        )
    return places


def _list(value: str) -> tuple[str, ...]:
    parts = (part.strip() for part in value.split("|"))
    return tuple(part for part in parts if part not in _NOTHING)
