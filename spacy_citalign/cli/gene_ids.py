"""`citalign gene-ids`: the genes of a species, for ids of its mentions."""

from pathlib import Path
from typing import Annotated

import typer

from .console import hold, say
from .options import output_option

SUFFIX = ".table"


def gene_ids(
    genes: Annotated[
        list[Path],
        typer.Argument(
            metavar="GENE_INFO...",
            help="Tables of NCBI Gene, such as Rattus_norvegicus.gene_info.gz; plain or packed.",
        ),
    ],
    output: Annotated[Path, output_option(f"File to write, X{SUFFIX}.")],
) -> None:
    """Compile the genes of further species for the component gene_normalizer.

    Its setting `tables` names the file that is written, which holds ids and names as hashes. The
    tables are those of https://ftp.ncbi.nlm.nih.gov/gene/DATA/GENE_INFO/, for a species or more;
    a species that the pipeline knows is replaced.
    """
    hold(output, genes, SUFFIX)
    from ..components.gene_ids.training import write_table

    table = write_table(genes, output)
    species = ", ".join(map(str, table.species))
    size = output.stat().st_size / 1e6
    say(f"{len(table.ids):,} genes of taxon {species} -> {output}, {size:.1f} MB")
