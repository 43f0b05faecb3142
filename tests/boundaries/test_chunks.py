"""What is kept of chunks: growing columns, numbered keys, and that nothing depends on it.

Characters by class, chunks cut into units, and what a unit is like.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.boundaries import features as characters
from spacy_citalign.boundaries.chunks import (
    NO_CHUNK,
    PADDING,
    ChunkTable,
    KeyIndex,
    Rows,
    cut_chunks,
)
from spacy_citalign.boundaries.features import (
    abbreviation_kinds,
    character_class,
    character_classes,
    lower_codes,
)
from spacy_citalign.chain.features import PAD
from spacy_citalign.words.hashing import Strings, hash_strings

WORDS = ["Cut", "by", "enzymes.These", "(see", "Fig.", "2A).", "why?not", "..."]


def table(**settings):
    return ChunkTable(lambda bags: bags, **settings)


def test_rows_grow_and_keep_what_they_hold():
    rows = Rows()
    for first in range(0, 100, 7):
        rows.append({"a": np.arange(first, first + 7), "b": np.full((7, 2), first)})
    assert rows.size == 105
    assert rows["a"][:105].tolist() == list(range(105))
    assert rows["b"][7:9].tolist() == [[7, 7], [7, 7]]


@given(st.lists(st.lists(st.integers(0, 2**64 - 1), max_size=9), max_size=9))
def test_keys_are_numbered_in_the_order_in_which_they_come(batches):
    index, seen = KeyIndex(), []
    for batch in batches:
        new = [key for key in dict.fromkeys(batch) if key not in seen]
        index.add(np.array(new, dtype=np.uint64))
        seen += new
        everything = np.array([*seen, 12345], dtype=np.uint64)
        expected = [*range(len(seen)), seen.index(12345) if 12345 in seen else -1]
        assert index.rows(everything).tolist() == expected


def test_a_chunk_is_cut_behind_a_closed_mark_and_not_behind_a_closed_word():
    chunks = ["grow?)Frogs", 'grow!"Frogs', "grow.)Frogs", "grow)Frogs", 'grow"Frogs']
    assert cut_chunks(chunks).counts.tolist() == [2, 2, 2, 1, 1]


def test_chunk_has_the_rows_of_its_units():
    known = table()
    ids = known.of_strings(WORDS)
    assert known.chunks["count"][ids].tolist() == [1, 1, 2, 1, 1, 1, 2, 1]
    assert known.chunks["size"][ids].tolist() == [len(word) for word in WORDS]
    firsts = known.chunks["first"][ids]
    assert known.units["offset"][firsts].tolist() == [0] * len(WORDS)
    assert known.units["offset"][firsts[2] + 1] == len("enzymes.")
    assert known.units["final"][firsts].tolist() == [0, 0, 1, 0, 1, 1, 1, 1]


def test_padding_unit_is_like_no_other():
    known = table()
    known.of_strings(WORDS)
    for name in ("case", "ending", "form", "short"):
        assert known.units[name][PADDING] == PAD
        assert PAD not in known.units[name][1 : known.units.size]


def test_same_chunk_has_the_same_number_by_string_and_by_key():
    known = table()
    keys = hash_strings(WORDS)
    asked = []

    def spell(places):
        asked.extend(places.tolist())
        return [WORDS[place] for place in places]

    ids = known.of_keys(keys, spell)
    assert ids.tolist() == known.of_strings(WORDS).tolist()
    assert sorted(asked) == list(range(len(WORDS)))
    assert known.of_keys(keys[::-1], spell).tolist() == ids[::-1].tolist()
    assert len(asked) == len(WORDS)  # each is spelled once


@pytest.mark.parametrize("string", ["", " ", "two words", "line\nbreak", "\u2009thin", "end "])
def test_what_has_white_space_in_it_is_no_chunk(string):
    strings = ["one", string]
    ids = table().of_keys(hash_strings(strings), lambda places: [strings[i] for i in places])
    assert ids.tolist() == [0, NO_CHUNK]


def test_table_forgets_and_says_the_same():
    small, large = table(limit=20), table()
    for _ in range(3):
        for first in range(len(WORDS)):
            words = WORDS[first:] + WORDS[:first]
            one, other = small.of_strings(words), large.of_strings(words)
            for name in ("precomputed", "ending", "final"):
                rows = small.chunks["first"][one], large.chunks["first"][other]
                assert np.array_equal(small.units[name][rows[0]], large.units[name][rows[1]])
    assert small.units.size < 2 * len(WORDS)


def test_table_forgets_when_it_holds_many_characters():
    known = table(limit=1000)
    for number in range(50):
        known.of_strings([f"{number}" + "x" * 200])
    assert known.units.size <= 1 + 6


def test_table_forgets_what_is_no_chunk_too():
    known = table(limit=1000)
    for number in range(50):
        keys = hash_strings([f"{number}"])
        assert known.of_keys(keys, lambda places: ["x " * 100]).tolist() == [NO_CHUNK]
    assert known.key_rows.size <= 6


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
