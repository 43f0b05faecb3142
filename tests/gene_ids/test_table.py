"""Tables of genes: what they hold, merging, files, beside plain dictionaries."""

import gene_tables
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import ModelFileError
from spacy_citalign.gene_ids.compiling import NamedGene, compile_table, merge_tables
from spacy_citalign.gene_ids.names import key_of
from spacy_citalign.gene_ids.table import MAX_GENES, GeneTable, name_hashes


def genes(rows=gene_tables.ROWS) -> list[NamedGene]:
    def split(value):
        return tuple(part for part in value.split("|") if part != "-")

    return [
        NamedGene(taxon, number, symbol, split(synonyms), name, split(others), kind)
        for taxon, number, symbol, synonyms, name, kind, others in rows
    ]


def ids(table: GeneTable, name: str) -> list[int]:
    ((start, end),) = table.pairs_of(name_hashes([key_of(name)]))
    return sorted(table.ids[table.genes[start:end]].tolist())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ZORK2", [101, 201]),
        ("frop", [101, 103, 201]),
        ("Marsh leap ligand 1", [102, 202]),
        ("leap ligand \N{GREEK SMALL LETTER ALPHA}", [102]),
        ("ZORK2P1", []),
        ("Zork3", []),
    ],
)
def test_names_lead_to_their_genes(name, expected):
    assert ids(compile_table(genes()), name) == expected


def test_order_of_genes_plays_no_part():
    assert compile_table(genes()).to_bytes() == compile_table(genes()[::-1]).to_bytes()


def test_names_of_families_are_left_out():
    many = [
        NamedGene(7, number, f"PND{number}", ("PONDS",), "", (), "protein-coding")
        for number in range(1, MAX_GENES + 2)
    ]
    assert ids(compile_table(many), "PONDS") == []
    assert len(ids(compile_table(many[:-1]), "PONDS")) == MAX_GENES
    assert ids(compile_table(many), "PND3") == [3]


NAME = st.sampled_from(
    ["frog a", "frog b", "toad", "leap 1", "leap 2", "pond newt kinase", "x", ""]
)
GENE = st.builds(
    NamedGene,
    st.integers(1, 3),
    st.integers(1, 6),
    NAME,
    st.tuples(NAME),
    NAME,
    st.tuples(NAME),
    st.sampled_from(["protein-coding", "ncRNA", "pseudo"]),
)


def names_of(listed: list[NamedGene]) -> dict[str, set[int]]:
    """Ids by normal form, by plain loops."""
    kept: dict[tuple[int, int], NamedGene] = {}
    for gene in listed:
        if gene.kind != "pseudo" and (gene.symbol or gene.name):
            kept.setdefault((gene.taxon, gene.gene_id), gene)
    found: dict[str, set[int]] = {}
    for gene in kept.values():
        for name in (gene.symbol, *gene.synonyms, gene.name, *gene.designations):
            if key_of(name):
                found.setdefault(key_of(name), set()).add(gene.gene_id)
    return found


@given(st.lists(GENE, max_size=12))
def test_as_a_dictionary(listed):
    table = GeneTable.from_bytes(compile_table(listed).to_bytes())
    expected = names_of(listed)
    for name in ("frog a", "frog b", "toad", "leap 1", "leap 2", "pond newt kinase", "x", "y"):
        assert set(ids(table, name)) == expected.get(key_of(name), set())


@given(st.lists(GENE, max_size=8), st.lists(GENE, max_size=8))
def test_merged_species_are_those_of_the_last_table(first, second):
    tables = compile_table(first), compile_table(second)
    merged = merge_tables(tables[0], [tables[1]])
    left = [gene for gene in first if gene.taxon not in tables[1].species]
    expected = compile_table(left + [g for g in second if g.taxon in tables[1].species])
    for name in ("frog a", "frog b", "toad", "leap 1", "leap 2", "pond newt kinase", "x"):
        assert ids(merged, name) == ids(expected, name)
    assert merged.species == expected.species
    assert sorted(merged.word_counts.tolist()) == sorted(expected.word_counts.tolist())
    assert GeneTable.from_bytes(merged.to_bytes()).to_bytes() == merged.to_bytes()


def test_names_that_stand_nowhere_are_seldom_taken_for_others():
    table = compile_table(genes())
    others = [f"pond{number}" for number in range(20_000)]
    assert not any(end - start for start, end in table.pairs_of(name_hashes(others)))


def test_words_are_rarer_the_fewer_genes_have_them():
    table = compile_table(genes())
    places = table.place_of_each(["ligand", "homolog", "zork", "nowhere"])
    assert [place >= 0 for place in places] == [True, True, True, False]
    assert (table.idf >= 0).all()


def test_damaged_files_are_refused():
    table = compile_table(genes())
    data = table.to_bytes()
    with pytest.raises(ModelFileError):
        GeneTable.from_bytes(data[:-1])
    broken = GeneTable(**{**vars(table), "genes": table.genes + np.uint32(100)})
    with pytest.raises(ModelFileError, match="table of genes"):
        GeneTable.from_bytes(broken.to_bytes())
