"""Tables of genes made of their names, and put together; names that families share are left out."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Bools, Ints
from .names import key_of, words_of
from .table import (
    DESIGNATION,
    FULL_NAME,
    MAX_GENES,
    SYMBOL,
    SYNONYM,
    GeneTable,
    checks_of,
    name_hashes,
    word_hashes,
)

RNA = ("ncRNA", "rRNA", "scRNA", "snRNA", "snoRNA", "tRNA", "miscRNA")
LEFT_OUT = ("biological-region", "pseudo")
"""Types of genes that no table has."""


class NamedGene(NamedTuple):
    """A gene: NCBI taxon and id, symbol, synonyms, full name, further names, type."""

    taxon: int
    gene_id: int
    symbol: str
    synonyms: tuple[str, ...]
    name: str
    designations: tuple[str, ...]
    kind: str


def compile_table(genes: Iterable[NamedGene]) -> GeneTable:
    """Return the table of some genes; those of ``LEFT_OUT`` types and without names are left out.

    The order of the genes plays no part; of two with one id the first counts.
    """
    kept: dict[tuple[int, int], NamedGene] = {}
    for gene in genes:
        if gene.kind not in LEFT_OUT and (gene.symbol or gene.name):
            kept.setdefault((gene.taxon, gene.gene_id), gene)
    ordered = [kept[identity] for identity in sorted(kept)]
    pairs: dict[tuple[str, int], tuple[int, str]] = {}
    words: list[set[str]] = []
    name_counts = []
    for number, gene in enumerate(ordered):
        names = _names(gene)
        for kind, name in names:
            key = key_of(name)
            if key:
                pairs.setdefault((key, number), (kind, name))
        words.append({word for kind, name in names if kind >= FULL_NAME for word in words_of(name)})
        name_counts.append(min(len(names), 255))
    keys = sorted({key for key, _ in pairs})
    hashes = dict(zip(keys, name_hashes(keys).tolist(), strict=True))
    checks = checks_of([name for _, name in pairs.values()]).tolist()
    rows = sorted(
        (hashes[key], number, kind, check if kind <= SYNONYM else 0)
        for ((key, number), (kind, _)), check in zip(pairs.items(), checks, strict=True)
    )
    taxa = np.array([gene.taxon for gene in ordered], np.int64)
    columns = np.array(rows, np.uint64).reshape(-1, 4)
    spelled = sorted(set().union(*words))
    vocabulary, place_of = np.unique(word_hashes(spelled), return_inverse=True)
    number_of = dict(zip(spelled, place_of.tolist(), strict=True))
    places = [sorted({number_of[word] for word in of_gene}) for of_gene in words]
    return without_families(
        taxa,
        columns,
        ids=np.array([gene.gene_id for gene in ordered], np.int64),
        is_rna=np.array([gene.kind in RNA for gene in ordered], np.uint8),
        name_counts=np.array(name_counts, np.uint8),
        vocabulary=vocabulary,
        word_counts=np.array([len(of_gene) for of_gene in places], np.uint16),
        words=np.array([number for of_gene in places for number in of_gene], np.uint32),
    )


def _names(gene: NamedGene) -> list[tuple[int, str]]:
    """Return the names of a gene with their kinds; without those that name a transcript or none."""
    listed = [(SYMBOL, gene.symbol), *((SYNONYM, name) for name in gene.synonyms)]
    full = [(FULL_NAME, gene.name), *((DESIGNATION, name) for name in gene.designations)]
    # FlyBase: "CG2865-PA" is a product of CG2865.
    others = (f"{gene.symbol}-P", "uncharacterized", "hypothetical")
    return [
        (kind, name)
        for kind, name in listed + full
        if name and "\\" not in name and not name.startswith(others)
    ]


def merge_tables(first: GeneTable, others: Iterable[GeneTable]) -> GeneTable:
    """Return one table of several; a species that several have is that of the last of them."""
    table = first
    for other in others:
        table = _joined_tables(_selected(table, ~np.isin(table.taxa, other.species)), other)
    return table


def without_families(taxa: Ints, columns: NDArray[np.uint64], **others: NDArray) -> GeneTable:
    """Return a table of rows of key, gene, kind, check, ascending, without names of families."""
    _, name_of = np.unique(columns[:, 0], return_inverse=True)
    species, species_of = np.unique(taxa, return_inverse=True)
    group = name_of * max(len(species), 1) + species_of[columns[:, 1].astype(np.int64)]
    sizes = np.bincount(group, minlength=1)[group] if len(group) else np.zeros(0, np.int64)
    columns = columns[sizes <= MAX_GENES]
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


def _selected(table: GeneTable, wanted: Bools) -> GeneTable:
    """Return the part of a table that some genes, (G,) bool, are."""
    if wanted.all():
        return table
    rows = _rows(table)
    rows = rows[wanted[table.genes]]
    rows[:, 1] = (np.cumsum(wanted) - 1)[rows[:, 1].astype(np.int64)]
    return without_families(
        table.taxa[wanted],
        rows,
        vocabulary=table.vocabulary,
        word_counts=table.word_counts[wanted],
        words=table.words[np.repeat(wanted, table.word_counts)],
        **{name: getattr(table, name)[wanted] for name in ("ids", "is_rna", "name_counts")},
    )


def _joined_tables(first: GeneTable, second: GeneTable) -> GeneTable:
    """Return a table of the genes of two that have no species in common."""
    moved = _rows(second)
    moved[:, 1] += np.uint64(len(first.ids))
    rows = np.concatenate([_rows(first), moved])
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    vocabulary = np.union1d(first.vocabulary, second.vocabulary)
    words = [np.searchsorted(vocabulary, part.vocabulary)[part.words] for part in (first, second)]
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
    columns = (np.repeat(table.keys, table.counts), table.genes, table.kinds, table.checks)
    return np.stack([column.astype(np.uint64) for column in columns], axis=1)
