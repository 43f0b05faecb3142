"""The abstracts that ids are measured on: mentions with ids of NCBI Gene, and their species."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.corpora.concepts import read_concepts
from spacy_citalign.corpora.gene_gold import in_test_part
from spacy_citalign.corpora.gene_tables import read_gene_info

from ..common import data_folder

CORPORA = {"NLM-Gene": "nlm_gene", "GNormPlus": "gnormplus", "BioRED": "biored"}
SPECIES = {"human": 9606, "mouse": 10090, "zebrafish": 7955, "fly": 7227}
_GENES = ("Gene", "GeneOrGeneProduct")
_FAMILY = "FamilyName"

Mention = tuple[int, int, frozenset[int]]


class Abstract(NamedTuple):
    """An abstract.

    Attributes:
        text: title and abstract.
        mentions: half-open characters of gene mentions and the ids of each, maybe none.
        ids: those of genes.
        families: ids that families only have; they count neither as right nor as wrong.
    """

    text: str
    mentions: tuple[Mention, ...]
    ids: frozenset[int]
    families: frozenset[int]


def abstracts(name: str, part: str) -> list[Abstract]:
    """The abstracts of a corpus in the fifth that is held out, or in the others ("train")."""
    found = []
    for document in read_concepts(data_folder() / "concepts" / f"{CORPORA[name]}.jsonl"):
        if in_test_part(document.id) != (part == "test"):
            continue
        mentions = tuple(
            (one.start, one.end, frozenset(int(x) for x in one.ids if x.isdecimal()))
            for one in document.mentions
            if one.type in _GENES
        )
        ids = frozenset(gene for *_, own in mentions for gene in own)
        family = frozenset(
            int(x)
            for one in document.mentions
            if one.type == _FAMILY
            for x in one.ids
            if x.isdecimal()
        )
        found.append(Abstract(document.text, mentions, ids, family - ids))
    return found


def gene_files() -> dict[str, Path]:
    """The tables of NCBI Gene by species."""
    return {name: data_folder() / "gene_info" / f"{name}.tsv.xz" for name in SPECIES}


def taxa_of_genes() -> dict[int, int]:
    """The taxon of each gene of the tables."""
    files = gene_files().values()
    return {gene.gene_id: gene.taxon for file in files for gene in read_gene_info(file)}


def subsets(taxa: dict[int, int]) -> dict[str, Callable[[Abstract], bool]]:
    """Which abstracts are counted together, by the species of all their ids."""
    human, both = {9606}, {9606, 10090}
    return {
        "human genes alone": lambda one: bool(one.ids) and {taxa.get(x) for x in one.ids} <= human,
        "human and mouse": lambda one: bool(one.ids) and {taxa.get(x) for x in one.ids} <= both,
        "all": lambda one: bool(one.ids),
    }
