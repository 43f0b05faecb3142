"""Normal forms of names: worked by hand, and properties of any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.gene_ids.mentions import (
    NUMBERED,
    SHORTENED,
    SPELLED,
    TAKEN,
    forms,
    parts_of,
    prefix_of,
    trimmed,
)
from spacy_citalign.gene_ids.names import case_of, has_boundary, is_descriptive, key_of, words_of


@pytest.mark.parametrize(
    "names",
    [
        ("ZORK-2", "Zork2", "zork 2", "ZORK II", "ZORKII"),
        ("LEAP-\N{GREEK SMALL LETTER BETA}1", "leap beta 1", "LEAPbeta1", "LEAPB1"),
        ("pond kinase C alpha", "Pond kinase C-\N{GREEK SMALL LETTER ALPHA}"),
        (
            "receptor for frog growth factor",
            "frog growth factor receptor",
            "Frog growth-factor receptor",
        ),
        ("haematopoietic frog factor", "hematopoietic frog factor"),
        ("\N{MICRO SIGN}ZORK", "\N{GREEK SMALL LETTER MU}-ZORK", "mu ZORK"),
        ("beta-actin", "actin beta", "actin, beta"),
        ("crystallin beta B2", "beta-B2 crystallin", "betaB2-crystallin"),
        ("collagen type VII", "type VII collagen", "collagen VII", "VII collagen"),
        ("FVII", "F7"),
        ("FXIII A", "F13A"),
        ("CAV2.1", "Ca(V)2.1", "Ca(v)2.1"),
    ],
)
def test_spellings_of_one_name_have_one_form(names):
    assert len({key_of(name) for name in names}) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ZORK1", "ZORK2"),
        ("frog 1 receptor type 2", "frog 2 receptor type 1"),
        ("leap alpha", "leap beta"),
        ("frog kinase", "frog kinase receptor"),
    ],
)
def test_names_of_different_genes_stay_apart(first, second):
    assert key_of(first) != key_of(second)


@given(st.text(max_size=40))
def test_any_text_has_a_form_that_is_stable(text):
    assert key_of(text) == key_of(f" {text}\n")
    assert "".join(words_of(text)).isalpha() or not words_of(text)
    assert 0 <= case_of(text) <= 3
    keys = [form.key for form in forms(text)]
    assert len(keys) == len(set(keys))
    assert "" not in keys
    assert parts_of(text)
    assert trimmed(text) in text
    assert text.endswith(prefix_of(text)[1])


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("the human ZORK2 gene", "ZORK2"),
        ("murine Zork2 mRNA", "Zork2"),
        ("Zork2(-/-)", "Zork2"),
        ("Zork2 -/-", "Zork2"),
        ("recombinant frog protein 41", "frog protein 41"),
        ("gene", "gene"),
        ("chemokine receptor 5", "chemokine receptor 5"),
        ("nuclear factor-kappaB", "nuclear factor-kappaB"),
        ("the p53 gene", "p53"),
        ("(ZORK2", "ZORK2"),
    ],
)
def test_words_at_borders_are_no_part_of_a_name(name, core):
    assert trimmed(name) == core


def test_forms_go_from_the_mention_to_its_core():
    assert [form.key for form in forms("human ZORK2a protein")] == [
        "human protein zork2a",
        "human zork2a",
        "zork2a",
        "zork2",
    ]
    assert [form.key for form in forms("ZORK2a")] == ["zork2a", "zork2"]
    assert [form.key for form in forms("leaps")] == ["leaps", "leap", "leaps1"]
    assert "frogreceptor" in {form.key.replace(" ", "") for form in forms("frog (green) receptor")}


@pytest.mark.parametrize(
    ("name", "form", "how"),
    [
        ("placental ZORK-1", "zork1", TAKEN),
        ("ZORK-1 sites", "zork1", TAKEN),
        ("p50zork", "zork", SHORTENED),
        ("ZORK-12p40", "zork12", SHORTENED),
        ("prozork-9", "zork9", SHORTENED),
        ("K-zorkG12V", "kzork", SHORTENED),
        ("miR-30a-5p", "mir30a", SHORTENED),
        ("zorkins I", "zorkin1", SHORTENED),
        ("zorkin", "zorkin1", NUMBERED),
        ("XVII collagen", "chain collagen17a1", SPELLED),
        ("factor VII", "coagulation factor7", SPELLED),
    ],
)
def test_forms_of_last_resort(name, form, how):
    assert (form, how) in {(one.key, one.how) for one in forms(name)}


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("ZORK1/2", ["ZORK1", "ZORK2"]),
        ("ZORK-1, -2 and -3", ["ZORK-1", "ZORK-2", "ZORK-3"]),
        ("ZORK1 and MIPL1", ["ZORK1", "MIPL1"]),
        ("Leap alpha/beta", ["Leap alpha", "Leap beta"]),
        ("ZORK2", ["ZORK2"]),
        ("ZORK1-3", ["ZORK1", "ZORK2", "ZORK3"]),
        ("zork-1 to zork-3", ["zork-1", "zork-2", "zork-3"]),
        ("ZORK1-90", ["ZORK1-90"]),
        ("ZORK-1-2", ["ZORK-1-2"]),
        ("ZORK2A/B", ["ZORK2A", "ZORK2B"]),
        ("hZORKA and -B", ["hZORKA", "hZORKB"]),
        ("ZORK alpha, epsilon, and zeta", ["ZORK alpha", "ZORK epsilon", "ZORK zeta"]),
        ("frog/toad growth factor", ["frog/toad growth factor"]),
    ],
)
def test_mentions_of_several_genes_are_taken_apart(name, parts):
    assert parts_of(name) == parts


@pytest.mark.parametrize(
    ("name", "taxon", "rest"),
    [
        ("hZORK2", 9606, "ZORK2"),
        ("mZork2", 10090, "Zork2"),
        ("rhZORK-2", 9606, "ZORK-2"),
        ("dZork", 7227, "Zork"),
        ("hzork", 0, "hzork"),
        ("hA", 0, "hA"),
    ],
)
def test_letters_for_species_are_read_before_a_capital(name, taxon, rest):
    assert prefix_of(name) == (taxon, rest)


def test_borders_of_words():
    assert has_boundary("a b", 1)
    assert has_boundary("ab", 0)
    assert has_boundary("ab", 2)
    assert not has_boundary("ab", 1)
    assert is_descriptive("frog growth factor")
    assert not is_descriptive("ZORK2 kinase")
