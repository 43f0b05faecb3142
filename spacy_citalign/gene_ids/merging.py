"""Tables of genes put together, and parts of them; names that families share are left out."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from .table import MOST_GENES, GeneTable


def merge_tables(first: GeneTable, others: Iterable[GeneTable]) -> GeneTable:
    """Return one table of several; a species that several have is that of the last of them."""
    table = first
    for other in others:
        left = ~np.isin(table.taxa, other.species)
        table = _joined_tables(_selected(table, left), other)
    return table


def without_families(
    taxa: NDArray[np.int64], columns: NDArray[np.uint64], **others: NDArray
) -> GeneTable:
    """Return a table of rows of key, gene, kind, check, ascending, without names of families."""
    _, name_of = np.unique(columns[:, 0], return_inverse=True)
    species, species_of = np.unique(taxa, return_inverse=True)
    group = name_of * max(len(species), 1) + species_of[columns[:, 1].astype(np.int64)]
    sizes = np.bincount(group, minlength=1)[group] if len(group) else np.zeros(0, np.int64)
    columns = columns[sizes <= MOST_GENES]
    keys, counts = np.unique(columns[:, 0], return_counts=True)
    return GeneTable(
        taxa=taxa,
        keys=keys,
        counts=counts.astype(np.uint16),
        genes=columns[:, 1].astype(np.uint32),
        kinds=columns[:, 2].astype(np.uint8),
        checks=columns[:, 3].astype(np.uint8),
        **others,
    )


def _selected(table: GeneTable, wanted: NDArray[np.bool_]) -> GeneTable:
    """Return the part of a table that some genes, (G,) bool, are."""
    if wanted.all():
        return table
    new = np.cumsum(wanted) - 1
    rows = _rows(table)
    rows = rows[wanted[table.genes]]
    rows[:, 1] = new[rows[:, 1].astype(np.int64)]
    words = table.words[np.repeat(wanted, table.word_counts)]
    others = {name: getattr(table, name)[wanted] for name in ("ids", "is_rna", "name_counts")}
    return without_families(
        table.taxa[wanted],
        rows,
        vocabulary=table.vocabulary,
        word_counts=table.word_counts[wanted],
        words=words,
        **others,
    )


def _joined_tables(first: GeneTable, second: GeneTable) -> GeneTable:
    """Return a table of the genes of two that have no species in common."""
    moved = _rows(second)
    moved[:, 1] += np.uint64(len(first.ids))
    rows = np.concatenate([_rows(first), moved])
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    vocabulary = np.union1d(first.vocabulary, second.vocabulary)
    words = [np.searchsorted(vocabulary, one.vocabulary)[one.words] for one in (first, second)]
    others = {
        name: np.concatenate([getattr(first, name), getattr(second, name)])
        for name in ("ids", "is_rna", "name_counts", "word_counts")
    }
    return without_families(
        np.concatenate([first.taxa, second.taxa]),
        rows,
        vocabulary=vocabulary,
        words=np.concatenate(words).astype(np.uint32),
        **others,
    )


def _rows(table: GeneTable) -> NDArray[np.uint64]:
    """Return the pairs of a table as rows of key, gene, kind, check."""
    keys = np.repeat(table.keys, table.counts)
    columns = (keys, table.genes, table.kinds, table.checks)
    return np.stack([column.astype(np.uint64) for column in columns], axis=1)
