"""Which mentions are told as the genes of a work."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.genes.told import is_of_genes, may_be_gene, told_genes


@pytest.mark.parametrize(
    "name",
    [
        "p53", "COX2", "Rb", "T2", "γ2", "H2B", "Snail", "insulin", "IFN-γ", "GH receptor",
        "mon gene", "dopamine receptor", "anti-Zork2", "anti-sorcin antibody", "SOD",
        "superoxide dismutase", "interleukin-4", "glutamate receptors", "Mb gene", "spc72", "rad15",
    ],
)  # fmt: skip
def test_names_that_may_be_of_genes(name):
    assert may_be_gene(name)


@pytest.mark.parametrize(
    "name",
    [
        "cytokinin", "Cytokinins", "dopamine", "abscisic acid", "LDL", "386 Mbp", "Mbp O", "k3 O",
        "O", "386", "anti-spasmodic", "antispasmodic", "anti-diarrheal", "antistress21", "acid67",
        "EOs", "AgNPs", "RAPD", "HindIII", "EcoRI-BamHI", "diarrhea", "Non Redundant", "", "-",
    ],
)  # fmt: skip
def test_names_that_cannot_be_of_genes(name):
    assert not may_be_gene(name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Its expression rose.", True),
        ("Mutants croak.", True),
        ("Catalase and kinases were measured.", True),
        ("Lactases were.", True),
        ("Frogs sleep in this phase of the disease.", False),
        ("An increase was found in the database.", False),
        ("", False),
    ],
)
def test_sentences_about_genes(text, expected):
    assert is_of_genes(text) is expected


ABOUT = "Zork is expressed in ponds."
OTHER = "Zork is a frog of ponds."


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ([ABOUT], {"Zork"}),
        ([ABOUT, *[OTHER] * 3], {"Zork"}),  # a quarter of them
        ([ABOUT, *[OTHER] * 4], set()),
        ([OTHER, "Others are expressed."], set()),  # the plain word stands elsewhere
        (["Zork sings of Frg4.", OTHER], {"Frg4"}),  # a symbol needs no word of genes
    ],
)
def test_a_work_has_genes_if_its_sentences_are_about_them(sentences, expected):
    assert told_genes(["Zork", "Frg4"][: 1 + ("Frg4" in sentences[0])], sentences) == expected


def test_no_sentences_have_no_genes():
    assert told_genes([], []) == told_genes([], [ABOUT]) == frozenset()


@given(st.lists(st.text(max_size=12)), st.lists(st.text(max_size=40)))
def test_told_are_some_of_the_names_in_any_order(names, sentences):
    told = told_genes(names, sentences)
    assert told <= {*names}
    assert told == told_genes(names[::-1], sentences[::-1])
