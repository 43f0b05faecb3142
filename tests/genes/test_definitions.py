"""Short forms that a text defines."""

import pytest

from spacy_citalign.genes.definitions import definitions, is_disease, is_other


@pytest.mark.parametrize(
    ("text", "long", "short", "head"),
    [
        ("the zorking factor 2 (ZF2)", "zorking factor 2", "ZF2", "factor"),
        ("a Zork muscular dystrophy (ZMD)", "Zork muscular dystrophy", "ZMD", "dystrophy"),
        ("episodic ataxia type 2 (EA2)", "episodic ataxia type 2", "EA2", "ataxia"),
        ("GH insensitivity (GHI)", "GH insensitivity", "GHI", "insensitivity"),
        ("low-copy repeats (LCRs)", "low-copy repeats", "LCRs", "repeats"),
    ],
)
def test_a_long_form_has_the_letters_of_the_short_one(text, long, short, head):
    (one,) = definitions(text)
    assert text[one.start : one.end] == long
    assert text[one.short_start : one.short_end] == short
    assert one.head == head


@pytest.mark.parametrize("text", ["rose (P < 0.05)", "(ZF2) alone", "frogs ate flies (ZMD)", ""])
def test_other_brackets_define_nothing(text):
    assert list(definitions(text)) == []


@pytest.mark.parametrize(
    "head", ["dystrophy", "retinitis", "fibrosis", "anaemia", "deficiency", "tumors", "blindness"]
)
def test_a_disease_is_known_by_its_last_word(head):
    assert is_disease(head)


@pytest.mark.parametrize("head", ["kinase", "receptor", "apoptosis", "mitosis", "factor", "gene"])
def test_what_cells_do_and_genes_are_no_diseases(head):
    assert not is_disease(head)


def test_other_things_are_listed():
    assert is_other("cells")
    assert not is_other("kinase")
