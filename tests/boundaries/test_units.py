"""Characters by class, chunks cut into units, and what a unit is like."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.boundaries import characters
from spacy_citalign.boundaries.abbreviations import abbreviation_kinds
from spacy_citalign.boundaries.characters import character_class, character_classes, lower_codes
from spacy_citalign.boundaries.units import cut_chunks
from spacy_citalign.words.hashing import Strings, hash_strings

CHUNKS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
    .map(lambda text: "".join(text.split()))
    .filter(bool),
    min_size=1,
    max_size=6,
)
# Letters and marks, of which chunks that are cut are made.
MARKED = st.lists(st.text("aB1.?!)\"'[(", min_size=1, max_size=8), min_size=1, max_size=6)


# --- characters ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "kind"),
    [
        ("aßαжłª漢", characters.LOWER),
        ("AÉΩЖǅ", characters.UPPER),
        ("1²٣½", characters.DIGIT),
        (".…", characters.STOP),
        ("?!", characters.END),
        (",", characters.COMMA),
        (":;", characters.COLON),
        ("-–—", characters.DASH),
        ("([{", characters.OPEN),
        (")]}", characters.CLOSE),
        ("\"'“”‘’«»`", characters.QUOTE),
        (" \t\u00a0\u2009\u3000\f", characters.BLANK),
        ("\n\r\x85\u2028\u2029", characters.BREAK),
        ("°+=🧬\x00\u200b", characters.OTHER),
    ],
)
def test_characters_have_their_class(members, kind):
    assert [character_class(c) for c in members] == [kind] * len(members)
    assert character_classes(Strings([members]).codes).tolist() == [kind] * len(members)


def test_lower_codes_keep_the_number_of_characters():
    assert lower_codes(Strings(["AbΩİẞ𝔸Ꙁ"]).codes).tolist() == [ord(c) for c in "abωİß𝔸ꙁ"]


@pytest.mark.parametrize(
    ("words", "kind"),
    [("dr prof", 1), ("fig refs eq", 2), ("al e.g i.e vs approx", 3), ("etc inc u.s", 4)],
)
def test_abbreviations_have_their_kind(words, kind):
    assert set(abbreviation_kinds(hash_strings(words.split())).tolist()) == {kind}


def test_words_in_no_list_have_no_kind():
    assert abbreviation_kinds(hash_strings(["enzyme", "", "fig."])).tolist() == [0, 0, 0]


# --- cutting ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chunk", "words"),
    [
        ("enzymes.These", "enzymes. These"),
        ("cells).The", "cells). The"),
        ('done."We', 'done." We'),
        ("why?because", "why? because"),
        ("stop...then", "stop... then"),
        ("end...Then", "end... Then"),
        ("one.Two.Three", "one. Two. Three"),
    ],
)
def test_chunk_is_cut_where_a_sentence_may_begin_without_a_blank(chunk, words):
    assert cut_chunks([chunk]).words == words.split()


@pytest.mark.parametrize(
    "chunk",
    [
        "U.S.A.",
        "e.g.",
        "2.5",
        "Fig.2A",
        "p53.",
        "work.[12]",
        "work.12",
        "3.The",
        "a.b",
        "IL-2R",
        ".",
    ],
)
def test_chunk_is_not_cut_in_abbreviations_and_numbers(chunk):
    assert cut_chunks([chunk]).words == [chunk]


@given(CHUNKS | MARKED)
def test_units_are_the_chunks(chunks):
    units = cut_chunks(chunks)
    assert "".join(units.words) == "".join(chunks)
    assert all(units.words)
    ends = np.cumsum(units.counts)
    for chunk, first, end in zip(chunks, ends - units.counts, ends, strict=True):
        assert "".join(units.words[first:end]) == chunk
        sizes = [len(word) for word in units.words[first:end]]
        assert units.offsets[first:end].tolist() == [sum(sizes[:i]) for i in range(len(sizes))]


@given(MARKED)
def test_units_of_a_chunk_do_not_depend_on_its_neighbours(chunks):
    together = cut_chunks(chunks)
    alone = [cut_chunks([chunk]) for chunk in chunks]
    for name in ("words", "counts", "offsets", "final", "opening", "closing", "steps"):
        parts = [value for units in alone for value in list(getattr(units, name))]
        assert list(getattr(together, name)) == parts


@pytest.mark.parametrize("chunk", ["end.", "end?", 'end."', "end.)", "end!", "...", "end…", ".)"])
def test_unit_with_a_mark_is_final(chunk):
    assert cut_chunks([chunk]).final.all()


@pytest.mark.parametrize("chunk", ["end", "end,", "(end)", "end:", "end.)]", ".12", "e.g"])
def test_other_units_are_not_final(chunk):
    assert not cut_chunks([chunk]).final.any()


@pytest.mark.parametrize(
    ("chunk", "opening"),
    [
        ("The", 1),
        ("(The", 1),
        ('"(It', 1),
        ("12", 1),
        ("...", 1),
        ("(a", 0),
        ("mRNA", 0),
        ("[1", 1),
    ],
)
def test_opening_is_told_by_the_first_letter_or_digit(chunk, opening):
    assert cut_chunks([chunk]).opening.tolist() == [bool(opening)]


@pytest.mark.parametrize(
    ("chunk", "closing"),
    [("end.", 1), ("end)", 1), ("end:", 1), ("end", 0), ("end,", 0), ("p53", 0), ("50%", 1)],
)
def test_closing_is_told_by_the_last_character(chunk, closing):
    assert cut_chunks([chunk]).closing.tolist() == [bool(closing)]


@given(MARKED)
def test_steps_count_brackets(chunks):
    units = cut_chunks(chunks)
    for word, step in zip(units.words, units.steps.tolist(), strict=True):
        assert step == sum(word.count(c) for c in "([{") - sum(word.count(c) for c in ")]}")
