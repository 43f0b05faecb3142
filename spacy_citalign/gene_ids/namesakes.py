"""Genes of other species by the same symbol, which names of one species' gene may mean too.

Databases of a species list the names that its own papers use: "osteoprotegerin" stands beside a
gene of the mouse alone, and texts about patients write it as well. Genes whose symbols have one
normal form are mostly orthologs, since the nomenclature committees name them alike.
"""

import numpy as np

from .name_features import Ints
from .table import SYMBOL, SYNONYM, GeneTable


def namesakes(table: GeneTable, owners: Ints, genes: Ints, kinds: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the genes by the symbols of names' genes, without these.

    Args:
        table: of genes.
        owners: (N,) int64 ascending, which name each gene is of.
        genes: (N,) int64, places in the table.
        kinds: (N,) int64, what the name is to the gene.

    Returns:
        Names, ascending, genes, ascending within a name, and kinds: (M,) int64. A namesake has the
        kind of the gene that it is found by, or that of a synonym where that is less.
    """
    symbols = table.symbols[genes]
    counts = np.where(symbols < 0, 0, table.counts[symbols].astype(np.int64))
    ends = np.cumsum(counts)
    pairs = np.arange(int(counts.sum())) + np.repeat(
        table.starts[symbols] - (ends - counts), counts
    )
    owner_of, kind_of = np.repeat(owners, counts), np.repeat(np.maximum(kinds, SYNONYM), counts)
    is_symbol = table.kinds[pairs] == SYMBOL
    owner_of, kind_of = owner_of[is_symbol], kind_of[is_symbol]
    gene_of = table.genes[pairs[is_symbol]].astype(np.int64)
    size = len(table.ids)
    known = owners * size + genes
    codes = owner_of * size + gene_of
    order = np.lexsort((kind_of, codes))  # of a gene that is found by several the likeliest kind
    codes, kind_of = codes[order], kind_of[order]
    first = np.append(True, codes[1:] != codes[:-1]) if len(codes) else np.zeros(0, bool)
    first &= ~np.isin(codes, known)
    codes = codes[first]
    return codes // max(size, 1), codes % max(size, 1), kind_of[first]
