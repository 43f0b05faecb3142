"""Files of genes: tables of NCBI Gene, and what was compiled from them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ...atomic import atomic_write
from ...corpora.gene_info import read_gene_info
from ...corpora.hgnc import read_hgnc
from ...errors import InputError, ModelFileError
from ...gene_ids.compiling import NamedGene, compile_table
from ...gene_ids.table import GeneTable

_HUMAN = 9606


def compile_files(genes: Iterable[str | Path], hgnc: str | Path | None = None) -> GeneTable:
    """Return the table of the genes of some files of NCBI Gene.

    Args:
        genes: the files (``gene_info``), plain or packed.
        hgnc: a table of the HUGO Gene Nomenclature Committee, whose aliases and previous symbols
            come to human genes.

    Raises:
        InputError: a file cannot be read, is no such table, or no gene is left.
    """
    files = [Path(file) for file in genes]
    table = compile_table(_with_aliases(_genes(files), hgnc))
    if not len(table.ids):
        names = ", ".join(map(str, files)) or "no file"
        raise InputError(f"there is no gene in {names}; give tables of NCBI Gene (gene_info)")
    return table


def write_table(genes: Iterable[str | Path], target: Path) -> GeneTable:
    """Compile files of NCBI Gene into one that ``tables`` of the component names.

    Raises:
        InputError: a file cannot be read or is no such table.
        OSError: the target cannot be written.
    """
    table = compile_files(genes)
    atomic_write(target, table.to_bytes())
    return table


def read_tables(paths: Iterable[str | Path]) -> list[GeneTable]:
    """Return tables that ``write_table`` wrote.

    Raises:
        ModelFileError: a file cannot be read, or is none of these.
    """
    tables = []
    for path in map(Path, paths):
        try:
            tables.append(GeneTable.from_bytes(path.read_bytes()))
        except OSError as error:
            raise ModelFileError(
                f"the table of genes {path} cannot be read ({error.strerror}); give a file that "
                "citalign gene-ids wrote"
            ) from error
        except ModelFileError as error:
            raise ModelFileError(
                f"{path}: {error}; make it of a table of NCBI Gene with citalign gene-ids"
            ) from error
    return tables


def _genes(files: Iterable[Path]) -> Iterator[NamedGene]:
    for file in files:
        for gene in read_gene_info(file):
            yield NamedGene(*gene)


def _with_aliases(genes: Iterable[NamedGene], hgnc: str | Path | None) -> Iterator[NamedGene]:
    aliases = {} if hgnc is None else {gene.symbol: gene for gene in read_hgnc(hgnc)}
    for gene in genes:
        known = aliases.get(gene.symbol) if gene.taxon == _HUMAN else None
        if known is not None:
            more = dict.fromkeys((*gene.synonyms, *known.alias_symbols, *known.prev_symbols))
            gene = gene._replace(synonyms=tuple(more))
        yield gene
