"""Names that the words beside them say are genes."""

import pytest

from spacy_citalign.genes.names_alone import TOLD, with_told
from spacy_citalign.genes.records import GeneMention


def told(text):
    return [text[one.start_char : one.end_char] for one in with_told(text, [])]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The hERG gene is long.", "hERG"),
        ("The F7 locus is near.", "F7"),
        ("Mutations in Zork2 are rare.", "Zork2"),
        ("Mutations of the HJV, the gene of frogs.", "HJV"),
        ("In mice, Fgf10 is secreted.", "Fgf10"),
        ("In zebrafish fgf10 is expressed.", "fgf10"),
        ("Mice lacking Zork2 die.", "Zork2"),
        ("Zork2-deficient frogs sleep.", "Zork2"),
        ("Exon 4 of ZRK is short.", "ZRK"),
        ("It is a novel gene (ZRK) of frogs.", "ZRK"),
        ("The transcription factor T-bet binds.", None),
        ("Zork2 siRNA was given.", "Zork2"),
        ("Increased ZRK gene CN was seen.", "ZRK"),  # CN is what it has
    ],
)
def test_a_symbol_beside_words_of_genes_is_a_gene(text, name):
    assert told(text) == ([] if name is None else [name])


@pytest.mark.parametrize(
    "text",
    [
        "The mRNA is expressed.",
        "The SNP gene chip was used.",
        "Type II genes are old.",
        "The tTA gene was switched off.",
        "Ca2+ mutations are none.",
        "A gene in Xq22 is near.",
        "Cells were expressed as means.",
        "Th1 genes were read.",
        "The frog gene is long.",
    ],
)
def test_others_are_not(text):
    assert told(text) == []


def test_a_mention_there_becomes_surer_and_keeps_its_votes():
    text = "The hERG gene is long."
    assert with_told(text, [GeneMention(4, 8, 0.3, 2)]) == [GeneMention(4, 8, TOLD, 2)]
    assert with_told(text, [GeneMention(4, 8, 0.95, 3)]) == [GeneMention(4, 8, 0.95, 3)]
    longer = [GeneMention(0, 8, 0.3, 2)]
    assert with_told(text, longer) == longer
