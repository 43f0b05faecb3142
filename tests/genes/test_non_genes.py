"""What looks like a gene and is none."""

import pytest

from spacy_citalign.genes.definitions import listed, parts_listed
from spacy_citalign.genes.non_genes import genes_among, is_molecular
from spacy_citalign.genes.records import GeneMention


def kept(text, *names, confidence=0.8):
    """Those of the names, where they first stand, that are genes still."""
    starts = [(text.index(name), name) for name in names]
    mentions = [GeneMention(at, at + len(name), confidence) for at, name in sorted(starts)]
    return [text[one.start_char : one.end_char] for one in genes_among(text, mentions)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The gene Zork2 is expressed.", "gene"),
        ("Proteins bind in cells.", "Proteins"),
        ("By RT-PCR the gene was found.", "RT-PCR"),
        ("Cells were counted in Jun 2004 again.", "Jun"),
        ("Cells were counted on 12 Mar again.", "Mar"),
        ("Cells were kept until Sept last.", "Sept"),
        ("Cells of Jan, Apr and Jun were pooled.", "Apr"),
        ("The gene was found by Dr. Zork in frogs.", "Zork"),
        ("The gene is on www.zork.org/p53/list.", "p53"),
        ("Zigzag insecticidal nets (ZINs) kept cells; ZINs last.", "ZINs"),
        ("The frog activity index (FAI) of cells rose.", "FAI"),
        ("PC1 had a third of the variance of expression.", "PC1"),
        ("She read it in her Zork5 book.", "Zork5"),  # a text that is about nothing molecular
        ("The tin was empty.", "tin"),
    ],
)
def test_what_is_no_gene_is_left_out(text, name):
    assert kept(text, name) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Phosphorylation of Jun by kinases rose.", "Jun"),
        ("Mutations in Jun and Fos are rare.", "Jun"),
        ("The frog growth disorder (FGD) gene; FGD is expressed.", "FGD"),  # called after it
        ("The frog growth factor (FGF9) gene is expressed.", "FGF9"),
        ("PC1 cleaves hormones in cells.", "PC1"),
        ("In flies the gene tin makes a heart.", "tin"),
        ("Zork5 wakes frogs.", "Zork5"),  # a sentence need not say what it is about
        ("HER2 was lost, and P53.", "HER2"),
    ],
)
def test_a_gene_that_looks_alike_stays(text, name):
    assert kept(text, name) == [name]


def test_what_is_sure_stays_in_any_text():
    assert kept("She read it in her Zork5 book.", "Zork5", confidence=0.99) == ["Zork5"]


def test_a_long_form_that_is_marked_is_a_gene():
    text = "The zork net (ZON) binds; ZON is expressed in cells."
    assert kept(text, "zork net", "ZON") == ["zork net", "ZON"]


def test_a_long_text_needs_more_than_one_word_of_the_field():
    assert is_molecular("The kinase is there.")
    assert not is_molecular("The kinase is there." + " We walked on and on." * 500)
    assert not is_molecular("")


def test_the_list_is_read():
    assert "LLINs" in listed("never")
    assert "phosphorylat" in parts_listed("molecular")
    assert not listed("plain") & listed("never")
