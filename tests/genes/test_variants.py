"""Variants, residues and stretches of sequence that look like symbols of genes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.genes.records import GeneMention
from spacy_citalign.genes.variants import is_variant, without_variant


def is_one(text, name):
    """Whether a name is a variant where it first stands."""
    start = text.index(name)
    return is_variant(text, start, start + len(name))


@pytest.mark.parametrize(
    "name",
    [
        "R3500W",
        "F471del",
        "A124ins",
        "S133stop",
        "Tyr1306Cys",
        "Tyr12STOP",
        "Cys1306",
        "Arg-114",
        "c.35G>A",
        "p.Arg12Cys",
        "C677T",
        "-174G/C",
        "G-669A",
        "3020insC",
        "ins6",
        "delF508",
        "Delta32",
        "\u0394F508",
        "rs12329760",
        "SNP216",
        "IVS10+1",
        "IVSII-1",
        "D9S974",
        "2R/3R",
        "CCCCT",
        "TN7TTCAA",
        "MfeI",
    ],
)
def test_a_variant_is_one_in_any_text(name):
    assert is_one(f"We found {name} in frogs.", name)


@pytest.mark.parametrize(
    "name",
    [
        "P53",
        "p53",
        "S100B",
        "S100A",
        "T1R3",
        "H2A",
        "INT4",
        "F11R",
        "CAT",
        "TAT",
        "Arg1",
        "Trp53",
        "Delta1",
        "INS",
        "GATA",
        "CYP2D6",
        "D2",
        "K562",
        "TopII",
        "ApoAI",
        "sNPF",
        "P799",
        "E2F1",
    ],
)
def test_a_gene_is_none(name):
    assert not is_one(f"We found {name} in frogs.", name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("P799 is a hot codon for P799L.", "P799"),
        ("The change in intron 4 (INT4) is rare.", "INT4"),
        ("Transcripts without exon 7 (Delta7) rose.", "Delta7"),
        ("H156Y (CAT to TAT) was found.", "CAT"),
        ("H156Y (CAT to TAT) was found.", "TAT"),
        ("A gain of a Hsp92 II restriction site was seen.", "Hsp92"),
    ],
)
def test_what_is_read_in_two_ways_is_one_where_the_text_says_so(text, name):
    assert is_one(text, name)


def test_a_word_of_genes_behind_it_says_that_it_is_none():
    assert not is_one("The R12C gene is new.", "R12C")
    assert is_one("The R12C change is new.", "R12C")


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("CCR5Delta32", "CCR5"),
        ("hGRalphaF737L", "hGRalpha"),
        ("CFTRdel14b", "CFTR"),
        ("CCR5 Delta32", "CCR5"),
        ("PPP1R15A", "PPP1R15A"),
        ("TNFRSF13C", "TNFRSF13C"),
        ("FAM83H", "FAM83H"),
        ("Zork2", "Zork2"),
    ],
)
def test_a_variant_behind_a_name_is_taken_off(name, rest):
    mention = without_variant(name, GeneMention(0, len(name), 0.9))
    assert name[: mention.end_char] == rest


@given(st.text("ACGTRdelins0123456789-+>. ", max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_any_characters_can_be_asked_for(text, start, size):
    start = min(start, len(text))
    end = min(start + size, len(text))
    assert is_variant(text, start, end) in (True, False)
    if start < end:
        cut = without_variant(text, GeneMention(start, end, 0.5))
        assert cut.start_char == start < cut.end_char <= end
