"""Genes of other species by the same symbol, which names of one species' gene may mean too.

Databases of a species list the names that its own papers use: "osteoprotegerin" stands beside a
gene of the mouse alone, and texts about patients write it as well. Genes whose symbols have one
normal form are mostly orthologs, since the nomenclature committees name them alike.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from .name_features import Ints
from .table import SYMBOL, SYNONYM, GeneTable


def namesakes(
    table: GeneTable, genes: Sequence[Ints], kinds: Sequence[Ints]
) -> list[tuple[Ints, Ints]]:
    """Return for each name the genes by the symbols of its own, without these, and their kinds.

    Args:
        table: of genes.
        genes: for each of N names its genes, places in the table.
        kinds: their kinds; a namesake has the kind of the gene that it is found by, or that of a
            synonym where that is less.
    """
    owner = np.repeat(np.arange(len(genes)), [len(own) for own in genes])
    if not len(owner):
        return [(np.zeros(0, np.int64), np.zeros(0, np.int64)) for _ in genes]
    gene, kind = np.concatenate(genes), np.concatenate(kinds)
    symbols = table.symbols[gene]
    counts = np.where(symbols < 0, 0, table.counts[symbols].astype(np.int64))
    ends = np.cumsum(counts)
    pairs = np.arange(int(counts.sum())) + np.repeat(
        table.starts[symbols] - (ends - counts), counts
    )
    owner_of, kind_of = np.repeat(owner, counts), np.repeat(np.maximum(kind, SYNONYM), counts)
    is_symbol = table.kinds[pairs] == SYMBOL
    owner_of, kind_of = owner_of[is_symbol], kind_of[is_symbol]
    gene_of = table.genes[pairs[is_symbol]].astype(np.int64)
    size = len(table.ids)
    known = owner * size + gene
    codes = owner_of * size + gene_of
    order = np.lexsort((kind_of, codes))  # of a gene that is found by several the likeliest kind
    codes, kind_of = codes[order], kind_of[order]
    first = np.append(True, codes[1:] != codes[:-1]) if len(codes) else np.zeros(0, bool)
    first &= ~np.isin(codes, known)
    codes, kind_of = codes[first], kind_of[first]
    borders = np.searchsorted(codes // size, np.arange(len(genes) + 1))
    return [
        (codes[begin:end] % size, kind_of[begin:end]) for begin, end in pairwise(borders.tolist())
    ]
