"""What guidelines that mark names alone leave out, trim and add."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.genes.documents import DocumentRules, read_document
from spacy_citalign.genes.names_alone import mended, names_among, with_fusions, with_partners
from spacy_citalign.genes.records import GeneMention


def marked(text, *names, confidence=0.9):
    """Mentions of names wherever they stand as words."""
    return sorted(
        GeneMention(*match.span(), confidence)
        for name in names
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    )


def shown(text, mentions):
    return [text[one.start_char : one.end_char] for one in mentions]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Zork muscular dystrophy (ZMD) is rare. ZMD is old.", "ZMD"),
        ("Zorkitis punctata albescens (ZPA) is rare; ZPA was seen.", "ZPA"),
        ("Zork syndrome type 2 (ZS2) is rare.", "ZS2"),
        ("Zork hypertension (ZH) and familial ZH (FZH) are rare.", "FZH"),
        ("Resistance to zork hormone (RZH) is rare.", "RZH"),
        ("Zork dementia (ZD) of kinds: ZD-1 was seen.", "ZD-1"),
        ("A deletion of 54 Mbp was found.", "Mbp"),
        ("Of frogs (type I, II, and III) one slept.", "type I, II, and III"),
        ("The HDL-C of frogs rose.", "HDL-C"),
        ("From dUMP the frog makes more.", "dUMP"),
        ("T(H)1 cells of frogs rose.", "T(H)1"),
        ("LARG(Cys1306) had less activity.", "Cys1306"),
    ],
)
def test_what_is_no_name_of_a_gene_is_left_out(text, name):
    mentions = marked(text, name) or [
        GeneMention(text.index(name), text.index(name) + len(name), 0.9)
    ]
    assert names_among(text, mentions) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Zork dystrophy (ZD) is of the ZD gene.", "ZD gene"),
        ("Apoptosis (APO) is of APO.", "APO"),
        ("The zork factor (ZF) is a factor; ZF binds.", "ZF"),
        ("Mbp of myelin was found.", "Mbp"),
        ("Zork dystrophy is of a novel gene (ZD).", "ZD"),
    ],
)
def test_genes_stay(text, name):
    name = name.removesuffix(" gene")
    assert name in shown(text, names_among(text, marked(text, name)))


def test_a_disease_whose_long_form_is_marked_as_a_gene_is_one():
    text = "The retinozorkoma (RZ) protein binds; RZ rose."
    assert "RZ" in shown(text, names_among(text, marked(text, "retinozorkoma", "RZ")))


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("Her plasma factor VII was low.", "Her plasma factor VII", "factor VII"),
        ("The wild-type Zork2 binds.", "wild-type Zork2", "Zork2"),
        ("Zork2 intron 6 is long.", "Zork2 intron 6", "Zork2"),
        ("Zork2 I/D is known.", "Zork2 I/D", "Zork2"),
        ("Zork2 3' ends differ.", "Zork2 3", "Zork2"),
        ("Serum response factor binds.", "Serum response factor", "Serum response factor"),
        ("Zork 3 binds.", "Zork 3", "Zork 3"),
        ("CCR5Delta32 is old.", "CCR5Delta32", "CCR5"),
    ],
)
def test_borders_are_those_of_names(text, name, wanted):
    assert shown(text, mended(text, marked(text, name))) == [wanted]


def test_two_names_with_a_hyphen_are_two_where_each_stands_alone_elsewhere():
    text = "GH and IGF-I are of the GH-IGF-I axis."
    assert shown(
        text, mended(text, [*marked("GH and IGF-I", "GH", "IGF-I"), GeneMention(24, 32, 0.8)])
    ) == [
        "GH",
        "IGF-I",
        "GH",
        "IGF-I",
    ]
    assert shown("the GH-IGF-I axis", mended("the GH-IGF-I axis", [GeneMention(4, 12, 0.8)])) == [
        "GH-IGF-I"
    ]


def test_the_genes_of_a_fusion_are_two():
    text = "A ZRK2-ERG fusion, a ZRK2-ERG band"
    assert shown(text, with_fusions(text, [])) == ["ZRK2", "ERG"]
    wider = [GeneMention(0, 17, 0.5)]
    assert with_fusions(text, wider) == wider


def test_both_forms_of_a_definition_are_marked():
    text = "The zorking factor 2 gene (ZF2) and the zork cells (ZC) of frogs"
    long, short = "zorking factor 2", "ZF2"
    assert shown(text, with_partners(text, marked(text, long))) == [long, short]
    assert shown(text, with_partners(text, marked(text, short))) == [long, short]
    assert shown(text, with_partners(text, marked(text, short, confidence=0.6))) == [short]
    assert shown(text, with_partners(text, marked(text, "ZC"))) == ["ZC"]


WORDS = ["ZRK2", "zork", "factor", "(ZF)", "dystrophy", "gene", "ZRK2-ERG", "fusion", "R12C", "the"]
RULES = DocumentRules(0.85, True, True, names_alone=True)


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.data())
def test_mentions_never_overlap_and_are_ascending(words, data):
    text = " ".join(words)
    places = [match.span() for match in re.finditer(r"\S+(?: \S+)?", text)]
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True)) if places else []
    rate = data.draw(st.sampled_from([0.3, 0.6, 0.9, 0.99]))
    given_mentions = sorted(GeneMention(start, end, rate) for start, end in chosen)
    found = read_document(text, given_mentions, RULES)
    ends = [0]
    for one in found:
        assert ends[-1] <= one.start_char < one.end_char <= len(text)
        ends.append(one.end_char)


def test_a_guideline_that_marks_more_than_names_has_none_of_this():
    text = "Zork dystrophy (ZD), R12C, and a ZRK2-ERG fusion of genes"
    mentions = marked(text, "R12C")
    assert read_document(text, mentions, DocumentRules(0.85)) == mentions
